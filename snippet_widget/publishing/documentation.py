"""Bounds on what an SDK says of its calls, and where its vendor's documentation is."""

from __future__ import annotations

import re
from email.parser import HeaderParser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from snippet_widget.models import Parameter
    from snippet_widget.publishing.package import Package

MAX_SUMMARY = 300
"""Characters."""
MAX_DESCRIPTION = 500
"""Characters of one parameter's; its type and default have as many at most."""
MAX_PARAMETERS = 100
_NOT_IN_URLS = re.compile(r"[\x00-\x20\x7f\"<>\\^`{|}]")
"""No part of a URL has these as they are (RFC 3986, section 2)."""

_MAX_URL = 500
_MAX_METADATA = 2**20
_DOCUMENTATION = re.compile(r"docs?|documentation|api.?reference", re.IGNORECASE)
_SHORTHAND = re.compile(r"^(?:github:)?([\w.-]+/[\w.-]+)$")
_MARKUP = re.compile(r"<[^<>]{1,200}>")


def bounded_summary(text: str) -> str:
    """Return a text on one line, cut at a word."""
    return _bounded(text, MAX_SUMMARY)


def bounded_parameters(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Return parameters, the required first, with texts that are not too long."""
    ordered = sorted(parameters, key=lambda parameter: not parameter.required)
    return tuple(
        msgspec.structs.replace(
            parameter,
            type=_bounded(parameter.type, MAX_DESCRIPTION, markup=True),
            default=_bounded(parameter.default, MAX_DESCRIPTION, markup=True),
            description=_bounded(parameter.description, MAX_DESCRIPTION),
        )
        for parameter in ordered[:MAX_PARAMETERS]
    )


def documentation_url(package: Package) -> str:
    """Return the URL that a package names for its documentation, else its homepage or repository.

    Nothing where it names none.
    """
    candidates = [(label, url) for label, url in _urls(package) if _is_web(url)]
    named = [url for label, url in candidates if _DOCUMENTATION.search(label)]
    return next(iter([*named, *(url for _, url in candidates)]), "")


def _urls(package: Package) -> Iterator[tuple[str, str]]:
    if package.type == "typescript":
        description = package.json("package.json")
        yield from _npm_urls(description if isinstance(description, dict) else {})
        return
    path = next((p for p in package.paths("METADATA", "PKG-INFO") if p.count("/") <= 1), "")
    text = package.text(path)[:_MAX_METADATA]
    headers = HeaderParser().parsestr(text, headersonly=True)
    for line in headers.get_all("Project-URL", []):
        label, _, url = str(line).partition(",")
        yield label.strip(), url.strip()
    yield "homepage", str(headers.get("Home-page", "")).strip()


def _npm_urls(description: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    repository = description.get("repository")
    if isinstance(repository, dict):
        repository = repository.get("url")
    for label, url in (("homepage", description.get("homepage")), ("repository", repository)):
        if isinstance(url, str):
            web = _SHORTHAND.sub(r"https://github.com/\1", url).removeprefix("git+")
            yield label, web.removesuffix(".git")


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    is_valid = not _NOT_IN_URLS.search(url) and len(url) <= _MAX_URL
    return parts.scheme in {"https", "http"} and bool(parts.netloc) and is_valid


def _bounded(text: str, most: int, *, markup: bool = False) -> str:
    """Return a text on one line, without HTML tags unless they are kept, cut at a word."""
    plain = " ".join((text if markup else _MARKUP.sub(" ", text[: 4 * most])).split())
    if len(plain) <= most:
        return plain
    return plain[: most - 1].rpartition(" ")[0] + "…"
