"""The panel over a service that is as Fern's is."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget import panel
from snippet_widget.models import EndpointSelector, LoadLevel, SdkSelector
from tests.fern_options import ODDITIES, FernOptions, options_with
from tests.fern_publications import PACKAGES, languages_publications, one_publication
from tests.fern_server import fern_service
from tests.fern_service import TOKEN, FernService
from tests.scripted_server import Script, scripted_server
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from snippet_widget.widget.panel import SnippetPanel


@pytest.fixture(autouse=True)
def _environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "TOKEN", "ORG", "API"):
        monkeypatch.delenv(f"SNIPPET_WIDGET_{name}", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def running() -> Iterator[FernService]:
    with fern_service(*languages_publications()) as service:
        yield service


@pytest.fixture
def fern(running: FernService) -> Iterator[FernService]:
    yield running
    running.reset()


def opened(service: FernService, **arguments: Any) -> SnippetPanel:
    made = panel(url=service.url, token=TOKEN, **arguments)
    assert made.wait(30), made.state.status
    return made


@pytest.mark.parametrize("oddity", ["all", "none", *ODDITIES])
def test_sixty_endpoints_are_sixty_rows_with_cards_of_the_highest_version(
    fern: FernService, oddity: str
) -> None:
    fern.options = options_with(oddity)
    made = opened(fern)
    state = made.state
    assert (state.listed, state.status.text) == (60, "60 endpoints.")
    assert len({(entry.method, entry.path) for entry in state.index.entries}) == 60
    shown = {card.type: (card.sdk.package, card.sdk.version) for card in state.cards}
    assert shown == {type_: (package, "1.10.0") for type_, package in PACKAGES.items()}
    latest = [offer.sdk for offer in state.sdks if offer.latest]
    assert {(sdk.type, sdk.package, sdk.version) for sdk in latest} == {
        (*item, "1.10.0") for item in PACKAGES.items()
    }


def test_another_version_is_chosen_and_compared(fern: FernService) -> None:
    made = opened(fern)
    state = made.state
    older = SdkSelector("java", PACKAGES["java"], "1.9.0")
    state.compared = older
    assert made.wait(10)
    assert {each.left for each in state.differences} == {f"{older.package} 1.9.0"}
    state.sdk = older
    assert made.wait(30)
    assert {card.sdk for card in state.cards} == {older}
    assert state.listed == 60


def test_the_call_alone_and_what_is_inserted_are_of_the_card(fern: FernService) -> None:
    made = opened(fern)
    state = made.state
    state.load_level = LoadLevel.ENDPOINT
    assert made.wait(10)
    python = next(card for card in state.cards if card.client == "sync_client")
    assert python.cell_source.startswith("client.call_")
    assert "1.10.0" in python.cell_source
    assert python.metadata["snippet_widget"]["sdk"]["version"] == "1.10.0"


def test_path_without_a_slash_has_cards(fern: FernService) -> None:
    made = opened(fern)
    made.state.endpoint = EndpointSelector("POST", "v1/things07/{thing_id}")
    assert made.wait(10)
    assert len({card.type for card in made.state.cards}) == len(PACKAGES)


def test_an_endpoint_is_found_by_the_code_of_every_language() -> None:
    python = one_publication(SdkSelector("python", "acme-sdk", "1.0.0"), 60)
    ruby = one_publication(SdkSelector("ruby", "acme_sdk", "1.0.0"), 60)
    with fern_service(python, ruby) as service:
        made = opened(service)
        rows = made.state.index.find("call_45  # python").rows
        assert [row[2] for row in rows] == ["/v1/things45/{thing_id}"]


def test_organization_and_api_are_typed_and_kept(fern: FernService, tmp_path: Path) -> None:
    made = opened(fern, org="acme", api="nothing")
    assert "Organization acme does not have API nothing" in made.state.status.text
    organization, api, *_ = made.children[0].children
    assert (organization.description, api.description) == ("Organization", "API")
    assert (organization.value, api.value) == ("acme", "nothing")
    api.value = "things"
    assert made.wait(30)
    assert made.state.listed == 60
    fern.resets = 100
    made.state.endpoint = EndpointSelector("GET", "/v1/things03/{thing_id}")
    wait_until(lambda: made.state.status.level == "warning")
    fern.resets = 0
    wait_until(lambda: made.state.status.level == "info" and made.cards)  # drawn after it is said
    assert (organization.value, api.value) == ("acme", "things")
    remembered = tmp_path / "snippet_widget" / "panel.json"
    wait_until(lambda: remembered.exists() and '"things"' in remembered.read_text())
    again = opened(fern)
    assert again.state.scope is not None
    assert (again.state.scope.organization, again.state.scope.api) == ("acme", "things")


def test_settings_name_organization_and_api(
    fern: FernService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", fern.url)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", TOKEN)
    monkeypatch.setenv("SNIPPET_WIDGET_ORG", "acme")
    monkeypatch.setenv("SNIPPET_WIDGET_API", "things")
    made = panel()
    assert made.wait(30)
    assert {body["apiId"] for _, body in fern.requests[-9:]} == {"things"}
    assert made.cards


def test_the_list_goes_on_at_the_page_where_it_was_stopped(fern: FernService) -> None:
    fern.requests.clear()
    fern.retry_after = ["0", "1"]
    began = time.monotonic()
    made = opened(fern)
    assert time.monotonic() - began > 1
    loads = [path for path, _ in fern.requests if path.startswith("/snippets/load")]
    pages = [path.partition("=")[2] or "1" for path in loads]
    assert sorted(set(pages), key=int) == [str(number) for number in range(1, 10)]
    assert len(pages) <= 11  # nine, and the two that were refused
    assert made.state.listed == 60


def test_a_refusal_in_the_middle_does_not_begin_anew(fern: FernService) -> None:
    fern.requests.clear()
    made = panel(url=fern.url, token=TOKEN)
    wait_until(lambda: len(fern.requests) >= 4)
    fern.retry_after = ["0"]
    assert made.wait(60)
    loads = [path for path, _ in fern.requests if path.startswith("/snippets/load")]
    assert loads.count("/snippets/load") == 1
    assert made.state.listed == 60


@pytest.mark.parametrize("errors", ["named", "text", "defined"])
def test_ambiguity_asks_to_type(errors: str) -> None:
    options = replace(FernOptions(), errors=errors)  # type: ignore[arg-type]
    publications = languages_publications(2)
    with fern_service(*publications, options=options) as service:
        service.publish("acme", "more", *publications)
        made = opened(service)
        assert made.state.status.level == "warning"
        assert "Multiple APIs were found" in made.state.status.text
        assert "type them above" in made.state.status.text
        made.children[0].children[1].value = "more"
        assert made.wait(30)
        assert made.state.listed == 2


def test_token_that_is_not_known_is_said_in_the_service_s_words(fern: FernService) -> None:
    made = panel(url=fern.url, token="unknown-token")  # noqa: S106
    assert made.wait(30)
    assert "Failed to resolve organizations" in made.state.status.text
    assert "token create" not in made.state.status.text


def test_two_packages_of_one_language_have_a_card_each() -> None:
    first = one_publication(SdkSelector("python", "acme", "1.0.0"), 3)
    second = one_publication(SdkSelector("python", "acme-extra", "2.0.0"), 3)
    with fern_service(first, second) as service:
        made = opened(service)
        made.state.endpoint = EndpointSelector("DELETE", "/v1/things02/{thing_id}")
        assert made.wait(10)
        assert {card.title for card in made.state.cards} == {
            "Python · sync · acme",
            "Python · async · acme",
            "Python · sync · acme-extra",
            "Python · async · acme-extra",
        }
        assert len(made.cards) == len({card.sdk + card.title for card in made.cards}) == 4


def test_snippet_that_cannot_be_read_costs_no_page() -> None:
    good = '{"type": "go", "sdk": {"package": "a", "version": "1"}, "client": "a()"}'
    page = f'{{"snippets": {{"/a": {{"GET": [{good}]}}, "/b": {{"GET": [{{"type": 7}}]}}}}}}'
    answers = {"/snippets": f"[{good}]".encode()}
    with scripted_server(Script(body=page.encode(), bodies=answers)) as server:
        made = panel(url=server.url)
        wait_until(lambda: made.state.listed == 2)
        wait_until(lambda: "1 snippet cannot be read" in made.state.status.text)
