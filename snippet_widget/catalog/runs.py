"""What running snippets has shown, in the stored snippets: put in, and kept while it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.snippet_wire import snippet_from_json, snippet_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from snippet_widget.catalog.records import EndpointRuns
    from snippet_widget.models import Run, Snippet

_Texts = tuple[str | None, str | None]
_MARK = '"verified":'
_ENDPOINT_LEVEL = "endpoint"


def with_stored_runs(stored: str | None, text: str | None) -> str | None:
    """Return a text that is published again, with the runs of the stored one if it is the same."""
    if stored is None or text is None or _MARK not in stored:
        return text
    return stored if without_runs(stored) == text else text


def without_runs(text: str | None) -> str | None:
    """Return a stored text as it was published."""
    if text is None or _MARK not in text:
        return text
    return snippet_to_json(msgspec.structs.replace(snippet_from_json(text), verified=()))


def recorded(
    stored: Mapping[tuple[str, str], tuple[str, _Texts]], found: Iterable[EndpointRuns]
) -> dict[tuple[str, str], _Texts]:
    """Return the texts of the endpoints whose snippets are those that were run.

    Parameters
    ----------
    stored
        Path and texts by method and path key.
    found
        What was run, and what that has shown.
    """
    changed: dict[tuple[str, str], _Texts] = {}
    for one in found:
        key = (one.method, one.path_key)
        _, (full, short) = stored.get(key, ("", (None, None)))
        if full is not None and _same_sources(snippet_from_json(full), one.snippet):
            level = [run for run in one.runs if run.form == _ENDPOINT_LEVEL]
            changed[key] = (
                _with_runs(full, one.runs),
                None if short is None else _with_runs(short, level),
            )
    return changed


def _same_sources(stored: Snippet, run: Snippet) -> bool:
    examples = [[example.sources for example in one.examples] for one in (stored, run)]
    return stored.sources == run.sources and examples[0] == examples[1]


def _with_runs(text: str, runs: Sequence[Run]) -> str:
    """Add runs; one of the same source in the same form takes the place of an earlier."""
    snippet = snippet_from_json(text)
    known = {(run.client, run.example, run.form): run for run in (*snippet.verified, *runs)}
    return snippet_to_json(msgspec.structs.replace(snippet, verified=tuple(known.values())))
