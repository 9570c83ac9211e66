"""Packages from the registries that publish them."""
