"""`show()`: static, deterministic, without a front end."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget import show
from snippet_widget.errors import ConfigurationError, RequestProblem, Unauthorized
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from pathlib import Path

IDENTIFY = "POST /v1/recordings/identify"


@pytest.fixture(autouse=True)
def _samples(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path_factory.getbasetemp() / 'show.db'}"
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", url)
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)
    monkeypatch.delenv("SNIPPET_WIDGET_TOKEN", raising=False)


def test_one_line_of_text_says_what_there_is() -> None:
    shown = show(IDENTIFY, api="birdsong")
    assert repr(shown) == (
        f"{IDENTIFY} | Python · sync | Python · async | TypeScript | Java · sync | Java · async"
        " | Go"
    )


def test_same_bytes_each_time() -> None:
    first, second = (show(IDENTIFY, api="birdsong")._repr_mimebundle_() for _ in range(2))
    assert first == second
    assert set(first) == {"text/html", "text/markdown", "text/plain"}


class Tags(HTMLParser):
    """Collects the elements of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember it."""
        self.seen |= {tag, *(name for name, _ in attrs)}


def test_html_is_self_contained_and_without_a_script() -> None:
    tags = Tags()
    tags.feed(show(IDENTIFY, api="birdsong")._repr_mimebundle_()["text/html"])
    assert not tags.seen & {"script", "link", "iframe", "src", "href", "onclick", "onload"}
    assert "style" in tags.seen


def test_sdk_clients_and_level_narrow_what_is_shown() -> None:
    shown = show(
        "GET /v1/species/eurasian-wren",
        api="birdsong",
        sdk="python:skylark-birdsong==1.4.2",
        clients=["async"],
        level="endpoint",
    )
    (card,) = shown.cards
    assert card.code == 'species = await client.species.get("eurasian-wren")'
    assert card.sdk.version == "1.4.2"
    assert "```python\nspecies = await" in shown._repr_mimebundle_()["text/markdown"]


def test_credentials_are_read_from_the_environment_when_asked_for() -> None:
    shown = show(IDENTIFY, api="birdsong", sdk="python", credentials="environment")
    assert ["os.environ[" in card.code for card in shown.cards] == [True, True]
    placeholders = show(IDENTIFY, api="birdsong", sdk="python")
    assert ["os.environ[" in card.code for card in placeholders.cards] == [False, False]


def test_several_sdks_are_shown_side_by_side() -> None:
    shown = show(IDENTIFY, api="birdsong", sdk=["typescript", "go"])
    assert [card.title for card in shown.cards] == ["TypeScript", "Go"]


def test_service_of_a_team_is_asked(tmp_path: Path) -> None:
    catalog = f"sqlite:///{tmp_path}/team.db"
    publish(catalog, "org", "api", a_publication())
    with running_service(catalog) as service:
        shown = show("GET /ping", url=service.url, token=TOKEN)
        with pytest.raises(Unauthorized, match="needs a token"):
            show("GET /ping", url=service.url)
    assert repr(shown).startswith("GET /ping | Python")


@pytest.mark.parametrize(
    ("endpoint", "options", "message"),
    [
        ("/v1/x", {}, "The method is missing. Write show"),
        (
            "client.recordings.identify",
            {},
            r'is a call. Write its endpoint: show\("METHOD /path"\). The filter of the panel finds',
        ),
        (IDENTIFY, {"clients": ["rpc"]}, "'rpc' is not a client"),
        (IDENTIFY, {"level": "half"}, "'half' is not a load level"),
        (IDENTIFY, {"credentials": "mine"}, "'mine' cannot be shown for credentials"),
        (IDENTIFY, {"sdk": "python:"}, "names no SDK"),
        (IDENTIFY, {"url": "snippets.example"}, "is not the address of a service"),
    ],
)
def test_wrong_argument_is_named(endpoint: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        show(endpoint, **options)


@pytest.mark.parametrize(
    ("endpoint", "options", "message"),
    [
        (
            "GET /v1/nowhere",
            {"api": "birdsong"},
            "The API 'birdsong' has no endpoint GET /v1/nowhere. The candidates are: GET /v1/",
        ),
        (
            "GET /v1/forecast",
            {"api": "weather"},
            (
                "2 APIs have what is asked for. Name one of them, with `org` and `api`. "
                "The candidates are: skylark/weather, tidewater/weather."
            ),
        ),
        ("GET /v1/nowhere", {}, "What is asked for is in none of these APIs: skylark/birdsong, "),
        (
            IDENTIFY,
            {"api": "birdsong", "sdk": "go:skylark.example/birdsong-go==9"},
            (
                "go:skylark.example/birdsong-go is published for this API, but not in version 9. "
                "Name a version that is, or none for the latest. "
                "The candidates are: go:skylark.example/birdsong-go==0.10.0, go:"
            ),
        ),
        (
            IDENTIFY,
            {"sdk": "py:skylark_birdsong==7.0"},
            (
                "python:skylark_birdsong is in skylark/birdsong, but not in version 7.0. Name a "
                "version that is there, or none for the latest. The candidates are: "
                "python:skylark-birdsong==3.0.0b1, python:skylark-birdsong==2.1.0, "
            ),
        ),
        (IDENTIFY, {"sdk": "python:nobodys==1"}, "What is asked for is in none of these APIs: "),
        (IDENTIFY, {"org": "nobody"}, "is published here. Name another one. The "),
        (IDENTIFY, {"api": "nothing"}, "is published here. Name another one. The candidates are: "),
    ],
)
def test_what_the_service_declines_is_said_with_what_could_be_meant(
    endpoint: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RequestProblem, match=re.escape(message)) as declined:
        show(endpoint, **options)
    assert not re.search("orgId|apiId|`sdks`|`candidates`", str(declined.value))


def test_api_that_alone_has_the_endpoint_need_not_be_named() -> None:
    assert show(IDENTIFY).data == show(IDENTIFY, api="birdsong").data
