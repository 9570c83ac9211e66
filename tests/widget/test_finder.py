"""The list of endpoints and its filter: what is found, chosen and sent to the browser."""

from __future__ import annotations

from typing import Any

from snippet_widget.models import EndpointSelector
from snippet_widget.widget.components.status import StatusLine
from tests.panel_builder import FakeClient, heading, open_panel


def test_choosing_in_the_list_changes_the_cards() -> None:
    panel, state, loader = open_panel(FakeClient())
    finder = panel.children[1]
    finder.query = "orders"
    (row,) = finder.rows
    finder.chosen = row[0]
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")
    assert "orders.list" in panel.cards[0].code


def test_no_match_says_what_to_do() -> None:
    panel, _, _ = open_panel(FakeClient())
    panel.children[1].query = "zzzz"
    assert "Escape" in panel.children[1].note


def test_first_match_is_chosen_of_an_api_that_is_chosen_while_the_list_is_filtered() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    panel.children[1].query = "orders"
    client.gate.clear()
    state.api = "mail"
    assert panel.children[1].note == ""  # it is not known yet
    client.gate.set()
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")
    assert "orders.list" in panel.cards[0].code
    assert panel.children[1].query == "orders"


def test_filter_is_cleared_where_it_finds_nothing_in_another_api() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    finder = panel.children[1]
    finder.query = "zzzz"
    client.gate.clear()
    state.api = "mail"
    assert finder.query == "zzzz"  # it is not known yet
    client.gate.set()
    assert loader.wait(10)
    assert (finder.query, finder.found, finder.note) == ("", "", "")
    assert len(finder.rows) == state.listed
    assert state.endpoint == EndpointSelector("GET", "/v1/users")
    finder.query = "zzzz"  # in the API that is chosen it stays
    assert finder.query == "zzzz"
    assert "Escape" in finder.note


def test_rows_beyond_the_first_are_sent_when_they_are_asked_for() -> None:
    client = FakeClient(
        endpoints={("GET", f"/v1/users/{n}"): f"users.get_{n}" for n in range(405)}, page_size=100
    )
    panel, _, _ = open_panel(client)
    finder = panel.children[1]
    sent: list[Any] = []
    finder.send = sent.append
    assert (len(finder.rows), finder.more) == (200, 205)
    finder._handle_custom_msg({"kind": "more", "query": "", "start": 200}, [])
    (answer,) = sent
    assert [row[0] for row in answer.pop("rows")] == list(range(200, 400))
    assert answer == {"kind": "rows", "query": "", "start": 200}
    finder._handle_custom_msg({"kind": "more", "query": "", "start": 200, "count": 205}, [])
    assert [row[0] for row in sent[1]["rows"]] == list(range(200, 405))  # for who wants the last


def test_progress_says_what_the_first_page_has_brought_however_soon_it_came() -> None:
    client = FakeClient(
        endpoints={("GET", f"/v1/users/{n}"): f"users.get_{n}" for n in range(205)}, page_size=100
    )
    panel, state, loader = open_panel(client)
    (status,) = (part for part in panel.children if isinstance(part, StatusLine))
    seen: list[int] = []
    status.observe(lambda change: seen.append(change["new"]), "done")
    state.api = "mail"
    assert loader.wait(10)
    assert seen[:2] == [0, 100]


def test_cards_are_there_before_the_page_of_their_endpoint_is() -> None:
    client = FakeClient(
        endpoints={("GET", f"/v1/users/{n}"): f"users.get_{n}" for n in range(205)}, page_size=100
    )
    panel, _, _ = open_panel(client, method="GET", path="/v1/users/203")
    assert (panel.children[1].chosen, heading(panel).endpoint["key"]) == (203, 203)


def test_browser_that_pings_the_kernel_is_answered() -> None:
    panel, _, _ = open_panel(FakeClient())
    finder = panel.children[1]
    sent: list[Any] = []
    finder.send = sent.append
    finder._handle_custom_msg({"kind": "ping"}, [])
    assert sent == [{"kind": "pong", "subshell": False}]
