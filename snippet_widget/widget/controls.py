"""The core ipywidgets of the panel: its dropdowns, and how things are laid out."""

from __future__ import annotations

from typing import Any

import ipywidgets


def dropdowns() -> dict[str, ipywidgets.Dropdown]:
    """Return the dropdowns, by the name of the choice that is made in each."""
    return {
        "organization": dropdown("Organization"),
        "api": dropdown("API"),
        "sdk": dropdown("SDK"),
        "load_level": dropdown("Load level"),
    }


def texts() -> dict[str, ipywidgets.Text]:
    """Return the fields for where nothing is known to choose from, by the same names."""
    return {"organization": text("Organization"), "api": text("API")}


def dropdown(description: str) -> ipywidgets.Dropdown:
    """Return a dropdown with its label, which is its accessible name."""
    return ipywidgets.Dropdown(
        description=description,
        style={"description_width": "initial"},
        layout=ipywidgets.Layout(width="auto", min_width="0"),
    )


def text(description: str) -> ipywidgets.Text:
    """Return a text field that tells what was typed when it is left, or by Enter."""
    return ipywidgets.Text(
        description=description,
        continuous_update=False,
        style={"description_width": "initial"},
        layout=ipywidgets.Layout(width="auto", min_width="0"),
    )


def choice_row() -> ipywidgets.Box:
    """Return what holds the dropdowns: panel.css puts them in as few lines as there is room for."""
    row = ipywidgets.Box()
    row.add_class("snippet-widget-choices")
    return row


def card_row() -> ipywidgets.Box:
    """Return what holds the cards: panel.css puts them side by side where there is room."""
    row = ipywidgets.Box()
    row.add_class("snippet-widget-cards")
    return row


def offer(dropdown: ipywidgets.Dropdown, options: list[Any], value: Any) -> None:
    """Draw options and choice of a dropdown, and only what has changed of them."""
    with dropdown.hold_sync():
        if list(dropdown.options) != options:
            dropdown.options = options
        values = [option[1] for option in options]
        if value in values and dropdown.index != values.index(value):
            dropdown.index = values.index(value)
        elif value not in values:
            dropdown.index = None
        dropdown.disabled = not options
