"""Sample programs in Go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snippet_widget.samples.definition import Program, indented, pascal

if TYPE_CHECKING:
    from snippet_widget.samples.definition import Kit, Operation

INDENT = "\t"
CHECK = f"if err != nil {{\n{INDENT}panic(err)\n}}"


def programs(kit: Kit, operation: Operation) -> dict[str, Program]:
    """Return the client's source, by field of the wire."""
    package = kit.client.lower()
    standard = ["context", *(["fmt"] if operation.shape != "none" else [])]
    standard += ["os"] if operation.file else []
    imports = "".join(f'{INDENT}"{name}"\n' for name in standard)
    option = f'{package}.With{_go_name(kit.auth)}("{kit.placeholder}")'
    main = (
        f"ctx := context.Background()\nclient := {package}.NewClient({option})\n\n"
        f"{_body(operation, package)}"
    )
    return {
        "client": Program(
            f'package main\n\nimport (\n{imports}\n{INDENT}{package} "{kit.module}"\n)\n\n'
            f"func main() {{\n{indented(main, INDENT)}\n}}",
            _endpoint(operation, package),
        )
    }


def _body(operation: Operation, package: str) -> str:
    endpoint = _endpoint(operation, package)
    if operation.shape == "none":
        return f"if {endpoint}; err != nil {{\n{INDENT}panic(err)\n}}"
    if operation.shape != "plain":
        return endpoint
    return f"{_opened(operation)}{endpoint}\n{CHECK}\n{_shown(operation)}"


def _shown(operation: Operation) -> str:
    return f"fmt.Println({_variable(operation)}.{_field(operation.show)})"


def _opened(operation: Operation) -> str:
    if operation.file is None:
        return ""
    name, file = operation.file
    return f'{name}, err := os.Open("{file}")\n{CHECK}\ndefer {name}.Close()\n\n'


def _endpoint(operation: Operation, package: str) -> str:
    call, result = _call(operation, package), _variable(operation)
    if operation.shape == "none":
        return f"err := {call}"
    if operation.shape == "plain":
        return f"{result}, err := {call}"
    body = indented(f"{CHECK}\n{_shown(operation)}", INDENT)
    return f"for {result}, err := range {call} {{\n{body}\n}}"


def _call(operation: Operation, package: str) -> str:
    method = ".".join(pascal(part) for part in operation.call.split("."))
    arguments = ["ctx", *(literal(value) for value in operation.positional)]
    if operation.keywords or operation.file:
        arguments.append(_request(operation, package))
    return f"client.{method}({', '.join(arguments)})"


def _request(operation: Operation, package: str) -> str:
    values = {_go_name(name): literal(value) for name, value in operation.keywords.items()}
    if operation.file:
        values = {_go_name(operation.file[0]): operation.file[0], **values}
    widest = max(len(name) for name in values) + 1
    fields = "".join(f"{INDENT}{name + ':':<{widest}} {text},\n" for name, text in values.items())
    return f"&{package}.{pascal(operation.call)}Request{{\n{fields}}}"


def _variable(operation: Operation) -> str:
    name = pascal(operation.result)
    return name[0].lower() + name[1:]


def _field(dotted: str) -> str:
    return ".".join(_go_name(part) for part in dotted.split("."))


def _go_name(name: str) -> str:
    """Return an exported name: initializms are upper case (Go Code Review Comments)."""
    initializms = {"id": "ID", "api": "API", "url": "URL", "eta": "ETA", "imo": "IMO"}
    return "".join(initializms.get(word, word.title()) for word in name.split("_"))


def literal(value: Any) -> str:
    """Return a JSON value as Go writes it."""
    if isinstance(value, list):
        kind = "string" if all(isinstance(item, str) for item in value) else "any"
        return f"[]{kind}{{{', '.join(literal(item) for item in value)}}}"
    if isinstance(value, dict):
        items = ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items())
        return f"map[string]any{{{items}}}"
    return json.dumps(value, ensure_ascii=False)
