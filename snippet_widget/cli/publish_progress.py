"""The progress bar of ``publish``: what is being done to which source, on a terminal only."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

STAGES = {"download": "downloading", "read": "reading", "check": "checking", "store": "storing"}
_STEPS_PER_SOURCE = 2


class Progress:
    """A bar on standard error, which disappears at the end; nothing where that is no terminal.

    Parameters
    ----------
    sources
        Number of sources that will be read.
    console
        Where it is drawn.
    """

    def __init__(self, sources: int, console: Console | None = None) -> None:
        # A kernel sets FORCE_COLOR: without this a bar would be drawn into the cell's output.
        console = console or Console(stderr=True, force_terminal=sys.stderr.isatty())
        self._bar = Bar(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=sources * _STEPS_PER_SOURCE + len(STAGES) / 2)
        self._source = ""

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

    def source(self, name: str) -> None:
        """Begin with a source."""
        self._source = name.rpartition("/")[2] if ":" not in name else name

    def stage(self, stage: str) -> None:
        """Say what is being done now: one of `STAGES`."""
        what = STAGES[stage]
        subject = f" {self._source}" if stage in {"download", "read"} else ""
        self._bar.update(self._task, description=f"{what}{subject}", advance=1, refresh=True)
