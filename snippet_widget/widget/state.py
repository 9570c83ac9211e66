"""The panel's state: what there is to choose from, what is chosen, what is shown.

Everything is a trait. Widgets set the choices, the loader sets what the service answered, and who
draws observes. No trait ever holds the token.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import traitlets

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import EndpointSelector, LoadLevel, SdkSelector
from snippet_widget.widget.apis_of_versions import ApisOfVersions
from snippet_widget.widget.offers import ApiOffer, Choices, SdkOffer, offers_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from snippet_widget.cards.content import CardContent
    from snippet_widget.cards.difference import Difference
    from snippet_widget.widget.apis_of_versions import ApiName

    _Item = TypeVar("_Item")
    _TupleOf = traitlets.TraitType[tuple[_Item, ...], tuple[_Item, ...]]


@dataclass(frozen=True)
class SdkScope:
    """Of which API and SDK endpoints are listed. None: left to the service."""

    organization: str | None = None
    api: str | None = None
    sdk: SdkSelector | None = None

    def request(self) -> dict[str, Any]:
        """Return the arguments of `SnippetClient.get` and `load` that say so."""
        return {
            "org_id": self.organization or None,
            "api_id": self.api or None,
            "sdks": (self.sdk,) if self.sdk else (),
        }


@dataclass(frozen=True)
class Status:
    """What the status line says, and the button for the next step."""

    text: str = ""
    level: str = "info"
    action: str = ""


class PanelState(traitlets.HasTraits):
    """What a panel offers, what is chosen in it and what it shows."""

    organizations: _TupleOf[str] = traitlets.Tuple()
    organization = traitlets.Unicode(None, allow_none=True)
    apis: _TupleOf[str] = traitlets.Tuple()
    api = traitlets.Unicode(None, allow_none=True)
    sdks: _TupleOf[SdkOffer] = traitlets.Tuple()
    sdk = traitlets.Instance(SdkSelector, allow_none=True)
    scope = traitlets.Instance(SdkScope, allow_none=True)
    """Organization, API and SDK together: changes once, whatever of them does."""

    must_type = traitlets.Bool(default_value=False)
    """The service does not say which organizations and APIs there are."""

    load_level = traitlets.UseEnum(LoadLevel, default_value=LoadLevel.FULL)
    published = traitlets.Bool(default_value=False)
    """Async programs as published rather than in notebook form."""
    required_only = traitlets.Bool(default_value=False)
    """The arguments alone that a call needs, where it is published so."""
    environment = traitlets.Bool(default_value=False)
    """Credentials from environment variables rather than placeholders."""
    wrap = traitlets.Bool(default_value=True)
    """Long lines are wrapped rather than scrolled."""
    examples: traitlets.Dict[str, int] = traitlets.Dict()
    """Number of the example chosen, by `CardContent.sdk_name`."""
    hidden: _TupleOf[str] = traitlets.Tuple()
    """Names of the columns that are not shown, as `CardContent.name`."""
    unfolded: _TupleOf[str] = traitlets.Tuple()
    """Names of the foldable columns whose code is shown."""
    compared = traitlets.Instance(SdkSelector, allow_none=True)
    """The SDK version that the cards are compared with."""

    index = traitlets.Instance(EndpointIndex, ())
    listed = traitlets.Int(0)
    """Changes whenever `index` has."""
    query = traitlets.Unicode()
    matching = traitlets.Int(None, allow_none=True)
    """How many endpoints of `index` have what the query asks for; None without a query."""
    weaker = traitlets.Int(0)
    """How many more have some of it."""
    endpoint = traitlets.Instance(EndpointSelector, allow_none=True)

    cards: _TupleOf[CardContent] = traitlets.Tuple()
    answered = traitlets.Instance(EndpointSelector, allow_none=True)
    """The endpoint that `cards` are all of, also where there are none."""
    differences: _TupleOf[Difference] = traitlets.Tuple()
    comparing = traitlets.Bool(default_value=False)
    """`differences` are of an endpoint that the cards showed before."""
    loading = traitlets.Bool(default_value=False)
    status = traitlets.Instance(Status, ())

    def __init__(self) -> None:
        super().__init__()
        self._choices: Choices = {}
        self._apis_of_versions = ApisOfVersions({})
        self._is_choosing = False

    @property
    def versions(self) -> tuple[SdkSelector, ...]:
        """The other versions of the SDKs on the cards, newer ones first."""
        shown = {card.sdk for card in self.cards}
        packages = {(sdk.type, sdk.package) for sdk in shown}
        own = (offer.sdk for offer in self.sdks)
        offered = dict.fromkeys((*own, *self._apis_of_versions.elsewhere(self._api_name, packages)))
        others = [s for s in offered if (s.type, s.package) in packages and s not in shown]
        return tuple(offer.sdk for offer in offers_of(others))

    def scope_of(self, sdk: SdkSelector) -> SdkScope:
        """Return whose snippets of a version to ask for: another API may be the one to have it."""
        if any(offer.sdk == sdk for offer in self.sdks):
            return SdkScope(self.organization, self.api, sdk)
        elsewhere = self._apis_of_versions.elsewhere(self._api_name, [(sdk.type, sdk.package)])
        return SdkScope(*elsewhere.get(sdk, (self.organization, self.api)), sdk)

    @property
    def _api_name(self) -> ApiName:
        return self.organization or "", self.api or ""

    @property
    def expected(self) -> int:
        """How many endpoints the API has; 0 where it is not known."""
        return self._api_offer().endpoints

    def set_choices(
        self,
        choices: Choices,
        preferred: Mapping[str, str | None] | None = None,
        given: Collection[str] = (),
    ) -> None:
        """Take in what there is, and choose what is preferred of it, else the first.

        Parameters
        ----------
        choices
            All organizations and APIs; empty where the service does not say.
        preferred
            ``organization`` and ``api`` to choose where they are there.
        given
            Which of these were asked for by name: in their place nothing else is chosen.
        """
        preferred = preferred or {}
        self._choices, self._apis_of_versions = choices, ApisOfVersions(choices)
        with self._choosing():
            self.organizations = tuple(choices)
            self.organization = _pick(
                self.organizations,
                preferred.get("organization"),
                strictly="organization" in given,
            )
            self._set_apis(preferred.get("api"), strictly="api" in given)
            self._set_sdks()

    def renew_choices(self, choices: Choices) -> None:
        """Take in what there is now; what is chosen stays where it is offered, else nothing is."""
        organization, api, sdk = self.organization, self.api, self.sdk
        self._choices, self._apis_of_versions = choices, ApisOfVersions(choices)
        with self._choosing():
            self.organizations = tuple(choices)
            self.organization = _pick(self.organizations, organization, strictly=True)
            self._set_apis(api, strictly=True)
            self._set_sdks()
            if sdk in [offer.sdk for offer in self.sdks]:
                self.sdk = sdk

    def type_in(self, organization: str, api: str) -> None:
        """Choose what a person typed, where the service does not say what there is."""
        self._choices, self._apis_of_versions = {}, ApisOfVersions({})
        with self._choosing():
            self.organizations, self.apis, self.sdks = (), (), ()
            self.organization = organization.strip() or None
            self.api = api.strip() or None
            self.sdk = None

    def choose_named_examples(self, *, others: bool) -> None:
        """Choose the examples of the endpoint that the query names.

        Parameters
        ----------
        others
            Choose the first ones again where it names none.
        """
        endpoint, query = self.endpoint, self.query
        named = self.index.examples_named(endpoint.method, endpoint.path, query) if endpoint else {}
        if named or others:
            self.examples = named

    def learn(self, sdks: Iterable[SdkSelector]) -> None:
        """Offer the SDKs that answers showed, where no catalog lists them."""
        if not self._api_offer().sdks:
            self.sdks = offers_of(sdks)

    @traitlets.observe("organization", "api", "sdk")
    def _choose(self, change: Any) -> None:
        if self._is_choosing:
            return
        with self._choosing():
            if change.name == "organization":
                self._set_apis(self.api)
            if change.name != "sdk":
                self._set_sdks()

    @contextmanager
    def _choosing(self) -> Iterator[None]:
        """Let organization, API and SDK change together: what depends on them does at the end."""
        self._is_choosing = True
        try:
            yield
        finally:
            self._is_choosing = False
        self._rescope()

    def _set_apis(self, preferred: str | None, *, strictly: bool = False) -> None:
        self.apis = tuple(self._choices.get(self.organization or "", ()))
        self.api = _pick(self.apis, preferred, strictly=strictly)

    def _set_sdks(self) -> None:
        self.sdks = self._api_offer().sdks
        self.sdk = None

    def _api_offer(self) -> ApiOffer:
        return self._choices.get(self.organization or "", {}).get(self.api or "", ApiOffer())

    def _rescope(self) -> None:
        choices = self.apis if self.organization else self.organizations
        chosen = self.api if self.organization else None
        undecided = bool(choices) and chosen is None
        self.scope = None if undecided else SdkScope(self.organization, self.api, self.sdk)


def _pick(choices: tuple[str, ...], preferred: str | None, *, strictly: bool = False) -> str | None:
    if preferred in choices:
        return preferred
    return choices[0] if choices and not strictly else None
