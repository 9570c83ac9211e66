"""``snippet-widget yank``: keep an SDK version only for those who ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import SdkStatus
from snippet_widget.cli.withdrawal import set_status, version_options
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from snippet_widget.models import SdkSelector


@click.command("yank")
@version_options
@click.option("--reason", default="", metavar="TEXT", help="Why, for whoever uses it.")
@click.option("--undo", is_flag=True, help="Take it back.")
def command(  # noqa: PLR0913 - one for each option
    sdk: SdkSelector, *, org: str, api: str, catalog_url: str | None, reason: str, undo: bool
) -> None:
    """Keep an SDK version for those who ask for it, and offer it to nobody else.

    It is never the latest; its snippets say that it was yanked.
    """
    status = SdkStatus.PUBLISHED if undo else SdkStatus.YANKED
    name = set_status(catalog_url, (org, api), sdk, status, "" if undo else reason)
    done = "is published again" if undo else "is yanked"
    click.echo(f"{sdk_text(sdk)} of {org}/{api} {done}. Catalog: {name}")
