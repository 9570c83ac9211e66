"""Descriptions of APIs as sources: what is no archive, recognized by its content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.catalog_export import is_export, read_export
from snippet_widget.errors import ConfigurationError, LayoutNotRecognized, SourceError
from snippet_widget.languages import canonical_type
from snippet_widget.models import LONGEST_NAME, SdkSelector
from snippet_widget.plurals import counted
from snippet_widget.publication import Problem
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.descriptions.code_samples import EXTENSIONS
from snippet_widget.publishing.descriptions.fern_snippets import (
    is_fern_snippets,
    read_fern_snippets,
)
from snippet_widget.publishing.descriptions.openapi import is_openapi, operations, read_openapi
from snippet_widget.publishing.descriptions.overlay import applied, is_overlay
from snippet_widget.publishing.descriptions.references import Description
from snippet_widget.publishing.exports import checked_export
from snippet_widget.publishing.sample_conformance import other_http_client

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.publication import Publication
    from snippet_widget.publishing.descriptions.operation_metadata import OperationMetadata
    from snippet_widget.publishing.descriptions.references import Node
    from snippet_widget.publishing.extraction import DocumentContents, ExtractionResult


def read_document(path: Path, sdks: Sequence[SdkSelector]) -> tuple[Publication, ...]:
    """Read a file that is no archive.

    Parameters
    ----------
    path
        The file: JSON or YAML. Files of its own folder are read where it refers to them.
    sdks
        SDKs that its snippets are for, one for each language; package and version given.

    Returns
    -------
    One publication for each of `sdks` that the document has snippets for. Languages for which
    none is given are a problem of the first. Of an export: its publications, as they are.

    Raises
    ------
    SourceError
        It cannot be read, or holds no snippet.
    LayoutNotRecognized
        It is nothing that is known here.
    ConfigurationError
        No SDK is given, two are for one language, or one without its version.
    """
    description = Description(path)
    root = description.root()
    if is_export(root.value):
        return tuple(checked_export(each, path.name) for each in read_export(root.value, path.name))
    by_type = types_of([_of_api(sdk, root.value) for sdk in sdks])
    contents = _read(description, root, by_type)
    if not contents.counts:
        raise SourceError(
            f"{path.name} holds no code samples. They are read from {', '.join(EXTENSIONS)}."
        )
    return publications_of(contents, by_type, path.name)


def _of_api(sdk: SdkSelector, document: Any) -> SdkSelector:
    """Return calls without an SDK (``curl``) as one with the version of the API."""
    if sdk.type != "curl" or sdk.package is not None:
        return sdk
    info = document.get("info") if isinstance(document, dict) else None
    version = info.get("version") if isinstance(info, dict) else None
    return SdkSelector("curl", "curl", str(version or "0").strip()[:LONGEST_NAME] or "0")


def publications_of(
    contents: DocumentContents, by_type: Mapping[str, SdkSelector], name: str
) -> tuple[Publication, ...]:
    """Return a publication for each SDK that a document has snippets for.

    Raises
    ------
    ConfigurationError
        It has no snippets.
    """
    shown = {type_: sdk for type_, sdk in by_type.items() if contents.counts[type_]}
    if not shown:
        raise ConfigurationError(_nobody(name, contents.counts, by_type))
    problems = [*contents.problems, *_left_out(contents.counts, by_type)]
    return tuple(
        _publication(sdk, contents.extractions[type_], problems if number == 0 else [])
        for number, (type_, sdk) in enumerate(shown.items())
    )


def read_metadata(path: Path) -> Iterator[tuple[str, str, OperationMetadata]]:
    """Yield method, path and marks of each operation of an OpenAPI description.

    Raises
    ------
    LayoutNotRecognized
        The file is not an OpenAPI description.
    SourceError
        It cannot be read.
    """
    description = Description(path)
    root = description.root()
    if not is_openapi(root.value):
        raise LayoutNotRecognized(
            f"{path.name} is not an OpenAPI description. Name one with --description."
        )
    for operation in operations(description, root):
        if not isinstance(operation, Problem):
            yield operation.method, operation.path, operation.marks


def _read(description: Description, root: Node, types: Collection[str]) -> DocumentContents:
    name = description.name(root.file)
    if is_fern_snippets(root.value):
        return read_fern_snippets(root.value, name, types)
    if is_overlay(root.value):
        document, problems = applied(description, root)
        contents = read_openapi(description, document, types)
        contents.problems = [*problems, *contents.problems]
        return contents
    if is_openapi(root.value):
        return read_openapi(description, root, types)
    raise LayoutNotRecognized(
        f"{name} is not a wheel, sdist or npm tarball, nor an OpenAPI description, overlay or Fern "
        "snippet.json either. Publish one of these, or an export of a catalog."
    )


def types_of(sdks: Sequence[SdkSelector]) -> dict[str, SdkSelector]:
    """Return SDKs by the type of their language.

    Raises
    ------
    ConfigurationError
        Two are of one, or one is without package and version.
    """
    by_type: dict[str, SdkSelector] = {}
    for sdk in sdks:
        type_ = canonical_type(sdk.type)
        if type_ in by_type:
            raise ConfigurationError(
                f"Two SDKs are given for {type_}. Give one for each language; publish the "
                "document once more for the other."
            )
        if sdk.package is None or sdk.version is None:
            raise ConfigurationError(
                f"The {type_} SDK needs a package and a version: --sdk {type_}:PACKAGE==VERSION."
            )
        by_type[type_] = sdk
    return by_type


def _nobody(name: str, counts: Counter[str], by_type: Iterable[str]) -> str:
    listed = ", ".join(f"{type_} ({number})" for type_, number in counts.most_common(20))
    asked = f", and none in {', '.join(by_type)}" if by_type else ""
    return (
        f"{name} has snippets in {listed}{asked}. It does not say which SDK version they are for: "
        "add --sdk TYPE:PACKAGE==VERSION, once for each language."
    )


def _left_out(counts: Counter[str], types: Iterable[str]) -> list[Problem]:
    """Return a problem for each language that has snippets and no SDK, or an SDK and none."""
    given = set(types)
    problems = [
        Problem(
            f"{counted(number, 'snippet')} in {type_[:40]} left out: no SDK is given "
            f"for it. Add --sdk {type_[:40]}:PACKAGE==VERSION to publish them."
        )
        for type_, number in counts.most_common(100)
        if type_ not in given
    ]
    missing = [type_ for type_ in given if not counts[type_]]
    return problems + [no_snippet(type_) for type_ in sorted(missing)]


def no_snippet(type_: str) -> Problem:
    """Return the problem of an SDK that is given for a document without snippets for it."""
    return Problem(f"There is no snippet in {type_}; nothing is published for its SDK.")


def _publication(
    sdk: SdkSelector, extracted: ExtractionResult, problems: list[Problem]
) -> Publication:
    extracted.problems = [*problems, *extracted.problems]
    for found in extracted.found:
        for client, source in found.sources.items():
            if other := other_http_client(sdk.type, sdk.package or "", source):
                found.warn(
                    client, f"It sends the request with {other} and does not use {sdk.package}."
                )
    return assemble(sdk.type, sdk.package or "", sdk.version or "", extracted)
