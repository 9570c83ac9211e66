"""``snippet-widget rename``: give what is published another name."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.catalog import existing_catalog
from snippet_widget.cli.options import own_catalog_option
from snippet_widget.cli.withdrawal import NotPublished
from snippet_widget.ecosystems import same_package
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import SdkSelector
from snippet_widget.plurals import counted
from snippet_widget.sdk_selector import parse_sdk

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog


@click.group("rename")
def command() -> None:
    """Rename an organization, an API or a package; snippets and tokens follow.

    Cells in documents keep the old name; `snippet-widget check` names what became of it.
    """


@command.command("organization")
@click.argument("old")
@click.argument("new")
@own_catalog_option
def organization(old: str, new: str, catalog_url: str | None) -> None:
    """Rename the organization OLD to NEW, in the tokens that cover it too.

    NEW must not be there: the tokens of one would cover the APIs of the other.
    """

    async def rename() -> tuple[str, int]:
        async with existing_catalog(catalog_url) as catalog:
            return catalog.name, await catalog.rename_organization(old, new)

    name, apis = asyncio.run(rename())
    if not apis:
        raise NotPublished(f"There is no organization {old} in {name}.")
    click.echo(f"Renamed {old} to {new}, with {counted(apis, 'API')}. Catalog: {name}")


@command.command("api")
@click.argument("old")
@click.argument("new")
@click.option("--org", required=True, metavar="ID", help="Organization of the API.")
@own_catalog_option
def api(old: str, new: str, org: str, catalog_url: str | None) -> None:
    """Rename the API OLD to NEW."""

    async def rename() -> tuple[str, bool]:
        async with existing_catalog(catalog_url) as catalog:
            return catalog.name, await catalog.rename_api(org, old, new)

    name, done = asyncio.run(rename())
    if not done:
        raise NotPublished(f"There is no API {org}/{old} in {name}.")
    click.echo(f"Renamed {org}/{old} to {org}/{new}. Catalog: {name}")


@command.command("package")
@click.argument("old", metavar="TYPE:PACKAGE", callback=lambda _, __, text: parse_sdk(text))
@click.argument("new", metavar="PACKAGE")
@click.option("--org", required=True, metavar="ID", help="Organization of the API.")
@click.option("--api", "api_id", required=True, metavar="ID", help="API that the SDK calls.")
@own_catalog_option
def package(old: SdkSelector, new: str, *, org: str, api_id: str, catalog_url: str | None) -> None:
    """Rename a package, all of its versions, to another PACKAGE of the same language.

    \b
    Example:
      snippet-widget rename package python:acme acme-sdk --org acme --api users
    """  # noqa: D301 - click's own mark for lines to keep
    if old.package is None or old.version is not None:
        raise ConfigurationError("Name a package without a version, as in python:acme.")

    async def rename() -> tuple[str, SdkSelector, int]:
        async with existing_catalog(catalog_url) as catalog:
            known = await _as_published(catalog, org, api_id, old)
            return catalog.name, known, await catalog.rename_package(org, api_id, known, new)

    name, known, versions = asyncio.run(rename())
    if not versions:
        raise NotPublished(
            f"{old.type}:{old.package} is not published in {org}/{api_id} of {name}."
        )
    click.echo(
        f"Renamed {known.type}:{known.package} of {org}/{api_id} to {new}, "
        f"with {counted(versions, 'version')}. Catalog: {name}"
    )


async def _as_published(catalog: Catalog, org: str, api_id: str, sdk: SdkSelector) -> Any:
    """Return a package as the catalog spells it, where its ecosystem takes both for one."""
    for known in await catalog.apis():
        if (known.org, known.api) == (org, api_id):
            for each in (await catalog.sdks([known.key]))[known.key]:
                if each.type == sdk.type and same_package(
                    sdk.type, each.package, sdk.package or ""
                ):
                    return SdkSelector(each.type, each.package)
    return sdk
