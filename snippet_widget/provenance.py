"""What an inserted cell knows about itself: ``metadata.snippet_widget`` (design, section 9)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.models import LoadLevel, SdkSelector

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA_KEY = "snippet_widget"
"""The key of the record in a cell's metadata."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a cell's text came from.

    Parameters
    ----------
    org, api
        As asked of the service; None where its token has but one.
    method, path
        The endpoint.
    sdk
        Type, package and version, all given.
    client
        The snippet's field: ``sync_client``, ``async_client`` or ``client``.
    load_level
        How much of a program the snippet is.
    """

    org: str | None
    api: str | None
    method: str
    path: str
    sdk: SdkSelector
    client: str
    load_level: LoadLevel

    @property
    def endpoint(self) -> str:
        """``POST /v1/x``, for people."""
        return f"{self.method} {self.path}"


def provenance(source: str, origin: Origin) -> dict[str, Any]:
    """Return the metadata of a cell whose text is exactly `source`."""
    return {METADATA_KEY: {**msgspec.to_builtins(origin), "digest": digest(source)}}


class Provenance(Origin, frozen=True, kw_only=True):
    """What a cell's metadata says: its origin, and the digest of the text that was inserted."""

    digest: str


def read_provenance(metadata: Mapping[str, Any]) -> Provenance | None:
    """Read a cell's record; None where there is none.

    Raises
    ------
    ValueError
        What stands under our key is no such record; the message says why.
    """
    if METADATA_KEY not in metadata:
        return None
    try:
        return msgspec.convert(metadata[METADATA_KEY], Provenance)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def digest(source: str) -> str:
    """Return what tells whether a cell's text was changed by hand: ``sha256:…`` of its UTF-8."""
    return "sha256:" + hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
