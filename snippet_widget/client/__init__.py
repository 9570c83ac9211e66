"""The client of a snippet service: ours, or another one of the same specification.

::

    SnippetClient --> tolerant_lookups --> operations --> session --> HTTP, or this process
                      another service      what to send   token, retries

What an answer says is read by ``responses.py`` and ``snippet_decoding.py``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snippet_widget.client.async_client import AsyncSnippetClient
    from snippet_widget.client.snippet_client import SnippetClient
    from snippet_widget.client.token_client import TokenClient

_HOMES = {
    "AsyncSnippetClient": "async_client",
    "SnippetClient": "snippet_client",
    "TokenClient": "token_client",
}

__all__ = ["AsyncSnippetClient", "SnippetClient", "TokenClient"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Import a client when it is used: many a command asks no service, and HTTP takes its time."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
