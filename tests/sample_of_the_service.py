"""The sample API that runs: what publishing reads out of this package's own OpenAPI description.

``uv run python -m tests.sample_of_the_service`` writes it anew, after a change of the clients'
methods or of the version.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import tempfile
from pathlib import Path

import msgspec

from snippet_widget import samples
from snippet_widget._version import __version__
from snippet_widget.catalog_export import export_text
from snippet_widget.client import SnippetClient, snippet_client
from snippet_widget.models import Parameter, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.publishing import read_source
from snippet_widget.publishing.documentation import bounded_parameters
from snippet_widget.publishing.python.documentation import parameters, summary
from snippet_widget.service.limits import Limits
from snippet_widget.service.openapi import openapi_document

FILE = Path(samples.__file__).with_name("snippet_service.json")
SDKS = (
    SdkSelector("python", "snippet-widget", __version__),
    SdkSelector("typescript", "openapi-fetch", "0.17.0"),
)
DOCS = {
    "python": "https://github.com/snippet-widget/snippet-widget#readme",
    "typescript": "https://openapi-ts.dev/openapi-fetch/",
}
_REFERENCE = re.compile(r' \(specification, "[^"]*"\)')
METHODS = {"client.load": "load", "client.get": "get", "client.catalog": "catalog"}


def sample_text() -> str:
    """Return the export of the API."""
    with tempfile.TemporaryDirectory() as folder:
        description = Path(folder, "openapi.json")
        description.write_text(json.dumps(openapi_document(Limits())))
        read = read_source(str(description), sdks=SDKS)
    return export_text(*samples.RUNNABLE, [_of_what_has_snippets(each) for each in read])


def _of_what_has_snippets(publication: Publication) -> Publication:
    endpoints = tuple(
        PublishedEndpoint(each.method, each.path, _described(each.full), _described(each.endpoint))
        for each in publication.endpoints
        if each.full
    )
    return Publication(publication.sdk, endpoints)


def _described(snippet: Snippet | None) -> Snippet | None:
    """Return a snippet with what the docstrings of the client say."""
    if snippet is None:
        return None
    described = msgspec.structs.replace(snippet, docs=DOCS[snippet.type])
    method = METHODS.get(snippet.call or "")
    if method is None:
        return described
    return msgspec.structs.replace(
        described,
        summary=_REFERENCE.sub("", summary(_definition(method))),
        parameters=bounded_parameters(_parameters(method)),
    )


def _parameters(method: str) -> list[Parameter]:
    described = {**_descriptions("get"), **_descriptions(method)}
    return [
        msgspec.structs.replace(each, description=described.get(each.name, ""))
        for each in parameters(_definition(method), _definition(method))
    ]


def _descriptions(method: str) -> dict[str, str]:
    """Return what a docstring says of each parameter; several may share a description."""
    text = inspect.getdoc(getattr(SnippetClient, method)) or ""
    _, _, section = text.partition("Parameters\n----------\n")
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.split("\n\n")[0].splitlines():
        if line.startswith(" "):
            found.update({name: f"{found.get(name, '')} {line}".strip() for name in names})
        else:
            names = line.split(", ")
    return {name: said for name, said in found.items() if not said.startswith("As in ")}


def _definition(method: str) -> ast.FunctionDef:
    module = ast.parse(inspect.getsource(snippet_client))
    return next(
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and node.name == method
    )


def main() -> None:
    """Write it."""
    FILE.write_text(sample_text())


if __name__ == "__main__":
    main()
