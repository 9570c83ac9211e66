"""Sample programs in Python: a synchronous and an asynchronous client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snippet_widget.samples.definition import Program, indented, spread

if TYPE_CHECKING:
    from snippet_widget.samples.definition import Kit, Operation

INDENT = "    "


def programs(kit: Kit, operation: Operation) -> dict[str, Program]:
    """Return both clients' sources, by field of the wire."""
    return {
        "sync_client": Program(
            f"from {kit.module} import {kit.client}\n\n"
            f"{_construction(kit, kit.client)}\n\n"
            f"{_body(operation, '', '')}",
            _endpoint(operation, "", ""),
        ),
        "async_client": Program(
            f"import asyncio\n\nfrom {kit.module} import Async{kit.client}\n\n"
            f"{_construction(kit, f'Async{kit.client}')}\n\n\n"
            "async def main() -> None:\n"
            f"{indented(_body(operation, 'await ', 'async '), INDENT)}\n\n\n"
            "asyncio.run(main())",
            _endpoint(operation, "await ", "async "),
        ),
    }


def _construction(kit: Kit, client: str) -> str:
    return f'client = {client}({kit.auth}="{kit.placeholder}")'


def _body(operation: Operation, awaited: str, looped: str) -> str:
    endpoint = _endpoint(operation, awaited, looped)
    return f"{endpoint}\n{_shown(operation)}" if operation.shape == "plain" else endpoint


def _endpoint(operation: Operation, awaited: str, looped: str) -> str:
    call = _call(operation)
    if operation.shape == "none":
        return awaited + call
    if operation.shape != "plain":
        return f"{looped}for {operation.result} in {call}:\n{INDENT}{_shown(operation)}"
    statement = f"{operation.result} = {awaited}{call}"
    if operation.file is None:
        return statement
    name, file = operation.file
    return f'with open("{file}", "rb") as {name}:\n{indented(statement, INDENT)}'


def _shown(operation: Operation) -> str:
    return f"print({operation.result}.{operation.show})"


def _call(operation: Operation) -> str:
    arguments = [literal(value) for value in operation.positional]
    if operation.file:
        arguments.append(f"{operation.file[0]}={operation.file[0]}")
    arguments += [f"{name}={literal(value)}" for name, value in operation.keywords.items()]
    return spread(f"client.{operation.call}(", arguments, ")", indent=INDENT, width=70)


def literal(value: Any) -> str:
    """Return a JSON value as Python writes it, with double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(literal(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{literal(k)}: {literal(v)}' for k, v in value.items())}}}"
    return repr(value)
