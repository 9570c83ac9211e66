"""``snippet-widget get``: the snippets of one endpoint."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.credential_names import Variables
from snippet_widget.cards.credentials import from_environment
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cards.markup_text import markdown_text, rst_text
from snippet_widget.cli.options import (
    credentials_option,
    json_option,
    request_options,
    required_only_option,
)
from snippet_widget.cli.service_client import RequestOptions
from snippet_widget.cli.terminal_text import (
    print_json_text,
    print_line,
    print_source,
    warn_of_hidden,
)
from snippet_widget.documents.endpoint_snippets import meant_snippets, named_query
from snippet_widget.documents.pinned_sdks import pinned_card
from snippet_widget.documents.text_page import marked_block
from snippet_widget.endpoints import endpoint_with_method
from snippet_widget.errors import ConfigurationError
from snippet_widget.languages import client_label
from snippet_widget.models import CLIENTS, EndpointSelector
from snippet_widget.provenance import Credentials
from snippet_widget.snippet_wire import snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Snippet


@click.command("get")
@click.argument("endpoint", nargs=-1, required=True, metavar="METHOD PATH")
@click.option(
    "--client",
    type=click.Choice([client.removesuffix("_client") for client in CLIENTS]),
    help="Print only the source of that client.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "markdown", "rst"]),
    default="text",
    show_default=True,
    help="For a terminal, or for a page: below markers by which `check` keeps it up to date.",
)
@click.option(
    "--pin",
    is_flag=True,
    help="With --format markdown or rst: let what is printed stay in its version, the one that "
    "--sdk names or that is found. `check --update` leads to newer ones when left out.",
)
@required_only_option
@credentials_option
@request_options
@json_option
def command(  # noqa: PLR0913 - one for each option
    endpoint: tuple[str, ...],
    client: str | None,
    *,
    format_: str,
    pin: bool,
    required_only: bool,
    credentials: Credentials,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the snippets of one endpoint: snippet-widget get POST /v1/users."""
    method, path = endpoint_with_method(" ".join(endpoint), "snippet-widget get {}")
    if pin and (as_json or format_ == "text"):
        raise click.UsageError("--pin is recorded in pages. Add --format markdown or rst.")
    asked = RequestOptions(**options)
    from_variables = credentials is Credentials.ENVIRONMENT
    query = SnippetQuery(*asked.names, EndpointSelector(method, path), asked.load_level)
    with asked.client() as service:
        query, snippets = meant_snippets(service, query, asked.sdks)
        query = named_query(service, query) if format_ != "text" else query
    if as_json:
        print_json_text(_json(snippets))
    elif format_ != "text":
        display = DisplayOptions(
            program=True, required_only=required_only, environment=from_variables
        )
        shown = _shown(card_contents(snippets, query, display), client)
        shown = [pinned_card(card) for card in shown] if pin else shown
        print_source("\n\n".join(_blocks(shown, rst=format_ == "rst")))
        _warn_of_hidden((f"{card.title} · {card.sdk_label}", card.code) for card in shown)
    else:
        if required_only:
            snippets = [_with_required_alone(snippet) for snippet in snippets]
        if from_variables:
            snippets = [_with_variables(snippet) for snippet in snippets]
        _print_text(snippets, client)
        _warn_of_hidden(
            (_name(snippet, field), source)
            for snippet in snippets
            for field, source in snippet.sources.items()
            if field in _fields(client)
        )


def _warn_of_hidden(codes: Iterable[tuple[str, str]]) -> None:
    if not sys.stdout.isatty():  # where they are spelled out
        warn_of_hidden(codes)


def _json(snippets: Sequence[Snippet]) -> str:
    encoded = msgspec.json.encode([snippet_to_wire(snippet) for snippet in snippets])
    return msgspec.json.format(encoded, indent=2).decode()


def _with_required_alone(snippet: Snippet) -> Snippet:
    return msgspec.structs.replace(snippet, sources={**snippet.sources, **snippet.required_only})


def _with_variables(snippet: Snippet) -> Snippet:
    naming = Variables(snippet.sdk.package, snippet.credentials)
    return msgspec.structs.replace(
        snippet,
        sources={
            client: from_environment(source, snippet.type, naming)
            for client, source in snippet.sources.items()
        },
    )


def _fields(client: str | None) -> set[str]:
    """Return the fields of a snippet that are asked for."""
    return {client, f"{client}_client"} if client else set(CLIENTS)


def _shown(cards: Iterable[CardContent], client: str | None) -> list[CardContent]:
    shown = [card for card in cards if card.client in _fields(client)]
    if not shown:
        raise ConfigurationError("The endpoint has no such snippet. Leave --client or --sdk out.")
    return shown


def _blocks(cards: Sequence[CardContent], *, rst: bool) -> list[str]:
    """Return the code of each client with its marker; for one client of one SDK that alone."""
    blocks = [marked_block(card, rst=rst) for card in cards]
    titles = [f"**{(rst_text if rst else markdown_text)(card.title)}**" for card in cards]
    return (
        blocks
        if len(cards) == 1
        else [t for pair in zip(titles, blocks, strict=True) for t in pair]
    )


def _sources(snippets: Sequence[Snippet], client: str) -> list[str]:
    fields = _fields(client)
    found = [
        source
        for snippet in snippets
        for field, source in snippet.sources.items()
        if field in fields
    ]
    if not found:
        raise ConfigurationError(
            f"No snippet of the endpoint has a {client} client. Leave --client out."
        )
    return found


def _print_text(snippets: Sequence[Snippet], client: str | None) -> None:
    if client:
        print_source("\n\n".join(_sources(snippets, client)))
        return
    first = True
    for snippet in snippets:
        for field, source in snippet.sources.items():
            click.echo("" if first else "\n", nl=False)
            print_line(_title(snippet, field), bold=True)
            print_source(f"\n{source}")
            first = False
    if first:
        click.echo("No SDK publishes a snippet of it.")


def _title(snippet: Snippet, field: str) -> str:
    return f"── {_name(snippet, field)} ──"


def _name(snippet: Snippet, field: str) -> str:
    sdk = snippet.sdk
    return f"{client_label(snippet.type, field)} · {sdk.package} {sdk.version}"
