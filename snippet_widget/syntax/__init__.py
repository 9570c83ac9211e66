"""What the languages look like: just enough of each to cut, check and complete code."""
