"""Where the snippets of a cell go: from the versions that it names or shows to those of now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import is_older, sdk_label
from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.models import Snippet
    from snippet_widget.provenance import Origin


def version_moves(held: Iterable[Origin], newest: Iterable[Snippet]) -> dict[SdkSelector, Snippet]:
    """Return the SDKs that a cell shows and would show in another version now, with that."""
    followed = [each.sdk for each in held if not each.version_range]
    shown = {(sdk.type, sdk.package): sdk for sdk in followed}
    return {
        sdk: to
        for to in newest
        if (sdk := shown.get((to.type, to.sdk.package))) and sdk.version != to.sdk.version
    }


def move_text(sdk: SdkSelector, to: Snippet, choice: PublishedVersions) -> str:
    """Return what is said of an SDK that goes to another version, as the choice allows it."""
    newest, allowed = snippet_sdk(to), choice.allowed(sdk)
    if not is_older(newest, sdk):
        return f"{sdk_label(newest)} is published."
    where = f"in the range {allowed}" if allowed else "that is offered"
    return f"{sdk_label(newest)} is the newest {where}."


def naming_hint(kind: str, sdks: Iterable[SdkSelector]) -> str:
    """Return how a call stays with older versions that it does not name; empty without any.

    Running it shows the newest, whatever a check allows.
    """
    named = ", ".join(f"{sdk.type}:{sdk.package}=={sdk.version}" for sdk in sdks)
    if not named:
        return ""
    option = f"--sdk {named}" if kind == "%snippet" else f'sdk="{named}"'
    return f"Run again, it shows the newest: name the version in the call ({option})."


def snippet_sdk(snippet: Snippet) -> SdkSelector:
    """Return the SDK of a snippet, in its version."""
    return SdkSelector(snippet.type, snippet.sdk.package, snippet.sdk.version)
