"""What travels on the wire: the requests' selectors and the answers' snippets.

Names and optional fields are those of the specification, section "Resources and their fields".
`Snippet` is decoded by `SnippetClient` and encoded when published; nothing between rebuilds it.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

CLIENTS = ("sync_client", "async_client", "client")
"""The fields of a snippet that hold source code, in the order in which they are shown."""


class LoadLevel(str, enum.Enum):
    """How much of a program a snippet holds (specification, "Load all snippets")."""

    FULL = "full"
    """A whole program: imports, construction of the client, the call."""
    ENDPOINT = "endpoint"
    """The call of the endpoint alone."""


class Sdk(msgspec.Struct, frozen=True):
    """The SDK a snippet belongs to: ``sdk`` of a Snippet."""

    package: str
    version: str


class SdkSelector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which SDKs to answer for: an item of the ``sdks`` request list.

    Parameters
    ----------
    type
        Language, an alias of one (``py``) included.
    package
        Package name; every package of the language when omitted.
    version
        Package version; the latest published one when omitted.
    """

    type: str
    package: str | None = None
    version: str | None = None


class EndpointSelector(msgspec.Struct, frozen=True):
    """Which endpoint to answer for: ``endpoint`` of the get-one operation."""

    method: str
    path: str


class SnippetsRequest(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The body of the load-all operation (``POST /snippets/load``); null is as good as absent."""

    org_id: str | None = None
    api_id: str | None = None
    sdks: tuple[SdkSelector, ...] | None = ()
    load_level: LoadLevel | None = LoadLevel.FULL


class SnippetRequest(SnippetsRequest, frozen=True, omit_defaults=True, kw_only=True):
    """The body of the get-one operation (``POST /snippets``)."""

    endpoint: EndpointSelector


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several examples that a vendor publishes of one endpoint, by its name.

    Parameters
    ----------
    name
        The vendor's name for it, unique within the snippet.
    sources
        Source code by field name, as in `Snippet`.
    """

    name: str
    sources: dict[str, str]


class Snippet(msgspec.Struct, frozen=True, kw_only=True):
    """Source code that calls one endpoint through one version of one SDK.

    The union on the wire is open: a type that this version does not know is as good a snippet as
    the others, and so is a field. That is why this is one class and not one class for each type.

    Parameters
    ----------
    type
        Language of the SDK in lower case, the union's discriminator: ``python``, ``typescript``…
    sdk
        Package and version.
    sources
        Source code by the wire's field: ``sync_client`` and ``async_client`` for python and java,
        ``client`` for typescript, go and all others.
    call
        How the SDK spells the call, ``client.users.get``, where known. An addition.
    warnings
        Why the snippet may not work as published, for people. An addition.
    repairs
        What was mended when it was published, for people. An addition.
    examples
        All the vendor's examples, the first being `sources`; empty when there is but one. An
        addition.
    additional
        Fields that this version does not know, untouched.
    """

    type: str
    sdk: Sdk
    sources: dict[str, str]
    call: str | None = None
    warnings: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    additional: dict[str, Any] = {}


class SnippetsPage(msgspec.Struct, frozen=True):
    """One page of the load-all operation's answer.

    Parameters
    ----------
    snippets
        Endpoint path -> HTTP method in upper case -> snippets, one for each SDK version. An empty
        list says that the SDKs asked for know the endpoint and publish no snippet of it.
    next
        The page to load next; None when this was the last.
    """

    snippets: dict[str, dict[str, list[Snippet]]]
    next: int | None = None


class SdkOverview(msgspec.Struct, frozen=True):
    """One SDK version in the answer of ``GET /catalog``."""

    type: str
    package: str
    version: str
    latest: bool
    snippets: int


class ApiOverview(msgspec.Struct, frozen=True):
    """One API in the answer of ``GET /catalog``; newer versions of a package come first."""

    id: str
    endpoints: int
    sdks: tuple[SdkOverview, ...]


class OrganizationOverview(msgspec.Struct, frozen=True):
    """One organization in the answer of ``GET /catalog``."""

    id: str
    apis: tuple[ApiOverview, ...]


class CatalogOverview(msgspec.Struct, frozen=True):
    """The answer of ``GET /catalog``: all that the token covers. An addition."""

    organizations: tuple[OrganizationOverview, ...]


_KNOWN = {"type", "sdk", "call", "warnings", "repairs", "examples", *CLIENTS}


def snippet_from_wire(fields: Mapping[str, Any]) -> Snippet:
    """Read a decoded JSON object as a `Snippet`.

    Raises
    ------
    msgspec.ValidationError
        A field that the specification names is missing or of another type.
    """
    known = {name: value for name, value in fields.items() if name in _KNOWN - {*CLIENTS}}
    examples = [
        {"name": example.get("name"), "sources": _sources(example)}
        for example in known.pop("examples", ())
    ]
    return msgspec.convert(
        {
            **known,
            "sources": _sources(fields),
            "examples": examples,
            "additional": {n: v for n, v in fields.items() if n not in _KNOWN},
        },
        Snippet,
    )


def snippet_to_wire(snippet: Snippet) -> dict[str, Any]:
    """Return the JSON object of a snippet: additions that are empty are absent."""
    additions = {
        "call": snippet.call,
        "warnings": list(snippet.warnings),
        "repairs": list(snippet.repairs),
        "examples": [{"name": e.name, **e.sources} for e in snippet.examples],
    }
    return {
        "type": snippet.type,
        "sdk": msgspec.to_builtins(snippet.sdk),
        **snippet.sources,
        **{name: value for name, value in additions.items() if value},
        **snippet.additional,
    }


def page_from_wire(fields: Mapping[str, Any]) -> SnippetsPage:
    """Read the decoded answer of the load-all operation.

    Raises
    ------
    msgspec.ValidationError
        It is not the object that the specification describes.
    """
    raw = msgspec.convert(fields, _RawPage)
    return SnippetsPage(
        snippets={
            path: {
                method: [snippet_from_wire(entry) for entry in entries]
                for method, entries in methods.items()
            }
            for path, methods in raw.snippets.items()
        },
        next=raw.next,
    )


class _RawPage(msgspec.Struct):
    snippets: dict[str, dict[str, list[dict[str, Any]]]]
    next: int | None = None


def _sources(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in CLIENTS if name in fields}
