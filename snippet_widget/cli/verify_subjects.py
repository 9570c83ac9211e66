"""What ``verify`` runs: the snippets of an SDK version, or the cells of a notebook."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.documents.finding import find_documents
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
    warned,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from snippet_widget.cli.asking import AskedService
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.models import SnippetsPage
    from snippet_widget.publication import Publication
    from snippet_widget.verifying import Environment

RUN_TYPES = ("python", "typescript")
"""Languages that can be run here."""


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
    warnings
        Those that the snippet of each program carries.
    requirement
        The file that the SDK is installed from, where it is not its package registry.
    notebook
        The notebook that the programs are the cells of; its numbers of them by those of `cells`.
    problem
        Why it cannot be run.
    """

    label: str
    sdks: tuple[SdkSelector, ...] = ()
    programs: tuple[Program, ...] = ()
    warnings: tuple[tuple[str, ...], ...] = ()
    requirement: str = ""
    notebook: tuple[int, ...] = ()
    problem: str = ""

    def environment(self) -> Environment:
        """Return the environment that the programs need, made if there is none."""
        make = python_environment if self.sdks[0].type == "python" else node_environment
        return make(self.sdks, self.requirement)

    def limited(self, keys: Sequence[tuple[str | None, str]]) -> Subject:
        """Return the subject with the programs of these endpoints: methods and path keys."""
        chosen = [
            number
            for number, program in enumerate(self.programs)
            if any(
                (wanted in (None, method)) and key == path_key(path)
                for _, (method, path) in program.expected
                for wanted, key in keys
            )
        ]
        return replace(
            self,
            programs=tuple(self.programs[number] for number in chosen),
            warnings=tuple(self.warnings[number] for number in chosen),
        )


class Result(NamedTuple):
    """One request that was looked for, and what was found."""

    verification: Verification
    warned: bool

    @property
    def failure(self) -> str:
        """Why it did not run right; empty where it did."""
        return self.verification.failure


@dataclass
class VerifiedSubject:
    """A subject, and the results by number of the program."""

    subject: Subject
    results: dict[int, tuple[Verification, ...]] = field(default_factory=dict)
    problem: str = ""

    def __post_init__(self) -> None:
        """Take over the problem that the subject has."""
        self.problem = self.subject.problem

    def all_results(self) -> Iterator[Result]:
        """Yield all results in the order of the programs."""
        for number, verifications in sorted(self.results.items()):
            program, warnings = self.subject.programs[number], self.subject.warnings[number]
            for verification in verifications:
                yield Result(verification, warned(program, warnings))


def source_subjects(
    sources: Iterable[str], forms: Sequence[Form], *, all_examples: bool
) -> list[Subject]:
    """Return the subjects that arguments name: notebooks, folders of them, sources of snippets."""
    subjects: list[Subject] = []
    for source in sources:
        path = Path(source)
        if path.is_dir() or path.suffix == ".ipynb":
            subjects += map(_notebook, find_documents([path]))
            continue
        requirement = str(path.resolve()) if path.name.endswith((".whl", ".tgz")) else ""
        subjects += [
            _published(publication, forms, all_examples=all_examples, requirement=requirement)
            for publication in read_source(source)
        ]
    return subjects


def asked_subjects(  # noqa: PLR0913 - what a request says, and how to run
    service: AskedService,
    org: str | None,
    api: str | None,
    sdks: tuple[SdkSelector, ...],
    forms: Sequence[Form],
    *,
    all_examples: bool,
) -> list[Subject]:
    """Return a subject for each SDK version of an API that a service has snippets of."""
    with service.client() as client:
        pages = list(client.pages(org_id=org, api_id=api, sdks=sdks))
    return [
        _of_sdk(sdk, endpoints, forms, all_examples=all_examples)
        for sdk, endpoints in _by_sdk(pages).items()
        if sdk.type in RUN_TYPES
    ]


def _by_sdk(pages: Iterable[SnippetsPage]) -> Mapping[SdkSelector, list[tuple[str, str, Snippet]]]:
    found: dict[SdkSelector, list[tuple[str, str, Snippet]]] = defaultdict(list)
    for page in pages:
        for path, methods in page.snippets.items():
            for method, snippets in methods.items():
                for snippet in snippets:
                    sdk = SdkSelector(snippet.type, snippet.sdk.package, snippet.sdk.version)
                    found[sdk].append((method, path, snippet))
    return found


def _published(
    publication: Publication, forms: Sequence[Form], *, all_examples: bool, requirement: str
) -> Subject:
    endpoints = [(e.method, e.path, e.full) for e in publication.endpoints if e.full is not None]
    subject = _of_sdk(publication.sdk, endpoints, forms, all_examples=all_examples)
    return replace(subject, requirement=requirement)


def _of_sdk(
    sdk: SdkSelector,
    endpoints: Iterable[tuple[str, str, Snippet]],
    forms: Sequence[Form],
    *,
    all_examples: bool,
) -> Subject:
    pairs = [
        (program, snippet.warnings)
        for method, path, snippet in endpoints
        for program in programs_of(snippet, method, path, forms, all_examples=all_examples)
        if sdk.type in RUN_TYPES
    ]
    return Subject(
        f"{sdk.package} {sdk.version}",
        (sdk,),
        tuple(program for program, _ in pairs),
        tuple(warnings for _, warnings in pairs),
    )


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
    return Subject(
        str(path), sdks, (program,), ((),), notebook=tuple(cell.index for cell, _ in ours)
    )


def _call(cell: Cell) -> Provenance | None:
    """Return the record of a cell that holds a snippet's code, in Python."""
    try:
        record = read_provenance(cell.metadata)
    except ValueError:
        return None
    if not isinstance(record, Provenance) or cell.cell_type != "code":
        return None
    if record.role is not Role.CALL:
        return None
    return record if record.sdk.type == "python" else None
