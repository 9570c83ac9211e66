"""A whole Python program around one call, for SDKs that publish the call alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.publishing.python.modules import ClassName, Modules

REPAIR = "The vendor publishes the call alone: import and construction of the client are added."


class Programs:
    """Builds programs for the clients of one package.

    Parameters
    ----------
    modules
        The package.
    package
        What it is imported as.
    roots
        Its client classes: under False the sync one, under True the async.
    """

    def __init__(self, modules: Modules, package: str, roots: dict[bool, ClassName]) -> None:
        self._imports: dict[bool, str] = {}
        self._constructions: dict[bool, str] = {}
        for is_async, root in roots.items():
            _, name = root
            public = modules.exported(modules.find(package), name) is not None
            home = package if public else root[0].removesuffix(".py").replace("/", ".")
            self._imports[is_async] = f"from {home} import {name}"
            self._constructions[is_async] = f"client = {name}({_required(modules, root)})"

    def program(self, statement: str, imports: Sequence[str], *, is_async: bool) -> str | None:
        """Return the program that a statement on ``client`` is part of.

        Parameters
        ----------
        statement
            The call; it awaits for the async client.
        imports
            Lines for other names of the statement.

        Returns
        -------
        None where the package has no such client.
        """
        if is_async not in self._imports:
            return None
        head = [*imports, *([""] if imports else []), self._imports[is_async]]
        if not is_async:
            return "\n".join([*head, "", self._constructions[False], statement])
        lines = [f"    {line}" if line.strip() else line for line in statement.split("\n")]
        main = ["async def main() -> None:", *lines]
        run = ["asyncio.run(main())"]
        body = [self._constructions[True], "", "", *main, "", "", *run]
        return "\n".join(["import asyncio", *(imports or [""]), *head[len(imports) :], "", *body])


def _required(modules: Modules, root: ClassName) -> str:
    """Return a placeholder for each argument that the client must be given."""
    init = modules.method(root, "__init__")
    if init is None:
        return ""
    takes = init.args
    positional = [*takes.posonlyargs, *takes.args][1:]
    required = positional[: max(len(positional) - len(takes.defaults), 0)]
    for argument, default in zip(takes.kwonlyargs, takes.kw_defaults, strict=True):
        if default is None and not _may_be_none(argument):
            required.append(argument)
    return ", ".join(f'{arg.arg}="YOUR_{arg.arg.upper()}"' for arg in required)


def _may_be_none(argument: ast.arg) -> bool:
    return argument.annotation is not None and "None" in ast.unparse(argument.annotation)
