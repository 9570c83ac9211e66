"""While another process holds the catalog's file, what writes waits, and what reads is answered."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
import requests

from snippet_widget.catalog import Grant
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.service_builder import RunningService


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "catalog.db"


@pytest.fixture
def service(file: Path) -> Iterator[RunningService]:
    url = f"sqlite:///{file}"
    publish(url, "org", "api", a_publication())
    with running_service(url, grants={"admin": Grant("admin", admin=True)}) as running:
        yield running


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of who writes, as a backup does."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def post(service: RunningService, path: str, body: Any = None) -> requests.Response:
    headers = {"Authorization": "Bearer admin"}
    return requests.post(service.url + path, json=body, headers=headers, timeout=60)


def status_of_read(service: RunningService) -> int:
    body = {"orgId": "org", "apiId": "api", "endpoint": {"method": "GET", "path": "/ping"}}
    headers = {"Authorization": "Bearer a-token-of-the-tests"}
    return requests.post(
        f"{service.url}/snippets", json=body, headers=headers, timeout=5
    ).status_code


@pytest.mark.parametrize("path", ["/tokens", "/tokens/{}/rotate", "/tokens/{}/revoke"])
def test_reads_are_answered_while_a_token_waits_to_be_written(
    service: RunningService, file: Path, path: str
) -> None:
    body = {"organizations": ["org"]}
    old = post(service, "/tokens", body).json()["id"]
    with ThreadPoolExecutor(1) as pool:
        with locked(file):
            sent = body if path == "/tokens" else None
            waiting = pool.submit(post, service, path.format(old), sent)
            reads = []
            for _ in range(10):
                time.sleep(0.05)
                reads.append(status_of_read(service))
            assert not waiting.done()
        assert waiting.result(60).status_code == 200
    assert reads == [200] * 10
