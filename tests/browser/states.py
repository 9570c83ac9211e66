"""The states of the panel, for tests and gallery: how each is reached, and what it says.

Every state has a cell that opens a panel for it; those of one service can be reached one after
another in the same panel, too.
"""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, service_cell
from tests.foreign_service import foreign_service
from tests.proxied_service import (
    LONG,
    LONG_PATH,
    UNKNOWN_LANGUAGE,
    FaultProxy,
    empty_service,
    proxied_service,
)
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.panel_page import PanelPage

NOBODY = "http://127.0.0.1:9"
"""Where nothing answers: the port of the discard protocol."""


@dataclass(frozen=True)
class State:
    """One state.

    Parameters
    ----------
    name
        Also the name of its picture.
    cell
        Source of the cell that opens the panel.
    reach
        Brings the panel there by what people do, and fails where it does not come.
    before, after
        What happens to the service before the cell is run, and when all was seen.
    leave
        Brings a panel in this state back to where the next one can be reached in it; ``None`` where
        the next needs a panel of its own.
    """

    name: str
    cell: str
    reach: Callable[[PanelPage], None]
    before: Callable[[], None] = lambda: None
    after: Callable[[], None] = lambda: None
    leave: Callable[[PanelPage], None] | None = None


@contextmanager
def states(folder: Path) -> Iterator[list[State]]:
    """Run the services that the states need."""
    with ExitStack() as stack:
        proxy = stack.enter_context(proxied_service(folder))
        empty = stack.enter_context(empty_service(folder))
        foreign = stack.enter_context(foreign_service(a_publication("python:acme==1.0.0")))
        yield [
            State("first-use", PANEL_CELL, _first_use),
            State("empty-catalog", _cell(empty), _says("Nothing is published here")),
            State("unauthorized", _cell(proxy.url, "wrong"), _says("does not accept this token")),
            State("service-unavailable", _cell(NOBODY), _says("Trying again automatically")),
            State("two-operations-only", _cell(foreign), _says("1 endpoint.")),
            *_behind(proxy),
        ]


def _behind(proxy: FaultProxy) -> list[State]:
    cell = _cell(proxy.url)
    return [
        State("loading", cell, _loading, proxy.later_pages.clear, proxy.reset),
        State(
            "slow", cell, _says("is responding slowly"), lambda: _slow(proxy), proxy.reset, _stay
        ),
        State("no-match", cell, _no_match, leave=lambda panel: panel.filter.fill("")),
        State("no-snippet-of-this-sdk", cell, _no_snippet, leave=_choose_all_sdks),
        State("language-unknown", cell, _language_unknown, leave=_choose_python),
        State("long-path", cell, _long_path, leave=_stay),
        State("five-thousand-lines", cell, _five_thousand_lines, leave=_stay),
        State("versions-compared", cell, _compared, leave=_compare_no_more),
        State(
            "offline", cell, lambda panel: _offline(panel, proxy), after=proxy.reset, leave=_stay
        ),
        State(
            "back-again",
            cell,
            lambda panel: _back_again(panel, proxy),
            after=proxy.reset,
            leave=_stay,
        ),
        State("lines-not-wrapped", cell, _not_wrapped),
    ]


def _stay(_: PanelPage) -> None:
    """Leave nothing: what was done here is in nobody's way."""


def _choose_all_sdks(panel: PanelPage) -> None:
    panel.dropdown("SDK").select_option(label="Latest versions")


def _choose_python(panel: PanelPage) -> None:
    panel.choose("POST /v1/group1/things/1")


def _compare_no_more(panel: PanelPage) -> None:
    panel.output.get_by_label("Compare with").select_option(index=0)
    expect(panel.output.get_by_label("Changes of Python · sync")).to_be_hidden()


def _cell(url: str, token: str = TOKEN) -> str:
    return service_cell(url).replace("'any'", repr(token))


