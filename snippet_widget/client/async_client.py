"""`AsyncSnippetClient`: a snippet service, asked without holding up an event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from typing_extensions import Self

    from snippet_widget.client.snippet_client import SnippetClient
    from snippet_widget.models import Snippet, SnippetsPage
    from snippet_widget.overviews import CatalogOverview


class AsyncSnippetClient:
    """The methods of a `SnippetClient`, each awaited; requests run in threads.

    Parameters
    ----------
    client
        Asked, and closed with this one.
    """

    def __init__(self, client: SnippetClient) -> None:
        self._client = client

    def __repr__(self) -> str:
        """Return the address, without the token."""
        return f"Async{self._client!r}"

    async def __aenter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections."""
        await self.close()

    async def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        await asyncio.to_thread(self._client.close)

    async def get(self, method: str, path: str, **scope: Any) -> list[Snippet]:
        """Return the snippets of one endpoint, as `SnippetClient.get` does."""
        return await asyncio.to_thread(self._client.get, method, path, **scope)

    async def load(self, **scope: Any) -> SnippetsPage:
        """Return one page of all snippets, as `SnippetClient.load` does."""
        return await asyncio.to_thread(self._client.load, **scope)

    async def load_all(self, **scope: Any) -> SnippetsPage:
        """Return the snippets of all endpoints, as `SnippetClient.load_all` does."""
        return await asyncio.to_thread(self._client.load_all, **scope)

    async def pages(self, *, page: int | None = None, **scope: Any) -> AsyncIterator[SnippetsPage]:
        """Yield all pages from one on, each when it has arrived, as `SnippetClient.pages` does."""
        pages = self._client.pages(page=page, **scope)
        while (loaded := await asyncio.to_thread(next, pages, None)) is not None:
            yield loaded

    async def catalog(self) -> CatalogOverview | None:
        """Return what the token covers, as `SnippetClient.catalog` does."""
        return await asyncio.to_thread(self._client.catalog)
