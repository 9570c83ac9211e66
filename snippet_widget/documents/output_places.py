"""Which of a cell's stored outputs each of its calls of ``show()`` left."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from snippet_widget.documents.shown_output import static_output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.references import Reference

_ENDPOINT = re.compile(r"<p><strong><code>(?P<name>[^<]*)</code></strong></p>")
"""What `cards.static` writes above the cards."""


def with_output(cell: Cell, place: int | None) -> Cell:
    """Return a cell with one of its outputs alone, or with none."""
    return replace(cell, outputs=() if place is None else (cell.outputs[place],))


def endpoints_shown(cell: Cell) -> dict[int, str]:
    """Return the endpoint of each output that is static cards, by its place among all."""
    data = {place: static_output(with_output(cell, place)) for place in range(len(cell.outputs))}
    texts = {place: "".join(each["text/html"]) for place, each in data.items() if each}
    headings = {place: _ENDPOINT.search(text) for place, text in texts.items()}
    return {
        place: html.unescape(found["name"]) if found else "" for place, found in headings.items()
    }


def output_places(cell: Cell, asked: Sequence[Reference]) -> list[int | None]:
    """Return the place of the output that each reference of a cell left; None where unknown.

    Of one endpoint they are distinguished where each has its own, or where all ask for the same.
    """
    shown = endpoints_shown(cell)
    if len(asked) == len(shown) == 1:
        return list(shown)
    places: list[int | None] = [None] * len(asked)
    for name in dict.fromkeys(shown.values()):
        numbers = [number for number, each in enumerate(asked) if _name(each) == name]
        outputs = [place for place, endpoint in shown.items() if endpoint == name]
        alike = {replace(asked[number], place=0) for number in numbers}
        if len(outputs) == len(numbers) or (len(alike) == 1 and len(outputs) < len(numbers)):
            for number, place in zip(numbers, outputs, strict=False):
                places[number] = place
    return places


def possible_references(cell: Cell, place: int, asked: Sequence[Reference]) -> list[Reference]:
    """Return the references of a cell that may have left an output."""
    name = endpoints_shown(cell)[place]
    return [each for each in asked if _name(each) == name]


def _name(reference: Reference) -> str:
    return f"{reference.endpoint.method} {reference.endpoint.path}"
