"""What a Python SDK's source tells about its snippets."""
