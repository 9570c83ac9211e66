"""The service inside a kernel: no socket, no token, no server."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import socket
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.catalog import default_catalog_path
from snippet_widget.cli import main
from snippet_widget.connecting import connect_embedded
from snippet_widget.errors import (
    CatalogNotFound,
    CatalogUnusable,
    EndpointNotFound,
    ServiceUnavailable,
)
from snippet_widget.models import SdkSelector
from snippet_widget.settings import Settings
from tests.publication_builder import a_publication
from tests.service_builder import publish, with_catalog

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.catalog import Catalog
    from snippet_widget.client import SnippetClient
    from snippet_widget.models import Snippet


def organizations(client: SnippetClient) -> list[str]:
    overview = client.catalog()
    assert overview is not None
    return [organization.id for organization in overview.organizations]


def embedded(url: str | None = None) -> SnippetClient:
    return connect_embedded(Settings(catalog=url))


def species(client: SnippetClient) -> list[Snippet]:
    return client.get("GET", "/v1/species", org_id="skylark", api_id="birdsong")


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if "embedded" in thread.name]


def test_an_empty_catalog_starts_with_the_samples(tmp_path: Path) -> None:
    with embedded(f"sqlite:///{tmp_path}/new.db") as client:
        assert len(organizations(client)) >= 2


def test_samples_that_the_own_catalog_lacks_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lost = SdkSelector("python", "skylark-birdsong", "1.4.2")

    async def versions(catalog: Catalog) -> list[tuple[str, str, str, str]]:
        apis = await catalog.apis()
        listed = await catalog.sdks([api.key for api in apis])
        return sorted((a.org, a.api, s.package, s.version) for a in apis for s in listed[a.key])

    async def lose(catalog: Catalog) -> None:
        assert await catalog.unpublish("skylark", "birdsong", lost)

    with embedded() as client:
        client.catalog()
    own = str(default_catalog_path())
    all_ = with_catalog(own, versions)
    with_catalog(own, lose)
    assert len(with_catalog(own, versions)) == len(all_) - 1
    with embedded() as client:
        client.catalog()
    assert with_catalog(own, versions) == all_


def test_a_filled_catalog_is_left_as_it_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/mine.db"
    publish(url, "mine", "api", a_publication())
    with embedded(url) as client:
        assert organizations(client) == ["mine"]


def test_a_database_of_a_team_is_left_empty(postgresql_url: str) -> None:
    refused = pytest.raises(CatalogNotFound, match="snippet-widget migrate")
    with embedded(postgresql_url) as client, refused:
        client.catalog()
    assert CliRunner().invoke(main, ["migrate", "--catalog", postgresql_url]).exit_code == 0
    with embedded(postgresql_url) as client:
        assert organizations(client) == []
        publish(postgresql_url, "team", "api", a_publication())
        assert organizations(client) == ["team"]


def test_pages_and_refusals_are_those_of_a_service_on_a_port(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/many.db"
    publish(url, "org", "api", a_publication("python:acme==1", *(f"GET /e{n}" for n in range(120))))
    with embedded(url) as client:
        assert [len(page.snippets) for page in client.pages()] == [100, 20]
        with pytest.raises(EndpointNotFound) as refused:
            client.get("GET", "/e999")
        assert refused.value.candidates


def test_clients_of_a_catalog_share_a_service_and_the_last_one_ends_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/one.db"
    before = len(threads())
    first, second = embedded(url), embedded(url)
    assert organizations(first) == organizations(second)
    assert len(threads()) == before + 1
    first.close()
    assert organizations(second)
    second.close()
    assert len(threads()) == before
    assert organizations(second)  # opens it again
    second.close()
    assert len(threads()) == before


def test_many_threads_ask_at_once(tmp_path: Path) -> None:
    with embedded(f"sqlite:///{tmp_path}/busy.db") as client, ThreadPoolExecutor(16) as pool:
        answers = pool.map(lambda _: species(client), range(200))
        first, *others = answers
        assert first
        assert all(other == first for other in others)


def test_it_answers_where_an_event_loop_runs_already(tmp_path: Path) -> None:
    async def cell() -> list[str]:
        with embedded(f"sqlite:///{tmp_path}/loop.db") as client:
            return organizations(client)

    assert asyncio.run(cell())


def test_what_is_wrong_with_the_catalog_reaches_the_caller_each_time(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    with embedded(str(tmp_path / "notes.txt")) as client:
        for _ in range(2):
            with pytest.raises(CatalogUnusable, match=r"notes\.txt is not an SQLite database"):
                client.load()


def test_a_database_that_never_answers_is_said_to_be_slow() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none"
        client = connect_embedded(Settings(catalog=url, timeout=0.2))
        with pytest.raises(ServiceUnavailable, match="is responding slowly"):
            client.load()


def test_an_interrupt_ends_the_wait_for_an_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none"
        client = connect_embedded(Settings(catalog=url, timeout=60))
        interrupted = threading.Event()

        def interrupt_when_asked() -> None:
            connection, _ = silent.accept()  # the catalog's: the request is under way
            with connection:  # a catalog that is lost would be an answer
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
                interrupted.wait(60)

        threading.Thread(target=interrupt_when_asked).start()
        # A process in the background may ignore it, as a shell starts them.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                client.load()
        finally:
            signal.signal(signal.SIGINT, before)
            interrupted.set()


PROGRAM = """
import os, sys
import snippet_widget.widget.opening as opening

before = set(os.listdir("/proc/self/fd"))
panel = opening.panel()
assert panel.wait(30) and panel.cards
inodes = set()
for name in os.listdir("/proc/self/fd"):
    try:
        target = os.readlink(f"/proc/self/fd/{name}")
    except OSError:
        continue
    if target.startswith("socket:["):
        inodes.add(target[8:-1])
listening = [
    line.split()
    for kind in ("tcp", "tcp6")
    for line in open(f"/proc/net/{kind}").read().splitlines()[1:]
]
print([row[1] for row in listening if row[3] == "0A" and row[9] in inodes])
print([name for name in ("uvicorn", "httptools", "uvloop") if name in sys.modules])
"""


def test_a_kernel_with_a_panel_listens_nowhere_and_has_no_server(tmp_path: Path) -> None:
    environment = {
        "SNIPPET_WIDGET_CATALOG": f"sqlite:///{tmp_path}/kernel.db",
        "XDG_CONFIG_HOME": str(tmp_path),
        "HOME": str(tmp_path),
    }
    shown = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (shown.stdout, shown.stderr) == ("[]\n[]\n", "")


def ask_in_a_fork(url: str, client: SnippetClient, answers: multiprocessing.Queue[object]) -> None:
    answers.put((organizations(client), organizations(embedded(url))))


def test_a_process_that_is_forked_off_opens_its_own(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/fork.db"
    context = multiprocessing.get_context("fork")
    answers: multiprocessing.Queue[object] = context.Queue()
    with embedded(url) as client:
        known = organizations(client)
        child = context.Process(target=ask_in_a_fork, args=(url, client, answers))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # since 3.12: it has threads
            child.start()
        assert answers.get(timeout=30) == (known, known)
        child.join(30)
        assert child.exitcode == 0
        assert organizations(client) == known


def test_closing_meanwhile_is_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/closing.db"
    client = embedded(url)
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            with suppress(ServiceUnavailable):
                client.catalog()

    asking = threading.Thread(target=ask)
    asking.start()
    for _ in range(50):
        client.close()
    stop.set()
    asking.join(30)
    assert not asking.is_alive()
    client.close()
