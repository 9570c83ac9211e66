"""The row of options above the cards: an anywidget, drawn by options.js."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class CardOptions(anywidget.AnyWidget):
    """Which cards are shown and how. The traits are the whole contract with options.js.

    Parameters
    ----------
    columns
        ``[name, label]`` of each card that there is.
    hidden
        Names of those that the person does not want: set by the browser.
    wrap
        Whether long lines are wrapped: set by the browser.
    variables
        Environment variables that could take the place of placeholders; none: no such option.
    environment
        Whether they do: set by the browser.
    versions
        Labels of the SDK versions to compare with.
    compared
        Number of the one chosen, -1 for none: set by the browser.
    """

    _esm = _HERE / "options.js"
    _css = _HERE / "options.css"

    columns: traitlets.List[Any] = traitlets.List().tag(sync=True)
    hidden: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    wrap = traitlets.Bool(default_value=False).tag(sync=True)
    variables: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    environment = traitlets.Bool(default_value=False).tag(sync=True)
    versions: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    compared = traitlets.Int(-1).tag(sync=True)

    def __repr__(self) -> str:  # noqa: D105
        return "CardOptions()"
