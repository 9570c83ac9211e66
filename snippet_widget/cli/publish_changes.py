"""What a dry run of ``publish`` shows: how the calls differ from those that are published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cli.changes import Calls, SdkChanges, calls_of_service, compared_calls
from snippet_widget.endpoints import path_key
from snippet_widget.errors import ApiNotFound, OrgNotFound, SdkNotFound
from snippet_widget.models import LoadLevel, SdkSelector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.client import SnippetClient
    from snippet_widget.publication import Publication

_NOTHING = (OrgNotFound, ApiNotFound, SdkNotFound)


def changes_against(
    client: SnippetClient, org: str, api: str, publications: Sequence[Publication]
) -> list[SdkChanges]:
    """Return what publishing would change for people, SDK by SDK.

    Each is compared with its own version where that is published, else with the latest one of its
    package; one of a package that is not published has nothing to be compared with.
    """
    scope = {"org_id": org, "api_id": api, "load_level": LoadLevel.ENDPOINT}
    found = []
    for publication in publications:
        sdk = publication.sdk
        for known in (sdk, SdkSelector(sdk.type, sdk.package)):
            try:
                before = calls_of_service(client, scope, known)
            except _NOTHING:
                continue
            version = known.version or _latest(client, org, api, sdk)
            after = _spelled_as(before, _calls(publication))
            found.append(compared_calls(sdk, (version, sdk.version or ""), before, after))
            break
    return found


def _latest(client: SnippetClient, org: str, api: str, wanted: SdkSelector) -> str:
    overview = client.catalog()
    listed = [
        sdk.version
        for organization in (overview.organizations if overview else ())
        for each in organization.apis
        if (organization.id, each.id) == (org, api)
        for sdk in each.sdks
        if sdk.latest and (sdk.type, sdk.package) == (wanted.type, wanted.package)
    ]
    return listed[0] if listed else ""


def _calls(publication: Publication) -> Calls:
    """Return the calls of a publication; none of an endpoint without a snippet."""
    snippets = {f"{e.method} {e.path}": e.endpoint or e.full for e in publication.endpoints}
    return {name: snippet.sources if snippet else {} for name, snippet in snippets.items()}


def _spelled_as(known: Calls, calls: Calls) -> Calls:
    """Return calls with their endpoints named as others are that are the same."""
    names = {_key(name): name for name in known}
    return {names.get(_key(name), name): sources for name, sources in calls.items()}


def _key(name: str) -> tuple[str, str]:
    method, _, path = name.partition(" ")
    return method, path_key(path)
