"""Cells are compared with what a real service publishes today."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.documents.checking import Checker
from snippet_widget.models import EndpointSelector, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import RunningService, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from snippet_widget.cards.content import CardContent
    from snippet_widget.client import SnippetClient
    from snippet_widget.models import SnippetsPage
    from snippet_widget.overviews import CatalogOverview

OLD = "python:acme==1.0.0"
QUERY = SnippetQuery("org", "api", EndpointSelector("GET", "/ping"))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    publish(url, "org", "api", a_publication(OLD))
    with running_service(url) as running:
        yield running


def inserted(
    service: RunningService,
    *,
    sdk: str = "1.0.0",
    display: DisplayOptions | None = None,
    client: int = 0,
) -> tuple[CardContent, dict[str, Any]]:
    """Return a card and the cell that its button inserts."""
    snippets = service.client.get(
        "GET", "/ping", org_id="org", api_id="api", sdks=[SdkSelector("python", "acme", sdk)]
    )
    card = card_contents(snippets, QUERY, display)[client]
    return card, build.code_cell(card.cell_source, card.metadata)


def checked(service: RunningService, tmp_path: Path, *cells: dict[str, Any]) -> list[CheckedCell]:
    path = build.written(tmp_path / "n.ipynb", build.notebook(*cells))
    return list(Checker(service.client).check(path).cells)


def test_cell_as_published_is_current(service: RunningService, tmp_path: Path) -> None:
    _, cell = inserted(service)
    (found,) = checked(service, tmp_path, build.code_cell("1 + 1"), cell)
    assert (found.cell.index, found.verdict, found.diff) == (1, Verdict.CURRENT, "")


def test_newer_version_is_found_with_its_difference(
    service: RunningService, tmp_path: Path
) -> None:
    _, cell = inserted(service)
    publish(service.catalog_url, "org", "api", a_publication("python:acme==1.1.0", source="new"))
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.NEWER
    assert found.detail == "acme 1.1.0 is published."
    assert found.diff.splitlines() == [
        "--- acme 1.0.0",
        "+++ acme 1.1.0",
        "@@ -1 +1 @@",
        "-import acme; call GET /ping  # sync_client",
        "+import acme; new GET /ping  # sync_client",
    ]


def test_newer_version_with_the_same_snippet_says_so(
    service: RunningService, tmp_path: Path
) -> None:
    _, cell = inserted(service)
    publish(service.catalog_url, "org", "api", a_publication("python:acme==1.1.0"))
    (found,) = checked(service, tmp_path, cell)
    assert (found.verdict, found.diff, found.updatable) == (Verdict.SAME, "", True)


def test_version_published_anew_is_newer(service: RunningService, tmp_path: Path) -> None:
    _, cell = inserted(service)
    publish(service.catalog_url, "org", "api", a_publication(OLD, source="better"), replace=True)
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.NEWER
    assert "published again" in found.detail


def test_prerelease_that_somebody_chose_is_current(service: RunningService, tmp_path: Path) -> None:
    publish(service.catalog_url, "org", "api", a_publication("python:acme==2.0.0rc1"))
    _, cell = inserted(service, sdk="2.0.0rc1")
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.CURRENT


def test_cell_changed_by_hand_is_edited_whatever_is_published(
    service: RunningService, tmp_path: Path
) -> None:
    _, cell = inserted(service)
    cell["source"][-1] += "  # mine"
    publish(service.catalog_url, "org", "api", a_publication("python:acme==1.1.0", source="new"))
    (found,) = checked(service, tmp_path, cell)
    assert (found.verdict, found.outdated, found.updatable) == (Verdict.EDITED, True, False)
    path = tmp_path / "n.ipynb"
    assert found.detail == (
        "acme 1.1.0 is published. It was edited in the same lines, in 1 place: resolve it by hand. "
        "Then `check --update` records it. Is it right as it stands? "
        f"`check --update --accept {path}:1 {path}` says so."
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("path", "/nowhere"),
        ("client", "client"),
        ("sdk", {"type": "python", "package": "other", "version": "1"}),
    ],
)
def test_what_the_service_does_not_have_is_gone(
    service: RunningService, tmp_path: Path, key: str, value: object
) -> None:
    _, cell = inserted(service)
    cell["metadata"]["snippet_widget"][key] = value
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.GONE
    assert found.detail


@pytest.mark.parametrize(("key", "value"), [("org", "nobody"), ("api", "nothing")])
def test_api_that_is_not_in_the_catalog_is_unknown(
    service: RunningService, tmp_path: Path, key: str, value: object
) -> None:
    _, cell = inserted(service)
    cell["metadata"]["snippet_widget"][key] = value
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.UNKNOWN
    assert found.detail.endswith(
        "The candidates are: org/api. Is the right catalog asked (--catalog, --url, --export)?"
    )


def test_foreign_metadata_under_our_key_is_unknown(service: RunningService, tmp_path: Path) -> None:
    (found,) = checked(service, tmp_path, build.code_cell("x", {"snippet_widget": {"v": 1}}))
    assert found.verdict is Verdict.UNKNOWN
    assert "metadata.snippet_widget is not a record of snippet_widget" in found.detail


def test_ambiguous_api_is_unknown(service: RunningService, tmp_path: Path) -> None:
    publish(service.catalog_url, "other", "api", a_publication(OLD))
    _, cell = inserted(service)
    cell["metadata"]["snippet_widget"]["org"] = None
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.UNKNOWN


ASYNC = (
    "import asyncio\n\nfrom acme import AsyncAcme\n\n"
    'client = AsyncAcme(api_key="YOUR_API_KEY")\n\n\n'
    "async def main() -> None:\n    await client.ping({})\n\n\nasyncio.run(main())"
)


@pytest.mark.parametrize(
    ("display", "expected"),
    [
        (DisplayOptions(), "await client.ping(2)"),
        (DisplayOptions(published=True), "asyncio.run(main())"),
        (DisplayOptions(environment=True), 'os.environ["ACME_API_KEY"]'),
    ],
)
def test_update_keeps_the_form_in_which_a_cell_was_inserted(
    service: RunningService, tmp_path: Path, display: DisplayOptions, expected: str
) -> None:
    for version in ("1.5.0", "1.6.0"):
        source = ASYNC.format((version[2] == "6" and 2) or 1)
        publication = a_publication(f"python:acme=={version}", source=source + "  #")
        publish(service.catalog_url, "org", "api", publication)
        if version == "1.5.0":
            _, cell = inserted(service, sdk=version, display=display, client=1)
    path = build.written(tmp_path / "n.ipynb", build.notebook(cell))
    notebook = Checker(service.client).check(path)
    text = notebook.updated()
    assert text is not None
    path.write_text(text)
    (again,) = Checker(service.client).check(path).cells
    assert again.verdict is Verdict.CURRENT
    assert expected in again.cell.source


LOOP_CALL = "for item in client.items.list(limit={}):\n    print(item)"
LOOP = f"from acme import Acme\n\nclient = Acme()\n\n{LOOP_CALL}"


def test_call_cut_out_of_a_program_is_followed(service: RunningService, tmp_path: Path) -> None:
    for version, limit in (("1.5.0", 10), ("1.6.0", 20)):
        sources = {"sync_client": LOOP.format(limit)}
        full = Snippet(type="python", sdk=Sdk("acme", version), sources=sources)
        publication = Publication(
            SdkSelector("python", "acme", version), (PublishedEndpoint("GET", "/ping", full),)
        )
        publish(service.catalog_url, "org", "api", publication)
        card, _ = inserted(service, sdk=version)
        if version == "1.5.0":
            cell = build.code_cell(card.call_source, card.call_metadata)
            (found,) = checked(service, tmp_path, cell)
            assert (card.call_source, found.verdict) == (
                LOOP_CALL.format(10),
                Verdict.CURRENT,
            )
    (found,) = checked(service, tmp_path, cell)
    assert found.verdict is Verdict.NEWER
    assert found.newest is not None
    assert found.newest.source == LOOP_CALL.format(20)


def test_update_rewrites_only_stale_cells_that_nobody_edited(
    service: RunningService, tmp_path: Path
) -> None:
    _, stale = inserted(service)
    _, edited = inserted(service)
    edited["source"] = ["mine"]
    publish(service.catalog_url, "org", "api", a_publication("python:acme==1.1.0", source="new"))
    content = build.notebook(build.code_cell("before"), stale, edited)
    path = build.written(tmp_path / "n.ipynb", content)
    text = Checker(service.client).check(path).updated()
    card, _ = inserted(service, sdk="1.1.0")
    content["cells"][1] |= {
        "source": [card.cell_source],
        "metadata": card.metadata,
        "outputs": [],
        "execution_count": None,
    }
    expected = build.written(tmp_path / "expected.ipynb", content).read_text()
    assert text == expected


def test_notebook_without_stale_cells_is_not_written(
    service: RunningService, tmp_path: Path
) -> None:
    _, cell = inserted(service)
    path = build.written(tmp_path / "n.ipynb", build.notebook(cell))
    assert Checker(service.client).check(path).updated() is None


def test_bad_file_is_a_problem_of_its_own(service: RunningService, tmp_path: Path) -> None:
    (tmp_path / "bad.ipynb").write_text("{")
    found = Checker(service.client).check(tmp_path / "bad.ipynb")
    assert "not JSON" in found.problem
    assert (found.cells, found.line) == ((), 1)


class CountingClient:
    """Passes requests on, and counts them."""

    def __init__(self, client: SnippetClient) -> None:
        self.client = client
        self.requests = 0

    def get(self, *args: Any, **kwargs: Any) -> list[Snippet]:
        """Count, and ask."""
        self.requests += 1
        return self.client.get(*args, **kwargs)

    def load_all(self, **kwargs: Any) -> SnippetsPage:
        """Count, and ask."""
        self.requests += 1
        return self.client.load_all(**kwargs)

    def catalog(self) -> CatalogOverview | None:
        """Count, and ask."""
        self.requests += 1
        return self.client.catalog()


def test_service_is_asked_once_for_each_snippet(service: RunningService, tmp_path: Path) -> None:
    _, cell = inserted(service)
    path = build.written(tmp_path / "n.ipynb", build.notebook(*[cell] * 50))
    client = CountingClient(service.client)
    found = Checker(client).check(path)
    assert len(found.cells) == 50
    assert client.requests == 2  # the snippet, and which versions were withdrawn
