"""The browser's side of the components: built from ``frontend/src/components``, never committed."""

from __future__ import annotations

from pathlib import Path

from snippet_widget.errors import ConfigurationError

_FOLDER = Path(__file__).parent / "bundles"


def read_bundle(name: str) -> str:
    """Return a file of the build.

    Parameters
    ----------
    name
        ``card.js``, ``card.css``.

    Raises
    ------
    ConfigurationError
        The front end is not built: this is a source tree that nobody has installed.
    """
    try:
        return (_FOLDER / name).read_text("utf-8")
    except FileNotFoundError as error:
        raise ConfigurationError(
            f"{name} is missing: the front end of this source tree is not built. Run `uv sync` or "
            "`pip install --editable .` in it, which builds it, or `npm install && npm run build` "
            "in snippet_widget/frontend."
        ) from error
