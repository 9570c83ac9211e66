"""The snippet card."""
