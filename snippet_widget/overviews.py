"""What a service says that there is: answers of ``GET /catalog`` and ``GET /endpoints``.

Both are additions to the specification, whose own resources are in ``models.py``.
"""

from __future__ import annotations

import msgspec

ENDPOINTS_PATH = "/endpoints"


class SdkOverview(msgspec.Struct, frozen=True, omit_defaults=True):
    """One SDK version in the answer of ``GET /catalog``."""

    type: str
    package: str
    version: str
    latest: bool
    snippets: int
    status: str = ""
    """``yanked`` or ``deprecated``; empty as a rule."""
    reason: str = ""
    """Why it is, in its vendor's words."""


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


class ListedEndpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One endpoint in the answer of ``GET /endpoints``.

    Parameters
    ----------
    sdks
        Which of the answer's SDKs have a snippet of it, by their places from 0.
    call
        How the first of them that says so spells the call.
    summary
        What the call does.
    parameters
        Names of what it takes.
    """

    method: str
    path: str
    sdks: tuple[int, ...]
    call: str = ""
    summary: str = ""
    parameters: tuple[str, ...] = ()


class EndpointList(msgspec.Struct, frozen=True, rename="camel"):
    """The answer of ``GET /endpoints``: an API's endpoints without their snippets. An addition.

    Parameters
    ----------
    org_id, api_id
        Whose endpoints they are.
    sdks
        Those that were asked for.
    next
        The page to go on at, where there are more than 20,000 endpoints; None: these were all.
    """

    org_id: str
    api_id: str
    sdks: tuple[SdkOverview, ...]
    endpoints: tuple[ListedEndpoint, ...]
    next: int | None = None
