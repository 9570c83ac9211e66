"""The files of one API description, tied together by ``$ref`` (OpenAPI 3.1, section 4.8.23).

References are followed into the same document and into files of the description's own folder,
never out of it and never to a URL. Nothing is inlined: a node is resolved when it is asked for,
so that cycles cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import msgspec

from snippet_widget.decoding import decode_json
from snippet_widget.errors import SourceError, SourceNotFound
from snippet_widget.publishing.reader_limits import MAX_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_FILE = 32 * 2**20
MAX_TOTAL = 64 * 2**20
_MAX_CHAIN = 32
_STRUCTURED = {".json", ".yaml", ".yml", ""}


class BrokenReference(ValueError):
    """A ``$ref`` that leads nowhere, in a circle, or where it must not lead."""


@dataclass(frozen=True)
class Node:
    """A value and the file that it stands in, which its references are relative to."""

    value: Any
    file: Path


class Description:
    """One API description: a document and the files beside it.

    Parameters
    ----------
    path
        The root document, JSON or YAML.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._folder = self._path.parent
        self._documents: dict[Path, Any] = {}
        self._lines: dict[int, int] = {}
        self._read_bytes = 0

    def root(self) -> Node:
        """Return the root document.

        Raises
        ------
        SourceError
            It is not there, too large, or neither JSON nor YAML; the message says where.
        """
        try:
            return Node(self._document(self._path), self._path)
        except FileNotFoundError:
            raise SourceNotFound(f"There is no file {self._path.name}.") from None
        except OSError as error:
            raise SourceError(f"{self._path.name} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise SourceError(f"{self._path.name} cannot be read: {error}.") from error

    def child(self, node: Node, key: str) -> Node:
        """Return what stands under a key, references followed; None as value where nothing does.

        Raises
        ------
        BrokenReference
            See `follow`.
        """
        value = node.value.get(key) if isinstance(node.value, dict) else None
        return self.follow(Node(value, node.file))

    def items(self, node: Node) -> Iterator[Node]:
        """Return the items of a list, references not yet followed."""
        for value in node.value if isinstance(node.value, list) else ():
            yield Node(value, node.file)

    def follow(self, node: Node) -> Node:
        """Return what a node stands for: itself, unless it is a reference.

        Keys beside ``$ref`` stand over those that it leads to (as path items have it).

        Raises
        ------
        BrokenReference
            The reference leads nowhere, in a circle, out of the folder, or to a URL.
        """
        beside: dict[str, Any] = {}
        for _ in range(_MAX_CHAIN):
            if not isinstance(node.value, dict) or not isinstance(node.value.get("$ref"), str):
                break
            beside = {**{k: v for k, v in node.value.items() if k != "$ref"}, **beside}
            node = self._target(node.value["$ref"], node.file)
        else:
            raise BrokenReference(f"$ref {node.value['$ref'][:200]!r} is circular")
        if beside and isinstance(node.value, dict):
            return Node({**node.value, **beside}, node.file)
        return node

    def name(self, file: Path) -> str:
        """Return how messages call a file: its path inside the folder."""
        return file.relative_to(self._folder).as_posix()

    def line(self, node: Node) -> int:
        """Return the line of a YAML file that a mapping begins on, 0 where it is not known."""
        return self._lines.get(id(node.value), 0)

    def _target(self, reference: str, base: Path) -> Node:
        parts = urlsplit(reference)
        if parts.scheme or parts.netloc:
            raise BrokenReference(f"$ref {reference[:200]!r} is a URL, which is never fetched")
        file = self._file(unquote(parts.path), base) if parts.path else base
        try:
            value = self._document(file)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise BrokenReference(f"$ref {reference[:200]!r} cannot be read: {why}") from error
        return Node(_at_pointer(value, unquote(parts.fragment), reference), file)

    def _file(self, path: str, base: Path) -> Path:
        if "\0" in path:
            raise BrokenReference(f"$ref {path[:200]!r} is not a path")
        try:
            file = (base.parent / path).resolve()
        except (OSError, RuntimeError) as error:
            raise BrokenReference(f"$ref {path[:200]!r} is not a path") from error
        if not file.is_relative_to(self._folder):
            raise BrokenReference(
                f"$ref {path[:200]!r} points outside the description's folder, and is not followed"
            )
        return file

    def _document(self, file: Path) -> Any:
        if file not in self._documents:
            text = self._text(file)
            structured = file.suffix.lower() in _STRUCTURED or file == self._path
            self._documents[file] = parse_document(text, self._lines) if structured else text
        return self._documents[file]

    def _text(self, file: Path) -> str:
        if not file.is_file():
            raise FileNotFoundError(2, "there is no such file", str(file))
        size = file.stat().st_size
        self._read_bytes += size
        if size > MAX_FILE or self._read_bytes > MAX_TOTAL:
            raise ValueError(
                f"more than {MAX_FILE} bytes in a file, or {MAX_TOTAL} bytes in all, are not read"
            )
        return file.read_bytes().decode("utf-8-sig")


def parse_document(text: str, lines: dict[int, int]) -> Any:
    """Return what a JSON or YAML text holds; `lines` as for `read_yaml`.

    Raises
    ------
    ValueError
        It is neither, or beyond the bounds of `read_yaml`.
    """
    if text.lstrip().startswith(("{", "[")):
        if text.count("{") + text.count("[") > MAX_NODES:
            raise ValueError(f"more than {MAX_NODES} objects and arrays")
        try:
            return decode_json(text.encode())
        except RecursionError as error:
            raise ValueError("nested too deep") from error
        except msgspec.DecodeError:
            pass  # YAML's flow style, or broken: its reader says where
    from snippet_widget.publishing.descriptions import yaml_document  # noqa: PLC0415 - not for JSON

    return yaml_document.read_yaml(text, lines)


def _at_pointer(value: Any, pointer: str, reference: str) -> Any:
    """Follow a JSON pointer (RFC 6901)."""
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key[:9]) < len(value):
            value = value[int(key[:9])]
        else:
            raise BrokenReference(f"$ref {reference[:200]!r} points to nothing")
    return value
