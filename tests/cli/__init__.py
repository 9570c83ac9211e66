"""Tests of `snippet_widget.cli`."""
