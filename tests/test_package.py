"""The public face stays light and complete."""

from __future__ import annotations

import subprocess
import sys

import snippet_widget


def test_import_is_light() -> None:
    heavy = "{'ipywidgets', 'requests', 'starlette', 'msgspec', 'pygments'}"
    code = f"import sys, snippet_widget; print(sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_check_of_documents_loads_nothing_that_it_does_not_need() -> None:
    heavy = (
        "{'IPython', 'anywidget', 'ipywidgets', 'traitlets', 'pygments', 'requests', 'starlette',"
        " 'argparse', 'asyncio', 'importlib.metadata', 'packaging', 'tempfile', 'tomllib', 'yaml',"
        " 'snippet_widget.samples'}"
    )
    code = (
        f"import sys, snippet_widget.documents.checking;print(sorted({heavy} & set(sys.modules)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert all(getattr(snippet_widget, name) is not None for name in snippet_widget.__all__)
