"""Cells that name an endpoint and hold no snippet of it: ``show("POST /v1/x")``, ``%snippet``."""

from __future__ import annotations

import ast
import re
import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.displayed_calls import displayed_calls
from snippet_widget.endpoints import parse_endpoint
from snippet_widget.errors import ConfigurationError
from snippet_widget.languages import canonical_type
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.provenance import Credentials
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.syntax.python import Source, parse

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping

    from snippet_widget.api_choice import Scope
    from snippet_widget.models import SdkSelector

_MAGIC = re.compile(r"^[ \t]*[%!].*$", re.MULTILINE)
_SNIPPET = re.compile(r"^[ \t]*%snippet[ \t]+(?P<line>.*)$", re.MULTILINE)
_SDK_OPTION = re.compile(r"(?<!\S)--sdk(?:=|[ \t]+)\S+")


@dataclass(frozen=True)
class Reference:
    """What such a cell asks for.

    Parameters
    ----------
    kind
        ``show()``, ``%snippet`` or ``{snippet}``.
    endpoint, org, api, sdks, level
        As asked of the service.
    clients, credentials, required_only
        As asked of ``show()``; all clients when None.
    pinned
        The versions that it names stay: of a directive, and of ``%snippet --pin``.
    problem
        Why it asks for nothing, as its build says, too.
    index
        Which of the cell's calls, or of its magics, it is.
    displayed
        The cell may show what it returns: no other output is that of its text.
    """

    kind: str
    endpoint: EndpointSelector
    org: str | None = None
    api: str | None = None
    sdks: tuple[SdkSelector, ...] = ()
    clients: tuple[str, ...] | None = None
    level: LoadLevel = LoadLevel.FULL
    credentials: Credentials = Credentials.PLACEHOLDER
    required_only: bool = False
    pinned: bool = False
    problem: str = ""
    index: int = 0
    displayed: bool = True

    @property
    def scope(self) -> Scope:
        """Organization and API."""
        return self.org, self.api

    def __str__(self) -> str:
        """Return ``show() of POST /v1/x``."""
        return f"{self.kind} of {self.endpoint.method} {self.endpoint.path}"


def references(source: str, names: frozenset[str] = frozenset()) -> list[Reference]:
    """Return what a code cell asks for, where it says so in literals; else nothing.

    Parameters
    ----------
    source
        The cell's.
    names
        Those by which its document calls ``show()`` (`show_names`); whatever is called ``show`` may
        be it, too.
    """
    magics = (_magic(found["line"]) for found in _SNIPPET.finditer(source))
    named = [replace(each, index=index) for index, each in enumerate(magics) if each]
    displayed = _displayed(source)
    for index, call in enumerate(_calls(source)):
        if _is_show(call, names) and (asked := _asked(call)):
            named.append(replace(asked, index=index, displayed=call in displayed))
    return named


def unread_calls(source: str, names: frozenset[str]) -> int:
    """Return how many calls of ``show()`` a code cell has whose arguments are not literals."""
    calls = [call for call in _calls(source) if ast.unparse(call.func) in names]
    return sum(call.args + call.keywords != [] and _arguments(call) is None for call in calls)


def with_versions(source: str, asked: Reference, versions: Mapping[SdkSelector, str]) -> str:
    """Return a cell's source with other versions of the SDKs that one of its references names.

    Whatever else the cell says of them stays.
    """
    if versions and asked.kind == "%snippet":
        line = list(_SNIPPET.finditer(source))[asked.index]
        moved = _SDK_OPTION.sub(lambda option: _moved(option[0], versions), line[0])
        return source[: line.start()] + moved + source[line.end() :]
    if not versions or asked.kind != "show()":
        return source
    code, call = Source(source), _calls(source)[asked.index]
    edits = [(node, _moved(code.cut(node), versions)) for node in _named_sdks(call)]
    moved = code.replaced(edits)
    return moved.replace("\n", "\r\n") if "\r\n" in source else moved


def _named_sdks(call: ast.Call) -> Iterator[ast.Constant]:
    """Yield the texts in which a call of ``show()`` names its SDKs."""
    for keyword in call.keywords:
        if keyword.arg == "sdk":
            yield from (each for each in ast.walk(keyword.value) if isinstance(each, ast.Constant))


def _moved(text: str, versions: Mapping[SdkSelector, str]) -> str:
    for sdk, version in versions.items():
        text = _with_version(text, sdk, version)
    return text


