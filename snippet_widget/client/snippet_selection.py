"""Which snippets answer a request, where a service sends more than the specification says.

A service may send every version of an SDK, each example as a snippet of its own, and the snippets
of one endpoint in several pieces. Here they become what the specification has: one snippet for
each SDK, of its latest version where none is named.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.ecosystems import same_package
from snippet_widget.endpoints import path_key
from snippet_widget.languages import canonical_type
from snippet_widget.levels import endpoint_level
from snippet_widget.models import Example, SdkSelector, SnippetsPage
from snippet_widget.versions import latest, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.models import Snippet

_WHOLE = re.compile(r"^\s*(import|from|package|using|require)\b", re.MULTILINE)
"""What a whole program has; a call alone, cut once more, would lose the loop around it."""

Package = tuple[str, str]
"""Type and package of an SDK."""


def is_exact(selector: SdkSelector) -> bool:
    """Return whether a selector names one version of one package."""
    return bool(selector.package and selector.version)


def selected(snippets: Iterable[Snippet], selectors: Sequence[SdkSelector]) -> list[Snippet]:
    """Return the snippets that selectors ask for, one for each SDK, in the order they came.

    Parameters
    ----------
    snippets
        Of one endpoint.
    selectors
        The latest version of each package when empty, and of a package without a version.
    """
    merged = merge_examples(snippets)
    asked = selectors or [SdkSelector(type_) for type_, _ in _by_package(merged)]
    wanted = [one for selector in asked for one in _selected(merged, selector)]
    return [snippet for snippet in merged if any(snippet is one for one in wanted)]


def of_packages(snippets: Iterable[Snippet], selectors: Sequence[SdkSelector]) -> list[Snippet]:
    """Return the snippets of the packages that selectors name, of every version."""
    return [s for s in snippets if not selectors or any(_is_of(s, each) for each in selectors)]


def merge_examples(snippets: Iterable[Snippet]) -> list[Snippet]:
    """Return one snippet for each SDK version, with the others of it as its examples."""
    by_sdk: dict[tuple[str, str, str], list[Snippet]] = {}
    for snippet in snippets:
        key = (snippet.type, snippet.sdk.package, snippet.sdk.version)
        by_sdk.setdefault(key, []).append(snippet)
    return [_merged(each) for each in by_sdk.values()]


def merge_pages(pages: Iterable[SnippetsPage]) -> SnippetsPage:
    """Return all pages as one; the pieces of an endpoint come together."""
    snippets: dict[str, dict[str, list[Snippet]]] = {}
    unreadable = 0
    for page in pages:
        unreadable += page.unreadable
        for path, methods in page.snippets.items():
            for method, found in methods.items():
                snippets.setdefault(path, {}).setdefault(method, []).extend(found)
    return SnippetsPage(snippets, unreadable=unreadable)


def at_endpoint_level(snippet: Snippet) -> Snippet:
    """Return a snippet whose sources are the calls alone, each where it can be cut out."""
    return msgspec.structs.replace(
        snippet,
        sources=_cut(snippet.sources, snippet.type),
        published={},  # whole programs
        required_only=_cut(snippet.required_only, snippet.type),
        examples=tuple(
            msgspec.structs.replace(
                example,
                sources=_cut(example.sources, snippet.type),
                published={},
                required_only=_cut(example.required_only, snippet.type),
            )
            for example in snippet.examples
        ),
    )


def with_meaning(calls: Iterable[Snippet], programs: Iterable[Snippet]) -> list[Snippet]:
    """Return calls alone with what a service says of the whole programs only.

    Parameters
    ----------
    calls
        The snippets of one endpoint at load level ``endpoint``.
    programs
        The same at load level ``full``.
    """
    whole = {(each.type, each.sdk.package, each.sdk.version): each for each in programs}
    return [
        msgspec.structs.replace(
            call, parameters=call.parameters or known.parameters, docs=call.docs or known.docs
        )
        if (known := whole.get((call.type, call.sdk.package, call.sdk.version)))
        else call
        for call in calls
    ]


def spelled_as(path: str, listed: Iterable[str]) -> str | None:
    """Return the path of a list that a path is another spelling, or a case, of.

    Examples
    --------
    >>> spelled_as("/users/42", ["users/{id}/posts", "users/{id}"])
    'users/{id}'

    Returns
    -------
    None where there is none.
    """
    wanted = path_key(path)
    keys = [(each, path_key(each)) for each in listed]
    same = [each for each, key in keys if key == wanted]
    cases = [each for each, key in sorted(keys, key=_parameters) if _is_case(wanted, key)]
    return next(iter([*same, *cases]), None)


def _parameters(keyed: tuple[str, str]) -> int:
    return keyed[1].count("{}")


def _is_case(path: str, template: str) -> bool:
    pattern = "[^/]+".join(map(re.escape, template.split("{}")))
    return re.fullmatch(pattern, path) is not None


def _selected(snippets: Sequence[Snippet], selector: SdkSelector) -> list[Snippet]:
    chosen: list[Snippet] = []
    for (type_, _), versions in _by_package(
        snippet for snippet in snippets if _is_of(snippet, selector)
    ).items():
        wanted = selector.version or latest(type_, [each.sdk.version for each in versions])
        key = version_key(type_, wanted)
        chosen += [each for each in versions if version_key(type_, each.sdk.version) == key][:1]
    return chosen


def _is_of(snippet: Snippet, selector: SdkSelector) -> bool:
    type_ = canonical_type(selector.type)
    named = selector.package is None or same_package(type_, snippet.sdk.package, selector.package)
    return named and canonical_type(snippet.type) == type_


def _by_package(snippets: Iterable[Snippet]) -> dict[Package, list[Snippet]]:
    packages: dict[Package, list[Snippet]] = {}
    for snippet in snippets:
        packages.setdefault((snippet.type, snippet.sdk.package), []).append(snippet)
    return packages


def _merged(snippets: Sequence[Snippet]) -> Snippet:
    first, *others = snippets
    if not others:
        return first
    by_name: dict[str, dict[str, str]] = {}
    for number, snippet in enumerate(snippets, start=1):
        listed = {each.name: each.sources for each in snippet.examples}
        for name, sources in (listed or {snippet.example or "": snippet.sources}).items():
            known = by_name.setdefault(name, {})
            if any(known.get(client, source) != source for client, source in sources.items()):
                known = by_name.setdefault(f"{name or 'example'} {number}", {})
            known.update({**sources, **known})
    examples = tuple(Example(name or "example", sources) for name, sources in by_name.items())
    return msgspec.structs.replace(
        first,
        sources=examples[0].sources,
        examples=examples if len(examples) > 1 else (),
        example=first.example,
    )


def _cut(sources: dict[str, str], type_: str) -> dict[str, str]:
    return {
        client: (_WHOLE.search(source) and endpoint_level(source, type_, client)) or source
        for client, source in sources.items()
    }
