"""An SDK in two versions; documents are written of the first, and held to the second."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.publication_builder import a_publication
from tests.service_builder import catalog_as_of, publish

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def program(call: str, *arguments: str) -> str:
    lines = "".join(f"    {argument},\n" for argument in arguments)
    return (
        "from acme import Acme\n\nclient = Acme(\n"
        f'    token="YOUR_TOKEN",\n)\nclient.{call}(\n{lines})\n'
    )


def endpoint(text: str, version: str, call: str, *arguments: str) -> PublishedEndpoint:
    method, _, path = text.partition(" ")
    source = program(call, *arguments)
    sdk = Sdk("acme", version)
    sources = {"sync_client": source, "async_client": ""}
    snippet = Snippet(type="python", sdk=sdk, sources=sources, call=f"client.{call}")
    return PublishedEndpoint(method, path, snippet, snippet)


def publish_teams(catalog: str, version: str) -> None:
    """Publish a version that has an endpoint which takes its number."""
    sdk = SdkSelector("python", "acme", version)
    call = endpoint("GET /teams", version, "teams.list", f'v="{version}"')
    publish(catalog, "org", "api", Publication(sdk, (call,)))


def version_1() -> Publication:
    return Publication(
        SdkSelector("python", "acme", "1.0"),
        (
            endpoint("GET /users", "1.0", "users.get_all", "limit=10", "page=1"),
            endpoint("GET /teams", "1.0", "teams.list"),
            endpoint("POST /old_reports", "1.0", "reports.create", 'name="a"'),
            endpoint("DELETE /sessions/{id}", "1.0", "sessions.end", 'id="7"'),
        ),
    )


def version_2() -> Publication:
    """Return the next version: calls renamed, an argument less, endpoints moved, gone and new."""
    return Publication(
        SdkSelector("python", "acme", "2.0"),
        (
            endpoint("GET /users", "2.0", "users.list", "limit=10"),
            endpoint("GET /teams", "2.0", "teams.list"),
            endpoint("POST /old-reports", "2.0", "reports.create", 'name="a"'),
            endpoint("GET /audit", "2.0", "audit.list"),
        ),
    )


def users_alone(version: str, source: str, *, required_only: str = "") -> Publication:
    """Return a version that has one endpoint, ``GET /users``, with this source of its client."""
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", version),
        sources={"sync_client": source},
        required_only={"sync_client": required_only} if required_only else {},
    )
    sdk = SdkSelector("python", "acme", version)
    return Publication(sdk, (PublishedEndpoint("GET", "/users", snippet),))


def catalog_of_version_1(folder: Path) -> str:
    """Return the URL of a new catalog in a folder."""
    return catalog_as_of(_publish_version_1, folder / "catalog.db")


def _publish_version_1(catalog: str) -> None:
    publish(catalog, "org", "api", version_1())


def publish_two_languages(catalog: str, version: str, source: str) -> None:
    """Publish one endpoint, ``GET /users``, with a source of all clients of two SDKs."""
    sdks = (f"python:acme=={version}", f"typescript:@acme/sdk=={version}")
    both = [a_publication(sdk, "GET /users", source=source) for sdk in sdks]
    publish(catalog, "org", "api", *both)


def catalog_of_two_languages(folder: Path) -> str:
    """Return the URL of a new catalog in a folder."""
    return catalog_as_of(_publish_first_versions, folder / "catalog.db")


def _publish_first_versions(catalog: str) -> None:
    publish_two_languages(catalog, "1.0", "one\ncall")


def run(*arguments: str, catalog: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--catalog", catalog])


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["cells"]
    return found


def sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(path)]
