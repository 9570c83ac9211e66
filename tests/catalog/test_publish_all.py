"""Several SDK versions in one transaction, and publications that are added to what is there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.errors import AlreadyPublished, ConfigurationError
from snippet_widget.models import LoadLevel, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode
from tests.publication_builder import a_publication
from tests.service_builder import with_catalog

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog, PublishReport


def an_example(name: str | None, source: str) -> Publication:
    """Return a publication of ``GET /ping`` with one example."""
    snippets = {
        level: Snippet(
            type="go", sdk=Sdk("acme", "1"), sources={"client": f"{level} {source}"}, example=name
        )
        for level in ("full", "endpoint")
    }
    return Publication(
        SdkSelector("go", "acme", "1"), (PublishedEndpoint("GET", "/ping", **snippets),)
    )


async def publish(
    catalog: Catalog, *publications: Publication, mode: PublishMode = PublishMode.MERGE
) -> list[PublishReport]:
    return await catalog.publish_all("org", "api", publications, mode=mode)


async def stored(catalog: Catalog, level: LoadLevel = LoadLevel.FULL) -> dict[str, Any]:
    """Return the snippets of the one SDK version by endpoint."""
    (api,) = await catalog.apis()
    sdks = [sdk.key for sdk in (await catalog.sdks([api.key]))[api.key]]
    page = await catalog.page(api.key, 1, sdks, level)
    return {
        f"{e.method} {e.path}": [json.loads(text) for text in e.texts.values()]
        for e in page.endpoints
    }


def test_all_are_stored_or_none(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await publish(catalog, a_publication("go:acme==1"))
        both = a_publication("python:acme==1"), a_publication("go:acme==1", "GET /other")
        with pytest.raises(AlreadyPublished):
            await publish(catalog, *both, mode=PublishMode.NEW)
        unusable = a_publication("python:acme== ")
        with pytest.raises(ConfigurationError):
            await publish(catalog, a_publication("ruby:acme==1"), unusable)
        assert list(await stored(catalog)) == ["GET /ping"]
        assert (await catalog.state()).revision == 1
        reports = await publish(catalog, *both)
        assert [(r.sdk.type, r.replaced, r.added, r.revision) for r in reports] == [
            ("python", False, (), 2),
            ("go", True, ("GET /other",), 2),
        ]
        assert list(await stored(catalog)) == ["GET /ping", "GET /other"]

    with_catalog(catalog_url, use)


def test_what_is_there_already_leaves_the_revision_as_it_is(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        for mode in (PublishMode.NEW, PublishMode.MERGE, PublishMode.REPLACE):
            (report,) = await publish(catalog, a_publication("go:acme==1"), mode=mode)
            assert (report.revision, report.added, report.changed) == (1, (), ())

    with_catalog(catalog_url, use)


def test_merged_endpoints_stay_and_replaced_ones_are_gone(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await publish(catalog, a_publication("go:acme==1", "GET /a", "GET /b"))
        later = a_publication("go:acme==1", "GET /b", "GET /c", source="later")
        (report,) = await publish(catalog, later)
        assert (report.endpoints, report.added, report.changed, report.removed) == (
            3,
            ("GET /c",),
            ("GET /b",),
            (),
        )
        (report,) = await publish(catalog, later, mode=PublishMode.REPLACE)
        assert (report.endpoints, report.removed) == (2, ("GET /a",))

    with_catalog(catalog_url, use)


@pytest.mark.parametrize("level", LoadLevel)
def test_examples_of_one_endpoint_come_together(catalog_url: str, level: LoadLevel) -> None:
    async def use(catalog: Catalog) -> None:
        await publish(catalog, an_example("short", "one"))
        await publish(catalog, an_example("long", "two"))
        (report,) = await publish(catalog, an_example("long", "three"))
        assert report.changed == ("GET /ping",)
        (snippet,) = (await stored(catalog, level))["GET /ping"]
        assert snippet["client"] == f"{level.value} one"
        assert snippet["exampleIdentifier"] == "short"
        assert snippet["examples"] == [
            {"name": "short", "client": f"{level.value} one"},
            {"name": "long", "client": f"{level.value} three"},
        ]
        (report,) = await publish(catalog, an_example("short", "four"))
        (snippet,) = (await stored(catalog, level))["GET /ping"]
        assert snippet["client"] == f"{level.value} four"
        assert [example["name"] for example in snippet["examples"]] == ["short", "long"]

    with_catalog(catalog_url, use)


def test_an_example_without_a_name_takes_the_place_of_another(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        await publish(catalog, an_example(None, "one"))
        await publish(catalog, an_example(None, "two"))
        (snippet,) = (await stored(catalog))["GET /ping"]
        assert snippet["client"] == "full two"
        assert "examples" not in snippet

    with_catalog(catalog_url, use)
