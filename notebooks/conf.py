"""The documentation as a site: ``uv run --group docs sphinx-build -W notebooks site``.

Sphinx with MyST-NB renders the notebooks as they are stored: what a reader sees needs no kernel.
``-W`` fails on a link, an anchor or an image that leads nowhere.
"""

from __future__ import annotations

project = "snippet_widget"
author = "The snippet_widget developers"
extensions = ["myst_nb"]
exclude_patterns = ["build", "files", "**.ipynb_checkpoints"]
nb_execution_mode = "off"  # the test run executes them
nb_merge_streams = True
html_theme = "furo"
html_title = "snippet_widget"
html_show_sphinx = False
pygments_style = "tango"
pygments_dark_style = "monokai"
