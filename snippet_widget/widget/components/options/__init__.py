"""The row of options above the cards."""
