"""API descriptions for tests, out of dict literals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = SdkSelector("python", "acme", "1.0")
TYPESCRIPT = SdkSelector("typescript", "@acme/sdk", "1.0.0")

SYNC = 'from acme import Acme\n\nclient = Acme()\nclient.users.get("u")\n'
ASYNC = (
    "import asyncio\n\nfrom acme import AsyncAcme\n\nclient = AsyncAcme()\n\n\n"
    'async def main() -> None:\n    await client.users.get("u")\n\n\nasyncio.run(main())\n'
)
TS = 'import { Acme } from "acme";\n\nconst client = new Acme();\nawait client.users.get("u");\n'


def with_operation(extensions: dict[str, Any], **document: Any) -> dict[str, Any]:
    """Return a description of ``GET /users/{id}`` with these keys on its operation."""
    return {"openapi": "3.1.0", "paths": {"/users/{id}": {"get": extensions}}, **document}


def written(folder: Path, files: dict[str, Any]) -> Path:
    """Write files, JSON where it is no text, and return the first."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        file.write_text(text, encoding="utf-8")
    return folder / next(iter(files))
