"""``%snippets`` and ``%snippet``: the panel, and a snippet in the next cell, in any front end.

``%load_ext snippet_widget`` registers them.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from snippet_widget.endpoints import METHODS, parse_endpoint
from snippet_widget.errors import (
    ApiIdRequired,
    ConfigurationError,
    EndpointNotFound,
    OrgIdRequired,
    SdkNotFound,
    SnippetWidgetError,
)
from snippet_widget.languages import canonical_type
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.settings import Settings
from snippet_widget.showing import ShownSnippets
from snippet_widget.widget.cards import Shelf, Taste, card_contents
from snippet_widget.widget.opening import connect, panel

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from IPython.core.interactiveshell import InteractiveShell

    from snippet_widget.client import SnippetClient
    from snippet_widget.models import Snippet
    from snippet_widget.widget.cards import CardContent

CLIENTS = ("sync", "async", "client")


@magics_class
class SnippetMagics(Magics):
    """The magics.

    Parameters
    ----------
    shell
        The kernel's.
    client
        Returns a client of the service; by default the one that the environment names.
    """

    def __init__(
        self, shell: InteractiveShell, client: Callable[[], SnippetClient] | None = None
    ) -> None:
        super().__init__(shell)
        self._set_next_input = shell.set_next_input
        self._client = client or _client_of_environment
        self.completer = EndpointCompleter(self._client, self._options())

    @magic_arguments()
    @argument("package", nargs="?", help="An installed distribution, to browse its own snippets.")
    @line_magic
    def snippets(self, line: str) -> None:
        """Open the panel."""
        arguments = parse_argstring(self.snippets, line)
        with _as_usage_error():
            display(panel(arguments.package))

    @magic_arguments()
    @argument("endpoint", nargs="+", metavar="METHOD PATH", help="As in POST /v1/users.")
    @argument("--client", choices=CLIENTS, help="Which client's code; the first there is.")
    @argument("--type", default="python", help="Language of the SDK. Default: python.")
    @argument("--sdk", help="TYPE:PACKAGE==VERSION instead of the latest of --type.")
    @argument("--org", help="Organization, where the endpoint is in several.")
    @argument("--api", help="API, where the endpoint is in several.")
    @argument(
        "--load-level",
        choices=[level.value for level in LoadLevel],
        default=LoadLevel.FULL.value,
        help="A whole program, or the call alone. Default: full.",
    )
    @argument("--published", action="store_true", help="Async as published, with asyncio.run.")
    @argument("--show", action="store_true", help="Show it here instead, as static output.")
    @no_var_expand  # `{id}` in a path is none
    @line_magic
    def snippet(self, line: str) -> None:
        """Put a snippet of an endpoint into the next cell.

        Async Python arrives in notebook form; another language as Markdown with a fence.
        """
        arguments = parse_argstring(self.snippet, line)
        with _as_usage_error():
            content = chosen_card(self._client(), arguments)
        if arguments.show:
            method, path = parse_endpoint(" ".join(arguments.endpoint))
            display(ShownSnippets(EndpointSelector(method or "", path), [content]))
            return
        source = content.cell_source
        if content.cell_type == "markdown":
            source = f"%%markdown\n{source}"
        self._set_next_input(source)

    def _options(self) -> tuple[str, ...]:
        options = self.snippet.parser._option_string_actions  # noqa: SLF001 - argparse has no other
        return tuple(sorted(name for name in options if name.startswith("--")))


def chosen_card(client: SnippetClient, arguments: Namespace) -> CardContent:
    """Return the card that the magic's arguments name.

    Raises
    ------
    SnippetWidgetError
        There is no such endpoint, SDK or client; or several APIs have the endpoint.
    """
    method, path = parse_endpoint(" ".join(arguments.endpoint))
    if method is None:
        raise ConfigurationError(f"Say the method too: %snippet GET {path}")
    endpoint = EndpointSelector(method, path)
    sdk = parse_sdk(arguments.sdk or canonical_type(arguments.type))
    shelf = Shelf(arguments.org, arguments.api, endpoint, LoadLevel(arguments.load_level))
    contents = card_contents(
        _snippets(client, shelf, {"sdks": [sdk], "load_level": shelf.load_level}),
        shelf,
        Taste(published=arguments.published),
    )
    wanted = {arguments.client, f"{arguments.client}_client"} if arguments.client else None
    for content in contents:
        if wanted is None or content.client in wanted:
            return content
    there = ", ".join(content.title for content in contents) or "no snippet at all"
    raise ConfigurationError(f"{method} {path} has {there} of that SDK. Ask for one of these.")


def _snippets(client: SnippetClient, shelf: Shelf, options: dict[str, Any]) -> list[Snippet]:
    """Ask for the endpoint; where several APIs are possible, of the one that has it."""
    endpoint = (shelf.endpoint.method, shelf.endpoint.path)
    try:
        return client.get(*endpoint, org_id=shelf.org, api_id=shelf.api, **options)
    except (ApiIdRequired, OrgIdRequired) as ambiguous:
        scopes = [(each.get("orgId"), each.get("apiId")) for each in ambiguous.candidates]
        found = {scope: _found(client, endpoint, scope, options) for scope in scopes}
        having = {scope: snippets for scope, snippets in found.items() if snippets is not None}
        if len(having) == 1:
            return next(iter(having.values()))
        if not having:
            raise
        choices = "; ".join(f"--org {org} --api {api}" for org, api in having)
        raise ConfigurationError(
            f"{' '.join(endpoint)} is in several APIs. Choose one: {choices}"
        ) from ambiguous


def _found(
    client: SnippetClient,
    endpoint: tuple[str, str],
    scope: tuple[str | None, str | None],
    options: dict[str, Any],
) -> list[Snippet] | None:
    try:
        return client.get(*endpoint, org_id=scope[0], api_id=scope[1], **options)
    except (EndpointNotFound, SdkNotFound):
        return None


class EndpointCompleter:
    """Completes methods, paths and options of ``%snippet``.

    Parameters
    ----------
    client
        Returns a client of the service, which is asked for its endpoints once.
    options
        The magic's options.
    """

    def __init__(self, client: Callable[[], SnippetClient], options: tuple[str, ...]) -> None:
        self._client = client
        self._options = options
        self._endpoints: list[tuple[str, str]] = []

    def __call__(self, _shell: object, event: Any) -> list[str]:
        """Return what can stand where the cursor is (IPython's ``complete_command`` hook)."""
        words = re.split(r"\s+", event.text_until_cursor.lstrip())[1:]
        typed = words[-1] if words else ""
        # IPython replaces what follows the last delimiter only: a path has braces in it.
        kept = len(typed) - len(event.symbol)
        return [word[kept:] for word in self.candidates(words) if word.startswith(typed)]

    def candidates(self, words: list[str]) -> list[str]:
        """Return all that can be the last of these words."""
        typed, before = (words[-1], words[:-1]) if words else ("", [])
        if typed.startswith("-"):
            return list(self._options)
        if before and before[-1] == "--client":
            return list(CLIENTS)
        if not before:
            return list(METHODS)
        return sorted({path for method, path in self._known() if method == before[0].upper()})

    def _known(self) -> list[tuple[str, str]]:
        if not self._endpoints:
            try:
                self._endpoints = list(_endpoints(self._client()))
            except SnippetWidgetError:
                return []  # no service, no completion: the magic itself will say why
        return self._endpoints


def _endpoints(client: SnippetClient) -> Iterator[tuple[str, str]]:
    overview = client.catalog()
    scopes: list[dict[str, Any]] = [{}]
    if overview is not None:
        scopes = [
            {"org_id": org.id, "api_id": api.id}
            for org in overview.organizations
            for api in org.apis
        ]
    for scope in scopes:
        for page in client.pages(**scope, load_level=LoadLevel.ENDPOINT):
            for path, methods in page.snippets.items():
                yield from ((method, path) for method in methods)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Register the magics and their completion: ``%load_ext snippet_widget``."""
    magics = SnippetMagics(shell)
    shell.register_magics(magics)
    for name in ("%snippet", "snippet"):
        shell.set_hook("complete_command", magics.completer, str_key=name)


def _client_of_environment() -> SnippetClient:
    return connect(Settings.from_environment(os.environ))


@contextmanager
def _as_usage_error() -> Iterator[None]:
    """IPython prints one line for a UsageError, and a traceback for all others."""
    try:
        yield
    except SnippetWidgetError as error:
        raise UsageError(str(error)) from error
