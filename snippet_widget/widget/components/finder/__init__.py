"""The filter and the list of endpoints."""
