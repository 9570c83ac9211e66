"""The control *Add an SDK…* below the panel: what is typed, offered and said."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget import add_sdk, panel
from snippet_widget.catalog_export import export_text
from snippet_widget.errors import ApiMismatch, SourceNotFound
from snippet_widget.models import EndpointSelector
from snippet_widget.widget.add_control import AddControl
from snippet_widget.widget.adding import AddedSdk, typescript_of
from tests.description_builder import written
from tests.fern_builder import fern_python
from tests.package_builder import build_wheel
from tests.publication_builder import a_publication
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path}/catalog.db")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)


def quiet(_stage: str) -> None:
    """Print nothing."""


def never(added: AddedSdk) -> None:
    raise AssertionError(added)


def unfolded(control: AddControl) -> tuple[Any, Any, Any]:
    """Open the form; return its field, its button and the line below it."""
    control.children[0].click()
    _, row, said = control.children
    text, go = row.children
    return text, go, said


def added_by(control: AddControl, source: str) -> str:
    """Type a source, click Add, and return what is said in the end."""
    text, go, said = unfolded(control)
    text.value = source
    go.click()
    wait_until(lambda: not go.disabled)
    return str(said.text)


def test_control_adds_what_is_typed_and_tells_of_it() -> None:
    one = AddedSdk("added", "acme", ("acme 1.0",), endpoints=2, snippets=1, problems=())
    told: list[AddedSdk] = []

    def add(source: str, *, on_stage: Callable[[str], None]) -> AddedSdk:
        on_stage(f"Reading {source}…")
        return one

    control = AddControl(told.append, add)
    assert added_by(control, "acme") == "Added acme 1.0: 2 endpoints, 1 snippet."
    assert told == [one]
    control.close()


def test_control_says_what_went_wrong() -> None:
    def refuse(_source: str, *, on_stage: Callable[[str], None]) -> AddedSdk:
        on_stage("Reading…")
        raise SourceNotFound("There is no such package.")

    control = AddControl(never, refuse)
    assert added_by(control, "acme") == "There is no such package."
    assert control.children[2].level == "error"
    assert added_by(AddControl(never, refuse), "").startswith("Type the name of a package")


def test_chosen_endpoint_stays_when_an_sdk_is_added_to_its_api(tmp_path: Path) -> None:
    old, new = (
        export_text("x", "x", [a_publication(f"java:acme=={n}.0", "GET /ping", "POST /users")])
        for n in (1, 2)
    )
    add_sdk(str(written(tmp_path, {"old.json": old})), on_stage=quiet)
    opened = panel(org="added", api="acme")
    assert opened.wait(30)
    assert opened.state.endpoint == EndpointSelector("GET", "/ping")
    opened.state.endpoint = EndpointSelector("POST", "/users")
    added_by(opened.children[-1], str(written(tmp_path, {"new.json": new})))
    wait_until(lambda: [card.sdk for card in opened.cards[:1]] == ["acme 2.0"])
    assert opened.wait(30)
    assert opened.state.endpoint == EndpointSelector("POST", "/users")


def press_enter(text: Any) -> None:
    """Press Enter as a browser reports it, before the value that it commits."""
    text._handle_custom_msg({"event": "submit"}, [])


def test_enter_adds_what_is_typed_and_again_what_has_failed(tmp_path: Path) -> None:
    opened = panel()
    assert opened.wait(30)
    control, wheel = opened.children[-1], tmp_path / "acme-1.0-py3-none-any.whl"
    text, go, said = unfolded(control)
    press_enter(text)
    text.value = str(wheel)
    wait_until(lambda: said.level == "error" and not go.disabled)
    assert "acme-1.0-py3-none-any.whl" in said.text
    assert build_wheel(tmp_path, fern_python(), "acme", "1.0") == wheel
    press_enter(text)
    wait_until(lambda: opened.state.api == "acme" and bool(opened.cards))
    assert (said.level, said.text) == ("info", "Added acme 1.0: 1 endpoint, 1 snippet.")
    assert opened.wait(30)


def test_text_that_comes_after_the_click_on_add_counts() -> None:
    added: list[str] = []

    def add(source: str, *, on_stage: Callable[[str], None]) -> AddedSdk:
        on_stage(source)
        added.append(source)
        return AddedSdk("added", source, (f"{source} 1.0",), 1, 1, ())

    control = AddControl(lambda _added: None, add)
    text, go, said = unfolded(control)
    for source in ("acme", "globex"):  # the button's message overtakes the field's
        go.click()
        text.value = source
        wait_until(lambda: "Added" in said.text and not go.disabled)
        assert added.pop() == source
    control.close()


def test_what_is_typed_while_another_is_read_is_added_after_it() -> None:
    read = threading.Event()

    def add(source: str, *, on_stage: Callable[[str], None]) -> AddedSdk:
        on_stage(f"Reading {source}…")
        assert read.wait(30)
        on_stage(f"Storing {source}…")
        return AddedSdk("added", source, (f"{source} 1.0",), 1, 1, ())

    control = AddControl(lambda _added: None, add)
    text, go, said = unfolded(control)
    text.value = "acme"
    press_enter(text)
    wait_until(lambda: said.text == "Reading acme…")
    press_enter(text)
    text.value = "globex"
    wait_until(lambda: said.text == "Reading acme… globex is added next.")
    assert text.value == "globex"
    read.set()
    wait_until(lambda: not go.disabled)
    assert said.text == (
        "Added acme 1.0: 1 endpoint, 1 snippet.\nAdded globex 1.0: 1 endpoint, 1 snippet."
    )
    press_enter(text)
    text.value = "initech"
    wait_until(lambda: said.text == "Added initech 1.0: 1 endpoint, 1 snippet.")
    control.close()


def test_what_is_typed_is_named_in_part_where_it_is_long() -> None:
    read = threading.Event()

    def add(source: str, *, on_stage: Callable[[str], None]) -> AddedSdk:
        on_stage(f"Reading {source[:4]}…")
        assert read.wait(30)
        return (
            add_sdk(source, on_stage=on_stage)
            if len(source) > 4
            else AddedSdk("added", "acme", ("acme 1.0",), 1, 1, ())
        )

    control = AddControl(lambda _added: None, add)
    text, go, said = unfolded(control)
    text.value = "acme"
    press_enter(text)
    wait_until(lambda: said.text == "Reading acme…")
    press_enter(text)
    text.value = "x" * 5_000
    wait_until(lambda: said.text.endswith("x is added next."))
    assert len(said.text) < 250
    read.set()
    wait_until(lambda: not go.disabled)
    assert "xxx' is neither a package nor a file" in said.text
    assert len(said.text) < 500
    control.close()


def test_what_is_typed_after_a_click_on_the_offer_is_of_an_api_of_its_own() -> None:
    asked: list[tuple[str, str | None]] = []
    read = threading.Event()

    def add(source: str, *, on_stage: Callable[[str], None], api: str | None = None) -> AddedSdk:
        on_stage(f"Reading {source}…")
        assert read.wait(30)
        asked.append((source, api))
        if (source, api) == ("npm:wrong", "acme"):
            raise ApiMismatch("wrong 1.0 is of another API than acme.")
        return AddedSdk("added", source, (f"{source} 1.0",), 1, 1, ())

    control = AddControl(lambda _added: None, add)
    control.offer_typescript("cohere", typescript_of("cohere"))
    text, go, said = unfolded(control)
    control.typescript_offer.button.click()
    assert text.value == ""
    press_enter(text)
    text.value = "npm:other"
    wait_until(lambda: said.text == "npm:other is added next.")
    read.set()
    wait_until(lambda: not go.disabled)
    assert asked == [("npm:cohere-ai", "cohere"), ("npm:other", None)]
    control.offer_typescript("acme", typescript_of("acme"))
    control.typescript_offer.button.click()  # the person names the package
    for result in ("Press Enter to add it as an API of its own.", "Added npm:wrong 1.0"):
        press_enter(text)
        text.value = "npm:wrong"
        wait_until(lambda: result in said.text and not go.disabled)  # noqa: B023 - waits at once
    assert asked[2:] == [("npm:wrong", "acme"), ("npm:wrong", None)]
    control.close()


def test_leaving_the_field_adds_nothing() -> None:
    control = AddControl(never)
    text, go, said = unfolded(control)
    text.value = "acme"
    assert (go.disabled, said.text) == (False, "")
    control.close()


def test_panel_shows_what_its_control_added(tmp_path: Path) -> None:
    opened = panel()
    assert opened.wait(30)
    added_by(opened.children[-1], str(build_wheel(tmp_path, fern_python(), "acme", "1.0")))
    wait_until(lambda: opened.state.api == "acme" and bool(opened.cards))
    assert opened.wait(30)
    assert opened.state.organization == "added"
    assert [card.sdk for card in opened.cards] == ["acme 1.0"] * 2


def test_typescript_twin_of_an_installed_sdk_is_added_by_one_click() -> None:
    asked: list[tuple[str, dict[str, Any]]] = []

    def add(source: str, *, on_stage: Callable[[str], None], **given: Any) -> AddedSdk:
        on_stage(source)
        asked.append((source, given))
        return AddedSdk("installed", "cohere", ("cohere-ai 1.0",), 1, 1, ())

    control = AddControl(lambda _added: None, add)
    control.offer_typescript("cohere", typescript_of("cohere"))
    twin = control.typescript_offer.button
    assert twin.description == "Add TypeScript · cohere-ai"
    assert added_by(control, " ").startswith("Type the name of a package")
    form = control.children[2]
    assert form.level == "warning"
    twin.click()
    wait_until(lambda: asked == [("npm:cohere-ai", {"api": "cohere"})])
    wait_until(
        lambda: (
            control.typescript_offer.status.text == "Added cohere-ai 1.0: 1 endpoint, 1 snippet."
        )
    )
    assert (form.text, form.level) == ("", "info")  # what was wrong before is over
    control.children[0].click()
    control.offer_typescript("acme", typescript_of("acme"))  # the person names it
    assert twin.description == "Add TypeScript…"
    twin.click()
    assert control.children[1].children[0].value == "npm:"
    control.offer_typescript(None, None)
    assert not control.typescript_offer.offered
    control.close()
