"""What a method does and takes, as its docstring and its signature say.

Docstrings are read in NumPy's form (Fern) and in Google's (Stainless, Speakeasy).
"""

from __future__ import annotations

import ast
import inspect
import re
from typing import TYPE_CHECKING

from snippet_widget.models import Parameter
from snippet_widget.publishing.documentation import bounded_parameters, bounded_summary
from snippet_widget.publishing.python.signatures import required_arguments, signature
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.modules import Function, Modules

_TRANSPORT = frozenset(
    {
        "request_options",
        "extra_headers",
        "extra_query",
        "extra_body",
        "timeout",
        "idempotency_key",
        "retries",
        "server_url",
        "timeout_ms",
        "http_headers",
    }
)
"""What every method takes: how a request is sent, not what it says."""
_UNSET = frozenset({"OMIT", "NOT_GIVEN", "not_given", "omit", "UNSET", "Omit"})
_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}[ \t]*$", re.MULTILINE)
_NUMPY_ITEM = re.compile(r"^(\w+)[ \t]*:[^\n]*$", re.MULTILINE)
_GOOGLE = re.compile(r"^[ \t]*(?:Args|Arguments|Parameters):[ \t]*$", re.MULTILINE)
_GOOGLE_ITEM = re.compile(r"^(?P<blank>[ \t]+)(?P<name>\w+):[ \t]*(?P<text>.*)$")
_PARAM = re.compile(r"^:param (?P<name>\w+):[ \t]*(?P<text>.*)$", re.MULTILINE)
_ENDS = ("Args:", "Arguments:", "Returns:", "Raises:", "Examples:", "Example:", ":param", ":return")
_MODULE = re.compile(r"\b(?:typing_extensions|typing|builtins|t|core|_models|models)\.")


def documented(modules: Modules, path: str, function: Function) -> Function:
    """Return the definition that has the docstring: of overloads, the first that has one."""
    if ast.get_docstring(function) is not None:
        return function
    module = modules.module(path)
    for definition in module.classes.values() if module is not None else ():
        if function in definition.body:
            for node in definition.body:
                same = isinstance(node, type(function)) and node.name == function.name
                if same and ast.get_docstring(node) is not None:  # type: ignore[arg-type]
                    return node  # type: ignore[return-value]
    return function


def summary(function: Function) -> str:
    """Return the first paragraph of a docstring, bounded; empty where there is none."""
    text = inspect.cleandoc(ast.get_docstring(function, clean=False) or "")
    first = text.partition("\n\n")[0]
    heading = first.split("\n")[1:2]
    if first.startswith(_ENDS) or (heading and set(heading[0].strip()) == {"-"}):
        return ""
    return bounded_summary(first)


def parameters(function: Function, described: Function) -> tuple[Parameter, ...]:
    """Return what a method takes, without what every method takes; bounded.

    Parameters
    ----------
    function
        The method.
    described
        Its definition that has the docstring.
    """
    takes = signature(function)
    required = required_arguments(function)
    annotations = {name: _unwrapped(each.annotation) for name, each in takes.parameters.items()}
    descriptions = {name: text for name, (_, text) in annotations.items()}
    descriptions.update(_descriptions(described))
    return bounded_parameters(
        Parameter(
            name=name,
            type=_type(annotations[name][0]),
            required=name in required,
            default=_default(takes.defaults.get(name)),
            description=descriptions.get(name, ""),
        )
        for name in takes.parameters
        if name not in _TRANSPORT and not name.startswith("_")
    )


def _unwrapped(annotation: ast.expr | None) -> tuple[ast.expr | None, str]:
    """Return type and description of ``Annotated[str, Field(description="…")]``."""
    names = python_syntax.dotted(getattr(annotation, "value", ast.Pass()))
    if not isinstance(annotation, ast.Subscript) or names[-1:] != ("Annotated",):
        return annotation, ""
    parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else []
    given = [
        str(getattr(keyword.value, "value", ""))
        for part in parts[1:]
        for keyword in getattr(part, "keywords", ())
        if keyword.arg == "description"
    ]
    return (parts[0] if parts else annotation), "".join(given[:1])


def _type(annotation: ast.expr | None) -> str:
    if annotation is None:
        return ""
    is_text = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
    text = str(annotation.value) if is_text else ast.unparse(annotation)  # type: ignore[attr-defined]
    parts = [part.strip() for part in _MODULE.sub("", text).split(" | ")]
    return " | ".join(part for part in parts if part not in {"Omit", "NotGiven"})


def _default(default: ast.expr | None) -> str:
    if default is None or getattr(default, "id", getattr(default, "attr", "")) in _UNSET:
        return ""
    text = ast.unparse(default)
    return "" if text in {"None", "..."} else text


def _descriptions(function: Function) -> Iterator[tuple[str, str]]:
    """Yield name and description of each parameter that a docstring describes."""
    text = inspect.cleandoc(ast.get_docstring(function, clean=False) or "")
    section = next((m for m in _SECTION.finditer(text) if m.group(1) == "Parameters"), None)
    if section is not None:
        following = _SECTION.search(text, section.end())
        yield from _numpy_items(text[section.end() : following.start() if following else None])
        return
    google = _GOOGLE.search(text)
    if google is not None:
        yield from _google_items(text[google.end() :].split("\n"))
        return
    for match in _PARAM.finditer(text):
        yield match.group("name"), match.group("text")


def _numpy_items(section: str) -> Iterator[tuple[str, str]]:
    items = list(_NUMPY_ITEM.finditer(section))
    for item, following in zip(items, [*items[1:], None], strict=False):
        yield item.group(1), section[item.end() : following.start() if following else None]


def _google_items(lines: list[str]) -> Iterator[tuple[str, str]]:
    name, text, blank = "", [""], ""
    for line in lines:
        if line.strip() and not line[:1].isspace():
            break
        item = _GOOGLE_ITEM.match(line)
        if item is not None and item.group("blank") == (blank or item.group("blank")):
            if name:
                yield name, "\n".join(text)
            name, text, blank = item.group("name"), [item.group("text")], item.group("blank")
        else:
            text.append(line)
    if name:
        yield name, "\n".join(text)
