"""``snippet-widget publish``: pour the snippets of SDKs and descriptions into a catalog."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import open_catalog
from snippet_widget.cli.options import catalog_option
from snippet_widget.cli.publish_progress import Progress
from snippet_widget.cli.publish_report import print_json, print_table
from snippet_widget.errors import AlreadyPublished
from snippet_widget.publishing import read_source
from snippet_widget.publishing.merging import merge_publications
from snippet_widget.publishing.path_alignment import align_paths
from snippet_widget.sdk_selector import parse_published_sdk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Catalog, PublishReport
    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import Publication


@click.command("publish")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--org", required=True, metavar="ID", help="Organization that defines the API.")
@click.option("--api", required=True, metavar="ID", help="API that the SDKs call.")
@click.option(
    "--sdk",
    "sdks",
    multiple=True,
    metavar="TYPE:PACKAGE==VERSION",
    callback=lambda _, __, texts: tuple(map(parse_published_sdk, texts)),
    help="SDKs that the document's snippets are for, one for each language in it.",
)
@catalog_option
@click.option("--replace", is_flag=True, help="Replace SDK versions that are published already.")
@click.option("--dry-run", is_flag=True, help="Read and check everything; store nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was published as JSON.")
def command(  # noqa: PLR0913 - one for each option
    sources: tuple[str, ...],
    *,
    org: str,
    api: str,
    sdks: tuple[SdkSelector, ...],
    catalog_url: str | None,
    replace: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Read the snippets of SOURCEs, without running any of it, and publish them.

    A SOURCE is installed:NAME, pypi:NAME[==VERSION], npm:NAME[@VERSION], a wheel, an sdist, an npm
    tarball, a Fern snippet.json, an OpenAPI document, or an export of another catalog. Several
    SOURCEs meet on the endpoints of the one API. All are read before anything is stored.

    \b
    Examples:
      snippet-widget publish --org elevenlabs --api elevenlabs pypi:elevenlabs
      snippet-widget publish --org acme --api users acme-1.0-py3-none-any.whl npm:@acme/sdk
      snippet-widget publish --org acme --api users openapi.yaml --sdk python:acme==1.0
    """  # noqa: D301 - click's own mark for lines to keep
    with Progress(len(sources)) as progress:
        publications: list[Publication] = []
        for source in sources:
            progress.source(source)
            publications += read_source(source, sdks=sdks, on_stage=progress.stage)
        progress.stage("check")
        met = (
            merge_publications(align_paths(publications))
            if len(sources) > 1
            else tuple(publications)
        )
        reports: Sequence[PublishReport] = ()
        if not dry_run:
            progress.stage("store")
            reports = asyncio.run(_store(catalog_url, org, api, met, replace=replace))
    printer = print_json if as_json else print_table
    printer(org, api, met, reports)


async def _store(
    url: str | None, org: str, api: str, publications: Sequence[Publication], *, replace: bool
) -> list[PublishReport]:
    async with open_catalog(url) as catalog:
        if not replace:
            await _refuse_published(catalog, org, api, publications)
        return [
            await catalog.publish(org, api, publication, replace=replace)
            for publication in publications
        ]


async def _refuse_published(
    catalog: Catalog, org: str, api: str, publications: Sequence[Publication]
) -> None:
    """Look before storing the first, so that the second cannot stop half-way."""
    keys = [known.key for known in await catalog.apis() if (known.org, known.api) == (org, api)]
    listed = await catalog.sdks(keys)
    published = {(s.type, s.package, s.version) for key in keys for s in listed.get(key, ())}
    for sdk in (publication.sdk for publication in publications):
        if (sdk.type, sdk.package, sdk.version) in published:
            raise AlreadyPublished(
                f"{sdk.package} {sdk.version} ({sdk.type}) is published already in {org}/{api}. "
                "Nothing was stored. Add --replace to publish it anew."
            )
