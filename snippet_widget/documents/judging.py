"""How the cells of a document are judged: the verdict on each, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from snippet_widget.cards.python_credentials import earlier_forms
from snippet_widget.cards.sdk_compatibility import install_line
from snippet_widget.cards.visible_text import visible_line
from snippet_widget.documents.absence import Absence
from snippet_widget.documents.checked_cell import (
    CheckedCell,
    PublishedContent,
    Verdict,
    is_older,
    sdk_label,
)
from snippet_widget.documents.conflict_marks import left_over_mark
from snippet_widget.documents.generated_cell import cell_key
from snippet_widget.documents.generated_notebook import caption
from snippet_widget.documents.limited_cells import with_limit_of_call
from snippet_widget.documents.merge_result import Merge
from snippet_widget.documents.published_snippets import NOT_FOUND, UNDECIDED, Problem
from snippet_widget.documents.withdrawal_remarks import without_withdrawal
from snippet_widget.errors import (
    ApiNotFound,
    BodyTooLarge,
    OrgNotFound,
)
from snippet_widget.plurals import counted
from snippet_widget.provenance import (
    METADATA_KEY,
    Passage,
    Provenance,
    Role,
    digest,
    provenance,
    unpacked,
)
from snippet_widget.syntax.python import compile_error

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.cards.content import CardContent
    from snippet_widget.documents.limited_cells import Limits
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.documents.regenerated_document import RegeneratedDocument
    from snippet_widget.models import SdkSelector


@dataclass
class Judge:
    """Judges the cells of one document.

    Parameters
    ----------
    published, versions
        What is compared with, and in which versions.
    path
        The document's, as it is named in a command.
    regenerated
        The document as it would be written now.
    limits
        Ranges of versions to which calls are limited, which their captions follow.
    """

    published: PublishedSnippets
    versions: PublishedVersions
    path: Path
    regenerated: RegeneratedDocument
    limits: Limits

    @property
    def _absence(self) -> Absence:
        return Absence(self.published, self.versions, self.regenerated)

    def judge(self, cell: Cell, record: Provenance | Passage) -> CheckedCell:
        """Return what is to be said of a cell, and of the version that it holds."""
        found = self._judged(cell, record)
        if isinstance(record, Passage) or found.verdict is Verdict.UNKNOWN:
            return found
        status, sentence = self.versions.withdrawal(record)
        remarks = (sentence, found.detail, self.versions.outside(record))
        detail = " ".join(filter(None, remarks))
        return replace(found, detail=detail, status=status or found.status)

    def _judged(self, cell: Cell, record: Provenance | Passage) -> CheckedCell:
        try:
            newest = self._newest(record)
        except UNDECIDED as problem:
            return CheckedCell(cell, Verdict.UNKNOWN, record, with_candidates(problem))
        except NOT_FOUND as problem:
            return CheckedCell(cell, Verdict.GONE, record, self._absence.detail(record, problem))
        if newest is None:
            return CheckedCell(cell, Verdict.GONE, record, self._absence.detail(record))
        return self._compared(cell, record, newest)

    def _compared(
        self, cell: Cell, record: Provenance | Passage, newest: PublishedContent
    ) -> CheckedCell:
        # A cell of before is as good without what is said of its variables.
        same = {digest(each) for each in (newest.source, *earlier_forms(newest.source))}
        outdated = record.digest not in same
        moved = isinstance(record, Provenance) and newest.sdk != record.sdk
        found = CheckedCell(
            cell,
            Verdict.CURRENT,
            record,
            newest=newest if outdated or moved else None,
            outdated=outdated,
        )
        if found.is_edited:
            return (
                self._edited(found, newest) if outdated else replace(found, verdict=Verdict.EDITED)
            )
        if outdated and not moved and _differs_in_withdrawal(cell, record, newest):
            return replace(found, detail=self._withdrawal_detail(record))
        if outdated:
            return replace(found, verdict=Verdict.NEWER, detail=self._newer_detail(record, newest))
        return replace(found, verdict=Verdict.SAME) if moved else found

    def _edited(self, found: CheckedCell, newest: PublishedContent) -> CheckedCell:
        """Merge what somebody made of a cell with what is published now, where that can be."""
        record, cell = found.record, found.cell
        if record is None:
            return found
        old = self._original(record)
        detail = self._newer_detail(record, newest)
        found = replace(found, verdict=Verdict.EDITED)
        from snippet_widget.documents.followed_versions import (  # noqa: PLC0415 - as below
            names_no_version,
            refused,
        )

        if names_no_version(record, cell.source, (old or "", newest.source)):
            return replace(found, newest=None, outdated=False)  # its author has given them up
        if old is None:
            return replace(
                found,
                detail=f"{detail} It cannot be merged: the text that was edited is neither "
                "recorded nor published any more. Insert the snippet again, or publish the old "
                f"version too. {self._acceptance(cell)}",
            )
        if requirement := refused(record, cell.source, newest):
            return replace(
                found,
                detail=f"{detail} `{visible_line(requirement)}` excludes it: change that by hand. "
                f"{self._acceptance(cell)}",
            )
        if mark := visible_line(_left_over_mark(cell, record, newest)):
            return replace(
                found,
                conflict_mark=mark,
                detail=f"{detail} It has a line `{mark}`, left over from a conflict: "
                "it is not recorded before somebody removes such lines.",
            )
        return self._merged(replace(found, detail=detail), old, newest)

    def _merged(self, found: CheckedCell, old: str, newest: PublishedContent) -> CheckedCell:
        """Return an edited cell with both changes, or what stands against that."""
        # Few cells are edited: what merges is loaded for them.
        from snippet_widget.documents.conflict_resolution import is_resolved  # noqa: PLC0415
        from snippet_widget.documents.followed_versions import following  # noqa: PLC0415
        from snippet_widget.documents.three_way_merge import merge  # noqa: PLC0415

        record, cell, detail = found.record, found.cell, found.detail
        before = sdk_label(record.sdk) if isinstance(record, Provenance) else "written"
        yours = cell.source.replace("\r\n", "\n")
        names = (before, "yours", newest.version)
        merged = merge(*following(record, old, yours, newest), newest.source, names)
        if merged.conflicts:
            merged = merge(old, yours, newest.source, names)
        breaks = cell.cell_type == "code" and _breaks(yours, merged.text)
        if (merged.conflicts or breaks) and is_resolved(old, yours, newest.source):
            merged, breaks = Merge(yours, conflicts=0), False
        if merged.conflicts:
            places = counted(merged.conflicts, "place")
            detail = (
                f"{detail} It was edited in the same lines, in {places}: resolve it by hand. Then "
                f"`check --update` records it. {self._acceptance(cell)}"
            )
        elif breaks:
            detail = f"{detail} Merged, it would not be valid Python. {self._acceptance(cell)}"
            return replace(found, detail=detail)
        elif merged.text == yours and isinstance(record, Passage) and record.role is Role.TITLE:
            # what its author wrote of the versions is true already: an update records that
            return replace(found, detail="", merged=merged, outdated=False)
        elif merged.text == yours:
            detail = f"{detail} What it changed is in the text already; an update records that."
        return replace(found, detail=detail, merged=merged)

    def _acceptance(self, cell: Cell) -> str:
        """Return how to say that a cell is right where that cannot be seen."""
        import shlex  # noqa: PLC0415 - as above

        named = shlex.join((f"{self.path}:{cell.index + 1}", str(self.path)))
        return f"Is it right as it stands? `check --update --accept {named}` says so."

    def _original(self, record: Provenance | Passage) -> str | None:
        """Return the text that was inserted: as recorded, else as it is published."""
        text = unpacked(record.original)
        if text is None and isinstance(record, Provenance):
            snippet = self.published.recorded(record)
            card = self.published.card(snippet, record) if snippet else None
            text = self._source(record, card)
        if text is None or digest(text) != record.digest:
            return None
        return text.replace("\r\n", "\n")  # as the cell's is read

    def _newest(self, record: Provenance | Passage) -> PublishedContent | None:
        generated = self.regenerated.by_key.get(cell_key(record))
        if isinstance(record, Passage):
            if self.regenerated.problem is not None:
                raise self.regenerated.problem
            return PublishedContent(generated.source, generated.record) if generated else None
        if record.role is Role.INSTALL:
            if not self.published.has_package(record):
                return None
            sdk = self.versions.newest_sdk(record)
            line = install_line(sdk.package or "", sdk.version or "")
            return _moved(record, sdk, line) if line else None
        snippet = self.versions.newest_snippet(with_limit_of_call(record, self.limits))
        card = self.published.card(snippet, record) if snippet else None
        text = self._source(record, card)
        return _moved(record, card.sdk, text) if card and text is not None else None

    @staticmethod
    def _source(record: Provenance, card: CardContent | None) -> str | None:
        if card is None:
            return None
        return caption(card) if record.role is Role.CAPTION else card.cell_source

    def _newer_detail(self, record: Provenance | Passage, newest: PublishedContent) -> str:
        if isinstance(record, Passage) or newest.sdk is None:
            return "It would be written differently now."
        if newest.sdk.version == record.sdk.version:
            return (
                f"{sdk_label(newest.sdk)} has another text than was inserted: it was published "
                "again, or the record was changed by hand."
            )
        older = is_older(newest.sdk, record.sdk)
        allowed = self.versions.allowed(record.sdk, record.version_range)
        limited = (
            f"is the newest in the range {allowed}" if allowed else "is the newest that is offered"
        )
        published = f"{sdk_label(newest.sdk)} {limited if older else 'is published'}."
        if record.role is not Role.CALL:
            return published
        old, new = (
            self.published.recorded(record),
            self.published.at(record, newest.sdk.version or ""),
        )
        if old and new and old.call and new.call and old.call != new.call:
            return f"{published} {old.call} is {'' if older else 'now '}{new.call}."
        return published

    def _withdrawal_detail(self, record: Provenance | Passage) -> str:
        if isinstance(record, Provenance) and self.versions.withdrawal(record)[0]:
            return "An update has its caption say so."
        return "It is withdrawn no more; an update has its caption say so."


def _differs_in_withdrawal(
    cell: Cell, record: Provenance | Passage, newest: PublishedContent
) -> bool:
    """Tell whether a caption differs only by what it says of a version's withdrawal."""
    return record.role is Role.CAPTION and without_withdrawal(cell.source) == without_withdrawal(
        newest.source
    )


