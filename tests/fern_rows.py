"""What Fern's snippets service stores: a row for each snippet that is published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snippet_widget.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.models import SdkSelector, Snippet
    from snippet_widget.publication import Publication

PACKAGE_NAMES = {"java": ("group", "artifact"), "go": ("githubRepo",), "ruby": ("gem",)}
"""What the ecosystem of a language calls a package, where that is not ``package``."""

_TWO_SOURCES = ("python", "java")


@dataclass(frozen=True)
class Row:
    """One stored snippet: of one endpoint, SDK version and example.

    Parameters
    ----------
    published
        Number of the publication that it came with; higher is later.
    full, endpoint
        The snippet at each load level.
    example
        ``exampleIdentifier``, where the endpoint has several.
    """

    org: str
    api: str
    published: int
    sdk: SdkSelector
    method: str
    path: str
    full: dict[str, Any]
    endpoint: dict[str, Any]
    example: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What a later publication of the same replaces."""
        return (self.org, self.api, self.sdk, self.method, self.path, self.example)


def rows_of(org: str, api: str, publication: Publication) -> Iterator[Row]:
    """Yield the rows of a publication."""
    for endpoint in publication.endpoints:
        for example, full in _examples(endpoint.full):
            short = dict(_examples(endpoint.endpoint)).get(example, full)
            yield Row(
                org, api, 0, publication.sdk, endpoint.method, endpoint.path, full, short, example
            )


def _examples(snippet: Snippet | None) -> list[tuple[str | None, dict[str, Any]]]:
    if snippet is None:
        return []
    named = [(e.name, _sources(snippet.type, e.sources)) for e in snippet.examples]
    return [*named] or [(None, _sources(snippet.type, snippet.sources))]


def _sources(type_: str, sources: dict[str, str]) -> dict[str, Any]:
    """Return the sources; one that python or java has none of is null."""
    clients = ("sync_client", "async_client") if type_ in _TWO_SOURCES else ("client",)
    return {client: sources.get(client) for client in clients}


def own_names(sdk: SdkSelector) -> dict[str, str]:
    """Return a package in the names of its ecosystem."""
    package = sdk.package or ""
    if sdk.type == "java":
        group, _, artifact = package.rpartition(":")
        return {"group": group, "artifact": artifact}
    if sdk.type == "go":
        return {"githubRepo": f"https://{package.removeprefix('https://')}"}
    return {PACKAGE_NAMES.get(sdk.type, ("package",))[0]: package}


def highest_versions(rows: list[Row]) -> list[Row]:
    """Return the rows of the highest version of each package."""
    highest: dict[tuple[str, str | None], SdkSelector] = {}
    for sdk in dict.fromkeys(row.sdk for row in rows):
        package = (sdk.type, sdk.package)
        highest[package] = max(highest.get(package, sdk), sdk, key=_newness)
    return [row for row in rows if row.sdk == highest[row.sdk.type, row.sdk.package]]


def _newness(sdk: SdkSelector) -> Any:
    """Return what sorts an SDK's versions, the newest last."""
    return version_key(sdk.type, sdk.version or "")
