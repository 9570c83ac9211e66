"""The docked panel of a notebook: the JupyterLab extension asks the kernel for it by this name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from IPython.display import display

from snippet_widget.widget.opening import panel

if TYPE_CHECKING:
    from snippet_widget.widget.panel import SnippetPanel

_panels: dict[str, SnippetPanel] = {}


def show(notebook: str) -> None:
    """Display the panel that belongs to a notebook.

    Parameters
    ----------
    notebook
        The notebook's path, which names its panel.
    """
    display(panel_of(notebook))


def panel_of(notebook: str) -> SnippetPanel:
    """Return the panel of a notebook; the same one until it is closed.

    After a reload of the page it is where it was, and two notebooks on one kernel have one each.
    """
    if notebook not in _panels or _panels[notebook].closed:
        _panels[notebook] = panel()
    return _panels[notebook]
