"""What was found in a package or document, before it is checked and put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.publication import Problem

MAX_SNIPPETS = 10_000
"""Of one document in the languages asked for: some seconds' work."""


@dataclass
class ExtractedExample:
    """One way in which an SDK calls one endpoint.

    Parameters
    ----------
    method
        HTTP method, in upper case.
    path
        Template with ``{parameter}``, the base URL's own path included.
    call
        ``client.users.get``, as the SDK's own call graph spells it; None where unknown.
    sources
        Whole programs by field (``sync_client``…); empty: the SDK publishes no snippet.
    published
        By field, the source as the vendor published it, where a repair changed it.
    warnings, repairs
        For people, see `Snippet`.
    name
        What tells this example from the others of the endpoint; the call when empty.
    file, line
        Where in the package it stands.
    checked
        Whether its sources were repaired against their SDK already.
    """

    method: str
    path: str
    call: str | None = None
    sources: dict[str, str] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    name: str = ""
    file: str = ""
    line: int = 0
    checked: bool = False

    def add(
        self,
        client: str,
        source: str,
        *,
        published: str | None = None,
        repairs: Iterable[str] = (),
        warnings: Iterable[str] = (),
    ) -> None:
        """Add the program of one client.

        Parameters
        ----------
        client
            Its field, ``sync_client``…; it stands before each warning.
        source
            The program.
        published
            What the vendor published, where that is something else.
        repairs, warnings
            Of this program.
        """
        self.sources[client] = source
        if published is not None and published != source:
            self.published[client] = published
        label = f"{client.removesuffix('_client')}: " if client.endswith("_client") else ""
        self.repairs += [repair for repair in repairs if repair not in self.repairs]
        self.warnings += [f"{label}{warning}" for warning in warnings]

    @property
    def endpoint(self) -> str:
        """Return ``POST /v1/x``, for messages."""
        return f"{self.method} {self.path}"


@dataclass
class ExtractionResult:
    """All that a family found, in the order in which people should see it."""

    found: list[ExtractedExample] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class DocumentContents:
    """What a document holds, which says nothing of SDKs.

    Parameters
    ----------
    extractions
        By type of language: of those asked for.
    counts
        Number of snippets by type of language: of all that there are.
    problems
        Of the document as a whole.
    """

    extractions: dict[str, ExtractionResult] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