def _with_version(source: str, sdk: SdkSelector, version: str) -> str:
    old = f"{sdk.package}=={sdk.version}"
    pattern = rf"(?<![\w.@/-])(?:(?P<type>\w+):)?{re.escape(old)}(?![\w.+-])"

    def moved(found: re.Match[str]) -> str:
        # without a language it is what pip installs
        if canonical_type(found["type"] or "python") != sdk.type:
            return found[0]
        return found[0].removesuffix(old) + f"{sdk.package}=={version}"

    return re.sub(pattern, moved, source)


def _calls(source: str) -> list[ast.Call]:
    """Return the calls in a cell, in their order."""
    tree = parse(_without_magics(source))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] if tree else []
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def _displayed(source: str) -> list[ast.Call]:
    """Return the calls in a cell whose values it may show."""
    text = _without_magics(source)
    tree = parse(text)
    return displayed_calls(tree, text) if tree else []


def _without_magics(source: str) -> str:
    """Return a cell's code with blanks in place of magics, so that all else stays where it is."""
    return _MAGIC.sub(
        lambda line: " " * len(line[0].encode("utf-8", "replace")), Source(source).text
    )


def _is_show(call: ast.Call, names: frozenset[str]) -> bool:
    return _name(call.func) == "show" or ast.unparse(call.func) in names


def _asked(call: ast.Call) -> Reference | None:
    """Return what a call asks for; None where it is another function of that name."""
    arguments = _arguments(call)
    if not arguments or not call.args:
        return None
    endpoint, named = str(arguments[0]), arguments[1]
    try:
        return asked_reference("show()", endpoint, named)
    except ConfigurationError as error:
        without = {name: value for name, value in named.items() if name != "sdk"}
        return _with_problem(endpoint, without, str(error)) if "sdk" in named else None
    except (ValueError, TypeError):
        return None


def _with_problem(endpoint: str, named: Mapping[Any, Any], problem: str) -> Reference | None:
    """Return what a call asks for but for its SDK, which cannot be understood."""
    try:
        return replace(asked_reference("show()", endpoint, named), problem=problem)
    except (ValueError, TypeError, ConfigurationError):
        return None


def _arguments(call: ast.Call) -> tuple[Any, dict[str, Any]] | None:
    """Return the first argument of a call and those with names; None where one is no literal."""
    try:
        positional = ast.literal_eval(call.args[0]) if call.args else None
        named = {each.arg or "": ast.literal_eval(each.value) for each in call.keywords}
    except (ValueError, TypeError):
        return None
    return None if "" in named else (positional, named)


def _magic(line: str) -> Reference | None:
    """Return what ``%snippet LINE`` asks for; None where that cannot be understood."""
    try:
        options, words = _options(shlex.split(line))
        asked: dict[str | None, Any] = {"type": "python"}
        asked.update((name, value) for name, value in vars(options).items() if value)
        endpoint = " ".join(word for word in words[:2] if not word.startswith("-"))
        level = asked.pop("load_level", "full")
        return asked_reference("%snippet", endpoint, {**asked, "level": level})
    except (ValueError, ConfigurationError):
        return None


def _options(words: list[str]) -> tuple[Namespace, list[str]]:
    """Return the options of ``%snippet``, and the other words.

    Raises
    ------
    ValueError
        An option has no value.
    """
    import argparse  # noqa: PLC0415 - few documents hold the magic

    parser = argparse.ArgumentParser(exit_on_error=False, add_help=False, allow_abbrev=False)
    for option in ("--org", "--api", "--sdk", "--type", "--load-level"):
        parser.add_argument(option)
    parser.add_argument("--pin", action="store_true")
    try:
        return parser.parse_known_args(words)
    except argparse.ArgumentError as error:
        raise ValueError(str(error)) from None


def asked_reference(kind: str, text: str, named: Mapping[Any, Any]) -> Reference:
    """Return what is asked for.

    Raises
    ------
    ConfigurationError, ValueError, TypeError
        That is no endpoint, or no question of ours.
    """
    method, path = parse_endpoint(text)
    if method is None:
        raise ConfigurationError(f"{text} is no endpoint")
    given = named.get("sdk", named.get("type", ()))
    sdks = (given,) if isinstance(given, str) else tuple(given)
    clients = named.get("clients")
    return Reference(
        kind,
        EndpointSelector(method, path),
        named.get("org"),
        named.get("api"),
        tuple(map(parse_sdk, sdks)),
        (clients,) if isinstance(clients, str) else tuple(clients) if clients else None,
        LoadLevel(named.get("level", "full")),
        Credentials(named.get("credentials", "placeholder")),
        bool(named.get("required_only")),
        bool(named.get("pin")),
    )


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
