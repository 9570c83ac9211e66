"""``snippet-widget migrate``: bring a catalog to the tables of this version."""

from __future__ import annotations

import asyncio

import click

from snippet_widget.catalog import migrate_catalog
from snippet_widget.cli.options import own_catalog_option


@click.command("migrate")
@own_catalog_option
def command(catalog_url: str | None) -> None:
    """Bring a catalog up to date, or make it.

    No other command changes the tables of a team's database; what publishes, restores or makes a
    token also makes them where there are none. Services of the version before go
    on answering meanwhile: migrate first, then restart them.
    """
    name, before, now = asyncio.run(migrate_catalog(catalog_url))
    if before == now:
        click.echo(f"{name} is up to date (schema {now}).")
    elif before > now:
        click.echo(
            f"{name} has schema {before}, which is newer and compatible; nothing was changed."
        )
    elif before:
        click.echo(f"{name} was upgraded from schema {before} to {now}.")
    else:
        click.echo(f"{name} was created (schema {now}).")
