"""The snippets of one endpoint, asked of the API that is meant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from snippet_widget.api_choice import answer_of_meant_api, listed_scopes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.api_choice import Scope
    from snippet_widget.cards.content import SnippetQuery
    from snippet_widget.client.endpoint_client import EndpointClient
    from snippet_widget.models import SdkSelector, Snippet


def meant_snippets(
    client: EndpointClient,
    query: SnippetQuery,
    sdks: Sequence[SdkSelector],
    preferred: Scope = (None, None),
) -> tuple[SnippetQuery, list[Snippet]]:
    """Return an endpoint's snippets, and the query with the API that has them.

    Parameters
    ----------
    client
        The service.
    query
        Without organization or API: of the one that has the endpoint, and the SDKs.
    sdks
        As in `SnippetClient.get`.
    preferred
        The organization and the API of the settings, where the query is without them.

    Raises
    ------
    SnippetWidgetError
        As `answer_of_meant_api` and `SnippetClient.get`.
    """

    def ask(scope: Scope) -> list[Snippet]:
        return client.get(
            query.endpoint.method,
            query.endpoint.path,
            org_id=scope[0],
            api_id=scope[1],
            sdks=sdks,
            load_level=query.load_level,
        )

    (org, api), snippets = answer_of_meant_api((query.org, query.api), ask, preferred, sdks)
    return replace(query, org=org, api=api), snippets


def named_query(client: EndpointClient, query: SnippetQuery) -> SnippetQuery:
    """Return a query that was answered with its API by name, for a record that stays unambiguous.

    As it is where the service cannot list its APIs.
    """
    if query.org and query.api:
        return query
    scopes = listed_scopes(client.catalog(), query.org, query.api)
    if len(scopes) != 1:
        return query
    return replace(query, org=scopes[0][0], api=scopes[0][1])
