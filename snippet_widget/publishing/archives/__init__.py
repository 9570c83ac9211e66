"""Wheels, sdists and npm tarballs: read within bounds, nothing unpacked."""
