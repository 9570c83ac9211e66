"""Sphinx builds pages with the directive."""
