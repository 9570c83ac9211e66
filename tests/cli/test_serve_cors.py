"""``serve --cors``: which web pages may ask the service, as browsers find out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import requests
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service
from tests.service_process import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = "https://docs.example"
OPERATIONS = ("/snippets", "/snippets/load", "/snippets/create", "/catalog", "/openapi.json")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    catalog = f"sqlite:///{tmp_path_factory.mktemp('cors')}/catalog.db"
    publish(catalog, "org", "api", a_publication())
    options = ["--quiet", "--cors", PAGE, "--cors", "http://[::1]:3000"]
    with serving(catalog, *options) as service:
        yield service.url


def preflight(url: str, origin: str) -> requests.Response:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    return requests.options(url, headers=headers, timeout=10)


@pytest.mark.parametrize("path", OPERATIONS)
def test_a_preflight_of_a_page_that_was_named_is_allowed(url: str, path: str) -> None:
    answer = preflight(url + path, PAGE)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "authorization,content-type"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_preflight_of_another_page_is_not_allowed(url: str) -> None:
    answer = preflight(f"{url}/snippets", "https://other.example")
    assert answer.status_code == 400
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_page_can_read_answers_and_problems(url: str) -> None:
    answer = requests.post(f"{url}/snippets/load", headers={"Origin": PAGE}, timeout=10)
    assert answer.status_code == 401
    assert answer.json()["error"] == "UnauthorizedError"
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]
    assert requests.get(f"{url}/healthz", headers={"Origin": PAGE}, timeout=10).ok


def test_by_default_no_page_may_ask(tmp_path: Path) -> None:
    with running_service(f"sqlite:///{tmp_path}/catalog.db") as service:
        answer = preflight(f"{service.url}/snippets", PAGE)
    assert answer.status_code == 405
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize("origin", ["docs.example", "https://docs.example/x", "ftp://x", ""])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    refused = CliRunner().invoke(main, ["serve", "--cors", origin])
    assert refused.exit_code != 0
    assert "is not an origin" in refused.stderr
