"""SDKs that are published apart meet on the endpoints of their API, in whichever order."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from snippet_widget.models import LoadLevel
from snippet_widget.publication import PublishMode
from snippet_widget.releases import release
from tests.publication_builder import a_publication
from tests.service_builder import with_catalog

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog
    from snippet_widget.publication import Publication

JOBS = {
    "python": a_publication(
        "python:acme==1.0", "GET /v1/users", "GET /v1/users/{user_id}", "POST /v1/orders"
    ),
    "typescript": a_publication(
        "typescript:@acme/sdk==1.0.0", "GET /users", "GET /users/{id}", "POST /orders"
    ),
    "go": a_publication("go:acme==1.0.0", "GET /users", "GET /users/{userId}"),
}


async def publish(
    catalog: Catalog, publication: Publication, *, dry_run: bool = False
) -> list[str]:
    """Publish as one job, and return the problems that it is told."""
    mode = PublishMode.REPLACE
    stored, _ = await release(catalog, "acme", "api", [publication], mode=mode, dry_run=dry_run)
    return [problem.message for each in stored for problem in each.problems]


async def rows(catalog: Catalog) -> dict[str, int]:
    """Return the number of languages on each endpoint."""
    (api,) = await catalog.apis()
    sdks = [sdk.key for sdk in (await catalog.sdks([api.key]))[api.key]]
    page = await catalog.page(api.key, 1, sdks, LoadLevel.FULL)
    return {f"{each.method} {each.path}": len(each.texts) for each in page.endpoints}


@pytest.mark.parametrize("order", list(itertools.permutations(JOBS)), ids="-".join)
def test_jobs_meet_in_any_order(catalog_url: str, order: tuple[str, ...]) -> None:
    async def use(catalog: Catalog) -> None:
        for job in order:
            await publish(catalog, JOBS[job])
        assert sorted((await rows(catalog)).values()) == [2, 3, 3]

    with_catalog(catalog_url, use)


def test_a_dry_run_says_what_is_respelled(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await publish(catalog, JOBS["python"])
        (said,) = await publish(catalog, JOBS["typescript"], dry_run=True)
        assert said.startswith("/v1 was added to the paths")
        assert set((await rows(catalog)).values()) == {1}

    with_catalog(catalog_url, use)


def test_what_stands_apart_meets_at_the_next_publication(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        for job in ("python", "typescript"):  # as a version that did not align them stored it
            await catalog.publish("acme", "api", JOBS[job])
        assert set((await rows(catalog)).values()) == {1}
        await publish(catalog, JOBS["typescript"])
        assert set((await rows(catalog)).values()) == {2}

    with_catalog(catalog_url, use)


def test_one_package_has_one_spelling(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        for sdk in (
            "python:My_Pkg==1.0",
            "python:my-pkg==1.1",
            "csharp:acme.sdk==1",
            "csharp:Acme.Sdk==2",
        ):
            await publish(catalog, a_publication(sdk))
        (api,) = await catalog.apis()
        sdks = (await catalog.sdks([api.key]))[api.key]
        assert [(sdk.package, sdk.version) for sdk in sdks] == [
            ("My_Pkg", "1.0"),
            ("My_Pkg", "1.1"),
            ("acme.sdk", "1"),
            ("acme.sdk", "2"),
        ]

    with_catalog(catalog_url, use)
