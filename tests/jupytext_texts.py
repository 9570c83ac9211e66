"""Notebooks as Jupytext writes them as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from pathlib import Path

OWN: dict[str, Any] = {
    "cell_type": "code",
    "execution_count": None,
    "id": "own",
    "metadata": {"tags": ["b"]},
    "outputs": [],
    "source": ["mine = 1"],
}
"""A cell of the author's."""


def paired(tmp_path: Path, formats: str, *own: dict[str, Any]) -> list[dict[str, Any]]:
    """Have a notebook say what it is paired with, and return its cells: a first one, and others."""
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": formats}
    notebook["cells"] = [OWN, *notebook["cells"], *own]
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    cells: list[dict[str, Any]] = notebook["cells"]
    return cells


def fields(cell: dict[str, Any]) -> str:
    record = cell["metadata"].get("snippet_widget")
    return f" snippet_widget={json.dumps(record, sort_keys=True)}" if record else ""


def tags(cell: dict[str, Any]) -> str:
    found = cell["metadata"].get("tags")
    return f" tags={json.dumps(found)}" if found else ""


def percent(cells: list[dict[str, Any]]) -> str:
    """Return a script as Jupytext writes a notebook of ours."""
    parts = ["# ---\n# jupyter: {}\n# ---\n"]
    for cell in cells:
        source = "".join(cell["source"])
        kind = "" if cell["cell_type"] == "code" else " [markdown]"
        if kind or source.startswith("%"):
            source = "\n".join(f"# {line}".rstrip() for line in source.split("\n"))
        parts.append(f"# %%{kind}{fields(cell)}{tags(cell)}\n{source}\n")
    return "\n".join(parts)


def markdown(cells: list[dict[str, Any]]) -> str:
    """Return a page of Markdown as Jupytext writes a notebook of ours."""
    parts = ["---\njupyter: {}\n---\n"]
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            parts.append(f"```python{fields(cell)}{tags(cell)}\n{source}\n```\n")
        else:
            parts.append(f"<!-- #region{fields(cell)} -->\n{source}\n<!-- #endregion -->\n")
    return "\n".join(parts)


def myst(cells: list[dict[str, Any]]) -> str:
    """Return a page of MyST as Jupytext writes a notebook of ours, with a cell of its author's."""
    parts = ["---\njupyter: {}\n---\n"]
    for cell in cells if OWN in cells else [OWN, *cells]:
        record, source = cell["metadata"].get("snippet_widget"), "".join(cell["source"])
        if cell["cell_type"] == "code":
            written = {"snippet_widget": record} if record else {}
            options = yaml.safe_dump(written, default_flow_style=False) if written else ""
            named = ", ".join(cell["metadata"]["tags"])
            parts.append(f"```{{code-cell}}\n---\n{options}tags: [{named}]\n---\n{source}\n```\n")
        else:
            line = json.dumps({"snippet_widget": record}, sort_keys=True)
            parts.append(f"+++ {line}\n\n{source}\n")
    return "\n".join(parts)
