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


def with_output(cell: Cell, index: int | None) -> Cell:
    """Return a cell with one of its outputs alone, or with none."""
    return replace(cell, outputs=() if index is None else (cell.outputs[index],))


def endpoints_shown(cell: Cell) -> dict[int, str]:
    """Return the endpoint of each output that is static cards, by its index."""
    data = {index: static_output(with_output(cell, index)) for index in range(len(cell.outputs))}
    texts = {index: "".join(each["text/html"]) for index, each in data.items() if each}
    headings = {index: _ENDPOINT.search(text) for index, text in texts.items()}
    return {
        index: html.unescape(found["name"]) if found else "" for index, found in headings.items()
    }


def output_indices(cell: Cell, asked: Sequence[Reference]) -> list[int | None]:
    """Return the index of the output that each reference of a cell left; None where unknown.

    One whose value is not displayed left none. Of one endpoint they are distinguished where each
    has its own, or where all ask for the same.
    """
    shown = endpoints_shown(cell)
    displayed = [number for number, each in enumerate(asked) if each.displayed]
    indices: list[int | None] = [None] * len(asked)
    if len(displayed) == len(shown) == 1:
        indices[displayed[0]] = next(iter(shown))
        return indices
    for name in dict.fromkeys(shown.values()):
        numbers = [number for number in displayed if _name(asked[number]) == name]
        outputs = [index for index, endpoint in shown.items() if endpoint == name]
        alike = {replace(asked[number], index=0) for number in numbers}
        if len(outputs) == len(numbers) or (len(alike) == 1 and len(outputs) < len(numbers)):
            for number, index in zip(numbers, outputs, strict=False):
                indices[number] = index
    return indices


def possible_references(cell: Cell, index: int, asked: Sequence[Reference]) -> list[Reference]:
    """Return the references of a cell that may have left an output."""
    name = endpoints_shown(cell)[index]
    return [each for each in asked if each.displayed and _name(each) == name]


def _name(reference: Reference) -> str:
    return f"{reference.endpoint.method} {reference.endpoint.path}"
