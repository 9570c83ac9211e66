"""Answers that are kept: fast, and never stale."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
import requests

from snippet_widget.catalog import Catalog, Grant, open_catalog
from snippet_widget.service import Limits, create_app
from snippet_widget.service.response_cache import JsonResponse, ResponseCache, prefers_gzip
from snippet_widget.service.tokens import create_token, token_hash
from tests.asgi import CountingCatalog, asked
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service, with_catalog
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

PING = {"endpoint": {"method": "GET", "path": "/ping"}}


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/catalog.db"
    publish(url, "org", "api", a_publication())
    return url


def ask(service_url: str, token: str, **headers: str) -> requests.Response:
    return requests.post(
        f"{service_url}/snippets",
        json=PING,
        headers={"Authorization": f"Bearer {token}", **headers},
        timeout=30,
    )


def test_a_publication_ends_what_was_kept(url: str) -> None:
    with running_service(url) as service:
        before = [service.post("/snippets", PING).text for _ in range(3)]
        publish(url, "org", "api", a_publication(source="other"), replace=True)
        after = [service.post("/snippets", PING).text for _ in range(3)]
    assert len(set(before)) == len(set(after)) == 1
    assert "other" in after[0]
    assert "other" not in before[0]


def test_a_revoked_token_does_not_open_kept_answers(url: str) -> None:
    async def make(catalog: Catalog) -> tuple[str, Grant]:
        return await create_token(catalog, ["org"])

    async def revoke(catalog: Catalog) -> None:
        await catalog.revoke_token(grant.id)

    token, grant = with_catalog(url, make)
    with running_service(url) as service:
        assert [ask(service.url, token).status_code for _ in range(3)] == [200] * 3
        with_catalog(url, revoke)
        headers = {"Authorization": f"Bearer {token}"}
        wrong = requests.post(f"{service.url}/snippets", json=[], headers=headers, timeout=30)
        assert wrong.status_code == 401  # and not what is wrong with its body
        assert ask(service.url, token).status_code == 401


def test_an_expired_token_does_not_open_kept_answers(url: str) -> None:
    async def make(catalog: Catalog) -> tuple[str, Grant]:
        return await create_token(catalog, None, expires_at=int(time.time()) + 2)

    token, grant = with_catalog(url, make)
    with running_service(url) as service:
        assert ask(service.url, token).status_code == 200
        assert grant.expires_at is not None
        while time.time() < grant.expires_at:
            time.sleep(0.05)
        assert ask(service.url, token).status_code == 401


def test_what_one_token_was_answered_is_kept_from_another(url: str) -> None:
    with running_service(
        url, grants={"other": Grant("other", frozenset({"elsewhere"}))}
    ) as service:
        assert service.post("/snippets", PING).status_code == 200
        assert ask(service.url, "other").status_code == 404


def test_a_kept_answer_does_not_excuse_a_wrong_media_type(url: str) -> None:
    with running_service(url) as service:
        body = '{"endpoint":{"method":"GET","path":"/ping"}}'
        statuses = [
            requests.post(
                f"{service.url}/snippets",
                data=body,
                headers={
                    "Authorization": "Bearer a-token-of-the-tests",
                    "Content-Type": media_type,
                },
                timeout=30,
            ).status_code
            for media_type in ("application/json", "text/plain", "application/json; charset=UTF-8")
        ]
    assert statuses == [200, 415, 200]


def test_a_large_page_leaves_compressed_when_the_client_accepts_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/catalog.db"
    many = [f"GET /e{n}" for n in range(100)]
    publish(url, "org", "api", a_publication("python:acme==1", *many))
    with running_service(url) as service:

        def load(accept: str) -> Any:
            headers = {"Authorization": "Bearer a-token-of-the-tests", "Accept-Encoding": accept}
            return requests.post(
                f"{service.url}/snippets/load", json={}, headers=headers, timeout=30, stream=True
            )

        plain, packed, again = load("identity"), load("gzip"), load("br, gzip;q=0.5")
        content = plain.raw.read(decode_content=False)
        sent = packed.raw.read(decode_content=False)
        assert packed.headers["Content-Encoding"] == again.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(sent) == content
        assert len(sent) * 5 < len(content)
        for answer in (plain, packed, again):
            answer.close()


@pytest.mark.parametrize(
    ("header", "compressed"),
    [
        (b"", False),
        (b"gzip", True),
        (b"GZIP;q=0.1, deflate", True),
        (b"gzip;q=0", False),
        (b"gzip; q=0.0, *", False),
        (b"gzip;q=0.001", True),
        (b"gzip;q=0.001, identity", False),
        (b"identity;q=0.5, gzip;q=1.0", True),
        (b"gzip;q=nonsense", False),
        (b"*", True),
        (b"*;q=0", False),
        (b"identity", False),
        (b"\xff, gzip", True),
    ],
)
def test_a_response_is_compressed_for_clients_that_prefer_it(
    header: bytes, *, compressed: bool
) -> None:
    assert prefers_gzip(header) == compressed


class OneVersion:
    """A catalog at one version."""

    def __init__(self, version: int) -> None:
        self._version = version

    def version(self, _: int | None) -> int:
        return self._version


def test_the_least_recently_used_responses_make_room() -> None:
    cache, now = ResponseCache(budget=125_000), OneVersion(1)
    assert cache.get("a", now) is None
    for name in "abcdefghi":
        cache.put(name, JsonResponse(b"x" * 11_000), None, now)
        assert cache.get("a", now) is not None
    assert [name for name in "abcdefghi" if cache.get(name, now)] == list("acdefghi")
    cache.put("large", JsonResponse(b"x" * 60_000), None, now)
    assert cache.get("large", now) is None
    assert cache.get("a", OneVersion(2)) is None


def test_reading_everything_once_does_not_displace_what_is_asked_for_again() -> None:
    cache, now = ResponseCache(budget=100_000), OneVersion(1)
    for name in "ab":
        cache.put(name, JsonResponse(b"x" * 1000), None, now)
        assert cache.get(name, now) is not None
    for number in range(1000):
        cache.put(number, JsonResponse(b"x" * 1000), None, now)
    assert [name for name in ("a", "b", 0, 999) if cache.get(name, now)] == ["a", "b", 999]
    for number in range(1000):  # asked for again later, and more of it than there is room for
        cache.put(number, JsonResponse(b"x" * 1000), None, now)
        assert cache.get(number, now) is not None
    assert cache.get("a", now) is None
    assert 50_000 < cache.size <= 100_000


def test_messages_belong_to_whoever_sends_them() -> None:
    response = JsonResponse(b"{}")
    start, _ = response.plain
    start["headers"].append((b"access-control-allow-origin", b"*"))
    assert response.plain[0]["headers"] == start["headers"][:-1]


def test_a_publication_leaves_what_is_cached_of_other_apis(catalog_url: str) -> None:
    for name in ("one", "two"):
        publish(catalog_url, "org", name, a_publication())

    async def ask() -> list[int]:
        async with open_catalog(catalog_url) as catalog:
            counting: Any = CountingCatalog(catalog, "find")
            app = create_app(counting, grants={token_hash(b"t"): Grant("tests")})
            reads = []
            for change in (None, None, "one", None, "three", None):
                if change:
                    await catalog.publish("org", change, a_publication("go:acme==1"))
                for name in ("one", "two"):
                    await asked(app, "POST", "/snippets", {**PING, "apiId": name})
                reads.append(counting.reads)
            return reads

    # Both are read; both are cached; one changed; cached; a new API could be meant as well.
    assert asyncio.run(ask()) == [2, 2, 3, 3, 5, 5]


def test_a_new_api_leaves_what_is_cached_for_tokens_of_other_organizations(
    catalog_url: str,
) -> None:
    publish(catalog_url, "org", "api", a_publication())

    async def ask() -> list[int]:
        async with open_catalog(catalog_url) as catalog:
            counting: Any = CountingCatalog(catalog, "find")
            grant = Grant("tests", frozenset({"org", "another"}))
            app = create_app(counting, grants={token_hash(b"t"): grant})
            reads: list[int] = []
            for org in (None, "other", "another", "other"):
                if org:
                    await catalog.publish(org, f"new{len(reads)}", a_publication())
                await asked(app, "POST", "/snippets", {**PING, "apiId": "api"})
                reads.append(counting.reads)
            return reads

    assert asyncio.run(ask()) == [1, 1, 2, 2]


def test_the_catalog_is_sent_again_only_when_it_has_changed(catalog_url: str) -> None:
    publish(catalog_url, "org", "api", a_publication())
    with running_service(catalog_url) as service:

        def ask(known: str = "") -> requests.Response:
            headers = {"Authorization": "Bearer a-token-of-the-tests", "If-None-Match": known}
            return requests.get(f"{service.url}/catalog", headers=headers, timeout=30)

        first = ask()
        again = ask(f'"other", {first.headers["ETag"]}')
        publish(catalog_url, "org", "api", a_publication("go:acme==1"))
        changed = ask(first.headers["ETag"])
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_stale_responses_are_marked_and_bounded(tmp_path: Path) -> None:
    file = tmp_path / "catalog.db"
    publish(str(file), "org", "api", a_publication())
    with running_service(str(file), limits=Limits(stale_seconds=4)) as service:
        fresh = service.post("/snippets", PING)
        file.rename(tmp_path / "away.db")
        stale = wait_until(
            lambda: service.post("/snippets", PING), lambda r: "Cache-Status" in r.headers
        )
        other = service.post("/snippets", {**PING, "loadLevel": "endpoint"})
        ready = requests.get(f"{service.url}/readyz", timeout=30)
        ended = wait_until(lambda: service.post("/snippets", PING), lambda r: r.status_code == 503)
        (tmp_path / "away.db").rename(file)
        back = wait_until(lambda: service.post("/snippets", PING), lambda r: r.status_code == 200)
    assert (stale.status_code, stale.content) == (200, fresh.content)
    assert re.fullmatch(r"snippet-widget; hit; ttl=-[0-4]", stale.headers["Cache-Status"])
    assert other.status_code == ready.status_code == 503
    assert "Cache-Status" not in {**fresh.headers, **ended.headers, **back.headers}
