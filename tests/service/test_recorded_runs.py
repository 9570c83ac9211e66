"""What running a snippet has shown is served at once, also where the answer was cached before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.catalog.records import EndpointRuns
from snippet_widget.models import Run, SdkSelector
from tests.publication_builder import a_publication
from tests.service_builder import publish, run_service, with_catalog

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog


def test_a_recorded_run_ends_what_was_cached(catalog_url: str) -> None:
    publication = a_publication("python:acme==1.0")
    publish(catalog_url, "org", "api", publication)
    service = run_service(catalog_url)

    def verified() -> Any:
        body = {"endpoint": {"method": "GET", "path": "/ping"}}
        return service.post("/snippets", body).json()[0].get("verified")

    async def record(catalog: Catalog) -> None:
        full = publication.endpoints[0].full
        assert full is not None
        runs = EndpointRuns("GET", "/ping", full, (Run(client="sync_client", sent="GET /ping"),))
        await catalog.record_runs("org", "api", SdkSelector("python", "acme", "1.0"), [runs])

    before = verified()
    with_catalog(catalog_url, record)
    after = verified()
    service.thread.stop()
    assert (before, after) == (None, [{"client": "sync_client", "sent": "GET /ping"}])
