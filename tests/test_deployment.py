"""The deployment page and the files of ``deploy/`` do what they say."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import asyncpg
import pytest
import requests
from click.testing import CliRunner

from snippet_widget.catalog import Grant
from snippet_widget.cli import main
from snippet_widget.client import SnippetClient
from snippet_widget.errors import CatalogUnusable, TooManyRequests
from tests.ports import free_port
from tests.publication_builder import a_publication
from tests.scripted_server import scripted_server
from tests.service_builder import publish, running_service
from tests.service_process import workers_of
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgresql_server import ServerAddress

ROOT = Path(__file__).parent.parent
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PAGE = (ROOT / "notebooks" / "deployment.md").read_text(encoding="utf-8")


SENT: dict[str, Any] = {
    "type": "go",
    "sdk": {"githubRepo": "https://github.com/acme/acme-go", "version": "1.0.0"},
    "snippets": [
        {"endpoint": {"method": "GET", "path": "/users"}, "snippet": {"client": "c.Get(ctx)"}}
    ],
}
WRITES: dict[str, Any] = {
    "/tokens": {"organizations": ["org"]},
    "/snippets/create": {"orgId": "org", "apiId": "api", "snippets": [SENT]},
}


def sql(number: int) -> str:
    """Return one of the page's SQL blocks."""
    return str(re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)[number])


def on_server(url: str, statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(statements)
        finally:
            await connection.close()

    asyncio.run(run())


def test_the_three_roles_of_the_page_are_enough(
    postgresql_server: ServerAddress, caplog: pytest.LogCaptureFixture
) -> None:
    on_server(postgresql_server.url("postgres"), "CREATE DATABASE snippets ENCODING 'UTF8'")
    on_server(postgresql_server.url("snippets"), sql(0).replace("…", "password"))

    def url(role: str) -> str:
        return postgresql_server.url("snippets", user=role, password="password")  # noqa: S106

    made = CliRunner().invoke(main, ["migrate", "--catalog", url("snippets_owner")])
    assert made.exit_code == 0, made.output
    on_server(url("snippets_owner"), sql(1))
    publish(url("snippets_publisher"), "org", "api", a_publication())
    token = ["token", "create", "--all-orgs", "--catalog"]
    assert CliRunner().invoke(main, [*token, url("snippets_publisher")]).exit_code == 0
    grants = {"admin": Grant("admin", write=True, admin=True)}
    with running_service(url("snippets_reader"), grants=grants) as service:
        body = {"endpoint": {"method": "GET", "path": "/ping"}}
        assert service.post("/snippets", body).status_code == 200
        for path, written in WRITES.items():
            headers = {"Authorization": "Bearer admin"}
            refused = requests.post(service.url + path, json=written, headers=headers, timeout=30)
            assert (refused.status_code, refused.json()["type"]) == (403, "service-read-only")
            assert "Retry-After" not in refused.headers
        assert service.post("/snippets", body).status_code == 200
        said = [
            (each.levelname, each.getMessage())
            for each in caplog.records
            if each.name.startswith("snippet_widget")  # uvicorn tells of its start
        ]
        assert [level for level, _ in said] == ["WARNING"] * len(WRITES), said  # and of no outage
        assert service.get("/readyz").status_code == 200
        for revoked in (
            "REVOKE SELECT ON snippet_widget.snippet FROM snippets_reader",
            "REVOKE SELECT ON snippet_widget.token FROM snippets_reader",
        ):
            on_server(url("snippets_owner"), revoked)
            answers = [service.get(path).status_code for path in ("/readyz", "/livez")]
            assert answers == [503, 200], revoked
            on_server(url("snippets_owner"), sql(1))
    with pytest.raises(CatalogUnusable, match=r"for table .*migrate.*Run the service for a team"):
        publish(url("snippets_reader"), "org", "other", a_publication())


def unit(name: str) -> str:
    """Return a setting of the systemd unit."""
    text = (ROOT / "deploy" / "snippet-widget.service").read_text(encoding="utf-8")
    return str(re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)[0])


@contextmanager
def started_unit(catalog: str, port: int, metrics: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the unit's command on other ports; it ends as the unit is stopped."""
    text = unit("ExecStart").replace("8000", str(port)).replace("9464", str(metrics))
    command = [sys.executable, "-m", "snippet_widget", *shlex.split(text)[1:]]
    environment = {**os.environ, "SNIPPET_WIDGET_CATALOG": catalog}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: ready(f"http://127.0.0.1:{port}"))
            yield process
        finally:
            process.terminate()
            assert process.wait(60) == 0


