"""Which published version of an SDK a document is to hold: the newest that is offered.

A yanked version is offered to what holds it alone. Ranges limit which versions count: a
record's own, else the policy's. A version that somebody chose and that is newer still stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.documents.pinned_sdks import is_side_by_side
from snippet_widget.documents.version_range import VersionRange
from snippet_widget.errors import NewerThanPublished, NoVersionInRange
from snippet_widget.models import SdkSelector
from snippet_widget.versions import in_range, latest, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.api_choice import Scope
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.models import Snippet
    from snippet_widget.overviews import SdkOverview
    from snippet_widget.provenance import Origin

_YANKED = "yanked"

_Package = tuple[str, str]
"""Language and name."""


class PublishedVersions:
    """Chooses among the versions that are published.

    Parameters
    ----------
    published
        Says which there are.
    ranges
        Limit which version of a package counts as its newest.

    Every method raises what `PublishedSnippets` does, and `NoVersionInRange` where versions are
    limited and none that is published lies within.
    """

    def __init__(self, published: PublishedSnippets, ranges: Iterable[VersionRange] = ()) -> None:
        self._published = published
        self._ranges = tuple(ranges)

    def newest_snippet(self, record: Origin) -> Snippet | None:
        """Return the newest version's snippet, or the record's own where that is newer still.

        Raises
        ------
        NewerThanPublished
            The record's is newer than all that are offered, and not published.
        """
        type_, own = record.sdk.type, record.sdk.version or ""
        if self.allowed(record.sdk, record.version_range):
            newest = self.newest(record.scope, record.sdk, record.version_range)
            return self._published.at(record, newest)
        if self._is_ahead(record):
            return self._published.at(record, own)
        found = self._published.snippet(record, ())
        if found is None or found.sdk.version == own:
            return found
        older = version_key(type_, found.sdk.version) < version_key(type_, own)
        return self._published.at(record, own) if older else found

    def newest_sdk(self, record: Origin) -> SdkSelector:
        """Return the SDK with its newest version, as far as the service can say.

        Raises
        ------
        NewerThanPublished
            As `newest_snippet`.
        """
        sdk = record.sdk
        if self.allowed(sdk, record.version_range):
            version = self.newest(record.scope, sdk, record.version_range)
        else:
            ahead = self._newer_than_offered(record.scope, sdk)
            offered = self._offered(record.scope, sdk) or [sdk.version or ""]
            version = ahead.version if ahead else latest(sdk.type, offered)
        return SdkSelector(sdk.type, sdk.package or "", version)

    def newest(self, scope: Scope, sdk: SdkSelector, recorded: str | None = None) -> str:
        """Return the newest version of an SDK in its range, or its own where that is newer.

        Parameters
        ----------
        scope, sdk
            The API, and the SDK in the version that a document has.
        recorded
            The range that a record limits it to.
        """
        offered = self._offered(scope, sdk) or [sdk.version or ""]
        return _newest_in_range(sdk, offered, self.allowed(sdk, recorded))

    def newer_than(self, scope: Scope, sdk: SdkSelector) -> str:
        """Return the newest version that is offered where it is newer than an SDK's own; else "".

        Raises
        ------
        NewerThanPublished
            As `newest_snippet`.
        """
        self._newer_than_offered(scope, sdk)
        offered = self._offered(scope, sdk)
        newest = latest(sdk.type, offered) if offered else ""
        own = version_key(sdk.type, sdk.version or "")
        return newest if newest and version_key(sdk.type, newest) > own else ""

    def limited_to(self, scope: Scope, allowed: str) -> PublishedVersions:
        """Return the choice among the versions of an API that lie in a range, whatever the SDK."""
        every = dict.fromkeys((sdk.type, sdk.package) for sdk in self._published.sdks(scope))
        ranges = [VersionRange(*package, allowed) for package in every]
        packages = {package for _, package in every}
        others = (each for each in self._ranges if each.package not in packages)
        return PublishedVersions(self._published, (*ranges, *others))

    def withdrawal(self, record: Origin) -> tuple[str, str]:
        """Return whether people should use the record's version any more.

        Returns
        -------
        status, sentence
            ``yanked`` or ``deprecated``, and a sentence for people; two empty texts as a rule.
        """
        sdk = record.sdk
        for each in self._published.versions(record.scope, sdk):
            if each.version == sdk.version and each.status:
                word = "was yanked" if each.status == _YANKED else f"is {each.status}"
                reason = f": {each.reason}" if each.reason else ""
                others = [v for v in self._offered(record.scope, sdk) if v != each.version]
                hint = f" Use {sdk.package} {latest(sdk.type, others)}." if others else ""
                hint = hint if each.status == _YANKED else ""
                return each.status, f"{sdk.package} {sdk.version} {word}{reason}.{hint}"
        return "", ""

    def allowed(self, sdk: SdkSelector, recorded: str | None = None) -> str:
        """Return the range that limits an SDK's versions: the record's, else all of the policy's.

        In one range several comparisons hold together (PEP 440), so several ranges are joined.
        """
        return recorded or ",".join(self._ranges_of(sdk))

    def outside(self, record: Origin) -> str:
        """Return that a version stays which the policy does not allow; empty of any other."""
        sdk, allowed = record.sdk, self.allowed(record.sdk)
        if not record.version_range or not allowed or not sdk.version:
            return ""
        if in_range(sdk.type, sdk.version, allowed):
            return ""
        return (
            f"{sdk.package} {sdk.version} is outside of {allowed}, which the policy allows: the "
            f"cell's own {record.version_range} comes first."
        )

    def _ranges_of(self, sdk: SdkSelector) -> list[str]:
        return list(dict.fromkeys(each.allowed for each in self._ranges if each.is_for(sdk)))

    def of_document(
        self,
        scope: Scope,
        asked: tuple[SdkSelector, ...],
        held: Iterable[Origin] = (),
        *,
        pinned: bool = False,
        pre_releases: bool = False,
    ) -> tuple[SdkSelector, ...]:
        """Return the SDKs that a document is about, each in its newest version.

        Parameters
        ----------
        scope, asked
            The API, and the document's SDKs; all of the API when empty.
        held
            Its cells' records: a version stays that was yanked and is newer than all that are
            offered.
        pinned
            The versions that were asked for stay.
        pre_releases
            So do pre-releases of `held` that are newer, as `newest_snippet` has them.

        Raises
        ------
        NewerThanPublished
            As `newest_snippet`.
        """
        held = tuple(held)
        for each in held:
            if self.allowed(each.sdk) and not each.version_range:
                self.newest(scope, each.sdk)  # for what it raises
        staying = {
            (each.sdk.type, each.sdk.package): each.sdk.version
            for each in held
            if self._is_ahead(each, pre_releases=pre_releases)
        }
        if not staying:
            return self._newest_of_each(scope, asked, pinned=pinned)
        every = (SdkSelector(sdk.type, sdk.package) for sdk in self._published.sdks(scope))
        return tuple(
            msgspec.structs.replace(sdk, version=staying[sdk.type, sdk.package])
            if (sdk.type, sdk.package) in staying
            else sdk
            for sdk in self._newest_of_each(scope, asked or tuple(dict.fromkeys(every)))
        )

    def _newest_of_each(
        self, scope: Scope, asked: tuple[SdkSelector, ...], *, pinned: bool = False
    ) -> tuple[SdkSelector, ...]:
        """Return the SDKs that are offered, each in its newest version.

        Of a package that was asked for in several versions each stays as it is; so does a version
        that is newer than the newest one, a pre-release that somebody chose.
        """
        offered = self._offered_by_package(scope, asked)
        if not offered:
            return tuple(
                sdk
                if pinned or is_side_by_side(sdk, asked)
                else msgspec.structs.replace(sdk, version=None)
                for sdk in asked
            )
        if not asked and not any(self.allowed(SdkSelector(*package)) for package in offered):
            return ()
        packages = dict.fromkeys(
            package
            for selector in asked or (SdkSelector(""),)
            for package in offered
            if selector.type in ("", package[0]) and selector.package in (None, package[1])
        )
        return tuple(
            SdkSelector(*package, version)
            for package in packages
            for version in self._versions_of(package, offered[package], asked, pinned=pinned)
        )

    def _versions_of(
        self,
        package: _Package,
        offered: Sequence[str],
        asked: Sequence[SdkSelector],
        *,
        pinned: bool,
    ) -> list[str | None]:
        """Return the versions that were asked for where they are several, else the newest."""
        versions = [each.version for each in asked if _names(each, package)]
        if len(versions) > 1:
            return versions
        sdk = SdkSelector(*package, versions[0] if versions else None)
        allowed = f"=={sdk.version}" if pinned and sdk.version else self.allowed(sdk)
        return [_newest_in_range(sdk, offered, allowed)]

    def _offered_by_package(
        self, scope: Scope, asked: Iterable[SdkSelector]
    ) -> dict[_Package, list[str]]:
        """Return the versions that people may be led to, or asked for, by package."""
        offered: dict[_Package, list[str]] = {}
        for sdk in self._published.sdks(scope):
            package = (sdk.type, sdk.package)
            if sdk.status != _YANKED or any(_names(each, package, sdk.version) for each in asked):
                offered.setdefault(package, []).append(sdk.version)
        return offered

    def _offered(self, scope: Scope, sdk: SdkSelector) -> list[str]:
        """Return the versions of an SDK that people may be led to, and its own."""
        return [
            each.version
            for each in self._published.versions(scope, sdk)
            if each.status != _YANKED or each.version == sdk.version
        ]

    def _is_ahead(self, record: Origin, *, pre_releases: bool = False) -> bool:
        """Tell whether the record's version was yanked, and is newer than all that are offered.

        With `pre_releases` whether it is one of these that is newer, too.

        What holds it stays with it: a document would hold snippets of two versions.
        """
        if self.allowed(record.sdk, record.version_range):
            return False
        own = self._newer_than_offered(record.scope, record.sdk)
        return own is not None and (pre_releases or own.status == _YANKED)

    def _newer_than_offered(self, scope: Scope, sdk: SdkSelector) -> SdkOverview | None:
        """Return an SDK's version where it is newer than the newest that is offered.

        Raises
        ------
        NewerThanPublished
            It is, and not published.
        """
        published = {each.version: each for each in self._published.versions(scope, sdk)}
        offered = [each.version for each in published.values() if each.status != _YANKED]
        if not offered or not sdk.version:
            return None
        newest = latest(sdk.type, offered)
        if version_key(sdk.type, sdk.version) <= version_key(sdk.type, newest):
            return None
        if sdk.version not in published:
            raise _newer_than_published(sdk, newest)
        return published[sdk.version]


def _newest_in_range(sdk: SdkSelector, published: Sequence[str], allowed: str) -> str:
    """Return the newest version in a range, or the SDK's own where that is newer."""
    type_, own = sdk.type, sdk.version or ""
    try:
        within = [each for each in published if not allowed or in_range(type_, each, allowed)]
    except ValueError:
        raise NoVersionInRange(
            f"{allowed!r} is not a range of versions of {sdk.package}. Correct it where it is "
            "given (`version_range` of the record, or --versions), as in '>=1,<2'."
        ) from None
    if not within:
        together = " (all of these hold together)" if "," in allowed else ""
        raise NoVersionInRange(
            f"No published version of {sdk.package} lies in {allowed}{together}: there are "
            f"{', '.join(published)}. Widen the range, or publish a version that lies in it."
        )
    newest = latest(type_, within)
    if not own or version_key(type_, own) <= version_key(type_, newest):
        return newest
    if own in within:
        return own
    if own not in published and in_range(type_, own, allowed):
        raise _newer_than_published(sdk, newest)
    return newest


def _newer_than_published(sdk: SdkSelector, newest: str) -> NewerThanPublished:
    return NewerThanPublished(
        f"The document is newer than what it is compared with: {sdk.package} {sdk.version} "
        f"is not in it, {sdk.package} {newest} is the newest. Was it unpublished? Then "
        f"`check --update --versions '{sdk.package}<={newest}'` leads back; a version that a call "
        "names is yours to change. Else export anew what you compare with, or name the right one "
        "(--catalog, --url, --export)."
    )


def _names(selector: SdkSelector, package: _Package, version: str | None = None) -> bool:
    named = selector.type == package[0] and selector.package in (None, package[1])
    return named and version in (None, selector.version)
