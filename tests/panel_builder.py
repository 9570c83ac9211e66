"""Builds panels over services that never were: a client is passed in, nothing is patched."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import EndpointNotFound, SdkNotFound
from snippet_widget.models import LoadLevel, Sdk, SdkSelector, Snippet, SnippetsPage
from snippet_widget.overviews import ApiOverview, CatalogOverview, OrganizationOverview, SdkOverview
from snippet_widget.widget.loader import Loader
from snippet_widget.widget.panel import SnippetPanel
from snippet_widget.widget.state import PanelState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PYTHON = SdkSelector("python", "acme", "2.0.0")
OLDER_PYTHON = SdkSelector("python", "acme", "1.0.0")
TYPESCRIPT = SdkSelector("typescript", "@acme/sdk", "1.1.0")

ASYNC_PROGRAM = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(token="YOUR_TOKEN")


async def main() -> None:
    await client.{call}()


asyncio.run(main())
"""


def python_snippet(call: str, version: str = "2.0.0", **fields: object) -> Snippet:
    return Snippet(
        type="python",
        sdk=Sdk("acme", version),
        sources={
            "sync_client": f'from acme import Acme\n\nAcme(token="YOUR_TOKEN").{call}()\n',
            "async_client": ASYNC_PROGRAM.format(call=call),
        },
        call=f"client.{call}",
        **fields,  # type: ignore[arg-type]
    )


def typescript_snippet(call: str) -> Snippet:
    return Snippet(
        type="typescript",
        sdk=Sdk("@acme/sdk", "1.1.0"),
        sources={"client": f'await new Acme({{ token: "YOUR_TOKEN" }}).{call}();\n'},
    )


ENDPOINTS = {
    ("GET", "/v1/users"): "users.list",
    ("POST", "/v1/users"): "users.create",
    ("GET", "/v1/users/{user_id}"): "users.get",
    ("GET", "/v1/orders"): "orders.list",
}


@dataclass
class FakeClient:
    """Answers as a service would, from memory.

    Parameters
    ----------
    apis
        Organization and API of each API there is; all have the same endpoints.
    page_size
        Endpoints in a page.
    failure
        Raised by every request while it is set.
    gate
        Requests wait for it.
    fields
        Of each Python snippet.
    sdks
        What the catalog lists of each API.
    """

    apis: Sequence[tuple[str, str]] = (("acme", "shop"), ("acme", "mail"), ("zeta", "shop"))
    endpoints: dict[tuple[str, str], str] = field(default_factory=lambda: dict(ENDPOINTS))
    page_size: int = 3
    failure: Exception | None = None
    gate: threading.Event = field(default_factory=threading.Event)
    requests: list[tuple[object, ...]] = field(default_factory=list)
    fields: dict[str, object] = field(default_factory=dict)
    sdks: tuple[SdkSelector, ...] = (PYTHON, OLDER_PYTHON, TYPESCRIPT)

    def __post_init__(self) -> None:
        self.gate.set()

    def catalog(self) -> CatalogOverview | None:
        self._asked("catalog")
        sdks = tuple(
            SdkOverview(
                s.type, s.package or "", s.version or "", latest=s is not OLDER_PYTHON, snippets=4
            )
            for s in self.sdks
        )
        organizations = dict.fromkeys(org for org, _ in self.apis)
        return CatalogOverview(
            tuple(
                OrganizationOverview(
                    org,
                    tuple(
                        ApiOverview(api, len(self.endpoints), sdks)
                        for each, api in self.apis
                        if each == org
                    ),
                )
                for org in organizations
            )
        )

    def listing(
        self,
        *,
        page: int | None = None,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
    ) -> Iterator[SnippetsPage]:
        keys = list(self.endpoints)
        first = ((page or 1) - 1) * self.page_size
        for start in range(first, max(len(keys), 1), self.page_size):
            self._asked("load", org_id, api_id, tuple(sdks), LoadLevel.ENDPOINT)
            snippets: dict[str, dict[str, list[Snippet]]] = {}
            for method, path in keys[start : start + self.page_size]:
                snippets.setdefault(path, {})[method] = self._snippets(method, path, sdks)
            following = start + self.page_size
            number = following // self.page_size + 1
            yield SnippetsPage(snippets, next=number if following < len(keys) else None)

    def get(  # noqa: PLR0913
        self,
        method: str,
        path: str,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> list[Snippet]:
        self._asked("get", method, path, org_id, api_id, tuple(sdks), load_level)
        return self._snippets(method, path, sdks)

    def close(self) -> None:
        self.requests.append(("close",))

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        if (method, path) not in self.endpoints:
            raise EndpointNotFound(f"{method} {path} is not there.")
        call = self.endpoints[method, path]
        made = {
            PYTHON: python_snippet(call, **self.fields),  # type: ignore[arg-type]
            TYPESCRIPT: typescript_snippet(call),
            OLDER_PYTHON: python_snippet(f"old.{call}", "1.0.0"),
        }
        if any(sdk not in made for sdk in sdks):
            raise SdkNotFound("There is no such SDK.")
        return [made[sdk] for sdk in sdks or (PYTHON, TYPESCRIPT)]

    def _asked(self, *request: object) -> None:
        self.gate.wait(10)
        self.requests.append(request)
        if self.failure is not None:
            raise self.failure


def loaded(client: FakeClient, **preferred: str) -> tuple[PanelState, Loader]:
    """Start a loader and wait until all is there."""
    state = PanelState()
    loader = Loader(state, lambda: client, preferred)
    loader.start()
    assert loader.wait(10)
    return state, loader


def open_panel(client: FakeClient, **preferred: str) -> tuple[SnippetPanel, PanelState, Loader]:
    """Open a whole panel and wait until all is there."""
    state = PanelState()
    loader = Loader(state, lambda: client, preferred)
    panel = SnippetPanel(state, loader)
    loader.start()
    assert loader.wait(10)
    return panel, state, loader


def heading(panel: SnippetPanel) -> Any:
    """Return the heading of the cards, with its View menu."""
    return panel.children[3]
