"""A catalog of a million snippets for the benchmark of the service.

``python -m benchmarks.service_data URL ENDPOINTS`` publishes ten SDK versions of so many endpoints.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys

from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.service.tokens import token_hash

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


def publication(sdk: tuple[str, str, str], endpoints: int) -> Publication:
    """Return one SDK version; three of its snippets are about 2 KB."""
    type_, package, version = sdk
    fields = ("sync_client", "async_client") if type_ == "python" else ("client",)

    def snippet(number: int) -> Snippet:
        source = f"import acme\n\nclient = acme.Acme()\nclient.items.get_{number}(\n{_FILLER})\n"
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


def fill_in_another_process(url: str, endpoints: int) -> None:
    """Do that where the memory it takes is given back."""
    command = [sys.executable, "-m", "benchmarks.service_data", url, str(endpoints)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    asyncio.run(fill(sys.argv[1], int(sys.argv[2])))
