"""``snippet-widget deprecate``: say that people should move on from an SDK version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import SdkStatus
from snippet_widget.cli.withdrawal import set_status, version_options
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from snippet_widget.models import SdkSelector


@click.command("deprecate")
@version_options
@click.option("--reason", default="", metavar="TEXT", help="Why, and what to use instead.")
@click.option("--undo", is_flag=True, help="Take it back.")
def command(  # noqa: PLR0913 - one for each option
    sdk: SdkSelector, *, org: str, api: str, catalog_url: str | None, reason: str, undo: bool
) -> None:
    """Say on the snippets of an SDK version that it is deprecated."""
    status = SdkStatus.PUBLISHED if undo else SdkStatus.DEPRECATED
    name = set_status(catalog_url, (org, api), sdk, status, "" if undo else reason)
    done = "is not deprecated any more" if undo else "is deprecated"
    click.echo(f"{sdk_text(sdk)} of {org}/{api} {done}. Catalog: {name}")
