"""`add_sdk()` and the control *Add an SDK…*: what is read goes into the kernel's own catalog."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from snippet_widget import add_sdk, panel
from snippet_widget.catalog_export import export_text
from snippet_widget.errors import ConfigurationError, SourceNotFound
from snippet_widget.models import EndpointSelector
from snippet_widget.widget.add_control import AddControl
from snippet_widget.widget.adding import AddedSdk, source_of, twin_of
from tests.description_builder import written
from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_tarball, build_wheel
from tests.package_index import package_index
from tests.publication_builder import a_publication

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


def test_a_file_is_read_with_progress_and_found_in_the_panel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = build_wheel(tmp_path, fern_python(), "acme", "1.0")
    added = add_sdk(str(wheel))
    assert capsys.readouterr().out == f"Reading {wheel}…\n"
    assert (added.organization, added.api, added.sdks) == ("added", "acme", ("acme 1.0",))
    assert str(added) == "Added acme 1.0: 1 endpoint, 1 snippet."
    opened = panel(org="added", api="acme")
    assert opened.wait(30)
    assert [card.sdk for card in opened.cards] == ["acme 1.0"] * 2


def test_another_language_stands_beside_it_where_the_endpoints_meet(tmp_path: Path) -> None:
    add_sdk(str(build_wheel(tmp_path, fern_python(), "acme", "1.0")), on_stage=quiet)
    twin = build_tarball(tmp_path, fern_typescript())
    added = add_sdk(str(twin), api="Acme", on_stage=quiet)
    assert (added.organization, added.api) == ("added", "acme")
    opened = panel(org="added", api="acme")
    assert opened.wait(30)
    assert [card.title for card in opened.cards] == [
        "Python · sync",
        "Python · async",
        "TypeScript",
    ]


def test_an_sdk_of_another_api_is_refused(tmp_path: Path) -> None:
    files = fern_python()
    moved = {name: text.replace('"users', '"elsewhere') for name, text in files.items()}
    assert moved != files
    add_sdk(str(build_wheel(tmp_path, moved, "other", "1.0")), on_stage=quiet)
    twin = build_tarball(tmp_path, fern_typescript())
    with pytest.raises(SourceNotFound, match=r"of another API than other: only 0 endpoints of 1"):
        add_sdk(str(twin), api="other", on_stage=quiet)


def test_wrong_name_is_one_line_in_a_notebook() -> None:
    shell = InteractiveShell()
    shell.run_cell("from snippet_widget import add_sdk")
    shown: list[Any] = []
    shell._showtraceback = lambda *error: shown.append(error)  # type: ignore[method-assign]
    shell.run_cell("add_sdk('./missing.whl', on_stage=str)")
    ((_, _, lines),) = shown
    assert len(lines) == 1
    assert lines[0].startswith("SourceNotFound: There is no file ./missing.whl.")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("cohere", "pypi:cohere"),
        (" cohere==7.3.0 ", "pypi:cohere==7.3.0"),
        ("npm:cohere-ai", "npm:cohere-ai"),
        ("@scope/name@1.0", "npm:@scope/name@1.0"),
        ("dist/acme-1.0.tgz", "dist/acme-1.0.tgz"),
    ],
)
def test_a_source_may_be_spelled_as_its_registry_does(text: str, source: str) -> None:
    assert source_of(text) == source


def test_known_pairs_are_found_by_any_spelling() -> None:
    assert twin_of("Deepgram_SDK") == "@deepgram/sdk"
    assert twin_of("acme") is None


def added_by(control: AddControl, source: str) -> str:
    """Type a source, click Add, and return what is said in the end."""
    control.children[0].click()
    _, row, said = control.children
    row.children[0].value = source
    row.children[1].click()
    wait_until(lambda: not row.children[1].disabled)
    text: str = said.text
    return text


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


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
    control.children[0].click()
    _, row, said = control.children
    text, go = row.children
    press_enter(text)
    text.value = str(wheel)
    wait_until(lambda: said.level == "error" and not go.disabled)
    assert "acme-1.0-py3-none-any.whl" in said.text
    assert build_wheel(tmp_path, fern_python(), "acme", "1.0") == wheel
    press_enter(text)
    wait_until(lambda: opened.state.api == "acme" and bool(opened.cards))
    assert (said.level, said.text) == ("info", "Added acme 1.0: 1 endpoint, 1 snippet.")
    assert opened.wait(30)


def test_leaving_the_field_adds_nothing() -> None:
    control = AddControl(never)
    control.children[0].click()
    _, row, said = control.children
    row.children[0].value = "acme"
    assert (row.children[1].disabled, said.text) == (False, "")
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
    control.offer_twin("cohere", twin_of("cohere"))
    twin = control.twin.button
    assert twin.description == "Add TypeScript · cohere-ai"
    assert added_by(control, " ").startswith("Type the name of a package")
    form = control.children[2]
    assert form.level == "warning"
    twin.click()
    wait_until(lambda: asked == [("npm:cohere-ai", {"api": "cohere"})])
    wait_until(lambda: control.twin.said.text == "Added cohere-ai 1.0: 1 endpoint, 1 snippet.")
    assert (form.text, form.level) == ("", "info")  # what was wrong before is over
    control.children[0].click()
    control.offer_twin("acme", twin_of("acme"))  # the person names it
    assert twin.description == "Add TypeScript…"
    twin.click()
    assert control.children[1].children[0].value == "npm:"
    control.offer_twin(None, None)
    assert not control.twin.offered
    control.close()


@pytest.mark.parametrize("typed", ["-", "==1.0", ".."])
def test_what_is_no_package_is_answered_by_what_may_be_typed(typed: str) -> None:
    with pytest.raises(
        ConfigurationError, match=r"Type the name of a package \(cohere, .* \./acme"
    ):
        add_sdk(typed, on_stage=quiet)


def test_a_folder_that_was_taken_for_a_package_is_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad").mkdir()
    monkeypatch.chdir(tmp_path)
    with package_index() as index:
        monkeypatch.setenv("PIP_INDEX_URL", index.url)
        with pytest.raises(SourceNotFound, match=r"For the folder of that name, write \./bad"):
            add_sdk("bad", on_stage=quiet)
