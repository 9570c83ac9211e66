"""``snippet-widget get``: the snippets of one endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cli.asking import Asked
from snippet_widget.cli.options import json_option, request_options
from snippet_widget.endpoints import parse_endpoint
from snippet_widget.errors import ConfigurationError
from snippet_widget.languages import client_label
from snippet_widget.models import CLIENTS, snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import Snippet


@click.command("get")
@click.argument("endpoint", nargs=-1, required=True, metavar="METHOD PATH")
@click.option(
    "--client",
    type=click.Choice([client.removesuffix("_client") for client in CLIENTS]),
    help="Print the source of that client alone.",
)
@request_options
@json_option
def command(
    endpoint: tuple[str, ...], client: str | None, *, as_json: bool, **options: Any
) -> None:
    """Print the snippets of one endpoint: snippet-widget get POST /v1/users."""
    method, path = parse_endpoint(" ".join(endpoint))
    if method is None:
        raise ConfigurationError(f"Say the method too: snippet-widget get GET {path}")
    asked = Asked(**options)
    with asked.client() as service:
        snippets = service.get(method, path, **asked.scope)
    if as_json:
        click.echo(_json(snippets))
    elif client:
        click.echo("\n\n".join(_sources(snippets, client)))
    else:
        click.echo("\n\n".join(_titled(snippets)) or "No SDK publishes a snippet of it.")


def _json(snippets: Sequence[Snippet]) -> str:
    encoded = msgspec.json.encode([snippet_to_wire(snippet) for snippet in snippets])
    return msgspec.json.format(encoded, indent=2).decode()


def _sources(snippets: Sequence[Snippet], client: str) -> list[str]:
    fields = {client, f"{client}_client"}
    found = [
        source
        for snippet in snippets
        for field, source in snippet.sources.items()
        if field in fields
    ]
    if not found:
        raise ConfigurationError(f"No snippet of it has a {client} client. Leave --client out.")
    return found


def _titled(snippets: Sequence[Snippet]) -> list[str]:
    return [
        f"{click.style(_title(snippet, field), bold=True)}\n\n{source}"
        for snippet in snippets
        for field, source in snippet.sources.items()
    ]


def _title(snippet: Snippet, field: str) -> str:
    sdk = snippet.sdk
    return f"── {client_label(snippet.type, field)} · {sdk.package} {sdk.version} ──"
