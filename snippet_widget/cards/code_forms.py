"""Which code of a snippet a card shows: which example, and which form of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.cards.cell import KERNEL_LANGUAGE
from snippet_widget.models import Example
from snippet_widget.notebook_form import notebook_form
from snippet_widget.provenance import Form

if TYPE_CHECKING:
    from snippet_widget.cards.display_options import DisplayOptions
    from snippet_widget.models import Snippet


class CodeForms(NamedTuple):
    """One client's source, in each form that can be shown.

    Parameters
    ----------
    published
        As its vendor published it, with all of its arguments.
    program
        With the automatic fixes.
    notebook
        With the fixes, for a cell.
    shown
        Which of them is wanted.
    is_vendors
        The one wanted is the vendor's own, which was repaired: it is whole.
    is_shorter
        The one wanted has the required arguments alone.
    """

    published: str
    program: str
    notebook: str
    shown: str
    is_vendors: bool
    is_shorter: bool


def chosen_example(snippet: Snippet, client: str, display: DisplayOptions) -> tuple[int, Example]:
    """Return number and example wanted, or the first."""
    of_language = display.examples.get(snippet.type, 0)
    wanted = display.examples.get(f"{snippet.type} {snippet.sdk.package}", of_language)
    if 0 < wanted < len(snippet.examples) and client in snippet.examples[wanted].sources:
        return wanted, snippet.examples[wanted]
    first = Example(
        name=snippet.example or "",
        sources=snippet.sources,
        warnings=snippet.warnings,
        repairs=snippet.repairs,
        published=snippet.published,
        required_only=snippet.required_only,
    )
    return 0, first


def code_forms(type_: str, client: str, example: Example, display: DisplayOptions) -> CodeForms:
    """Return the forms of an example's source."""
    shorter = example.required_only.get(client, "") if display.required_only else ""
    program = _with_plain_ends(shorter or example.sources[client])
    published = _with_plain_ends(example.published.get(client, program))
    notebook = notebook_form(program) if type_ == KERNEL_LANGUAGE else program
    shown = {Form.PUBLISHED: published, Form.PROGRAM: program}.get(display.form, notebook)
    is_vendors = display.form is Form.PUBLISHED and client in example.published
    is_shorter = bool(shorter) and not is_vendors
    return CodeForms(published, program, notebook, shown, is_vendors, is_shorter)


def _with_plain_ends(source: str) -> str:
    """Return a source with the line ends of notebooks: a vendor on Windows publishes others."""
    return source.replace("\r\n", "\n")
