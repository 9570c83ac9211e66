"""A bar that shows how far a command is, on a terminal only."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self


class ProgressBar:
    """A bar on standard error, which disappears at the end; nothing where that is no terminal.

    Parameters
    ----------
    total
        Steps until the end.
    columns
        What stands between the bar and the time.
    console
        Where it is drawn.
    """

    def __init__(
        self, total: float, *columns: ProgressColumn, console: Console | None = None
    ) -> None:
        # A kernel sets FORCE_COLOR: without this a bar would be drawn into the cell's output.
        console = console or Console(stderr=True, force_terminal=sys.stderr.isatty())
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            *columns,
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Self:  # noqa: D105
        self._bar.start()
        return self

    def __exit__(  # noqa: D105
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def describe(self, description: str, *, advance: float = 0) -> None:
        """Say what is being done now, and count steps that have ended."""
        self._bar.update(self._task, description=description, advance=advance, refresh=True)

    def advance(self) -> None:
        """Count one step that has ended."""
        self._bar.advance(self._task)
