"""A catalog of a million snippets for the benchmark of the service.

``python -m benchmarks.service_data URL ENDPOINTS`` publishes ten SDK versions of so many endpoints;
with a NUMBER, one more version, in the place of the one that the NUMBER before left.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.service.tokens import token_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = 100_000
"""Endpoints of the catalog that `benchmarks.service` leaves in its folder."""
SMALL = 5_000
"""Endpoints of one that a benchmark makes for itself."""

TOKEN = "benchmark"  # noqa: S105
SDKS = [
    *(("python", "acme", f"1.{n}.0") for n in range(4)),
    *(("typescript", "@acme/sdk", f"1.{n}.0") for n in range(3)),
    *(("go", "github.com/acme/acme-go", f"1.{n}.0") for n in range(3)),
]
_FILLER = "".join(f"    field_{n}='the value of field {n}',\n" for n in range(6))


def endpoint_path(number: int | str) -> str:
    """Return the path of an endpoint, or the pattern of all with a mark in the number's place."""
    return f"/v1/resources/{{id}}/items/{number}"


def publication(sdk: tuple[str, str, str], endpoints: int, note: str = "") -> Publication:
    """Return one SDK version; three of its snippets are about 2 KB."""
    type_, package, version = sdk
    fields = ("sync_client", "async_client") if type_ == "python" else ("client",)

    def snippet(number: int) -> Snippet:
        call = f"client.items.get_{number}(\n{_FILLER})\n"
        source = f"import acme  # {note}\n\nclient = acme.Acme()\n{call}"
        sources = dict.fromkeys(fields, source)
        return Snippet(type=type_, sdk=Sdk(package, version), sources=sources)

    return Publication(
        SdkSelector(type_, package, version),
        tuple(
            PublishedEndpoint("GET", endpoint_path(number), full=snippet(number))
            for number in range(endpoints)
        ),
    )


async def fill(url: str, endpoints: int) -> None:
    """Publish all of it, and a token that opens it."""
    async with open_catalog(url) as catalog:
        for sdk in SDKS:
            await catalog.publish("org", "api", publication(sdk, endpoints))
        await catalog.create_token(token_hash(TOKEN.encode()), Grant("benchmark"), "benchmark")


async def publish_another(url: str, endpoints: int, number: int) -> None:
    """Publish an old SDK version, whose snippets differ from those of any other number."""
    made = publication(("python", "acme", "0.1.0"), endpoints, note=str(number))
    async with open_catalog(url) as catalog:
        await catalog.publish("org", "api", made, replace=True)


def fill_in_another_process(url: str, endpoints: int) -> None:
    """Do that where the memory it takes is given back."""
    command = [sys.executable, "-m", "benchmarks.service_data", url, str(endpoints)]
    subprocess.run(command, check=True)


@contextmanager
def catalog_of_command_line() -> Iterator[tuple[str, int, Path]]:
    """Give URL and endpoints of the catalog in the FOLDER that is named, and a folder to write in.

    Where none is named, a small catalog is made.
    """
    with tempfile.TemporaryDirectory() as temporary:
        given = sys.argv[1:]
        file = Path(given[0], "large.db") if given else Path(temporary, "small.db")
        url = f"sqlite:///{file.absolute()}"
        if not file.exists():
            fill_in_another_process(url, SMALL)
        yield url, LARGE if given else SMALL, Path(temporary)


if __name__ == "__main__":
    target, size, *numbers = sys.argv[1:]
    if numbers:
        asyncio.run(publish_another(target, int(size), int(numbers[0])))
    else:
        asyncio.run(fill(target, int(size)))
