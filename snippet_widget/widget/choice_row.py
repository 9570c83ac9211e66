"""Organization, API, SDK and load level: dropdowns, or text fields where none is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.api_choice import INSTALLED
from snippet_widget.cards.visible_text import visible
from snippet_widget.models import LoadLevel
from snippet_widget.widget import controls

if TYPE_CHECKING:
    import ipywidgets

    from snippet_widget.widget.state import PanelState
    from snippet_widget.widget.user_changes import UserChanges

LEVEL_LABELS = {LoadLevel.FULL: "Whole program", LoadLevel.ENDPOINT: "Call only"}


class ChoiceRow:
    """Draws what there is to choose from, and sets what is chosen.

    Parameters
    ----------
    state
        Its choices are drawn and set.
    changes
        Which changes a person makes, and which the panel draws.
    """

    def __init__(self, state: PanelState, changes: UserChanges) -> None:
        self._state = state
        self._changes = changes
        self._texts = controls.texts()
        self.dropdowns = controls.dropdowns()
        self.widget = controls.choice_row()
        for name, dropdown in self.dropdowns.items():
            dropdown.observe(changes.setter(state, name), "value")
        for text in self._texts.values():
            text.observe(changes.observer(self._on_typed), "value")

    def draw(self) -> None:
        """Draw what is offered and chosen."""
        state = self._state
        options: dict[str, list[Any]] = {
            "organization": [(visible(name), name) for name in state.organizations],
            "api": [(visible(name), name) for name in state.apis],
            "sdk": [(self._without_sdk(), None), *((visible(o.label), o.sdk) for o in state.sdks)],
            "load_level": [(LEVEL_LABELS[level], level) for level in LoadLevel],
        }
        with self._changes.suppressed():
            for name, dropdown in self.dropdowns.items():
                controls.offer(dropdown, options[name], getattr(state, name))
            for name, text in self._texts.items():
                text.value = getattr(state, name) or ""
            shown = {**self.dropdowns, **(self._texts if state.must_type else {})}
            if self.widget.children != tuple(shown.values()):
                self.widget.children = tuple(shown.values())

    def choose_level(self, label: str) -> None:
        """Choose a load level by its label, where there is one."""
        levels = {each: level for level, each in LEVEL_LABELS.items()}
        self._state.load_level = levels.get(label, self._state.load_level)

    @property
    def widgets(self) -> tuple[ipywidgets.Widget, ...]:
        """All that it has made, what is not shown too."""
        return (*self.dropdowns.values(), *self._texts.values())

    def _without_sdk(self) -> str:
        """Return what is shown while no SDK is chosen."""
        return "As installed" if self._state.organization == INSTALLED else "Latest versions"

    def _on_typed(self, change: Any) -> None:
        """Take both: another thread that drew has put an old text back."""
        typed = self._texts.values()
        self._state.type_in(*(change.new if t is change.owner else t.value for t in typed))
