"""Tests of `snippet_widget.documents`."""
