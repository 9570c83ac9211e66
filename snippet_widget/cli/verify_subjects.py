"""What ``verify`` runs: the snippets of an SDK version, or the cells of a notebook."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from snippet_widget.api_choice import answer_of_meant_api
from snippet_widget.documents.discovery import find_documents
from snippet_widget.documents.notebook_file import read_notebook
from snippet_widget.endpoints import path_key
from snippet_widget.errors import NotebookError
from snippet_widget.models import SdkSelector, Snippet
from snippet_widget.provenance import Provenance, Role, read_provenance
from snippet_widget.publishing import read_source
from snippet_widget.verifying import (
    Form,
    Program,
    Verification,
    node_environment,
    programs_of,
    python_environment,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from snippet_widget.cli.service_client import ServiceOptions
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.models import SnippetsPage
    from snippet_widget.publication import Publication
    from snippet_widget.verifying import Environment

RUN_TYPES = ("python", "typescript")
"""Languages that can be run here."""

Snippets: TypeAlias = "Mapping[tuple[str, str], Snippet]"
"""By method and path of the endpoint."""


@dataclass(frozen=True)
class Selection:
    """Which programs are made of snippets.

    Parameters
    ----------
    forms
        Those in which each is run.
    all_examples
        Also the examples after the first.
    endpoints
        Method, or None for any, and path key of each endpoint; all when empty.
    """

    forms: Sequence[Form]
    all_examples: bool = False
    endpoints: Sequence[tuple[str | None, str]] = ()

    def has(self, method: str, path: str) -> bool:
        """Return whether the snippets of an endpoint are run."""
        keys = {(method, path_key(path)), (None, path_key(path))}
        return not self.endpoints or bool(keys & set(self.endpoints))


@dataclass(frozen=True)
class Subject:
    """Programs that run in one environment.

    Parameters
    ----------
    label
        For people: ``cohere 7.3.1``, or the path of a notebook.
    sdks
        What the environment holds.
    programs
        What is run.
    snippets
        What the programs were made of.
    requirement
        The file that the SDK is installed from, where it is not its package registry.
    notebook
        Where each cell of the one program is in the notebook, from 0; empty for an SDK.
    problem
        Why it cannot be run.
    """

    label: str
    sdks: tuple[SdkSelector, ...] = ()
    programs: tuple[Program, ...] = ()
    snippets: Snippets = field(default_factory=dict)
    requirement: str = ""
    notebook: tuple[int, ...] = ()
    problem: str = ""

    def environment(self) -> Environment:
        """Return the environment that the programs need, made if there is none."""
        make = python_environment if self.sdks[0].type == "python" else node_environment
        needs = {need for program in self.programs for need in program.needs}
        return make(self.sdks, self.requirement, needs)


@dataclass
class VerifiedSubject:
    """A subject, and the results by number of the program."""

    subject: Subject
    results: dict[int, tuple[Verification, ...]] = field(default_factory=dict)
    problem: str = ""

    def __post_init__(self) -> None:
        """Take over the problem that the subject has."""
        self.problem = self.subject.problem

    def all_results(self) -> Iterator[Verification]:
        """Yield all results in the order of the programs."""
        for _, verifications in sorted(self.results.items()):
            yield from verifications


def source_subjects(sources: Iterable[str], selection: Selection) -> list[Subject]:
    """Return the subjects that arguments name: notebooks, folders of them, sources of snippets."""
    subjects: list[Subject] = []
    for source in sources:
        path = Path(source)
        if path.is_dir() or path.suffix == ".ipynb":
            documents = find_documents([path])
            subjects += [_notebook(one) for one in documents if one.suffix == ".ipynb"]
            continue
        file = str(path.resolve()) if path.name.endswith((".whl", ".tgz")) else ""
        subjects += [
            replace(_published(publication, selection), requirement=file)
            for publication in _read(source)
        ]
    return subjects


def _read(source: str) -> tuple[Publication, ...]:
    """Read a source; of an installed SDK without snippets its sdist: its index is asked anyway."""
    publications = read_source(source)
    if source.startswith("installed:") and not any(
        e.full for p in publications for e in p.endpoints
    ):
        return tuple(
            each
            for publication in publications
            for each in read_source(f"pypi:{publication.sdk.package}=={publication.sdk.version}")
        )
    return tuple(publications)


def asked_subjects(
    service: ServiceOptions,
    api: tuple[str | None, str | None],
    sdks: tuple[SdkSelector, ...],
    selection: Selection,
) -> list[Subject]:
    """Return a subject for each SDK version of an API that a service has snippets of."""
    with service.client() as client:
        _, page = answer_of_meant_api(
            api,
            lambda scope: client.load_all(org_id=scope[0], api_id=scope[1], sdks=sdks),
            sdks=sdks,
        )
    return [_of_sdk(sdk, snippets, selection) for sdk, snippets in _by_sdk([page]).items()]


def _by_sdk(pages: Iterable[SnippetsPage]) -> Mapping[SdkSelector, Snippets]:
    found: dict[SdkSelector, dict[tuple[str, str], Snippet]] = defaultdict(dict)
    for page in pages:
        for path, methods in page.snippets.items():
            for method, snippets in methods.items():
                for snippet in snippets:
                    sdk = SdkSelector(snippet.type, snippet.sdk.package, snippet.sdk.version)
                    found[sdk][method, path] = snippet
    return found


def _published(publication: Publication, selection: Selection) -> Subject:
    snippets = {(e.method, e.path): e.full for e in publication.endpoints if e.full is not None}
    return _of_sdk(publication.sdk, snippets, selection)


def _of_sdk(sdk: SdkSelector, snippets: Snippets, selection: Selection) -> Subject:
    programs = [
        program
        for (method, path), snippet in snippets.items()
        if sdk.type in RUN_TYPES and selection.has(method, path)
        for program in programs_of(
            snippet, method, path, selection.forms, all_examples=selection.all_examples
        )
    ]
    return Subject(f"{sdk.package} {sdk.version}", (sdk,), tuple(programs), snippets)


def _notebook(path: Path) -> Subject:
    try:
        cells = read_notebook(path).cells
    except NotebookError as error:
        return Subject(str(path), problem=str(error))
    ours = [(cell, record) for cell in cells if (record := _call(cell)) is not None]
    if not ours:
        return Subject(str(path))
    expected = tuple(
        (number, (record.method, record.path)) for number, (_, record) in enumerate(ours)
    )
    program = Program(tuple(cell.source for cell, _ in ours), Form.NOTEBOOK, expected)
    sdks = tuple(dict.fromkeys(record.sdk for _, record in ours))
    return Subject(str(path), sdks, (program,), notebook=tuple(cell.index for cell, _ in ours))


def _call(cell: Cell) -> Provenance | None:
    """Return the record of a cell that holds a snippet's code, in Python."""
    try:
        record = read_provenance(cell.metadata)
    except ValueError:
        return None
    if not isinstance(record, Provenance) or cell.cell_type != "code":
        return None
    return record if record.role is Role.CALL and record.sdk.type == "python" else None
