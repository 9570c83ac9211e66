"""New cells in notebooks that Jupytext wrote as text, as it writes them there."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import yaml

from snippet_widget.cards.cell import fence
from snippet_widget.documents.text_spans import Span
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MYST = re.compile(r"^(?:\+\+\+|`{3,}\{code-cell\})", re.MULTILINE)
_BARE_MARK = re.compile(r"\+\+\+[ \t\r]*\n(?:[ \t\r]*\n)*")
_MYST_CODE = re.compile(r"^`{3,}(?P<info>\{code-cell\}[^\n\r]*)", re.MULTILINE)
_MARKDOWN_CODE = re.compile(r"^`{3,}(?P<info>\w+) ", re.MULTILINE)
_PLAIN_MAGICS = re.compile(
    r"\A(?:#.*\n)*?#[ \t]+(?:format_name: hydrogen|comment_magics: false)[ \t\r]*$", re.MULTILINE
)
_LINE_MAGIC = re.compile(r"^(?=[%!])", re.MULTILINE)


def as_comments(source: str) -> str:
    """Return prose as a percent script has it."""
    return "\n".join(f"# {line}".rstrip() for line in source.split("\n"))


def with_commented_magics(source: str, text: str, replaced: str = "") -> str:
    """Return code as a percent script has it: magics are comments, but in hydrogen's.

    Parameters
    ----------
    source
        The code, as a notebook has it.
    text
        The script.
    replaced
        What the script has in its place so far.
    """
    plain = _LINE_MAGIC.search(replaced) or _PLAIN_MAGICS.match(text)
    return source if plain else _LINE_MAGIC.sub("# ", source)


def cells_text(cells: Sequence[Mapping[str, Any]], text: str, at: int, *, percent: bool) -> str:
    """Return cells of nbformat 4 for a place in a text, with blank lines around them."""
    before = text[:at].replace("\r\n", "\n")[-2:]
    gap = "" if before.endswith("\n\n") or not before else "\n"
    gap += "\n" if before and not before.endswith("\n") else ""
    write = _percent if percent else _myst if _MYST.search(text) else _markdown
    new = gap + "".join(f"{write(cell, text)}\n\n" for cell in cells)
    if cells[-1]["cell_type"] != "code":
        new += prose_mark(text, at)
    return new.replace("\n", "\r\n") if "\r\n" in text else new


def prose_mark(text: str, at: int) -> str:
    """Return what begins the prose at a place of MyST, where the code above it did so far."""
    bare = text[at:].strip() and not _MYST.match(text, at)
    return "+++\n\n" if bare and _MYST.search(text) else ""


def place_of(cells: Sequence[Mapping[str, Any]], text: str, at: int, *, percent: bool) -> Span:
    """Return what new cells take the place of: the mark of prose that comes to stand below code.

    Jupytext writes ``+++`` between two cells of prose alone (jupytext, `cells_to_myst`).
    """
    mark = None if percent or cells[-1]["cell_type"] != "code" else _BARE_MARK.match(text, at)
    return Span(at, mark.end() if mark and prose_mark(text, mark.end()) else at)


def _percent(cell: Mapping[str, Any], text: str) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "code":
        return f"# %% {_pairs(cell)}\n{with_commented_magics(source, text)}"
    return f"# %% [markdown] {_pairs(cell)}\n{as_comments(source)}"


def _markdown(cell: Mapping[str, Any], text: str) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "code":
        found = _MARKDOWN_CODE.search(text)
        return fence(source, f"{found['info'] if found else 'python'} {_pairs(cell)}")
    return f"<!-- #region {_pairs(cell)} -->\n{source}\n<!-- #endregion -->"


def _myst(cell: Mapping[str, Any], text: str) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return f"+++ {_json(cell['metadata'])}\n\n{source}"
    found = _MYST_CODE.search(text)
    others = {key: value for key, value in cell["metadata"].items() if key != METADATA_KEY}
    record = {METADATA_KEY: cell["metadata"][METADATA_KEY]}
    options = yaml.safe_dump(record, default_flow_style=False) + yaml.safe_dump(
        others, default_flow_style=None
    )
    return fence(f"---\n{options}---\n{source}", found["info"] if found else "{code-cell}")


def _pairs(cell: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={_json(value)}" for key, value in cell["metadata"].items())


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True).replace(">", "\\u003e")  # nothing in it ends a comment
