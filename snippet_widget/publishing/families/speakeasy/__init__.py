"""Speakeasy's SDKs."""
