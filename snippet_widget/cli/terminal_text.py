"""How foreign text is printed: of records, services and packages, on a terminal or into a file."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.cards.visible_text import (
    SUSPECT,
    hidden_characters,
    hides,
    visible,
    visible_line,
)
from snippet_widget.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


def print_line(text: str, *, err: bool = False, **style: Any) -> None:
    """Print text on one line, with what hides in it spelled out: nothing in it forges another."""
    click.echo(click.style(visible_line(text), **style), err=err)


def print_source(text: str) -> None:
    """Print code: to a file as it is, byte for byte; to a terminal with what hides spelled out."""
    if sys.stdout.isatty():
        click.echo(visible(text))
    else:
        click.echo(text.encode())  # of a text, click drops terminal sequences


def warn_of_hidden(codes: Iterable[tuple[str, str]]) -> None:
    """Say on standard error, once, which code holds what its reader does not see.

    Code is written as it was published, because it is run; cards and terminals spell it out.

    Parameters
    ----------
    codes
        What each is called, and the code.
    """
    found = [(name, hidden) for name, code in codes if (hidden := hidden_characters(code))]
    if not found:
        return
    more = f" So has {counted(len(found) - 1, 'other snippet')}." if found[1:] else ""
    name, hidden = found[0]
    print_line(
        f"Warning: the code of {name} has characters that are not seen, or that turn the direction "
        f"of text: {' '.join(hidden)}.{more} They are written as published: look at the code "
        "before anybody runs it; `show()`, and `get` on a terminal, spell them out.",
        err=True,
        fg="yellow",
    )


def print_json_text(text: str) -> None:
    """Print JSON; to a terminal with what hides escaped, which is the same JSON."""
    if sys.stdout.isatty():
        text = SUSPECT.sub(lambda m: json.dumps(m[0])[1:-1] if hides(m) else m[0], text)
    click.echo(text)
