"""``%snippets`` and ``%snippet``: the panel, and a snippet in the next cell, in any front end.

``%load_ext snippet_widget`` registers them.
"""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_magic, magics_class, no_var_expand
from IPython.core.magic_arguments import argument, magic_arguments
from IPython.display import display

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.completion import EndpointCompleter, register_completion
from snippet_widget.connecting import connect, scope_of
from snippet_widget.documents.endpoint_snippets import meant_snippets, named_query
from snippet_widget.documents.notebook_file import MARKDOWN_MAGIC
from snippet_widget.documents.pinned_sdks import pinned_card
from snippet_widget.documents.showing import ShownSnippets
from snippet_widget.endpoints import METHODS, endpoint_with_method
from snippet_widget.errors import (
    ConfigurationError,
    SnippetWidgetError,
    error_text,
)
from snippet_widget.languages import canonical_type
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.settings import environment_settings
from snippet_widget.widget.interactive import is_interactive
from snippet_widget.widget.opening import panel

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from IPython.core.interactiveshell import InteractiveShell

    from snippet_widget.cards.content import CardContent
    from snippet_widget.client import SnippetClient
    from snippet_widget.settings import Settings

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
        self._client = client or EnvironmentClient()
        self.completer = EndpointCompleter(self._client, self.snippet.parser, _scope)

    @magic_arguments()
    @argument("package", nargs="?", help="An installed distribution, to browse its own snippets.")
    @line_magic
    def snippets(self, line: str) -> None:
        """Open the panel."""
        arguments = _arguments(self.snippets, line)
        with _as_usage_error():
            display(panel(arguments.package))

    @magic_arguments()
    @argument("method", metavar="METHOD", help="METHOD PATH, as in POST /v1/users.")
    @argument("path", nargs="*", metavar="PATH", help="Known ones are listed by the Tab key.")
    @argument("--client", choices=CLIENTS, help="Which client's code; the first there is.")
    @argument("--type", default="python", help="Language of the SDK. Default: python.")
    @argument("--sdk", help="TYPE:PACKAGE==VERSION instead of the latest of --type.")
    @argument("--org", help="Organization, where the endpoint is in several.")
    @argument("--api", help="API, where the endpoint is in several.")
    @argument(
        "--load-level",
        choices=[level.value for level in LoadLevel],
        default=LoadLevel.FULL.value,
        help="A whole program, or only the call. Default: full.",
    )
    @argument("--pin", action="store_true", help="Let it stay in this version: no update leads on.")
    @argument("--published", action="store_true", help="Async as published, with asyncio.run.")
    @argument("--show", action="store_true", help="Show it here instead, as static output.")
    @no_var_expand  # `{id}` in a path is not one
    @line_magic
    def snippet(self, line: str) -> None:
        """Put a snippet of an endpoint into the next cell.

        Async Python arrives in notebook form; another language as Markdown with a fence. Where a
        program executes the notebook, which gets no cells, the snippet is shown instead.
        """
        arguments = _arguments(self.snippet, line)
        with _as_usage_error():
            arguments.org, arguments.api = _scope(arguments.org, arguments.api)
            content = chosen_card(self._client(), arguments)
        shown = ShownSnippets(asked_endpoint(arguments), [content])
        if arguments.show or not is_interactive(self.shell):
            display(RecordedOutput(shown.data, content.metadata))
            return
        magic = MARKDOWN_MAGIC if content.cell_type == "markdown" else ""
        self._set_next_input(f"{magic}{content.cell_source}")
        # the new cell cannot be given its record: the output keeps it
        data = {"text/plain": f"In the next cell: {shown!r}"}
        display(RecordedOutput(data, content.metadata))


class RecordedOutput:
    """An output that says where its snippet comes from, by which `check` follows it.

    Parameters
    ----------
    data
        By MIME type, ``text/plain`` among them.
    metadata
        The output's.
    """

    def __init__(self, data: dict[str, str], metadata: dict[str, Any]) -> None:
        self._data = data
        self._metadata = metadata

    def __repr__(self) -> str:  # noqa: D105
        return self._data["text/plain"]

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
        return self._data, self._metadata


def chosen_card(client: SnippetClient, arguments: Namespace) -> CardContent:
    """Return the card that the magic's arguments name.

    Raises
    ------
    SnippetWidgetError
        There is no such endpoint, SDK or client; or several APIs have the endpoint.
    """
    endpoint = asked_endpoint(arguments)
    sdk = parse_sdk(arguments.sdk or canonical_type(arguments.type))
    query = SnippetQuery(arguments.org, arguments.api, endpoint, LoadLevel(arguments.load_level))
    query, snippets = meant_snippets(client, query, [sdk])
    query = named_query(client, query)  # what is inserted stays unambiguous
    display = DisplayOptions(published=arguments.published)
    contents = card_contents(snippets, query, display)
    wanted = {arguments.client, f"{arguments.client}_client"} if arguments.client else None
    for content in contents:
        if wanted is None or content.client in wanted:
            return pinned_card(content) if arguments.pin else content
    there = ", ".join(content.title for content in contents) or "no snippet at all"
    asked = f"{endpoint.method} {endpoint.path}"
    raise ConfigurationError(f"{asked} has {there} of that SDK. Ask for one of these.")


def asked_endpoint(arguments: Namespace) -> EndpointSelector:
    """Return the endpoint that the magic's arguments name.

    Raises
    ------
    ConfigurationError
        The method or the path is missing.
    """
    if not arguments.path and arguments.method.upper() in METHODS:
        raise ConfigurationError(
            f"The path is missing. Write %snippet {arguments.method.upper()} /…"
        )
    words = " ".join([arguments.method, *arguments.path])
    return EndpointSelector(*endpoint_with_method(words, "%snippet {}"))


def _arguments(magic: Any, line: str) -> Namespace:
    """Return a line's arguments without their quotes, which IPython keeps."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quote without its other half: code that was pasted
        words = line.split()
    arguments: Namespace = magic.parser.parse_args(words)
    return arguments


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Register the magics and their completion: ``%load_ext snippet_widget``."""
    magics = SnippetMagics(shell)
    shell.register_magics(magics)
    register_completion(shell, magics.completer)


def _scope(org: str | None = None, api: str | None = None) -> tuple[str | None, str | None]:
    """Return organization and API, of the environment where none is given."""
    return scope_of(None, org, api, environment_settings())


class EnvironmentClient:
    """Returns a client of the service that the environment names, the same until that changes."""

    def __init__(self) -> None:
        self._settings: Settings | None = None
        self._client: SnippetClient | None = None

    def __call__(self) -> SnippetClient:
        """Return the client.

        Raises
        ------
        ConfigurationError
            A setting cannot be used.
        """
        settings = environment_settings()
        if self._client is None or settings != self._settings:
            if self._client is not None:
                self._client.close()
            self._settings, self._client = settings, connect(None, None, settings)
        return self._client


@contextmanager
def _as_usage_error() -> Iterator[None]:
    """IPython prints one line for a UsageError, and a traceback for all others."""
    try:
        yield
    except SnippetWidgetError as error:
        raise UsageError(error_text(error)) from error
