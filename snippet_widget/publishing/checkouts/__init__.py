"""Folders as sources: checkouts of SDKs, and documentation with marked examples."""
