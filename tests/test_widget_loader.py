"""What is chosen is fetched, what comes is shown, what goes wrong is said."""

from __future__ import annotations

import threading

from snippet_widget.errors import OrgIdRequired, ServiceUnavailable, Unauthorized
from snippet_widget.models import CatalogOverview, EndpointSelector, LoadLevel
from snippet_widget.widget.loader import Loader, describe
from snippet_widget.widget.state import PanelState
from tests.panel_builder import PYTHON, FakeClient, loaded


def test_first_organization_api_and_endpoint_are_chosen() -> None:  # noqa: D103
    state, _ = loaded(FakeClient())
    assert (state.organizations, state.organization) == (("acme", "zeta"), "acme")  # noqa: S101
    assert (state.apis, state.api) == (("shop", "mail"), "shop")  # noqa: S101
    assert state.endpoint == EndpointSelector("GET", "/v1/users")  # noqa: S101
    assert [card.title for card in state.cards] == ["Python · sync", "Python · async", "TypeScript"]  # noqa: S101
    assert state.status.text == "4 endpoints."  # noqa: S101


def test_what_is_preferred_is_chosen_where_it_is_offered() -> None:  # noqa: D103
    state, _ = loaded(
        FakeClient(), organization="acme", api="mail", method="GET", path="/v1/orders"
    )
    assert (state.api, state.endpoint) == ("mail", EndpointSelector("GET", "/v1/orders"))  # noqa: S101


def test_both_operations_are_used() -> None:  # noqa: D103
    client = FakeClient()
    loaded(client)
    assert client.requests.count(("load", "acme", "shop", (), LoadLevel.ENDPOINT)) == 2  # noqa: PLR2004, S101
    assert ("get", "GET", "/v1/users", "acme", "shop", (), LoadLevel.FULL) in client.requests  # noqa: S101


def test_another_organization_offers_its_apis() -> None:  # noqa: D103
    state, loader = loaded(FakeClient())
    state.organization = "zeta"
    assert loader.wait(10)  # noqa: S101
    assert (state.apis, state.api) == (("shop",), "shop")  # noqa: S101
    assert state.cards[0].metadata["snippet_widget"]["org"] == "zeta"  # noqa: S101


def test_another_sdk_keeps_the_endpoint() -> None:  # noqa: D103
    state, loader = loaded(FakeClient(), method="GET", path="/v1/orders")
    state.sdk = PYTHON
    assert loader.wait(10)  # noqa: S101
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")  # noqa: S101
    assert [card.title for card in state.cards] == ["Python · sync", "Python · async"]  # noqa: S101


def test_load_level_is_asked_for() -> None:  # noqa: D103
    client = FakeClient()
    state, loader = loaded(client)
    state.load_level = LoadLevel.ENDPOINT
    assert loader.wait(10)  # noqa: S101
    assert client.requests[-1][-1] is LoadLevel.ENDPOINT  # noqa: S101


def test_the_newest_choice_wins_over_one_still_under_way() -> None:  # noqa: D103
    client = FakeClient()
    state, loader = loaded(client)
    client.gate.clear()
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    state.endpoint = EndpointSelector("POST", "/v1/users")
    client.gate.set()
    assert loader.wait(10)  # noqa: S101
    assert state.cards[0].metadata["snippet_widget"]["path"] == "/v1/users"  # noqa: S101


def test_published_form_is_a_choice() -> None:  # noqa: D103
    state, _ = loaded(FakeClient())
    assert "asyncio.run" not in state.cards[1].code  # noqa: S101
    state.published = True
    assert "asyncio.run" in state.cards[1].code  # noqa: S101


def test_wrong_token_says_what_to_do() -> None:  # noqa: D103
    state, _ = loaded(FakeClient(failure=Unauthorized("no")))
    assert state.status.level == "error"  # noqa: S101
    assert "snippet-widget token create" in state.status.text  # noqa: S101


def test_nothing_published_says_what_to_do() -> None:  # noqa: D103
    state, _ = loaded(FakeClient(apis=(), endpoints={}))
    assert "snippet-widget publish" in state.status.text  # noqa: S101


def test_endpoint_that_the_sdk_lacks_leaves_the_list_alone() -> None:  # noqa: D103
    state, loader = loaded(FakeClient())
    state.endpoint = EndpointSelector("GET", "/gone")
    assert loader.wait(10)  # noqa: S101
    assert (state.cards, state.status.text) == ((), "GET /gone is not there.")  # noqa: S101
    assert state.listed == 4  # noqa: PLR2004, S101


def test_candidates_of_an_ambiguous_request_are_offered() -> None:  # noqa: D103
    class WithoutCatalog(FakeClient):
        def catalog(self) -> CatalogOverview | None:
            return None

        def _asked(self, *request: object) -> None:
            super()._asked(*request)
            if None in request:
                raise OrgIdRequired("which?", candidates=[{"orgId": "zeta", "apiId": "shop"}])

    state, _ = loaded(WithoutCatalog())
    assert (state.organizations, state.organization, state.api) == (("zeta",), "zeta", "shop")  # noqa: S101
    assert len(state.cards) == 3  # noqa: PLR2004, S101


def test_service_that_is_away_is_asked_again() -> None:  # noqa: D103
    client = FakeClient(failure=ServiceUnavailable("Nothing answers."))
    state, shown = PanelState(), threading.Event()
    loader = Loader(state, lambda: client, retry=0.01)
    state.observe(lambda change: shown.set() if change.new.level == "warning" else None, "status")
    loader.start()
    assert shown.wait(10)  # noqa: S101
    client.failure = None
    assert loader.wait(10)  # noqa: S101
    assert len(state.cards) == 3  # noqa: PLR2004, S101


def test_away_says_so_and_that_it_recovers() -> None:  # noqa: D103
    status = describe(ServiceUnavailable("Nothing answers."))
    assert (status.text, status.action) == ("Nothing answers. Trying again by itself.", "Try now")  # noqa: S101
