"""The bundled sample catalog: APIs that we made up, so that everything works offline at once.

Each JSON file is an API. What its operations look like in a language is that language's module:
``programs(kit, operation)`` returns the sources by client, as a generator of SDKs would.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.models import Example, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.samples import go, java, python, typescript
from snippet_widget.samples.definition import Api

if TYPE_CHECKING:
    from snippet_widget.samples.definition import Kit, Operation

FILES = ("birdsong", "skylark_weather", "harbor", "tidewater_weather")

_PROGRAMS = MappingProxyType(
    {
        "python": python.programs,
        "typescript": typescript.programs,
        "java": java.programs,
        "go": go.programs,
    }
)


def publications() -> list[tuple[str, str, Publication]]:
    """Return all sample SDK versions with the organization and the API that they belong to."""
    return [
        (api.org, api.api, _publication(kit, api)) for api in map(_read, FILES) for kit in api.sdks
    ]


@cache
def made_up_packages() -> frozenset[str]:
    """Return the packages of the samples' SDKs, which no registry has."""
    return frozenset(kit.package for api in map(_read, FILES) for kit in api.sdks)


def _read(name: str) -> Api:
    text = resources.files(__name__).joinpath(f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Api)


def _publication(kit: Kit, api: Api) -> Publication:
    known = (operation.at(kit.release) for operation in api.all_operations())
    return Publication(
        sdk=SdkSelector(kit.type, kit.package, kit.version),
        endpoints=tuple(_endpoint(kit, operation) for operation in known if operation),
    )


def _endpoint(kit: Kit, operation: Operation) -> PublishedEndpoint:
    if kit.type in operation.without:
        return PublishedEndpoint(operation.method, operation.path)
    return PublishedEndpoint(
        operation.method,
        operation.path,
        full=_snippet(kit, operation, "full"),
        endpoint=_snippet(kit, operation, "endpoint"),
    )


def _snippet(kit: Kit, operation: Operation, level: str) -> Snippet:
    sources = _sources(kit, operation, level)
    return Snippet(
        type=kit.type,
        sdk=Sdk(kit.package, kit.version),
        sources=sources,
        call=f"client.{operation.call}",
        warnings=tuple(operation.warnings.get(kit.type, ())),
        repairs=tuple(operation.repairs.get(kit.type, ())),
        examples=tuple(
            Example(name, _sources(kit, msgspec.structs.replace(operation, args=args), level))
            for name, args in operation.examples.items()
        ),
    )


def _sources(kit: Kit, operation: Operation, level: str) -> dict[str, str]:
    found = _PROGRAMS[kit.type](kit, operation)
    return {client: getattr(program, level) for client, program in found.items()}
