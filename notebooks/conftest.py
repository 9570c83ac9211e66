"""Each notebook is run with a catalog of its own, and without the network."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOWHERE = "http://127.0.0.1:9"
"""A proxy that nothing listens at: a notebook that needs the network fails."""

_FOLDER = tempfile.TemporaryDirectory(prefix="snippet-widget-notebooks-")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run a cell. Its notebook's kernel, started with the first, inherits this environment."""
    if item.path.parent != Path(__file__).parent:  # pytest asks this hook for every test there is
        return (yield)
    folder = Path(_FOLDER.name, item.path.stem)
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SNIPPET_WIDGET_URL", "SNIPPET_WIDGET_TOKEN"):
            patch.delenv(name, raising=False)
        patch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{folder / 'catalog.db'}")
        for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("COLUMNS", "100")
        # What a cell calls by `%%sh` is this environment's, activated or not.
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            patch.setenv(name, _NOWHERE)
        return (yield)
