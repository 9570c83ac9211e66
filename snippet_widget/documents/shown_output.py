"""What the stored output of ``show()`` or ``%snippet`` shows: static cards, and of which SDKs."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.inserted_cells import output_record
from snippet_widget.languages import language
from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.overviews import SdkOverview

_CARD = re.compile(
    r'<div class="sw-static-card"><p><strong>(?P<title>[^<]*)</strong> '
    r"(?P<package>[^<]*) (?P<version>[^< ]+)</p>"
)
"""How `cards.static` begins a card."""


def static_output(cell: Cell) -> Mapping[str, Any] | None:
    """Return the data of the one output that `show` left, if there is such a one alone."""
    if len(cell.outputs) != 1 or not isinstance(cell.outputs[0], dict):
        return None
    data = cell.outputs[0].get("data")
    ours = isinstance(data, dict) and 'class="sw-static' in "".join(data.get("text/html", ""))
    return data if ours else None


def shown_sdks(cell: Cell, published: Iterable[SdkOverview]) -> tuple[SdkSelector, ...]:
    """Return the SDKs of a cell's stored output, in the versions that it shows.

    Parameters
    ----------
    cell
        With static cards as output; of any other nothing is known.
    published
        Of these packages the language is known.
    """
    data = static_output(cell) or {}
    packages = {(language(sdk.type).label, sdk.package): sdk.type for sdk in published}
    shown: dict[SdkSelector, None] = {}
    for card in _CARD.finditer("".join(data.get("text/html", ""))):
        label, package = card["title"].partition(" · ")[0], html.unescape(card["package"])
        if type_ := packages.get((label, package)):
            shown[SdkSelector(type_, package, html.unescape(card["version"]))] = None
    return tuple(shown)


def rewritten(cell: Cell, source: str) -> dict[tuple[str | int, ...], Any]:
    """Return what an update changes of a cell whose outputs are of its old text.

    What says where the cell below comes from stays.
    """
    values: dict[tuple[str | int, ...], Any] = {("source",): source}
    if cell.outputs and output_record(cell) is None:
        values |= {("outputs",): [], ("execution_count",): None}
    return values


def shows_the_same(
    cell: Cell,
    values: Mapping[tuple[str | int, ...], Any],
    without: Callable[[str], str] | None = None,
) -> bool:
    """Tell whether all that an update changes is one thing that is said beside the code.

    Parameters
    ----------
    cell, values
        The cell, and what the update changes.
    without
        Takes that out of a text; what running the code has shown when None.
    """
    from snippet_widget.cards.static import without_verified  # noqa: PLC0415 - Pygments

    without = without or without_verified
    stored = static_output(cell) or {}
    shown = {str(keys[-1]): text for keys, text in values.items() if keys[2:3] == ("data",)}
    return all(without("".join(stored[kind])) == without(text) for kind, text in shown.items())
