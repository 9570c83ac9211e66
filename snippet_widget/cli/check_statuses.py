"""With which status ``check`` ends, by what went wrong."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from snippet_widget.cards.visible_text import visible
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
def exit_statuses() -> Iterator[None]:
    """End the command with the status that says what went wrong."""
    try:
        yield
    except (ServiceError, RequestProblem, CatalogError, SourceError) as error:
        raise _NoAnswer(visible(str(error))) from error
    except ConfigurationError as error:
        raise click.UsageError(visible(str(error))) from error


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
