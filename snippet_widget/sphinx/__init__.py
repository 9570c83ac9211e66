"""Sphinx's directive ``{snippet}``: the snippets of an endpoint on a page, in tabs.

In ``conf.py``::

    extensions = ["snippet_widget.sphinx"]
    snippet_widget_url = "https://snippets.example"   # else the settings, as for `show`
    snippet_widget_exports = ["users.json"]           # or exported APIs, offline

In MyST (in reStructuredText it is ``.. snippet:: POST /v1/users``)::

    ```{snippet} POST /v1/users
    :api: users
    :sdk: python, typescript
    ```

A page is read again when what it asks for is published otherwise. Where nothing is published that
could be shown, Sphinx warns, and fails with ``-W``. The token is read from the environment alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget._version import __version__
from snippet_widget.sphinx.directive import SnippetDirective
from snippet_widget.sphinx.page_queries import close_client, merged, outdated_pages, purged

if TYPE_CHECKING:
    from typing import Any

    from sphinx.application import Sphinx

_STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, its settings and its tabs."""
    app.add_config_value("snippet_widget_url", None, "env", (str, type(None)))
    app.add_config_value("snippet_widget_catalog", None, "env", (str, type(None)))
    app.add_config_value("snippet_widget_exports", [], "env", (list, tuple))
    app.add_directive("snippet", SnippetDirective)
    app.connect("builder-inited", _add_static_path)
    app.connect("env-get-outdated", outdated_pages)
    app.connect("env-purge-doc", purged)
    app.connect("env-merge-info", merged)
    app.connect("build-finished", close_client)
    app.add_css_file("snippet_widget.css")
    app.add_js_file("snippet_widget.js", loading_method="defer")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _add_static_path(app: Sphinx) -> None:
    app.config.html_static_path.append(str(_STATIC))
