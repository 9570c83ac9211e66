"""Stainless's SDKs."""
