"""300 panels with one token open an API of 10,000 endpoints at once, at the default rate.

Each is simulated by what a panel asks (the catalog, the list, a card) and by its own delays after a
refusal; what it would draw is not drawn. The floor is the number of requests that are needed:
printed is how many more were made, and how long the slowest took.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from snippet_widget.client import SnippetClient
from snippet_widget.errors import ServiceUnavailable, TooManyRequests
from snippet_widget.widget.loader import FIRST_RETRY
from snippet_widget.widget.retries import Retries
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snippet_widget.models import SnippetsPage

PANELS = 300
_REQUESTS = 4  # the catalog, the first page, the list of all others, a card
ENDPOINTS = 10_000
MOST_REQUESTS = 1.5
"""Times the requests that are needed."""


@dataclass
class SimulatedPanel:
    """What one panel asks, and how it went."""

    client: SnippetClient
    retries: Retries = field(default_factory=lambda: Retries(FIRST_RETRY))
    requests: int = 0
    refused: int = 0
    endpoints: int = 0
    seconds: float = 0.0

    def open(self) -> None:
        """Ask for everything, however often that takes."""
        began = time.perf_counter()
        self._until_answered(self.client.catalog)
        page: int | None = None
        while True:
            load = partial(self._next_page, page)
            loaded = self._until_answered(load)
            self.endpoints += sum(map(len, loaded.snippets.values()))
            page = loaded.next
            if page is None:
                break
        self._until_answered(lambda: self.client.get("GET", "/e7"))
        self.seconds = time.perf_counter() - began

    def _next_page(self, page: int | None) -> SnippetsPage:
        return next(self.client.listing(page=page, org_id="org", api_id="api"))

    def _until_answered(self, ask: Callable[[], Any]) -> Any:
        while True:
            self.requests += 1
            try:
                answer = ask()
            except (TooManyRequests, ServiceUnavailable) as error:
                self.refused += 1
                time.sleep(self.retries.delay("list", error))
            else:
                self.retries.succeeded("list")
                return answer


def main() -> int:
    """Print the figures; return 1 when a panel has not all of it, or too much was asked."""
    with tempfile.TemporaryDirectory() as folder:
        catalog = f"sqlite:///{folder}/catalog.db"
        endpoints = [f"GET /e{number}" for number in range(ENDPOINTS)]
        publish(catalog, "org", "api", a_publication("python:acme==1.0", *endpoints))
        with serving(catalog) as (url, token):
            panels = [SimulatedPanel(SnippetClient(url, token, patience=0)) for _ in range(PANELS)]
            began = time.perf_counter()
            threads = [threading.Thread(target=panel.open) for panel in panels]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            seconds = time.perf_counter() - began
    complete = sum(panel.endpoints == ENDPOINTS for panel in panels)
    needed = PANELS * _REQUESTS
    made = sum(panel.requests for panel in panels)
    refused = sum(panel.refused for panel in panels)
    slowest = max(panel.seconds for panel in panels)
    print(f"{complete} of {PANELS} panels have all {ENDPOINTS:,} endpoints")
    print(f"{made:,} requests, {refused:,} of them refused; needed {needed:,}: {made / needed:.2f}")
    print(f"all after {seconds:.0f} s, the slowest after {slowest:.0f} s")
    return int(complete < PANELS or made > MOST_REQUESTS * needed)


@contextmanager
def serving(catalog: str) -> Iterator[tuple[str, str]]:
    """Run `snippet-widget serve` as it is by default; gives its address and a token."""
    command = [sys.executable, "-m", "snippet_widget"]
    create = [*command, "token", "create", "--all-orgs", "--catalog", catalog]
    token = subprocess.check_output(create, text=True).split()[-1]
    serve = [*command, "serve", "--port", "0", "--quiet", "--catalog", catalog, *sys.argv[1:]]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        try:
            found = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
            if found is None:
                raise RuntimeError("the service did not start")
            yield found[0], token
        finally:
            process.terminate()


if __name__ == "__main__":
    sys.exit(main())
