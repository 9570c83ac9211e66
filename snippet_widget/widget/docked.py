"""The docked panel of a notebook: the JupyterLab extension asks the kernel for it by this name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from IPython.display import display

from snippet_widget.widget.opening import panel

if TYPE_CHECKING:
    from snippet_widget.widget.panel import SnippetPanel

_panels: dict[str, SnippetPanel] = {}


def show(notebook: str) -> None:
    """Display the panel that belongs to a notebook; the same one as long as the kernel lives.

    After a reload of the page it is where it was, and two notebooks on one kernel have one each.

    Parameters
    ----------
    notebook
        The notebook's path, which names its panel.
    """
    if notebook not in _panels:
        _panels[notebook] = panel()
    display(_panels[notebook])
