"""The panel: dropdowns, finder, status line and cards around one `PanelState`."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import ipywidgets

from snippet_widget.cards.search_index import SHOWN_ROWS
from snippet_widget.cards.static import static_bundle
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import client_label, language_order
from snippet_widget.models import CLIENTS, EndpointSelector, LoadLevel
from snippet_widget.widget import controls
from snippet_widget.widget.add_control import AddControl
from snippet_widget.widget.adding import twin_of
from snippet_widget.widget.closing import cell_panels, close_with_parts, current_execution
from snippet_widget.widget.components.card import SnippetCard
from snippet_widget.widget.components.difference import DifferenceCard
from snippet_widget.widget.components.finder import EndpointFinder
from snippet_widget.widget.components.options import NO_ENDPOINT, CardOptions
from snippet_widget.widget.components.status import StatusLine
from snippet_widget.widget.installed_catalog import ORGANIZATION
from snippet_widget.widget.interactive import came_by_subshell, is_watched
from snippet_widget.widget.marimo_cards import live_cards
from snippet_widget.widget.messages import NO_MATCH
from snippet_widget.widget.namespace import UserNamespace
from snippet_widget.widget.state import SdkOffer
from snippet_widget.widget.throttle import Throttle
from snippet_widget.widget.unsent import unsent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from snippet_widget.cards.content import CardContent
    from snippet_widget.cards.difference import Difference
    from snippet_widget.widget.loader import Loader
    from snippet_widget.widget.state import PanelState

STATIC_SECONDS = {True: 1.0, False: 15.0}
"""That displaying waits for the cards of a static copy at most, by whether somebody looks on."""

LIST_SECONDS, PROGRESS_SECONDS = 1.0, 0.1
"""Between two drawings at least, while a hundred pages arrive."""


LEVEL_LABELS = {LoadLevel.FULL: "Whole program", LoadLevel.ENDPOINT: "Call only"}

PANEL_MIME = "application/vnd.snippet-widget.panel+json"
"""The JupyterLab extension draws what has it: the stored cards where the kernel is gone."""

SIDE_BY_SIDE = ("python", "typescript")
"""Languages whose cards stand side by side; those of others are folded below."""


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
        self._watched = is_watched()
        with unsent(when=not self._watched):
            self._build(state, loader)

    def _build(self, state: PanelState, loader: Loader) -> None:
        self._state = state
        self._loader = loader
        self._group = uuid.uuid4().hex
        self._drawing = False
        self._list_throttle, self._progress_throttle = (
            Throttle(LIST_SECONDS),
            Throttle(PROGRESS_SECONDS),
        )
        self._cards: dict[str, SnippetCard] = {}
        self._order: dict[SnippetCard, tuple[tuple[int, str], str, int]] = {}
        self._differences: dict[str, DifferenceCard] = {}
        self._namespace = UserNamespace(self._draw_missing)
        self._closed = False
        self._choices = controls.dropdowns()
        self._typed = controls.texts()
        self._dropdowns = controls.choice_row()
        self._finder = EndpointFinder()
        self._status = StatusLine()
        self._options = CardOptions(finder=self._finder)
        self._row = controls.card_row()
        self._comparison = ipywidgets.VBox()
        self._add = AddControl(lambda added: loader.show(added.organization, added.api))
        super().__init__(
            children=[
                self._dropdowns,
                self._finder,
                self._status,
                self._options,
                self._comparison,
                self._row,
                self._add,
            ]
        )
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
        drawn = (each for each in self._row.children if isinstance(each, SnippetCard))
        return tuple(card for card in drawn if card.shown)

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
            self._namespace.close()
        self._add.close()
        close_with_parts(
            self,
            *self._choices.values(),
            *self._typed.values(),
            *self._cards.values(),
            *self._differences.values(),
        )
        # ipywidgets takes the closed widget's representation away: the static cards stay readable.
        self.__dict__.pop("_repr_mimebundle_", None)

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed

    # ---- Events set traits ---------------------------------------------------------------

    def _listen(self) -> None:
        for name, dropdown in self._choices.items():
            dropdown.observe(self._setter(name), "value")
        for text in self._typed.values():
            text.observe(self._on_typed, "value")
        self._finder.observe(self._setter("query"), "query")
        self._finder.observe(self._on_chosen, "chosen")
        self._finder.on_drawn(self._on_drawn)
        self._finder.on_more(self._on_more)
        self._status.on_action(self._loader.try_again)
        for name in ("hidden", "environment", "wrap"):
            self._options.observe(self._setter(name), name)
        self._options.observe(self._on_compared, "compared")
        draw = {
            self._draw_choices: [
                *("organizations", "organization", "apis", "api", "sdks", "sdk", "load_level"),
                "must_type",
            ],
            self._draw_twin: ["organization", "api", "sdks"],
            self._draw_rows: ["query", "index", "loading"],
            self._draw_listed: ["listed"],
            self._draw_chosen: ["endpoint"],
            self._draw_status: ["status", "loading"],
            self._draw_cards: ["cards", "hidden", "unfolded", "wrap"],
            self._draw_no_cards: ["status", "loading", "answered"],
            self._draw_endpoint: ["cards", "index", "endpoint", "answered"],
            self._draw_options: ["cards", "hidden", "wrap", "environment", "compared", "sdks"],
            self._draw_comparison: ["differences", "comparing", "hidden", "wrap"],
        }
        for method, names in draw.items():
            self._state.observe(lambda _change, method=method: method(), names)

    def _setter(self, name: str) -> Any:
        def set_choice(change: Any) -> None:
            with self._loader.lock:  # another thread may be drawing
                if not self._drawing:
                    new = tuple(change.new) if isinstance(change.new, list) else change.new
                    setattr(self._state, name, new)

        return set_choice

    def _on_typed(self, change: Any) -> None:
        with self._loader.lock:
            if not self._drawing:  # another thread that drew has put the old text back
                typed = self._typed.values()
                self._state.type_in(*(change.new if t is change.owner else t.value for t in typed))

    def _on_chosen(self, change: Any) -> None:
        with self._loader.lock:
            entries = self._state.index.entries
            if not self._drawing and 0 <= change.new < len(entries):
                entry = entries[change.new]
                self._options.asked = change.new
                self._state.endpoint = EndpointSelector(entry.method, entry.path)

    def _on_drawn(self) -> None:
        """Let every part be heard beside a running cell.

        ipykernel routes a comm's messages to the subshell that its last answer came from.
        """
        beside = came_by_subshell()
        self._finder.send({"kind": "heard", "beside": beside})
        if beside:
            self._loader.adopt_context()
            for part in (self._options, self._status, *self._choices.values(), *self.cards):
                part.send({"kind": "heard"})

    def _on_more(self, query: str, start: int) -> None:
        with self._loader.lock:
            found = self._state.index.find(query, start + SHOWN_ROWS)
        self._finder.send_more(query, start, found.rows[start:])

    def _on_compared(self, change: Any) -> None:
        with self._loader.lock:
            versions = self._state.versions
            if not self._drawing:
                known = 0 <= change.new < len(versions)
                self._state.compared = versions[change.new] if known else None

    def _on_card(self, card: SnippetCard) -> None:
        if not self._drawing:
            with self._loader.lock:
                self._state.published = card.published
                self._state.required_only = card.required_only

    def _on_example(self, key: str, number: int) -> None:
        """Choose an example, in the other languages too where they have it."""
        if self._drawing:
            return
        with self._loader.lock:
            examples = next((c.examples for c in self._state.cards if c.key == key), ())
            if 0 <= number < len(examples):
                name = examples[number]
                same = (card for card in self._state.cards if name in card.examples)
                chosen = {card.sdk_name: card.examples.index(name) for card in same}
                self._state.examples = {**self._state.examples, **chosen}

    def _on_fold(self, card: SnippetCard, name: str) -> None:
        if not self._drawing:
            with self._loader.lock:
                others = [each for each in self._state.unfolded if each != name]
                self._state.unfolded = tuple(others if card.folded else [*others, name])

    # ---- Observers draw ------------------------------------------------------------------

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Draw without taking what is drawn for a choice."""
        before, self._drawing = self._drawing, True
        try:
            yield
        finally:
            self._drawing = before

    def _draw_everything(self) -> None:
        with self._loader.lock:
            self._draw_choices()
            self._draw_rows()
            self._draw_chosen()
            self._draw_status()
            self._draw_cards()
            self._draw_endpoint()
            self._draw_options()

    def _draw_choices(self) -> None:
        state = self._state
        options = {
            "organization": [(visible(name), name) for name in state.organizations],
            "api": [(visible(name), name) for name in state.apis],
            "sdk": [(self._without_sdk(), None), *((visible(o.label), o.sdk) for o in state.sdks)],
            "load_level": [(LEVEL_LABELS[level], level) for level in LoadLevel],
        }
        with self._quiet():
            for name, dropdown in self._choices.items():
                controls.offer(dropdown, options[name], getattr(state, name))
            for name, text in self._typed.items():
                text.value = getattr(state, name) or ""
            shown = {**self._choices, **(self._typed if state.must_type else {})}
            if self._dropdowns.children != tuple(shown.values()):
                self._dropdowns.children = tuple(shown.values())

    def _draw_twin(self) -> None:
        """Offer the TypeScript SDK that an installed Python SDK's API lacks."""
        state = self._state
        lacking = not any(offer.sdk.type == "typescript" for offer in state.sdks)
        api = state.api if state.organization == ORGANIZATION and lacking else None
        self._add.offer_twin(api, twin_of(api) if api else None)
        self._draw_row()

    def _without_sdk(self) -> str:
        """Return what is shown while no SDK is chosen."""
        return "As installed" if self._state.organization == ORGANIZATION else "Latest versions"

    def _draw_listed(self) -> None:
        """Draw what a page has added, but not each time."""
        if self._list_throttle.is_due():
            self._draw_rows()
        if self._progress_throttle.is_due():
            self._draw_status()

    def _draw_rows(self) -> None:
        state = self._state
        self._list_throttle.step()
        found = state.index.find(state.query)
        with state.hold_trait_notifications():
            state.weaker = found.weaker
            state.matching = found.total - found.weaker if state.query.strip() else None
        with self._quiet(), self._finder.hold_sync():
            self._finder.found = state.query
            self._finder.rows = found.rows
            self._finder.more = found.more
            self._finder.note = NO_MATCH if state.query.strip() and not found.rows else ""
            self._draw_chosen()

    def _draw_chosen(self) -> None:
        endpoint = self._state.endpoint
        with self._quiet():
            self._finder.chosen = (
                self._state.index.key_of(endpoint.method, endpoint.path) if endpoint else -1
            )

    def _draw_status(self) -> None:
        state = self._state
        self._progress_throttle.step()
        with self._status.hold_sync():
            self._status.text = state.status.text
            self._status.level = state.status.level
            self._status.action = state.status.action
            self._status.loading = state.loading
            self._status.done = state.listed
            self._status.total = state.expected

    def _draw_cards(self) -> None:
        """Draw the cards; those that are there stay, and stay seen until others come."""
        shown = [each for each in self._state.cards if each.name not in self._state.hidden]
        if not self._state.cards and self._awaits_cards():
            self._draw_elsewhere()
            return
        with self._quiet():
            for key in self._cards.keys() - {content.key for content in shown}:
                self._cards[key].shown = False
            for content in shown:
                self._card(content)
            self._draw_row()
            self._draw_elsewhere()

    def _draw_elsewhere(self) -> None:
        """Hide cards of another API where they stand: under this one's name they are untrue."""
        self._row.layout.visibility = "hidden" if self._are_elsewhere() else None

    def _are_elsewhere(self) -> bool:
        """Return whether the cards that are drawn are of another API than the one chosen."""
        if self._state.cards:
            return False
        drawn = {_api_of(card.metadata) for card in self._cards.values() if card.shown}
        return bool(drawn - {(self._state.organization, self._state.api)})

    def _draw_row(self) -> None:
        """Draw the cards in order; the offer to add TypeScript stands where that would."""
        cards = sorted(self._cards.values(), key=self._order.__getitem__)
        children: list[Any] = [*cards]
        if self._add.twin.offered and cards:
            side_by_side = sum(self._order[card] < _TWIN_PLACE for card in cards)
            children.insert(side_by_side, self._add.twin)
        if self._row.children != tuple(children):
            self._row.children = children

    def _awaits_cards(self) -> bool:
        state = self._state
        if state.answered:
            return False
        return state.loading or (state.endpoint is None and state.status.level == "info")

    def _draw_no_cards(self) -> None:
        if not self._state.cards:
            self._draw_cards()

    def _draw_endpoint(self) -> None:
        """Draw what the cards are of; what is highlighted in the list may be another endpoint."""
        if self._state.cards:
            content = self._state.cards[0]
            record = content.metadata["snippet_widget"]
            method, path, summary = record["method"], record["path"], content.summary
        elif self._state.answered and self._state.answered == self._state.endpoint:
            method, path, summary = self._state.answered.method, self._state.answered.path, ""
        else:
            before = NO_ENDPOINT if self._are_elsewhere() else self._options.endpoint
            self._options.endpoint = {**before, "key": -1}
            return
        key = self._state.index.key_of(method, path)
        call = self._state.index.entries[key].call if key >= 0 else ""
        self._options.endpoint = {
            "key": key,
            "method": visible(method),
            "path": visible(path),
            "call": call,
            "summary": visible(summary),
        }

    def _draw_options(self) -> None:
        state = self._state
        variables = [name for card in state.cards for name in card.variables]
        with self._quiet(), self._options.hold_sync():
            columns = {card.name: client_label(card.type, card.client) for card in state.cards}
            self._options.columns = [list(column) for column in columns.items()]
            self._options.hidden = list(state.hidden)
            self._options.variables = list(dict.fromkeys(variables))
            self._options.environment = state.environment
            self._options.wrap = state.wrap
            self._options.versions = [visible(SdkOffer(sdk).label) for sdk in state.versions]
            self._options.compared = (
                state.versions.index(state.compared) if state.compared in state.versions else -1
            )

    def _draw_comparison(self) -> None:
        titles = {card.title for card in self._state.cards if card.name in self._state.hidden}
        shown = tuple(
            self._difference(each) for each in self._state.differences if each.title not in titles
        )
        if self._comparison.children != shown:
            self._comparison.children = shown
        # Hidden where it stands: what follows it shall not jump up and down again.
        self._comparison.layout.visibility = "hidden" if self._state.comparing else None

    def _difference(self, compared: Difference) -> DifferenceCard:
        if compared.title not in self._differences:
            with unsent(when=not self._watched):
                self._differences[compared.title] = DifferenceCard()
        self._differences[compared.title].show(compared, wrap=self._state.wrap)
        return self._differences[compared.title]

    def _card(self, content: CardContent) -> SnippetCard:
        place = content.key
        if place not in self._cards:
            with unsent(when=not self._watched):
                card = self._cards[place] = SnippetCard(group=self._group)
            card.observe(
                lambda _change: self._on_card(card),
                ["published", "required_only"],
            )
            card.observe(lambda change: self._on_example(place, change.new), "example")
            card.observe(lambda _change: self._on_fold(card, content.name), "folded")
            self._order[card] = _card_order(content)
        card = self._cards[place]
        with card.hold_sync():
            card.show(content, published=self._state.published, wrap=self._state.wrap)
            card.required_only = self._state.required_only
            card.foldable = self._folds(content)
            card.folded = card.foldable and content.name not in self._state.unfolded
            card.missing = self._namespace.missing(card.needed)
        return card

    def _folds(self, content: CardContent) -> bool:
        """Return whether a card is folded below others: alone it shows its code."""
        others = [each for each in self._state.cards if each.name not in self._state.hidden]
        return content.type not in SIDE_BY_SIDE and any(
            each.type in SIDE_BY_SIDE for each in others
        )

    def _draw_missing(self) -> None:
        """Draw what a call alone would not find in this kernel: a cell has been run."""
        for card in self.cards:
            card.missing = self._namespace.missing(card.needed)

    # ---- Without a front end -------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live view, and the same cards for where there is no widget manager.

        A program that executes the notebook gets the cards alone: it would keep a view that needs
        a kernel and the network, and show that instead.
        """
        watched = self._watched and is_watched()
        self._loader.wait_for_cards(STATIC_SECONDS[watched])
        static = static_bundle(self._state.endpoint, self._state.cards, self._state.status.text)
        static["text/plain"] = repr(self)
        if not watched or self._closed:
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
        self._loader.wait_for_cards(STATIC_SECONDS[False])
        return live_cards(self._state.cards, SIDE_BY_SIDE)

    def __repr__(self) -> str:  # noqa: D105
        return "SnippetPanel()"


def _api_of(metadata: Mapping[str, Any]) -> tuple[str | None, str | None]:
    record = metadata.get("snippet_widget", {})
    return record.get("org"), record.get("api")


_TWIN_PLACE = language_order("typescript"), "", 0


def _card_order(content: CardContent) -> tuple[tuple[int, str], str, int]:
    return language_order(content.type), content.sdk.package or "", CLIENTS.index(content.client)
