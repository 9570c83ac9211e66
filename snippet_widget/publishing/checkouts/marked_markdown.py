"""Examples in Markdown, each marked with its endpoint.

Speakeasy's generators mark those of an SDK's ``docs`` so, in every language::

    <!-- UsageSnippet language="go" operationID="getUser" method="get" path="/users/{id}" -->

Others may write ``<!-- snippet: GET /users/{id} -->`` above a fence, which says its language.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.endpoints import METHODS
from snippet_widget.languages import canonical_type
from snippet_widget.publication import Problem
from snippet_widget.publishing.descriptions.code_samples import Sample
from snippet_widget.publishing.descriptions.sample_clients import vendor_examples
from snippet_widget.publishing.extraction import (
    DocumentContents,
    ExtractedExample,
    ExtractionResult,
    check_counts,
)
from snippet_widget.publishing.markdown_code import opened_fence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from snippet_widget.publishing.checkouts.folder import FolderFiles

_MARK = re.compile(r"<!--\s*(UsageSnippet\s[^>]*?|snippet:[^>]*?)\s*-->")
_ATTRIBUTE = re.compile(r'([A-Za-z]+)="([^"]*)"')
_OWN = re.compile(r"snippet:\s*([A-Za-z]+)\s+(\S+)\s*(.*)")
_NEAR = 5
"""Lines that may lie between a mark and its fence."""


class MarkedExample(NamedTuple):
    """One example: its endpoint, sample, and where its mark stands."""

    method: str
    path: str
    sample: Sample
    file: str
    line: int


def read_marked_markdown(files: FolderFiles, types: Collection[str]) -> DocumentContents:
    """Return the marked examples of all Markdown files for SDKs of each of these types."""
    contents = DocumentContents()
    grouped: dict[tuple[str, str, str], list[MarkedExample]] = {}
    for path in files:
        if path.endswith((".md", ".mdx")):
            for found in marked_examples(files.text(path), path):
                if isinstance(found, Problem):
                    contents.problems.append(found)
                    continue
                type_ = canonical_type(found.sample.language)
                contents.counts[type_] += 1
                grouped.setdefault((type_, found.method, found.path), []).append(found)
    check_counts(contents.counts, types, "The folder")
    contents.extractions = {type_: ExtractionResult() for type_ in types}
    for (type_, _, _), examples in grouped.items():
        if type_ in contents.extractions:
            contents.extractions[type_].found += _extracted(type_, examples)
    return contents


def marked_examples(text: str, file: str) -> Iterator[MarkedExample | Problem]:
    """Yield the marked examples of one text, and a problem for each mark that marks none."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        mark = _MARK.search(line) if "<!--" in line else None
        if mark is None:
            continue
        method, path, language, name = _marked(mark[1])
        if method not in METHODS or not path.startswith("/"):
            yield Problem(f"The mark names no endpoint: {mark[1][:100]}.", file, number + 1)
            continue
        fence = _fence(lines, number + 1)
        if fence is None:
            endpoint = f"{method} {path}"
            yield Problem("No code follows the mark.", file, number + 1, endpoint)
            continue
        spoken, source = fence
        sample = Sample(language or spoken, source, name)
        yield MarkedExample(method, path, sample, file, number + 1)


def _marked(mark: str) -> tuple[str, str, str, str]:
    """Return method, path, language and name of the example that a mark is of."""
    own = _OWN.fullmatch(mark)
    if own:
        return own[1].upper(), own[2], "", own[3]
    attributes = dict(_ATTRIBUTE.findall(mark))
    method, path = attributes.get("method", "").upper(), attributes.get("path", "")
    return method, path, attributes.get("language", ""), attributes.get("example", "")


def _fence(lines: Sequence[str], start: int) -> tuple[str, str] | None:
    """Return language and content of the fence that begins near a line."""
    for number in range(start, min(start + _NEAR, len(lines))):
        fence = opened_fence(lines[number])
        if fence is not None:
            end = number + 1
            while end < len(lines) and not fence.is_closed_by(lines[end]):
                end += 1
            source = "\n".join(lines[number + 1 : end]).strip("\n").rstrip()
            return (fence.language, source + "\n") if source and end < len(lines) else None
    return None


def _extracted(type_: str, examples: Sequence[MarkedExample]) -> Iterator[ExtractedExample]:
    first = examples[0]
    for example in vendor_examples(type_, [each.sample for each in examples]):
        found = ExtractedExample(first.method, first.path, sources=example.sources)
        found.name, found.file, found.line = example.name, first.file, first.line
        yield found
