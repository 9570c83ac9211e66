"""Which organizations have versions of an SDK: one of this environment is compared with any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.api_choice import ADDED, INSTALLED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from snippet_widget.models import SdkSelector
    from snippet_widget.widget.offers import Choices

ENVIRONMENT = frozenset({INSTALLED, ADDED})
"""The organizations of what this environment has."""

Package = tuple[str, str | None]
"""Type and name."""

ApiName = tuple[str, str]
"""Organization and API."""


class ApisOfVersions:
    """The versions of each package, by the organization and the API that have them.

    Parameters
    ----------
    choices
        All organizations and APIs.
    """

    def __init__(self, choices: Choices) -> None:
        self._by_package: dict[Package, list[tuple[ApiName, SdkSelector]]] = {}
        for org, apis in choices.items():
            for api, offer in apis.items():
                for sdk in (offered.sdk for offered in offer.sdks):
                    same = self._by_package.setdefault((sdk.type, sdk.package), [])
                    same.append(((org, api), sdk))

    def elsewhere(self, own: ApiName, packages: Iterable[Package]) -> Mapping[SdkSelector, ApiName]:
        """Return versions that other APIs have, where they or the own one is of this environment.

        Others have an API in several organizations for reasons of theirs: drafts, say.
        """
        found: dict[SdkSelector, ApiName] = {}
        for package in packages:
            for api, sdk in self._by_package.get(package, ()):
                if api != own and ENVIRONMENT & {own[0], api[0]}:
                    found.setdefault(sdk, api)
        return found
