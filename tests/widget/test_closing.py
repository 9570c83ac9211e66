"""Nothing of a panel outlives it: no comm, no widget, no thread, no connection."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import comm
import ipywidgets
import pytest
from jupyter_client.manager import start_new_kernel

from snippet_widget import panel
from snippet_widget.models import EndpointSelector
from snippet_widget.samples import publications
from tests.panel_builder import FakeClient, open_panel
from tests.service_builder import TOKEN, publish, running_service
from tests.tcp_proxy import tcp_proxy
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jupyter_client.blocking.client import BlockingKernelClient

OPEN_PANEL = "panel()"

COUNT = "print(len(comm.get_comm_manager().comms))"

SET_UP = """\
import os, tempfile

os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()
os.environ["SNIPPET_WIDGET_CATALOG"] = "sqlite:///{catalog}"
import comm
from snippet_widget import panel"""


class Left(NamedTuple):
    """What a panel could leave behind."""

    comms: frozenset[str]
    widgets: frozenset[str]
    threads: frozenset[threading.Thread]

    def since(self, before: Left) -> list[str]:
        """Name what is new; another test's threads may end meanwhile."""
        new = [each for now, then in zip(self, before, strict=True) for each in now - then]
        widgets = ipywidgets.widgets.widget._instances
        return [f"{each} {widgets.get(each, '') if isinstance(each, str) else ''}" for each in new]


def left() -> Left:
    threads = [each for each in threading.enumerate() if each.name.startswith("snippet_widget ")]
    return Left(
        frozenset(comm.get_comm_manager().comms),
        frozenset(ipywidgets.widgets.widget._instances),
        frozenset(threads),
    )


@pytest.fixture(autouse=True)
def _no_panel_of_another_test() -> None:
    """Close those that ask for a service again and again, each time in a new thread."""
    ipywidgets.Widget.close_all()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    catalog = f"sqlite:///{tmp_path}/catalog.db"
    for org, api, publication in publications():
        publish(catalog, org, api, publication)
    with running_service(catalog) as running:
        yield running.url


def test_closed_panel_leaves_no_comm_widget_thread_or_connection(
    service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path}/own.db")
    before = left()
    address = urlsplit(service)
    assert address.hostname
    assert address.port
    with tcp_proxy(address.hostname, address.port) as proxy:
        url = f"http://127.0.0.1:{proxy.port}"
        opened = panel(url=url, token=TOKEN, org="skylark", api="birdsong")
        assert opened.wait(30)
        opened.state.compared = opened.state.versions[0]
        assert opened.wait(30)
        assert opened.state.differences
        assert len(left().since(before)) > 2
        assert proxy.connections > 0
        opened.close()
        opened.close()
        assert left()[:2] == before[:2]
        wait_until(lambda: left().since(before), lambda new: not new)
        wait_until(lambda: proxy.connections == 0)
        opened.state.organization = None  # nothing listens, nothing is asked for
        assert not left().since(before)
    assert "sw-static" in opened._repr_mimebundle_()["text/html"]


def test_panel_that_is_closed_while_its_service_answers_takes_nothing() -> None:
    before = left()
    client = FakeClient()
    opened, state, _ = open_panel(client)
    shown = state.cards
    client.gate.clear()
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    opened.close()
    client.gate.set()
    wait_until(lambda: left().since(before), lambda new: not new)
    assert state.cards == shown
    assert ("close",) in client.requests


def test_a_hundred_comparisons_leave_no_more_than_one() -> None:
    opened, state, loader = open_panel(FakeClient())
    after: list[list[int]] = []
    for _ in range(100):
        state.compared = state.versions[0]
        assert loader.wait(10)
        assert len(opened.children[4].children) == 2
        after.append([len(each) for each in left()[:2]])
        state.compared = None
    opened.close()
    assert after[-1] == after[0]


def test_cell_that_is_run_again_and_again_leaves_no_more_than_one(tmp_path: Path) -> None:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        run(client, SET_UP.format(catalog=tmp_path / "catalog.db"), "first")
        run(client, OPEN_PANEL, "second")
        run(client, "kept = panel()", "third")
        run(client, "kept", "fourth")
        once = int(run(client, COUNT, "last"))
        assert once > 50
        for _ in range(10):
            run(client, "panel();", "second")
        run(client, OPEN_PANEL, "second")
        wait_until(lambda: int(run(client, COUNT, "last")) == once)
        run(client, "kept = panel()", "third")  # the one before is shown by the fourth cell
        assert int(run(client, COUNT, "last")) > once
        run(client, "kept", "fourth")
        wait_until(lambda: int(run(client, COUNT, "last")) == once)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def run(client: BlockingKernelClient, code: str, cell: str) -> str:
    """Run a cell as JupyterLab does, which names it in the request; return what it prints."""
    content = {"code": code, "silent": False, "store_history": True, "allow_stdin": True}
    request: Any = client.session.msg("execute_request", content, metadata={"cellId": cell})
    client.shell_channel.send(request)
    printed = ""
    while True:
        message: Any = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != request["header"]["msg_id"]:
            continue
        assert message["msg_type"] != "error", message["content"]["traceback"]
        printed += message["content"].get("text", "") if message["msg_type"] == "stream" else ""
        if message["content"].get("execution_state") == "idle":
            return printed
