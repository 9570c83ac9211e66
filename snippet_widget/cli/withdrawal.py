"""What ``unpublish``, ``yank`` and ``deprecate`` have in common: an SDK version of a catalog."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.catalog import existing_catalog
from snippet_widget.cli.options import own_catalog_option
from snippet_widget.ecosystems import same_package
from snippet_widget.errors import SnippetWidgetError
from snippet_widget.models import SdkSelector
from snippet_widget.sdk_selector import parse_published_sdk, sdk_text
from snippet_widget.service.sdks import ApiSdks

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog, SdkStatus

_OPTIONS = (
    click.argument(
        "sdk",
        metavar="TYPE:PACKAGE==VERSION",
        callback=lambda _, __, text: parse_published_sdk(text),
    ),
    click.option("--org", required=True, metavar="ID", help="Organization of the API."),
    click.option("--api", required=True, metavar="ID", help="API that the SDK calls."),
    own_catalog_option,
)


def version_options(command: Any) -> Any:
    """Add the arguments that name an SDK version of a catalog."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class NotPublished(SnippetWidgetError):
    """The catalog has nothing of that name."""


async def published_version(catalog: Catalog, org: str, api: str, sdk: SdkSelector) -> SdkSelector:
    """Return an SDK version as the catalog spells it.

    Raises
    ------
    NotPublished
        It is not there; the message names those that are.
    """
    known = [each for each in await catalog.apis() if (each.org, each.api) == (org, api)]
    listed = ApiSdks((await catalog.sdks([known[0].key]))[known[0].key] if known else ()).all
    for each in listed:
        spelled = SdkSelector(each.type, each.package, each.version)
        same = same_package(sdk.type, each.package, sdk.package or "")
        if same and (each.type, each.version) == (sdk.type, sdk.version):
            return spelled
    there = (
        ", ".join(sdk_text(SdkSelector(s.type, s.package, s.version)) for s in listed[:20])
        or "nothing"
    )
    raise NotPublished(
        f"{sdk_text(sdk)} is not published in {org}/{api} of {catalog.name}, "
        f"where there is {there}."
    )


def set_status(
    catalog_url: str | None,
    name: tuple[str, str],
    sdk: SdkSelector,
    status: SdkStatus,
    reason: str,
) -> str:
    """Write the status of an SDK version of an organization's API; return the catalog's name."""

    async def write() -> str:
        async with existing_catalog(catalog_url) as catalog:
            version = await published_version(catalog, *name, sdk)
            await catalog.set_status(*name, version, status, reason)
            return catalog.name

    return asyncio.run(write())
