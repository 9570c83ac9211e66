"""``snippet-widget serve`` as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from click.testing import CliRunner

from snippet_widget.catalog import existing_catalog
from snippet_widget.cli import main
from snippet_widget.client import SnippetClient
from snippet_widget.errors import CatalogNotFound
from tests.ports import free_port
from tests.publication_builder import a_publication
from tests.service_builder import publish
from tests.service_process import a_token, serving, wait_for_worker
from tests.tcp_proxy import tcp_proxy
from tests.waiting import wait_until


@pytest.fixture
def catalog(catalog_url: str) -> str:
    publish(catalog_url, "org", "api", a_publication())
    return catalog_url


def test_what_is_published_while_it_runs_is_served(catalog: str) -> None:
    token = a_token(catalog)
    with serving(catalog) as service, SnippetClient(service.url, token) as client:
        assert len(client.get("GET", "/ping")) == 1
        publish(catalog, "org", "api", a_publication("go:acme==1.0.0"))
        assert [s.type for s in client.get("GET", "/ping")] == ["python", "go"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stop_that_was_asked_for_is_a_success(catalog: str, workers: str) -> None:
    token = a_token(catalog)
    with serving(catalog, "--workers", workers) as service:
        for _ in range(10):
            with SnippetClient(service.url, token) as client:
                assert len(client.get("GET", "/ping")) == 1
        assert service.stop() == 0
        assert not service.listens()
    assert sum("SIGTERM: the service" in line for line in service.log) == 1


def test_a_service_that_only_listens_is_not_handed_to_a_test() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        with pytest.raises(TimeoutError):  # its workers are being started
            wait_for_worker(listening.getsockname(), seconds=0.1)

        def take() -> None:
            for _ in range(2):  # the first has gone
                listening.accept()[0].close()

        taking = threading.Thread(target=take)
        taking.start()
        wait_for_worker(listening.getsockname())
        taking.join(30)


def test_requests_are_logged_without_tokens(file: Path) -> None:
    token = a_token(str(file))
    with serving(str(file)) as service:
        with SnippetClient(service.url, token) as client:
            client.get("GET", "/ping")
            assert client.catalog() == client.catalog()  # asked again with If-None-Match
        service.stop()
    written = [json.loads(line) for line in service.log]
    lines = [line for line in written if "path" in line]
    (stop,) = (line for line in written if "path" not in line)  # a request's may come after it
    assert (stop["level"], stop["message"].partition(":")[0]) == ("INFO", "SIGTERM")
    assert [(line["path"], line["status"]) for line in lines] == [
        ("/snippets", 200),
        ("/catalog", 200),
        ("/catalog", 304),
    ]
    assert lines[0]["token_id"]
    assert token not in "".join(service.log)


def answered_health_checks(metrics: str) -> float:
    line = 'snippet_widget_requests_total{path="/healthz",status="200"} '
    (total,) = (each for each in metrics.splitlines() if each.startswith(line))
    return float(total.removeprefix(line))


def test_metrics_are_of_all_workers_and_on_an_address_of_their_own(file: Path) -> None:
    port = free_port()
    options = ["--workers", "2", "--metrics", f"127.0.0.1:{port}"]

    def metrics() -> str:
        return requests.get(f"http://127.0.0.1:{port}/metrics", timeout=30).text

    with serving(str(file), *options) as service:
        wait_until(lambda: service.health() == 200)
        first, second = service.workers()
        for worker in (first, second):  # the one that is stopped answers nothing
            os.kill(worker, signal.SIGSTOP)
            for _ in range(5):
                assert service.health() == 200
            os.kill(worker, signal.SIGCONT)
        wait_until(lambda: answered_health_checks(metrics()) >= 11)  # counted after the answer
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: first not in service.workers())
        counted = metrics()
        assert requests.get(f"{service.url}/metrics", timeout=30).status_code == 404
    assert answered_health_checks(counted) >= 11
    assert "snippet_widget_requests_in_flight 0.0" in counted
    assert 'snippet_widget_build{version="' in counted
    assert "snippet_widget_catalog_available 1.0" in counted
    for name in ("catalog_revision", "connections_open", "connections_waiting", "cache_bytes"):
        assert f"snippet_widget_{name} " in counted
    assert 'snippet_widget_cache_lookups_total{result="hit"}' in counted


@pytest.mark.parametrize("text", ["9464", "host:", "host:x", "host:70000"])
def test_an_address_of_metrics_that_is_none_is_refused(text: str) -> None:
    refused = CliRunner().invoke(main, ["serve", "--metrics", text])
    assert refused.exit_code == 2
    assert "Write HOST:PORT" in refused.stderr


def test_a_store_that_is_away_is_one_line_and_each_request_its_own(file: Path) -> None:
    with serving(str(file)) as service:
        assert service.health() == 200  # it is open
        file.unlink()
        wait_until(lambda: service.health() == 503)
        for _ in range(5):
            assert service.health() == 503
        service.stop()
    first, *lines = service.log
    assert first == "It has no access token yet: snippet-widget token create"
    written = [json.loads(line) for line in lines]
    error, _ = (line for line in written if "message" in line)  # and that it was told to stop
    assert "catalog.db is gone" in error["message"]
    assert "make a new one with `snippet-widget publish`" in error["message"]  # `serve` makes none
    assert [line["problem"] for line in written if "status" in line][-5:] == (
        ["catalog-unavailable"] * 5
    )


def test_what_is_under_way_is_answered_before_it_stops(catalog: str) -> None:
    token = a_token(catalog)
    body = b'{"endpoint":{"method":"GET","path":"/ping"}}'
    head = (
        f"POST /snippets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with serving(catalog) as service:
        with socket.create_connection(service.address, timeout=20) as connection:
            connection.sendall(head.encode() + body[:5])
            service.health()  # answered after what came before it
            service.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not service.listens())
            connection.sendall(body[5:])
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert service.process.wait(30) == 0


def test_it_answers_at_once_while_its_database_is_away_or_empty(postgresql_url: str) -> None:
    there = urlsplit(postgresql_url)
    port = free_port()
    away = there._replace(netloc=there.netloc.replace(f":{there.port}", f":{port}")).geturl()
    with serving(away, "--workers", "2") as service:
        wait_until(lambda: len(service.workers()) == 2)
        refused = requests.post(f"{service.url}/snippets", json={}, timeout=30)
        assert refused.status_code == 503
        assert refused.json()["type"] == "catalog-unavailable"
        assert int(refused.headers["Retry-After"]) >= 1
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        assert requests.get(f"{service.url}/livez", timeout=30).status_code == 200
        assert requests.get(f"{service.url}/readyz", timeout=30).status_code == 503
        with tcp_proxy(str(there.hostname), there.port or 0, port=port):
            wait_until(
                lambda: (
                    service.health() == 503
                    and any("There is no catalog in" in line for line in service.log)
                )
            )
            with pytest.raises(CatalogNotFound):  # it has made none
                asyncio.run(_opened(postgresql_url))
            publish(postgresql_url, "org", "api", a_publication())
            wait_until(lambda: service.health() == 200)
            assert service.stop() == 0
    assert "Until then the service answers 503." in service.log[0]
    assert any("cannot be reached" in line for line in service.log[1:])


async def _opened(url: str) -> None:
    async with existing_catalog(url):
        pass


def test_a_log_that_nobody_reads_stops_no_answer(file: Path) -> None:
    read, write = os.pipe()
    command = [sys.executable, "-m", "snippet_widget", "serve", "--catalog", str(file), "--port"]
    port = free_port()
    with (
        Path("/dev/full").open("wb") as full,  # takes nothing either
        subprocess.Popen([*command, str(port)], stderr=write, stdout=full) as process,
    ):
        os.close(write)
        try:
            url = f"http://127.0.0.1:{port}/healthz"
            wait_until(lambda: answers(url))
            with requests.Session() as session:
                for _ in range(600):  # far more than a pipe holds
                    assert session.get(url, timeout=10).status_code == 200
        finally:
            process.terminate()
            assert process.wait(30) == 0
            os.close(read)


def test_a_service_without_outputs_and_with_few_files_answers(file: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "snippet_widget", "serve", "--catalog", str(file)]
    options = ["--port", str(port), "--workers", "2"]
    few = ["sh", "-c", 'ulimit -S -n 64; exec "$@" >&- 2>&-', "sh"]
    with subprocess.Popen([*few, *command, *options]) as process, ExitStack() as idle:
        try:
            url = f"http://127.0.0.1:{port}/readyz"
            wait_until(lambda: answers(url))
            for _ in range(200):
                idle.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert [answers(url) for _ in range(8)] == [True] * 8
        finally:
            process.terminate()
            assert process.wait(30) == 0


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=10).status_code == 200
    except requests.ConnectionError:
        return False


def test_a_port_in_use_is_named(file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = CliRunner().invoke(main, ["serve", "--port", port, "--catalog", str(file)])
    assert refused.exit_code == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in refused.stderr


def test_an_address_of_metrics_in_use_is_named_before_anything_is_served(file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        options = ["serve", "--port", "0", "--catalog", str(file), "--metrics", address]
        refused = subprocess.run(  # the variables of Prometheus' library end with it
            [sys.executable, "-m", "snippet_widget", *options],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"port {address.rpartition(':')[2]}, for metrics" in refused.stderr


def test_a_file_of_something_else_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("my notes, " * 200)
    refused = CliRunner().invoke(main, ["serve", "--catalog", str(tmp_path / "x.db")])
    assert refused.exit_code == 1
    assert "is not an SQLite database" in refused.stderr


def test_a_catalog_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    mistyped = tmp_path / "typo.db"
    command = [sys.executable, "-m", "snippet_widget", "serve", "--port", "0", "--catalog"]
    refused = subprocess.run(  # a process, as it would serve
        [*command, f"sqlite:///{mistyped}"], capture_output=True, text=True, timeout=20, check=False
    )
    assert refused.returncode == 1
    assert f"There is no catalog at {mistyped}." in refused.stderr
    assert f"`snippet-widget migrate --catalog sqlite:///{mistyped}`" in refused.stderr
    for command_of in ("serve", "migrate", "token list"):
        empty = CliRunner().invoke(main, [*command_of.split(), "--catalog", ""])
        assert empty.exit_code == 1
        assert "--catalog is empty." in empty.stderr
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", "")
    unset = CliRunner().invoke(main, ["serve"])
    assert unset.exit_code == 1
    assert "SNIPPET_WIDGET_CATALOG is empty." in unset.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("library", ["uvicorn", "httptools"])
def test_a_missing_library_is_named_with_its_extra(tmp_path: Path, library: str) -> None:
    program = (
        "import sys\n"
        f"sys.modules[{library!r}] = None\n"
        "from snippet_widget.cli import main\n"
        f"main(['serve', '--catalog', {str(tmp_path / 'x.db')!r}])\n"
    )
    refused = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert refused.returncode == 1
    assert f"The service needs {library}." in refused.stderr
    assert "pip install 'snippet-widget[serve]'" in refused.stderr


def test_answers_are_not_held_back_for_the_network_to_fill_packets(file: Path) -> None:
    seconds = []
    with serving(str(file)) as service, requests.Session() as session:
        for _ in range(20):
            start = time.perf_counter()
            session.post(f"{service.url}/snippets", json={}, timeout=20)
            seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.035  # a delayed acknowledgement takes 0.04 (RFC 1122, 4.2.3.2)
