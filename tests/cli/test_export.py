"""``snippet-widget export``, and the way back into a catalog."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from click.testing import CliRunner

from snippet_widget.catalog import open_catalog
from snippet_widget.cli import main
from snippet_widget.models import Example
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.models import Snippet
    from snippet_widget.publication import Publication


def fill(url: str, *publications: Publication, org: str = "acme", api: str = "users") -> None:
    async def publish() -> None:
        async with open_catalog(url) as catalog:
            for publication in publications:
                await catalog.publish(org, api, publication)

    asyncio.run(publish())


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result.output


def readable(sdk: str, *endpoints: str, silent: str = "") -> Publication:
    """Return a publication whose Python compiles: publishing an export leaves out what does not."""
    return a_publication(sdk, *endpoints, source="#", silent=silent)


def in_typescript(publication: Publication) -> Publication:
    """Let all its snippets be programs of TypeScript."""

    def program(snippet: Snippet | None, source: str) -> Snippet | None:
        if snippet is None:
            return None
        return msgspec.structs.replace(snippet, sources=dict.fromkeys(snippet.sources, source))

    endpoints = (
        msgspec.structs.replace(
            endpoint,
            full=program(endpoint.full, 'import { Acme } from "@acme/sdk";\nnew Acme().ping();'),
            endpoint=program(endpoint.endpoint, "client.ping();"),
        )
        for endpoint in publication.endpoints
    )
    return msgspec.structs.replace(publication, endpoints=tuple(endpoints))


def rich(publication: Publication) -> Publication:
    """Give the first snippet everything that a snippet can have."""
    first, *others = publication.endpoints
    assert first.full is not None
    full = msgspec.structs.replace(
        first.full,
        call="client.ping",
        warnings=("sync: ä warning",),
        repairs=("a repair",),
        examples=(Example("one", {"client": "1"}), Example("two", {"client": "2"})),
        additional={"stability": {"level": ["beta", 1, None]}},
    )
    changed = msgspec.structs.replace(first, full=full)
    return msgspec.structs.replace(publication, endpoints=(changed, *others))


def test_export_published_again_is_the_same_catalog(tmp_path: Path) -> None:
    before, after = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    many = [f"GET /things/{number}" for number in range(230)]
    fill(
        before,
        rich(readable("python:acme==1.0", "GET /ping", "POST /users/{id}", silent="GET /x")),
        readable("python:acme==2.0", "GET /ping"),
        in_typescript(a_publication("typescript:@acme/sdk==1.0.0", "GET /new", *many)),
        a_publication("go:github.com/acme/go==0.3.0", "POST /users/{user_id}"),
    )
    fill(before, a_publication(), api="other")
    file = tmp_path / "export.json"
    run("export", "--catalog", before, "--api", "users", "-o", str(file))
    published = ("publish", str(file), "--org", "acme", "--api", "users", "--catalog", after)
    run(*published)
    assert run("export", "--catalog", after) == file.read_text(encoding="utf-8")
    assert len(json.loads(file.read_text())["publications"]) == 4
    assert "already published" in run(*published, status=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Which API? Add --org and --api for one of acme/users, acme/weather."),
        (("--api", "none"), "has no API …/none to export"),
        (("--api", "users", "-o", "{folder}/none/file.json"), "cannot be written"),
    ],
)
def test_export_says_what_it_needs(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    fill(url, a_publication())
    fill(url, a_publication(), api="weather")
    given = [argument.replace("{folder}", str(tmp_path)) for argument in arguments]
    assert message in run("export", "--catalog", url, *given, status=1)
