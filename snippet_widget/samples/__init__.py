"""The bundled sample catalog: APIs that we made up, so that everything works offline at once.

Each JSON file is an export of one API, as ``snippet-widget export`` writes it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog_export import exported_api, read_export

if TYPE_CHECKING:
    from snippet_widget.publication import Publication

FILES = ("birdsong", "skylark_weather", "harbor", "tidewater_weather")


class _Sdk(msgspec.Struct):
    package: str


class _Publication(msgspec.Struct):
    sdk: _Sdk


class _Packages(msgspec.Struct):
    publications: list[_Publication]


def publications() -> list[tuple[str, str, Publication]]:
    """Return all sample SDK versions with the organization and the API that they belong to."""
    found: list[tuple[str, str, Publication]] = []
    for name in FILES:
        document = msgspec.json.decode(_text(name))
        org, api = exported_api(document, name)
        found += [(org, api, publication) for publication in read_export(document, name)]
    return found


@cache
def made_up_packages() -> frozenset[str]:
    """Return the packages of the samples' SDKs, which no registry has."""
    decoded = (msgspec.json.decode(_text(name), type=_Packages) for name in FILES)
    return frozenset(one.sdk.package for file in decoded for one in file.publications)


def _text(name: str) -> bytes:
    return resources.files(__name__).joinpath(f"{name}.json").read_bytes()
