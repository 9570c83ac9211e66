"""``POST /snippets/create`` on the wire: what a publisher sends, and what it is answered.

The shape is that of Fern's snippets API, which generators of SDKs send. Additions, all optional:
several SDKs at once, `mode`, an endpoint without a snippet, the call alone (`endpointSnippet`),
and in a snippet all the fields that the service's own snippets have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

import msgspec

from snippet_widget.ecosystems import own_names
from snippet_widget.models import EndpointSelector, Snippet, examples_of
from snippet_widget.publication import Problem, Publication, PublishedEndpoint, PublishMode
from snippet_widget.snippet_wire import snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CREATE_PATH = "/snippets/create"

_OF_SDK = ("type", "sdk", "examples", "exampleIdentifier")


class InvalidCreation(Exception):
    """The body is not what the operation takes.

    Parameters
    ----------
    pointer
        To what is wrong (RFC 6901); None: the text is msgspec's own, which says where.
    detail
        What is.
    """

    def __init__(self, pointer: str | None, detail: str) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail


class CreatedExample(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """One example of one endpoint.

    Parameters
    ----------
    endpoint
        Method, and path with this SDK's names of parameters.
    snippet
        Whole programs by field (``sync_client``, ``client``…), with the other fields of a snippet;
        None: the SDK knows the endpoint and publishes no snippet of it. An addition.
    endpoint_snippet
        The calls alone, as `snippet`; derived where it is missing. An addition.
    example_identifier
        What tells the examples of one endpoint apart.
    """

    endpoint: EndpointSelector
    snippet: dict[str, Any] | None = None
    endpoint_snippet: dict[str, Any] | None = None
    example_identifier: str | None = None


class CreatedSdk(msgspec.Struct, frozen=True):
    """The snippets of one SDK version.

    Parameters
    ----------
    type
        Language.
    sdk
        ``package`` or the ecosystem's own names, and ``version``.
    snippets
        Its examples.
    """

    type: str
    sdk: dict[str, str]
    snippets: list[CreatedExample]


class Creation(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The body of a request.

    Parameters
    ----------
    org_id, api_id
        Where the SDKs belong.
    snippets
        One SDK, or several, which are stored together or not at all.
    mode
        What becomes of versions that are published already. An addition.
    dry_run
        Whether to say what would happen, and to store nothing. An addition.
    """

    org_id: str
    api_id: str
    snippets: Union[CreatedSdk, list[CreatedSdk]]  # noqa: UP007 - msgspec reads it at run time
    mode: PublishMode = PublishMode.MERGE
    dry_run: bool = False

    @property
    def sdks(self) -> list[CreatedSdk]:
        """All SDKs, also where there is one."""
        return self.snippets if isinstance(self.snippets, list) else [self.snippets]


class CreatedVersion(msgspec.Struct, frozen=True):
    """What became of one SDK version.

    Parameters
    ----------
    endpoints, snippets
        How many endpoints it has now, and how many of them a snippet.
    created
        Whether the version was not published before.
    added, changed, removed
        ``POST /v1/x`` of each endpoint; all are added where the version is new.
    unchanged
        How many endpoints are as they were.
    problems
        What was left out, and why.
    """

    type: str
    package: str
    version: str
    endpoints: int
    snippets: int
    created: bool
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    problems: tuple[Problem, ...]


class CreationResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer.

    Parameters
    ----------
    revision
        The API's afterwards; 0: it is not there, after a dry run.
    sdks
        What became of each SDK.
    repeated
        Whether the same request (``Idempotency-Key``) was stored before, and now nothing.
    """

    revision: int
    sdks: tuple[CreatedVersion, ...]
    repeated: bool = False


def creation_of(
    org: str,
    api: str,
    publications: Sequence[Publication],
    *,
    mode: PublishMode,
    dry_run: bool = False,
) -> Creation:
    """Return the request that publishes SDK versions: nothing of a publication is lost in it."""
    sdks = [_created(publication) for publication in publications]
    return Creation(org, api, sdks[0] if len(sdks) == 1 else sdks, mode, dry_run)


def _created(publication: Publication) -> CreatedSdk:
    sdk = publication.sdk
    package, version = sdk.package or "", sdk.version or ""
    names = {"package": package, "version": version, **own_names(sdk.type, package)}
    examples = [example for e in publication.endpoints for example in _examples(e)]
    return CreatedSdk(sdk.type, names, examples)


def _examples(endpoint: PublishedEndpoint) -> Iterator[CreatedExample]:
    place = EndpointSelector(endpoint.method, endpoint.path)
    if endpoint.full is None:
        yield CreatedExample(place)
        return
    shorts = {short.example: short for short in examples_of(endpoint.endpoint or endpoint.full)}
    for full in examples_of(endpoint.full):
        short = shorts.get(full.example)
        fields = None if short is None else _fields(short)
        yield CreatedExample(place, _fields(full), fields, full.example)


def _fields(snippet: Snippet) -> dict[str, Any]:
    """Return the fields of a snippet that its SDK and its example do not say already."""
    wire = snippet_to_wire(snippet)
    return {name: value for name, value in wire.items() if name not in _OF_SDK and value != ""}
