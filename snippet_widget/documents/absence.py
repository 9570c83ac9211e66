"""What is said of a cell whose snippet is not published any more: what is gone, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.cards.recorded_card import recorded_query
from snippet_widget.documents.checked_cell import sdk_label
from snippet_widget.documents.published_snippets import EndpointCall
from snippet_widget.documents.successors import nearest, successor
from snippet_widget.errors import EndpointNotFound, SdkNotFound
from snippet_widget.languages import client_label, language
from snippet_widget.provenance import Passage

if TYPE_CHECKING:
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.documents.regenerated_document import RegeneratedDocument
    from snippet_widget.errors import RequestProblem
    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import Provenance


@dataclass(frozen=True)
class Absence:
    """Says what is gone of a document's snippets.

    Parameters
    ----------
    published, versions
        What the document is compared with, and in which versions.
    regenerated
        The document as it would be written now.
    """

    published: PublishedSnippets
    versions: PublishedVersions
    regenerated: RegeneratedDocument

    def detail(self, record: Provenance | Passage, problem: RequestProblem | None = None) -> str:
        """Return what is gone, and where to look for it."""
        if isinstance(record, Passage):
            return problem.detail if problem else self._endpoint_gone(record)
        if isinstance(problem, SdkNotFound) or not self.published.has_package(record):
            return self._package_gone(record, problem)
        sdk = self.versions.newest_sdk(record)
        absent = "" if isinstance(problem, EndpointNotFound) else self._client_gone(record, sdk)
        return (
            absent
            or f"{sdk_label(sdk)} has no snippet of {record.endpoint}.{self._look(record, sdk)}"
        )

    def _endpoint_gone(self, record: Passage) -> str:
        what = f"{record.method} {record.path}" if record.path else "endpoint of this document"
        sdks = [sdk_label(sdk) for sdk in self.regenerated.sdks if sdk.version]
        # where a range chooses the versions, newer ones may have it
        if not sdks:
            return f"The API has no {what} any more."
        return f"{', '.join(sdks)} ha{'s' if len(sdks) == 1 else 've'} no {what}."

    def _package_gone(self, record: Provenance, problem: RequestProblem | None) -> str:
        packages = dict.fromkeys(
            (sdk.type, sdk.package)
            for sdk in self.published.sdks(record.scope)
            if sdk.type == record.sdk.type and sdk.latest
        )
        if not packages:
            return problem.detail if problem else f"{record.sdk.package} is not published any more."
        others = ", ".join(package for _, package in packages)
        return (
            f"{record.sdk.package} is not published for this API any more. Its "
            f"{language(record.sdk.type).label} SDK is {others} now: insert its snippet."
        )

    def _client_gone(self, record: Provenance, sdk: SdkSelector) -> str:
        """Return what the newest version publishes of the endpoint instead, if anything."""
        snippets = self.published.snippets(recorded_query(record), (sdk,))
        snippet = next((each for each in snippets if each.sdk.package == sdk.package), None)
        if snippet is None:
            return ""
        if not snippet.sources.get(record.client, "").strip():
            label = client_label(record.sdk.type, record.client)
            have = [client for client, source in snippet.sources.items() if source.strip()]
            there = ", ".join(client_label(snippet.type, client) for client in have)
            return f"{sdk_label(sdk)} has no {label} of {record.endpoint}. It has {there}."
        if record.example is not None:
            names = ", ".join(example.name for example in snippet.examples)
            return (
                f"{sdk_label(sdk)} has no example {record.example!r} of {record.endpoint}. "
                f"It has {names or 'one without a name'}: insert that."
            )
        return f"No call can be cut out of the snippet of {record.endpoint} in {sdk_label(sdk)}."

    def _look(self, record: Provenance, sdk: SdkSelector) -> str:
        """Return where to look for an endpoint: its new path or call, else the nearest."""
        old = self.published.recorded(record)
        gone = EndpointCall(record.method, record.path, old.call if old else None)
        listed = self.published.listing(record.scope, sdk)
        if found := successor(gone, listed):
            return f" It is {found} now."
        if found_near := nearest(gone, listed):
            return f" The nearest are {'; '.join(map(str, found_near))}."
        return " None of its endpoints is like it."
