"""By which names a document calls ``show()``: as its code imports it from ``snippet_widget``."""

from __future__ import annotations

import re

_FROM = re.compile(
    r"^[ \t>]*from[ \t]+snippet_widget[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n;#]+)", re.MULTILINE
)
_IMPORT = re.compile(
    r"^[ \t>]*import[ \t]+snippet_widget(?:[ \t]+as[ \t]+(?P<name>\w+))?[ \t\r]*(?:[;#,\n]|\Z)",
    re.MULTILINE,
)
_SHOW = re.compile(r"(?<![\w.])show(?:\s+as\s+(?P<name>\w+))?(?!\w)")


def show_names(text: str) -> frozenset[str]:
    """Return the names, as in ``show`` or ``sw.show``.

    Parameters
    ----------
    text
        The document's, or the source of all of its cells: an import is often in another cell.
    """
    if "snippet_widget" not in text:
        return frozenset()
    modules = (found["name"] or "snippet_widget" for found in _IMPORT.finditer(text))
    functions = (
        each["name"] or "show"
        for found in _FROM.finditer(text)
        for each in _SHOW.finditer(found["names"])
    )
    return frozenset((*functions, *(f"{module}.show" for module in modules)))
