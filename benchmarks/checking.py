"""A notebook of 5,000 cells is checked; the floor is nbformat's reading of the same file.

An update of cells beside a large output is measured as a ratio, too: twice as many cells beside an
output of twice the size take twice as long, and four times where each cell reads all of the file.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat

from snippet_widget.connecting import connect_embedded
from snippet_widget.documents.checked_cell import Verdict
from snippet_widget.documents.checking import Checker
from snippet_widget.documents.generated_notebook import cells_of, notebook_of, sections_of
from snippet_widget.documents.notebook_file import read_notebook
from snippet_widget.documents.published_snippets import PublishedSnippets
from snippet_widget.models import CLIENTS, LoadLevel
from snippet_widget.provenance import GeneratedDocument
from snippet_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.client import SnippetClient

CELLS = 5_000
MOST_SECONDS = 2.0
ROUNDS = 3
UPDATED_CELLS = 500
OUTPUT_LINES = 50_000
MOST_GROWTH = 3.0


def main() -> int:
    """Print seconds and ratio; return 1 when a check takes longer than it may."""
    with tempfile.TemporaryDirectory() as folder:
        client = connect_embedded(Settings(catalog=f"sqlite:///{Path(folder, 'catalog.db')}"))
        path = Path(folder, "large.ipynb")
        path.write_text(json.dumps(_notebook(client), indent=1))
        read = _least(lambda: nbformat.read(path, as_version=4))
        found = Checker(client).check(path)
        checked = _least(lambda: Checker(client).check(path))
        client.close()
    current = sum(cell.verdict is Verdict.CURRENT for cell in found.cells)
    print(f"{len(found.cells)} cells with provenance, {current} current")
    print(f"nbformat.read {read:.2f} s, check {checked:.2f} s, ratio {checked / read:.2f}")
    once, twice = _update_seconds(1), _update_seconds(2)
    growth = twice / once
    print(
        f"update beside an output {once:.2f} s, all of it twice {twice:.2f} s, ratio {growth:.2f}"
    )
    return int(checked > MOST_SECONDS or growth > MOST_GROWTH)


def _update_seconds(times: int) -> float:
    """Return how long the cells of a notebook with a large output take to be written anew."""
    output = {"output_type": "stream", "name": "stdout", "text": ["x\n"] * OUTPUT_LINES * times}
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": []}
    cells = [{**cell, "outputs": [output]}, *[cell] * UPDATED_CELLS * times]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "outputs.ipynb")
        path.write_text(json.dumps(notebook, indent=1))
        file = read_notebook(path)
    values: dict[tuple[str | int, ...], str] = {("source",): "a\nb"}
    edits = [(each, values) for each in file.cells[1:]]
    return _least(lambda: file.edited(edits))


def _notebook(client: SnippetClient) -> dict[str, Any]:
    """Return the harbor API's documentation, over and over."""
    document = GeneratedDocument(
        title="Harbor",
        org="tidewater",
        api="harbor",
        endpoints=None,
        sdks=(),
        clients=CLIENTS,
        load_level=LoadLevel.FULL,
    )
    generated = cells_of(document, sections_of(document, PublishedSnippets(client), ()))
    cells = [cell.fields for cell in generated]
    many = (cells * (CELLS // len(cells) + 1))[:CELLS]
    notebook = notebook_of(document, generated)
    return {**notebook, "cells": [{**cell, "id": f"c{n}"} for n, cell in enumerate(many)]}


def _least(use: Callable[[], object]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        use()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


if __name__ == "__main__":
    raise SystemExit(main())
