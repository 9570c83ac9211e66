"""Which client a vendor's code sample uses, and which samples belong together.

A description lists samples one after the other; a snippet has a field for the synchronous and
one for the asynchronous client. Samples that differ in nothing else become one example.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snippet_widget.languages import canonical_type, language
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.publishing.descriptions.code_samples import Sample

_SYNC = {"sync", "synchronous", "blocking"}
_ASYNC = {"async", "asynchronous", "asyncio"}
_WORD = re.compile(r"[A-Za-z0-9#+]+")
_AWAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef)
_JAVA_ASYNC = re.compile(r"\bAsync[A-Z]\w*|\bCompletableFuture\b")


@dataclass
class VendorExample:
    """One example: its source for each client, and what the vendor calls it."""

    name: str
    sources: dict[str, str] = field(default_factory=dict)


def uses_async_client(type_: str, source: str, label: str = "") -> bool:
    """Tell whether a sample is for the asynchronous client: by its label, else by its source.

    Always False for languages whose snippets have one client only.

    Examples
    --------
    >>> uses_async_client("python", "await client.users.get()")
    True
    >>> uses_async_client("python", "client.users.get()", "Get user (async)")
    True
    """
    if "async_client" not in language(type_).clients:
        return False
    words = {word.lower() for word in _WORD.findall(label)}
    if words & _ASYNC:
        return True
    if words & _SYNC:
        return False
    if canonical_type(type_) == "java":
        return _JAVA_ASYNC.search(source) is not None
    tree = python_syntax.parse(source)
    if tree is None:
        return re.search(r"\b(await|asyncio)\b", source) is not None
    return any(isinstance(node, _AWAITING) for node in ast.walk(tree))


def vendor_examples(type_: str, samples: Iterable[Sample]) -> list[VendorExample]:
    """Put the samples of one operation in one language together by example, in their order.

    The first example has a source for every client that any sample is for. Of JavaScript and
    TypeScript, TypeScript is first.
    """
    clients = language(type_).clients
    examples: list[VendorExample] = []
    for sample in sorted(samples, key=lambda sample: _dialect(type_, sample)):
        is_async = uses_async_client(type_, sample.source, sample.label)
        client = "async_client" if is_async else clients[0]
        name = _name(type_, sample)
        fitting = (e for e in examples if e.name == name and client not in e.sources)
        example = next(fitting, None) if len(clients) > 1 else None
        if example is None:
            example = VendorExample(name)
            examples.append(example)
        example.sources[client] = sample.source
    return _completed(examples, clients)


def _completed(examples: list[VendorExample], clients: tuple[str, ...]) -> list[VendorExample]:
    """Give the first example the clients that it lacks, from the first that has them."""
    for client in clients:
        donor = next((e for e in examples if client in e.sources), None)
        if donor is None or donor is examples[0]:
            continue
        examples[0].sources[client] = donor.sources[client]
        if not donor.name and len(donor.sources) == 1:
            examples.remove(donor)
    for example in examples:
        example.sources = {c: example.sources[c] for c in clients if c in example.sources}
    return examples


def _dialect(type_: str, sample: Sample) -> bool:
    return type_ == "typescript" and sample.language.lower() not in {"typescript", "ts"}


def _name(type_: str, sample: Sample) -> str:
    """Return a label without what only tells the client or the language."""
    words = {word.lower() for word in _WORD.findall(sample.label)}
    if words & (_SYNC | _ASYNC):
        language = re.sub(r"(?i)\b(a?synchronous|asyncio|a?sync|blocking)\b", "", sample.label)
        label = re.sub(r"\(\s*\)|\[\s*\]", "", language).strip(" ·-:,/")
    else:
        label = sample.label
    spoken = sample.language if sample.language.lower() != type_ else ""
    label = " ".join(label.split())
    return spoken if canonical_type(label) == canonical_type(sample.language) else label or spoken
