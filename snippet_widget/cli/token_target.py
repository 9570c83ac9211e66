"""Whose tokens ``snippet-widget token`` administers: those of a catalog, or of a service."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.catalog import catalog_name, existing_catalog, open_catalog
from snippet_widget.catalog.audit import process_actor
from snippet_widget.cli.options import is_service_named
from snippet_widget.client import TokenClient
from snippet_widget.connecting import connect
from snippet_widget.durations import parse_duration, parse_expiry
from snippet_widget.service.token_overview import created_token, token_overview
from snippet_widget.service.tokens import create_token, rotate_token
from snippet_widget.settings import environment_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.access_token import AccessToken
    from snippet_widget.catalog import Grant
    from snippet_widget.token_administration import (
        CreatedToken,
        RotationRequest,
        TokenOverview,
        TokenRequest,
    )


@dataclass(frozen=True)
class CatalogTokens:
    """The tokens of a catalog, by its URL; of the user's own when None."""

    url: str | None

    @property
    def place(self) -> str:
        """Which they are, for people."""
        return f"Catalog: {catalog_name(self.url)}"

    def tokens(self) -> list[TokenOverview]:
        """Return all tokens, the oldest first."""

        async def read() -> list[TokenOverview]:
            async with existing_catalog(self.url) as catalog:
                return [token_overview(token) for token in await catalog.tokens()]

        return asyncio.run(read())

    def create(self, request: TokenRequest) -> CreatedToken:
        """Make a token."""
        expires_at = parse_expiry(request.expires) if request.expires else None

        async def make() -> tuple[str, Grant]:
            async with open_catalog(self.url) as catalog:
                return await create_token(
                    catalog,
                    request.organizations,
                    label=request.label,
                    expires_at=expires_at,
                    write=request.write,
                    admin=request.admin,
                    created_by=process_actor().name,
                )

        return created_token(*asyncio.run(make()))

    def rotate(self, token_id: str, request: RotationRequest) -> CreatedToken:
        """Make a token that allows the same as another, which ends after the overlap."""
        expires_at = parse_expiry(request.expires) if request.expires else None
        seconds = parse_duration(request.overlap)

        async def make() -> tuple[str, Grant, int]:
            async with existing_catalog(self.url) as catalog:
                return await rotate_token(
                    catalog,
                    token_id,
                    overlap=seconds,
                    expires_at=expires_at,
                    created_by=process_actor().name,
                )

        return created_token(*asyncio.run(make()))

    def revoke(self, token_id: str) -> bool:
        """End a token at once; False: there is none of that id."""

        async def end() -> bool:
            async with existing_catalog(self.url) as catalog:
                return await catalog.revoke_token(token_id)

        return asyncio.run(end())

    def organizations(self) -> set[str]:
        """Return those that something is published in."""

        async def read() -> set[str]:
            async with existing_catalog(self.url) as catalog:
                return {api.org for api in await catalog.apis()}

        return asyncio.run(read())


class ServiceTokens(TokenClient):
    """The tokens of a service."""

    @property
    def place(self) -> str:
        """Which they are, for people."""
        return f"Service: {self._client.url}"

    def organizations(self) -> set[str]:
        """Return those that something is published in."""
        overview = self._client.catalog()
        return {org.id for org in overview.organizations} if overview else set()


@contextmanager
def tokens_of(
    catalog_url: str | None, url: str | None, token: AccessToken | None
) -> Iterator[CatalogTokens | ServiceTokens]:
    """Give the tokens of a catalog that was named, else of a service, else of the catalog."""
    if not is_service_named(url, token):
        yield CatalogTokens(catalog_url)
        return
    with connect(url, token, environment_settings()) as client:
        yield ServiceTokens(client)
