"""Tests of `snippet_widget.service`."""
