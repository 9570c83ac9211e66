"""What a catalog holds and answers with, whichever database holds it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.models import Run, SdkSelector, Snippet


class CatalogState(NamedTuple):
    """Where the catalog is: compare, don't compute with it."""

    stamp: int
    revision: int


@dataclass(frozen=True)
class Api:
    """One API of one organization.

    Parameters
    ----------
    key
        The store's own.
    org, api
        Its names.
    endpoints
        How many of its endpoints are known.
    revision
        Grows with each publication into this API.
    """

    key: int
    org: str
    api: str
    endpoints: int
    revision: int = 0


class SdkStatus(str, enum.Enum):
    """Whether people should use an SDK version."""

    PUBLISHED = ""
    """They may."""
    YANKED = "yanked"
    """They should not: it is kept for those who ask for that version, and is never the latest."""
    DEPRECATED = "deprecated"
    """They may, and are told that it is deprecated."""


@dataclass(frozen=True)
class PublishedSdk:
    """One SDK version of an API, with the number of endpoints that it has a snippet of.

    Parameters
    ----------
    status, reason
        Whether people should use it, and why not, in its vendor's words.
    published_at
        Seconds since the epoch.
    """

    key: int
    type: str
    package: str
    version: str
    snippets: int
    status: SdkStatus = SdkStatus.PUBLISHED
    reason: str = ""
    published_at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class EndpointName:
    """An endpoint as it is shown."""

    method: str
    path: str


class EndpointSnippets(NamedTuple):
    """The snippets of one endpoint.

    Parameters
    ----------
    stamp
        The catalog's when this was read.
    texts
        JSON text of the snippet by key of the SDK; no entry where the SDK has none.
    """

    stamp: int
    texts: Mapping[int, str]


@dataclass(frozen=True)
class PageEndpoint:
    """One endpoint of a page, with its snippets (as in `EndpointSnippets`)."""

    method: str
    path: str
    texts: Mapping[int, str]


@dataclass(frozen=True)
class SnippetPage:
    """One page: the endpoints that the SDKs asked for know, by ordinal.

    Parameters
    ----------
    stamp
        The catalog's when this was read.
    endpoints
        In the order of their ordinals.
    next
        Number of the next page that is not empty; None where there is none.
    """

    stamp: int
    endpoints: Sequence[PageEndpoint]
    next: int | None


@dataclass(frozen=True)
class Grant:
    """What a token allows.

    Parameters
    ----------
    id
        Short name of the token; it does not help to guess it.
    organizations
        Those that it covers; None: all of them.
    expires_at
        Seconds since the epoch; None: never.
    write
        Whether its bearer may publish in those organizations.
    admin
        Whether its bearer may make and end tokens of those organizations.
    """

    id: str
    organizations: frozenset[str] | None = None
    expires_at: int | None = None
    write: bool = False
    admin: bool = False

    def covers(self, org: str) -> bool:
        """Return whether the organization exists for the token's bearer."""
        return self.organizations is None or org in self.organizations

    def covers_all(self, organizations: frozenset[str] | None) -> bool:
        """Return whether it covers each of some organizations; None: all there are, and will be."""
        if self.organizations is None or organizations is None:
            return self.organizations is None
        return organizations <= self.organizations


@dataclass(frozen=True)
class Token:
    """A token as it is listed: never its text, which only its bearer has.

    Parameters
    ----------
    grant
        What it allows.
    label
        What it is for, in the words of whoever made it.
    created_at, revoked_at
        Seconds since the epoch; `revoked_at` is None while it is not revoked.
    created_by
        Who made it, by the names of user and machine; empty where that was not recorded.
    last_used_at
        When a service last let its bearer in, to the minute; None: it did not.
    """

    grant: Grant
    label: str
    created_at: int
    revoked_at: int | None = None
    created_by: str = ""
    last_used_at: int | None = None


@dataclass(frozen=True)
class NewToken:
    """A token that is to be stored.

    Parameters
    ----------
    hash
        SHA-256 of its text.
    grant, label, created_by
        As in `Token`.
    """

    hash: bytes
    grant: Grant
    label: str
    created_by: str


@dataclass(frozen=True)
class PublishReport:
    """What `Catalog.publish` did.

    Parameters
    ----------
    sdk
        What was published.
    revision
        The catalog's afterwards.
    endpoints, snippets
        How many endpoints the SDK knows, and of how many it has a snippet.
    replaced
        Whether the version was there before; the next three say what that changed.
    added, changed, removed
        ``POST /v1/x`` of each endpoint that the earlier publication did not have, had otherwise,
        or had and this one has not.
    """

    org: str
    api: str
    sdk: SdkSelector
    revision: int
    endpoints: int
    snippets: int
    replaced: bool = False
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class PoolState(NamedTuple):
    """Connections to a database server, in order to read.

    Parameters
    ----------
    open, idle
        How many there are, and how many of them are not in use.
    waiting
        How many reads wait for one.
    """

    open: int = 0
    idle: int = 0
    waiting: int = 0


class EndpointRuns(NamedTuple):
    """What running the snippets of one endpoint has shown.

    Parameters
    ----------
    method, path_key
        The endpoint.
    snippet
        The one that was run, at load level ``full``.
    runs
        One for each source and form.
    """

    method: str
    path_key: str
    snippet: Snippet
    runs: tuple[Run, ...]
