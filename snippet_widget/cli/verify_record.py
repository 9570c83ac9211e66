"""Storing in the catalog what ``verify`` has seen."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from snippet_widget._version import __version__
from snippet_widget.catalog import EndpointRuns, existing_catalog
from snippet_widget.endpoints import path_key
from snippet_widget.models import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.cli.verify_subjects import VerifiedSubject
    from snippet_widget.verifying import Verification


def record(
    url: str | None, org: str | None, api: str | None, done: Sequence[VerifiedSubject]
) -> int:
    """Store the runs of published snippets; return the number of endpoints that have theirs now.

    Parameters
    ----------
    url
        The catalog's.
    org, api
        As asked for; None where the catalog has but one that fits.
    """
    return asyncio.run(_record(url, org, api, done))


async def _record(
    url: str | None, org: str | None, api: str | None, done: Sequence[VerifiedSubject]
) -> int:
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    async with existing_catalog(url) as catalog:
        apis = [
            (one.org, one.api)
            for one in await catalog.apis()
            if org in (None, one.org) and api in (None, one.api)
        ]
        if len(apis) != 1:  # it was chosen already, and is gone since
            return 0
        return sum(
            [
                await catalog.record_runs(*apis[0], one.subject.sdks[0], _runs(one, now))
                for one in done
                if one.results
            ]
        )


def _runs(done: VerifiedSubject, now: str) -> list[EndpointRuns]:
    found: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for result in done.all_results():
        found[result.method, result.path].append(_run(result, now))
    snippets = done.subject.snippets
    return [
        EndpointRuns(method, path_key(path), snippets[method, path], tuple(runs))
        for (method, path), runs in found.items()
    ]


def _run(result: Verification, now: str) -> Run:
    program = result.program
    return Run(
        client=program.client,
        example=program.example,
        form=program.form.value,
        sent=result.sent,
        failure=result.failure,
        at=now,
        by=__version__,
    )
