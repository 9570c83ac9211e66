"""``snippet-widget unpublish``: remove an SDK version from a catalog."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import existing_catalog
from snippet_widget.cli.withdrawal import published_version, version_options
from snippet_widget.plurals import counted
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from snippet_widget.models import SdkSelector


@click.command("unpublish")
@version_options
@click.option("--yes", is_flag=True, help="Don't ask.")
def command(sdk: SdkSelector, *, org: str, api: str, catalog_url: str | None, yes: bool) -> None:
    """Remove an SDK version, for those who have pinned it too. `yank` keeps it for them."""

    async def find() -> tuple[str, SdkSelector]:
        async with existing_catalog(catalog_url) as catalog:
            return catalog.name, await published_version(catalog, org, api, sdk)

    async def remove() -> int:
        async with existing_catalog(catalog_url) as catalog:
            return await catalog.unpublish(org, api, version) or 0

    name, version = asyncio.run(find())
    if not yes:  # not in the event loop, which would keep Ctrl+C from the question
        question = f"Remove {sdk_text(version)} from {org}/{api} of {name}?"
        click.confirm(question, abort=True, err=True)
    count = asyncio.run(remove())
    endpoints = counted(count, "endpoint")
    click.echo(f"Removed {sdk_text(sdk)}, {endpoints}, from {org}/{api}. Catalog: {name}")
