"""The deployment page and the files of ``deploy/`` do what they say."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import asyncpg
import pytest
import requests
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.errors import CatalogUnusable
from tests.ports import free_port
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service
from tests.service_process import wait_until

if TYPE_CHECKING:
    from tests.postgresql_server import PostgresqlServer

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "notebooks" / "deployment.md").read_text(encoding="utf-8")


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


def test_the_three_roles_of_the_page_are_enough(postgresql_server: PostgresqlServer) -> None:
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
    with running_service(url("snippets_reader")) as service:
        body = {"endpoint": {"method": "GET", "path": "/ping"}}
        assert service.post("/snippets", body).status_code == 200
    with pytest.raises(CatalogUnusable, match="does not allow that to this user"):
        publish(url("snippets_reader"), "org", "other", a_publication())


def unit(name: str) -> str:
    """Return a setting of the systemd unit."""
    text = (ROOT / "deploy" / "snippet-widget.service").read_text(encoding="utf-8")
    return str(re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)[0])


def test_the_unit_starts_reloads_and_stops(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    port, metrics = free_port(), free_port()
    text = unit("ExecStart").replace("8000", str(port)).replace("9464", str(metrics))
    command = [sys.executable, "-m", "snippet_widget", *shlex.split(text)[1:]]
    environment = {**os.environ, "SNIPPET_WIDGET_CATALOG": postgresql_url}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: ready(f"http://127.0.0.1:{port}"))
            assert unit("ExecReload") == "/bin/kill -HUP $MAINPID"
            process.send_signal(signal.SIGHUP)
            for _ in range(20):
                assert ready(f"http://127.0.0.1:{port}")
            counted = requests.get(f"http://127.0.0.1:{metrics}/metrics", timeout=30).text
            assert "snippet_widget_requests_total" in counted
        finally:
            process.terminate()
            assert process.wait(60) == 0


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
