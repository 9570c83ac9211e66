"""What a panel offers to choose from: organizations, their APIs and the versions of their SDKs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from snippet_widget.languages import language, language_order
from snippet_widget.models import SdkSelector
from snippet_widget.versions import latest, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.overviews import CatalogOverview

Choices = dict[str, dict[str, "ApiOffer"]]
"""Organization -> API -> what there is of it."""


@dataclass(frozen=True)
class SdkOffer:
    """One version of one SDK, as the dropdown offers it."""

    sdk: SdkSelector
    latest: bool = False
    empty: bool = False
    """Whether it is known to have no snippet at all."""
    status: str = ""
    """``yanked`` or ``deprecated``; empty as a rule."""

    @property
    def label(self) -> str:
        """For people: language, package, version."""
        name = language(self.sdk.type).label
        marks = ", ".join(filter(None, ("latest" if self.latest else "", self.status)))
        return f"{name} · {self.sdk.package} {self.sdk.version}" + (f" ({marks})" if marks else "")


@dataclass(frozen=True)
class ApiOffer:
    """What is known of an API before its endpoints are loaded; nothing, without a catalog."""

    endpoints: int = 0
    sdks: tuple[SdkOffer, ...] = ()


def choices_of(overview: CatalogOverview) -> Choices:
    """Return what ``GET /catalog`` says there is."""
    return {
        organization.id: {
            api.id: ApiOffer(
                endpoints=api.endpoints,
                sdks=tuple(
                    SdkOffer(
                        SdkSelector(sdk.type, sdk.package, sdk.version),
                        sdk.latest,
                        empty=sdk.snippets == 0,
                        status=sdk.status,
                    )
                    for sdk in api.sdks
                ),
            )
            for api in organization.apis
        }
        for organization in overview.organizations
    }


def choices_of_candidates(candidates: list[dict[str, Any]]) -> Choices:
    """Return what the ``candidates`` of an ambiguous request say there is."""
    choices: Choices = {}
    for candidate in candidates:
        apis = choices.setdefault(str(candidate.get("orgId", "")), {})
        apis.setdefault(str(candidate.get("apiId", "")), ApiOffer())
    return choices


def offers_of(sdks: Iterable[SdkSelector]) -> tuple[SdkOffer, ...]:
    """Return all versions of all packages, the newest of each first."""
    packages: dict[tuple[str, str], list[str]] = {}
    for sdk in sdks:
        packages.setdefault((sdk.type, sdk.package or ""), []).append(sdk.version or "")
    return tuple(
        SdkOffer(SdkSelector(type_, package, version), version == latest(type_, versions))
        for (type_, package), versions in sorted(packages.items(), key=_by_language)
        for version in sorted(versions, key=partial(version_key, type_), reverse=True)
    )


def _by_language(item: tuple[tuple[str, str], list[str]]) -> tuple[tuple[int, str], str]:
    (type_, package), _ = item
    return language_order(type_), package
