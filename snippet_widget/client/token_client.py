"""Administer a service's tokens, with a token that may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.errors import TokenNotFound
from snippet_widget.token_administration import (
    TOKEN_PATH,
    TOKENS_PATH,
    CreatedToken,
    RotationRequest,
    TokenOverview,
    TokenRequest,
)

if TYPE_CHECKING:
    from snippet_widget.client.snippet_client import SnippetClient


class TokenClient:
    """The tokens of a service, of those organizations that the client's own token covers.

    Every method raises what `SnippetClient` does, `Forbidden` where its token may not.

    Parameters
    ----------
    client
        It stays the caller's to close.
    """

    def __init__(self, client: SnippetClient) -> None:
        self._client = client

    def tokens(self) -> list[TokenOverview]:
        """Return all tokens, revoked ones too, the oldest first."""
        return self._client.ask("GET", TOKENS_PATH, list[TokenOverview])

    def create(self, request: TokenRequest) -> CreatedToken:
        """Make a token; its text is nowhere else."""
        return self._client.ask("POST", TOKENS_PATH, CreatedToken, msgspec.json.encode(request))

    def rotate(self, token_id: str, request: RotationRequest) -> CreatedToken:
        """Make a token that allows the same as another, which ends after the overlap."""
        path = f"{_path(token_id)}/rotate"
        return self._client.ask("POST", path, CreatedToken, msgspec.json.encode(request))

    def revoke(self, token_id: str) -> bool:
        """End a token at once; False: there is none of that id."""
        try:
            self._client.ask("POST", f"{_path(token_id)}/revoke", dict[str, Any])
        except TokenNotFound:
            return False
        return True


def _path(token_id: str) -> str:
    return TOKEN_PATH.format(token_id=token_id)
