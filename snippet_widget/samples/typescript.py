"""Sample programs in TypeScript."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snippet_widget.samples.definition import Program, camel, spread

if TYPE_CHECKING:
    from snippet_widget.samples.definition import Kit, Operation

INDENT = "  "


def programs(kit: Kit, operation: Operation) -> dict[str, Program]:
    """Return the client's source, by field of the wire."""
    imports = 'import { createReadStream } from "node:fs";\n' if operation.file else ""
    construction = f'new {kit.client}({{ {camel(kit.auth)}: "{kit.placeholder}" }})'
    return {
        "client": Program(
            f'{imports}import {{ {kit.client} }} from "{kit.module}";\n\n'
            f"const client = {construction};\n\n{_body(operation)}",
            _endpoint(operation),
        )
    }


def _body(operation: Operation) -> str:
    endpoint = _endpoint(operation)
    return f"{endpoint}\n{_shown(operation)}" if operation.shape == "plain" else endpoint


def _endpoint(operation: Operation) -> str:
    call, result = _call(operation), camel(operation.result)
    if operation.shape == "none":
        return f"await {call};"
    if operation.shape == "plain":
        return f"const {result} = await {call};"
    return f"for await (const {result} of {call}) {{\n{INDENT}{_shown(operation)}\n}}"


def _shown(operation: Operation) -> str:
    return f"console.log({camel(operation.result)}.{camel(operation.show)});"


def _call(operation: Operation) -> str:
    head = ".".join(["client", *(camel(part) for part in operation.call.split("."))])
    leading = "".join(f"{literal(value)}, " for value in operation.positional)
    properties = [f"{camel(name)}: {literal(value)}" for name, value in operation.keywords.items()]
    if operation.file:
        name, file = operation.file
        properties.insert(0, f'{camel(name)}: createReadStream("{file}")')
    if not properties:
        return f"{head}({leading.removesuffix(', ')})"
    return spread(f"{head}({leading}{{ ", properties, " })", indent=INDENT, width=70)


def literal(value: Any) -> str:
    """Return a JSON value as TypeScript writes it: keys without quotes, in camel case."""
    if isinstance(value, list):
        return f"[{', '.join(literal(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{camel(k)}: {literal(v)}' for k, v in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
