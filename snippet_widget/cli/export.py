"""``snippet-widget export``: one API of a catalog as a document that can be published again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.api_choice import meant_scopes
from snippet_widget.catalog import existing_catalog
from snippet_widget.catalog_export import export_text
from snippet_widget.cli.export_service import exported_of
from snippet_widget.cli.options import service_options
from snippet_widget.cli.output_files import write_output
from snippet_widget.cli.service_client import RequestOptions
from snippet_widget.errors import ApiIdRequired, ApiNotFound
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.snippet_wire import snippet_from_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Catalog
    from snippet_widget.catalog.records import Api, PageEndpoint, PublishedSdk
    from snippet_widget.models import Snippet


@click.command("export")
@click.option("--org", metavar="ID", help="Organization, of several. [env: SNIPPET_WIDGET_ORG]")
@click.option("--api", metavar="ID", help="API, of several. [env: SNIPPET_WIDGET_API]")
@service_options
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File to write; standard output when left out.",
)
def command(org: str | None, api: str | None, *, output: Path | None, **options: Any) -> None:
    """Write one API of a service or a catalog, all SDK versions of it, as a JSON document.

    `snippet-widget publish` takes it as a source: nothing is lost between two catalogs. The
    service is that of --url, or of the environment unless a catalog is named.

    \b
    Examples:
      snippet-widget export --org acme --api users -o users.json
      snippet-widget export --url https://snippets.example --org acme --api users -o users.json
      snippet-widget publish users.json --org acme --api users --catalog postgresql://…
    """  # noqa: D301 - click's own mark for lines to keep
    asked = RequestOptions(**options, org=org, api=api, sdks=(), load_level=LoadLevel.FULL)
    if asked.url or (asked.settings.url and not asked.catalog_url):
        with asked.client() as client:
            text = export_text(*exported_of(client, *asked.names))
    else:
        text = asyncio.run(_exported(asked.catalog_url, org, api))
    if output is None:
        click.echo(text, nl=False)
        return
    write_output(output, text)
    click.echo(f"Wrote {output}.", err=True)


async def _exported(url: str | None, org: str | None, api: str | None) -> str:
    async with existing_catalog(url) as catalog:
        chosen = _chosen(await catalog.apis(), org, api, catalog.name)
        listed = await catalog.sdks([chosen.key])
        publications = [
            await _publication(catalog, chosen.key, sdk) for sdk in listed.get(chosen.key, ())
        ]
    return export_text(chosen.org, chosen.api, publications)


def _chosen(apis: Sequence[Api], org: str | None, api: str | None, name: str) -> Api:
    named = [one for one in apis if org in (None, one.org) and api in (None, one.api)]
    scopes = meant_scopes((one.org, one.api) for one in named)
    fitting = [one for one in named if (one.org, one.api) in scopes]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        listed = ", ".join(f"{one.org}/{one.api}" for one in fitting)
        raise ApiIdRequired(f"Which API? Add --org and --api for one of {listed}.")
    raise ApiNotFound(f"{name} has no API {org or '…'}/{api or '…'} to export.")


async def _publication(catalog: Catalog, api: int, sdk: PublishedSdk) -> Publication:
    full = await _endpoints(catalog, api, sdk, LoadLevel.FULL)
    found = await _endpoints(catalog, api, sdk, LoadLevel.ENDPOINT)
    calls = {(one.method, one.path): _snippet(one, sdk.key) for one in found}
    return Publication(
        SdkSelector(sdk.type, sdk.package, sdk.version),
        tuple(
            PublishedEndpoint(
                one.method, one.path, _snippet(one, sdk.key), calls.get((one.method, one.path))
            )
            for one in full
        ),
    )


async def _endpoints(
    catalog: Catalog, api: int, sdk: PublishedSdk, level: LoadLevel
) -> list[PageEndpoint]:
    found: list[PageEndpoint] = []
    number: int | None = 1
    while number is not None:
        page = await catalog.page(api, number, [sdk.key], level)
        found += page.endpoints
        number = page.next
    return found


def _snippet(endpoint: PageEndpoint, sdk: int) -> Snippet | None:
    text = endpoint.texts.get(sdk)
    return None if text is None else snippet_from_json(text)
