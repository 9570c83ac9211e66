"""Several processes on one catalog, and processes that end in the middle of their work."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections import Counter
from typing import Any

from snippet_widget.catalog import Catalog, open_catalog
from snippet_widget.models import LoadLevel
from tests.publication_builder import a_publication
from tests.publishing_processes import ENDPOINTS
from tests.service_builder import publish, with_catalog

COMMAND = [sys.executable, "-m", "tests.publishing_processes"]

_ROUNDS = 30


async def numbers_read(catalog: Catalog, page: int) -> tuple[int, set[str], int]:
    """Return the number of publications, those that a page's snippets are of, and their count."""
    (api,) = await catalog.apis()
    sdks = [sdk.key for sdk in (await catalog.sdks([api.key]))[api.key]]
    found = await catalog.page(api.key, page, sdks, LoadLevel.ENDPOINT)
    texts = [text for endpoint in found.endpoints for text in endpoint.texts.values()]
    return found.stamp, set(re.findall(r"\br(\d+) GET", "".join(texts))), len(texts)


async def read_until(done: asyncio.Task[Any], catalog_url: str) -> int:
    """Check that all that is read is of one publication; return how many reads there were."""
    reads = 0
    async with open_catalog(catalog_url) as catalog:
        while not done.done():
            await asyncio.sleep(0.002)  # the processor is the publisher's too
            for page in (1, ENDPOINTS // 100):
                stamp, numbers, count = await numbers_read(catalog, page)
                assert numbers == {str(stamp)}
                assert count == (99 if page == 1 and stamp % 2 else 100)
                reads += 1
    return reads


def test_a_publisher_killed_at_any_moment_leaves_the_old_or_the_new(catalog_url: str) -> None:
    all_ = [f"GET /e{n}" for n in range(ENDPOINTS)]
    for source in ("r1", "r2"):
        publication = a_publication("python:acme==1", *all_, source=source)
        publish(catalog_url, "org", "api", publication, replace=True)

    async def watch() -> tuple[list[bool], int]:
        publisher = await asyncio.create_subprocess_exec(
            *COMMAND, "killed", catalog_url, str(_ROUNDS), stdout=asyncio.subprocess.PIPE
        )
        output = asyncio.create_task(publisher.communicate())
        try:
            reads = await read_until(output, catalog_url)
        finally:
            if publisher.returncode is None:
                publisher.terminate()
            outcomes = (await output)[0].splitlines()
        return [json.loads(outcome) for outcome in outcomes], reads

    was_killed, reads = asyncio.run(watch())
    assert (len(was_killed), len(set(was_killed))) == (_ROUNDS, 2)
    assert reads > _ROUNDS

    async def publish_after(catalog: Catalog) -> tuple[int, int]:
        before = (await catalog.state()).revision
        publication = a_publication("python:acme==1", *all_, source=f"r{before + 1}")
        report = await catalog.publish("org", "api", publication, replace=True)
        return before, report.revision

    before, after = with_catalog(catalog_url, publish_after)
    assert after == before + 1
    assert before >= 3 + was_killed.count(False)


def test_processes_that_make_and_fill_a_catalog_at_once_take_turns(unmade_catalog_url: str) -> None:
    done = subprocess.run(
        [*COMMAND, "at_once", unmade_catalog_url, "6"], check=True, capture_output=True, text=True
    )
    assert Counter(done.stdout.split()) == {"published": 1, "refused": 5}, done.stderr

    async def use(catalog: Catalog) -> None:
        (api,) = await catalog.apis()
        sdks = (await catalog.sdks([api.key]))[api.key]
        keys = [sdk.key for sdk in sdks]
        pages = [await catalog.page(api.key, n, keys, LoadLevel.FULL) for n in (1, 2, 3, 4, 5)]
        assert [len(page.endpoints) for page in pages] == [100, 100, 100, 50, 0]
        assert [page.next for page in pages] == [2, 3, 4, None, None]
        assert Counter(len(e.texts) for page in pages for e in page.endpoints) == {1: 300, 7: 50}
        assert sorted(sdk.package for sdk in sdks) == ["all", *(f"p{n}" for n in range(6))]
        assert (await catalog.state()).revision == 7
        assert api.endpoints == 350

    with_catalog(unmade_catalog_url, use)
