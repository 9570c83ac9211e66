"""The client that a command asks: a team's service, or one started for the command."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snippet_widget.client import SnippetClient
from snippet_widget.errors import ConfigurationError
from snippet_widget.service.embedded import embedded_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.models import LoadLevel, SdkSelector


@dataclass(frozen=True)
class AskedService:
    """Which service the options of a command name."""

    url: str | None
    token: str | None
    timeout: float
    catalog_url: str | None

    @contextmanager
    def client(self) -> Iterator[SnippetClient]:
        """Give a client, and end it and the service that was started for it."""
        if self.url:
            if not self.token:
                raise ConfigurationError(
                    f"{self.url} needs an access token. Set SNIPPET_WIDGET_TOKEN to the one that "
                    "whoever runs the service made with `snippet-widget token create`."
                )
            with SnippetClient(self.url, self.token, timeout=self.timeout) as client:
                yield client
            return
        service = embedded_service(self.catalog_url)
        try:
            with SnippetClient(service.url, service.token, timeout=self.timeout) as client:
                yield client
        finally:
            service.stop()


@dataclass(frozen=True)
class Asked(AskedService):
    """What the options of a command that asks for snippets say."""

    org: str | None
    api: str | None
    sdks: tuple[SdkSelector, ...]
    load_level: LoadLevel

    @property
    def scope(self) -> dict[str, Any]:
        """The arguments that `SnippetClient.get` and `load` share."""
        return {
            "org_id": self.org,
            "api_id": self.api,
            "sdks": self.sdks,
            "load_level": self.load_level,
        }
