"""``publish --fail-on``: what keeps a release from being stored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.cards.visible_text import hidden_characters
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import examples_of
from snippet_widget.plurals import counted
from snippet_widget.publishing.credential_detection import can_find_credentials, found_credentials
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.publication import Publication

_COVERAGE = re.compile(r"coverage<(\d{1,3})%?")
_KINDS = {"warnings": "warning", "problems": "problem", "secrets": "secret"}
_FULL = 100


@dataclass(frozen=True)
class Finding:
    """Something that a person should look at.

    Parameters
    ----------
    kind
        ``warning``: a snippet may not work. ``problem``: something was left out. ``secret``: a
        snippet holds what looks like a real credential. ``note``: nothing is wrong.
    sdk
        ``python:acme==1.0``.
    endpoint, example
        Where, as far as that is known.
    message
        What, for people.
    file, line
        Where in the source it stands; line 0 where that means nothing.
    """

    kind: str
    sdk: str
    endpoint: str
    example: str
    message: str
    file: str = ""
    line: int = 0


def checked_conditions(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the conditions of ``--fail-on``, which may be several with commas between them.

    Raises
    ------
    ConfigurationError
        One of them does not exist, or cannot be checked here.
    """
    conditions = tuple(part.strip() for text in texts for part in text.split(","))
    for condition in conditions:
        coverage = _COVERAGE.fullmatch(condition)
        if condition not in _KINDS and (not coverage or int(coverage[1]) > _FULL):
            raise ConfigurationError(
                f"Publishing cannot fail on {condition!r}. Write warnings, problems, secrets or "
                "coverage<95."
            )
    if "secrets" in conditions and not can_find_credentials():
        raise ConfigurationError(
            "Finding secrets needs detect-secrets: pip install 'snippet-widget[publish]'."
        )
    return conditions


def findings(publications: Sequence[Publication]) -> list[Finding]:
    """Return all warnings and problems of what was read."""
    return [finding for publication in publications for finding in _findings(publication)]


def _findings(publication: Publication) -> Iterator[Finding]:
    selector = publication.sdk
    sdk = sdk_text(selector)
    for endpoint in publication.endpoints:
        for snippet in () if endpoint.full is None else examples_of(endpoint.full):
            place = (f"{endpoint.method} {endpoint.path}", snippet.example or "")
            for warning in snippet.warnings:
                yield Finding("warning", sdk, *place, warning)
            for client, source in snippet.sources.items():
                for found in found_credentials(source):
                    message = f"Line {found.line} of its {client} looks like a real {found.kind}."
                    yield Finding("secret", sdk, *place, message)
    yield from hidden_in(publication)
    for problem in publication.problems:
        kind = "note" if problem.note else "problem"
        where = (problem.message, problem.file, problem.line)
        yield Finding(kind, sdk, problem.endpoint, "", *where)


def hidden_in(publication: Publication) -> Iterator[Finding]:
    """Yield a warning for each source with characters that its reader does not see."""
    for endpoint in publication.endpoints:
        for snippet in () if endpoint.full is None else examples_of(endpoint.full):
            place = (f"{endpoint.method} {endpoint.path}", snippet.example or "")
            for client, source in snippet.sources.items():
                if hidden := hidden_characters(source):
                    message = (
                        f"Its {client} has characters that are not seen, or that turn the "
                        f"direction of text: {' '.join(hidden)}."
                    )
                    yield Finding("warning", sdk_text(publication.sdk), *place, message)


def failures(
    publications: Sequence[Publication], found: Sequence[Finding], conditions: Sequence[str]
) -> list[str]:
    """Return a sentence for each condition that is met."""
    failed: list[str] = []
    for condition in conditions:
        coverage = _COVERAGE.fullmatch(condition)
        if coverage:
            failed += _uncovered(publications, int(coverage[1]))
        elif number := sum(finding.kind == _KINDS[condition] for finding in found):
            failed.append(f"{number} {condition if number > 1 else _KINDS[condition]}")
    return failed


def _uncovered(publications: Sequence[Publication], least: int) -> Iterator[str]:
    for publication in publications:
        covered = sum(endpoint.full is not None for endpoint in publication.endpoints)
        percent = _FULL * covered / max(len(publication.endpoints), 1)
        if percent < least:
            yield (
                f"{publication.sdk.package} has snippets of {covered} of "
                f"{counted(len(publication.endpoints), 'endpoint')} ({percent:.0f}%, {least}% are "
                "required)"
            )
