"""What an inserted cell knows about itself: ``metadata.snippet_widget`` (design, section 9)."""

from __future__ import annotations

import enum
import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.models import LoadLevel, SdkSelector

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA_KEY = "snippet_widget"
"""The key of the record in a cell's metadata."""


class Role(str, enum.Enum):
    """What a cell is in its document."""

    CALL = "call"
    """A snippet's code."""
    INSTALL = "install"
    """The line that installs the SDK."""
    HEADING = "heading"
    """The heading of an endpoint."""


class Form(str, enum.Enum):
    """In which form the snippet's code is in the cell."""

    NOTEBOOK = "notebook"
    """As a notebook takes it: ``await`` at the top level."""
    PUBLISHED = "published"
    """As published, ``asyncio.run`` included."""
    CALL = "call"
    """The call alone, cut out of the whole program in notebook form."""


class Credentials(str, enum.Enum):
    """What stands in the code where a secret belongs."""

    PLACEHOLDER = "placeholder"
    """The placeholder that was published, ``"YOUR_API_KEY"``."""
    ENVIRONMENT = "environment"
    """An environment variable."""


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
    example
        The vendor's name for the example; None where the SDK publishes only one of the endpoint.
    form, credentials
        How the code was changed on its way into the cell.
    role
        What the cell is in its document.
    version_range
        The SDK versions that an update may choose from, ``>=1,<2``; all when None.
    """

    org: str | None
    api: str | None
    method: str
    path: str
    sdk: SdkSelector
    client: str
    load_level: LoadLevel
    example: str | None
    form: Form
    credentials: Credentials
    role: Role = Role.CALL
    version_range: str | None = None

    @property
    def endpoint(self) -> str:
        """``POST /v1/x``, for people."""
        return f"{self.method} {self.path}"


def provenance(source: str, origin: Origin) -> dict[str, Any]:
    """Return the metadata of a cell whose text is exactly `source`."""
    return {METADATA_KEY: {**msgspec.to_builtins(origin), "digest": digest(source)}}


_SINCE_0_2 = {"example", "form", "credentials"}
_OLD_RECORD = (
    "The cell was inserted by an earlier version of snippet_widget, which did not record the "
    "example, the form and the credentials: what the cell held cannot be known. Insert the "
    "snippet again to have it checked."
)


class Provenance(Origin, frozen=True, kw_only=True):
    """What a cell's metadata says: its origin, and the digest of the text that was inserted."""

    digest: str


def read_provenance(metadata: Mapping[str, Any]) -> Provenance | None:
    """Read a cell's record; None where there is none.

    Raises
    ------
    ValueError
        What stands under our key is no complete record; the message says why, and what to do.
    """
    if METADATA_KEY not in metadata:
        return None
    fields = metadata[METADATA_KEY]
    try:
        return msgspec.convert(fields, Provenance)
    except msgspec.ValidationError as error:
        if isinstance(fields, dict) and "digest" in fields and not _SINCE_0_2 & fields.keys():
            raise ValueError(_OLD_RECORD) from None
        raise ValueError(
            f"metadata.{METADATA_KEY} is no record of snippet_widget: {error}. "
            "Remove it, or insert the snippet again."
        ) from None


def digest(source: str) -> str:
    """Return what tells whether a cell's text was changed by hand: ``sha256:…`` of its UTF-8."""
    return "sha256:" + hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
