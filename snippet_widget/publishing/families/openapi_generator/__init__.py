"""OpenAPI Generator's SDKs."""
