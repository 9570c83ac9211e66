"""The progress bar of ``publish``: what is being done to which source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cli.progress_bar import ProgressBar

if TYPE_CHECKING:
    from rich.console import Console

STAGES = {"download": "downloading", "read": "reading", "check": "checking", "store": "storing"}
_STEPS_PER_SOURCE = 2


class Progress(ProgressBar):
    """As `ProgressBar`.

    Parameters
    ----------
    sources
        Number of sources that will be read.
    console
        Where it is drawn.
    """

    def __init__(self, sources: int, console: Console | None = None) -> None:
        super().__init__(sources * _STEPS_PER_SOURCE + len(STAGES) / 2, console=console)
        self._source = ""

    def source(self, name: str) -> None:
        """Begin with a source."""
        self._source = name.rpartition("/")[2] if ":" not in name else name

    def stage(self, stage: str) -> None:
        """Say what is being done now: one of `STAGES`."""
        what = STAGES[stage]
        subject = f" {self._source}" if stage in {"download", "read"} else ""
        self.describe(f"{what}{subject}", advance=1)
