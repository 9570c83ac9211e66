"""A catalog's file that is taken away from under a running service, or replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import requests

    from tests.service_builder import RunningService

PING = {"endpoint": {"method": "GET", "path": "/ping"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "catalog.db"
    publish(str(file), "org", "api", a_publication(source="first"))
    return file


@pytest.fixture
def service(path: Path) -> Iterator[RunningService]:
    with running_service(str(path)) as running:
        assert "first" in running.post("/snippets", PING).text
        yield running


def until(service: RunningService, holds: Callable[[requests.Response], bool]) -> requests.Response:
    """Ask for a kept answer until it is as it should be: within seconds."""
    return wait_until(lambda: service.post("/snippets", PING), holds)


def test_a_file_that_is_gone_is_noticed_and_one_that_is_back_is_read(
    service: RunningService, path: Path
) -> None:
    path.rename(path.with_suffix(".away"))
    problem = until(service, lambda answer: answer.status_code == 503)
    assert problem.json()["type"] == "catalog-unavailable"
    assert int(problem.headers["Retry-After"]) >= 1
    path.with_suffix(".away").rename(path)
    until(service, lambda answer: answer.status_code == 200)


def test_a_new_file_in_its_place_is_read_from_then_on(service: RunningService, path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()
    publish(str(path), "org", "api", a_publication(source="second"))
    until(service, lambda answer: "second" in answer.text)
    publish(str(path), "org", "api", a_publication(source="third"), replace=True)
    assert "third" in service.post("/snippets", PING).text


def test_a_file_beside_the_log_of_another_is_not_touched(
    service: RunningService, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = path.with_name("other.db")
    publish(str(other), "org", "api", a_publication(source="second"))
    before = other.read_bytes()
    other.replace(path)
    until(service, lambda answer: answer.status_code == 503)
    assert path.read_bytes() == before
    assert "delete the files catalog.db-wal and catalog.db-shm" in caplog.text


def test_rubbish_in_its_place_is_survived(
    service: RunningService, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = path.with_name("other.db")
    publish(str(other), "org", "api", a_publication(source="second"))
    good = other.read_bytes()
    for file in path.parent.glob("catalog.db*"):
        file.unlink()
    path.write_bytes(b"rubbish" * 10_000)
    until(service, lambda answer: answer.status_code == 503)
    assert {service.post("/snippets", PING).status_code for _ in range(5)} == {503}
    for file in path.parent.glob("catalog.db-*"):
        file.unlink()
    path.write_bytes(good)
    until(service, lambda answer: "second" in answer.text)
    assert "The catalog is available again, after" in caplog.text
