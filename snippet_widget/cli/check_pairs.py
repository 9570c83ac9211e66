"""What ``check --update`` does with notebooks that Jupytext pairs with texts: all files, or none.

Jupytext takes the file that was saved last. Where the others hold something else, an update of
one would lose it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snippet_widget.cli.check_acceptance import as_accepted_in
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.discovery import has_records, is_left_out, is_text_outside
from snippet_widget.documents.file_writing import require_replaceable
from snippet_widget.documents.jupytext_pairs import declared_texts
from snippet_widget.documents.paired_document import PairedDocument
from snippet_widget.documents.text_markers import NOTEBOOK, suffix_of
from snippet_widget.documents.unread_text import UnreadText
from snippet_widget.errors import NotebookError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from snippet_widget.cli.check_acceptance import Acceptance
    from snippet_widget.documents.checking import Checker


@dataclass
class PairUpdates:
    """What becomes of the files of pairs.

    Parameters
    ----------
    held
        Resolved paths of files that stay as they are, or are written after their notebooks.
    problems
        Why files stay.
    texts
        Those to write after their notebooks: of a pair Jupytext takes what was saved last.
    behind
        Those that stay though their notebooks are written.
    """

    held: set[Path] = field(default_factory=set)
    problems: list[CheckedDocument] = field(default_factory=list)
    texts: list[CheckedDocument] = field(default_factory=list)
    behind: list[UnreadText] = field(default_factory=list)

    def hold(self, notebook: CheckedDocument, text: Path) -> None:
        """Leave a notebook and its text as they are: the text is not among what was named."""
        self.held |= {notebook.path.resolve(), text.resolve()}
        if notebook.updated() is not None:
            problem = (
                f"{text}, which Jupytext pairs with {notebook.path}, is {text.resolve()}, outside "
                "of what was named: both are as they were. Name that file, too, to update them."
            )
            self.problems.append(CheckedDocument(text, problem=problem))

    def add(self, notebook: CheckedDocument, pairs: list[PairedDocument | UnreadText]) -> None:
        """Add a notebook with all its texts."""
        read = [each for each in pairs if isinstance(each, PairedDocument)]
        unread = [each for each in pairs if isinstance(each, UnreadText)]
        self.held |= {each.text.path.resolve() for each in read}
        self.held |= {each.path.resolve() for each in unread}
        problems = [each.out_of_step for each in read if not each.is_in_step]
        if notebook.updated() is not None:
            problems += [each.text for each in read if each.text.problem]
            problems += [each.ahead for each in unread if each.is_ahead]
            problems = problems or _unwritable(notebook, read)
        if problems:
            self.held.add(notebook.path.resolve())
            self.problems += problems
            return
        self.texts += [each.text for each in read]
        self.behind += unread

    def add_text(self, text: CheckedDocument, notebook: CheckedDocument | None) -> None:
        """Add a text that is updated without its notebook, if it has one."""
        pair = PairedDocument(notebook, text) if notebook else None
        if pair and not pair.is_in_step:
            self.held.add(text.path.resolve())
            self.problems.append(pair.out_of_step)


def pair_updates(
    checked: Sequence[CheckedDocument],
    checker: Checker,
    acceptances: Sequence[Acceptance],
    paths: Sequence[Path],
    exclude: Sequence[str],
) -> PairUpdates:
    """Say what becomes of the pairs that the notebooks among the documents declare.

    Parameters
    ----------
    checked, checker
        The documents, and what checked them.
    acceptances
        What is accepted of them.
    paths, exclude
        What was named, and what is left out below it: texts as well.
    """
    updates = PairUpdates()
    given = {document.path.resolve(): document.path for document in checked}
    for notebook in filter(_is_notebook, checked):
        declared = _declared(notebook)
        outside = [path for path in declared if is_text_outside(path, notebook.path, paths)]
        if outside:
            updates.hold(notebook, outside[0])
            continue
        pairs: list[PairedDocument | UnreadText] = []
        for path in declared:
            resolved = path.resolve()
            pair = None
            if resolved in given or not is_left_out(path, paths, exclude):
                pair = _followed(notebook, given.get(resolved, path), checker, acceptances)
            pairs.append(pair or UnreadText(notebook, path))
        updates.add(notebook, pairs)
    for text in checked:
        if text.path.resolve() not in updates.held and text.updated() is not None:
            updates.add_text(text, _notebook_beside(text, checker))
    return updates


def texts_behind(
    checked: Sequence[CheckedDocument],
    checker: Checker,
    paths: Sequence[Path],
    exclude: Sequence[str],
) -> tuple[list[CheckedDocument], list[UnreadText]]:
    """Return the texts, of notebooks that are up to date, which are not: with records and without.

    They are no documents of their own, and a synchronization may never have followed an update.
    """
    read, unread = [], []
    given = {document.path.resolve() for document in checked}
    for notebook in filter(_is_notebook, checked):
        for path in _declared(notebook):
            outside = is_text_outside(path, notebook.path, paths)
            if path.resolve() in given or outside or is_left_out(path, paths, exclude):
                continue
            pair = _followed(notebook, path, checker)
            if pair is None:
                unread.append(UnreadText(notebook, path))
            elif pair.is_text_behind:
                read.append(pair.text)
    return read, [each for each in unread if each.behind]


def _is_notebook(document: CheckedDocument) -> bool:
    return document.file is not None and suffix_of(document.path) == NOTEBOOK


def _declared(notebook: CheckedDocument) -> list[Path]:
    return declared_texts(notebook.path, notebook.file.metadata) if notebook.file else []


def _followed(
    notebook: CheckedDocument,
    path: Path,
    checker: Checker,
    acceptances: Sequence[Acceptance] = (),
) -> PairedDocument | None:
    """Return a notebook with a text that has its records; None with any other."""
    if not has_records(path):
        return None
    text = checker.check(path, notebook=notebook)
    pair = PairedDocument(notebook, _accepted(notebook, text, acceptances))
    return pair if pair.follows else None


def _notebook_beside(text: CheckedDocument, checker: Checker) -> CheckedDocument | None:
    """Return the notebook that a text is paired with, and that nobody named."""
    path = text.path.with_suffix(NOTEBOOK)
    if suffix_of(text.path) == NOTEBOOK or not path.is_file():
        return None
    notebook = checker.check(path)
    declares = notebook.file and text.path in declared_texts(path, notebook.file.metadata)
    return notebook if declares else None


def warn_of_texts_behind(updates: PairUpdates, updated: Collection[Path]) -> None:
    """Say which texts an update has not written, and what brings them in step."""
    for each in updates.behind:
        if each.notebook.path in updated:
            print_line(
                f"{each.path} is as it was: run `jupytext --sync {each.notebook.path}`, which "
                "brings it in step with the notebook.",
                err=True,
            )


def note_texts_behind(behind: Sequence[UnreadText], told: Collection[Path]) -> None:
    """Note which texts lack what their notebooks have, but for files of which more was told."""
    for each in behind:
        if each.notebook.path not in told and each.path not in told:
            print_line(f"Note: {each.behind}", err=True)


def _accepted(
    notebook: CheckedDocument, text: CheckedDocument, acceptances: Sequence[Acceptance]
) -> CheckedDocument:
    """Return a text with what is accepted of its notebook, and of itself."""
    text = as_accepted_in(notebook, text)
    for each in acceptances:
        if each.path.resolve() == text.path.resolve():
            text = each.applied(text)
    return text


def _unwritable(
    notebook: CheckedDocument, pairs: Sequence[PairedDocument]
) -> list[CheckedDocument]:
    """Return the files of a pair that could not be written: then none of them is."""
    found = []
    for each in (notebook, *(pair.text for pair in pairs)):
        if each.file is None or each.updated() is None:
            continue
        try:
            require_replaceable(each.path, each.file.text)
        except NotebookError as error:
            stays = "what Jupytext pairs with it stays as it is, too"
            found.append(CheckedDocument(each.path, problem=f"{error} Until then {stays}."))
    return found
