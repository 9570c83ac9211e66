"""Notebook documentation: reading, checking, updating and writing the files that hold snippets."""
