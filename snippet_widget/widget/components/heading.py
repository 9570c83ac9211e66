"""The heading of the cards and its View menu, drawn by frontend/src/components/heading."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets
from ipywidgets import widget_serialization

from snippet_widget.widget.components.bundle import read_bundle
from snippet_widget.widget.components.finder import EndpointFinder

NO_ENDPOINT = {"key": -1, "method": "", "path": "", "call": "", "summary": ""}


class CardsHeading(anywidget.AnyWidget):
    """Of which endpoint the cards are, which are shown, and how: the traits are its contract.

    Parameters
    ----------
    endpoint
        What the cards show: ``key`` as in the finder's rows, ``method``, ``path``, ``call`` and
        ``summary``.
    drawing
        Number of the drawing that it is part of. It comes last: the cards of that wait for it, so
        that all change in one step.
    asked
        Key of the endpoint that the service is asked for: another one while its cards are awaited.
    finder
        The list: its row may be highlighted before the kernel knows.
    columns
        ``[name, label]`` of each card that there is.
    load_level
        The one that the cards are of, as its dropdown has it.
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

    _esm = read_bundle("heading.js")
    _css = read_bundle("heading.css")

    endpoint = traitlets.Dict(NO_ENDPOINT).tag(sync=True)
    drawing = traitlets.Int(0).tag(sync=True)
    asked = traitlets.Int(-1).tag(sync=True)
    finder = traitlets.Instance(EndpointFinder).tag(sync=True, **widget_serialization)
    columns: traitlets.List[Any] = traitlets.List().tag(sync=True)
    load_level = traitlets.Unicode().tag(sync=True)
    hidden: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    wrap = traitlets.Bool(default_value=False).tag(sync=True)
    variables: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    environment = traitlets.Bool(default_value=False).tag(sync=True)
    versions: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    compared = traitlets.Int(-1).tag(sync=True)

    def __repr__(self) -> str:  # noqa: D105
        return "CardsHeading()"
