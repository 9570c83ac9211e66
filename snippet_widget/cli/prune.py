"""``snippet-widget prune``: remove old SDK versions by a policy."""

from __future__ import annotations

import asyncio
import time
from itertools import groupby
from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import SdkStatus, existing_catalog
from snippet_widget.cli.options import own_catalog_option
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.documents.version_range import VersionRange
from snippet_widget.durations import parse_duration
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import SdkSelector
from snippet_widget.plurals import counted
from snippet_widget.sdk_selector import sdk_text
from snippet_widget.service.sdks import ApiSdks
from snippet_widget.versions import in_range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.catalog import Api, Catalog, PublishedSdk


@click.command("prune")
@click.option("--org", metavar="ID", help="Organization; all when left out.")
@click.option("--api", metavar="ID", help="API; all when left out.")
@click.option("--keep", type=click.IntRange(1), metavar="N", help="Keep the N newest versions.")
@click.option("--older-than", metavar="180d", help="Keep what was published within that time.")
@click.option(
    "--except",
    "excepted",
    multiple=True,
    metavar="'PACKAGE RANGE'",
    callback=lambda _, __, texts: tuple(map(VersionRange.parse, texts)),
    help="Keep these versions, as in 'acme>=1,<2'; repeatable.",
)
@click.option("--yanked", is_flag=True, help="Remove yanked versions, too; else they are kept.")
@click.option("--yes", is_flag=True, help="Remove them; else they are listed.")
@own_catalog_option
def command(  # noqa: PLR0913 - one for each option
    org: str | None,
    api: str | None,
    *,
    keep: int | None,
    older_than: str | None,
    excepted: tuple[VersionRange, ...],
    yanked: bool,
    yes: bool,
    catalog_url: str | None,
) -> None:
    """Remove old SDK versions: those that no option keeps. Without --yes they are listed alone.

    The latest version of each package always stays, and a yanked one for those who pinned it.

    \b
    Examples:
      snippet-widget prune --keep 5
      snippet-widget prune --keep 3 --older-than 365d --except 'acme>=1,<2' --yes
    """  # noqa: D301 - click's own mark for lines to keep
    if keep is None and older_than is None:
        raise ConfigurationError("Name what stays: --keep N, --older-than 180d, or both.")
    since = None if older_than is None else int(time.time()) - parse_duration(older_than)

    async def prune() -> tuple[str, list[str]]:
        async with existing_catalog(catalog_url) as catalog:
            removed = []
            for known in await catalog.apis():
                if org in (None, known.org) and api in (None, known.api):
                    listed = ApiSdks((await catalog.sdks([known.key]))[known.key])
                    chosen = list(_removable(listed, keep, since, yanked=yanked))
                    chosen = [sdk for sdk in chosen if not _is_excepted(sdk, excepted)]
                    removed += [f"{known.org}/{known.api}  {_name(sdk)}" for sdk in chosen]
                    if yes:
                        await _remove(catalog, known, chosen)
            return catalog.name, removed

    name, removed = asyncio.run(prune())
    for line in removed:
        print_line(line)
    number = counted(len(removed), "version")
    outcome = f"Removed {number}." if yes else f"{number} would be removed; --yes removes them."
    click.echo(f"{outcome} Catalog: {name}")


def _removable(
    listed: ApiSdks, keep: int | None, since: int | None, *, yanked: bool
) -> Iterator[PublishedSdk]:
    """Yield what no option keeps: yanked versions do not count among the newest."""
    latest = {sdk.key for sdk in listed.latest}
    for _, versions in groupby(listed.all, key=lambda sdk: (sdk.type, sdk.package)):
        rank = 0
        for sdk in versions:
            is_yanked = sdk.status is SdkStatus.YANKED
            newest = keep is not None and not is_yanked and rank < keep
            recent = since is not None and sdk.published_at >= since
            rank += not is_yanked
            if not (newest or recent or sdk.key in latest or (is_yanked and not yanked)):
                yield sdk


def _is_excepted(sdk: PublishedSdk, excepted: Sequence[VersionRange]) -> bool:
    selector = SdkSelector(sdk.type, sdk.package, sdk.version)
    return any(
        each.is_for(selector) and in_range(sdk.type, sdk.version, each.allowed) for each in excepted
    )


def _name(sdk: PublishedSdk) -> str:
    yanked = f"  ({sdk.status.value})" if sdk.status.value else ""
    return sdk_text(SdkSelector(sdk.type, sdk.package, sdk.version)) + yanked


async def _remove(catalog: Catalog, api: Api, sdks: Sequence[PublishedSdk]) -> None:
    for sdk in sdks:
        await catalog.unpublish(api.org, api.api, SdkSelector(sdk.type, sdk.package, sdk.version))
