"""How foreign text is printed: of records, services and packages, on a terminal or into a file."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from snippet_widget.cards.visible_text import SUSPECT, hides, visible, visible_line


def print_line(text: str, *, err: bool = False, **style: Any) -> None:
    """Print text on one line, with what hides in it spelled out: nothing in it forges another."""
    click.echo(click.style(visible_line(text), **style), err=err)


def print_source(text: str) -> None:
    """Print code: to a file as it is, byte for byte; to a terminal with what hides spelled out."""
    if sys.stdout.isatty():
        click.echo(visible(text))
    else:
        click.echo(text.encode())  # of a text, click drops terminal sequences


def print_json_text(text: str) -> None:
    """Print JSON; to a terminal with what hides escaped, which is the same JSON."""
    if sys.stdout.isatty():
        text = SUSPECT.sub(lambda m: json.dumps(m[0])[1:-1] if hides(m) else m[0], text)
    click.echo(text)
