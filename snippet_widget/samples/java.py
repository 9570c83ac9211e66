"""Sample programs in Java: a blocking client and one of `CompletableFuture`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snippet_widget.samples.definition import Program, camel, indented, pascal

if TYPE_CHECKING:
    from snippet_widget.samples.definition import Kit, Operation

INDENT = "    "


def programs(kit: Kit, operation: Operation) -> dict[str, Program]:
    """Return both clients' sources, by field of the wire."""
    return {
        "sync_client": Program(
            _program(kit, operation, kit.client, _sync_body(operation)),
            _sync_endpoint(operation),
        ),
        "async_client": Program(
            _program(kit, operation, f"Async{kit.client}", _async_body(operation)),
            f"{_call(operation)};" if operation.shape == "plain" else _async_body(operation),
        ),
    }


def _program(kit: Kit, operation: Operation, client: str, body: str) -> str:
    construction = (
        f'{client} client = {client}.builder().{camel(kit.auth)}("{kit.placeholder}").build();'
    )
    main = f"{construction}\n\n{body}"
    return (
        f"{_imports(kit, operation, client, body)}\n"
        "public class Example {\n"
        f"{INDENT}public static void main(String[] args) {{\n"
        f"{indented(main, INDENT * 2)}\n"
        f"{INDENT}}}\n}}"
    )


def _imports(kit: Kit, operation: Operation, client: str, body: str) -> str:
    names = [f"{kit.module}.{client}"]
    if operation.keywords or operation.file:
        names.append(f"{kit.module}.requests.{_request_class(operation)}")
    used = {
        "java.nio.file.Path": "Path.of(",
        "java.util.List": "List.of(",
        "java.util.Map": "Map.of(",
    }
    names += [name for name, sign in used.items() if sign in body]
    return "".join(f"import {name};\n" for name in names)


def _sync_body(operation: Operation) -> str:
    endpoint = _sync_endpoint(operation)
    return f"{endpoint}\n{_shown(operation)};" if operation.shape == "plain" else endpoint


def _sync_endpoint(operation: Operation) -> str:
    call, result = _call(operation), camel(operation.result)
    if operation.shape == "none":
        return f"{call};"
    if operation.shape == "plain":
        return f"var {result} = {call};"
    return f"for (var {result} : {call}) {{\n{INDENT}{_shown(operation)};\n}}"


def _async_body(operation: Operation) -> str:
    result = camel(operation.result)
    then = {
        "plain": f"\n{INDENT}.thenAccept({result} -> {_shown(operation)})",
        "none": "",
    }.get(operation.shape, f"\n{INDENT}.forEach({result} -> {_shown(operation)})")
    return f"{_call(operation)}{then}\n{INDENT}.join();"


def _shown(operation: Operation) -> str:
    fields = "".join(f".{camel(name)}()" for name in operation.show.split("."))
    return f"System.out.println({camel(operation.result)}{fields})"


def _call(operation: Operation) -> str:
    *resources, verb = operation.call.split(".")
    head = "client" + "".join(f".{camel(part)}()" for part in resources)
    arguments = [literal(value) for value in operation.positional]
    if operation.keywords or operation.file:
        arguments.append(_request(operation))
    return f"{head}.{camel(verb)}({', '.join(arguments)})"


def _request(operation: Operation) -> str:
    setters = [f"{camel(name)}({literal(value)})" for name, value in operation.keywords.items()]
    if operation.file:
        name, file = operation.file
        setters.insert(0, f'{camel(name)}(Path.of("{file}"))')
    chain = "".join(f"\n{INDENT}.{setter}" for setter in [*setters, "build()"])
    return f"{_request_class(operation)}.builder(){chain}"


def _request_class(operation: Operation) -> str:
    return f"{pascal(operation.call)}Request"


def literal(value: Any) -> str:
    """Return a JSON value as Java writes it."""
    if isinstance(value, list):
        return f"List.of({', '.join(literal(item) for item in value)})"
    if isinstance(value, dict):
        return f"Map.of({', '.join(f'{literal(k)}, {literal(v)}' for k, v in value.items())})"
    return json.dumps(value, ensure_ascii=False)
