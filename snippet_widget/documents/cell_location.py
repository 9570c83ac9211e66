"""Where the cells of a text file are: their records, and their code or prose."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.documents.text_spans import Span


@dataclass(frozen=True)
class CellLocation:
    """Where a cell's record and text are in a file, and how they are written there.

    Parameters
    ----------
    record, body
        Of the record and of the cell's text.
    indent
        Of each line of code.
    cell_type
        Where the file says it, as Jupytext does; else code of other languages is Markdown.
    is_commented
        Markdown and magics are comments, as in percent scripts.
    is_yaml
        The record is a key of a block of YAML, else JSON on one line.
    extent
        The whole cell, with its record and the blank lines below; None on pages with markers.
    problem
        Why the text is not known, and what to do; empty where it is.
    """

    record: Span
    body: Span
    indent: str = ""
    cell_type: str = ""
    is_commented: bool = False
    is_yaml: bool = False
    extent: Span | None = None
    problem: str = ""

    def record_text(self, record: Mapping[str, Any]) -> str:
        """Return a record as it stands in the file."""
        if self.is_yaml:  # as Jupytext writes it
            return yaml.safe_dump({METADATA_KEY: record}, default_flow_style=False).rstrip("\n")
        return marker_json(record)


def marker_json(record: Mapping[str, Any]) -> str:
    """Return a record for a marker: one line, and nothing in it that ends a comment."""
    return json.dumps(record, sort_keys=True).replace(">", "\\u003e")
