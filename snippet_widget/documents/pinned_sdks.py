"""SDK versions that stay: pinned by ``--pin``, or asked for side by side with another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.models import SdkSelector
from snippet_widget.provenance import METADATA_KEY
from snippet_widget.versions import is_prerelease

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Snippet
    from snippet_widget.provenance import GeneratedDocument

_SEVERAL = 2


def is_side_by_side(sdk: SdkSelector, asked: Iterable[SdkSelector]) -> bool:
    """Tell whether an SDK's package was asked for in several versions, which all stay."""
    alike = sum((each.type, each.package) == (sdk.type, sdk.package) for each in asked)
    return alike >= _SEVERAL


def stays(sdk: SdkSelector, document: GeneratedDocument) -> bool:
    """Tell whether a document stays with the version of an SDK that it has."""
    return document.pinned or is_side_by_side(sdk, document.sdks)


def followed(asked: tuple[SdkSelector, ...]) -> tuple[SdkSelector, ...]:
    """Return the SDKs that a document follows from version to version.

    A version stays with them where it is a pre-release that somebody chose, or one of several
    of its package: these are not followed.
    """
    return tuple(
        sdk
        if is_prerelease(sdk.type, sdk.version or "") or is_side_by_side(sdk, asked)
        else msgspec.structs.replace(sdk, version=None)
        for sdk in asked
    )


def found_sdks(snippets: Iterable[Snippet]) -> tuple[SdkSelector, ...]:
    """Return the SDKs of snippets, each once, in the versions that were found."""
    sdks = (SdkSelector(s.type, s.sdk.package, s.sdk.version) for s in snippets)
    return tuple(dict.fromkeys(sdks))


def pinned_card(card: CardContent) -> CardContent:
    """Return a card whose record says that it stays in its version."""
    record = {**card.metadata[METADATA_KEY], "version_range": f"=={card.sdk.version}"}
    return replace(card, metadata={METADATA_KEY: record})
