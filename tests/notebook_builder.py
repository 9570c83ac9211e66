"""Notebook files for tests, written as Jupyter writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def code_cell(source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": 3,
        "id": f"c{abs(hash(source)) % 10**8}",
        "metadata": metadata or {},
        "outputs": [{"name": "stdout", "output_type": "stream", "text": ["out\n"]}],
        "source": source.splitlines(keepends=True),
    }


def markdown_cell(source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "cell_type": "markdown",
        "id": "m1",
        "metadata": metadata or {},
        "source": source.splitlines(keepends=True),
    }


def notebook(*cells: dict[str, Any]) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def written(path: Path, content: dict[str, Any], *, indent: int | str | None = 1) -> Path:
    text = json.dumps(content, indent=indent, ensure_ascii=False) + "\n"
    path.write_bytes(text.encode())
    return path
