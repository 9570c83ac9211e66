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


def titled_sdks(title: str) -> list[tuple[str, str, str]]:
    """Return the package, the language where it is said, and the version of a title's SDKs."""
    found = _SDK.finditer(title)
    return [(sdk["package"], sdk["language"], sdk["version"]) for sdk in found]


def _named(sdk: SdkSelector, sdks: Iterable[SdkSelector]) -> str:
    """Return an SDK for people, with its language where another has a package of that name."""
    label = code_span(f"{sdk.package} {sdk.version}")
    shared = any(each.package == sdk.package and each.type != sdk.type for each in sdks)
    return f"{label} ({language(sdk.type).label})" if shared else label
