"""Browse the code snippets of published APIs' SDKs in Jupyter and put them into cells.

Everything here is loaded when it is first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from snippet_widget._version import __version__

TYPE_CHECKING = False  # as type checkers know it: importing typing would be most of what we cost
if TYPE_CHECKING:
    from typing import Any

    from snippet_widget.client import AsyncSnippetClient, SnippetClient
    from snippet_widget.configured_clients import connect, connect_async
    from snippet_widget.documents.showing import show
    from snippet_widget.magics import load_ipython_extension
    from snippet_widget.models import SdkSelector
    from snippet_widget.widget.adding import add_sdk
    from snippet_widget.widget.opening import panel

_HOMES: dict[str, str] = {
    "AsyncSnippetClient": "client",
    "SdkSelector": "models",
    "SnippetClient": "client",
    "add_sdk": "widget.adding",
    "connect": "configured_clients",
    "connect_async": "configured_clients",
    "load_ipython_extension": "magics",
    "panel": "widget.opening",
    "show": "documents.showing",
}
"""Module of each public name; a name and its line arrive together with its module."""

__all__ = [
    "AsyncSnippetClient",
    "SdkSelector",
    "SnippetClient",
    "__version__",
    "add_sdk",
    "connect",
    "connect_async",
    "load_ipython_extension",
    "panel",
    "show",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as typing

    try:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except Exception:
        from snippet_widget.shadowing_files import shadowing_file  # noqa: PLC0415 - when it is needed

        if (hidden := shadowing_file()) is not None:
            raise hidden from None
        raise
