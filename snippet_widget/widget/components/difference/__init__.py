"""Two versions of a snippet side by side."""
