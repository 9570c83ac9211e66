"""Whether somebody sits before the notebook, or a program executes it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from IPython import get_ipython

if TYPE_CHECKING:
    from collections.abc import Mapping

VOILA = "VOILA_KERNEL_ID"
"""In the environment of a kernel whose notebook Voila shows as a page."""


def is_interactive(shell: Any = None, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the cell that runs was started where a person could answer a question.

    Programs that execute notebooks (nbconvert, nbval, papermill, Jupyter Book) say that no input
    may be asked for: ``allow_stdin`` of an ``execute_request`` (Jupyter messaging, version 5.4). So
    does Voila, and then shows the widgets to a person.

    Parameters
    ----------
    shell
        The kernel's shell; this process' own when None.
    environment
        The kernel's.
    """
    if VOILA in environment:
        return True
    shell = shell or get_ipython()
    if not hasattr(shell, "get_parent"):
        return True
    request = shell.get_parent() or {}
    return bool(request.get("content", {}).get("allow_stdin", True))


def came_by_subshell(shell: Any = None) -> bool:
    """Tell whether what is handled now was sent to a subshell, which works beside a running cell.

    Subshells are of the Jupyter enhancement proposal 91; JupyterLab has them for widgets.

    Parameters
    ----------
    shell
        The kernel's shell; this process' own when None.
    """
    shell = shell or get_ipython()
    kernel = getattr(shell, "kernel", None)
    request = (kernel.get_parent() or {}) if kernel is not None else {}
    return bool(request.get("header", {}).get("subshell_id"))
