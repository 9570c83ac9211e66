"""OpenAPI Overlays (version 1): code samples that a vendor keeps beside the description.

Speakeasy publishes one for each SDK. An overlay is applied to the description that it extends
where that lies in the same folder, else to an empty one: its targets name every endpoint.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from snippet_widget.endpoints import METHODS
from snippet_widget.errors import SourceError
from snippet_widget.publication import Problem
from snippet_widget.publishing.descriptions.references import BrokenReference, Node

if TYPE_CHECKING:
    from snippet_widget.publishing.descriptions.references import Description

_METHOD = "|".join(method.lower() for method in METHODS)
_STEP = re.compile(
    rf"""\.(?P<path>/[^\[\]"'?*]*?)(?=\.(?:{_METHOD})\b|\[|$)   # $.paths./users.get
       | \.(?P<name>[A-Za-z_][\w-]*)                              # $.paths
       | \[\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')\s*\]    # $["paths"]
    """,
    re.VERBOSE,
)
_MAX_STEPS = 50
MAX_MERGES = 200_000
"""How many values the updates of one overlay may merge."""


def is_overlay(document: Any) -> bool:
    """Tell an overlay by its required fields (Overlay 1.0, section 4.4.1)."""
    return isinstance(document, dict) and "overlay" in document and "actions" in document


def applied(description: Description, overlay: Node) -> tuple[Node, list[Problem]]:
    """Return the description that an overlay makes, and what of it was not understood."""
    problems: list[Problem] = []
    base = _extended(description, overlay)
    file = description.name(overlay.file)
    patched = _Patched(base.value if isinstance(base.value, dict) else {})
    actions = overlay.value["actions"]
    for number, fields in enumerate(actions if isinstance(actions, list) else (), 1):
        if not isinstance(fields, dict) or "update" not in fields:
            continue
        steps = target_steps(fields.get("target"))
        if steps is None:
            written = str(fields.get("target"))[:200]
            problems.append(
                Problem(
                    f"Action {number} is left out: its target {written!r} names no place.", file
                )
            )
            continue
        patched.update(steps, fields["update"])
    return Node(patched.document, base.file), problems


def target_steps(target: Any) -> list[str] | None:
    """Return the keys that a JSONPath of names leads through; None for any other path.

    Examples
    --------
    >>> target_steps('$["paths"]["/domains"]["post"]')
    ['paths', '/domains', 'post']
    >>> target_steps("$.paths.*.get") is None
    True
    """
    if not isinstance(target, str) or not target.startswith("$"):
        return None
    steps: list[str] = []
    position = 1
    while position < len(target):
        step = _STEP.match(target, position)
        if step is None or len(steps) >= _MAX_STEPS:
            return None
        steps.append(next(value for value in step.groupdict().values() if value is not None))
        position = step.end()
    return steps


def _extended(description: Description, overlay: Node) -> Node:
    """Return the description that an overlay extends; an empty one where it is not at hand."""
    extends = overlay.value.get("extends")
    if not isinstance(extends, str):
        return Node({}, overlay.file)
    try:
        return description.follow(Node({"$ref": extends.removeprefix("./")}, overlay.file))
    except BrokenReference:
        return Node({}, overlay.file)


class _Patched:
    """A document with updates merged in; what was given is never changed, only copies are."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._own: dict[int, Any] = {}
        self._merges = 0
        self.document = self._copy(document)

    def update(self, steps: list[str], update: Any) -> None:
        """Merge a value in at a place.

        Raises
        ------
        SourceError
            Aliases make it grow beyond all bounds.
        """
        place = self.document
        for step in steps[:-1]:
            inner = place.get(step)
            place[step] = self._copy(inner if isinstance(inner, dict) else {})
            place = place[step]
        if steps:
            place[steps[-1]] = self._merged(place.get(steps[-1]), update)
        else:
            self.document = self._merged(self.document, update)

    def _copy(self, value: dict[str, Any]) -> dict[str, Any]:
        if id(value) in self._own:
            return value
        copy = dict(value)
        self._own[id(copy)] = copy
        return copy

    def _merged(self, value: Any, update: Any) -> Any:
        """Merge as overlays do: objects key by key, lists end to end, others replaced."""
        self._merges += len(value) + 1 if isinstance(value, (dict, list)) else 1
        if self._merges > MAX_MERGES:
            raise SourceError(f"The overlay's updates merge more than {MAX_MERGES} values.")
        if isinstance(value, dict) and isinstance(update, dict):
            merged = self._copy(value)
            for key, new in update.items():
                merged[key] = self._merged(value[key], new) if key in value else new
            return merged
        if isinstance(value, list):
            return [*value, *(update if isinstance(update, list) else [update])]
        return update
