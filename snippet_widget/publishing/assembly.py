"""From extracted examples to a publication: each is checked, leveled, put on its endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from snippet_widget import levels
from snippet_widget.endpoints import display_path, path_key
from snippet_widget.languages import canonical_type
from snippet_widget.languages import language as language_of
from snippet_widget.models import Example, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.publishing.absent_files import absent_file
from snippet_widget.publishing.extraction import CheckedProgram
from snippet_widget.publishing.python.repairs import repaired
from snippet_widget.syntax import grammars
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax import typescript as typescript_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult

LONGEST = 256 * 1024
"""Characters of a snippet; what is longer is no example."""
_PAGE = ("<!doctype", "<html")


class _LeveledExample(NamedTuple):
    """An example, whose sources are whole programs, and the calls alone, by the same fields."""

    found: ExtractedExample
    calls: dict[str, str]


def assemble(type_: str, package: str, version: str, extracted: ExtractionResult) -> Publication:
    """Check what was found and group it by endpoint, in the order in which it was found.

    Several examples of one endpoint become one snippet that carries them all. An endpoint without
    any is listed as such. A snippet that fails a check is left out and is a problem.
    """
    language = canonical_type(type_)
    problems = list(extracted.problems)
    grouped: dict[tuple[str, str], list[_LeveledExample]] = {}
    for found in extracted.found:
        problems += _checked(found, language)
        leveled = _LeveledExample(found, _calls(found, language))  # while its trees are kept
        grouped.setdefault((found.method, path_key(found.path)), []).append(leveled)
    sdk = Sdk(package, version)
    endpoints = tuple(_endpoint(language, sdk, group, extracted) for group in grouped.values())
    return Publication(
        SdkSelector(language, package, version),
        endpoints,
        tuple(problems),
        tuple(extracted.internal),
    )


def _checked(found: ExtractedExample, language: str) -> list[Problem]:
    """Repair what can be, drop sources that fail the check of their language, and say so."""
    problems: list[Problem] = []
    for field, source in list(found.sources.items()):
        error = _unreadable(source)
        if error is None and language == "python" and not found.checked:
            changed, repairs = repaired(source)
            if repairs:
                published = found.published.get(field, source)
                found.add(field, CheckedProgram(changed, published, repairs))
        error = error or _syntax_error(found.sources[field], language)
        program = found.sources[field]
        if error is None and (absent := absent_file(found.method, found.parameters, program)):
            found.warn(field, absent)
        if error is None and (doubt := grammars.syntax_error(language, program)):
            found.warn(field, f"It does not parse as {language_of(language).label}: {doubt}.")
        if error is not None:
            del found.sources[field]
            problems.append(
                Problem(
                    f"The {field} snippet is left out: {error}.",
                    found.file,
                    found.line,
                    found.endpoint,
                )
            )
    return problems


def source_error(language: str, source: str) -> str | None:
    """Return why a source cannot be published as one of its language; None: it can.

    Python may await at its top level, as notebooks do: nothing is repaired here.
    """
    if error := _unreadable(source):
        return error
    if language == "python":
        return python_syntax.compile_error(source)
    return _syntax_error(source, language)


def _unreadable(source: str) -> str | None:
    if len(source) > LONGEST:
        return f"longer than {LONGEST} characters"
    if not source.strip():
        return "it is empty"
    if source[:200].lstrip().lower().startswith(_PAGE):
        return "it is an HTML page"
    return "it holds a NUL character" if "\0" in source else None


def _syntax_error(source: str, language: str) -> str | None:
    if language == "python":
        return python_syntax.compile_error(source, flags=0)  # as a script
    if language == "typescript":
        return typescript_syntax.syntax_error(source)
    return None


def _endpoint(
    language: str, sdk: Sdk, group: list[_LeveledExample], extracted: ExtractionResult
) -> PublishedEndpoint:
    first = group[0].found
    method, path = first.method, display_path(first.path)
    usable = [each for each in group if each.found.sources]
    usable.sort(key=lambda each: _preference(each.found))
    if not usable:
        return PublishedEndpoint(method, path)
    full = msgspec.structs.replace(
        _snippet(language, sdk, usable, whole=True),
        parameters=usable[0].found.parameters,
        credentials=extracted.credentials,
        docs=extracted.docs,
    )
    return PublishedEndpoint(method, path, full, _snippet(language, sdk, usable, whole=False))


def _preference(found: ExtractedExample) -> tuple[bool, bool, int]:
    """Order of the examples of one endpoint: the plain call before its streaming sibling.

    What a description lists under no call stays in the order of its vendor.
    """
    call = (found.call or "").lower()
    unusual = any(word in call for word in ("unstable", "deprecated", "legacy", "beta"))
    return (unusual, "stream" in call.rsplit(".", 1)[-1], call.count("."))


def _calls(found: ExtractedExample, language: str) -> dict[str, str]:
    return {
        field: levels.endpoint_level(source, language, field) or source
        for field, source in found.sources.items()
    }


def _snippet(language: str, sdk: Sdk, usable: Sequence[_LeveledExample], *, whole: bool) -> Snippet:
    """Return the snippet of one endpoint: as whole programs, or as the calls alone."""
    first = usable[0].found
    names = _names(each.found for each in usable)
    examples = [
        _example(name, each, language, whole=whole)
        for name, each in zip(names, usable, strict=True)
    ]
    return Snippet(
        type=language,
        sdk=sdk,
        sources=examples[0].sources,
        call=first.call or _spelled_call(language, first.sources),
        warnings=tuple(dict.fromkeys(first.warnings)),
        repairs=first.joined_repairs,
        published=examples[0].published,
        required_only=examples[0].required_only,
        summary=first.summary,
        tags=first.tags,
        deprecated=first.deprecated,
        examples=tuple(examples) if len(examples) > 1 else (),
    )


def _example(name: str, leveled: _LeveledExample, language: str, *, whole: bool) -> Example:
    """Return one example; as the vendor published it, it is a whole program."""
    found = leveled.found
    sources = found.sources if whole else leveled.calls
    programs = _correct(found.required_only, language)  # calls alone may await at their top level
    shorter = programs if whole else _shorter_calls(programs, sources, language)
    return Example(
        name,
        sources,
        warnings=tuple(dict.fromkeys(found.warnings)),
        repairs=found.joined_repairs,
        published=found.published if whole else {},
        required_only=shorter,
    )


def _shorter_calls(
    programs: dict[str, str], calls: dict[str, str], language: str
) -> dict[str, str]:
    """Return the calls with the required arguments alone, where that is less."""
    cut = {
        field: levels.endpoint_level(source, language, field) for field, source in programs.items()
    }
    return {field: call for field, call in cut.items() if call and call != calls.get(field)}


def _correct(sources: dict[str, str], language: str) -> dict[str, str]:
    """Return the programs that pass the check of their language, as every snippet does."""
    return {
        field: source
        for field, source in sources.items()
        if _syntax_error(source, language) is None
    }


def _spelled_call(language: str, sources: dict[str, str]) -> str | None:
    """Return the first call on a client that a snippet makes, ``client.users.get``."""
    source = next(iter(sources.values()))
    calls: list[tuple[str, ...]] = []
    if language == "python" and (tree := python_syntax.parse(source)) is not None:
        calls = [names for names, _ in python_syntax.sdk_calls(tree)]
    elif language == "typescript":
        calls = [names for names, _ in typescript_syntax.sdk_calls(typescript_syntax.parse(source))]
    return ".".join(("client", *calls[0][1:])) if calls else None


def _names(usable: Iterable[ExtractedExample]) -> list[str]:
    """Return a name for each example, unique within the snippet."""
    names: dict[str, None] = {}
    counts: dict[str, int] = {}
    for found in usable:
        name = wanted = found.name or found.call or "example"
        while name in names:
            counts[wanted] = counts.get(wanted, 1) + 1
            name = f"{wanted} ({counts[wanted]})"
        names[name] = None
    return list(names)
