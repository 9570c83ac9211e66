"""Which API is meant where a request leaves it open: decided on the side that asks, here alone.

A service answers such a request with the APIs that could be meant (`OrgIdRequired`,
`ApiIdRequired`). Of these it is the one that has what is asked for. What a panel has put into a
kernel's own catalog steps back: looking at an SDK changes no document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from snippet_widget.ecosystems import same_package
from snippet_widget.errors import (
    ApiIdRequired,
    EndpointNotFound,
    OrgIdRequired,
    RequestProblem,
    SdkNotFound,
)
from snippet_widget.languages import canonical_type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from snippet_widget.models import SdkSelector
    from snippet_widget.overviews import CatalogOverview

Scope = tuple[str | None, str | None]
"""Organization and API; None: not named."""

INSTALLED = "installed"
"""The organization of what is read out of an environment; the API is the package."""

ADDED = "added"
"""The organization of what was read from a registry or a file at a user's wish."""

_STEPPING_BACK = (ADDED, INSTALLED)
_MOST_ASKED = 99  # a service names at most 100 candidates: then there may be others
_ABSENT = (EndpointNotFound, SdkNotFound)

_Answer = TypeVar("_Answer")


def answer_of_meant_api(
    scope: Scope,
    ask: Callable[[Scope], _Answer],
    preferred: Scope = (None, None),
    sdks: Sequence[SdkSelector] = (),
) -> tuple[Scope, _Answer]:
    """Ask for something of the API that is meant.

    Parameters
    ----------
    scope
        As it was asked for.
    ask
        Asks for the same of an API; raises what the service declines.
    preferred
        The organization and the API of the settings, which decide where several have it.
    sdks
        What is asked for is of these.

    Returns
    -------
    scope, answer
        The API that answered; as asked where only one could be meant.

    Raises
    ------
    OrgIdRequired, ApiIdRequired
        Several have it; `candidates` lists these.
    EndpointNotFound, SdkNotFound
        None of them has it.
    RequestProblem
        What else the service declines.
    """
    try:
        return scope, ask(scope)
    except (OrgIdRequired, ApiIdRequired) as ambiguous:
        candidates = [(each.get("orgId"), each.get("apiId")) for each in ambiguous.candidates]
        if not 0 < len(candidates) <= _MOST_ASKED:
            raise
        groups = _by_precedence(candidates, preferred)
        return _answer_of_first(groups, ask, ambiguous, sdks, api_is_named=scope[1] is not None)


def _answer_of_first(
    groups: Sequence[Sequence[Scope]],
    ask: Callable[[Scope], _Answer],
    ambiguous: OrgIdRequired | ApiIdRequired,
    sdks: Sequence[SdkSelector],
    *,
    api_is_named: bool,
) -> tuple[Scope, _Answer]:
    problems: dict[Scope, EndpointNotFound | SdkNotFound] = {}
    for group in groups:
        found = {scope: _answer_or_problem(scope, ask) for scope in group}
        answers = {scope: each for scope, each in found.items() if not isinstance(each, _ABSENT)}
        if len(answers) == 1:
            return next(iter(answers.items()))
        if answers:
            raise _in_several(answers, ambiguous) from None
        problems.update((scope, each) for scope, each in found.items() if isinstance(each, _ABSENT))
        # an API that is named is the published one, also where another has more endpoints
        if api_is_named and not any(isinstance(each, SdkNotFound) for each in problems.values()):
            break
    raise _in_other_versions(problems, sdks) or _in_none(problems.values(), groups) from None


def _answer_or_problem(
    scope: Scope, ask: Callable[[Scope], _Answer]
) -> _Answer | EndpointNotFound | SdkNotFound:
    try:
        return ask(scope)
    except _ABSENT as problem:
        return problem


def listed_scopes(
    overview: CatalogOverview | None, org: str | None, api: str | None
) -> list[tuple[str, str]]:
    """Return the organizations and APIs that a service lists, of those asked for.

    Parameters
    ----------
    overview
        None where the service cannot list them.
    org, api
        As asked; None: any.
    """
    return [
        (organization.id, each.id)
        for organization in (overview.organizations if overview else ())
        for each in organization.apis
        if org in (None, organization.id) and api in (None, each.id)
    ]


def meant_scopes(
    scopes: Iterable[tuple[str, str]], preferred: Scope = (None, None)
) -> list[tuple[str, str]]:
    """Return the APIs of which one is meant, of those that could be: no other comes before them."""
    groups = _by_precedence(scopes, preferred)
    return groups[0] if groups else []


_AnyScope = TypeVar("_AnyScope", bound="Scope")


def _by_precedence(scopes: Iterable[_AnyScope], preferred: Scope) -> list[list[_AnyScope]]:
    """Return the APIs in groups, that of the settings first and those that step back last."""
    groups: dict[int, list[_AnyScope]] = {}
    for scope in scopes:
        groups.setdefault(_rank(scope, preferred), []).append(scope)
    return [groups[rank] for rank in sorted(groups)]


def _rank(scope: Scope, preferred: Scope) -> int:
    named = any(preferred) and all(
        wanted in (None, has) for wanted, has in zip(preferred, scope, strict=True)
    )
    if named:
        return -1
    return 1 + _STEPPING_BACK.index(scope[0]) if scope[0] in _STEPPING_BACK else 0


def _in_several(
    scopes: Iterable[Scope], ambiguous: OrgIdRequired | ApiIdRequired
) -> RequestProblem:
    candidates = [{"orgId": org, "apiId": api} for org, api in scopes]
    return type(ambiguous)(
        f"{len(candidates)} APIs have what is asked for. Name one of them, with `org` and `api`.",
        candidates=candidates,
    )


def _in_other_versions(
    problems: Mapping[Scope, RequestProblem], sdks: Sequence[SdkSelector]
) -> SdkNotFound | None:
    """Return that an SDK is there and its version is not, where that is what all is about."""
    if len(problems) == 1 or not all(isinstance(each, SdkNotFound) for each in problems.values()):
        return None
    for sdk in sdks:
        having = {
            scope: problem.candidates
            for scope, problem in problems.items()
            if sdk.version and _are_versions_of(sdk, problem.candidates)
        }
        if having:
            names = " and ".join(f"{org}/{api}" for org, api in having)
            return SdkNotFound(
                f"{sdk.type}:{sdk.package} is in {names}, but not in version {sdk.version}. Name a "
                "version that is there, or none for the latest.",
                candidates=[each for listed in having.values() for each in listed],
            )
    return None


def _are_versions_of(sdk: SdkSelector, candidates: Sequence[Mapping[str, str]]) -> bool:
    type_, package = canonical_type(sdk.type), sdk.package
    if not package or not candidates:
        return False
    return all(
        each.get("type") == type_ and same_package(type_, each.get("package", ""), package)
        for each in candidates
    )


def _in_none(
    problems: Collection[RequestProblem], groups: Sequence[Sequence[Scope]]
) -> RequestProblem:
    if len(problems) == 1:
        return next(iter(problems))
    endpoint = [each for each in problems if isinstance(each, EndpointNotFound)]
    problem = EndpointNotFound if endpoint else SdkNotFound
    names = ", ".join(f"{org}/{api}" for group in groups for org, api in group)
    return problem(
        f"What is asked for is in none of these APIs: {names}. Check how it is spelled; with `org` "
        "and `api` named, the nearest are listed."
    )
