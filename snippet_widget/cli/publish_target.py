"""Where ``publish`` writes: a team's service over the wire, or a catalog."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog import PublishReport, catalog_name, open_catalog, sqlite_path
from snippet_widget.cli.options import is_service_named
from snippet_widget.cli.publish_changes import changes_against
from snippet_widget.connecting import connect
from snippet_widget.errors import CatalogNotFound
from snippet_widget.models import SdkSelector
from snippet_widget.releases import release
from snippet_widget.settings import environment_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.access_token import AccessToken
    from snippet_widget.cli.changes import SdkChanges
    from snippet_widget.client import SnippetClient
    from snippet_widget.creation import CreatedVersion, CreationResult
    from snippet_widget.publication import Publication, PublishMode


@dataclass(frozen=True)
class Release:
    """What is published, where and how."""

    org: str
    api: str
    publications: Sequence[Publication]
    mode: PublishMode
    dry_run: bool


@dataclass(frozen=True)
class Outcome:
    """What became of a release.

    Parameters
    ----------
    kind, name
        ``catalog`` or ``service``, and which one.
    publications
        As they were stored.
    reports
        What that did, one for each; none where the target does not say.
    untried
        Whether a dry run was asked for and the target knows none.
    changes
        Of a dry run: what would become of the calls that are published.
    """

    kind: str
    name: str
    publications: Sequence[Publication]
    reports: Sequence[PublishReport] = ()
    untried: bool = False
    changes: Sequence[SdkChanges] = ()


@dataclass(frozen=True)
class CatalogTarget:
    """A catalog, by its URL; the user's own when None."""

    url: str | None

    def publish(self, wanted: Release) -> Outcome:
        """Align what is published with the catalog, and store it.

        Raises
        ------
        AlreadyPublished
            A version is there, and the mode is NEW.
        """
        path = sqlite_path(self.url)
        if wanted.dry_run and path is not None and not path.exists():
            return Outcome("catalog", str(path), wanted.publications)  # trying would make the file
        try:
            outcome = asyncio.run(self._publish(wanted))
        except CatalogNotFound:  # only a dry run's, which makes no tables either
            return Outcome("catalog", catalog_name(self.url), wanted.publications)
        if not wanted.dry_run:
            return outcome
        settings = replace(environment_settings(), url=None, token=None, catalog=self.url)
        with connect(None, None, settings) as client:
            return _with_changes(outcome, client, wanted)

    async def _publish(self, wanted: Release) -> Outcome:
        async with open_catalog(self.url, make=not wanted.dry_run) as catalog:
            publications, reports = await release(
                catalog,
                wanted.org,
                wanted.api,
                wanted.publications,
                mode=wanted.mode,
                dry_run=wanted.dry_run,
            )
            return Outcome("catalog", catalog.name, publications, reports)


@dataclass(frozen=True)
class ServiceTarget:
    """A service; the environment says what is None."""

    url: str | None
    token: AccessToken | None

    def publish(self, wanted: Release) -> Outcome:
        """Send it all in one request.

        Raises
        ------
        VersionExists
            A version is there, and the mode is NEW.
        Forbidden
            The token may not publish there.
        """
        with connect(self.url, self.token, environment_settings()) as client:
            result = client.create(
                wanted.org,
                wanted.api,
                wanted.publications,
                mode=wanted.mode,
                dry_run=wanted.dry_run,
            )
            outcome = self._outcome(wanted, client.url, result)
            return _with_changes(outcome, client, wanted) if wanted.dry_run else outcome

    @staticmethod
    def _outcome(wanted: Release, url: str, result: CreationResult | None) -> Outcome:
        if result is None:
            return Outcome("service", url, wanted.publications, untried=wanted.dry_run)
        versions = list(zip(wanted.publications, result.sdks, strict=True))
        return Outcome(
            "service",
            url,
            [_with_problems(publication, version) for publication, version in versions],
            [_report(wanted, version, result.revision) for _, version in versions],
        )


def publish_target(
    url: str | None, token: AccessToken | None, catalog_url: str | None
) -> CatalogTarget | ServiceTarget:
    """Return where to publish: a catalog that was named, else a service, else the catalog."""
    if is_service_named(url, token):
        return ServiceTarget(url, token)
    return CatalogTarget(catalog_url)


def _with_changes(outcome: Outcome, client: SnippetClient, wanted: Release) -> Outcome:
    if outcome.untried:
        return outcome
    changes = changes_against(client, wanted.org, wanted.api, outcome.publications)
    return replace(outcome, changes=changes)


def _report(wanted: Release, version: CreatedVersion, revision: int) -> PublishReport:
    changes = () if version.created else version.added
    return PublishReport(
        wanted.org,
        wanted.api,
        SdkSelector(version.type, version.package, version.version),
        revision,
        version.endpoints,
        version.snippets,
        not version.created,
        changes,
        version.changed,
        version.removed,
    )


def _with_problems(publication: Publication, version: CreatedVersion) -> Publication:
    new = tuple(p for p in version.problems if p not in publication.problems)
    return msgspec.structs.replace(publication, problems=(*publication.problems, *new))
