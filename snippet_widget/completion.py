"""Completes the line of ``%snippet``: methods, paths, options and their values, nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from IPython.core.completer import SimpleCompletion, context_matcher

from snippet_widget.endpoints import METHODS
from snippet_widget.errors import SnippetWidgetError
from snippet_widget.languages import LANGUAGES
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterable, Iterator

    from IPython.core.completer import CompletionContext
    from IPython.core.interactiveshell import InteractiveShell

    from snippet_widget.client import SnippetClient
    from snippet_widget.models import SnippetsPage
    from snippet_widget.overviews import CatalogOverview, OrganizationOverview

MATCHER = "snippet_widget.snippet"
LINE = re.compile(r"\s*(%?)snippet\s+(.*)", re.DOTALL)


class KnownEndpoint(NamedTuple):
    """An endpoint, and the scope it is in; None where the service lists none."""

    org: str | None
    api: str | None
    method: str
    path: str


class TypedArguments(NamedTuple):
    """What a line says before its last word."""

    positional: list[str]
    options: dict[str, str]
    pending: str | None
    """The option whose value comes next."""


class EndpointCompleter:
    """Knows what can stand where in the line of ``%snippet``.

    Parameters
    ----------
    client
        Returns a client of the service, which is asked for its endpoints once.
    parser
        The magic's own, whose options are completed.
    scope
        Returns the organization and the API whose endpoints are listed where the service does not
        say which there are.
    """

    def __init__(
        self,
        client: Callable[[], SnippetClient],
        parser: ArgumentParser,
        scope: Callable[[], tuple[str | None, str | None]] = lambda: (None, None),
    ) -> None:
        self._client = client
        self._scope = scope
        self._sdks: dict[str, None] = {}
        self._values = {
            name: list(action.choices or ()) if action.nargs is None else None
            for action in parser._actions  # noqa: SLF001 - argparse has no other
            for name in action.option_strings
        }
        self._overview: CatalogOverview | None = None
        self._endpoints: list[KnownEndpoint] = []

    def candidates(self, line: str) -> tuple[str, list[str]]:
        """Return the last word of a line's arguments, and all that it can become."""
        words = line.split()
        typed = words.pop() if words and not line[-1].isspace() else ""
        arguments = self._read(words)
        return typed, [word for word in self._possible(arguments, typed) if fits(word, typed)]

    def _read(self, words: list[str]) -> TypedArguments:
        arguments = TypedArguments([], {}, None)
        for word in words:
            if arguments.pending:
                arguments.options[arguments.pending] = word
                arguments = arguments._replace(pending=None)
            elif word in self._values:
                arguments.options[word] = ""
                arguments = arguments._replace(
                    pending=word if self._values[word] is not None else None
                )
            else:
                arguments.positional.append(word)
        return arguments

    def _possible(self, arguments: TypedArguments, typed: str) -> Iterable[str]:
        if arguments.pending:
            return self._values[arguments.pending] or self._listed(arguments.pending, arguments)
        if typed.startswith("-") or len(arguments.positional) > 1:
            return [name for name in self._values if name not in arguments.options]
        if not arguments.positional:
            return METHODS
        method = arguments.positional[0].upper()
        return sorted({each.path for each in self._known(arguments) if each.method == method})

    def _listed(self, option: str, arguments: TypedArguments) -> Iterable[str]:
        """Return the values of an option that the service or our table of languages knows."""
        if option == "--type":
            return [language.type for language in LANGUAGES]
        if option in ("--org", "--api"):
            field = option.removeprefix("--")
            return sorted({getattr(each, field) or "" for each in self._known(arguments)} - {""})
        self._load()
        return list(self._sdks)

    def _known(self, arguments: TypedArguments) -> Iterator[KnownEndpoint]:
        self._load()
        org, api = arguments.options.get("--org"), arguments.options.get("--api")
        for each in self._endpoints:
            if each.org == (org or each.org) and each.api == (api or each.api):
                yield each

    def _load(self) -> None:
        if not self._endpoints:
            try:
                client = self._client()
                self._overview = client.catalog()
                self._endpoints = list(dict.fromkeys(self._pages(client)))
            except SnippetWidgetError:
                return  # no service, no completion: the magic itself will say why

    def _pages(self, client: SnippetClient) -> Iterator[KnownEndpoint]:
        scopes: list[tuple[str | None, str | None]]
        scopes = [(org.id, api.id) for org in self._organizations() for api in org.apis]
        self._sdks = dict.fromkeys(sdk_text(sdk) for sdk in self._listed_sdks())
        for org, api in scopes or [self._scope()]:
            for page in client.pages(org_id=org, api_id=api, load_level=LoadLevel.ENDPOINT):
                for path, methods in page.snippets.items():
                    yield from (KnownEndpoint(org, api, method, path) for method in methods)
                self._sdks |= {} if scopes else dict.fromkeys(map(sdk_text, _sdks_of(page)))

    def _listed_sdks(self) -> Iterator[SdkSelector]:
        for api in (api for org in self._organizations() for api in org.apis):
            yield from (SdkSelector(sdk.type, sdk.package, sdk.version) for sdk in api.sdks)

    def _organizations(self) -> Iterable[OrganizationOverview]:
        return self._overview.organizations if self._overview else ()


def _sdks_of(page: SnippetsPage) -> Iterator[SdkSelector]:
    for methods in page.snippets.values():
        for snippets in methods.values():
            for each in snippets:
                yield SdkSelector(each.type, each.sdk.package, each.sdk.version)


def fits(word: str, typed: str) -> bool:
    """Tell whether a word begins as typed; methods in any case."""
    return word.startswith(typed) or (word in METHODS and word.startswith(typed.upper()))


def register_completion(shell: InteractiveShell, completer: EndpointCompleter) -> None:
    """Complete the magic's line by this completer alone: Python's names mean nothing there."""

    def match(context: CompletionContext) -> dict[str, Any]:
        found = LINE.fullmatch(context.text_until_cursor)
        if not found or not (found[1] or ("snippet" not in shell.user_ns and shell.automagic)):
            return {"completions": []}
        typed, words = completer.candidates(found[2])
        return {
            "completions": [SimpleCompletion(word, type="magic") for word in words],
            "matched_fragment": typed,
            "suppress": True,
            "ordered": True,
        }

    matchers = shell.Completer.custom_matchers
    matchers[:] = [each for each in matchers if getattr(each, "matcher_identifier", "") != MATCHER]
    matchers.append(context_matcher(identifier=MATCHER)(match))
