"""Say on their snippets that SDK versions were yanked or are deprecated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog import SdkStatus
from snippet_widget.decoding import decode_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from snippet_widget.catalog import PublishedSdk

_WARNINGS = {
    SdkStatus.YANKED: "{package} {version} was yanked{reason}. Use another version.",
    SdkStatus.DEPRECATED: "{package} {version} is deprecated{reason}.",
}


def withdrawn(sdks: Iterable[PublishedSdk]) -> dict[int, PublishedSdk]:
    """Return those that people should know something about, by key."""
    return {sdk.key: sdk for sdk in sdks if sdk.status is not SdkStatus.PUBLISHED}


def with_status(texts: Mapping[int, str], marked: Mapping[int, PublishedSdk]) -> Mapping[int, str]:
    """Return stored snippets by key of their SDK, with the status of those that have one."""
    if marked.keys().isdisjoint(texts):
        return texts
    return {
        key: _marked(text, marked[key]) if key in marked else text for key, text in texts.items()
    }


def _marked(text: str, sdk: PublishedSdk) -> str:
    snippet = decode_json(text)
    reason = f": {sdk.reason}" if sdk.reason else ""
    warning = _WARNINGS[sdk.status].format(package=sdk.package, version=sdk.version, reason=reason)
    snippet["sdk"]["status"] = sdk.status.value
    snippet["warnings"] = [warning, *snippet.get("warnings", ())]
    for example in snippet.get("examples", ()):
        example["warnings"] = [warning, *example.get("warnings", ())]
    return msgspec.json.encode(snippet).decode()
