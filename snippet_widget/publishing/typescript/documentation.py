"""What a TypeScript method does and takes, as its comment and its declared types say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.models import Parameter
from snippet_widget.publishing.documentation import bounded_parameters, bounded_summary
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package

_PARAM = re.compile(r"@param \{(?P<type>[^{}\n]*)\} (?P<name>\w+)(?: - (?P<text>[^\n]*))?")
_TRANSPORT = ("RequestOptions", "requestOptions", "options")
_READ = re.compile(
    r"(?:options\.(?P<option>\w+)\)|(?P<name>\w+) = [^,\n=]{0,60}?readEnv\(')"
    r"(?:[^;\n]{0,240}?process\.env\)[^;\n]{0,60}?\.(?P<variable>[A-Z][A-Z0-9_]+)|(?P<read>\w+)'\))"
)
_PROVIDER = re.compile(
    r"const (?P<kind>\w+)_PARAM = \"(?P<option>\w+)\";\s*"
    r"const ENV_(?P=kind) = \"(?P<variable>\w+)\""
)
_SECRET = re.compile(r"(key|token|secret|password|credentials?|username)$", re.IGNORECASE)


def summary(comment: str) -> str:
    """Return what a ``/** … */`` comment says before its first tag, bounded."""
    lines: list[str] = []
    deprecated = False
    for line in comment.removeprefix("/**").removesuffix("*/").split("\n"):
        text = line.strip().removeprefix("*").strip()
        if text.startswith("@deprecated") or (deprecated and text):
            deprecated = True  # what it does follows in a paragraph of its own
            continue
        if text.startswith("@") or (not text and lines):
            break
        deprecated = False
        lines += [text] if text else []
    return bounded_summary(" ".join(lines))


def client_credentials(package: Package, paths: Iterator[str]) -> dict[str, str]:
    """Return the variable that the SDK itself reads, by option of its client."""
    found: dict[str, str] = {}
    for path in paths:
        source = package.text(path)
        for match in (*_READ.finditer(source), *_PROVIDER.finditer(source)):
            groups = match.groupdict()
            option = groups.get("option") or groups.get("name") or ""
            variable = groups.get("variable") or groups.get("read") or ""
            if variable and _SECRET.search(option):
                found.setdefault(option, variable)
    return found


class Interfaces:
    """The request types of a package, parsed when first asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._files: dict[str, str] | None = None
        self._roots: dict[str, Node] = {}

    def of_comment(self, comment: str) -> tuple[Parameter, ...]:
        """Return what a comment's ``@param`` lines list, requests by their fields."""
        found: list[Parameter] = []
        for match in _PARAM.finditer(comment):
            type_, name = match.group("type"), match.group("name")
            if type_.endswith(_TRANSPORT[0]) or name in _TRANSPORT:
                continue
            fields = self._fields(self._file_of(type_), type_) if name == "request" else ()
            text = match.group("text") or ""
            single = Parameter(name, type_, required=name != "request", description=text)
            found += fields or (single,)
        return bounded_parameters(found)

    def of_signature(self, node: Node, file: str) -> tuple[Parameter, ...]:
        """Return what a method's signature lists, objects by the fields of their interfaces."""
        found: list[Parameter] = []
        parameters = node.child_by_field_name("parameters")
        for parameter in parameters.named_children if parameters is not None else ():
            name = ts.text(parameter.child_by_field_name("pattern"))
            type_ = _type(parameter)
            if name in _TRANSPORT or "RequestOptions" in type_.split(" ")[-1]:
                continue
            is_optional = parameter.type == "optional_parameter"
            has_default = parameter.child_by_field_name("value") is not None
            first = type_.split(" | ")[0]
            fields = self._fields(file, first) or self._fields(self._file_of(first), first)
            needed = not (is_optional or has_default)
            found += fields or (Parameter(name, type_, required=needed),)
        return bounded_parameters(each for each in found if each.name.isidentifier())

    def required_types(self, signature: Node) -> list[str]:
        """Return the types of the parameters that a call needs, in their order."""
        parameters = signature.child_by_field_name("parameters")
        return [
            _type(parameter)
            for parameter in (parameters.named_children if parameters is not None else ())
            if parameter.type == "required_parameter"
            and parameter.child_by_field_name("value") is None
        ]

    def needs_nothing(self, type_: str, file: str) -> bool:
        """Whether a type is an interface of this file without required properties."""
        node = self._interface(file, type_)
        if node is None or any(parameter.required for parameter in _members(node)):
            return False
        above = next(ts.walk(node, "extends_type_clause"), None)
        bases = above.named_children if above is not None else []
        return all(self.needs_nothing(ts.text(base), file) for base in bases)

    def _file_of(self, type_: str) -> str:
        """Return the declarations of a type: Fern gives each a file of its name."""
        if self._files is None:
            self._files = {}
            for path in self._package.paths(".d.ts"):  # a serializer has the name of its type
                if "serialization" not in path.split("/"):
                    self._files.setdefault(path.rpartition("/")[2], path)
        return self._files.get(f"{type_.rpartition('.')[2]}.d.ts", "")

    def _fields(self, file: str, type_: str) -> tuple[Parameter, ...]:
        node = self._interface(file, type_)
        return tuple(_members(node)) if node is not None else ()

    def _interface(self, file: str, type_: str) -> Node | None:
        name = type_.rpartition(".")[2]
        if not file or not name.isidentifier():
            return None
        if file not in self._roots:
            self._roots[file] = ts.parse(self._package.text(file))
        for interface in ts.walk(self._roots[file], "interface_declaration"):
            if ts.text(interface.child_by_field_name("name")) == name:
                return interface
        return None


def _members(interface: Node) -> Iterator[Parameter]:
    body = interface.child_by_field_name("body")
    comment = ""
    for node in body.named_children if body is not None else ():
        if node.type == "comment":
            comment = text if (text := ts.text(node)).startswith("/**") else ""
        elif node.type == "property_signature":
            yield Parameter(
                name=ts.text(node.child_by_field_name("name")).strip("\"'"),
                type=_type(node),
                required=not any(child.type == "?" for child in node.children),
                description=summary(comment),
            )
            comment = ""


def _type(node: Node) -> str:
    return ts.text(node.child_by_field_name("type")).removeprefix(":").strip()
