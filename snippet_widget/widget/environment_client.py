"""A service's answers, and beside them the SDKs that this environment has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.api_choice import ADDED, INSTALLED
from snippet_widget.errors import SnippetWidgetError, SourceError
from snippet_widget.models import SdkSelector
from snippet_widget.overviews import ApiOverview, CatalogOverview, OrganizationOverview

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from snippet_widget.models import LoadLevel, Snippet, SnippetsPage
    from snippet_widget.publishing.installed_sdks import InstalledSdk
    from snippet_widget.widget.installed_catalog import InstalledCatalog
    from snippet_widget.widget.snippet_source import Client


class EnvironmentClient:
    """Answers for the organizations of this environment from the kernel's own catalog.

    In `INSTALLED`, what is asked for without an SDK is the version that is installed, whatever
    others the catalog holds; it is published when it is first asked for.

    Parameters
    ----------
    service
        Answers for every other organization.
    own
        The client of the kernel's own catalog; may be the same.
    installed
        What is installed, and its publisher.
    package
        An installed distribution to publish first.
    """

    def __init__(
        self,
        service: Client,
        own: Client,
        installed: InstalledCatalog,
        package: str | None = None,
    ) -> None:
        self._service = service
        self._own = own
        self._installed = installed
        self._package = package
        self.unread: SourceError | None = None
        """Why that could not be published; what else there is can be chosen all the same."""

    def report_stages(self, on_stage: Callable[[str], None]) -> None:
        """Call back with what of this environment is being read; with nothing when it is."""
        self._installed.on_stage = on_stage

    def catalog(self) -> CatalogOverview | None:
        """Return what the service has and what is here; None where the service does not say."""
        overview = self._service.catalog()  # a catalog that is new gets the samples first
        self.unread = None
        if self._package is not None:
            try:
                self._installed.publish(self._package)
            except SourceError as error:
                self.unread = error
        if overview is None:
            return None
        own = self._own_organizations()
        installed = tuple(
            _overview(sdk, own.get(INSTALLED, {}).get(sdk.name)) for sdk in self._installed.sdks()
        )
        here = {INSTALLED: installed, ADDED: tuple(own.get(ADDED, {}).values())}
        others = tuple(each for each in overview.organizations if each.id not in here)
        mine = (OrganizationOverview(org, apis) for org, apis in here.items() if apis)
        return CatalogOverview((*others, *mine))

    def listing(
        self,
        *,
        page: int | None = None,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
    ) -> Iterator[SnippetsPage]:
        """Yield all endpoints in as few pages as that takes, from one on."""
        client, scope = self._scope(org_id, api_id, sdks)
        yield from client.listing(page=page, **scope)

    def get(  # noqa: PLR0913 - the operation's fields
        self,
        method: str,
        path: str,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint."""
        client, scope = self._scope(org_id, api_id, sdks)
        return client.get(method, path, **scope, load_level=load_level)

    def close(self) -> None:
        """Close the connections."""
        self._service.close()
        self._own.close()

    def _scope(
        self, org: str | None, api: str | None, sdks: Sequence[SdkSelector]
    ) -> tuple[Client, dict[str, Any]]:
        """Return who answers, and the arguments that say whose snippets are wanted."""
        if org == INSTALLED and api:
            sdk = self._installed.publish(api)
            api, sdks = sdk.name, sdks or self._as_installed(sdk)
        client = self._own if org in {INSTALLED, ADDED} else self._service
        return client, {"org_id": org, "api_id": api, "sdks": sdks}

    def _as_installed(self, sdk: InstalledSdk) -> list[SdkSelector]:
        """Return the installed version, and the latest of the packages of other languages."""
        api = self._own_organizations().get(INSTALLED, {}).get(sdk.name)
        others = {(each.type, each.package) for each in (api.sdks if api else ())}
        return [
            SdkSelector("python", sdk.name, sdk.version),
            *(SdkSelector(*other) for other in sorted(others) if other[0] != "python"),
        ]

    def _own_organizations(self) -> dict[str, dict[str, ApiOverview]]:
        if self._own is not self._service and not self._installed.has_catalog():
            return {}  # a team's panel needs none: no service is started for it
        try:
            overview = self._own.catalog() or CatalogOverview(())
        except SnippetWidgetError:
            if self._own is self._service:
                raise
            return {}  # nor does it need one that cannot be read
        return {each.id: {api.id: api for api in each.apis} for each in overview.organizations}


def _overview(sdk: InstalledSdk, published: ApiOverview | None) -> ApiOverview:
    """Return what is known of an installed SDK, its own version first."""
    if published is None:
        return ApiOverview(sdk.name, 0, ())
    own = [each for each in published.sdks if each.type == "python" and each.version == sdk.version]
    others = [each for each in published.sdks if each not in own]
    return msgspec.structs.replace(published, sdks=(*own, *others))
