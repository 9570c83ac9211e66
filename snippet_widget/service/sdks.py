"""Which SDKs a request means: the latest ones, or those that its selectors name."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from snippet_widget.catalog import SdkStatus
from snippet_widget.ecosystems import is_named, own_names, same_package
from snippet_widget.errors import SdkNotFound
from snippet_widget.languages import canonical_type, language_order
from snippet_widget.service.withdrawn import withdrawn
from snippet_widget.versions import latest, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.catalog import PublishedSdk
    from snippet_widget.models import SdkRequest
    from snippet_widget.versions import VersionKey

_MOST_CANDIDATES = 50


class ApiSdks:
    """The SDK versions of one API: by language and package, the newest first."""

    def __init__(self, published: Iterable[PublishedSdk]) -> None:
        newest_first = sorted(published, key=_newness, reverse=True)
        self.all = sorted(newest_first, key=lambda sdk: (language_order(sdk.type), sdk.package))
        usable = [sdk for sdk in self.all if sdk.status is not SdkStatus.YANKED]
        self.latest = [
            _latest(list(versions))
            for _, versions in groupby(usable, key=lambda sdk: (sdk.type, sdk.package))
        ]
        self.withdrawn = withdrawn(self.all)
        self._rank = {sdk.key: rank for rank, sdk in enumerate(self.all)}
        self._packages: dict[tuple[str, str], dict[VersionKey | None, list[PublishedSdk]]] = {}
        for sdk in self.all:
            versions = self._packages.setdefault((sdk.type, sdk.package), {})
            versions.setdefault(version_key(sdk.type, sdk.version), []).append(sdk)
        for sdk in self.latest:
            self._packages[sdk.type, sdk.package][None] = [sdk]

    def chosen(self, selectors: Sequence[SdkRequest]) -> list[PublishedSdk]:
        """Return the SDKs asked for, each once, in the order of an answer.

        Raises
        ------
        SdkNotFound
            Nothing of what a selector names is published; `candidates` lists what is.
        """
        if not selectors:
            return self.latest
        found = {sdk.key: sdk for selector in selectors for sdk in self._matching(selector)}
        return sorted(found.values(), key=lambda sdk: self._rank[sdk.key])

    def _matching(self, selector: SdkRequest) -> list[PublishedSdk]:
        type_ = canonical_type(selector.type)
        asked = version_key(type_, selector.version) if selector.version else None
        names = selector.names()
        found = [
            sdk
            for (of_type, package), versions in self._packages.items()
            if of_type == type_ and is_named(type_, package, names)
            for sdk in versions.get(asked, ())
        ]
        if found:
            return found
        raise self._not_found(type_, selector)

    def _not_found(self, type_: str, selector: SdkRequest) -> SdkNotFound:
        packages = [
            package
            for of_type, package in self._packages
            if of_type == type_ and is_named(type_, package, selector.names())
        ]
        if selector.version and selector.names() and packages:
            said = (
                f"{type_}:{packages[0]} is published for this API, but not in version "
                f"{selector.version}. Name a version that is, or none for the latest."
            )
        else:
            said = (
                f"{_words(selector)} is not published for this API.{self._meant(selector)} Name "
                "another SDK, or none for the latest of each."
            )
        return SdkNotFound(said, candidates=self._nearest(type_, selector))

    def _meant(self, selector: SdkRequest) -> str:
        """Return which SDKs somebody meant who named a package in the place of the language."""
        meant = [
            f"{of_type}:{package}"
            for of_type, package in self._packages
            if not selector.names() and same_package(of_type, package, selector.type)
        ]
        return f" Did you mean {' or '.join(meant)}?" if meant else ""

    def _nearest(self, type_: str, selector: SdkRequest) -> list[dict[str, str]]:
        """Return what there is: of that package, else of that language, else at all."""
        of_type = [sdk for sdk in self.all if sdk.type == type_]
        of_package = [s for s in of_type if is_named(type_, s.package, selector.names())]
        return [
            {"type": sdk.type, "package": sdk.package, "version": sdk.version}
            | own_names(sdk.type, sdk.package)
            for sdk in (of_package or of_type or self.all)[:_MOST_CANDIDATES]
        ]


def _newness(sdk: PublishedSdk) -> tuple[str, object]:
    return (sdk.type, version_key(sdk.type, sdk.version))


def _latest(versions: Sequence[PublishedSdk]) -> PublishedSdk:
    by_version = {sdk.version: sdk for sdk in versions}
    return by_version[latest(versions[0].type, list(by_version))]


def _words(selector: SdkRequest) -> str:
    names = " ".join(dict.fromkeys(selector.names().values()))
    version = f"=={selector.version}" if selector.version else ""
    return selector.type + (f":{names}" if names else "") + version
