"""What the status line says in each state: what is going on, and the next step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.cards.visible_text import visible
from snippet_widget.client.responses import retry_after
from snippet_widget.errors import (
    ApiNotFound,
    EndpointNotFound,
    SdkNotFound,
    SnippetWidgetError,
    TooManyRequests,
)
from snippet_widget.languages import language, language_order
from snippet_widget.widget.state import Status

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.cards.content import CardContent, SnippetQuery
    from snippet_widget.models import EndpointSelector, SdkSelector
    from snippet_widget.widget.offers import SdkOffer
    from snippet_widget.widget.state import PanelState, SdkScope

_WEB = re.compile(r"https?://[^\s<>]+\Z")
_REPOSITORY = re.compile(r"https?://(?:github|gitlab)\.com/[^/]+/[^/]+$")

LOADING = Status("Loading endpoints…")

SLOW = Status("The service is responding slowly.")

NO_MATCH = "No endpoint matches. Try fewer letters, or press Escape for all of them."

NOTHING_PUBLISHED = Status(
    "Nothing is published here yet. Publish an SDK with "
    "`snippet-widget publish SOURCE --org ORG --api API`, then try again.",
    "warning",
    "Try again",
)

SAMPLES = Status("A made-up sample: it does not run.")

RUNS_HERE = Status("This kernel's own service: what you insert runs.")

TYPE_THEM = "This service does not say which organizations and APIs there are: type them above."


def list_status(
    endpoints: int, *, unreadable: int = 0, matching: int | None = None, weaker: int = 0
) -> Status:
    """Return what to say when the whole list is there.

    Parameters
    ----------
    endpoints
        How many it has.
    unreadable
        How many snippets were left out because they cannot be read.
    matching
        How many of the endpoints match, None where nothing is filtered: a screen reader says
        it at every letter, so it is said alone.
    weaker
        How many more are listed that lack some of what was asked for.
    """
    if not endpoints:
        return NOTHING_PUBLISHED
    if matching is not None:
        whole = f"of {endpoints:,} endpoints" if endpoints != 1 else "of 1 endpoint"
        others = f"{weaker:,} weaker {'match' if weaker == 1 else 'matches'}"
        if not weaker:
            return Status(f"{matching:,} {whole}.")
        return Status(f"{matching:,} {whole}, and {others}." if matching else f"{others} {whole}.")
    count = "1 endpoint." if endpoints == 1 else f"{endpoints:,} endpoints."
    if unreadable:
        count += f" {left_out(unreadable)}"
    return Status(count)


def left_out(unreadable: int) -> str:
    """Return what to say of snippets that cannot be read."""
    if unreadable == 1:
        return "1 snippet cannot be read and is left out."
    return f"{unreadable:,} snippets cannot be read and are left out."


def cards_status(
    cards: Sequence[CardContent],
    sdks: Sequence[SdkOffer],
    scope: SdkScope,
    endpoint: EndpointSelector,
    *,
    docs: str = "",
) -> Status | None:
    """Return what to say of the cards, None where nothing is amiss.

    Parameters
    ----------
    cards
        Those that there are.
    sdks
        Those that the API has.
    scope
        What was asked for: one SDK, or the latest of each language.
    endpoint
        Whose cards they are.
    docs
        URL of the vendor's documentation, where it is known.
    """
    if not cards:
        asked = [offer for offer in sdks if scope.sdk in {None, offer.sdk}]
        if asked and all(offer.empty for offer in asked):
            return Status(_without_snippets(asked[0].sdk, scope), "warning")
        others = any(not offer.empty and _is_other(offer, scope) for offer in sdks)
        return Status(_without_example(asked, endpoint, docs, others=others), "warning")
    missing = {offer.sdk.type for offer in sdks} - {card.type for card in cards}
    if scope.sdk or not missing:
        return None
    names = ", ".join(language(type_).label for type_ in sorted(missing, key=language_order))
    return Status(f"No {names} snippet of this endpoint.")


def _without_example(
    asked: Sequence[SdkOffer], endpoint: EndpointSelector, docs: str, *, others: bool
) -> str:
    """Return which call has no example, and where there may be one."""
    latest = [offer.sdk for offer in asked if offer.latest or len(asked) == 1]
    names = ", ".join(f"{sdk.package} {sdk.version}" for sdk in latest) or "The SDK chosen"
    publish = "publish" if len(latest) > 1 else "publishes"
    text = f"{names} {publish} no example of {endpoint.method} {endpoint.path}."
    if others:
        text += " Choose another SDK or version."
    if _REPOSITORY.match(docs):
        return visible(f"{text} The SDK's repository: <{docs}>")
    if _WEB.match(docs):
        return visible(f"{text} The vendor documents it: <{docs}>")
    return visible(text if others else f"{text} The vendor's documentation says how to call it.")


def _is_other(offer: SdkOffer, scope: SdkScope) -> bool:
    """Return whether it was not asked for: by its name, or as the latest of its language."""
    return offer.sdk != scope.sdk if scope.sdk else not offer.latest


def shown_last_is_missing(endpoint: EndpointSelector, api: str | None) -> Status:
    """Return what to say where an API lacks the endpoint shown last, maybe of another catalog."""
    operation = f"{endpoint.method} {endpoint.path}"
    return Status(visible(f"{operation}, shown last, is not in {api or 'this API'}."))


def sdk_unpublished(sdk: SdkSelector) -> Status:
    """Return what to say where somebody has unpublished the SDK version that is chosen."""
    return Status(visible(f"{sdk.package} {sdk.version} is no longer published."))


def api_unpublished(scope: SdkScope) -> Status:
    """Return what to say where somebody has unpublished all of the API that is chosen."""
    text = f"The API {scope.api} of {scope.organization} is no longer published."
    return Status(visible(f"{text} Choose one of those above."), "warning")


def not_compared(sdk: SdkSelector) -> Status:
    """Return what to say where the version to compare with has nothing of the endpoint."""
    version = f"{sdk.package} {sdk.version}"
    return Status(f"Nothing to compare: {version} has no snippet of this endpoint.", "warning")


def all_hidden(sdk: SdkSelector) -> Status:
    """Return what to say where the cards that are compared are not shown."""
    name = language(sdk.type).label
    return Status(f"Nothing to compare: no {name} card is shown.", "warning")


def _without_snippets(sdk: SdkSelector, scope: SdkScope) -> str:
    """Return where the snippets of an SDK may be that was published without any."""
    text = f"No snippet was found in {sdk.package} {sdk.version}, only its endpoints."
    where = f"--org {scope.organization} --api {scope.api} --replace"
    if sdk.type == "python":
        command = f"snippet-widget publish pypi:{sdk.package}=={sdk.version} {where}"
        return f"{text} `{command}` looks in its sdist as well."
    known = f"{sdk.type}:{sdk.package}=={sdk.version}"
    command = f"snippet-widget publish FILE --sdk {known} {where}"
    return f"{text} `{command}` takes them from the vendor's description of the API."


def not_offered(given: Mapping[str, str | None], state: PanelState) -> Status | None:
    """Return what to say of an organization or API asked for that the service does not offer."""
    names = {"organization": "organization", "api": "API"}
    missing = [
        f"{label} {given[name]}"
        for name, label in names.items()
        if given.get(name) and given[name] != getattr(state, name)
    ]
    if not missing:
        return None
    text = f"There is no {' and no '.join(missing)} for this token. Choose one of those above."
    return Status(text, "warning")


def must_type(error: Exception) -> Status:
    """Return what to say where organization or API must be typed, with the service's own words."""
    return Status(f"{error} {TYPE_THEM}", "warning")


