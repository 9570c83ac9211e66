"""The two lookups of the specification, with the answers of ours, whichever service is asked.

Another service may send every version of an SDK instead of the latest, the snippets of an endpoint
on several pages, endpoints that there are not and whole programs at every level, and may compare
paths letter by letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.client.snippet_decoding import without_phantoms
from snippet_widget.client.snippet_selection import (
    at_endpoint_level,
    is_exact,
    merge_examples,
    merge_pages,
    of_packages,
    selected,
    spelled_as,
)
from snippet_widget.errors import EndpointNotFound, SdkNotFound, UnexpectedAnswer
from snippet_widget.models import (
    EndpointSelector,
    LoadLevel,
    SdkRequest,
    SnippetRequest,
    SnippetsRequest,
)
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from snippet_widget.api_choice import Scope
    from snippet_widget.client.operations import ServiceOperations
    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage


class TolerantLookups:
    """Lookups in one service.

    Parameters
    ----------
    operations
        What is asked.
    name
        What messages call the service.
    is_ours
        Whether it answers as ours does; asked only where that makes a difference.
    """

    def __init__(
        self, operations: ServiceOperations, name: str, is_ours: Callable[[], bool]
    ) -> None:
        self._operations = operations
        self._name = name
        self._is_ours = is_ours

    def snippets(
        self,
        endpoint: EndpointSelector,
        scope: Scope,
        asked: tuple[SdkSelector, ...],
        level: LoadLevel,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint, one for each SDK.

        Raises
        ------
        EndpointNotFound
            The service has the endpoint in no spelling.
        SdkNotFound
            It has it, of other SDKs than asked for.
        """
        sent = self._sent(asked)
        try:
            found = self._found(endpoint, scope, sent, level)
        except EndpointNotFound:
            if self._is_ours():
                raise
            found = []
        if not found and self._is_ours():
            return []  # the SDKs know the endpoint and publish no snippet of it
        chosen = selected(found or self._found_otherwise(endpoint, scope, level), asked)
        if not chosen:
            raise self._sdk_not_found(asked, f" of {endpoint.method} {endpoint.path}")
        return self._at_level(chosen, level)

    def page(
        self, page: int | None, scope: Scope, asked: tuple[SdkSelector, ...], level: LoadLevel
    ) -> SnippetsPage:
        """Return one page of all snippets, the first one when None."""
        sent = tuple(map(SdkRequest.of, self._sent(asked)))
        loaded = self._operations.page(SnippetsRequest(*scope, sent, level), page)
        loaded = without_phantoms(loaded, lambda: not self._is_ours())
        return msgspec.structs.replace(
            loaded,
            snippets={
                path: {
                    method: self._at_level(merge_examples(of_packages(found, asked)), level)
                    for method, found in methods.items()
                }
                for path, methods in loaded.snippets.items()
            },
        )

    def pages(
        self, page: int | None, scope: Scope, asked: tuple[SdkSelector, ...], level: LoadLevel
    ) -> Iterator[SnippetsPage]:
        """Yield all pages from one on, each when it has arrived.

        Raises
        ------
        UnexpectedAnswer
            A page names one before it as its next.
        """
        seen: set[int] = set()
        while True:
            loaded = self.page(page, scope, asked, level)
            yield loaded
            page = loaded.next
            if page is None:
                return
            if page in seen:
                raise UnexpectedAnswer(
                    f"{self._name} sent page {page} twice: its pages form a loop. Report that to "
                    "whoever runs it."
                )
            seen.add(page)

    def whole(self, scope: Scope, asked: tuple[SdkSelector, ...], level: LoadLevel) -> SnippetsPage:
        """Return the snippets of all endpoints, one for each SDK.

        Raises
        ------
        SdkNotFound
            There is none of the SDKs asked for.
        """
        whole = merge_pages(self.pages(None, scope, asked, level))
        snippets: dict[str, dict[str, list[Snippet]]] = {}
        for path, methods in whole.snippets.items():
            for method, found in methods.items():
                snippets.setdefault(path, {})[method] = selected(found, asked)
        nothing = asked and not any(found for m in snippets.values() for found in m.values())
        if nothing and not self._is_ours():
            raise self._sdk_not_found(asked)
        return msgspec.structs.replace(whole, snippets=snippets)

    def _sent(self, asked: tuple[SdkSelector, ...]) -> tuple[SdkSelector, ...]:
        """Return the selectors to send: another service chooses no version as we do."""
        if all(map(is_exact, asked)) or self._is_ours():
            return asked
        return ()

    def _found(
        self,
        endpoint: EndpointSelector,
        scope: Scope,
        sdks: tuple[SdkSelector, ...],
        level: LoadLevel,
    ) -> list[Snippet]:
        request = SnippetRequest(
            endpoint=endpoint,
            org_id=scope[0],
            api_id=scope[1],
            sdks=tuple(map(SdkRequest.of, sdks)),
            load_level=level,
        )
        return self._operations.snippets(request)

    def _found_otherwise(
        self, endpoint: EndpointSelector, scope: Scope, level: LoadLevel
    ) -> list[Snippet]:
        """Return an endpoint's snippets of every SDK, in the spelling in which the service has it.

        Raises
        ------
        EndpointNotFound
            It has it in none.
        """
        for path in self._spellings(endpoint, scope):
            try:
                found = self._found(EndpointSelector(endpoint.method, path), scope, (), level)
            except EndpointNotFound:
                continue
            if found:
                return found
        raise EndpointNotFound(
            f"{self._name} has no snippet of {endpoint.method} {endpoint.path}. "
            "`snippet-widget load` and the panel list the endpoints that there are."
        )

    def _spellings(self, endpoint: EndpointSelector, scope: Scope) -> Iterator[str]:
        """Yield how a service that compares letter by letter may spell a path."""
        path = endpoint.path
        yield path
        yield path.removeprefix("/") if path.startswith("/") else f"/{path}"
        listed = [
            each
            for page in self.pages(None, scope, (), LoadLevel.FULL)
            for each, methods in page.snippets.items()
            if endpoint.method in methods
        ]
        spelled = spelled_as(path, listed)
        if spelled is not None:
            yield spelled

    def _at_level(self, snippets: list[Snippet], level: LoadLevel) -> list[Snippet]:
        """Return snippets at the level asked for, which another service may have ignored."""
        if level is LoadLevel.FULL or self._is_ours():
            return snippets
        return [at_endpoint_level(snippet) for snippet in snippets]

    def _sdk_not_found(self, asked: Sequence[SdkSelector], what: str = "") -> SdkNotFound:
        named = ", ".join(map(sdk_text, asked))
        return SdkNotFound(
            f"{self._name} has no snippet{what} for {named}. Ask without an SDK to see those that "
            "there are."
        )
