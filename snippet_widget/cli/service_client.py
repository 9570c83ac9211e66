"""The client that a command asks: a team's service, or one started for the command."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.api_choice import listed_scopes, meant_scopes
from snippet_widget.catalog import require_catalog
from snippet_widget.connecting import connect, scope_of
from snippet_widget.settings import environment_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.access_token import AccessToken
    from snippet_widget.client import SnippetClient
    from snippet_widget.models import LoadLevel, SdkSelector
    from snippet_widget.settings import Settings


def named_as_option(name: str) -> bool:
    """Tell whether a parameter of this command was given on its command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


@dataclass(frozen=True)
class ServiceOptions:
    """Which service the options of a command name; the environment says what they leave out."""

    url: str | None
    token: AccessToken | None
    timeout: float | None
    catalog_url: str | None

    @property
    def settings(self) -> Settings:
        """The environment's settings, with what the options say instead."""
        settings = environment_settings()
        return replace(
            settings,
            catalog=self.catalog_url or settings.catalog,
            timeout=settings.timeout if self.timeout is None else self.timeout,
        )

    @property
    def asks_others(self) -> bool:
        """Whether the service is not one over the catalog."""
        return bool(self.url or self.settings.url)

    @contextmanager
    def client(self) -> Iterator[SnippetClient]:
        """Give a client, and end it with the service that was started for it.

        Raises
        ------
        CatalogNotFound
            `--catalog` names one that is not there. That of the environment is made as needed, and
            then has the samples, as in a kernel.
        """
        if not self.asks_others and named_as_option("catalog_url"):
            require_catalog(self.catalog_url)
        with connect(self.url, self.token, self.settings) as client:
            yield client


@dataclass(frozen=True)
class RequestOptions(ServiceOptions):
    """What the options of a command that asks for snippets say."""

    org: str | None
    api: str | None
    sdks: tuple[SdkSelector, ...]
    load_level: LoadLevel

    @property
    def names(self) -> tuple[str | None, str | None]:
        """Organization and API, of the options or else of the environment."""
        return scope_of(self.url, self.org, self.api, self.settings)

    @property
    def scope(self) -> dict[str, Any]:
        """The arguments that `SnippetClient.get` and `load` share."""
        org, api = self.names
        return {
            "org_id": org,
            "api_id": api,
            "sdks": self.sdks,
            "load_level": self.load_level,
        }

    def named_scope(self, client: SnippetClient) -> tuple[str | None, str | None]:
        """Return organization and API by their names, for a record that stays unambiguous.

        As asked where the service cannot list them, or where several are left: it says so then.
        """
        org, api = self.names
        found = meant_scopes(listed_scopes(client.catalog(), org, api))
        return found[0] if len(found) == 1 else (org, api)
