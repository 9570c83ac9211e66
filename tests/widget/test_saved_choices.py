"""Choices are remembered in a file of the user's."""

from __future__ import annotations

import stat
import threading
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.models import LoadLevel
from snippet_widget.widget.saved_choices import SavedChoices, restore_choices, save_on_change
from snippet_widget.widget.state import PanelState

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "panel.json"
    SavedChoices(file, "https://one.test").write({"api": "shop"})
    SavedChoices(file, "https://two.test").write({"api": "mail"})
    assert SavedChoices(file, "https://one.test").read() == {"api": "shop"}
    assert SavedChoices(file, "https://three.test").read() == {}


def test_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    file = tmp_path / "panel.json"
    SavedChoices(file, "one").write({})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_display_is_remembered_for_all_services(tmp_path: Path) -> None:
    file = tmp_path / "panel.json"
    SavedChoices(file, "one").write({"api": "shop", "wrap": False})
    assert SavedChoices(file, "two").read() == {"wrap": False}
    SavedChoices(file, "two").write({"api": "mail", "environment": True})
    assert SavedChoices(file, "one").read() == {"api": "shop", "wrap": False, "environment": True}


@pytest.mark.parametrize("damaged", ["", "[]", "{", '{"one": 5}', '{"one": {"api": ["x"]}}', "\0"])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damaged: str) -> None:
    file = tmp_path / "panel.json"
    file.write_text(damaged)
    assert restore_choices(PanelState(), SavedChoices(file, "one").read()) == {}


def test_a_file_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    memory = SavedChoices(tmp_path / "file" / "panel.json", "one")
    memory.write({"api": "shop"})
    assert memory.read() == {}


def test_choices_come_back() -> None:
    state = PanelState()
    choices = {
        "organization": "acme",
        "api": "shop",
        "method": "GET",
        "path": "/v1/users",
        "load_level": "endpoint",
        "published": True,
        "environment": True,
        "wrap": False,
        "hidden": ["go client"],
    }
    assert restore_choices(state, choices) == {
        "organization": "acme",
        "api": "shop",
        "method": "GET",
        "path": "/v1/users",
    }
    assert state.load_level is LoadLevel.ENDPOINT
    # The script form is for one snippet: it would raise in the next notebook.
    assert (state.published, state.environment, state.wrap) == (False, True, False)
    assert state.hidden == ("go client",)


def test_every_choice_is_kept(tmp_path: Path) -> None:
    written = threading.Event()

    class Watched(SavedChoices):
        def write(self, choices: dict[str, Any]) -> None:
            super().write(choices)
            written.set()

    memory, state = Watched(tmp_path / "panel.json", "one"), PanelState()
    save_on_change(state, memory)
    state.hidden = ("go client",)
    state.load_level = LoadLevel.ENDPOINT
    assert written.wait(10)
    assert memory.read()["hidden"] == ["go client"]
    assert memory.read()["load_level"] == "endpoint"
