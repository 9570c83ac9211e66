"""The parts of the panel that a browser draws: one anywidget each."""
