"""The panel: dropdowns, finder, status line and cards around one `PanelState`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from snippet_widget.api_choice import INSTALLED
from snippet_widget.cards.static import static_bundle
from snippet_widget.widget.add_control import AddControl
from snippet_widget.widget.adding import typescript_of
from snippet_widget.widget.card_row import SIDE_BY_SIDE, CardRow
from snippet_widget.widget.cell_panels import cell_panels, current_execution
from snippet_widget.widget.choice_row import ChoiceRow
from snippet_widget.widget.closing import close_with_parts
from snippet_widget.widget.components.finder import EndpointFinder
from snippet_widget.widget.difference_cards import DifferenceCards
from snippet_widget.widget.finder_view import FinderView
from snippet_widget.widget.heading_view import HeadingView
from snippet_widget.widget.headless import headless
from snippet_widget.widget.interactive import came_by_subshell, is_interactive
from snippet_widget.widget.marimo_cards import live_cards
from snippet_widget.widget.typescript_offer import COLUMN as TYPESCRIPT_COLUMN
from snippet_widget.widget.user_changes import UserChanges

if TYPE_CHECKING:
    from snippet_widget.models import EndpointSelector
    from snippet_widget.widget.components.card import SnippetCard
    from snippet_widget.widget.loader import Loader
    from snippet_widget.widget.state import PanelState

INTERACTIVE_WAIT_SECONDS = 1.0
"""That displaying waits at most for the cards of its static copy, where somebody looks on."""

UNATTENDED_WAIT_SECONDS = 15.0
"""The same where a program executes the notebook: the static copy is all that it keeps."""

PANEL_MIME = "application/vnd.snippet-widget.panel+json"
"""The JupyterLab extension draws what has it: the stored cards where the kernel is gone."""


class SnippetPanel(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Browse snippets and put them into cells.

    Made by `snippet_widget.panel`.

    Parameters
    ----------
    state
        What is offered, chosen and shown.
    loader
        Fetches what is chosen.
    """

    def __init__(self, state: PanelState, loader: Loader) -> None:
        self._interactive = is_interactive()
        with headless(when=not self._interactive):
            self._build(state, loader)

    def _build(self, state: PanelState, loader: Loader) -> None:
        self._state = state
        self._loader = loader
        self._closed = False
        changes = UserChanges(loader.lock)
        self._choices = ChoiceRow(state, changes)
        finder = EndpointFinder()
        self._add = AddControl(lambda added: loader.show(added.organization, added.api))
        self._heading_view = HeadingView(state, changes, finder, self._add.typescript_offer)
        self._finder_view = FinderView(state, changes, finder, self._heading_view.ask)
        self._differences = DifferenceCards(state, interactive=self._interactive)
        self._cards = CardRow(state, changes, interactive=self._interactive)
        self._parts = (
            self._choices.widget,
            self._finder_view.finder,
            self._finder_view.status,
            self._heading_view.heading,
            self._differences.widget,
            self._cards.widget,
        )
        super().__init__(children=[*self._parts, self._add])
        self.add_class("snippet-widget-panel")
        self._listen()
        self._draw_everything()
        cell_panels.record(self, current_execution())

    @property
    def state(self) -> PanelState:
        """What is offered, chosen and shown; setting a choice is as good as making it by hand."""
        return self._state

    @property
    def cards(self) -> tuple[SnippetCard, ...]:
        """The cards that are shown."""
        return self._cards.shown

    def wait(self, timeout: float = 10.0) -> bool:
        """Block until all that is chosen has arrived, for scripts.

        Parameters
        ----------
        timeout
            Seconds.

        Returns
        -------
        bool
            Whether it came in time.
        """
        return self._loader.wait(timeout)

    def begin_with(self, endpoint: EndpointSelector) -> None:
        """Choose an endpoint as soon as there is an API to choose it of."""
        self._loader.begin_with(endpoint)

    def choose_level(self, label: str) -> None:
        """Choose a load level as its dropdown names it; one that it does not name is none."""
        self._choices.choose_level(label)

    def close(self) -> None:
        """End the panel: all of its widgets in kernel and browser, its threads and connections.

        It is closed by itself when the cell that shows it is run again.
        """
        with self._loader.lock:
            if self._closed:
                return
            self._closed = True
            self._state.unobserve_all()
            self._loader.close()
            self._cards.close()
        self._add.close()
        close_with_parts(
            self,
            *self._choices.widgets,
            *self._cards.widgets,
            *self._differences.widgets,
        )
        # ipywidgets takes the closed widget's representation away: the static cards stay readable.
        self.__dict__.pop("_repr_mimebundle_", None)

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed

    # ---- Changes are drawn ---------------------------------------------------------------

    def _listen(self) -> None:
        self._finder_view.finder.on_ping(self._on_ping)
        self._finder_view.status.on_action(self._loader.try_again)
        finder, cards, heading = self._finder_view, self._cards, self._heading_view
        draw = {
            self._choices.draw: [
                *("organizations", "organization", "apis", "api", "sdks", "sdk", "load_level"),
                "must_type",
            ],
            self._draw_typescript_offer: ["organization", "api", "sdks"],
            finder.draw_query: ["query"],
            finder.draw_rows: ["query", "index", "loading"],
            finder.draw_page: ["listed"],
            finder.draw_chosen: ["endpoint"],
            finder.draw_panel_choice: ["scope", "endpoint", "load_level", "query"],
            finder.draw_status: ["status", "loading"],
            cards.draw: ["cards", "hidden", "unfolded", "wrap"],
            self._draw_parts: ["cards", "hidden"],
            self._draw_no_cards: ["status", "loading", "answered"],
            self._draw_endpoint: ["cards", "index", "listed", "endpoint", "answered"],
            heading.draw_view_menu: [
                *("cards", "load_level", "hidden", "wrap", "environment", "compared", "sdks"),
            ],
            self._differences.draw: ["differences", "comparing", "hidden", "wrap"],
        }
        for method, names in draw.items():
            self._state.observe(lambda _change, method=method: method(), names)

    def _on_ping(self) -> None:
        """Answer from the subshell that the ping came to, so that every part is served there.

        ipykernel routes a comm's messages to the subshell that its last answer came from.
        """
        subshell = came_by_subshell()
        self._finder_view.finder.send({"kind": "pong", "subshell": subshell})
        if subshell:
            self._loader.adopt_context()
            heading, status = self._heading_view.heading, self._finder_view.status
            for part in (heading, status, *self._choices.dropdowns.values(), *self.cards):
                part.send({"kind": "pong"})

    def _draw_everything(self) -> None:
        with self._loader.lock:
            self._choices.draw()
            self._finder_view.draw_query()
            self._finder_view.draw_rows()
            self._finder_view.draw_status()
            self._cards.draw()
            self._draw_endpoint()
            self._heading_view.draw_view_menu()

    def _draw_typescript_offer(self) -> None:
        """Offer the TypeScript SDK that an installed Python SDK's API lacks."""
        state = self._state
        lacking = not any(offer.sdk.type == "typescript" for offer in state.sdks)
        api = state.api if state.organization == INSTALLED and lacking else None
        self._add.offer_typescript(api, typescript_of(api) if api else None)
        self._draw_parts()
        self._heading_view.draw_view_menu()

    def _draw_parts(self) -> None:
        """Draw the offer to add TypeScript below the cards, hidden as its card would be."""
        offer = self._add.typescript_offer
        is_hidden = TYPESCRIPT_COLUMN[0] in self._state.hidden
        offered = [offer] if offer.offered and self._cards.widgets and not is_hidden else []
        self.children = (*self._parts, *offered, self._add)

    def _draw_no_cards(self) -> None:
        if not self._state.cards:
            self._cards.draw()
            self._draw_endpoint()  # what goes away waits for it

    def _draw_endpoint(self) -> None:
        cards = self._cards
        self._heading_view.draw_endpoint(elsewhere=cards.is_elsewhere, drawing=cards.number)

    # ---- Without a front end -------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live view, and the same cards for where there is no widget manager.

        A program that executes the notebook gets the cards alone: it would keep a view that needs
        a kernel and the network, and show that instead.
        """
        interactive = self._interactive and is_interactive()
        seconds = INTERACTIVE_WAIT_SECONDS if interactive else UNATTENDED_WAIT_SECONDS
        self._loader.wait_for_cards(seconds)
        static = static_bundle(self._state.endpoint, self._state.cards, self._state.status.text)
        static["text/plain"] = repr(self)
        if not interactive or self._closed:
            return static
        cell_panels.record(self, current_execution())
        self._loader.let_paint()
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data.update(static)
            data[PANEL_MIME] = {"version": 1}
        return bundle

    def _display_(self) -> Any:
        """Return what marimo shows: live cards, as it has no other widgets."""
        self._loader.wait_for_cards(UNATTENDED_WAIT_SECONDS)
        return live_cards(self._state.cards, SIDE_BY_SIDE)

    def __repr__(self) -> str:  # noqa: D105
        return "SnippetPanel()"
