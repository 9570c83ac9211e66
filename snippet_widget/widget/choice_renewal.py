"""Follows what somebody unpublishes while a panel shows it: no polling, an answer tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.errors import ApiNotFound, EndpointNotFound, OrgNotFound, SdkNotFound
from snippet_widget.widget.messages import api_unpublished, sdk_unpublished

if TYPE_CHECKING:
    from collections.abc import Generator

    from snippet_widget.widget.endpoint_listing import EndpointListing
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.offers import Choices
    from snippet_widget.widget.snippet_source import SnippetSource
    from snippet_widget.widget.state import PanelState
    from snippet_widget.widget.status_notes import Report

CHANNEL = "choices"

GONE = (OrgNotFound, ApiNotFound, SdkNotFound, EndpointNotFound)


class ChoiceRenewal:
    """Asks again what there is where something is not there that is offered.

    Parameters
    ----------
    state
        Its choices are renewed; of what is chosen that stays which is still offered.
    source
        Asked for the choices.
    tasks
        Runs that, in the channel ``choices``.
    listing
        Lists again the endpoints of an API of which one is gone.
    report
        Takes which choice is ``gone``, or that none is left (``failure``).
    """

    def __init__(
        self,
        state: PanelState,
        source: SnippetSource,
        tasks: LatestTasks,
        listing: EndpointListing,
        report: Report,
    ) -> None:
        self._state = state
        self._source = source
        self._tasks = tasks
        self._listing = listing
        self._report = report

    def renew(self, error: Exception, *, relist: bool) -> None:
        """Ask again, where an error says that something is not there.

        Parameters
        ----------
        relist
            Whether an endpoint that is listed was asked for.
        """
        if isinstance(error, GONE) and not self._state.must_type:
            self._tasks.start(
                CHANNEL,
                self._choices(),
                take=lambda choices: self._take(choices, relist=relist),
                failed=lambda _: None,  # what was not there has been said
            )

    def _choices(self) -> Generator[Choices, None, None]:
        yield self._source.choices()

    def _take(self, choices: Choices, *, relist: bool) -> None:
        state, before = self._state, self._state.scope
        if not choices or before is None:
            return
        state.renew_choices(choices)
        if state.scope is None:
            self._leave()
            self._report(failure=api_unpublished(before), cards=None)
        elif state.scope != before and before.sdk:
            self._report(gone=sdk_unpublished(before.sdk))
        elif relist:
            self._listing.load(state.scope)

    def _leave(self) -> None:
        """Show nothing of an API that is no longer there."""
        for channel in ("list", "cards"):
            self._tasks.cancel(channel)
        state = self._state
        state.index, state.listed, state.endpoint, state.loading = EndpointIndex(), 0, None, False
