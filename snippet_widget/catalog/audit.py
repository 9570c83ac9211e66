"""Who changed what in a catalog, when and from where: the same for all stores."""

from __future__ import annotations

import enum
import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snippet_widget.plurals import counted
from snippet_widget.sdk_selector import sdk_text
from snippet_widget.timestamps import instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog.records import Grant, PublishReport, SdkStatus
    from snippet_widget.models import SdkSelector


class Action(str, enum.Enum):
    """What somebody did."""

    PUBLISH = "publish"
    """An SDK version that was not there."""
    CHANGE = "change"
    """One that was: its endpoints or their snippets."""
    VERIFY = "verify"
    """Recorded what running its snippets has shown."""
    YANK = "yank"
    DEPRECATE = "deprecate"
    REINSTATE = "reinstate"
    """Took yanking or deprecation back."""
    UNPUBLISH = "unpublish"
    RENAME = "rename"
    """An organization, an API or a package; `subject` has the name before."""
    TOKEN_CREATE = "token-create"  # noqa: S105 - no password
    TOKEN_EXPIRE = "token-expire"  # noqa: S105
    TOKEN_REVOKE = "token-revoke"  # noqa: S105


@dataclass(frozen=True)
class Actor:
    """Who changes a catalog.

    Parameters
    ----------
    name
        ``token 1a2b3c4d`` of a service's caller, else the names of user and machine.
    address
        Where a service's caller is; empty for a command.
    request
        What tells a repeated request from another one; empty where nothing does.
    """

    name: str
    address: str = ""
    request: str = ""


@dataclass(frozen=True)
class Change:
    """One thing that was done.

    Parameters
    ----------
    org, api
        Where; of a token the only organization that it covers, else empty.
    subject
        ``python:acme==1.0`` or the id of a token.
    detail
        More, for people.
    """

    action: Action
    subject: str
    detail: str = ""
    org: str = ""
    api: str = ""


@dataclass(frozen=True)
class AuditEntry:
    """A change as it is recorded.

    Parameters
    ----------
    at
        Seconds since the epoch.
    actor, address
        As in `Actor`.
    """

    at: int
    change: Change
    actor: str
    address: str


def entry_of(
    row: Sequence[Any], label: str | None = None, only_org: str | None = None
) -> AuditEntry:
    """Return an entry from the columns of its row.

    Parameters
    ----------
    label
        That of the token that was changed; the row of its creation has it already.
    only_org
        The organization of that token; None where it covers several, or all.
    """
    at, action, org, api, subject, detail, actor, address = row
    if label and action in (Action.TOKEN_EXPIRE.value, Action.TOKEN_REVOKE.value):
        detail = f"{detail}, {label}" if detail else label
    return AuditEntry(
        at, Change(Action(action), subject, detail, org or only_org or "", api), actor, address
    )


def process_actor() -> Actor:
    """Return who runs this process, as the system knows them."""
    return Actor(f"{_user()}@{socket.gethostname()}")


def _user() -> str:
    try:
        import pwd  # noqa: PLC0415 - not on every system

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):  # a user id without a name, in a container say
        return str(os.getuid()) if hasattr(os, "getuid") else "unknown"


def publications_of(reports: Sequence[PublishReport]) -> list[Change]:
    """Return what a publication changed; a version that was there and is the same is no change."""
    return [
        Change(
            Action.CHANGE if report.replaced else Action.PUBLISH,
            sdk_text(report.sdk),
            _numbers(report),
            report.org,
            report.api,
        )
        for report in reports
        if not report.replaced or report.added or report.changed or report.removed
    ]


def verification(org: str, api: str, sdk: SdkSelector, count: int) -> Change | None:
    """Return what recording runs changed, if anything."""
    detail = counted(count, "endpoint")
    return Change(Action.VERIFY, sdk_text(sdk), detail, org, api) if count else None


def withdrawal(org: str, api: str, sdk: SdkSelector, status: SdkStatus, reason: str) -> Change:
    """Return what writing an SDK version's status means."""
    actions = {"yanked": Action.YANK, "deprecated": Action.DEPRECATE}
    action = actions.get(status.value, Action.REINSTATE)
    return Change(action, sdk_text(sdk), reason, org, api)


def removal(org: str, api: str, sdk: SdkSelector, count: int | None) -> Change | None:
    """Return what removing an SDK version changed; None: it was not there."""
    if count is None:
        return None
    return Change(Action.UNPUBLISH, sdk_text(sdk), counted(count, "endpoint"), org, api)


def renaming(what: str, new: str, org: str, api: str = "") -> Change:
    """Return that something has another name, in an organization and API as they are called now."""
    return Change(Action.RENAME, what, f"to {new}", org, api)


_REPLACED_BY = "replaced by "


def expiry(token_id: str, at: int, replacement: str) -> Change:
    """Return that a token is to end, as another replaces it."""
    detail = f"{_REPLACED_BY}{replacement}, at {instant(at)}"
    return Change(Action.TOKEN_EXPIRE, token_id, detail)


def replacement_in(detail: str) -> str:
    """Return the id of the token in the place of another, of what `expiry` says."""
    return detail.removeprefix(_REPLACED_BY).partition(",")[0]


def _numbers(report: PublishReport) -> str:
    if not report.replaced:
        return f"{counted(report.endpoints, 'endpoint')}, {counted(report.snippets, 'snippet')}"
    counts = ((report.added, "added"), (report.changed, "changed"), (report.removed, "removed"))
    return ", ".join(f"{counted(len(names), 'endpoint')} {verb}" for names, verb in counts if names)


def uses_of(*, write: bool, admin: bool) -> str:
    """Return what a token may do: ``read``, or what it may do besides."""
    return "+".join(["write"] * write + ["admin"] * admin) or "read"


def of_grant(grant: Grant, label: str) -> str:
    """Return what a new token allows, for people."""
    may = uses_of(write=grant.write, admin=grant.admin)
    orgs = "all organizations" if grant.organizations is None else sorted(grant.organizations)
    covered = orgs if isinstance(orgs, str) else ", ".join(orgs)
    return f"{may}, {covered}" + (f", {label}" if label else "")
