"""The public face stays light and complete."""

from __future__ import annotations

import subprocess
import sys


def test_import_is_light() -> None:
    heavy = "{'ipywidgets', 'requests', 'starlette', 'msgspec', 'pygments'}"
    code = f"import sys, snippet_widget; print(sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"
