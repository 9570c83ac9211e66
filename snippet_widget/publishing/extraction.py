"""What was found in a package or document, before it is checked and put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence  # noqa: TC003 - msgspec reads the types of fields
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snippet_widget.errors import SourceError
from snippet_widget.languages import joined_remarks, remark_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from snippet_widget.models import Parameter
    from snippet_widget.publication import Problem

MAX_SNIPPETS = 10_000
"""Of one SDK in one document: some seconds' work. More are an error, never cut."""


@dataclass(frozen=True)
class CheckedProgram:
    """One program, repaired and checked.

    Parameters
    ----------
    source
        The program.
    published
        What the vendor published; empty where it is the same.
    repairs
        A sentence for each change.
    warnings
        Why it may not work even so.
    required_only
        The program with the arguments alone that its call needs; empty where that is no less.
    """

    source: str
    published: str = ""
    repairs: Sequence[str] = ()
    warnings: Sequence[str] = ()
    required_only: str = ""


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
    required_only
        By field, the source with the arguments alone that its call needs, where that is less.
    summary, parameters
        What the call does and takes, bounded; see `Snippet`.
    tags, deprecated
        Of the endpoint, see `Snippet`.
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
    required_only: dict[str, str] = field(default_factory=dict)
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    tags: tuple[str, ...] = ()
    deprecated: str = ""
    warnings: list[str] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    name: str = ""
    file: str = ""
    line: int = 0
    checked: bool = False

    def add(self, client: str, program: CheckedProgram) -> None:
        """Add the program of one client, by its field; that stands before each remark."""
        self.sources[client] = program.source
        if program.published and program.published != program.source:
            self.published[client] = program.published
        if program.required_only:
            self.required_only[client] = program.required_only
        label = remark_label(client)
        repairs = [f"{label}{repair}" for repair in program.repairs]
        self.repairs += [repair for repair in repairs if repair not in self.repairs]
        for warning in program.warnings:
            self.warn(client, warning)

    def warn(self, client: str, warning: str) -> None:
        """Add a warning of the program of one client, by its field; that stands before it."""
        self.warnings.append(f"{remark_label(client)}{warning}")

    @property
    def joined_repairs(self) -> tuple[str, ...]:
        """Return `repairs`, with the label of a client where they are not of all of them."""
        return joined_remarks(self.repairs, self.sources)

    @property
    def endpoint(self) -> str:
        """Return ``POST /v1/x``, for messages."""
        return f"{self.method} {self.path}"


@dataclass
class ExtractionResult:
    """All that a family found, in the order in which people should see it.

    Parameters
    ----------
    found
        The examples.
    problems
        What was left out.
    credentials
        Environment variable by argument of the client, as the SDK itself reads them.
    docs
        URL of the vendor's documentation.
    internal
        ``POST /v1/x`` of each endpoint that is not for everybody, and therefore not in `found`.
    """

    found: list[ExtractedExample] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    credentials: dict[str, str] = field(default_factory=dict)
    docs: str = ""
    internal: list[str] = field(default_factory=list)


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


def check_counts(counts: Mapping[str, int], types: Iterable[str], name: str) -> None:
    """Check that a document has no more snippets for one SDK than are read.

    Raises
    ------
    SourceError
        It has; nothing of it is published.
    """
    for type_ in types:
        if counts[type_] > MAX_SNIPPETS:
            raise SourceError(
                f"{name} has {counts[type_]} snippets in {type_}, and {MAX_SNIPPETS} are read of "
                "one SDK in one document. Nothing was published; split it into several, and "
                "publish them in one command."
            )
