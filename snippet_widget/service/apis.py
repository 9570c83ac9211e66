"""Which API a request means, among those that its token covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    OrgIdRequired,
    OrgNotFound,
    RequestProblem,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Api, Grant
    from snippet_widget.models import SnippetsRequest

_MOST_CANDIDATES = 100


def chosen_api(apis: Sequence[Api], grant: Grant, request: SnippetsRequest) -> Api:
    """Return the one API meant.

    An organization that the token does not cover is as good as none: it is taken out first, so
    that nothing that follows, nor its time, depends on it.

    Raises
    ------
    OrgIdRequired, ApiIdRequired
        Several are left; `candidates` lists them.
    OrgNotFound, ApiNotFound
        None is left; `candidates` lists what the token covers.
    """
    covered = [api for api in apis if grant.covers(api.org)]
    left = [
        api
        for api in covered
        if request.org_id in (None, api.org) and request.api_id in (None, api.api)
    ]
    if len(left) == 1:
        return left[0]
    raise _ambiguous(left) if left else _not_found(covered, grant, request)


def _ambiguous(left: Sequence[Api]) -> RequestProblem:
    if len({api.api for api in left}) == 1:
        return OrgIdRequired(
            f"The API {left[0].api!r} is defined in {len(left)} organizations. Name one of them.",
            candidates=_pairs(left),
        )
    return ApiIdRequired(
        f"{len(left)} APIs could be meant. Name one of them, and its organization where an API is "
        "in several.",
        candidates=_pairs(left),
    )


def _not_found(covered: Sequence[Api], grant: Grant, request: SnippetsRequest) -> RequestProblem:
    org, api = request.org_id, request.api_id
    in_org = [candidate for candidate in covered if candidate.org == org]
    known_org = in_org or org in (grant.organizations or ())
    here, hint = "is published here", "Name another one"
    if grant.organizations is not None:  # one of all, or of a kernel's own service, hides nothing
        here, hint = f"{here} for this token", f"{hint}, or ask whoever gave you the token"
    if org is not None and not known_org:
        return OrgNotFound(
            f"No organization {org!r} {here}. {hint}.",
            candidates=_pairs(covered),
        )
    if api is not None:
        return ApiNotFound(
            f"No API {api!r} {here}"
            + (f" in the organization {org!r}" if org else "")
            + ". Name another one.",
            candidates=_pairs(in_org or covered),
        )
    asking = "" if grant.organizations is None else ", or ask whoever gave you the token"
    return ApiNotFound(f"Nothing {here} yet. Publish an SDK with `snippet-widget publish`{asking}.")


def _pairs(apis: Sequence[Api]) -> list[dict[str, str]]:
    return [{"orgId": api.org, "apiId": api.api} for api in apis[:_MOST_CANDIDATES]]
