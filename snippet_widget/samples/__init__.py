"""The bundled sample catalog: everything works offline at once.

Its first API is the snippet service itself, whose SDK is this package: its code runs. The others
are made up. Each JSON file is an export of one API, as ``snippet-widget export`` writes it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog_export import read_export
from snippet_widget.decoding import decode_json
from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from snippet_widget.publication import Publication

FILES = ("birdsong", "skylark_weather", "harbor", "tidewater_weather")
"""Those that are made up."""

RUNNABLE = ("snippet-widget", "snippets")
"""Organization and API of the one that is real."""

_RUNNABLE_FILE = "snippet_service"


class _Sdk(msgspec.Struct):
    type: str
    package: str
    version: str


class _Publication(msgspec.Struct):
    sdk: _Sdk


class _Contents(msgspec.Struct):
    """What a file is of: a tenth of the time that it takes to read its snippets as well."""

    org: str
    api: str
    publications: list[_Publication]


def publications() -> list[tuple[str, str, Publication]]:
    """Return all sample SDK versions with the organization and the API that they belong to."""
    return [(org, api, each) for org, api, all_ in missing_publications(()) for each in all_]


def missing_publications(
    published: Container[tuple[str, str, SdkSelector]],
) -> Iterator[tuple[str, str, list[Publication]]]:
    """Yield of each API the sample SDK versions that are not published; mostly there are none.

    Parameters
    ----------
    published
        Organization, API and SDK version of each that is.
    """
    for name in (*FILES, _RUNNABLE_FILE):
        text = _text(name)
        of = decode_json(text, _Contents)
        sdks = [
            SdkSelector(each.sdk.type, each.sdk.package, each.sdk.version)
            for each in of.publications
        ]
        missing = [sdk for sdk in sdks if (of.org, of.api, sdk) not in published]
        if missing:
            read = read_export(decode_json(text), name)
            yield of.org, of.api, [each for each in read if each.sdk in missing]


@cache
def made_up_packages() -> frozenset[str]:
    """Return the packages of SDKs that do not exist: no registry has them."""
    decoded = (decode_json(_text(name), _Contents) for name in FILES)
    return frozenset(one.sdk.package for file in decoded for one in file.publications)


def _text(name: str) -> bytes:
    return resources.files(__name__).joinpath(f"{name}.json").read_bytes()
