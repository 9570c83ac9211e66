"""``snippet-widget load``: the snippets of all endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.api_choice import answer_of_meant_api
from snippet_widget.cli.options import json_option, request_options
from snippet_widget.cli.service_client import RequestOptions
from snippet_widget.cli.terminal_text import print_json_text, print_line
from snippet_widget.languages import client_label
from snippet_widget.plurals import counted
from snippet_widget.snippet_wire import snippet_to_wire

if TYPE_CHECKING:
    from snippet_widget.api_choice import Scope
    from snippet_widget.models import Snippet, SnippetsPage


@click.command("load")
@click.option("--page", type=int, help="Only that page; all of them when left out.")
@request_options
@json_option
def command(page: int | None, *, as_json: bool, **options: Any) -> None:
    """List the endpoints of an API with the clients that have a snippet; --json: all snippets."""
    asked = RequestOptions(**options)
    with asked.client() as service:

        def load(scope: Scope) -> SnippetsPage:
            options = {**asked.scope, "org_id": scope[0], "api_id": scope[1]}
            if page is not None:
                return service.load(page=page, **options)
            return service.load_all(**options)

        _, loaded = answer_of_meant_api(asked.names, load, sdks=asked.sdks)
    if loaded.unreadable:
        what = "it" if loaded.unreadable == 1 else "they"
        number = counted(loaded.unreadable, "snippet")
        click.echo(f"Left out, because {what} cannot be read: {number}.", err=True)
    if as_json:
        print_json_text(_json(loaded))
        return
    for line in _lines(loaded):
        print_line(line)


def _json(page: SnippetsPage) -> str:
    wire: dict[str, Any] = {
        "snippets": {
            path: {
                method: [snippet_to_wire(snippet) for snippet in snippets]
                for method, snippets in methods.items()
            }
            for path, methods in page.snippets.items()
        }
    }
    if page.next is not None:
        wire["next"] = page.next
    return msgspec.json.format(msgspec.json.encode(wire), indent=2).decode()


def _lines(page: SnippetsPage) -> list[str]:
    return [
        f"{method:7} {path}  {_clients(snippets)}".rstrip()
        for path, methods in page.snippets.items()
        for method, snippets in methods.items()
    ]


def _clients(snippets: list[Snippet]) -> str:
    labels = [client_label(s.type, field) for s in snippets for field in s.sources]
    return f"[{', '.join(dict.fromkeys(labels)) or 'no snippet'}]"
