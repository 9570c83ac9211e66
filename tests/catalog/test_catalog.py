"""What every catalog does, on each store."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from snippet_widget.catalog import (
    Catalog,
    EndpointName,
    EndpointRuns,
    Grant,
    open_catalog,
    sqlite_path,
)
from snippet_widget.errors import AlreadyPublished, ConfigurationError
from snippet_widget.models import LoadLevel, Run, SdkSelector
from snippet_widget.snippet_wire import snippet_from_json
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path


def with_catalog(url: str, use: Callable[[Catalog], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with open_catalog(url) as catalog:
            return await use(catalog)

    return asyncio.run(run())


async def keys(catalog: Catalog) -> tuple[int, list[int]]:
    """Return the key of the only API, and of its SDK versions in order of publication."""
    (api,) = await catalog.apis()
    return api.key, [sdk.key for sdk in (await catalog.sdks([api.key]))[api.key]]


def test_a_published_snippet_is_found_at_both_levels(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:acme==1.0", "GET /users/{id}"))
        api, sdks = await keys(catalog)
        full = await catalog.find(api, "GET", "/users/{}", sdks, LoadLevel.FULL)
        short = await catalog.find(api, "GET", "/users/{}", sdks, LoadLevel.ENDPOINT)
        assert full is not None
        assert short is not None
        assert msgspec.json.decode(full.texts[sdks[0]]) == {
            "type": "python",
            "sdk": {"package": "acme", "version": "1.0"},
            "sync_client": "import acme; call GET /users/{id}  # sync_client",
            "async_client": "import acme; call GET /users/{id}  # async_client",
        }
        assert "import acme" not in short.texts[sdks[0]]

    with_catalog(catalog_url, use)


def test_an_endpoint_without_snippet_is_found_without_text(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication(silent="GET /quiet"))
        api, sdks = await keys(catalog)
        found = await catalog.find(api, "GET", "/quiet", sdks, LoadLevel.FULL)
        assert found is not None
        assert found.texts == {}
        assert await catalog.find(api, "GET", "/none", sdks, LoadLevel.FULL) is None
        assert await catalog.find(api, "POST", "/quiet", sdks, LoadLevel.FULL) is None

    with_catalog(catalog_url, use)


def test_two_sdks_meet_on_one_endpoint_under_its_first_spelling(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:acme==1", "GET /users/{id}"))
        await catalog.publish(
            "org", "api", a_publication("go:acme==1", "GET /users/:user/", "DELETE /users/:user")
        )
        api, sdks = await keys(catalog)
        page = await catalog.page(api, 1, sdks, LoadLevel.FULL)
        assert [(e.method, e.path, len(e.texts)) for e in page.endpoints] == [
            ("GET", "/users/{id}", 2),
            ("DELETE", "/users/{id}", 1),
        ]
        assert [a.endpoints for a in await catalog.apis()] == [2]

    with_catalog(catalog_url, use)


def test_pages_are_hundreds_of_ordinals_and_next_skips_what_would_be_empty(
    catalog_url: str,
) -> None:
    async def use(catalog: Catalog) -> None:
        many = [f"GET /e{n}" for n in range(350)]
        await catalog.publish("org", "api", a_publication("python:acme==1", *many))
        await catalog.publish("org", "api", a_publication("go:acme==1", many[349], many[5]))
        api, (python, go) = await keys(catalog)
        first = await catalog.page(api, 1, [go], LoadLevel.FULL)
        assert ([e.path for e in first.endpoints], first.next) == (["/e5"], 4)
        last = await catalog.page(api, 4, [go], LoadLevel.FULL)
        assert ([e.path for e in last.endpoints], last.next) == (["/e349"], None)
        second = await catalog.page(api, 2, [python, go], LoadLevel.FULL)
        assert [e.path for e in second.endpoints] == [f"/e{n}" for n in range(100, 200)]
        assert second.next == 3

    with_catalog(catalog_url, use)


def test_a_page_beyond_everything_is_empty(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication())
        api, sdks = await keys(catalog)
        page = await catalog.page(api, 10**30, sdks, LoadLevel.FULL)
        assert (list(page.endpoints), page.next) == ([], None)

    with_catalog(catalog_url, use)


def test_the_same_version_again_is_refused_with_what_differs(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:a==1", "GET /a", "GET /b"))
        before = await catalog.state()
        with pytest.raises(AlreadyPublished, match="exactly as it is here"):
            await catalog.publish("org", "api", a_publication("python:a==1", "GET /a", "GET /b"))
        with pytest.raises(
            AlreadyPublished, match=r"1 endpoint added \(GET /c\), 1 endpoint removed \(GET /b\)"
        ):
            await catalog.publish("org", "api", a_publication("python:a==1", "GET /a", "GET /c"))
        assert await catalog.state() == before

    with_catalog(catalog_url, use)


def test_replacing_says_what_changed_and_keeps_the_order(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:a==1", "GET /a", "GET /b"))
        report = await catalog.publish(
            "org", "api", a_publication("python:a==1", "GET /c", "GET /b", source="x"), replace=True
        )
        assert report.replaced
        assert (report.added, report.changed, report.removed) == (
            ("GET /c",),
            ("GET /b",),
            ("GET /a",),
        )
        api, sdks = await keys(catalog)
        page = await catalog.page(api, 1, sdks, LoadLevel.FULL)
        assert [e.path for e in page.endpoints] == ["/b", "/c"]
        assert [a.endpoints for a in await catalog.apis()] == [2]

    with_catalog(catalog_url, use)


def test_each_publication_moves_the_revision_by_one_and_a_token_only_the_stamp(
    catalog_url: str,
) -> None:
    async def use(catalog: Catalog) -> None:
        start = await catalog.state()
        report = await catalog.publish("org", "api", a_publication())
        published = await catalog.state()
        await catalog.create_token(b"h" * 32, Grant("t1"), "")
        tokened = await catalog.state()
        assert report.revision == published.revision == tokened.revision == start.revision + 1
        assert start.stamp < published.stamp < tokened.stamp

    with_catalog(catalog_url, use)


def test_what_another_process_writes_is_seen(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        before = await catalog.state()
        async with open_catalog(catalog_url) as other:
            await other.publish("org", "api", a_publication())
        assert (await catalog.state()).stamp > before.stamp
        assert [api.org for api in await catalog.apis()] == ["org"]

    with_catalog(catalog_url, use)


def test_a_token_covers_its_organizations_until_it_is_revoked(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        digest = hashlib.sha256(b"secret").digest()
        expires = int(time.time()) + 60
        await catalog.create_token(digest, Grant("t1", frozenset({"a", "b"}), expires), "ci")
        assert await catalog.grant(digest) == Grant("t1", frozenset({"a", "b"}), expires)
        assert [(t.label, t.revoked_at) for t in await catalog.tokens()] == [("ci", None)]
        assert await catalog.revoke_token("t1")
        assert not await catalog.revoke_token("t2")
        assert await catalog.grant(digest) is None
        assert (await catalog.tokens())[0].revoked_at is not None

    with_catalog(catalog_url, use)


def test_templates_are_found_for_a_concrete_path(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        endpoints = ("GET /u/{id}", "GET /u/me", "POST /u/{id}", "GET /u/{id}/x", "GET /v/{a}:b")
        await catalog.publish("org", "api", a_publication("python:a==1", *endpoints))
        api, _ = await keys(catalog)
        assert await catalog.templates(api, "GET", "/v/7:b") == ["/v/{}:b"]
        assert await catalog.templates(api, "GET", "/u/7") == ["/u/{}"]
        assert await catalog.templates(api, "GET", "/w/7") == []

    with_catalog(catalog_url, use)


@pytest.mark.parametrize("literal", ["50%", "a_b", "c\\d", "e'f", "[g]", "%", "\\"])
def test_templates_may_hold_any_character(catalog_url: str, literal: str) -> None:
    async def use(catalog: Catalog) -> None:
        template = f"/{literal}/{{id}}"
        await catalog.publish("org", "api", a_publication("python:a==1", f"GET {template}"))
        api, _ = await keys(catalog)
        assert await catalog.templates(api, "GET", f"/{literal}/7") == [f"/{literal}/{{}}"]

    with_catalog(catalog_url, use)


def test_an_endpoint_that_no_sdk_knows_any_more_is_not_found(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:a==1", "GET /u/{id}", "GET /a"))
        await catalog.publish("org", "api", a_publication("python:a==1", "GET /a"), replace=True)
        api, sdks = await keys(catalog)
        assert await catalog.find(api, "GET", "/u/{}", sdks, LoadLevel.FULL) is None
        assert await catalog.templates(api, "GET", "/u/7") == []
        await catalog.publish("org", "api", a_publication("go:a==1", "GET /u/{id}"))
        found = await catalog.find(api, "GET", "/u/{}", sdks, LoadLevel.FULL)
        assert found is not None
        assert found.texts == {}
        assert await catalog.templates(api, "GET", "/u/7") == ["/u/{}"]

    with_catalog(catalog_url, use)


def test_neighbors_are_the_known_endpoints_around_a_path(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        for replace, names in ((False, "abcdefz"), (True, "abcdef")):
            await catalog.publish(
                "org",
                "api",
                a_publication("python:a==1", *[f"GET /{name}" for name in names]),
                replace=replace,
            )
        api, _ = await keys(catalog)
        assert await catalog.neighbors(api, "/c!", 2) == [
            EndpointName("GET", f"/{name}") for name in "bcde"
        ]
        assert EndpointName("GET", "/z") not in await catalog.neighbors(api, "/y", 5)

    with_catalog(catalog_url, use)


def test_names_that_cannot_be_used_are_refused(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        with pytest.raises(ConfigurationError, match="'' cannot be the organization"):
            await catalog.publish("", "api", a_publication())
        with pytest.raises(ConfigurationError, match="SDK's version"):
            await catalog.publish("org", "api", a_publication("python:acme=="))
        assert await catalog.apis() == []

    with_catalog(catalog_url, use)


@pytest.mark.parametrize("path", ["/a\0b", "/a\nb", "/\ud800", "/" + "\u00e9" * 1000])
def test_paths_that_not_every_store_takes_are_refused(catalog_url: str, path: str) -> None:
    async def use(catalog: Catalog) -> None:
        with pytest.raises(ConfigurationError, match="cannot be published"):
            await catalog.publish("org", "api", a_publication("python:a==1", f"GET {path}"))
        assert await catalog.apis() == []

    with_catalog(catalog_url, use)


def test_sources_that_are_no_text_are_refused(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        with pytest.raises(ConfigurationError, match=r"python:a==1 is not text"):
            await catalog.publish("org", "api", a_publication("python:a==1", source="\ud800"))

    with_catalog(catalog_url, use)


@pytest.mark.parametrize("path", ["/a/\0", "\0", "/x" * 20_000])
def test_whatever_is_looked_up_is_found_or_not(catalog_url: str, path: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:a==1", "GET /a", "GET /b"))
        api, sdks = await keys(catalog)
        assert await catalog.find(api, "GET", path, sdks, LoadLevel.FULL) is None
        assert len(await catalog.neighbors(api, path, 5)) == 2

    with_catalog(catalog_url, use)


def test_a_type_is_stored_under_its_canonical_name(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        report = await catalog.publish("org", "api", a_publication("TS:acme==1.0.0"))
        assert report.sdk.type == "typescript"
        api, sdks = await keys(catalog)
        found = await catalog.find(api, "GET", "/ping", sdks, LoadLevel.FULL)
        assert found is not None
        assert '"type":"typescript"' in found.texts[sdks[0]]

    with_catalog(catalog_url, use)


def test_urls_name_files_as_sqlalchemy_does(tmp_path: Path) -> None:
    assert str(sqlite_path("sqlite:///a/b.db")) == "a/b.db"
    assert sqlite_path(f"sqlite:///{tmp_path}/b.db") == tmp_path / "b.db"
    assert sqlite_path(str(tmp_path / "b.db")) == tmp_path / "b.db"
    assert sqlite_path("postgresql://host/db") is None


@pytest.mark.parametrize("url", ["mysql://host/db", "sqlite://", "sqlite://host/x.db"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="begins with sqlite"):
        sqlite_path(url)


ACME = SdkSelector("python", "acme", "1.0")
RUN = Run(client="sync_client", sent="GET /a", at="2026-11-21T12:00:00Z", by="0.1.0")


async def _record(catalog: Catalog, *runs: Run, source: str = "call") -> int:
    (endpoint,) = a_publication("python:acme==1.0", "GET /a", source=source).endpoints
    assert endpoint.full is not None
    found = [EndpointRuns("GET", "/a", endpoint.full, runs)]
    return await catalog.record_runs("org", "api", ACME, found)


async def _verified(catalog: Catalog, level: LoadLevel = LoadLevel.FULL) -> tuple[Run, ...]:
    api, sdks = await keys(catalog)
    found = await catalog.find(api, "GET", "/a", sdks, level)
    assert found is not None
    return snippet_from_json(found.texts[sdks[0]]).verified


def test_runs_are_recorded_in_the_snippet_that_was_run(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:acme==1.0", "GET /a", "GET /b"))
        before = await catalog.state()
        called = Run(client="sync_client", form="endpoint", failure="it ends")
        assert await _record(catalog, RUN, called) == 1
        assert await _verified(catalog) == (RUN, called)
        assert await _verified(catalog, LoadLevel.ENDPOINT) == (called,)
        after = await catalog.state()
        assert (after.stamp, after.revision) == (before.stamp + 1, before.revision + 1)

    with_catalog(catalog_url, use)


def test_a_later_run_takes_the_place_of_one_of_the_same_source(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("python:acme==1.0", "GET /a"))
        other = Run(client="async_client", sent="GET /a")
        failed = Run(client="sync_client", failure="TypeError")
        await _record(catalog, RUN, other)
        await _record(catalog, failed)
        assert await _verified(catalog) == (failed, other)

    with_catalog(catalog_url, use)


def test_runs_of_other_sources_are_not_recorded(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        assert await _record(catalog, RUN) == 0
        await catalog.publish("org", "api", a_publication("python:acme==1.0", "GET /a"))
        before = await catalog.state()
        assert await _record(catalog, RUN, source="other") == 0
        assert await _verified(catalog) == ()
        assert await catalog.state() == before

    with_catalog(catalog_url, use)


def test_the_same_snippet_published_again_keeps_its_runs(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        same = a_publication("python:acme==1.0", "GET /a")
        await catalog.publish("org", "api", same)
        await _record(catalog, RUN)
        report = await catalog.publish("org", "api", same, replace=True)
        assert report.changed == ()
        assert await _verified(catalog) == (RUN,)
        changed = a_publication("python:acme==1.0", "GET /a", source="other")
        report = await catalog.publish("org", "api", changed, replace=True)
        assert report.changed == ("GET /a",)
        assert await _verified(catalog) == ()

    with_catalog(catalog_url, use)
