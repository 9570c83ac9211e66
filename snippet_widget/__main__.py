"""``python -m snippet_widget`` is ``snippet-widget``."""

import os
import sys

if sys.path[0] in ("", os.getcwd()):  # noqa: PTH109 - pathlib could come from that folder
    del sys.path[0]  # a module beside the file to publish is not to be run

from snippet_widget.cli import main

main(prog_name="snippet-widget")
