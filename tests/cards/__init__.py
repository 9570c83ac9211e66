"""Tests of `snippet_widget.cards`."""
