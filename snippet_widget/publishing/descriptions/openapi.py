"""OpenAPI descriptions, 2.0 to 3.1: the code samples that a vendor wrote into them.

A description says which endpoints there are and not of which SDK version its samples are, so that
is for the user to say, with one selector for each language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.errors import SourceError
from snippet_widget.languages import canonical_type
from snippet_widget.publication import Problem
from snippet_widget.publishing.descriptions.code_samples import Sample, code_samples
from snippet_widget.publishing.descriptions.operation_metadata import (
    OperationMetadata,
    operation_metadata,
)
from snippet_widget.publishing.descriptions.references import BrokenReference, Node
from snippet_widget.publishing.descriptions.sample_clients import VendorExample, vendor_examples
from snippet_widget.publishing.extraction import (
    DocumentContents,
    ExtractedExample,
    ExtractionResult,
    check_counts,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from snippet_widget.publishing.descriptions.references import Description

MAX_OTHERS = 200_000
"""Samples of one description in all languages."""
_METHOD_KEYS = {method.lower(): method for method in METHODS}


@dataclass(frozen=True)
class Operation:
    """One endpoint of a description, with its samples by the type of their language."""

    method: str
    path: str
    file: str
    line: int
    samples: dict[str, list[Sample]]
    problems: list[Problem]
    marks: OperationMetadata


def is_openapi(document: Any) -> bool:
    """Tell an OpenAPI description by its required field."""
    return isinstance(document, dict) and ("openapi" in document or "swagger" in document)


def read_openapi(
    description: Description, document: Node, types: Collection[str]
) -> DocumentContents:
    """Return what a description holds for SDKs of each of these types.

    Parameters
    ----------
    description, document
        The files, and the root document, which an overlay may have made.
    types
        Languages; the extracted of each lists every operation, those without a sample in it too,
        and none that the description has as internal.

    Raises
    ------
    SourceError
        It holds more samples than are read of one document.
    """
    contents = DocumentContents()
    contents.problems += _chosen_server(description, document)
    everything: list[Operation] = []
    for operation in operations(description, document):
        if isinstance(operation, Problem):
            contents.problems.append(operation)
            continue
        everything.append(operation)
        if operation.marks.internal:
            continue
        contents.problems += operation.problems
        contents.counts.update({type_: len(found) for type_, found in operation.samples.items()})
        if contents.counts.total() > MAX_OTHERS:
            raise SourceError(f"{operation.file} holds more than {MAX_OTHERS} samples. Split it.")
    check_counts(contents.counts, types, description.name(document.file))
    contents.extractions = {type_: _extracted(everything, type_) for type_ in types}
    return contents


def operations(description: Description, document: Node) -> Iterator[Operation | Problem]:
    """Return the operations of a description in its order; a broken reference is a problem."""
    try:
        paths = description.child(document, "paths")
    except BrokenReference as problem:
        yield Problem(f"{problem}.", description.name(document.file))
        return
    for path in paths.value if isinstance(paths.value, dict) else ():
        if path.startswith("x-"):
            continue
        try:
            item = description.child(paths, path)
        except BrokenReference as problem:
            yield Problem(f"{problem}.", description.name(paths.file), endpoint=path)
            continue
        yield from _path_operations(description, document, item, path)


def _path_operations(
    description: Description, document: Node, item: Node, path: str
) -> Iterator[Operation | Problem]:
    for key in item.value if isinstance(item.value, dict) else ():
        method = _METHOD_KEYS.get(key.lower())
        if method is None:
            continue
        try:
            operation = description.child(item, key)
            prefix = _server_prefix(description, [operation, item, document])
        except BrokenReference as problem:
            yield Problem(f"{problem}.", description.name(item.file), endpoint=f"{method} {path}")
            continue
        marks = operation_metadata(operation.value, item.value)
        yield _operation(description, operation, (method, f"{prefix}/{path.lstrip('/')}"), marks)


def _operation(
    description: Description, operation: Node, endpoint: tuple[str, str], marks: OperationMetadata
) -> Operation:
    method, path = endpoint
    file = description.name(operation.file)
    line = description.line(operation)
    result = Operation(method, path, file, line, {}, [], marks)
    for sample in code_samples(description, operation):
        if isinstance(sample, Sample):
            result.samples.setdefault(canonical_type(sample.language), []).append(sample)
        else:
            result.problems.append(Problem(f"{sample}.", file, line, f"{method} {path}"))
    return result


def _server_prefix(description: Description, places: Sequence[Node]) -> str:
    """Return the path of the nearest server's URL (OpenAPI 3.1, section 4.8.5; 2.0: basePath)."""
    for place in places:
        servers = description.child(place, "servers")
        for server in description.items(servers):
            fields = description.follow(server).value
            url = fields.get("url") if isinstance(fields, dict) else None
            if isinstance(url, str):
                return _url_path(_with_defaults(url, fields.get("variables")))
    base = places[-1].value.get("basePath") if isinstance(places[-1].value, dict) else None
    return _url_path(base) if isinstance(base, str) else ""


def _chosen_server(description: Description, document: Node) -> Iterator[Problem]:
    """Yield a note where servers have different paths, of which the first is taken."""
    try:
        servers = description.items(description.child(document, "servers"))
        found = [description.follow(server).value for server in servers]
    except BrokenReference:
        return  # said where an operation needs it
    urls = [fields for fields in found if isinstance(fields, dict) and "url" in fields]
    paths = [
        _url_path(_with_defaults(str(fields["url"]), fields.get("variables"))) or "/"
        for fields in urls
    ]
    if len(set(paths)) > 1:
        listed = ", ".join(dict.fromkeys(paths))
        message = f"Its servers have the paths {listed}: {paths[0]} begins those of its endpoints."
        yield Problem(message, description.name(document.file), note=True)


def _with_defaults(url: str, variables: Any) -> str:
    """Put the default of each variable into a server's URL."""
    known = variables if isinstance(variables, dict) else {}

    def default(match: re.Match[str]) -> str:
        variable = known.get(match[1])
        value = variable.get("default") if isinstance(variable, dict) else None
        return str(value) if value is not None else match[0]

    return re.sub(r"\{([^{}]*)\}", default, url)


def _url_path(url: str) -> str:
    try:
        path = urlsplit(url).path.strip("/")
    except ValueError:
        return ""
    return f"/{path}" if path else ""


def _extracted(everything: Sequence[Operation], type_: str) -> ExtractionResult:
    extracted = ExtractionResult()
    for operation in everything:
        marks = operation.marks
        if marks.internal:
            extracted.internal.append(f"{operation.method} {operation.path}")
            continue
        examples = vendor_examples(type_, operation.samples.get(type_, ()))
        for example in examples or [VendorExample("")]:
            found = ExtractedExample(operation.method, operation.path, sources=example.sources)
            found.name, found.file, found.line = example.name, operation.file, operation.line
            found.summary, found.tags = marks.summary, marks.tags
            found.deprecated = marks.deprecated
            extracted.found.append(found)
    return extracted
