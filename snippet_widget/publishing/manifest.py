"""``snippets.toml``: all that a vendor publishes of an API, and what is corrected by hand.

::

    org = "acme"
    api = "users"
    description = "openapi.yaml"              # what is internal, deprecated, its summaries and tags

    [[source]]
    from = "pypi:acme==2.0"

    [[source]]
    from = "openapi.yaml"
    sdk = ["java:com.acme:acme-java==2.1.0", "go:github.com/acme/acme-go==0.3.0"]

    [[endpoint]]
    match = "POST /v1/users"
    title = "Create a user"

    [[endpoint.snippet]]
    sdk = "python:acme"
    client = "sync_client"
    file = "samples/create_user.py"

Everything that is wrong in it is said with its line.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert
from snippet_widget.endpoints import parse_endpoint
from snippet_widget.errors import ConfigurationError, SourceNotFound
from snippet_widget.languages import language
from snippet_widget.publishing.assembly import LONGEST
from snippet_widget.publishing.descriptions.operation_metadata import DEPRECATED
from snippet_widget.sdk_selector import parse_document_sdk, parse_sdk
from snippet_widget.versions import in_range

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from snippet_widget.models import SdkSelector

NAME = "snippets.toml"
_SCHEME = re.compile(r"[a-z]+:")
_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_PLACE = re.compile(r" - at `(.*)`$")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
_STRING = re.compile(r'"""[\s\S]*?"""|' + r"'''[\s\S]*?'''")
_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?")


@dataclass(frozen=True)
class ManifestSource:
    """A source, as `read_source` takes it, and the SDKs that its snippets are for."""

    text: str
    sdks: tuple[SdkSelector, ...]


@dataclass(frozen=True)
class SnippetOverride:
    """What is made of the snippets of one SDK.

    Parameters
    ----------
    sdk, versions
        Which SDK: a language, perhaps with a package; a range of its versions, empty for all.
    client
        Field of the source; empty: of a language with one client that, else all.
    example
        Name of the example; empty: the first.
    source
        New source code, of an example that is added where there is none of that name.
    hide
        Take the source, or the whole example, away.
    title
        New name of the example.
    order
        Examples with a number come first, by that number.
    line
        Of the file, from 1.
    """

    sdk: SdkSelector
    versions: str
    client: str
    example: str
    source: str | None
    hide: bool
    title: str
    order: int | None
    line: int

    def is_for(self, sdk: SdkSelector) -> bool:
        """Return whether an SDK version is meant."""
        named = self.sdk.type == sdk.type and self.sdk.package in (None, sdk.package)
        return named and (not self.versions or in_range(sdk.type, sdk.version or "", self.versions))


@dataclass(frozen=True)
class EndpointOverride:
    """What is made of one endpoint.

    Parameters
    ----------
    method, path
        Which.
    hide
        Publish it of no SDK.
    title
        What it does, in place of what SDKs and description say.
    deprecated
        Why it should not be used any more; empty: it may; None: as it was.
    order
        Endpoints with a number come first, by that number.
    snippets
        What is made of its snippets.
    line
        Of the file, from 1.
    """

    method: str
    path: str
    hide: bool
    title: str
    deprecated: str | None
    order: int | None
    snippets: tuple[SnippetOverride, ...]
    line: int

    @property
    def marks_endpoint(self) -> bool:
        """Whether something is made of the endpoint itself, not of its snippets alone."""
        return (
            self.hide or self.title != "" or self.order is not None or self.deprecated is not None
        )


@dataclass(frozen=True)
class Manifest:
    """What a ``snippets.toml`` says; names that it leaves out are None or empty."""

    file: str
    org: str | None
    api: str | None
    description: str | None
    fail_on: tuple[str, ...]
    sources: tuple[ManifestSource, ...]
    endpoints: tuple[EndpointOverride, ...]


class _Table(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    pass


class _Snippet(_Table, frozen=True):
    sdk: str
    versions: str = ""
    client: str = ""
    example: str = ""
    source: str | None = None
    file: str | None = None
    hide: bool = False
    title: str = ""
    order: int | None = None


class _Endpoint(_Table, frozen=True):
    match: str
    hide: bool = False
    title: str = ""
    deprecated: bool | str | None = None
    order: int | None = None
    snippet: list[_Snippet] = []


class _Source(_Table, frozen=True):
    from_: str = msgspec.field(name="from")
    sdk: str | list[str] = []


class _File(_Table, frozen=True):
    org: str | None = None
    api: str | None = None
    description: str | None = None
    fail_on: list[str] = []
    source: list[_Source] = []
    endpoint: list[_Endpoint] = []


def read_manifest(path: Path) -> Manifest:
    """Read a ``snippets.toml``; the files that it names lie relative to its folder.

    Raises
    ------
    SourceNotFound
        It is not there.
    ConfigurationError
        Something in it cannot be used; the message begins with file and line.
    """
    text = _text(path)
    reader = _Reader(path, text)
    try:
        read = convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        message = _LINE.sub("", str(error)).strip()
        last = len(text.rstrip().split("\n"))
        raise reader.wrong(int(line[1]) if line else last, f"{message}. It must be TOML.") from None
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        unknown = re.search(r"unknown field `([^`]+)`", str(error))
        steps = _steps(place[1]) if place else []
        where = reader.line(*steps, *([unknown[1]] if unknown else []))
        raise reader.wrong(where, f"{_PLACE.sub('', str(error))}.") from None
    return Manifest(
        str(path),
        read.org,
        read.api,
        None if read.description is None else reader.relative(read.description),
        tuple(read.fail_on),
        tuple(reader.source(number, source) for number, source in enumerate(read.source)),
        tuple(reader.endpoint(number, each) for number, each in enumerate(read.endpoint)),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise SourceNotFound(f"There is no file {path}.") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8: {error.reason}.") from None


def _steps(place: str) -> list[str | int]:
    return [name or int(number) for name, number in _STEP.findall(place)]


class _Reader:
    """Reads the tables of one file, and knows their lines."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        blank = _STRING.sub(lambda match: '"' + "\n" * match[0].count("\n"), text)
        self._lines = blank.split("\n")

    def wrong(self, line: int, message: str) -> ConfigurationError:
        return ConfigurationError(f"{self._path}:{line}: {message}")

    def line(self, *steps: str | int) -> int:
        """Return the line of a key, or of the table that it would be in; 1 where neither is."""
        names = [step for step in steps if isinstance(step, str)]
        counts = [step for step in steps if isinstance(step, int)]
        tables = names[: len(counts)]
        start = 0
        for depth, count in enumerate(counts, 1):
            header = ".".join(tables[:depth])
            headers = [
                number
                for number, line in enumerate(self._lines)
                if number >= start and (found := _HEADER.match(line)) and found[1] == header
            ]
            start = headers[count] if count < len(headers) else start
        return (self._key(start, names[len(counts) :]) or start) + 1

    def _key(self, start: int, names: Sequence[str]) -> int | None:
        if not names:
            return None
        key = re.compile(rf'\s*"?{re.escape(names[-1])}"?\s*=')
        for number in range(start, len(self._lines)):
            if number > start and _HEADER.match(self._lines[number]):
                return None
            if key.match(self._lines[number]):
                return number
        return None

    def checked(self, read: Callable[[], Any], *steps: str | int) -> Any:
        """Return what is read; what is wrong with it is said with its line."""
        try:
            return read()
        except (ConfigurationError, ValueError) as error:
            raise self.wrong(self.line(*steps), str(error)) from None

    def relative(self, text: str) -> str:
        return text if _SCHEME.match(text) else str(self._path.parent / text)

    def source(self, number: int, source: _Source) -> ManifestSource:
        texts = [source.sdk] if isinstance(source.sdk, str) else source.sdk
        sdks = self.checked(lambda: tuple(map(parse_document_sdk, texts)), "source", number, "sdk")
        return ManifestSource(self.relative(source.from_), sdks)

    def endpoint(self, number: int, read: _Endpoint) -> EndpointOverride:
        method, path = parse_endpoint(read.match)
        if method is None:
            raise self.wrong(
                self.line("endpoint", number, "match"),
                f"{read.match!r} is not an endpoint. Write method and path, as in 'POST "
                "/v1/users'.",
            )
        notices = {True: DEPRECATED, False: ""}
        deprecated = read.deprecated
        return EndpointOverride(
            method,
            path,
            read.hide,
            " ".join(read.title.split()),
            notices[deprecated] if isinstance(deprecated, bool) else deprecated,
            read.order,
            tuple(self.snippet(number, place, one) for place, one in enumerate(read.snippet)),
            self.line("endpoint", number),
        )

    def snippet(self, endpoint: int, number: int, read: _Snippet) -> SnippetOverride:
        where = ("endpoint", endpoint, "snippet", number)
        sdk = self.checked(lambda: parse_sdk(read.sdk), *where, "sdk")
        if sdk.version is not None:
            message = f"Name no version in sdk; write versions = '=={sdk.version}'."
            raise self.wrong(self.line(*where, "sdk"), message)
        if read.versions:
            self.checked(lambda: in_range(sdk.type, "1", read.versions), *where, "versions")
        source = self._source(read, *where)
        if source is None and not (read.hide or read.title or read.order is not None):
            message = "It changes nothing. Give source or file, hide, title or order."
            raise self.wrong(self.line(*where), message)
        return SnippetOverride(
            sdk,
            read.versions,
            self._client(sdk.type, read, source, *where),
            read.example,
            source,
            read.hide,
            read.title,
            read.order,
            self.line(*where),
        )

    def _client(self, type_: str, read: _Snippet, source: str | None, *where: str | int) -> str:
        clients = language(type_).clients
        needed = source is not None and len(clients) > 1
        if (read.client and read.client not in clients) or (needed and not read.client):
            given = f"{read.client!r} is not a client of {type_}" if read.client else "No client"
            raise self.wrong(
                self.line(*where, "client"), f"{given}. Write client = {' or '.join(clients)}."
            )
        return read.client or (clients[0] if len(clients) == 1 else "")

    def _source(self, read: _Snippet, *where: str | int) -> str | None:
        if read.file is None:
            return read.source
        line = self.line(*where, "file")
        if read.source is not None:
            raise self.wrong(line, "source and file cannot be combined. Give one of them.")
        try:
            text = (self._path.parent / read.file).read_text("utf-8-sig")
        except OSError as error:
            raise self.wrong(line, f"{read.file} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise self.wrong(line, f"{read.file} is not UTF-8.") from None
        if len(text) > LONGEST:
            raise self.wrong(line, f"{read.file} is longer than {LONGEST} characters.")
        return text
