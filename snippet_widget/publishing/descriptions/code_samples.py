"""The code samples of one operation, out of whatever extension a vendor keeps them in.

There is no standard: each documentation tool has its own extension of the Operation Object. All
are read, and those of an operation that has several are kept together, the most specific first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from snippet_widget.publishing.descriptions.references import BrokenReference, Node

if TYPE_CHECKING:
    from snippet_widget.publishing.descriptions.references import Description


@dataclass(frozen=True)
class Sample:
    """One code sample as a description has it.

    Parameters
    ----------
    language
        The description's own word for it: ``Python``, ``node.js``, ``cURL``…
    source
        Source code, not empty.
    label
        The vendor's name for it; empty where there is none.
    """

    language: str
    source: str
    label: str = ""


MAX_SAMPLES = 200
"""Of one operation. Vendors have a handful; thousands are there by YAML aliases alone."""
MAX_LENGTH = 256 * 1024
"""Characters of a sample; what is longer is no example."""

Samples: TypeAlias = Iterator["Sample | ValueError"]
"""Samples, and why there is none where one should be."""
_Reader: TypeAlias = "Callable[[Description, Node], Samples]"


def code_samples(description: Description, operation: Node) -> Samples:
    """Return the samples of an operation, in order of preference, and what is wrong with others.

    Two samples with the same text in the same language are one.
    """
    seen: set[tuple[str, str]] = set()
    everything = _all_samples(description, operation)
    for sample in islice(everything, MAX_SAMPLES):
        if not isinstance(sample, Sample):
            yield sample
        elif (key := (sample.language.lower(), sample.source.strip())) not in seen:
            seen.add(key)
            yield sample
    if next(everything, None) is not None:
        yield ValueError(f"more than {MAX_SAMPLES} samples of one operation; the rest is left out")


def _all_samples(description: Description, operation: Node) -> Samples:
    for extension, reader in _READERS.items():
        if isinstance(operation.value, dict) and extension in operation.value:
            try:
                yield from reader(description, description.child(operation, extension))
            except BrokenReference as problem:
                yield problem


def _sample_list(description: Description, node: Node) -> Samples:
    """``[{lang, label, source}]``, and ReadMe's ``[{language, name, code}]`` under that name."""
    items = description.items(node) if isinstance(node.value, list) else iter([node])
    for item in items:
        yield from _one_sample(description, item)


def _one_sample(description: Description, node: Node, title: str = "") -> Samples:
    """Read an object that has a language, source code and perhaps a name."""
    try:
        node = description.follow(node)
        sources = [description.child(node, key).value for key in ("source", "code")]
    except BrokenReference as problem:
        yield problem
        return
    fields = node.value if isinstance(node.value, dict) else {}
    language, _, remark = _word(fields, "lang", "language", "sdk").partition(" (")
    labels = (title, _word(fields, "label", "name", "title"), remark.removesuffix(")"))
    label = " · ".join(dict.fromkeys(part for part in labels if part))
    source = next(filter(None, map(_text, sources)), "")
    if len(source) > MAX_LENGTH or len(label) > MAX_LENGTH:
        yield ValueError(f"a sample of more than {MAX_LENGTH} characters; left out")
    elif language and source:
        yield Sample(language, source, label)
    elif source:
        yield ValueError("a sample that does not say its language; left out")
    elif language and any(isinstance(value, str) for value in sources):
        yield ValueError(f"an empty sample in {language[:40]}; left out")


def _by_language(description: Description, node: Node, title: str = "") -> Samples:
    """``{python: "code"}``, or ``{python: {source: "code"}}``."""
    for language, value in node.value.items() if isinstance(node.value, dict) else ():
        fields = value if isinstance(value, dict) else {"source": value}
        named = {"name": title, **fields, "language": language}
        yield from _one_sample(description, Node(named, node.file))


def _readme(description: Description, node: Node) -> Samples:
    """``{"code-samples": [{language, code, name, install}]}``."""
    yield from _sample_list(description, description.child(node, "code-samples"))


def _fern(description: Description, node: Node) -> Samples:
    """``[{name, "code-samples": [{sdk | language, code, name}]}]``."""
    for item in description.items(node):
        example = description.follow(item)
        title = _word(example.value if isinstance(example.value, dict) else {}, "name")
        for inner in description.items(description.child(example, "code-samples")):
            yield from _one_sample(description, inner, title)


def _language_examples(description: Description, node: Node) -> Samples:
    """``{title, request: {python: "code"}}``, or a list of these or of plain samples."""
    items = description.items(node) if isinstance(node.value, list) else iter([node])
    for item in items:
        example = description.follow(item)
        fields = example.value if isinstance(example.value, dict) else {}
        if "request" in fields:
            request = description.child(example, "request")
            yield from _by_language(description, request, _word(fields, "title", "name"))
        else:
            yield from _one_sample(description, example)


def _stainless_snippets(description: Description, node: Node) -> Samples:
    yield from _by_language(description, node)


def _oai_meta(description: Description, node: Node) -> Samples:
    """``{examples: …}``, the shape of Stainless's examples in it."""
    examples = description.child(node, "examples")
    if examples.value is not None:
        yield from _language_examples(description, examples)


_READERS: dict[str, _Reader] = {
    "x-fern-examples": _fern,
    "x-scalar-examples": _language_examples,
    "x-stainless-snippets": _stainless_snippets,
    "x-stainless-examples": _language_examples,
    "x-readme": _readme,
    "x-codeSamples": _sample_list,
    "x-code-samples": _sample_list,
    "x-custom-examples": _sample_list,
    "x-oaiMeta": _oai_meta,
}
"""In order of preference: where several are present, the more specific is kept more carefully."""

EXTENSIONS = tuple(_READERS)


def _word(fields: dict[str, Any], *names: str) -> str:
    values = (fields.get(name) for name in names)
    return next((value.strip() for value in values if isinstance(value, str) and value.strip()), "")


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        return ""
    return value.replace("\r\n", "\n").strip("\n").rstrip() + "\n"
