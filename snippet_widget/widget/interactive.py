"""Whether somebody sits before the notebook, or a program executes it."""

from __future__ import annotations

from typing import Any

from IPython import get_ipython


def is_watched(shell: Any = None) -> bool:
    """Tell whether the cell that runs was started where a person could answer a question.

    Programs that execute notebooks (nbconvert, nbval, papermill, Jupyter Book) say that no input
    may be asked for: ``allow_stdin`` of an ``execute_request`` (Jupyter messaging, version 5.4).

    Parameters
    ----------
    shell
        The kernel's shell; this process' own when None.
    """
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
