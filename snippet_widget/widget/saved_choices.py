"""What a person chose, remembered in a file of theirs: never in the notebook.

What to look at is remembered for each service, how to show it for all of them.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from snippet_widget.models import LoadLevel
from snippet_widget.widget.latest_task import LatestTasks

if TYPE_CHECKING:
    from collections.abc import Generator

    from snippet_widget.widget.state import PanelState

MOMENT_SECONDS = 0.5
"""Choices that follow each other faster are written once."""

_SWITCHES = ("environment", "required_only", "wrap")  # not the script form: it is for one snippet
_DISPLAY = (*_SWITCHES, "hidden", "unfolded")

WHAT_TO_LOOK_AT = ("organization", "api", "method", "path")

ALL_SERVICES = "display"
"""In the file, what the choices of `_DISPLAY` belong to."""

_LOG = logging.getLogger(__name__)


def default_choices_path() -> Path:
    """Return the file, in the user's folder for settings."""
    return platformdirs.user_config_path("snippet_widget", appauthor=False) / "panel.json"


class SavedChoices:
    """Choices by name: of one service, and of display.

    A file that cannot be read or written is no reason to stop anybody: then nothing is remembered.

    Parameters
    ----------
    path
        A JSON file, made when first written, readable by its owner alone.
    service
        What the choices belong to: an address, or ``embedded``.
    """

    def __init__(self, path: Path, service: str) -> None:
        self._path = path
        self._service = service

    def read(self) -> dict[str, Any]:
        """Return what is remembered; empty at first."""
        everything = self._all()
        read = (everything.get(name) for name in (self._service, ALL_SERVICES))
        return {
            name: value for each in read if isinstance(each, dict) for name, value in each.items()
        }

    def write(self, choices: dict[str, Any]) -> None:
        """Remember these choices instead of the service's before.

        Other services' stay, and those of display that are not given.
        """
        display = {n: value for n, value in {**self.read(), **choices}.items() if n in _DISPLAY}
        own = {name: value for name, value in choices.items() if name not in _DISPLAY}
        everything = {**self._all(), self._service: own}
        if display:
            everything[ALL_SERVICES] = display
        try:
            self._replace(json.dumps(everything, indent=1, sort_keys=True))
        except OSError as error:
            _LOG.debug("nothing is remembered: %s", error)

    def _all(self) -> dict[str, Any]:
        try:
            everything = json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        return everything if isinstance(everything, dict) else {}

    def _replace(self, text: str) -> None:
        """Write a file beside it and rename that: another kernel never reads half of it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def restore_choices(state: PanelState, choices: dict[str, Any]) -> dict[str, str | None]:
    """Set the choices that need no service; return those to make where they are offered."""
    for name in _SWITCHES:
        if isinstance(choices.get(name), bool):
            setattr(state, name, choices[name])
    if choices.get("load_level") in [level.value for level in LoadLevel]:
        state.load_level = LoadLevel(choices["load_level"])
    for name in ("hidden", "unfolded"):
        if isinstance(choices.get(name), list):
            setattr(state, name, tuple(str(each) for each in choices[name]))
    return {name: choices[name] for name in WHAT_TO_LOOK_AT if isinstance(choices.get(name), str)}


def save_on_change(state: PanelState, saved: SavedChoices) -> None:
    """Remember every choice from now on, a moment after it is made."""
    newest = LatestTasks(threading.RLock())
    changed: set[str] = set()  # another panel may have changed what this one has not

    def write() -> Generator[None, None, None]:
        display = {name: getattr(state, name) for name in _DISPLAY if name in changed}
        saved.write({**_choices(state), **display})
        yield

    def on_choice(change: Any) -> None:
        changed.add(change.name)
        newest.start("memory", write(), take=lambda _: None, failed=_forget, delay=MOMENT_SECONDS)

    state.observe(on_choice, ["scope", "endpoint", "load_level", *_DISPLAY])


def _choices(state: PanelState) -> dict[str, Any]:
    endpoint = state.endpoint
    return {
        "organization": state.organization,
        "api": state.api,
        "method": endpoint.method if endpoint else None,
        "path": endpoint.path if endpoint else None,
        "load_level": state.load_level.value,
    }


def _forget(error: Exception) -> None:
    _LOG.debug("nothing is remembered: %s", error)
