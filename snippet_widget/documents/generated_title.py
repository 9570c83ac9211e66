"""The title of a generated document: a heading, and the SDKs whose snippets it has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.cards.markup_text import code_span, markdown_text
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import language

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import GeneratedDocument

_SDK = re.compile(
    r"^\* `+ ?(?P<package>.*) (?P<version>[^\s`]+) ?`+(?P<language>.*)$", re.MULTILINE
)


def title_source(document: GeneratedDocument, sdks: Collection[SdkSelector]) -> str:
    """Return the text of a document's title, with its SDKs in their order."""
    named = "".join(f"\n* {_named(sdk, sdks)}" for sdk in sdks)
    about = f"The snippets in this notebook are those that these SDKs publish:\n{named}"
    own = document.title != document.api  # its author's, who may write Markdown
    title = visible(document.title) if own else markdown_text(document.title)
    return f"# {title}\n\n{about}"


def names_versions(text: str, titles: Iterable[str]) -> bool:
    """Tell whether a text has any of the SDK versions that generated titles name."""
    versions = {found["version"] for title in titles for found in _SDK.finditer(title)}
    return any(
        re.search(rf"(?<![\d.]){re.escape(version)}(?!\w|\.\d)", text) for version in versions
    )


def titled_versions(title: str) -> dict[str, str]:
    """Return the version of each SDK that a generated title has in one version alone."""
    found = [((sdk["package"], sdk["language"]), sdk["version"]) for sdk in _SDK.finditer(title)]
    labels = [label for label, _ in found]
    return {" ".join(label): version for label, version in found if labels.count(label) == 1}


def _named(sdk: SdkSelector, sdks: Iterable[SdkSelector]) -> str:
    """Return an SDK for people, with its language where another has a package of that name."""
    label = code_span(f"{sdk.package} {sdk.version}")
    shared = any(each.package == sdk.package and each.type != sdk.type for each in sdks)
    return f"{label} ({language(sdk.type).label})" if shared else label
