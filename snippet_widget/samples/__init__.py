"""The bundled sample catalog: everything works offline at once.

Its first API is the snippet service itself, whose SDK is this package: its code runs. The others
are made up. Each JSON file is an export of one API, as ``snippet-widget export`` writes it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog_export import exported_api, read_export
from snippet_widget.decoding import decode_json

if TYPE_CHECKING:
    from snippet_widget.publication import Publication

FILES = ("birdsong", "skylark_weather", "harbor", "tidewater_weather")
"""Those that are made up."""

RUNNABLE = ("snippet-widget", "snippets")
"""Organization and API of the one that is real."""

_RUNNABLE_FILE = "snippet_service"


class _Sdk(msgspec.Struct):
    package: str


class _Publication(msgspec.Struct):
    sdk: _Sdk


class _Packages(msgspec.Struct):
    publications: list[_Publication]


def publications() -> list[tuple[str, str, Publication]]:
    """Return all sample SDK versions with the organization and the API that they belong to."""
    found: list[tuple[str, str, Publication]] = []
    for name in (*FILES, _RUNNABLE_FILE):
        document = decode_json(_text(name))
        org, api = exported_api(document, name)
        found += [(org, api, publication) for publication in read_export(document, name)]
    return found


@cache
def made_up_packages() -> frozenset[str]:
    """Return the packages of SDKs that do not exist: no registry has them."""
    decoded = (decode_json(_text(name), _Packages) for name in FILES)
    return frozenset(one.sdk.package for file in decoded for one in file.publications)


def _text(name: str) -> bytes:
    return resources.files(__name__).joinpath(f"{name}.json").read_bytes()
