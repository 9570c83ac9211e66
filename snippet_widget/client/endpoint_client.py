"""What is asked of a client about one endpoint: `SnippetClient` answers it, and so may others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import LoadLevel, SdkSelector, Snippet
    from snippet_widget.overviews import CatalogOverview


class EndpointClient(Protocol):
    """What of a `SnippetClient` answers for one endpoint."""

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

    def catalog(self) -> CatalogOverview | None:
        """Return what is published; None where the service cannot say."""
