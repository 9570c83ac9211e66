"""The service inside a kernel."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from snippet_widget.client import SnippetClient
from snippet_widget.errors import CatalogUnusable, Unauthorized
from snippet_widget.service.embedded import embedded_service
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


def organizations(url: str, token: str) -> list[str]:
    overview = SnippetClient(url, token).catalog()
    assert overview is not None
    return [organization.id for organization in overview.organizations]


def test_an_empty_catalog_starts_with_the_samples(tmp_path: Path) -> None:
    service = embedded_service(f"sqlite:///{tmp_path}/new.db")
    assert len(organizations(service.url, service.token)) >= 2
    service.stop()


def test_a_filled_catalog_is_left_as_it_is(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/mine.db"
    publish(url, "mine", "api", a_publication())
    service = embedded_service(url)
    assert organizations(service.url, service.token) == ["mine"]
    service.stop()


def test_a_database_of_a_team_is_left_empty(postgresql_url: str) -> None:
    service = embedded_service(postgresql_url)
    assert organizations(service.url, service.token) == []
    publish(postgresql_url, "team", "api", a_publication())
    assert organizations(service.url, service.token) == ["team"]
    service.stop()


def test_one_kernel_has_one_service_of_a_catalog(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/one.db"
    first = embedded_service(url)
    assert embedded_service(url) is first
    first.stop()
    second = embedded_service(url)
    assert second.url != first.url
    second.stop()


def test_answers_are_not_held_back_for_the_network_to_fill_packets(tmp_path: Path) -> None:
    service = embedded_service(f"sqlite:///{tmp_path}/quick.db")
    with SnippetClient(service.url, service.token) as client:
        seconds = []
        for _ in range(20):
            start = time.perf_counter()
            client.get("GET", "/v1/species", org_id="skylark", api_id="birdsong")
            seconds.append(time.perf_counter() - start)
    service.stop()
    assert min(seconds) < 0.035  # a delayed acknowledgement takes 0.04 (RFC 1122, 4.2.3.2)


def test_only_its_own_token_opens_it_and_that_is_not_shown(tmp_path: Path) -> None:
    service = embedded_service(f"sqlite:///{tmp_path}/own.db")
    assert service.token not in repr(service)
    with pytest.raises(Unauthorized):
        SnippetClient(service.url, "guess").load()
    service.stop()


def test_what_is_wrong_with_the_catalog_reaches_the_caller(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    with pytest.raises(CatalogUnusable, match=r"notes\.txt is no SQLite database"):
        embedded_service(str(tmp_path / "notes.txt"))
