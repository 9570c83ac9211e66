"""The bundled samples: complete, correct code, and something of everything the panel can show."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from snippet_widget import __version__
from snippet_widget.models import CLIENTS, Snippet
from snippet_widget.samples import publications
from snippet_widget.syntax import typescript as typescript_syntax
from tests import sample_of_the_service

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.publication import Publication, PublishedEndpoint

PUBLICATIONS = publications()


def _snippets(type_: str) -> list[Snippet]:
    return [
        snippet
        for _, _, publication in PUBLICATIONS
        for endpoint in publication.endpoints
        for snippet in (endpoint.full, endpoint.endpoint)
        if snippet and snippet.type == type_
    ]


def _sources(type_: str) -> list[str]:
    found = [s for snippet in _snippets(type_) for s in snippet.sources.values()]
    return found + [
        s for snippet in _snippets(type_) for e in snippet.examples for s in e.sources.values()
    ]


def _publication(api: str, type_: str, version: str) -> Publication:
    return next(
        publication
        for _, a, publication in PUBLICATIONS
        if (a, publication.sdk.type, publication.sdk.version) == (api, type_, version)
    )


def _endpoint(publication: Publication, endpoint: str) -> PublishedEndpoint:
    return next(e for e in publication.endpoints if f"{e.method} {e.path}" == endpoint)


def test_two_organizations_have_one_api_of_the_same_name() -> None:
    apis = sorted({(org, api) for org, api, _ in PUBLICATIONS})
    assert apis == [
        ("skylark", "birdsong"),
        ("skylark", "weather"),
        ("snippet-widget", "snippets"),
        ("tidewater", "harbor"),
        ("tidewater", "weather"),
    ]


def test_one_api_needs_two_pages() -> None:
    harbor = _publication("harbor", "python", "5.0.1")
    assert len(harbor.endpoints) > 100


def test_the_api_that_runs_is_what_publishing_reads_out_of_its_description() -> None:
    command = "uv run python -m tests.sample_of_the_service"
    assert sample_of_the_service.FILE.read_text() == sample_of_the_service.sample_text(), command


@pytest.mark.parametrize("client", ["sync_client", "async_client"])
def test_code_of_the_api_that_runs_prints_what_the_catalog_holds(
    client: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path}/new.db")
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)
    sdk = _publication("snippets", "python", __version__)
    printed = {}
    for endpoint in sdk.endpoints:
        assert endpoint.full is not None
        exec(endpoint.full.sources[client], {})  # noqa: S102 - it is ours
        printed[endpoint.path] = capsys.readouterr().out
    assert "POST /v1/recordings/identify\n" in printed["/snippets/load"]
    assert "skylark-birdsong 2.1.0 client.recordings.identify\n" in printed["/snippets"]
    assert "skylark ['birdsong', 'weather']\n" in printed["/catalog"]


def test_no_publication_names_an_endpoint_twice() -> None:
    for _, _, publication in PUBLICATIONS:
        names = [(e.method, e.path) for e in publication.endpoints]
        assert len(set(names)) == len(names), publication.sdk


def test_every_python_source_compiles() -> None:
    sources = _sources("python")
    assert len(sources) > 1000
    for source in sources:
        compile(source, "sample", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def test_every_typescript_source_parses() -> None:
    sources = _sources("typescript")
    assert len(sources) > 200
    assert [source for source in sources if typescript_syntax.parse(source).has_error] == []


@pytest.mark.parametrize(
    ("type_", "clients"),
    [
        ("python", {"sync_client", "async_client"}),
        ("typescript", {"client"}),
        ("java", {"sync_client", "async_client"}),
        ("go", {"client"}),
    ],
)
def test_every_language_has_its_clients(type_: str, clients: set[str]) -> None:
    assert {frozenset(snippet.sources) for snippet in _snippets(type_)} == {frozenset(clients)}
    assert clients <= set(CLIENTS)


def test_braces_of_java_and_go_are_closed() -> None:
    for source in _sources("java") + _sources("go"):
        for opening, closing in ("()", "{}"):
            assert source.count(opening) == source.count(closing), source


def test_full_level_is_a_program_and_endpoint_level_its_call() -> None:
    wren = _endpoint(_publication("birdsong", "python", "2.1.0"), "GET /v1/species/{species_id}")
    assert wren.full is not None
    assert wren.endpoint is not None
    assert wren.full.sources["async_client"] == (
        "import asyncio\n\n"
        "from skylark_birdsong import AsyncBirdsong\n\n"
        'client = AsyncBirdsong(api_key="YOUR_API_KEY")\n\n\n'
        "async def main() -> None:\n"
        '    species = await client.species.get("eurasian-wren")\n'
        "    print(species.song)\n\n\n"
        "asyncio.run(main())"
    )
    assert wren.endpoint.sources["async_client"] == (
        'species = await client.species.get("eurasian-wren")'
    )


def test_versions_differ() -> None:
    calls = {
        version: _endpoint(
            _publication("birdsong", "python", version), "POST /v1/recordings/identify"
        ).full
        for version in ("1.4.2", "2.0.0", "2.1.0")
    }
    assert len({snippet.sources["sync_client"] for snippet in calls.values() if snippet}) == 3


def test_one_sdk_publishes_no_snippet_of_an_endpoint() -> None:
    live = _endpoint(_publication("birdsong", "go", "0.10.0"), "GET /v1/nests/{nest_id}/live")
    assert live.full is None


def test_named_examples_begin_with_the_snippet_itself() -> None:
    compose = _endpoint(_publication("birdsong", "python", "2.1.0"), "POST /v1/chorus/compose")
    assert compose.full is not None
    assert [example.name for example in compose.full.examples] == [
        "Dawn in a garden",
        "A marsh at dusk",
        "One nightingale, all night",
    ]
    assert compose.full.examples[0].sources == compose.full.sources


def test_a_warning_and_a_repair_are_there_to_be_seen() -> None:
    snippets = _snippets("python")
    assert any("license" in warning for s in snippets for warning in s.warnings)
    assert any(s.repairs for s in snippets)
