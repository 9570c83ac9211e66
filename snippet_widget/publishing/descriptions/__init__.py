"""API descriptions and other documents that carry code samples."""
