"""`add_sdk()`: an SDK from a registry or a file, into this kernel's own catalog."""

from __future__ import annotations

import asyncio
import re
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.api_choice import ADDED, INSTALLED
from snippet_widget.catalog import open_catalog
from snippet_widget.endpoints import path_key
from snippet_widget.errors import (
    ApiMismatch,
    ConfigurationError,
    LayoutNotRecognized,
    SourceNotFound,
)
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode
from snippet_widget.publishing import read_source
from snippet_widget.publishing.families import INSTEAD, PLACE
from snippet_widget.publishing.installed_sdks import normalized_name
from snippet_widget.publishing.path_alignment import align_paths
from snippet_widget.publishing.sources import has_scheme
from snippet_widget.settings import environment_settings
from snippet_widget.widget.installed_catalog import STAGES, InstalledCatalog, own_catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from snippet_widget.catalog import Catalog

TYPESCRIPT_SDKS = {
    "anthropic": "@anthropic-ai/sdk",
    "cohere": "cohere-ai",
    "deepgram-sdk": "@deepgram/sdk",
    "elevenlabs": "@elevenlabs/elevenlabs-js",
    "openai": "openai",
}
"""npm packages of the vendors whose SDKs for Python these are; each is checked when it is added."""

_NAME = re.compile(r"[A-Za-z0-9]")
"""What the name of a package begins with."""

LEAST_COMMON = 0.5
"""Part of the smaller SDK's endpoints that the other one has too, or they are of two APIs."""

NAMED_PROBLEMS = 2
"""Problems that are told; the others are counted."""

PROBLEM_CHARACTERS = 200
"""Of each that is told, at most."""

SHOWN_CHARACTERS = 200
"""Of what somebody typed, in what is said of it."""

SOURCE_CHARACTERS = 4_000
"""No path is longer (Linux: ``PATH_MAX`` is 4,096 bytes)."""

NAME_CHARACTERS = 255
"""Neither is a part of one (``NAME_MAX``)."""


@dataclass(frozen=True)
class AddedSdk:
    """What was added.

    Parameters
    ----------
    organization, api
        Where it is found: ``panel(org=…, api=…)``.
    sdks
        ``cohere 7.3.0``, one for each SDK in the source.
    endpoints, snippets
        How many there are.
    problems
        What was left out, and why.
    """

    organization: str
    api: str
    sdks: tuple[str, ...]
    endpoints: int
    snippets: int
    problems: tuple[str, ...]

    def __str__(self) -> str:
        """Return it in one line, with the first of the problems."""
        said = f"Added {', '.join(self.sdks)}: {_count(self.endpoints, 'endpoint')}, "
        said += f"{_count(self.snippets, 'snippet')}."
        return f"{said} {self._problems()}" if self.problems else said

    def _problems(self) -> str:
        """Return how many problems there are, and the first of them."""
        first = self.problems[:NAMED_PROBLEMS]
        named = " ".join(
            textwrap.shorten(each, PROBLEM_CHARACTERS, placeholder="…") for each in first
        )
        more = len(self.problems) - NAMED_PROBLEMS
        rest = f" And {more:,} more." if more > 0 else ""
        return f"{_count(len(self.problems), 'problem')}: {named}{rest}"


