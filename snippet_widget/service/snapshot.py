"""What the service remembers of the catalog at one stamp."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from snippet_widget.service.sdks import ApiSdks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Api, Catalog, CatalogState, Grant

_MOST_GRANTS = 10_000
_TOKENS_AT_ONCE = 2


class View:
    """All APIs, and the tokens and SDKs that were asked for so far.

    Parameters
    ----------
    catalog
        Where the rest is.
    state
        The catalog's when `apis` was read.
    apis
        All APIs.

    Attributes
    ----------
    choices
        The API and the SDKs that a token and a request meant, by what they said.
    """

    def __init__(self, catalog: Catalog, state: CatalogState, apis: Sequence[Api]) -> None:
        self.state = state
        self.apis = apis
        self.choices: dict[object, tuple[Api, list[int]]] = {}
        self._catalog = catalog
        self._grants: dict[bytes, Grant] = {}
        self._asking = asyncio.Semaphore(_TOKENS_AT_ONCE)
        self._sdks: dict[int, ApiSdks] = {}

    async def grant(self, digest: bytes) -> Grant | None:
        """Return what a token allows; unknown ones are not remembered, they could be any number.

        Whoever guesses tokens waits for others who do, and has few of the store's connections:
        nobody whose token is known waits for them.
        """
        if digest in self._grants:
            return self._grants[digest]
        async with self._asking:
            grant = await self._catalog.grant(digest)
        if grant is not None and len(self._grants) < _MOST_GRANTS:
            self._grants[digest] = grant
        return grant

    async def sdks(self, api: int) -> ApiSdks:
        """Return the SDK versions of an API."""
        if api not in self._sdks:
            found = await self._catalog.sdks([api])
            self._sdks[api] = ApiSdks(found[api])
        return self._sdks[api]
