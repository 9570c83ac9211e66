"""What is run of a snippet: the forms that people use it in, each as the cells of one process."""

from __future__ import annotations

import ast
import enum
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.languages import remarks_of
from snippet_widget.levels import endpoint_level
from snippet_widget.models import Example
from snippet_widget.notebook_form import notebook_form
from snippet_widget.syntax.python import nodes, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.models import Snippet

_DEPRECATED = " as deprecated"
_WITHOUT_FILE = "may fail without one"
_NEEDED = re.compile(r"(?:pip|npm) install '([^'\s]{1,200})'$")
_FIRST = re.compile(r" first sends ([A-Z]+) (/\S*), whose answer says where to ask$")
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
    REQUIRED = "required"
    """A program with the arguments alone that the call needs, where that is less."""


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
    warned
        Whether the snippet carries a warning about it.
    needs
        What its environment needs besides the SDK, as a warning says it: an extra of the package,
        ``acme[voice]``, or another npm package.
    first
        Method and path of the request that it sends before the endpoint's own, as a warning says
        it: to learn where to ask.
    """

    cells: tuple[str, ...]
    form: Form
    expected: tuple[tuple[int, tuple[str, str]], ...]
    client: str = ""
    example: str = ""
    warned: bool = False
    needs: tuple[str, ...] = ()
    first: tuple[str, str] | None = None

    @property
    def alone(self) -> bool:
        """Whether it is a program, which ends with its first request."""
        return self.form in {Form.PROGRAM, Form.REQUIRED}

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
    for number, example in enumerate(_examples(snippet)):
        if number and not all_examples:
            return
        for client, source in example.sources.items():
            warnings = _warnings_of(client, example.warnings)
            needs = tuple(str(m[1]) for w in warnings for m in _NEEDED.finditer(w))
            first = next(((m[1], m[2]) for w in warnings if (m := _FIRST.search(w))), None)
            handled = (_NEEDED, _FIRST)
            warned = any(not any(one.search(w) for one in handled) for w in warnings)
            for form in forms:
                required = example.required_only.get(client, "")
                cells = _cells(required if form is Form.REQUIRED else source, snippet, client, form)
                if cells:
                    expected = ((len(cells) - 1, (method, path)),)
                    name = example.name
                    yield Program(cells, form, expected, client, name, warned, needs, first)


def _examples(snippet: Snippet) -> tuple[Example, ...]:
    """Return the examples of a snippet, the first with what the snippet itself says of it."""
    names = [example.name for example in snippet.examples] or [""]
    first = Example(
        names[0], snippet.sources, snippet.warnings, required_only=snippet.required_only
    )
    return (first, *snippet.examples[1:])


def _warnings_of(client: str, warnings: Iterable[str]) -> list[str]:
    """Return those of a snippet's warnings that say why a client's source may not work.

    What is deprecated works as yet. Without its file a request is sent, for the service to refuse.
    """
    unseen = (_DEPRECATED, _WITHOUT_FILE)
    return [each for each in remarks_of(client, warnings) if not each.endswith(unseen)]


def _cells(source: str, snippet: Snippet, client: str, form: Form) -> tuple[str, ...]:
    if not source.strip():
        return ()
    if form in {Form.PROGRAM, Form.REQUIRED}:
        return (source,)
    whole = notebook_form(source) if snippet.type == "python" else source
    if form is Form.NOTEBOOK:
        return (whole,) if snippet.type == "python" else ()
    call = endpoint_level(whole, snippet.type, client)
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
