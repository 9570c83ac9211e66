"""``snippet-widget notebook``: a notebook that documents endpoints of an API."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cli.options import credentials_option, request_options, required_only_option
from snippet_widget.cli.service_client import RequestOptions
from snippet_widget.cli.terminal_text import warn_of_hidden
from snippet_widget.documents.file_writing import write_new
from snippet_widget.documents.generated_notebook import (
    cells_of,
    notebook_of,
    notebook_text,
    sections_of,
)
from snippet_widget.documents.pinned_sdks import followed, found_sdks
from snippet_widget.documents.published_snippets import PublishedSnippets
from snippet_widget.endpoints import endpoint_with_method, parse_endpoint
from snippet_widget.errors import NotebookError
from snippet_widget.models import CLIENTS
from snippet_widget.plurals import counted
from snippet_widget.provenance import Credentials, GeneratedDocument

if TYPE_CHECKING:
    from snippet_widget.documents.generated_cell import GeneratedCell


@click.command("notebook")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT.ipynb")
@click.option(
    "--endpoint",
    "endpoints",
    multiple=True,
    metavar="'METHOD PATH'",
    help="Endpoint to document; repeatable. All of the API when left out.",
)
@click.option(
    "--client",
    "clients",
    multiple=True,
    type=click.Choice([client.removesuffix("_client") for client in CLIENTS]),
    help="Kind of client to show; repeatable. All of them when left out.",
)
@credentials_option
@required_only_option
@click.option(
    "--pin",
    is_flag=True,
    help="Let the document stay in the versions that --sdk names, or that are found. Updates lead "
    "to newer ones when left out.",
)
@click.option("--title", help="First heading; the API's name when left out.")
@click.option("--force", is_flag=True, help="Replace OUT.ipynb if it is there.")
@request_options
def command(  # noqa: PLR0913 - one for each option
    out: Path,
    *,
    endpoints: tuple[str, ...],
    clients: tuple[str, ...],
    credentials: Credentials,
    required_only: bool,
    pin: bool,
    title: str | None,
    force: bool,
    **options: Any,
) -> None:
    """Write OUT.ipynb: a heading, an install cell and the snippets of each endpoint.

    Every snippet's cell knows where it comes from: `snippet-widget check --update OUT.ipynb`
    brings the document up to date when the SDK has a new version.

    \b
    Example:
      snippet-widget notebook --api birdsong --endpoint "GET /v1/species" guide.ipynb
    """  # noqa: D301 - click's own mark for lines to keep
    if out.exists() and not force:
        raise NotebookError(f"{out} exists already. Add --force to replace it.")
    for text in endpoints:
        endpoint_with_method(text, '--endpoint "{}"')
    asked = RequestOptions(**options)
    fields = tuple(
        field for field in CLIENTS if not clients or field.removesuffix("_client") in clients
    )
    with asked.client() as client:
        org, api = asked.named_scope(client)
        document = GeneratedDocument(
            title=title or api or "Snippets",
            org=org,
            api=api,
            endpoints=tuple(map(_normalized, endpoints)) or None,
            sdks=followed(asked.sdks),
            clients=fields,
            load_level=asked.load_level,
            credentials=credentials,
            required_only=required_only,
        )
        # with the SDKs in the very versions that were asked for
        published = PublishedSnippets(client)
        sections = list(sections_of(document, published, asked.sdks))
        if pin:
            found = found_sdks(snippet for each in sections for snippet in each.snippets)
            document = msgspec.structs.replace(document, sdks=found, pinned=True)
            sections = list(sections_of(document, published, found))
    cells = cells_of(document, sections)
    write_new(out, notebook_text(notebook_of(document, cells)))
    click.echo(f"{out}: {counted(len(sections), 'endpoint')}.")
    warn_of_hidden((_name(cell), cell.source) for cell in cells)


def _name(cell: GeneratedCell) -> str:
    record = cell.record
    return f"{record.get('method')} {record.get('path')}"


def _normalized(text: str) -> str:
    method, path = parse_endpoint(text)
    return f"{method} {path}"