def _says(text: str) -> Callable[[PanelPage], None]:
    def reach(panel: PanelPage) -> None:
        expect(panel.status).to_contain_text(text, timeout=30_000)

    return reach


def _slow(proxy: FaultProxy) -> None:
    proxy.seconds = 4.0


def _first_use(panel: PanelPage) -> None:
    _says("made-up sample")(panel)
    expect(panel.card("Python · sync")).to_be_visible()


def _loaded(panel: PanelPage) -> None:
    expect(panel.status).to_contain_text("253 endpoints.", timeout=30_000)
    expect(panel.card("Python · sync")).to_be_visible()


def _loading(panel: PanelPage) -> None:
    _says("Loading endpoints")(panel)
    bar = panel.output.get_by_role("progressbar", name="Loading endpoints")
    expect(bar).to_have_attribute("max", "253")
    expect(panel.output).to_contain_text("100 of 253")
    panel.options.nth(3).click()  # what is there can be used already
    expect(panel.card("Python · sync")).to_contain_text("things.create_")


def _no_match(panel: PanelPage) -> None:
    _loaded(panel)
    panel.filter.fill("zzzz")
    expect(panel.output.get_by_text("No endpoint matches")).to_be_visible()
    expect(panel.options).to_have_count(0)


def _no_snippet(panel: PanelPage) -> None:
    _loaded(panel)
    panel.dropdown("SDK").select_option(label="Cobol · acme 85 (latest)")
    _says("Choose another SDK")(panel)


def _language_unknown(panel: PanelPage) -> None:
    _loaded(panel)
    panel.choose(UNKNOWN_LANGUAGE)
    expect(panel.card("Cobol").get_by_text("IDENTIFICATION DIVISION.")).to_be_visible()


def _long_path(panel: PanelPage) -> None:
    _loaded(panel)
    panel.choose(f"GET {LONG_PATH}")
    assert panel.list.evaluate("node => node.scrollWidth <= node.clientWidth")


def _five_thousand_lines(panel: PanelPage) -> None:
    _loaded(panel)
    panel.choose(LONG)
    card = panel.card("Python · sync")
    expect(card).to_contain_text("line_4999 = 4999")
    expect(card).to_contain_text("more characters are not shown; Copy and Insert include them.")
    assert card.bounding_box()["height"] < 700  # type: ignore[index]


def _compared(panel: PanelPage) -> None:
    _loaded(panel)
    panel.choose("POST /v1/group1/things/1")
    panel.output.get_by_label("Compare with").select_option(label="Python · acme 1.0.0")
    changes = panel.output.get_by_label("Changes of Python · sync")
    expect(changes.locator("del").first).to_have_text("make_1")
    expect(changes.locator("ins").first).to_have_text("create_1")


def _offline(panel: PanelPage, proxy: FaultProxy) -> None:
    _loaded(panel)
    panel.choose("POST /v1/group2/things/2")
    expect(panel.card("Python · sync")).to_contain_text("create_2(")
    panel.choose("POST /v1/group1/things/1")
    expect(panel.card("Python · sync")).to_contain_text("create_1(")
    proxy.down = True
    panel.choose("POST /v1/group2/things/2")
    _says("What is shown is its last answer.")(panel)
    expect(panel.card("Python · sync")).to_contain_text("create_2(")


def _back_again(panel: PanelPage, proxy: FaultProxy) -> None:
    _loaded(panel)
    proxy.down = True
    panel.choose("POST /v1/group4/things/4")
    _says("Trying again automatically")(panel)
    proxy.down = False
    _says("253 endpoints.")(panel)
    expect(panel.card("Python · sync")).to_contain_text("create_4(")


def _not_wrapped(panel: PanelPage) -> None:
    _loaded(panel)
    code = panel.card("Python · sync").locator("code")
    expect(code).to_have_class(re.compile("sw-wrapped"))
    panel.open_view()
    panel.output.get_by_role("checkbox", name="Wrap lines").uncheck()
    expect(code).not_to_have_class(re.compile("sw-wrapped"))
