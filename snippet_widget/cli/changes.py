"""``snippet-widget changes``: what a version of an API's SDKs changed, as a changelog."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cards.cell import fence
from snippet_widget.cards.markup_text import code_span, markdown_text
from snippet_widget.cards.visible_text import visible, visible_line
from snippet_widget.cli.options import service_options
from snippet_widget.cli.service_client import RequestOptions
from snippet_widget.cli.terminal_text import print_json_text, print_source
from snippet_widget.errors import SdkNotFound
from snippet_widget.languages import CLIENT_LABELS, language
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from snippet_widget.client import SnippetClient
    from snippet_widget.models import Snippet

Calls = dict[str, dict[str, str]]
"""The calls of an SDK version by field, by endpoint."""


@dataclass(frozen=True)
class SdkChanges:
    """What became of the calls of one package.

    Parameters
    ----------
    added, removed
        ``POST /v1/x`` of each endpoint.
    changed
        Unified difference of each call that changed, by endpoint and field.
    """

    type: str
    package: str
    before: str
    after: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: Mapping[str, Mapping[str, str]]


@click.command("changes")
@click.option("--org", metavar="ID", help="Organization. [env: SNIPPET_WIDGET_ORG]")
@click.option("--api", metavar="ID", help="API. [env: SNIPPET_WIDGET_API]")
@click.option("--from", "before", metavar="VERSION", help="The earlier version.  [required]")
@click.option("--to", "after", metavar="VERSION", help="The later version.  [required]")
@click.option(
    "--sdk",
    metavar="TYPE[:PACKAGE]",
    callback=lambda _, __, text: None if text is None else parse_sdk(text),
    help="Only that SDK; all that have both versions when left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of Markdown.")
@service_options
def command(  # noqa: PLR0913 - one for each option
    org: str | None,
    api: str | None,
    *,
    before: str | None,
    after: str | None,
    sdk: SdkSelector | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Say what a version of an API's SDKs added, removed and changed, in Markdown.

    \b
    Example:
      snippet-widget changes --org acme --api users --from 1.4.0 --to 2.0.0 >> CHANGELOG.md
    """  # noqa: D301 - click's own mark for lines to keep
    asked = RequestOptions(**options, org=org, api=api, sdks=(), load_level=LoadLevel.ENDPOINT)
    with asked.client() as client:
        org, api = asked.named_scope(client)
        asked = replace(asked, org=org, api=api)
        if before is None or after is None:
            missing = "--from" if before is None else "--to"
            listed = _listed(_published(client, asked, sdk))
            raise click.UsageError(f"Missing option '{missing}'. Published: {listed}.")
        found = [
            _compared(client, asked, package, (before, after))
            for package in _packages(client, asked, sdk, (before, after))
        ]
    if as_json:
        print_json_text(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    print_source("\n".join(line for changes in found for line in changes_markdown(changes)))


def _packages(
    client: SnippetClient,
    asked: RequestOptions,
    wanted: SdkSelector | None,
    versions: tuple[str, str],
) -> list[SdkSelector]:
    """Return the packages that have both versions.

    Raises
    ------
    SdkNotFound
        None has; the message names the versions there are.
    """
    if wanted is not None and wanted.package is not None:
        return [wanted]
    published = _published(client, asked, wanted)
    found = [
        SdkSelector(*package)
        for package, there in published.items()
        if all(_has(package[0], there, version) for version in versions)
    ]
    if found:
        return found
    raise SdkNotFound(
        f"No SDK has the versions {versions[0]} and {versions[1]}. Published: "
        f"{_listed(published)}. Name one with --sdk TYPE:PACKAGE where the service does not list "
        "them."
    )


def _listed(published: Mapping[tuple[str, str], list[str]]) -> str:
    """Return packages with their versions, for people."""
    named = (f"{t}:{p} {', '.join(there)}" for (t, p), there in published.items())
    return "; ".join(named) or "none"


def _published(
    client: SnippetClient, asked: RequestOptions, wanted: SdkSelector | None
) -> dict[tuple[str, str], list[str]]:
    overview = client.catalog()
    org, api = asked.names
    published: dict[tuple[str, str], list[str]] = {}
    for organization in overview.organizations if overview else ():
        for each in organization.apis:
            if org in (None, organization.id) and api in (None, each.id):
                for sdk in each.sdks:
                    if wanted is None or wanted.type == sdk.type:
                        published.setdefault((sdk.type, sdk.package), []).append(sdk.version)
    return published


def _has(type_: str, there: list[str], version: str) -> bool:
    keys = {version_key(type_, each) for each in there}
    return version_key(type_, version) in keys


def _compared(
    client: SnippetClient, asked: RequestOptions, package: SdkSelector, versions: tuple[str, str]
) -> SdkChanges:
    before, after = (
        calls_of_service(client, asked.scope, SdkSelector(package.type, package.package, version))
        for version in versions
    )
    return compared_calls(package, versions, before, after)


def compared_calls(
    package: SdkSelector, versions: tuple[str, str], before: Calls, after: Calls
) -> SdkChanges:
    """Return what became of the calls of one package from one version to another."""
    changed = {
        endpoint: dict(_differences(before[endpoint], after[endpoint]))
        for endpoint in before
        if endpoint in after and before[endpoint] != after[endpoint]
    }
    return SdkChanges(
        package.type,
        package.package or "",
        *versions,
        added=tuple(endpoint for endpoint in after if endpoint not in before),
        removed=tuple(endpoint for endpoint in before if endpoint not in after),
        changed=changed,
    )


def calls_of_service(client: SnippetClient, scope: dict[str, Any], sdk: SdkSelector) -> Calls:
    """Return the calls that a service has of one SDK."""
    loaded = client.load_all(**{**scope, "sdks": (sdk,)})
    return {
        f"{method} {path}": _sources(snippets)
        for path, methods in loaded.snippets.items()
        for method, snippets in methods.items()
    }


def _sources(snippets: list[Snippet]) -> dict[str, str]:
    return {field: source for snippet in snippets for field, source in snippet.sources.items()}


def _differences(before: dict[str, str], after: dict[str, str]) -> Iterator[tuple[str, str]]:
    for field in {**before, **after}:
        old, new = (sources.get(field, "").splitlines() for sources in (before, after))
        if old != new:
            lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
            yield field, "\n".join(line for line in lines if not line.startswith("@@"))


def changes_markdown(changes: SdkChanges) -> Iterator[str]:
    """Yield the lines of a changelog."""
    label = language(changes.type).label
    moved = f"{label}: {changes.package} {changes.before} → {changes.after}"
    yield f"## {markdown_text(moved)}"
    yield ""
    if not (changes.added or changes.removed or changes.changed):
        yield "No call changed."
        yield ""
    for title, endpoints in (("Added", changes.added), ("Removed", changes.removed)):
        if endpoints:
            names = (f"- {code_span(visible_line(endpoint))}" for endpoint in endpoints)
            yield from (f"### {title}", "", *names, "")
    if changes.changed:
        yield from ("### Changed", "")
    for endpoint, differences in changes.changed.items():
        for field, difference in differences.items():
            suffix = CLIENT_LABELS.get(field, field)
            named = markdown_text(f" ({suffix})") if suffix else ""
            yield f"{code_span(visible_line(endpoint))}{named}"
            yield from ("", fence(visible(difference), "diff"), "")
