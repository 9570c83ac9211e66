"""``snippet-widget notebook``: a notebook that documents endpoints of an API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.cards.content import SnippetQuery
from snippet_widget.cli.asking import Asked
from snippet_widget.cli.options import request_options
from snippet_widget.documents.file_writing import write_new
from snippet_widget.documents.writing import Section, notebook_of
from snippet_widget.endpoints import parse_endpoint
from snippet_widget.errors import ConfigurationError, NotebookError
from snippet_widget.models import CLIENTS, EndpointSelector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.client import SnippetClient


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
@click.option("--title", help="First heading; the API's name when left out.")
@click.option("--force", is_flag=True, help="Replace OUT.ipynb if it is there.")
@request_options
def command(
    out: Path,
    *,
    endpoints: tuple[str, ...],
    clients: tuple[str, ...],
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
        raise NotebookError(f"{out} is there already. Add --force to replace it.")
    asked = Asked(**options)
    fields = frozenset(
        field for field in CLIENTS if not clients or field.removesuffix("_client") in clients
    )
    with asked.client() as client:
        sections = list(_chosen(client, asked, endpoints) if endpoints else _all(client, asked))
    content = notebook_of(title or asked.api or "Snippets", sections, fields)
    write_new(out, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    click.echo(f"{out}: {len(sections)} endpoint{'s' * (len(sections) != 1)}.")


def _chosen(client: SnippetClient, asked: Asked, endpoints: tuple[str, ...]) -> Iterator[Section]:
    for text in endpoints:
        method, path = parse_endpoint(text)
        if method is None:
            raise ConfigurationError(f'Say the method too: --endpoint "GET {path}"')
        yield Section(_query(asked, method, path), tuple(client.get(method, path, **asked.scope)))


def _all(client: SnippetClient, asked: Asked) -> Iterator[Section]:
    for path, methods in client.load_all(**asked.scope).snippets.items():
        for method, snippets in methods.items():
            yield Section(_query(asked, method, path), tuple(snippets))


def _query(asked: Asked, method: str, path: str) -> SnippetQuery:
    return SnippetQuery(asked.org, asked.api, EndpointSelector(method, path), asked.load_level)
