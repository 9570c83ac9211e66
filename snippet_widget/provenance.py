"""What an inserted cell knows about itself: ``metadata.snippet_widget``."""

from __future__ import annotations

import base64
import enum
import hashlib
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert
from snippet_widget.models import LoadLevel, SdkSelector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.api_choice import Scope

_LONGEST_ORIGINAL = 50_000

METADATA_KEY = "snippet_widget"
"""The key of the record in a cell's metadata."""


class Role(str, enum.Enum):
    """What a cell is in its document."""

    CALL = "call"
    """A snippet's code."""
    INSTALL = "install"
    """The line that installs the SDK."""
    CAPTION = "caption"
    """The name of a snippet's client above its code, in a generated document."""
    HEADING = "heading"
    """The heading of an endpoint, in a generated document."""
    TITLE = "title"
    """The title of a generated document, and its SDKs."""


class Form(str, enum.Enum):
    """In which form the snippet's code is in the cell."""

    NOTEBOOK = "notebook"
    """As a notebook takes it: ``await`` at the top level."""
    PROGRAM = "program"
    """As a script takes it, ``asyncio.run`` included, and repaired where that was needed."""
    PUBLISHED = "published"
    """As its vendor published it."""
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
    required_only
        The arguments alone that the call needs, where it is published so.
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
    required_only: bool = False

    @property
    def scope(self) -> Scope:
        """Organization and API."""
        return self.org, self.api

    @property
    def endpoint(self) -> str:
        """``POST /v1/x``, for people."""
        return f"{self.method} {self.path}"


class GeneratedDocument(msgspec.Struct, frozen=True, kw_only=True):
    """What a generated document says about itself, in the notebook's own metadata.

    Parameters
    ----------
    title
        First heading.
    org, api
        Whose endpoints it documents.
    endpoints
        Those asked for, ``POST /v1/x`` each; all of the API when None.
    sdks
        As asked; the latest of each when empty.
    clients
        Fields of the snippets that became cells.
    load_level, credentials, required_only
        As of `Origin`.
    pinned
        Its SDKs stay in the versions that are named.
    """

    title: str
    org: str | None
    api: str | None
    endpoints: tuple[str, ...] | None
    sdks: tuple[SdkSelector, ...]
    clients: tuple[str, ...]
    load_level: LoadLevel
    credentials: Credentials = Credentials.PLACEHOLDER
    required_only: bool = False
    pinned: bool = False

    @property
    def scope(self) -> Scope:
        """Organization and API."""
        return self.org, self.api

    @property
    def fields(self) -> dict[str, Any]:
        """What is recorded of it."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return _without_defaults(fields, "required_only", "pinned")


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """What a heading or title of a generated document says about itself.

    Parameters
    ----------
    role
        `Role.HEADING` or `Role.TITLE`.
    method, path
        The endpoint that a heading is of.
    document
        Of the title of a document of all of an API: Jupytext keeps cells' metadata alone as text.
    digest, original
        As of `Provenance`.
    """

    role: Role
    method: str | None = None
    path: str | None = None
    document: GeneratedDocument | None = None
    digest: str = ""
    original: str | None = None


def provenance(source: str, origin: Origin | Passage) -> dict[str, Any]:
    """Return the metadata of a cell whose text is exactly `source`."""
    fields = _without_defaults(msgspec.to_builtins(origin), "required_only", "document")
    if isinstance(origin, Passage) and origin.document:
        fields["document"] = origin.document.fields
    return {METADATA_KEY: {**fields, "digest": digest(source), "original": packed(source)}}


def _without_defaults(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return a record without those fields that are false: most have no need of them."""
    return {name: value for name, value in fields.items() if value or name not in names}


def packed(source: str) -> str | None:
    """Return a text as a record holds it, to merge what was edited; None for an endless one.

    It is Base64 (RFC 4648) of zlib's format (RFC 1950): one short line in the file.
    """
    if len(source) > _LONGEST_ORIGINAL:
        return None
    return base64.b64encode(zlib.compress(source.encode("utf-8", "surrogatepass"), 9)).decode()


def unpacked(original: str | None) -> str | None:
    """Return the text that a record holds; None where it holds none that can be read."""
    try:
        data = base64.b64decode(original or "", validate=True)
        text = zlib.decompressobj().decompress(data, 4 * _LONGEST_ORIGINAL)
        return text.decode("utf-8", "surrogatepass") if original else None
    except (ValueError, zlib.error):
        return None


_SINCE_0_2 = {"example", "form", "credentials"}
_PROSE = [Role.HEADING.value, Role.TITLE.value]  # a list: what a record has need not be hashable
_OLD_RECORD = (
    "The cell was inserted by an earlier version of snippet_widget, which did not record the "
    "example, the form and the credentials: what the cell held cannot be known. Insert the "
    "snippet again to have it checked."
)


class Provenance(Origin, frozen=True, kw_only=True):
    """What a cell's metadata says: its origin, and the text that was inserted.

    Parameters
    ----------
    digest
        Of that text: any other was changed by hand.
    original
        That text, as `packed` returns it; None where it is not recorded.
    """

    digest: str
    original: str | None = None

    @property
    def origin(self) -> Origin:
        """The record without the text."""
        return Origin(**{name: getattr(self, name) for name in Origin.__struct_fields__})


def read_provenance(metadata: Mapping[str, Any]) -> Provenance | Passage | None:
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
        if isinstance(fields, dict) and fields.get("role") in _PROSE:
            return convert(fields, Passage)
        return convert(fields, Provenance)
    except msgspec.ValidationError as error:
        if isinstance(fields, dict) and "digest" in fields and not _SINCE_0_2 & fields.keys():
            raise ValueError(_OLD_RECORD) from None
        raise ValueError(
            f"metadata.{METADATA_KEY} is not a record of snippet_widget: {error}. "
            "Remove it, or insert the snippet again."
        ) from None


def read_document(metadata: Mapping[str, Any]) -> GeneratedDocument | None:
    """Read the record in a notebook's own metadata; None where it was not generated.

    Raises
    ------
    ValueError
        What stands under our key is no such record; the message says why, and what to do.
    """
    if METADATA_KEY not in metadata:
        return None
    try:
        return convert(metadata[METADATA_KEY], GeneratedDocument)
    except msgspec.ValidationError as error:
        raise ValueError(
            f"metadata.{METADATA_KEY} of the notebook is not a record of snippet_widget: {error}. "
            "Remove it, or write the notebook again."
        ) from None


def digest(source: str) -> str:
    """Return what tells whether a cell's text was changed by hand: ``sha256:…`` of its UTF-8."""
    return "sha256:" + hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