def _moved(record: Provenance, sdk: SdkSelector, source: str) -> PublishedContent:
    """Return a record's cell with another version and text."""
    fields = provenance(source, record.origin)[METADATA_KEY]
    return PublishedContent(
        source, {**fields, "sdk": {**fields["sdk"], "version": sdk.version}}, sdk
    )


def _left_over_mark(cell: Cell, record: Provenance | Passage, newest: PublishedContent) -> str:
    text = cell.source.replace("\r\n", "\n")
    is_prose = isinstance(record, Passage) or record.role is Role.CAPTION
    # seven equals signs may stand in a string of a program
    divided = not is_prose and (cell.cell_type != "code" or compile_error(text) is not None)
    return left_over_mark(text, newest.source, divided=divided)


def _breaks(yours: str, merged: str) -> bool:
    return compile_error(yours) is None and compile_error(merged) is not None


def with_candidates(problem: Problem) -> str:
    """Return what a problem says, with what could have been meant."""
    if isinstance(problem, BodyTooLarge):
        return (
            "It names what is longer than a service reads. Correct it, or insert the snippet again."
        )
    hint = (
        " Is the right catalog asked (--catalog, --url, --export)?"
        if isinstance(problem, (ApiNotFound, OrgNotFound))
        else ""
    )
    return f"{problem}{hint}"
