"""What a TypeScript SDK's source tells about its snippets."""
