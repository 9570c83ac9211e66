"""``snippet-widget catalog``: look into a catalog, and copy it to another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.catalog import existing_catalog
from snippet_widget.catalog_backup import back_up, copy_whole, restore
from snippet_widget.catalog_copy import copy_catalog
from snippet_widget.cli.options import own_catalog_option
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.plurals import counted
from snippet_widget.service.sdks import ApiSdks

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.group("catalog")
def command() -> None:
    """List what a catalog holds, and copy it."""


@command.command("list")
@click.option("--org", metavar="ID", help="Organization; all when left out.")
@click.option("--api", metavar="ID", help="API; all when left out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@own_catalog_option
def list_(org: str | None, api: str | None, *, as_json: bool, catalog_url: str | None) -> None:
    """List the SDK versions of each API, the newest of a package first."""
    name, listed = asyncio.run(_listed(catalog_url, org, api))
    if as_json:
        document = {"catalog": name, "sdks": listed}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return
    for sdk in listed:
        marks = ", ".join(filter(None, ("latest" if sdk["latest"] else "", sdk["status"])))
        reason = f": {sdk['reason']}" if sdk["reason"] else ""
        snippets = counted(sdk["snippets"], "snippet")
        print_line(
            f"{sdk['org']}/{sdk['api']}  {sdk['type']}:{sdk['package']}=={sdk['version']}  "
            f"{snippets}" + (f"  ({marks}{reason})" if marks else "")
        )
    click.echo(f"Catalog: {name}", err=True)


async def _listed(
    url: str | None, org: str | None, api: str | None
) -> tuple[str, Sequence[dict[str, Any]]]:
    async with existing_catalog(url) as catalog:
        apis = [
            each
            for each in await catalog.apis()
            if org in (None, each.org) and api in (None, each.api)
        ]
        sdks = await catalog.sdks([each.key for each in apis])
        listed = []
        for each in apis:
            versions = ApiSdks(sdks[each.key])
            latest = {sdk.key for sdk in versions.latest}
            listed += [
                {
                    "org": each.org,
                    "api": each.api,
                    "type": sdk.type,
                    "package": sdk.package,
                    "version": sdk.version,
                    "snippets": sdk.snippets,
                    "latest": sdk.key in latest,
                    "status": sdk.status.value,
                    "reason": sdk.reason,
                }
                for sdk in versions.all
            ]
        return catalog.name, listed


@command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option(
    "--all", "whole", is_flag=True, help="Tokens and the record of changes, too; TO is empty."
)
def copy(source: str, target: str, *, whole: bool) -> None:
    """Copy all APIs of the catalog FROM into the catalog TO, and compare them afterwards.

    Both are named as with --catalog. What TO has besides stays; of a version that both have, that
    of FROM is taken. Tokens are not copied; with --all they are, as every row is, into an empty TO.

    \b
    Example:
      snippet-widget catalog copy sqlite:///catalog.db postgresql://db.example/snippets
    """  # noqa: D301 - click's own mark for lines to keep
    if whole:
        first, second, rows = asyncio.run(copy_whole(source, target))
        click.echo(f"Copied {counted(rows, 'row')}, and found each equal. From {first} to {second}")
        return
    copied = asyncio.run(copy_catalog(source, target))
    click.echo(
        f"Copied {counted(copied.sdks, 'SDK version')} with "
        f"{counted(copied.snippets, 'snippet')} of {counted(copied.apis, 'API')}, "
        f"and found them equal. From {copied.source} to {copied.target}"
    )


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@own_catalog_option
def backup(file: Path, catalog_url: str | None) -> None:
    """Write everything into a new FILE: snippets, tokens (as hashes) and the record of changes."""
    name, rows = asyncio.run(back_up(catalog_url, file))
    click.echo(f"Wrote {counted(rows, 'row')} of {name} to {file}")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@own_catalog_option
def restore_(file: Path, catalog_url: str | None) -> None:
    """Store a backup in an empty catalog, of either kind, and compare each row."""
    name, rows = asyncio.run(restore(catalog_url, file))
    click.echo(f"Restored {counted(rows, 'row')} from {file} to {name}, and found each equal.")
