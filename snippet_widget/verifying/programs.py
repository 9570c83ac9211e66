"""What is run of a snippet: the forms that people use it in, each as the cells of one process."""

from __future__ import annotations

import ast
import enum
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.levels import endpoint_level, notebook_form
from snippet_widget.syntax.python import nodes, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.models import Snippet

_VARIABLE = re.compile(
    r"""(?:environ(?:\.get)?\s*[\[(]|getenv\(|process\.env(?:\.|\[))\s*["']?([A-Za-z_]\w*)"""
)


class Form(str, enum.Enum):
    """How a snippet is used."""

    PROGRAM = "program"
    """The text as published, as a program of its own."""
    NOTEBOOK = "notebook"
    """A notebook cell: async code with ``await`` at top level, within a running event loop."""
    ENDPOINT = "endpoint"
    """The call alone, in a cell below the one that has the imports and the client."""


@dataclass(frozen=True)
class Program:
    """Something to be run in one process.

    Parameters
    ----------
    cells
        Sources that are run one after another.
    form
        A program ends with its first request, the others go on with the next cell.
    expected
        Number of each cell that is looked at, from 0, with method and path of its endpoint.
    client, example
        The snippet's field, and the name of the example; empty where there is but one.
    """

    cells: tuple[str, ...]
    form: Form
    expected: tuple[tuple[int, tuple[str, str]], ...]
    client: str = ""
    example: str = ""

    @property
    def variables(self) -> tuple[str, ...]:
        """Environment variables that the sources name."""
        return tuple(dict.fromkeys(name for cell in self.cells for name in _VARIABLE.findall(cell)))


def programs_of(
    snippet: Snippet, method: str, path: str, forms: Iterable[Form], *, all_examples: bool = False
) -> Iterator[Program]:
    """Return what is run of the full snippet of an endpoint.

    Parameters
    ----------
    snippet
        At load level ``full``.
    forms
        TypeScript has no notebook form.
    all_examples
        Also those after the first.
    """
    examples = snippet.examples if all_examples else snippet.examples[:1]
    sources = [(example.name, example.sources) for example in examples] or [("", snippet.sources)]
    for name, by_client in sources:
        for client, source in by_client.items():
            for form in forms:
                cells = _cells(source, snippet.type, client, form)
                if cells:
                    expected = ((len(cells) - 1, (method, path)),)
                    yield Program(cells, form, expected, client, name)


def _cells(source: str, type_: str, client: str, form: Form) -> tuple[str, ...]:
    if not source.strip():
        return ()
    if form is Form.PROGRAM:
        return (source,)
    whole = notebook_form(source) if type_ == "python" else source
    if form is Form.NOTEBOOK:
        return (whole,) if type_ == "python" else ()
    call = endpoint_level(whole, type_, client)
    return (whole, call) if call else ()


def import_statements(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the import statements of Python sources, each once."""
    found: dict[str, None] = {}
    for source in sources:
        tree = parse(source)
        for node in nodes(tree) if tree is not None else ():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found[ast.unparse(node)] = None
    return tuple(found)
