"""All of one API that a service has, for an export: ours lists it, another's pages are merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.api_choice import listed_scopes, meant_scopes
from snippet_widget.client.snippet_selection import at_endpoint_level, merge_examples, merge_pages
from snippet_widget.errors import ApiIdRequired, ApiNotFound, ConfigurationError
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.client import SnippetClient
    from snippet_widget.models import Snippet, SnippetsPage
    from snippet_widget.overviews import CatalogOverview

Exported = tuple[str, str, list[Publication]]
"""Organization, API, and all of its SDK versions."""


def exported_of(client: SnippetClient, org: str | None, api: str | None) -> Exported:
    """Return all that a service has of one API.

    Raises
    ------
    ApiIdRequired, ApiNotFound
        Several APIs, or none, fit the names.
    ConfigurationError
        A name is missing that the service does not list.
    """
    overview = client.catalog()
    if overview is not None:
        return _listed(client, overview, org, api)
    if not org or not api:
        raise ConfigurationError(
            f"{client.name} does not list its APIs. Name organization and API for the export: "
            "--org and --api."
        )
    pages = merge_pages(client.pages(org_id=org, api_id=api))
    return org, api, list(_by_sdk(pages))


def _listed(
    client: SnippetClient, overview: CatalogOverview, org: str | None, api: str | None
) -> Exported:
    scopes = meant_scopes(listed_scopes(overview, org, api))
    fitting = [
        (organization.id, each)
        for organization in overview.organizations
        for each in organization.apis
        if (organization.id, each.id) in scopes
    ]
    if not fitting:
        raise ApiNotFound(f"{client.name} has no API {org or '…'}/{api or '…'} to export.")
    if len(fitting) > 1:
        names = ", ".join(f"{name}/{each.id}" for name, each in fitting)
        raise ApiIdRequired(f"Which API? Add --org and --api for one of {names}.")
    ((name, chosen),) = fitting
    sdks = [SdkSelector(sdk.type, sdk.package, sdk.version) for sdk in chosen.sdks]
    return name, chosen.id, [_publication(client, name, chosen.id, sdk) for sdk in sdks]


def _publication(client: SnippetClient, org: str, api: str, sdk: SdkSelector) -> Publication:
    full, calls = (
        client.load_all(org_id=org, api_id=api, sdks=[sdk], load_level=level)
        for level in (LoadLevel.FULL, LoadLevel.ENDPOINT)
    )
    return Publication(
        sdk,
        tuple(
            PublishedEndpoint(
                method,
                path,
                next(iter(found), None),
                next(iter(calls.snippets.get(path, {}).get(method, ())), None),
            )
            for method, path, found in _endpoints(full)
        ),
    )


def _by_sdk(page: SnippetsPage) -> Iterator[Publication]:
    endpoints: dict[SdkSelector, list[PublishedEndpoint]] = {}
    for method, path, found in _endpoints(page):
        for each in merge_examples(found):
            sdk = SdkSelector(each.type, each.sdk.package, each.sdk.version)
            endpoint = PublishedEndpoint(method, path, each, at_endpoint_level(each))
            endpoints.setdefault(sdk, []).append(endpoint)
    for sdk, published in endpoints.items():
        yield Publication(sdk, tuple(published))


def _endpoints(page: SnippetsPage) -> Iterator[tuple[str, str, list[Snippet]]]:
    for path, methods in page.snippets.items():
        for method, found in methods.items():
            yield method, path, found
