"""``python -m snippet_widget`` is ``snippet-widget``."""

from snippet_widget.cli import main

main(prog_name="snippet-widget")
