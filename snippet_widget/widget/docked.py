"""The docked panel of a notebook: the JupyterLab extension asks the kernel for it by this name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from IPython.display import display

from snippet_widget.endpoints import parse_endpoint
from snippet_widget.shadowing_files import shadowing_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.widget.panel import SnippetPanel

_panels: dict[str, SnippetPanel] = {}


def show(
    notebook: str,
    endpoint: str = "",
    load_level: str = "",
    choice: Mapping[str, str] | None = None,
) -> None:
    """Display the panel that belongs to a notebook.

    Parameters
    ----------
    notebook
        The notebook's path, which names its panel.
    endpoint
        ``POST /v1/x``: what was chosen when the kernel before this one could not follow any more.
    load_level
        The same of the load level, as its dropdown names it.
    choice
        What was chosen in the notebook's panel in the kernel before, as
        `EndpointFinder.panel_choice`: a panel that is new begins with it. Without it, it begins
        with what was chosen last in any panel.
    """
    try:
        from snippet_widget.models import EndpointSelector  # noqa: PLC0415 - may be hidden, too

        shown = panel_of(notebook, choice)
        shown.choose_level(load_level)
        method, path = parse_endpoint(endpoint)
        if method:
            shown.begin_with(EndpointSelector(method, path))
    except Exception:
        if (hidden := shadowing_file()) is not None:
            raise hidden from None
        raise
    display(shown)


def panel_of(notebook: str, choice: Mapping[str, str] | None = None) -> SnippetPanel:
    """Return the panel of a notebook; the same one until it is closed.

    After a reload of the page it is where it was, and two notebooks on one kernel have one each.
    """
    if notebook not in _panels or _panels[notebook].closed:
        from snippet_widget.widget.opening import panel_at  # noqa: PLC0415 - `show` says why it fails

        _panels[notebook] = panel_at(choice or {})
    return _panels[notebook]
