"""Names the user's own files that Python imports in place of packages that we need.

A notebook's folder comes first in Python's search path, so that ``requests.py`` beside the notebook
hides the package (https://docs.python.org/3/tutorial/modules.html#the-module-search-path).
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from snippet_widget.errors import ConfigurationError

_PACKAGES = (
    *("anywidget", "click", "IPython", "ipywidgets", "msgspec", "packaging", "platformdirs"),
    *("psygnal", "pygments", "requests", "rich", "starlette", "traitlets", "tree_sitter"),
    *("tree_sitter_typescript", "typing_extensions", "urllib3", "yaml"),
)
"""What we import, and what that imports, by the names of their modules."""


def shadowing_file() -> ConfigurationError | None:
    """Return what to say where files of the working folder hide packages; None: none does."""
    hiding = {name: file for name in _PACKAGES if (file := _hiding(name)) is not None}
    if not hiding:
        return None
    files, names = ", ".join(hiding.values()), ", ".join(hiding)
    if len(hiding) == 1:
        hide, them = f"hides the package {names}", "it"
    else:
        hide, them = f"hide the packages {names}", "them"
    return ConfigurationError(
        f"{files} in this notebook's folder {hide}: rename {them}, and restart the kernel."
    )


def _hiding(name: str) -> str | None:
    """Return the file or folder of the working folder that Python takes for a package."""
    loaded = sys.modules.get(name)
    try:
        spec = getattr(loaded, "__spec__", None) or find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin)
    own = path.parent if path.stem == "__init__" else path
    return own.name if own.parent.resolve() == Path.cwd() else None
