"""What was found about one cell, and what an update makes of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.merge_result import Merge
from snippet_widget.provenance import METADATA_KEY, Provenance, digest, unpacked
from snippet_widget.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import Passage


_SHOWN = ("data", "text/markdown")
"""Where a stored output has its snippets as text."""


class Verdict(str, enum.Enum):
    """What is to be said of a cell."""

    CURRENT = "current"
    """It holds what is published."""
    SAME = "same"
    """A newer SDK version is published, with the same text."""
    NEWER = "newer"
    """A newer SDK version, or another text for the same version, is published."""
    EDITED = "edited"
    """Somebody has changed the text since it was inserted."""
    GONE = "gone"
    """The service has no such snippet any more."""
    UNKNOWN = "unknown"
    """Its record cannot be understood, or several APIs could be meant."""
    UNCHECKED = "unchecked"
    """What it asks for is known only when it runs, or its kind of document is not followed."""


@dataclass(frozen=True)
class PublishedContent:
    """What a cell would hold if it were inserted now.

    Parameters
    ----------
    source
        Its text.
    fields
        Its record.
    sdk
        The SDK with its version; None for headings and titles, which may speak of several.
    """

    source: str
    fields: Mapping[str, Any]
    sdk: SdkSelector | None = None

    @property
    def version(self) -> str:
        """For people: ``acme 2.0``, or ``now``."""
        return sdk_label(self.sdk) if self.sdk else "now"


@dataclass(frozen=True)
class CheckedCell:
    """One cell with a record, and what was found about it.

    Parameters
    ----------
    cell
        As it is in the file.
    verdict
        What was found.
    record
        The cell's; None where it cannot be read.
    detail
        Why, for people; empty where the verdict says it all.
    newest
        What would be inserted today; None where there is nothing, or nothing newer.
    outdated
        Another text is published than the one that was inserted.
    merged
        Of an edited cell that is outdated: its text with both changes.
    conflict_mark
        A line of it that marks a conflict, left over: then nothing of it is recorded.
    removable
        An update takes it out of its document, with the endpoint that is gone.
    reference, values
        Of a cell that names an endpoint: what it asks for, and what an update would change.
    status
        ``yanked`` or ``deprecated``: what became of the SDK version that it holds.
    follows_older
        Of a title or heading, or a stored output: its snippets go to an older version.
    """

    cell: Cell
    verdict: Verdict
    record: Provenance | Passage | None = None
    detail: str = ""
    newest: PublishedContent | None = None
    outdated: bool = False
    merged: Merge | None = None
    conflict_mark: str = ""
    removable: bool = False
    reference: str = ""
    values: Mapping[tuple[str | int, ...], Any] = field(default_factory=dict)
    status: str = ""
    follows_older: bool = False

    @property
    def outcome(self) -> str:
        """The name by which a policy speaks of it: the verdict, or ``edited-outdated``."""
        edited = self.verdict is Verdict.EDITED
        return "edited-outdated" if edited and self.outdated else self.verdict.value

    @property
    def is_downgrade(self) -> bool:
        """Whether an older SDK version applies, the newest in its range as a rule."""
        if not isinstance(self.record, Provenance) or self.newest is None:
            return self.follows_older
        return is_older(self.newest.sdk, self.record.sdk)

    @property
    def updatable(self) -> bool:
        """Whether an update brings it up to date."""
        return self.removable or bool(self.update)

    @property
    def diff(self) -> str:
        """What an update would change, as a unified diff; of a conflict all three texts."""
        from snippet_widget.cards.difference import (  # noqa: PLC0415 - of what has changed alone
            unified_diff,
        )

        if self.values:
            changes = [("cell", self.cell.source, self.values.get(("source",)))]
            for place, output in enumerate(self.cell.outputs):
                if new := self.values.get(("outputs", place, *_SHOWN)):
                    stored = "".join(output["data"][_SHOWN[-1]])
                    changes.append(("stored output", stored, new))
            found = (unified_diff((n, old), ("now", new)) for n, old, new in changes if new)
            return "\n".join(filter(None, found))
        if self.newest is None or self.record is None or not self.outdated:
            return ""
        if self.merged is not None and self.merged.conflicts:
            return self.merged.text
        old = sdk_label(self.record.sdk) if isinstance(self.record, Provenance) else "written"
        text = self.merged.text if self.merged else self.newest.source
        return unified_diff((old, self.cell.source), (self.newest.version, text))

    @property
    def update(self) -> Mapping[tuple[str | int, ...], Any]:
        """New values of the cell by their keys in it; none where it stays as it is."""
        if self.values:
            return self.values
        if self.newest is None or (self.outdated and self._stays):
            return {}
        fields = self._record_update(self.newest)
        if not self.outdated:
            return fields
        text = self.merged.text if self.merged else self.newest.source
        if text == self._text:
            return fields
        return {**fields, ("source",): text, ("outputs",): [], ("execution_count",): None}

    def _record_update(self, newest: PublishedContent) -> dict[tuple[str | int, ...], Any]:
        if not self.cell.recorded:
            return {("metadata",): {**self.cell.metadata, METADATA_KEY: dict(newest.fields)}}
        return {("metadata", METADATA_KEY, *key): value for key, value in _flat(newest)}

    @property
    def _stays(self) -> bool:
        """Whether both sides changed the same lines, or the old text is not known."""
        edited = self.verdict is Verdict.EDITED
        return edited and (self.merged is None or bool(self.merged.conflicts))

    @property
    def is_edited(self) -> bool:
        """Whether the text is not the one that was inserted."""
        if self.record is None:
            return False
        if digest(self._text) == self.record.digest:
            return False
        # an earlier version recorded the line ends of a vendor on Windows
        inserted = unpacked(self.record.original) or ""
        alike = "\r" in inserted and inserted.replace("\r\n", "\n") == self._text
        return not alike or digest(inserted) != self.record.digest

    @property
    def is_recorded_alone(self) -> bool:
        """Whether an update changes the record and not the text, which somebody has merged."""
        return self.merged is not None and self.merged.text == self._text

    def accepted(self) -> CheckedCell:
        """Return an outdated cell as one whose text is right as it stands."""
        sdk = self.newest.sdk if self.newest else None
        base = sdk_label(sdk) if sdk else "what would be written now"
        detail = f"Its text is accepted as an edit of {base}."
        return replace(self, merged=Merge(self._text, conflicts=0), detail=detail)

    @property
    def _text(self) -> str:
        return self.cell.source.replace("\r\n", "\n")  # whatever its line ends


def _flat(newest: PublishedContent) -> list[tuple[tuple[str, ...], Any]]:
    """Return a record's values by their keys, those of its SDK apart."""
    sdk = newest.fields.get("sdk", {})
    return [
        *(((name,), value) for name, value in newest.fields.items() if name != "sdk"),
        *((("sdk", name), value) for name, value in sdk.items()),
    ]


def is_older(sdk: SdkSelector | None, other: SdkSelector) -> bool:
    """Tell whether an SDK's version comes before that of another."""
    versions = (sdk.version if sdk else None, other.version)
    old, new = (version_key(other.type, each) if each else None for each in versions)
    return old is not None and new is not None and old < new


def sdk_label(sdk: SdkSelector) -> str:
    """Return an SDK for people: ``acme 2.0``."""
    return f"{sdk.package} {sdk.version}"
