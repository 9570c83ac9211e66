"""Tests of `snippet_widget.catalog`."""