@contextmanager
def started_proxy(
    port: int, tls_port: int, folder: Path, *changes: tuple[str, str]
) -> Iterator[str]:
    """Run nginx with the repository's file on other ports; gives the service's address."""
    certificate = ROOT / "tests" / "localhost_for_tests.pem"
    server = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for there, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{tls_port} ssl"),
        ("/etc/ssl/snippets.example.pem", str(certificate)),
        ("/etc/ssl/private/snippets.example.key", str(certificate)),
        *changes,
    ):
        assert there in server
        server = server.replace(there, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.getuid() == 0 else ''} daemon off; pid {folder}/pid;"
        f" error_log {folder}/error.log; events {{}} http {{ access_log off; {places} {server} }}"
    )
    with subprocess.Popen([str(NGINX), "-c", f"{folder}/nginx.conf"]) as process:
        try:
            wait_until(lambda: (folder / "pid").exists() and listens(tls_port))
            yield f"https://localhost:{tls_port}/snippet-widget"
        finally:
            process.terminate()
            process.wait(30)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_the_proxy_loses_no_request_while_the_service_reloads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(ROOT / "tests" / "localhost_for_tests.pem"))
    catalog = f"sqlite:///{tmp_path}/catalog.db"
    publish(catalog, "org", "api", a_publication())
    made = CliRunner().invoke(
        main, ["token", "create", "--all-orgs", "--write", "--catalog", catalog]
    )
    port, tls_port = free_port(), free_port()
    with (
        started_unit(catalog, port, free_port()) as process,
        started_proxy(port, tls_port, tmp_path) as url,
        SnippetClient(url, made.stdout.strip()) as client,
    ):
        before = set(workers_of(process.pid))
        process.send_signal(signal.SIGHUP)
        body = {"endpoint": {"method": "GET", "path": "/ping"}}
        headers = {"Authorization": f"Bearer {made.stdout.strip()}"}

        def replaced() -> bool:
            for _ in range(10):  # without the client's own retries
                answer = requests.post(f"{url}/snippets", json=body, headers=headers, timeout=30)
                assert answer.status_code == 200, answer.text
            now = set(workers_of(process.pid))
            return len(now) == 2 and not now & before

        wait_until(replaced, seconds=60)
        assert client.create("org", "other", [a_publication()]) is not None
        listing = client.endpoints(org_id="org", api_id="api")
        assert listing is not None
        assert [endpoint.path for endpoint in listing.endpoints] == ["/ping"]
        refused = requests.get(f"{url}/metrics", headers=headers, timeout=30)
        assert refused.status_code == 404  # on an address of their own
    recorded = CliRunner().invoke(main, ["audit", "--api", "other", "--catalog", catalog])
    assert "at 127.0.0.1" in recorded.stdout


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_the_proxy_repeats_a_write_only_where_nothing_of_it_was_sent(tmp_path: Path) -> None:
    absent = free_port()
    trusted = str(ROOT / "tests" / "localhost_for_tests.pem")
    writes = [*WRITES, "/tokens/1a2b3c4d/rotate", "/tokens/1a2b3c4d/revoke"]
    with scripted_server() as one, scripted_server() as other:
        there = [f"127.0.0.1:{absent}", *(each.url.partition("//")[2] for each in (one, other))]
        servers = "".join(f"server {address} max_fails=0;" for address in there)
        change = (f"server {there[0]} max_fails=0;", servers)
        with started_proxy(absent, free_port(), tmp_path, change) as url:

            def status(path: str) -> int:
                return requests.post(url + path, b"{}", timeout=30, verify=trusted).status_code

            def sent(path: str) -> int:
                before = len(one.tokens) + len(other.tokens)
                assert status(path) == 502
                return len(one.tokens) + len(other.tokens) - before

            assert {path: {status(path) for _ in range(3)} for path in writes} == {
                path: {200} for path in writes
            }
            one.resets = other.resets = 10**6  # a connection ends after its request was read
            assert {path: sent(path) for path in writes} == dict.fromkeys(writes, 1)
            assert sent("/snippets") == len((one, other))


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_who_asks_too_much_of_the_proxy_is_told_when_to_come_again(tmp_path: Path) -> None:
    few = (("rate=1000r/s", "rate=1r/m"), ("burst=2000", "burst=1"))
    trusted = str(ROOT / "tests" / "localhost_for_tests.pem")
    with started_proxy(free_port(), free_port(), tmp_path, *few) as url:
        *let_in, refused = [
            requests.post(f"{url}/snippets", timeout=30, verify=trusted) for _ in range(3)
        ]
    assert [answer.status_code for answer in let_in] == [502, 502]  # no service is behind it here
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert (refused.json()["type"], refused.json()["status"]) == (TooManyRequests.type, 429)


def test_the_proxy_lets_all_panels_of_a_hub_in() -> None:
    (asked,) = re.findall(r"ask ([\d,]+) requests, none of which", PAGE)
    proxy = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (burst,) = re.findall(r"burst=(\d+) nodelay", proxy)
    assert int(burst) >= int(asked.replace(",", ""))


def test_the_unit_lets_the_service_open_more_than_systemd_s_files() -> None:
    assert int(unit("LimitNOFILE")) >= 65536


def test_a_service_of_one_worker_that_is_told_to_reload_is_started_again() -> None:
    assert unit("Restart") == "always"  # it ends with 0 then: a success is a reason as well


def test_the_unit_starts_reloads_and_stops(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    port, metrics = free_port(), free_port()
    with started_unit(postgresql_url, port, metrics) as process:
        assert unit("ExecReload") == "/bin/kill -HUP $MAINPID"
        process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert ready(f"http://127.0.0.1:{port}")
        counted = requests.get(f"http://127.0.0.1:{metrics}/metrics", timeout=30).text
        assert "snippet_widget_requests_total" in counted


def ready(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=30).status_code == 200
    except requests.ConnectionError:
        return False


def test_the_proxy_asks_where_the_unit_listens() -> None:
    proxy = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    (server,) = re.findall(r"server (\S+) max_fails=0;", proxy)
    options: dict[str, Any] = dict(re.findall(r"--(host|port) (\S+)", unit("ExecStart")))
    address = urlsplit(f"//{server}")
    assert (address.hostname, address.port) == (options["host"], int(options["port"]))
    assert "proxy_next_upstream error timeout non_idempotent;" in proxy
