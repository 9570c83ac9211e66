"""``snippet-widget verify``: run snippets against a recorder, and say which requests they send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click
from rich.progress import MofNCompleteColumn

from snippet_widget.cards.visible_text import visible
from snippet_widget.cli.options import sdks_option, service_options
from snippet_widget.cli.progress_bar import ProgressBar
from snippet_widget.cli.service_client import ServiceOptions
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.cli.verify_record import record
from snippet_widget.cli.verify_report import print_json, print_table
from snippet_widget.cli.verify_subjects import (
    Selection,
    Subject,
    VerifiedSubject,
    asked_subjects,
    source_subjects,
)
from snippet_widget.endpoints import parse_endpoint, path_key
from snippet_widget.errors import (
    CatalogError,
    CatalogUnavailable,
    ConfigurationError,
    EnvironmentFailed,
    NotebookError,
    ServiceError,
    SnippetWidgetError,
    SourceError,
    Unauthorized,
    error_text,
)
from snippet_widget.plurals import counted
from snippet_widget.verifying import (
    Bounds,
    Conditions,
    Form,
    Isolation,
    available_isolation,
    verify,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.models import SdkSelector

FAILED, WRONG_USE, UNREADABLE, NO_CATALOG = 1, 2, 3, 4
"""Exit statuses, as those of ``check``."""

_STATUSES = (
    ((SourceError, NotebookError, EnvironmentFailed), UNREADABLE),
    ((CatalogError, ServiceError, CatalogUnavailable, Unauthorized), NO_CATALOG),
)
_WHERE = {
    Isolation.NAMESPACES: "network, files and processes of their own, given by the system",
    Isolation.RECORDER: "no namespaces on this system: the recorder refuses the network, which "
    "stops mistakes, not malicious code",
}


class _Limits(NamedTuple):
    """What one snippet may take, and how many run at a time."""

    bounds: Bounds
    jobs: int | None


@click.command("verify")
@click.argument("sources", nargs=-1, metavar="[SOURCE|NOTEBOOK|FOLDER]...")
@click.option("--org", metavar="ID", help="Organization, where an API is in several.")
@click.option("--api", metavar="ID", help="API, where there are several.")
@sdks_option
@click.option(
    "--endpoint",
    "endpoints",
    multiple=True,
    metavar="'METHOD /PATH'",
    help="Only this endpoint; repeatable.",
)
@click.option("--all-examples", is_flag=True, help="Also the examples after the first.")
@click.option(
    "--form",
    "form",
    type=click.Choice([*(form.value for form in Form), "all"]),
    default=Form.PROGRAM.value,
    show_default=True,
    help="The program as published; as a notebook cell; only the call, in a cell below; or the "
    "program with only the required arguments.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=Bounds.seconds,
    show_default=True,
    help="Seconds that one snippet may take.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Snippets at a time; one for each processor when left out.",
)
@click.option(
    "--allow-warned",
    is_flag=True,
    help="Exit with status 0 where only snippets with a warning fail.",
)
@click.option(
    "--record/--no-record",
    "recording",
    default=True,
    show_default=True,
    help="Store the results in the catalog that the snippets came from, for the cards to show.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@service_options
def command(  # noqa: PLR0913 - one for each option
    sources: tuple[str, ...],
    *,
    org: str | None,
    api: str | None,
    sdks: tuple[SdkSelector, ...],
    endpoints: tuple[str, ...],
    all_examples: bool,
    form: str,
    seconds: float,
    jobs: int | None,
    allow_warned: bool,
    recording: bool,
    as_json: bool,
    **service: Any,
) -> None:
    """Run snippets, and compare the first request of each with its endpoint.

    THIS RUNS CODE OF OTHERS: the snippets, and the SDK that they call, in an environment made for
    that SDK version (kept in your cache folder). Each snippet has a process of its own, with
    bounded time, memory and output, an empty home, no credentials and no network: a recorder takes
    the place of the HTTP layers, and nothing is sent. On Linux the system itself cuts it off, as
    root or with user namespaces; elsewhere the recorder alone does, which stops mistakes, not code
    that means harm. The first line says which. On Windows snippets are not run: use WSL.

    Without arguments the snippets of an API of the catalog are run, and the results stored there:
    cards say what a snippet sends, or warn that it failed. A SOURCE is one of `publish`:
    installed:NAME, pypi:NAME[==VERSION], npm:NAME[@VERSION], a wheel. Of a NOTEBOOK the cells that
    were inserted by snippet_widget are run, in their order, in one process.

    Exit status 0: all sent what they should; 1: some did not; 2: wrong use; 3: a source, notebook
    or environment could not be read or made; 4: the catalog could not be asked; 130: interrupted.

    \b
    Examples:
      snippet-widget verify --org cohere --api cohere
      snippet-widget verify --api users --endpoint "POST /v1/users" --form all
      snippet-widget verify installed:cohere
      snippet-widget verify docs/*.ipynb
    """  # noqa: D301 - click's own mark for lines to keep
    forms = list(Form) if form == "all" else [Form(form)]
    keys = [(method, path_key(path)) for method, path in map(parse_endpoint, endpoints)]
    selection = Selection(forms, all_examples, keys)
    try:
        asked = ServiceOptions(**service)
        if sources:
            subjects = source_subjects(sources, selection)
        else:
            subjects = asked_subjects(asked, (org, api), sdks, selection)
        _check_programs(subjects, endpoints)
        done = _verified(subjects, _Limits(Bounds(seconds=seconds), jobs))
        if recording and not sources and not asked.asks_others:
            record(asked.settings.catalog, org, api, done)
    except SnippetWidgetError as error:
        raise _Failure(error) from error
    (print_json if as_json else print_table)(done, available_isolation())
    raise SystemExit(_status(done, allow_warned=allow_warned))


def _check_programs(subjects: Iterable[Subject], endpoints: Sequence[str]) -> None:
    """Refuse to run nothing.

    Raises
    ------
    ConfigurationError
        There is no program, nor anything that could not be read.
    """
    if not any(subject.programs or subject.problem for subject in subjects):
        what = f" of {', '.join(endpoints)}" if endpoints else ""
        raise ConfigurationError(f"There is no snippet{what} in Python or TypeScript to run.")


def _verified(subjects: Sequence[Subject], limits: _Limits) -> list[VerifiedSubject]:
    total = sum(len(subject.programs) for subject in subjects)
    names = ", ".join(dict.fromkeys(subject.label for subject in subjects if subject.programs))
    isolation = available_isolation()
    print_line(
        f"Running code of others: {counted(total, 'snippet')} of {names}, without a "
        f"network ({_WHERE[isolation]}).",
        err=True,
    )
    with ProgressBar(total, MofNCompleteColumn()) as progress:
        return [_run(subject, isolation, limits, progress) for subject in subjects]


def _run(
    subject: Subject, isolation: Isolation, limits: _Limits, progress: ProgressBar
) -> VerifiedSubject:
    """Run the programs of one subject; what keeps them from being run is its problem."""
    done = VerifiedSubject(subject)
    if subject.problem or not subject.programs:
        return done
    progress.describe(f"preparing {subject.label}")
    try:
        environment = subject.environment()
        conditions = Conditions(environment, isolation, limits.bounds, limits.jobs)
        progress.describe(f"running {subject.label}")
        for index, verifications in verify(subject.programs, conditions):
            done.results[index] = verifications
            progress.advance()
    except EnvironmentFailed as error:
        done.problem = str(error)
    return done


def _status(done: Sequence[VerifiedSubject], *, allow_warned: bool) -> int:
    if any(subject.problem for subject in done):
        return UNREADABLE
    failed = [
        result
        for subject in done
        for result in subject.all_results()
        if result.failure and not (allow_warned and result.program.warned)
    ]
    return FAILED if failed else 0


class _Failure(click.ClickException):
    """An error of ours with the exit status that says whose it is."""

    def __init__(self, error: SnippetWidgetError) -> None:
        super().__init__(visible(error_text(error)))
        self._status = next(
            (status for kinds, status in _STATUSES if isinstance(error, kinds)), WRONG_USE
        )

    @property
    def exit_code(self) -> int:  # type: ignore[override]  # click's is an attribute
        """3, 4 or 2."""
        return self._status