def not_found(error: EndpointNotFound | SdkNotFound, query: SnippetQuery) -> Status:
    """Return what to say where what is chosen is not there.

    The error's own message names fields of the service's answer; a panel has a list to choose from.
    """
    if isinstance(error, EndpointNotFound):
        which_api = f"The API {query.api}" if query.api else "This API"
        asked = f"{query.endpoint.method} {query.endpoint.path}"
        text = visible(f"{which_api} has no endpoint {asked}. Choose one from the list.")
        return Status(text, "warning")
    return Status("The SDK chosen is not published for this API. Choose another SDK.", "warning")


def problem(error: Exception, *, retrying: bool = False, shown: bool = False) -> Status:
    """Return what to say about an error.

    Parameters
    ----------
    error
        What happened.
    retrying
        Whether the service is asked again automatically.
    shown
        Whether there are cards, which are now its last answers.
    """
    if isinstance(error, ApiNotFound) and not error.candidates:
        return Status(str(error), "warning", "Try again")  # nothing is published at all
    if isinstance(error, TooManyRequests):
        seconds = retry_after(error.headers)
        when = f" in {seconds:.0f} s" if seconds else ""
        text = "The service asks for fewer requests at a time."
        return Status(f"{text} The panel goes on automatically{when}.", "warning", "Try now")
    if retrying:
        last = " What is shown is its last answer." if shown else ""
        return Status(f"{error}{last} Trying again automatically.", "warning", "Try now")
    if isinstance(error, SnippetWidgetError):
        return Status(str(error), "error", "Try again")
    # The text of an exception that is not ours may hold anything, a token too.
    unexpected = f"Something unexpected went wrong ({type(error).__name__}). Please report it."
    return Status(unexpected, "error", "Try again")
