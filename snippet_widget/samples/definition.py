"""How a sample API is written down: operations once, for all SDKs and their releases."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

import msgspec


class Program(NamedTuple):
    """One client's source at both load levels."""

    full: str
    endpoint: str


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of one SDK.

    Parameters
    ----------
    type, package, version
        As in `SdkSelector`.
    release
        Which release of the API it was made for, from 1: decides about operations and arguments.
    module
        What a program imports.
    client
        The client's class.
    auth
        Name of the credential in snake case; its placeholder is ``YOUR_`` and the name.
    """

    type: str
    package: str
    version: str
    release: int
    module: str
    client: str
    auth: str

    @property
    def placeholder(self) -> str:
        """What stands where the user's credential belongs."""
        return f"YOUR_{self.auth.upper()}"


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How an operation was before a release; what is None was the same."""

    before: int
    call: str | None = None
    args: dict[str, Any] | None = None
    shape: str | None = None
    show: str | None = None


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One endpoint and the example of it that all SDKs publish.

    Parameters
    ----------
    endpoint
        ``POST /v1/recordings/{recording_id}``.
    call
        ``recordings.get``: how SDKs spell it, in snake case.
    args
        Values by name; those that the path names are positional.
    shape
        How an answer comes: at once, page by page, as a stream of events, or not at all.
    result
        What a program calls the answer, or an item of it.
    show
        The field of it that a program prints.
    file
        Argument and file name of an upload.
    since, until
        First and last release that has the operation.
    changes
        How it was in earlier releases.
    examples
        Further arguments by the name of their example.
    without
        Types of the SDKs that know the endpoint and publish no snippet of it.
    warnings, repairs
        By type of SDK; see `Snippet`.
    """

    endpoint: str
    call: str
    args: dict[str, Any] = {}
    shape: Literal["plain", "paged", "stream", "none"] = "plain"
    result: str = "response"
    show: str = "id"
    file: tuple[str, str] | None = None
    since: int = 1
    until: int | None = None
    changes: tuple[Change, ...] = ()
    examples: dict[str, dict[str, Any]] = {}
    without: tuple[str, ...] = ()
    warnings: dict[str, list[str]] = {}
    repairs: dict[str, list[str]] = {}

    @property
    def method(self) -> str:
        """HTTP method."""
        return self.endpoint.split(" ", 1)[0]

    @property
    def path(self) -> str:
        """Path template."""
        return self.endpoint.split(" ", 1)[1]

    @property
    def positional(self) -> list[Any]:
        """Values of the path's parameters, in its order."""
        return [self.args[name] for name in _parameters(self.path)]

    @property
    def keywords(self) -> dict[str, Any]:
        """The other arguments."""
        return {n: v for n, v in self.args.items() if n not in _parameters(self.path)}

    def at(self, release: int) -> Operation | None:
        """Return the operation as a release has it; None where it has not."""
        if release < self.since or (self.until is not None and release > self.until):
            return None
        operation = self
        for change in sorted(self.changes, key=lambda c: -c.before):
            if release < change.before:
                old = msgspec.structs.asdict(change)
                del old["before"]
                known = {name: value for name, value in old.items() if value is not None}
                operation = msgspec.structs.replace(operation, **known)
        return operation


class Resource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A collection with the five operations that a REST API gives it.

    Parameters
    ----------
    name, one
        Plural and singular in snake case.
    id
        An example of an identifier.
    show
        The field that programs print.
    filter, create, update
        Arguments of the three operations that take some.
    """

    name: str
    one: str
    id: str
    show: str
    filter: dict[str, Any]
    create: dict[str, Any]
    update: dict[str, Any]

    def operations(self) -> tuple[Operation, ...]:
        """List, create, get, update, delete."""
        many = f"/v1/{self.name.replace('_', '-')}"
        id_ = f"{self.one}_id"
        single = f"{many}/{{{id_}}}"
        shown = {"result": self.one, "show": self.show}
        rows: tuple[dict[str, Any], ...] = (
            {"endpoint": f"GET {many}", "call": "list", "args": self.filter, "shape": "paged"},
            {"endpoint": f"POST {many}", "call": "create", "args": self.create},
            {"endpoint": f"GET {single}", "call": "get", "args": {id_: self.id}},
            {
                "endpoint": f"PATCH {single}",
                "call": "update",
                "args": {id_: self.id, **self.update},
            },
            {
                "endpoint": f"DELETE {single}",
                "call": "delete",
                "args": {id_: self.id},
                "shape": "none",
            },
        )
        return tuple(
            Operation(**{**shown, **row, "call": f"{self.name}.{row['call']}"}) for row in rows
        )


class Api(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sample API: a JSON file of this folder."""

    org: str
    api: str
    sdks: tuple[Kit, ...]
    operations: tuple[Operation, ...] = ()
    resources: tuple[Resource, ...] = ()

    def all_operations(self) -> tuple[Operation, ...]:
        """Those written out, then those of the resources."""
        return self.operations + tuple(o for r in self.resources for o in r.operations())


def camel(name: str) -> str:
    """Return ``recording_id`` as ``recordingId``."""
    head, *rest = name.split("_")
    return head + "".join(word.title() for word in rest)


def pascal(name: str) -> str:
    """Return ``recordings.play_back`` as ``RecordingsPlayBack``."""
    return "".join(word.title() for word in re.split(r"[._]", name))


def spread(head: str, items: list[str], tail: str, *, indent: str, width: int = 88) -> str:
    """Return ``head`` + items + ``tail`` on one line if it fits, else one line for each item."""
    line = f"{head}{', '.join(items)}{tail}"
    if len(line) <= width and "\n" not in line:
        return line
    inner = "".join(
        f"{indent}{item},\n".replace("\n", f"\n{indent}", item.count("\n")) for item in items
    )
    return f"{head.rstrip()}\n{inner}{tail.lstrip()}"


def indented(text: str, indent: str) -> str:
    """Return the text with every line that is not empty moved to the right."""
    return "\n".join(indent + line if line else line for line in text.split("\n"))


def _parameters(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)
