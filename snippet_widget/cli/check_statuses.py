"""With which status ``check`` ends, by what went wrong."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from snippet_widget.cards.visible_text import visible
from snippet_widget.cli.github import command_data, command_property
from snippet_widget.errors import (
    CatalogError,
    ConfigurationError,
    RequestProblem,
    ServiceError,
    SourceError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FAILED, UNREADABLE, NO_ANSWER = 1, 3, 4
"""Exit statuses; 2 is Click's, for wrong use."""


@contextmanager
def exit_statuses(*, annotated: bool = False) -> Iterator[None]:
    """End the command with the status that says what went wrong.

    Parameters
    ----------
    annotated
        Say it as an annotation of GitHub Actions, too.
    """
    try:
        yield
    except (ServiceError, RequestProblem, CatalogError, SourceError) as error:
        raise _told(_NoAnswer(visible(str(error))), annotated=annotated) from error
    except ConfigurationError as error:
        raise _told(click.UsageError(visible(str(error))), annotated=annotated) from error
    except click.ClickException as error:
        raise _told(error, annotated=annotated) from None


def _told(error: click.ClickException, *, annotated: bool) -> click.ClickException:
    if annotated:
        title = command_property("Snippets were not checked")
        click.echo(f"::error title={title}::{command_data(error.format_message())}")
    return error


@contextmanager
def written_files() -> Iterator[None]:
    """End the command with its status where a file cannot be written."""
    try:
        yield
    except ConfigurationError as error:
        raise _Unwritten(visible(str(error))) from error


class _NoAnswer(click.ClickException):
    exit_code = NO_ANSWER


class _Unwritten(click.ClickException):
    exit_code = UNREADABLE
