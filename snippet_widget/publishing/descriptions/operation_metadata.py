"""What a description says of an operation besides its samples: whom it is for, what it does.

There is no standard for operations that are not for everybody: each tool has an extension.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

INTERNAL = (
    "x-internal",  # Redocly, Stoplight, Scalar, ReadMe, OpenAPI Generator
    "x-hidden",  # Mintlify, Stoplight
    "x-excluded",  # Mintlify
    "x-exclude-from-docs",
    "x-fern-ignore",
    "x-speakeasy-ignore",
    "x-scalar-ignore",
    "x-stainless-skip",
)
"""Extensions of an operation or a path that keep it out of SDKs or documentation."""

_GROUPS = ("x-fern-sdk-group-name", "x-speakeasy-group", "x-group")
_MOST_TAGS = 10
_LONGEST = 200
DEPRECATED = "The API's description marks this endpoint as deprecated."


class OperationMetadata(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of an operation.

    Parameters
    ----------
    internal
        The extension that says that it is not for everybody; empty where none does.
    deprecated
        Why it should not be used any more, for people; empty where it may.
    summary
        What it does.
    tags
        What it belongs to: tags, and groups of SDK generators.
    """

    internal: str = ""
    deprecated: str = ""
    summary: str = ""
    tags: tuple[str, ...] = ()


def operation_metadata(operation: Any, path_item: Any) -> OperationMetadata:
    """Return what an operation and its path say.

    Examples
    --------
    >>> operation_metadata({"x-internal": True, "tags": ["users"]}, {})
    OperationMetadata(internal='x-internal', deprecated='', summary='', tags=('users',))
    """
    fields = operation if isinstance(operation, dict) else {}
    shared = path_item if isinstance(path_item, dict) else {}
    internal = next((name for name in INTERNAL if _is_set(name, fields, shared)), "")
    return OperationMetadata(
        internal=internal,
        deprecated=DEPRECATED if fields.get("deprecated") is True else "",
        summary=_line(fields.get("summary") or shared.get("summary")),
        tags=tuple(dict.fromkeys(_tags(fields)))[:_MOST_TAGS],
    )


def _is_set(name: str, operation: Mapping[str, Any], path_item: Mapping[str, Any]) -> bool:
    value = operation.get(name, path_item.get(name))
    return value is True or (isinstance(value, str) and value.lower() == "true")


def _tags(fields: Mapping[str, Any]) -> Iterable[str]:
    for name in ("tags", *_GROUPS):
        value = fields.get(name)
        for tag in value if isinstance(value, list) else [value]:
            if text := _line(tag):
                yield text


def _line(value: Any) -> str:
    """Return a text in one line, bounded; empty for anything else."""
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""
