"""``snippet-widget audit``: who changed what in a catalog."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click
import msgspec

from snippet_widget.catalog import existing_catalog
from snippet_widget.cli.options import own_catalog_option
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.timestamps import instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import AuditEntry


@click.command("audit")
@click.option(
    "--org", metavar="ID", help="Organization, and the tokens that cover it; all when left out."
)
@click.option("--api", metavar="ID", help="API; all when left out.")
@click.option(
    "--most", type=click.IntRange(min=1), default=100, show_default=True, help="How many."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@own_catalog_option
def command(
    org: str | None, api: str | None, most: int, *, as_json: bool, catalog_url: str | None
) -> None:
    """List publications, withdrawals and changes of tokens: who, when and from where."""

    async def read() -> tuple[str, Sequence[AuditEntry]]:
        async with existing_catalog(catalog_url) as catalog:
            return catalog.name, await catalog.audit(org, api, most=most)

    name, entries = asyncio.run(read())
    if as_json:
        listed = [_described(entry) for entry in entries]
        click.echo(msgspec.json.format(msgspec.json.encode(listed), indent=2).decode())
    else:
        for entry in entries:
            print_line(_line(entry))
    if not entries:
        click.echo("Nothing is recorded.", err=True)
    click.echo(f"Catalog: {name}", err=True)


def _line(entry: AuditEntry) -> str:
    change = entry.change
    place = "/".join(filter(None, (change.org, change.api)))
    where = f"{place}  " if place else ""
    source = f" at {entry.address}" if entry.address else ""
    detail = f" ({change.detail})" if change.detail else ""
    return (
        f"{instant(entry.at)}  {change.action.value:12}  {where}{change.subject}{detail}  "
        f"by {entry.actor}{source}"
    )


def _described(entry: AuditEntry) -> dict[str, str]:
    change = entry.change
    return {
        "at": instant(entry.at),
        "action": change.action.value,
        "org": change.org,
        "api": change.api,
        "subject": change.subject,
        "detail": change.detail,
        "actor": entry.actor,
        "address": entry.address,
    }
