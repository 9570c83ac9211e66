"""What a panel begins with."""

from __future__ import annotations

from snippet_widget.models import EndpointSelector
from snippet_widget.widget.initial_choices import InitialChoices
from snippet_widget.widget.state import PanelState, SdkScope


def test_endpoint_is_preferred_once_and_only_in_its_api() -> None:
    names = {"organization": "acme", "api": "shop", "method": "GET", "path": "/v1/users"}
    preferences = InitialChoices(names)
    assert preferences.endpoint_of(SdkScope("acme", "shop")) == EndpointSelector("GET", "/v1/users")
    assert preferences.endpoint_of(SdkScope("acme", "shop")) is None
    assert InitialChoices(names).endpoint_of(SdkScope("acme", "mail")) is None
    assert InitialChoices().endpoint_of(SdkScope("acme", "shop")) is None


def test_what_was_chosen_before_is_chosen_again() -> None:
    state = PanelState()
    state.organization, state.api = "acme", "mail"
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    preferences = InitialChoices({"organization": "zeta"})
    preferences.choose_again(state)
    assert preferences.endpoint_of(SdkScope("acme", "mail")) == EndpointSelector(
        "GET", "/v1/orders"
    )
