"""Tests of `snippet_widget.widget`."""
