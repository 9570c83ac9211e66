"""Running snippets: real processes, real SDKs, and snippets that mean harm."""
