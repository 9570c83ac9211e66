"""SDK versions that somebody asked for: what is written of them stays with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.provenance import METADATA_KEY
from snippet_widget.versions import is_prerelease

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import SdkSelector


def is_pinned(sdk: SdkSelector, asked: Sequence[SdkSelector]) -> bool:
    """Tell whether an SDK was asked for in a version of its own, ``python:acme==1.0``.

    A pre-release alone is followed to its release.
    """
    versions = [
        each.version
        for each in asked
        if each.version and (each.type, each.package) == (sdk.type, sdk.package)
    ]
    if len(versions) == 1:
        return not is_prerelease(sdk.type, versions[0])
    return bool(versions)


def followed(asked: Sequence[SdkSelector]) -> tuple[SdkSelector, ...]:
    """Return SDKs that are followed from the versions that were asked for; several stay."""
    return tuple(
        sdk
        if sum((each.type, each.package) == (sdk.type, sdk.package) for each in asked) > 1
        or is_prerelease(sdk.type, sdk.version or "")
        else msgspec.structs.replace(sdk, version=None)
        for sdk in asked
    )


def pinned_card(card: CardContent, asked: Sequence[SdkSelector]) -> CardContent:
    """Return a card whose record says that it stays in the version that was asked for."""
    if not is_pinned(card.sdk, asked):
        return card
    record = {**card.metadata[METADATA_KEY], "version_range": f"=={card.sdk.version}"}
    return replace(card, metadata={METADATA_KEY: record})
