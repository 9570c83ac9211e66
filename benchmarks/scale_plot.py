"""Draw what `benchmarks.scale` measured.

``uv run --with matplotlib python -m benchmarks.scale_plot`` reads ``benchmarks/scale.json`` and
writes ``notebooks/images/scale.svg``, which is the same for the same figures. Its colors can be
read on light and dark pages.
"""

from __future__ import annotations

import json
import math
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.scale import FIGURES

PICTURE = Path(__file__).parent.parent / "notebooks" / "images" / "scale.svg"

_PANELS = (
    ("lookup_us", "lookup, not cached (µs)"),
    ("page_ms", "page of 100 (ms)"),
    ("publish_ms", "publish 1,000 (ms)"),
    ("megabytes", "file (MB)"),
    ("open_ms", "start (ms)"),
)
_HALF = 10**2.1  # of each panel: what is as steep in two of them grows alike
_LINE, _TEXT = "#2a7de1", "#808080"


def main() -> None:
    """Draw one panel for each figure, both axes logarithmic."""
    pyplot: Any = import_module("matplotlib.pyplot")  # installed for the run alone
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    sizes = [each["snippets"] for each in figures]
    settings = {"svg.hashsalt": "scale", "svg.fonttype": "none", "text.color": _TEXT}
    for name in ("axes.edgecolor", "axes.titlecolor", "xtick.color", "ytick.color"):
        settings[name] = _TEXT
    with pyplot.rc_context(settings):
        picture, panels = pyplot.subplots(1, len(_PANELS), figsize=(13, 2.8), layout="constrained")
        for panel, (name, title) in zip(panels, _PANELS, strict=True):
            _draw(panel, sizes, [each[name] for each in figures], title)
        picture.savefig(PICTURE, transparent=True, metadata={"Date": None})


def _draw(panel: Any, sizes: list[int], values: list[float], title: str) -> None:
    panel.loglog(sizes, values, marker="o", color=_LINE)
    middle = math.sqrt(min(values) * max(values))
    panel.set_ylim(middle / _HALF, middle * _HALF)
    panel.margins(x=0.15)
    panel.set_title(title, fontsize=10)
    panel.set_xticks(sizes)
    panel.minorticks_off()
    panel.set_yticks([])
    for size, value in zip(sizes, values, strict=True):
        label = f"{value:,.0f}" if value >= 10 else f"{value:.1f}"  # noqa: PLR2004 - digits
        panel.annotate(
            label, (size, value), (0, 7), textcoords="offset points", ha="center", color=_TEXT
        )


if __name__ == "__main__":
    main()
