"""Tests of `snippet_widget.publishing`."""
