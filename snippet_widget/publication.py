"""What a publisher hands to a catalog: one version of one SDK, and how."""

from __future__ import annotations

import enum

import msgspec

from snippet_widget.models import SdkSelector, Snippet


class PublishMode(str, enum.Enum):
    """What becomes of an SDK version that is published already."""

    NEW = "new"
    """It is an error."""
    REPLACE = "replace"
    """What is published takes its place: endpoints that it does not have are gone."""
    SKIP = "skip"
    """It stays as it is."""
    MERGE = "merge"
    """What is published is added to it: its other endpoints and examples stay."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something in a source that was not understood, and was left out rather than guessed.

    Parameters
    ----------
    message
        What, and what follows from it, for people.
    file
        Where in the source: a path inside the package.
    line
        From 1; 0 where a line means nothing.
    endpoint
        ``POST /v1/x`` where the problem belongs to one.
    note
        Whether nothing was left out: it is said, and keeps nothing from being published.
    """

    message: str
    file: str = ""
    line: int = 0
    endpoint: str = ""
    note: bool = False


class PublishedEndpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One endpoint as one SDK version knows it.

    Parameters
    ----------
    method
        In upper case.
    path
        With this SDK's names of parameters.
    full
        The snippet at load level ``full``; None when the SDK publishes none.
    endpoint
        The snippet at load level ``endpoint``; None: the full one is served.
    """

    method: str
    path: str
    full: Snippet | None = None
    endpoint: Snippet | None = None


class Publication(msgspec.Struct, frozen=True):
    """One version of one SDK: what `Catalog.publish` stores in one transaction.

    Parameters
    ----------
    sdk
        Type, package and version, all given.
    endpoints
        Each (method, path) at most once, in the order in which people should see them.
    problems
        What was left out, and why.
    internal
        ``POST /v1/x`` of each endpoint that its API's description keeps from the public.
    """

    sdk: SdkSelector
    endpoints: tuple[PublishedEndpoint, ...]
    problems: tuple[Problem, ...] = ()
    internal: tuple[str, ...] = ()
