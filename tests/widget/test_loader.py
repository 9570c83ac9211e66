"""What is chosen is fetched, what comes is shown, what goes wrong is said."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.errors import (
    ApiNotFound,
    EndpointNotFound,
    OrgIdRequired,
    SdkNotFound,
    ServiceUnavailable,
    Unauthorized,
)
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.widget.loader import Loader
from snippet_widget.widget.state import PanelState, SdkScope
from tests.panel_builder import (
    OLDER_PYTHON,
    PYTHON,
    TYPESCRIPT,
    FakeClient,
    heading,
    loaded,
    open_panel,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import SdkSelector, Snippet
    from snippet_widget.overviews import CatalogOverview


def test_first_organization_api_and_endpoint_are_chosen() -> None:
    state, _ = loaded(FakeClient())
    assert (state.organizations, state.organization) == (("acme", "zeta"), "acme")
    assert (state.apis, state.api) == (("shop", "mail"), "shop")
    assert state.endpoint == EndpointSelector("GET", "/v1/users")
    assert [card.title for card in state.cards] == ["Python · sync", "Python · async", "TypeScript"]
    assert state.status.text == "4 endpoints."


def test_what_is_preferred_is_chosen_where_it_is_offered() -> None:
    state, _ = loaded(
        FakeClient(), organization="acme", api="mail", method="GET", path="/v1/orders"
    )
    assert (state.api, state.endpoint) == ("mail", EndpointSelector("GET", "/v1/orders"))


def test_both_operations_are_used() -> None:
    client = FakeClient()
    loaded(client)
    assert client.requests.count(("load", "acme", "shop", (), LoadLevel.ENDPOINT)) == 2
    assert ("get", "GET", "/v1/users", "acme", "shop", (), LoadLevel.FULL) in client.requests


def test_another_organization_offers_its_apis() -> None:
    state, loader = loaded(FakeClient())
    state.organization = "zeta"
    assert loader.wait(10)
    assert (state.apis, state.api) == (("shop",), "shop")
    assert state.cards[0].metadata["snippet_widget"]["org"] == "zeta"


class WithoutOrders(FakeClient):
    """One organization's API has fewer endpoints than the other's."""

    def get(self, method: str, path: str, **scope: Any) -> list[Snippet]:
        if scope["org_id"] == "zeta" and path == "/v1/orders":
            raise EndpointNotFound("GET /v1/orders is not there.")
        return super().get(method, path, **scope)


def test_the_same_api_of_another_organization_keeps_the_endpoint() -> None:
    orders = EndpointSelector("GET", "/v1/orders")
    state, loader = loaded(FakeClient(), method="GET", path="/v1/orders")
    loader.show("zeta", "shop")  # as after another version was added
    assert loader.wait(10)
    assert (state.organization, state.api, state.endpoint) == ("zeta", "shop", orders)
    assert state.cards[0].metadata["snippet_widget"]["org"] == "zeta"
    state.organization = "acme"
    assert (state.endpoint, state.cards) == (orders, ())  # those of the other one are left
    assert loader.wait(10)
    assert (state.organization, state.api, state.endpoint) == ("acme", "shop", orders)
    assert state.cards[0].metadata["snippet_widget"]["org"] == "acme"
    state.api = "mail"
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/users")


def test_the_first_endpoint_is_chosen_where_the_other_organizations_api_lacks_it() -> None:
    state, loader = loaded(WithoutOrders(), method="GET", path="/v1/orders")
    loader.show("zeta", "shop")
    assert loader.wait(10)
    assert (state.organization, state.endpoint) == ("zeta", EndpointSelector("GET", "/v1/users"))
    assert state.cards
    assert state.status.text == "4 endpoints. GET /v1/orders, shown last, is not in shop."


def test_another_sdk_keeps_the_endpoint() -> None:
    state, loader = loaded(FakeClient(), method="GET", path="/v1/orders")
    state.sdk = PYTHON
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")
    assert [card.title for card in state.cards] == ["Python · sync", "Python · async"]


def test_load_level_is_asked_for() -> None:
    client = FakeClient()
    state, loader = loaded(client)
    state.load_level = LoadLevel.ENDPOINT
    assert loader.wait(10)
    assert client.requests[-1][-1] is LoadLevel.ENDPOINT


def test_the_newest_choice_wins_over_one_still_under_way() -> None:
    client = FakeClient()
    state, loader = loaded(client)
    client.gate.clear()
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    state.endpoint = EndpointSelector("POST", "/v1/users")
    client.gate.set()
    assert loader.wait(10)
    assert state.cards[0].metadata["snippet_widget"]["path"] == "/v1/users"


def test_published_form_is_a_choice() -> None:
    state, _ = loaded(FakeClient())
    assert "asyncio.run" not in state.cards[1].code
    state.published = True
    assert "asyncio.run" in state.cards[1].code


def test_wrong_token_says_what_to_do() -> None:
    state, _ = loaded(FakeClient(failure=Unauthorized("Give a valid token.")))
    assert (state.status.level, state.status.text) == ("error", "Give a valid token.")
    assert state.status.action == "Try again"


def test_nothing_published_says_what_to_do() -> None:
    state, _ = loaded(FakeClient(apis=(), endpoints={}))
    assert "snippet-widget publish" in state.status.text


def test_endpoint_that_the_sdk_lacks_leaves_the_list_alone() -> None:
    state, loader = loaded(FakeClient())
    state.endpoint = EndpointSelector("GET", "/gone")
    assert loader.wait(10)
    said = "The API shop has no endpoint GET /gone. Choose one from the list."
    assert (state.cards, state.status.text) == ((), said)  # no word of the service's answer
    assert state.listed == 4


class Publishing(FakeClient):
    """Answers for what is published at that moment alone."""

    def get(self, method: str, path: str, **scope: Any) -> list[Snippet]:
        if (scope["org_id"], scope["api_id"]) not in self.apis:
            raise ApiNotFound("There is no such API.")
        if set(scope["sdks"]) - set(self.sdks):
            raise SdkNotFound("There is no such SDK.")
        return super().get(method, path, **scope)


def test_api_that_is_unpublished_is_offered_no_more() -> None:
    client = Publishing()
    panel, state, loader = open_panel(client)
    client.apis = [("acme", "mail"), ("zeta", "shop")]
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert (state.organization, state.apis, state.api) == ("acme", ("mail",), None)
    assert (state.cards, state.index.entries, heading(panel).endpoint["path"]) == ((), [], "")
    assert state.status.text == (
        "The API shop of acme is no longer published. Choose one of those above."
    )
    state.api = "mail"
    assert loader.wait(10)
    assert state.status.text == "4 endpoints."
    assert len(state.cards) == 3


def test_sdk_that_is_unpublished_is_offered_no_more() -> None:
    client = Publishing()
    state, loader = loaded(client)
    state.sdk = OLDER_PYTHON
    assert loader.wait(10)
    client.sdks = (PYTHON, TYPESCRIPT)
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert [offer.sdk for offer in state.sdks] == [PYTHON, TYPESCRIPT]
    assert state.sdk is None
    assert {card.sdk for card in state.cards} == {PYTHON, TYPESCRIPT}
    assert state.status.text == "4 endpoints. acme 1.0.0 is no longer published."


def test_endpoint_that_is_unpublished_is_listed_no_more() -> None:
    client = FakeClient()
    state, loader = loaded(client)
    del client.endpoints["GET", "/v1/orders"]
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert len(state.index.entries) == 3
    assert "has no endpoint GET /v1/orders. Choose one from the list." in state.status.text
    assert not state.cards


def test_candidates_of_an_ambiguous_request_are_offered() -> None:
    class WithoutCatalog(FakeClient):
        def catalog(self) -> CatalogOverview | None:
            return None

        def _asked(self, *request: object) -> None:
            super()._asked(*request)
            if None in request:
                raise OrgIdRequired("which?", candidates=[{"orgId": "zeta", "apiId": "shop"}])

    state, _ = loaded(WithoutCatalog())
    assert (state.organizations, state.organization, state.api) == (("zeta",), "zeta", "shop")
    assert len(state.cards) == 3


def test_service_that_is_away_is_asked_again() -> None:
    client = FakeClient(failure=ServiceUnavailable("Nothing answers."))
    state, shown = PanelState(), threading.Event()
    loader = Loader(state, lambda: client, retry=0.01)
    state.observe(lambda change: shown.set() if change.new.level == "warning" else None, "status")
    loader.start()
    assert shown.wait(10)
    client.failure = None
    assert loader.wait(10)
    assert len(state.cards) == 3


SLOW = "The service is responding slowly."


def test_slow_service_is_said_to_be_slow_until_it_answers() -> None:
    client, state = FakeClient(), PanelState()
    loader = Loader(state, lambda: client, patience=0.01)
    loader.start()
    assert loader.wait(10)
    client.gate.clear()
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10, "slow")
    assert state.status.text == SLOW
    client.gate.set()
    assert loader.wait(10)
    assert state.status.text == "4 endpoints."


def test_reading_an_sdk_is_said_and_no_service_called_slow() -> None:
    client, state = FakeClient(), PanelState()
    client.gate.clear()
    loader = Loader(state, lambda: client, patience=0.01)
    loader.start()
    loader.read("Reading acme 2.0.0…")
    assert (state.status.text, state.loading) == ("Reading acme 2.0.0…", True)
    assert loader.wait(10, "slow")  # nothing watches for it
    assert state.status.text == "Reading acme 2.0.0…"
    loader.read("")
    assert loader.wait(10, "slow")
    assert state.status.text == SLOW
    client.gate.set()
    assert loader.wait(10)
    assert (state.status.text, state.loading) == ("4 endpoints.", False)


def test_first_cards_are_waited_for_from_the_very_beginning() -> None:
    state = PanelState()
    loader = Loader(state, FakeClient)
    loader.start()
    assert loader.wait_for_cards(10)
    assert [card.title for card in state.cards][:2] == ["Python · sync", "Python · async"]


def test_waiting_for_cards_ends_when_none_will_come() -> None:
    loader = Loader(PanelState(), lambda: FakeClient(endpoints={}))
    loader.start()
    assert not loader.wait_for_cards(10)


def test_last_good_answer_is_shown_while_the_service_is_away() -> None:
    client = FakeClient()
    state, loader = loaded(client)
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    client.failure = ServiceUnavailable("Nothing answers.")
    state.endpoint = EndpointSelector("GET", "/v1/users")
    assert loader.wait(10, "cards")
    assert state.cards[0].metadata["snippet_widget"]["path"] == "/v1/users"
    assert (state.status.level, state.status.action) == ("warning", "Try now")
    assert "What is shown is its last answer." in state.status.text


def test_two_versions_are_compared_with_the_older_on_the_left() -> None:
    state, loader = loaded(FakeClient())
    assert state.versions == (OLDER_PYTHON,)
    state.compared = OLDER_PYTHON
    assert loader.wait(10)
    sync, _ = state.differences
    assert (sync.title, sync.left, sync.right) == ("Python · sync", "acme 1.0.0", "acme 2.0.0")
    state.compared = None
    assert state.differences == ()


def test_comparison_follows_the_endpoint() -> None:
    state, loader = loaded(FakeClient())
    state.compared = OLDER_PYTHON
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert "orders.list" in str(state.differences[0].rows)


def test_listing_again_keeps_what_is_listed_until_the_first_page() -> None:
    client = FakeClient()
    state, loader = loaded(client)
    client.gate.clear()
    loader.start()
    assert state.listed == 4
    client.gate.set()
    assert loader.wait(10)
    assert (state.listed, state.status.text) == (4, "4 endpoints.")


def test_another_endpoint_shows_its_first_example() -> None:
    state, loader = loaded(FakeClient())
    state.examples = {"python": 1}
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert state.examples == {}


class TwoOperations(FakeClient):
    """A service without a catalog, that names no candidates."""

    def catalog(self) -> CatalogOverview | None:
        return None

    def _asked(self, *request: object) -> None:
        super()._asked(*request)
        if None in request:
            raise OrgIdRequired("Which organization?")


def test_what_the_service_does_not_say_is_typed() -> None:
    state, loader = loaded(TwoOperations())
    assert state.must_type
    assert "type them above" in state.status.text
    state.type_in("zeta", " shop ")
    assert loader.wait(10)
    assert state.scope == SdkScope("zeta", "shop")
    assert len(state.cards) == 3


def test_sdks_are_learned_from_answers_where_no_catalog_lists_them() -> None:
    state, loader = loaded(TwoOperations())
    state.type_in("zeta", "shop")
    assert loader.wait(10)
    assert [offer.sdk for offer in state.sdks] == [PYTHON, TYPESCRIPT]
    state.sdk = TYPESCRIPT
    assert loader.wait(10)
    assert [offer.sdk for offer in state.sdks] == [PYTHON, TYPESCRIPT]
    assert [card.title for card in state.cards] == ["TypeScript"]


def test_endpoint_of_an_api_that_is_gone_is_not_looked_for_in_another() -> None:
    state, _ = loaded(FakeClient(), organization="gone", api="gone", method="GET", path="/gone")
    assert (state.api, state.endpoint) == ("shop", EndpointSelector("GET", "/v1/users"))


def test_what_is_asked_for_by_name_and_not_offered_is_said() -> None:
    state, client = PanelState(), FakeClient()
    loader = Loader(state, lambda: client, given={"organization": "acme", "api": "nope"})
    loader.start()
    assert loader.wait(10)
    assert state.status.text == "There is no API nope for this token. Choose one of those above."
    assert (state.organization, state.api, state.cards) == ("acme", None, ())
    assert not any(request[0] in {"load", "get"} for request in client.requests)
    loader.try_again()
    assert loader.wait(10)
    assert state.api is None  # still: nothing else was asked for
    state.api = "mail"
    assert loader.wait(10)
    assert state.status.text == "4 endpoints."
    assert state.cards


class WithoutSnippets(FakeClient):
    """Knows one endpoint more, of another version of the SDK."""

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        return [] if path == "/gone" else super()._snippets(method, path, sdks)


@pytest.mark.parametrize("client", [FakeClient(), WithoutSnippets()])
def test_first_endpoint_is_opened_where_the_remembered_one_is_gone(client: FakeClient) -> None:
    state, loader = loaded(client, organization="acme", api="shop", method="GET", path="/gone")
    assert state.endpoint == EndpointSelector("GET", "/v1/users")
    assert len(state.cards) == 3
    assert state.status.text == "4 endpoints. GET /gone, shown last, is not in shop."
    assert state.status.level == "info"
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert loader.wait(10)
    assert state.status.text == "4 endpoints."
    state.endpoint = EndpointSelector("GET", "/gone")
    assert loader.wait(10)
    assert (state.endpoint.path, state.status.level) == ("/gone", "warning")


def test_endpoint_that_is_remembered_of_another_api_is_ignored() -> None:
    state = PanelState()
    remembered = {"organization": "acme", "api": "mail", "method": "GET", "path": "/v1/history"}
    given = {"organization": "acme", "api": "shop"}
    loader = Loader(state, FakeClient, remembered, given=given)
    loader.start()
    assert loader.wait(10)
    assert (state.api, state.endpoint) == ("shop", EndpointSelector("GET", "/v1/users"))
    assert state.cards