def add_sdk(
    source: str,
    *,
    api: str | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> AddedSdk:
    """Read an SDK and put it into this kernel's own catalog; nothing of it is imported or run.

    A team's catalog is never written to.

    Parameters
    ----------
    source
        A package on PyPI (``"cohere"``, ``"cohere==7.3.0"``), one on npm (``"npm:cohere-ai"``,
        ``"@scope/name"``), or a file that `snippet-widget publish` takes.
    api
        An API that is there already, to which this SDK of another language belongs: an installed
        SDK's name. Without it, the npm package of a vendor whose Python SDK is installed here goes
        to that one, and everything else to an API of its own.
    on_stage
        Called with what is being done, for people; printed without it.

    Raises
    ------
    SourceError
        The source cannot be found or read, or its endpoints are not those of `api`.
    CatalogError
        The catalog takes nothing.

    Examples
    --------
    >>> add_sdk("npm:cohere-ai")  # doctest: +SKIP
    Added cohere-ai 7.14.0: 43 endpoints, 40 snippets.
    """
    report = on_stage or _print
    catalog = own_catalog(environment_settings().catalog)
    if _is_too_long(source):
        raise _not_a_source(source)
    wanted, shown = source_of(source), shown_source(source)
    publications = _read(source, wanted, lambda stage: report(STAGES[stage].format(source=shown)))
    with ThreadPoolExecutor(1) as pool:  # in a notebook's own thread an event loop runs already
        if api:
            return pool.submit(_put, publications, api, catalog).result()
        try:
            return pool.submit(_put, publications, _python_of(wanted), catalog).result()
        except ApiMismatch:  # nobody has asked for that API
            return pool.submit(_put, publications, None, catalog).result()


def _put(publications: Sequence[Publication], api: str | None, catalog: str | None) -> AddedSdk:
    installed = InstalledCatalog(catalog)
    if api and normalized_name(api) in {sdk.name for sdk in installed.sdks()}:
        installed.publish(api)
    return asyncio.run(_add(publications, api, catalog))


def _read(source: str, wanted: str, on_stage: Callable[[str], None]) -> tuple[Publication, ...]:
    """Read a source; what cannot be read is told in the words in which it was typed."""
    source = source.strip()
    nameless = wanted == f"pypi:{source}" and not _NAME.match(source)
    if nameless or not (source.isprintable() or Path(source).expanduser().exists()):
        raise _not_a_source(source)
    try:
        return read_source(wanted, on_stage=on_stage)
    except SourceNotFound as error:
        if wanted == f"pypi:{source}" and Path(source).is_dir():
            raise SourceNotFound(f"{error} For the folder of that name, write ./{source}") from None
        raise
    except LayoutNotRecognized as error:
        raise LayoutNotRecognized(_for_this_catalog(str(error))) from None


def _is_too_long(source: str) -> bool:
    longest = max(len(part) for part in source.split("/"))
    is_name_too_long = longest > NAME_CHARACTERS and "://" not in source
    return len(source) > SOURCE_CHARACTERS or is_name_too_long


def _not_a_source(source: str) -> ConfigurationError:
    return ConfigurationError(
        f"{shown_source(source)!r} is neither a package nor a file. Type the name of a package "
        "(cohere, cohere==7.3.0, npm:cohere-ai) or the path of a file or folder (dist/acme.whl, "
        "./acme)."
    )


def shown_source(source: str) -> str:
    """Return a source as messages name it: its middle is left out where it is long.

    Examples
    --------
    >>> shown_source("cohere==7.3.0")
    'cohere==7.3.0'
    >>> len(shown_source("x" * 5_000))
    200
    """
    if len(source) <= SHOWN_CHARACTERS:
        return source
    half = SHOWN_CHARACTERS // 2
    return f"{source[: half - 1]}…{source[-half:]}"


def _for_this_catalog(message: str) -> str:
    """Return what is said of an SDK that cannot be read, with a command that adds it here."""
    why, instead, command = message.partition(INSTEAD)
    package = re.search(r"--sdk \w+:(\S+)==", command)
    if package is None:
        return message
    here = f"--org {ADDED} --api {_api_id(package[1])}"
    return f"{why}{instead}`{command.replace(PLACE, here)}`"


def _api_id(package: str) -> str:
    return normalized_name(package).lstrip("@").replace("/", "-")


def source_of(text: str) -> str:
    """Return a source as `read_source` spells it.

    Examples
    --------
    >>> source_of("cohere"), source_of("@scope/name@1.0"), source_of("npm:cohere-ai")
    ('pypi:cohere', 'npm:@scope/name@1.0', 'npm:cohere-ai')
    """
    text = text.strip()
    if has_scheme(text) or Path(text).expanduser().is_file():
        return text
    if text.startswith("@"):
        return f"npm:{text}"
    return text if "/" in text or "\\" in text else f"pypi:{text}"


def typescript_of(package: str) -> str | None:
    """Return the npm package of the vendor whose SDK for Python this is, where it is known."""
    return TYPESCRIPT_SDKS.get(normalized_name(package))


def _python_of(source: str) -> str | None:
    """Return the Python SDK that an npm package belongs to."""
    npm = source.removeprefix("npm:")
    own = (
        name
        for name, other in TYPESCRIPT_SDKS.items()
        if npm == other or npm.startswith(f"{other}@")
    )
    return next(own, None) if source.startswith("npm:") else None


async def _add(
    publications: Sequence[Publication], api: str | None, catalog_url: str | None
) -> AddedSdk:
    async with open_catalog(catalog_url) as catalog:
        org, name = ADDED, normalized_name(api or publications[0].sdk.package or "")
        known = {(each.org, each.api): each.key for each in await catalog.apis()}
        if api and (INSTALLED, name) in known:
            org = INSTALLED
        if (org, name) in known and api:
            endpoints = await _endpoints(catalog, known[org, name])
            publications = _of_the_same_api(name, endpoints, publications)
        name = _api_id(name)
        stored = await catalog.publish_all(org, name, publications, mode=PublishMode.REPLACE)
    return AddedSdk(
        organization=org,
        api=name,
        sdks=tuple(f"{each.sdk.package} {each.sdk.version}" for each in publications),
        endpoints=len({key for each in publications for key in _keys(each.endpoints)}),
        snippets=sum(report.snippets for report in stored),
        problems=tuple(
            f"{problem.endpoint}: {problem.message}" if problem.endpoint else problem.message
            for each in publications
            for problem in each.problems
            if not problem.note
        ),
    )


async def _endpoints(catalog: Catalog, api: int) -> tuple[PublishedEndpoint, ...]:
    sdks = [sdk.key for sdk in (await catalog.sdks([api]))[api]]
    found: list[PublishedEndpoint] = []
    number: int | None = 1
    while number is not None:
        page = await catalog.page(api, number, sdks, LoadLevel.ENDPOINT)
        found += [PublishedEndpoint(each.method, each.path) for each in page.endpoints]
        number = page.next
    return tuple(found)


def _of_the_same_api(
    api: str, endpoints: tuple[PublishedEndpoint, ...], publications: Sequence[Publication]
) -> tuple[Publication, ...]:
    """Return the publications with their paths spelled as the API's.

    Raises
    ------
    ApiMismatch
        Their endpoints are not those of the API.
    """
    _, *aligned = align_paths([Publication(SdkSelector("python", api), endpoints), *publications])
    known = _keys(endpoints)
    for each in aligned:
        own = _keys(each.endpoints)
        common, smaller = len(own & known), min(len(own), len(known))
        if common < smaller * LEAST_COMMON:
            raise ApiMismatch(
                f"{each.sdk.package} {each.sdk.version} is of another API than {api}: only "
                f"{_count(common, 'endpoint')} of {smaller:,} are in both."
            )
    return tuple(aligned)


def _keys(endpoints: Sequence[PublishedEndpoint]) -> set[tuple[str, str]]:
    return {(each.method, path_key(each.path)) for each in endpoints}


def _print(stage: str) -> None:
    sys.stdout.write(f"{stage}\n")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
