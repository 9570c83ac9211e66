"""Publishing: real snippets, read statically out of published SDKs and API descriptions.

::

    source text --fetch--> file | folder --worker--> Package --family--> extraction --> Publication

Nothing that is read is ever imported or run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snippet_widget.publishing.sources import read_source

__all__ = ["read_source"]


def __getattr__(name: str) -> Any:
    """Import what fetches sources when it is used: each process that reads one does without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from snippet_widget.publishing.sources import read_source  # noqa: PLC0415 - see above

    return read_source
