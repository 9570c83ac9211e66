"""What a Python program binds for its call, and what a call needs of it: read, never run."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from snippet_widget.models import SdkSelector

_CLIENT = "client"
"""What most SDKs call it."""


@dataclass(frozen=True)
class Binding:
    """A name, and what it stands for.

    Parameters
    ----------
    name
        As the program has it: ``client``.
    origin
        Dotted name of the module or of what is imported from it, ``acme.Acme``; of an instance,
        what it is made by. Empty where that is not known: anything of that name.
    instance
        Whether it is made, rather than imported.
    package, client
        Distribution of the SDK that it is a client of, and which one, ``async_client``, where its
        class is not known.
    """

    name: str
    origin: str
    instance: bool = False
    package: str = ""
    client: str = ""

    @property
    def key(self) -> str:
        """The same for the same binding in another program: ``client: acme.Acme()``.

        ``client: python acme async_client`` where its class is not known.
        """
        if self.package:
            return f"{self.name}: python {self.package} {self.client}"
        if not self.origin:
            return self.name
        return f"{self.name}: {self.origin}{'()' if self.instance else ''}"


def lasting_bindings(program: str) -> tuple[Binding, ...]:
    """Return what is bound after a program has run.

    A client that ``with`` binds is closed by then. A program with errors binds nothing.
    """
    tree = _parsed(program)
    origins = _origins(tree)
    return (*_imported(origins), *_assigned(tree, origins)) if tree else ()


def needed_bindings(program: str, call: str) -> tuple[Binding, ...]:
    """Return what a program binds before its call and the call uses.

    Parameters
    ----------
    program
        Imports, construction of the client, the call.
    call
        The call alone.
    """
    tree, called = _parsed(program), _parsed(call)
    if tree is None or called is None:
        return ()
    origins = _origins(tree)
    bound = (*_imported(origins), *_assigned(tree, origins), *_managed(tree, origins))
    used = [node for node in ast.walk(called) if isinstance(node, ast.Name)]
    own = {node.id for node in used if isinstance(node.ctx, ast.Store)}
    names = {node.id for node in used} - own - set(_origins(called))
    return tuple({each.name: each for each in bound if each.name in names}.values())


def unbound_names(
    call: str, sdk: SdkSelector | None = None, client: str = ""
) -> tuple[Binding, ...]:
    """Return what a call uses that neither it nor Python binds, in the order of the text.

    Parameters
    ----------
    call
        The call alone, where its program is not known. A call with errors uses nothing.
    sdk, client
        What the call is made with; any client will do where the SDK is not given.
    """
    called = _parsed(call)
    if called is None:
        return ()
    used = [node for node in ast.walk(called) if isinstance(node, ast.Name)]
    own = {node.id for node in used if not isinstance(node.ctx, ast.Load)}
    bound = own | set(_origins(called)) | _defined(called) | set(dir(builtins))
    used.sort(key=lambda node: (node.lineno, node.col_offset))
    names = [name for name in dict.fromkeys(node.id for node in used) if name not in bound]
    package = sdk.package if sdk else None
    receiver = _receiver(called, names) if package else ""
    return tuple(
        Binding(name, "", package=package or "", client=client)
        if name == receiver
        else Binding(name, "")
        for name in names
    )


def _receiver(tree: ast.Module, names: Collection[str]) -> str:
    """Return the name of the client that is called; of others, that of the outermost call."""
    if _CLIENT in names:
        return _CLIENT
    for node in ast.walk(tree):  # the outermost first
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            root = ast.unparse(node.func).partition(".")[0]
            if root in names:
                return root
    return ""


def _defined(tree: ast.Module) -> set[str]:
    """Return what functions, classes and their parameters are called."""
    nodes = list(ast.walk(tree))
    named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in nodes if isinstance(node, named)} | {
        node.arg for node in nodes if isinstance(node, ast.arg)
    }


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _statements(tree: ast.AST | None) -> Iterator[ast.AST]:
    """Yield the nodes that run with the module: none of a function's or class' own."""
    for node in ast.iter_child_nodes(tree) if tree else ():
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield node
            yield from _statements(node)


def _origins(tree: ast.Module | None) -> dict[str, str]:
    """Return the names that are imported, and the dotted names of what they stand for."""
    origins = {}
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                origins[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                origins[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return origins


def _imported(origins: dict[str, str]) -> tuple[Binding, ...]:
    return tuple(Binding(name, origin) for name, origin in origins.items())


def _assigned(tree: ast.Module | None, origins: dict[str, str]) -> Iterator[Binding]:
    for node in _statements(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from _made(target, node.value, origins)


def _managed(tree: ast.Module | None, origins: dict[str, str]) -> Iterator[Binding]:
    for node in _statements(tree):
        if isinstance(node, ast.withitem):
            yield from _made(node.optional_vars, node.context_expr, origins)


def _made(
    target: ast.expr | None, value: ast.expr | None, origins: dict[str, str]
) -> Iterator[Binding]:
    """Yield the binding of ``client = Acme(…)``."""
    call = value.value if isinstance(value, ast.Await) else value
    if isinstance(target, ast.Name) and isinstance(call, ast.Call):
        first, _, rest = ast.unparse(call.func).partition(".")
        if first in origins:
            yield Binding(target.id, f"{origins[first]}.{rest}".rstrip("."), instance=True)
