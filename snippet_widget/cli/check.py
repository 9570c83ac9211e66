"""``snippet-widget check``: whether the snippets in documents are still what is published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.catalog import require_catalog
from snippet_widget.cli.check_acceptance import Acceptance, with_accepted
from snippet_widget.cli.check_annotations import print_github, print_junit, write_summary
from snippet_widget.cli.check_pairs import (
    PairUpdates,
    note_texts_behind,
    pair_updates,
    texts_behind,
    warn_of_texts_behind,
)
from snippet_widget.cli.check_report import Report, passed_over_text, print_json, print_text
from snippet_widget.cli.check_statuses import FAILED, UNREADABLE, exit_statuses, written_files
from snippet_widget.cli.options import service_options
from snippet_widget.cli.output_files import require_output
from snippet_widget.cli.service_client import ServiceOptions, named_as_option
from snippet_widget.cli.terminal_text import print_line, warn_of_hidden
from snippet_widget.connecting import scope_of
from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.checking import Checker
from snippet_widget.documents.discovery import find_documents, leads_out
from snippet_widget.documents.file_writing import replace_text
from snippet_widget.documents.passed_over import passed_over
from snippet_widget.documents.policy import (
    DEFAULT_FAILURES,
    OUTCOMES,
    Policy,
    failures,
    read_policy,
)
from snippet_widget.documents.version_range import VersionRange
from snippet_widget.errors import NotebookError
from snippet_widget.exported_client import exported_client
from snippet_widget.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from contextlib import AbstractContextManager

    from snippet_widget.client import SnippetClient

REPORTS: Mapping[str, Callable[[Report], None]] = {
    "text": print_text,
    "json": print_json,
    "github": print_github,
    "junit": print_junit,
}


@click.command("check")
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True),
    metavar="DOCUMENT|FOLDER...",
)
@click.option("--update", is_flag=True, help="Bring documents up to date; edited cells are merged.")
@click.option("--backup", is_flag=True, help="Keep what --update rewrites, with .bak at the end.")
@click.option(
    "--accept",
    "acceptances",
    multiple=True,
    metavar="DOCUMENT[:CELL]",
    callback=lambda _, __, texts: tuple(map(Acceptance.parse, texts)),
    help="With --update: record cells that were edited by hand as edits of what is published now, "
    "their text as it stands; of a whole document those that cannot be merged. Repeatable.",
)
@click.option(
    "--fail-on",
    "fail_on",
    multiple=True,
    metavar="OUTCOMES",
    help=f"What makes the check fail: any of {', '.join(OUTCOMES)}; or none. "
    f"[default: {','.join(DEFAULT_FAILURES)}]",
)
@click.option(
    "--versions",
    multiple=True,
    metavar="'PACKAGE RANGE'",
    help="Versions that documents may hold, as in 'acme>=1,<2'; repeatable: of one package all "
    "hold, those of pyproject.toml too.",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Files and folders to leave out, as in 'drafts/*'; repeatable. Hidden folders, "
    "environments and build output (build, dist, site…) always are, unless they are named.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(REPORTS)),
    default="text",
    show_default=True,
    help="For people, for programs, annotations of GitHub Actions, or JUnit's XML.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--quiet",
    "-q",
    is_flag=True,
    help="List only cells that somebody should look at, as text; of updated ones no difference.",
)
@click.option(
    "--summary",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="GITHUB_STEP_SUMMARY",
    metavar="FILE",
    help="Append a summary in Markdown. [env: GITHUB_STEP_SUMMARY, with --format github]",
)
@click.option(
    "--export",
    "exports",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with an exported API instead, offline; repeatable.",
)
@service_options
def command(  # noqa: PLR0913 - one for each option
    paths: tuple[Path, ...],
    *,
    update: bool,
    backup: bool,
    acceptances: tuple[Acceptance, ...],
    fail_on: tuple[str, ...],
    versions: tuple[str, ...],
    exclude: tuple[str, ...],
    format_: str,
    as_json: bool,
    quiet: bool,
    summary: Path | None,
    exports: tuple[Path, ...],
    **service: Any,
) -> None:
    """Compare the snippets in documents with what is published today.

    \b
    Each cell that snippet_widget wrote is
      current   what is published,
      same      of an older SDK version, with the same text,
      newer     of an older SDK version, with another text,
      edited    changed by hand,
      gone      no longer published,
      unknown   without a record that can be understood, or
      unchecked a call of show() whose arguments are not literals.

    \b
    Exit status: 0 all is well by the policy, 1 it is not, 2 wrong use,
    3 a file cannot be read or written, 4 the catalog cannot be asked, 130 it was interrupted.
    Fail-on, versions and exclude are read from [tool.snippet-widget] in pyproject.toml, too:
    that of the folder where you are, or the nearest above it with such a table.

    \b
    A version that a call names is followed, too. To stay with one: --versions, --pin where
    the snippet is written, or "version_range": "==1.0" in the metadata of its cell,
    under snippet_widget.

    \b
    Examples:
      snippet-widget check docs
      snippet-widget check --update guide.ipynb
      snippet-widget check --update --accept guide.ipynb:4 guide.ipynb
      snippet-widget check --format github --versions 'acme<2' docs
      snippet-widget check --export users.json docs
    """  # noqa: D301 - click's own mark for lines to keep
    if acceptances and not update:
        raise click.UsageError("--accept says what --update records. Name both.")
    format_ = "json" if as_json else format_
    summary = summary if named_as_option("summary") or format_ == "github" else None
    with written_files():
        require_output(summary)
    with exit_statuses(annotated=format_ == "github"):
        policy = _policy(fail_on, versions, exclude)
        documents = find_documents(paths, policy.exclude)
        asked = ServiceOptions(**service)
        with _source(exports, asked) as client:
            checker = Checker(client, policy, scope_of(asked.url, None, None, asked.settings))
            checked = with_accepted([checker.check(path) for path in documents], acceptances)
            given = (acceptances, paths, policy.exclude)
            pairs = pair_updates(checked, checker, *given) if update else PairUpdates()
            outdated, behind = texts_behind(checked, checker, paths, policy.exclude)
            checked += [] if update else outdated
            absent = _warn_of_unpublished(checker, policy)
    ranges = map(VersionRange.parse, versions)
    _note_unused([each for each in ranges if each.name not in absent], checked)
    free = [each for each in checked if update and each.path.resolve() not in pairs.held]
    changed = [*(_not_outside(each, paths) for each in free), *pairs.texts, *pairs.problems]
    written = [_written(each, backup=backup) for each in changed]
    report = Report(
        documents=(*checked, *(each for each in written if each and each.problem)),
        updated=frozenset(each.path for each in written if each and not each.problem),
        fail_on=policy.fail_on,
        quiet=quiet,
        passed_over=passed_over(paths, policy.exclude),
    )
    REPORTS[format_](report)
    warn_of_texts_behind(pairs, report.updated)
    note_texts_behind(behind, {*report.updated, *(each.path for each in report.problems)})
    updated = (each for each in checked if each.path in report.updated)
    warn_of_hidden(code for each in updated for code in each.written_code())
    if summary:
        with written_files():
            write_summary(report, summary)
    if not documents:  # where nothing was looked at, nothing can be well
        raise click.UsageError(
            f"There is nothing to check in {', '.join(map(str, paths))}: no notebook, and no page "
            "with the marker of a snippet. Name another folder, or see what is excluded."
            f"{passed_over_text(report.passed_over)}"
        )
    raise SystemExit(UNREADABLE if report.problems else FAILED if report.failing else 0)


def _source(
    exports: tuple[Path, ...], asked: ServiceOptions
) -> AbstractContextManager[SnippetClient]:
    """Return the client to ask. A catalog that is not there is not made: it would know nothing."""
    if exports:
        return exported_client(exports)
    if not asked.asks_others:
        require_catalog(asked.settings.catalog)
    return asked.client()


def _warn_of_unpublished(checker: Checker, policy: Policy) -> Collection[str]:
    """Warn of ranges of what nobody publishes; return their packages."""
    absent = checker.unpublished(policy.versions)
    for package, alike in absent.items():
        meant = f" Is {' or '.join(alike)} meant?" if alike else ""
        print_line(
            f"Warning: the range of versions of {package} limits nothing: no SDK of that name is "
            f"published.{meant}",
            err=True,
        )
    return absent


def _note_unused(ranges: list[VersionRange], checked: list[CheckedDocument]) -> None:
    """Note which ranges of the command line no document has a snippet of, where that is known."""
    cells = [cell for document in checked for cell in document.cells]
    if not cells or any(cell.reference for cell in cells):  # a call may ask for any SDK
        return
    sdks = [cell.record.sdk for cell in cells if isinstance(cell.record, Provenance)]
    for each in ranges:
        if not any(map(each.is_for, sdks)):
            print_line(
                f"Note: the range of versions of {each.name} limits nothing here: no document has "
                "a snippet of it.",
                err=True,
            )


def _policy(
    fail_on: tuple[str, ...], versions: tuple[str, ...], exclude: tuple[str, ...]
) -> Policy:
    policy = read_policy(Path.cwd())
    ranges = tuple(map(VersionRange.parse, versions))
    return replace(
        policy,
        fail_on=failures(fail_on) if fail_on else policy.fail_on,
        versions=(*ranges, *policy.versions),
        exclude=(*policy.exclude, *exclude),
    )


def _not_outside(document: CheckedDocument, paths: tuple[Path, ...]) -> CheckedDocument:
    """Return a document, or the problem that an update would write where nobody asked it to."""
    if document.problem or not leads_out(document.path, paths) or document.updated() is None:
        return document
    return CheckedDocument(
        document.path,
        problem=f"{document.path} is a link to {document.path.resolve()}, outside of what was "
        "named, and is as it was. Name that file, or the link itself, to update it.",
    )


def _written(document: CheckedDocument, *, backup: bool) -> CheckedDocument | None:
    """Write a document's update; return what became of it, None where there was nothing to do."""
    if document.problem:
        return document
    text = document.updated()
    if text is None or document.file is None:
        return None
    try:
        replace_text(document.path, document.file.text, text, backup=backup)
    except NotebookError as error:
        return CheckedDocument(document.path, problem=str(error))
    return CheckedDocument(document.path)
