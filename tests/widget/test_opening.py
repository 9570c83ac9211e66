"""`panel()`: what it opens by its arguments and the environment."""

from __future__ import annotations

import logging
import shutil
import zipfile
from traceback import TracebackException
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from snippet_widget import add_sdk, panel
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import EndpointSelector, LoadLevel
from tests.fern_builder import fern_python
from tests.package_builder import build_wheel
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service
from tests.tcp_proxy import tcp_proxy
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.service_builder import RunningService


@pytest.fixture(autouse=True)
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give each test a catalog and a home of its own."""
    url = f"sqlite:///{tmp_path}/catalog.db"
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", url)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)
    monkeypatch.delenv("SNIPPET_WIDGET_TOKEN", raising=False)
    return url


def test_without_anything_the_samples_are_shown() -> None:
    opened = panel()
    assert opened.wait(30)
    assert [card.title for card in opened.cards[:3]] == [
        "Python · sync",
        "Python · async",
        "TypeScript",
    ]
    assert (opened.state.organization, opened.state.api) == ("snippet-widget", "snippets")
    assert [card.compatibility for card in opened.cards] == ["", "", ""]
    assert opened.children[2].text == (
        "3 endpoints. This kernel's own service: what you insert runs."
    )


def test_samples_are_said_not_to_run_on_their_cards_and_in_the_status_line() -> None:
    opened = panel(org="skylark", api="birdsong")
    assert opened.wait(30)
    assert (
        opened.cards[0].compatibility
        == "A made-up sample SDK: its code can be inserted, but not run."
    )
    status = opened.children[2].text
    assert status == "23 endpoints. A made-up sample: it does not run."


def test_filtered_endpoints_are_counted_in_the_status_line() -> None:
    opened = panel(org="skylark", api="birdsong")
    assert opened.wait(30)
    finder, status = opened.children[1], opened.children[2]
    finder.query = "/v1/sightings/nearby"
    assert status.text == f"{len(finder.rows)} of 23 endpoints."
    assert 0 < len(finder.rows) < 23
    finder.query = "zzzz"
    assert status.text == "0 of 23 endpoints."
    finder.query = ""
    assert status.text.startswith("23 endpoints. A made-up sample")


def test_version_without_the_endpoint_is_said_to_have_nothing_to_compare() -> None:
    opened = panel(org="skylark", api="birdsong")
    assert opened.wait(30)
    opened.state.endpoint = EndpointSelector("GET", "/v1/sightings/nearby")
    assert opened.wait(30)
    status, options, comparison = opened.children[2], opened.children[3], opened.children[4]
    options.compared = options.versions.index("Python · skylark-birdsong 2.0.0")
    assert opened.wait(30)
    assert comparison.children
    stale: list[bool] = []
    opened.state.observe(lambda change: stale.append(change.new), "comparing")
    opened.state.endpoint = EndpointSelector("GET", "/v1/species")
    assert opened.wait(30)
    opened.state.endpoint = EndpointSelector("GET", "/v1/sightings/nearby")
    assert opened.wait(30)
    assert stale == [True, False] * 2  # what is of another endpoint is not seen meanwhile
    assert comparison.layout.visibility is None
    options.compared = options.versions.index("Python · skylark-birdsong 1.4.2")
    assert comparison.children == ()
    assert opened.wait(30)
    lacking = "Nothing to compare: skylark-birdsong 1.4.2 has no snippet of this endpoint."
    assert (status.level, status.text) == ("warning", lacking)
    options.compared = options.versions.index("Go · skylark.example/birdsong-go 0.9.0")
    assert opened.wait(30)
    assert status.text.startswith("23 endpoints")
    options.hidden = [name for name, label in options.columns if label.startswith("Go")]
    assert status.text == "Nothing to compare: no Go card is shown."
    options.compared = -1
    assert status.text.startswith("23 endpoints")


@pytest.fixture
def service(catalog: str) -> Iterator[RunningService]:
    publish(catalog, "team", "api", a_publication("python:acme==1.0", "POST /users", "GET /ping"))
    with running_service(catalog) as running:
        yield running


def test_a_service_is_opened_by_url_and_token(service: RunningService) -> None:
    opened = panel(url=service.url, token=TOKEN)
    assert opened.wait(30)
    assert opened.cards


def test_the_environment_names_service_and_token(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", service.url)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", f" {TOKEN}\n")
    opened = panel()
    assert opened.wait(30)
    assert opened.cards


def test_wrong_token_is_said_in_the_panel(service: RunningService) -> None:
    opened = panel(url=service.url, token="guess")  # noqa: S106
    assert opened.wait(30)
    assert "does not accept this token" in opened.state.status.text
    assert "snippet-widget token create" in opened.state.status.text


@pytest.mark.parametrize("running", [True, False])
def test_token_is_in_no_repr_log_trait_or_traceback(
    service: RunningService, caplog: pytest.LogCaptureFixture, *, running: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    opened = panel(url=service.url if running else "http://127.0.0.1:9", token=TOKEN)
    wait_until(lambda: bool(opened.cards) or opened.state.status.level == "warning")
    widgets = [opened, *opened.children, *opened.cards]
    shown = [
        caplog.text,
        *(repr(each) for each in (opened.state, opened.state.trait_values(), *widgets)),
        *(repr(widget.get_state()) for widget in widgets),
        *(traceback_of(record.exc_info[1]) for record in caplog.records if record.exc_info),
    ]
    if not running:
        assert any("ServiceUnavailable" in text for text in shown)
    assert not any(TOKEN in text for text in shown)


def traceback_of(error: BaseException | None) -> str:
    return "".join(TracebackException.from_exception(error).format()) if error else ""


def test_package_and_service_exclude_each_other() -> None:
    with pytest.raises(ConfigurationError, match="a package or a service"):
        panel("acme", url="https://snippets.test")


@pytest.mark.parametrize("package", ["<img src=x>", "@scope/name", "acme\u202etxt", "a\nb"])
def test_what_is_no_name_of_a_package_is_not_advised_to_be_added(site: Path, package: str) -> None:
    install(site, "skylark_sdk", "1.0")
    opened = panel(package)
    assert opened.wait(30)
    assert opened.state.status.text == (
        f"{package!r} is not the name of a package. SDKs that are installed: skylark-sdk."
    )


def test_package_that_is_not_installed_is_said_in_one_line(site: Path) -> None:
    install(site, "skylark_sdk", "1.0")
    opened = panel("skylark-sdx")
    assert opened.wait(30)
    assert opened.state.status.level == "error"
    assert opened.state.status.text == (
        "'skylark-sdx' is not installed in this kernel. SDKs that are installed: skylark-sdk. "
        '`snippet_widget.add_sdk("skylark-sdx")` reads it from PyPI without installing it.'
    )
    assert opened.state.api is None
    assert opened.cards == ()  # no other SDK's stand beside the error
    assert opened.state.apis == ("skylark-sdk",)  # the others can be chosen
    assert "snippet-widget" in opened.state.organizations
    opened.state.api = "skylark-sdk"
    assert opened.wait(30)
    assert opened.state.status.level == "info"
    assert opened.cards


def test_call_alone_keeps_what_is_said_of_its_program(site: Path) -> None:
    install(site, "skylark_sdk", "1.0")
    opened = panel("skylark-sdk")
    assert opened.wait(30)
    program = opened.state.cards[0]
    opened.state.load_level = LoadLevel.ENDPOINT
    assert opened.wait(30)
    call = opened.state.cards[0]
    assert (call.code, call.docs) == (program.call_source, program.docs)
    assert call.parameters == program.parameters != ()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that packages are installed into."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def install(site: Path, name: str, version: str) -> None:
    """Install a package as pip does, in the place of another version of it."""
    for before in site.glob(f"{name}-*.dist-info"):
        shutil.rmtree(before)
    with zipfile.ZipFile(build_wheel(site.parent, fern_python(), name, version)) as wheel:
        record = "".join(f"{file},,\n" for file in wheel.namelist())
        wheel.extractall(site)
    (site / f"{name}-{version}.dist-info" / "RECORD").write_text(record)


def sdks_shown(package: str) -> list[str]:
    opened = panel(package)
    assert opened.wait(30)
    try:
        return [card.sdk for card in opened.cards]
    finally:
        opened.close()


def test_installed_package_is_published_and_shown(site: Path) -> None:
    install(site, "acme", "1.2.3")
    opened = panel("acme")
    assert opened.wait(30)
    assert [card.sdk for card in opened.cards] == ["acme 1.2.3", "acme 1.2.3"]
    assert opened.cards[0].compatibility == ""
    again = panel("acme")
    assert again.wait(30)
    assert len(again.cards) == 2


def test_installed_version_is_shown_whatever_was_published_before(site: Path) -> None:
    for version in ("2.0.0", "1.0.0", "2.0.0"):  # of environments that share the catalog
        install(site, "acme", version)
        assert sdks_shown("acme") == [f"acme {version}"] * 2


def test_installed_version_is_compared_with_one_that_was_added(site: Path) -> None:
    install(site, "acme", "2.0.0")
    older = build_wheel(site.parent, fern_python(), "acme", "1.10.0")
    add_sdk(str(older), on_stage=lambda _stage: None)
    for org, other in (("installed", "1.10.0"), ("added", "2.0.0")):  # which has been read by then
        opened = panel(org=org)
        assert opened.wait(30)
        options, comparison = opened.children[3], opened.children[4]
        assert [offer.sdk.version for offer in opened.state.sdks] != [other]  # its own alone
        assert options.versions == [f"Python · acme {other}"]
        options.compared = 0
        assert opened.wait(30)
        sync, _ = comparison.children
        assert (sync.left, sync.right) == ("acme 1.10.0", "acme 2.0.0")


def test_package_is_found_however_it_is_spelled(site: Path) -> None:
    install(site, "acme_sdk", "1.0")
    for spelled in ("acme-sdk", "Acme.SDK", "acme_sdk"):
        opened = panel(spelled)
        assert opened.wait(30)
        assert opened.state.api == "acme-sdk"
        assert [card.sdk for card in opened.cards] == ["acme_sdk 1.0"] * 2
    assert opened.state.apis == ("acme-sdk",)


def test_installed_sdks_are_listed_and_read_when_chosen(site: Path) -> None:
    install(site, "acme", "1.0")
    opened = panel()
    assert opened.wait(30)
    assert opened.state.organizations[-1] == "installed"
    said: list[str] = []
    opened.children[2].observe(lambda change: said.append(change.new), "text")
    opened.state.organization = "installed"
    assert opened.wait(30)
    assert said[:2] == ["Loading endpoints…", "Reading acme 1.0…"]
    assert (opened.state.apis, opened.state.api) == (("acme",), "acme")
    assert [card.sdk for card in opened.cards] == ["acme 1.0"] * 2


def test_installed_sdks_are_listed_beside_a_teams(
    site: Path, service: RunningService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path}/own.db")
    install(site, "acme", "1.0")
    opened = panel(url=service.url, token=TOKEN)
    assert opened.wait(30)
    assert opened.state.organizations == ("team", "installed")
    opened.state.organization = "installed"
    assert opened.wait(30)
    assert [card.sdk for card in opened.cards] == ["acme 1.0"] * 2
    catalog = service.client.catalog()
    assert catalog is not None
    assert [each.id for each in catalog.organizations] == ["team"]  # nothing is written there


def test_choices_are_remembered_outside_of_the_notebook(tmp_path: Path) -> None:
    opened = panel()
    assert opened.wait(30)
    opened.state.organization = "tidewater"
    remembered = tmp_path / "config" / "snippet_widget" / "panel.json"
    wait_until(lambda: remembered.exists() and "tidewater" in remembered.read_text())
    assert "catalog.db" not in remembered.read_text()  # a database's URL may hold a password
    again = panel()
    assert again.wait(30)
    assert again.state.organization == "tidewater"


def test_display_is_remembered_for_every_panel(site: Path, tmp_path: Path) -> None:
    install(site, "acme", "1.0")
    opened = panel()
    assert opened.wait(30)
    opened.children[3].wrap, opened.children[3].environment = False, True
    remembered = tmp_path / "config" / "snippet_widget" / "panel.json"
    wait_until(lambda: remembered.exists() and '"environment": true' in remembered.read_text())
    again = panel("acme")
    assert again.wait(30)
    assert (again.children[3].wrap, again.children[3].environment) == (False, True)


def test_panel_recovers_when_its_service_is_gone_and_back(service: RunningService) -> None:
    with tcp_proxy(*address_of(service.url)) as first:
        opened = panel(url=f"http://127.0.0.1:{first.port}", token=TOKEN)
        assert opened.wait(30)
    endpoint = opened.state.endpoint
    opened.state.endpoint = EndpointSelector("GET", "/ping")
    wait_until(lambda: opened.state.status.level == "warning")
    assert "Trying again automatically." in opened.state.status.text
    with tcp_proxy(*address_of(service.url), port=first.port):
        wait_until(lambda: opened.state.status.level == "info")
        assert opened.wait(30)
        assert opened.state.endpoint == EndpointSelector("GET", "/ping") != endpoint
        assert opened.cards


def address_of(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or 0
