"""What to begin with: choices that are remembered, or were made before the service was gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.models import EndpointSelector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.widget.state import PanelState, SdkScope


class InitialChoices:
    """An organization and an API to choose where they are offered, and an endpoint to begin with.

    Parameters
    ----------
    preferred
        Any of ``organization``, ``api``, ``method`` and ``path``.
    given
        What somebody asked for by name, in place of these.
    """

    def __init__(
        self,
        preferred: Mapping[str, str | None] | None = None,
        given: Mapping[str, str | None] | None = None,
    ) -> None:
        preferred, given = preferred or {}, given or {}
        self.names = {**preferred, **given}
        if _is_elsewhere(preferred, given):
            self.names.update(method=None, path=None)
        self.next: tuple[str, str] | None = None
        """Organization and API to choose when the service has been asked again."""
        self._begun_with: EndpointSelector | None = None
        self.gone: EndpointSelector | None = None
        """The endpoint to begin with, where it was found to be gone."""

    def prefer(self, endpoint: EndpointSelector) -> None:
        """Begin with an endpoint rather than with that of the last time."""
        self.names.update(method=endpoint.method, path=endpoint.path)

    def choose_again(self, state: PanelState) -> None:
        """Prefer, when the service is back, what is next, else what was chosen before."""
        if self.next:
            other = self.next != (state.organization, state.api)
            is_same_api = self.next[1] == state.api
            self.names.update(zip(("organization", "api"), self.next, strict=True))
            self.next = None
            if other:
                self._leave_cards(state, keep=is_same_api)
                return
        if state.scope is not None and (state.organization or state.api):
            self.names.update(organization=state.organization, api=state.api)
        if state.endpoint:
            self.names.update(method=state.endpoint.method, path=state.endpoint.path)

    def choose_endpoint(self, state: PanelState, old: SdkScope | None, new: SdkScope) -> None:
        """Choose the endpoint to begin with; the same as before in another organization's API.

        Where there is none, the first of the list is chosen later.
        """
        if old is not None:
            is_same_api = bool(new.api) and old.api == new.api
            if is_same_api:
                self.names.update(organization=new.organization, api=new.api)
            self._leave_cards(state, keep=is_same_api)
        state.endpoint = self.endpoint_of(new)

    def _leave_cards(self, state: PanelState, *, keep: bool) -> None:
        """Choose no endpoint for now: the cards shown are of another API, even of the same name."""
        if keep and state.endpoint:
            self.prefer(state.endpoint)
        state.loading = True  # cards that are seen wait for others
        state.endpoint = None

    def endpoint_of(self, scope: SdkScope) -> EndpointSelector | None:
        """Return the one to begin with, once; later the first of the list is chosen."""
        method, path = self.names.pop("method", None), self.names.pop("path", None)
        wanted = self.names.get("organization"), self.names.get("api")
        if not (method and path) or wanted not in {(None, None), (scope.organization, scope.api)}:
            return None
        self._begun_with = EndpointSelector(method, path)
        return self._begun_with

    def found(self) -> None:
        """Note that there are snippets: from now on nothing is left by itself."""
        self._begun_with = None

    def leave(self, endpoint: EndpointSelector) -> bool:
        """Note that an endpoint is gone; return whether it was the one to begin with."""
        if endpoint != self._begun_with:
            return False
        self._begun_with, self.gone = None, endpoint
        return True


def _is_elsewhere(preferred: Mapping[str, str | None], given: Mapping[str, str | None]) -> bool:
    """Return whether the endpoint that is preferred is one of another API than is asked for."""
    names = ("organization", "api")
    return "method" not in given and any(
        preferred.get(name) and given.get(name, preferred[name]) != preferred[name]
        for name in names
    )
