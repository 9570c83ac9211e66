"""What functions and models of an SDK take, as their definitions say."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.modules import ClassName, Function, Modules

_MODEL = "BaseModel"


@dataclass(frozen=True)
class Signature:
    """What a function takes, ``self`` left out.

    Parameters
    ----------
    parameters
        By name, in their order; those after ``*`` included.
    required
        Names of those without a default.
    defaults
        By name, where there is one.
    positional
        Number of those that can be given by position.
    any_keyword, any_positional
        Whether it takes ``**kwargs``, ``*args``.
    """

    parameters: dict[str, ast.arg]
    required: tuple[str, ...]
    defaults: dict[str, ast.expr]
    positional: int
    any_keyword: bool
    any_positional: bool


def signature(function: Function) -> Signature:
    """Return what a method takes."""
    takes = function.args
    positional = [*takes.posonlyargs, *takes.args][1:]
    given = takes.defaults[-len(positional) :] if positional else []
    defaults = {a.arg: d for a, d in zip(positional[len(positional) - len(given) :], given)}  # noqa: B905
    defaults |= {
        arg.arg: default
        for arg, default in zip(takes.kwonlyargs, takes.kw_defaults, strict=True)
        if default is not None
    }
    parameters = {arg.arg: arg for arg in (*positional, *takes.kwonlyargs)}
    return Signature(
        parameters=parameters,
        required=tuple(name for name in parameters if name not in defaults),
        defaults=defaults,
        positional=len(positional),
        any_keyword=takes.kwarg is not None,
        any_positional=takes.vararg is not None,
    )


def missing_arguments(call: ast.Call, takes: Signature) -> list[str]:
    """Return the required parameters that a call leaves out; none where it spreads a value."""
    given = {keyword.arg for keyword in call.keywords}
    if None in given or any(isinstance(argument, ast.Starred) for argument in call.args):
        return []
    filled = {*list(takes.parameters)[: min(len(call.args), takes.positional)], *given}
    return [name for name in takes.required if name not in filled]


def required_fields(modules: Modules, place: ClassName) -> dict[str, str] | None:
    """Return the fields that a pydantic model must be given, each with its alias.

    None for a class that is no model, or whose constructor is its own.
    """
    fields: dict[str, tuple[str, bool]] = {}
    is_model = False
    for owner in reversed(list(modules.lineage(place))):
        definition = modules.definition(owner)
        for base in definition.bases if definition else ():
            names = python_syntax.dotted(base)
            is_model |= bool(names) and names[-1].endswith(_MODEL)
        for node in definition.body if definition else ():
            if isinstance(node, ast.FunctionDef) and node.name in {"__init__", "__new__"}:
                return None
            if isinstance(node, ast.FunctionDef) and _validates_before(node):
                return None
            fields.update(_field(node))
    required = {name: alias for name, (alias, needed) in fields.items() if needed}
    return required if is_model else None


def _field(node: ast.stmt) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Yield name, alias and whether it is required, of ``name: Type = default``."""
    if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
        return
    name, annotation = node.target.id, ast.unparse(node.annotation)
    if name.startswith("_") or "ClassVar" in annotation or name == "model_config":
        return
    alias, needed = name, node.value is None
    for call in [*ast.walk(node.annotation), *([node.value] if node.value else [])]:
        if isinstance(call, ast.Call):
            keywords = {keyword.arg: keyword.value for keyword in call.keywords}
            named = keywords.get("alias", keywords.get("validation_alias"))
            alias = named.value if _is_text(named) else alias  # type: ignore[union-attr]
            if call is node.value:
                first = call.args[0] if call.args else None
                needed = first is None or getattr(first, "value", None) is Ellipsis
            needed = needed and not {"default", "default_factory"} & set(keywords)
    yield name, (str(alias), needed)


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _validates_before(node: ast.FunctionDef) -> bool:
    """Whether a validator may fill in fields before they are looked at."""
    return any("before" in ast.unparse(decorator) for decorator in node.decorator_list)


def required_arguments(function: Function) -> tuple[str, ...]:
    """Return what every call needs: parameters without a default, or what a decorator asks for.

    Stainless's ``@required_args(["model"], ["model", "stream"])`` lists alternatives.
    """
    first, *others = required_alternatives(function)
    return tuple(name for name in first if all(name in other for other in others))


def required_alternatives(function: Function) -> tuple[tuple[str, ...], ...]:
    """Return the sets of arguments of which a call needs one."""
    required = signature(function).required
    found = [
        tuple(dict.fromkeys((*required, *_texts(alternative))))
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        and python_syntax.dotted(decorator.func)[-1:] == ("required_args",)
        for alternative in decorator.args
    ]
    return tuple(found) or (required,)


def _texts(node: ast.expr) -> tuple[str, ...]:
    elements = node.elts if isinstance(node, ast.List) else []
    return tuple(str(getattr(element, "value", "")) for element in elements)
