"""Fern's SDKs."""
