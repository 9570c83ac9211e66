"""Java SDKs of Stainless: the programs of their example module.

The services of such an SDK are Kotlin interfaces. The view of a service that returns raw responses
says in its documentation which request each method sends; accessors lead from the root client to
every service. So the calls of an example have their endpoints.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.extraction import (
    DocumentContents,
    ExtractedExample,
    ExtractionResult,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from snippet_widget.publishing.checkouts.folder import FolderFiles

_EXAMPLE = re.compile(r"[^/]*-example/src/main/java/.*\.java")
_SERVICE = re.compile(r"[^/]*-core/src/main/kotlin/.*/services/(blocking|async)/.*\.kt")
_ROOT = re.compile(r"[^/]*-core/src/main/kotlin/(?:.*/)client/[^/]*Client(Async)?\.kt")
_PACKAGE = re.compile(r"^package ([\w.]+)", re.MULTILINE)
_IMPORT = re.compile(r"^import ([\w.]+)\.(\w+)$", re.MULTILINE)
_ACCESSOR = re.compile(r"^    fun (\w+)\(\): (\w+Service(?:Async)?)$", re.MULTILINE)
_REQUEST = re.compile(
    r"raw HTTP response for `(\w+) (/[^`]*)`, but is otherwise the same as \[\w+\.(\w+)\]"
)
_WRAPPED = re.compile(r"\n\s*\*\s+")
"""Where a comment goes on in its next line."""
_CALL = re.compile(r"\bclient((?:\s*\.\s*\w+\(\))+)\s*\.\s*(\w+)\(")
_STEP = re.compile(r"\.\s*(\w+)\(\)")
_DEEPEST = 8


class _Service(NamedTuple):
    accessors: Mapping[str, str]
    requests: Mapping[str, tuple[str, str]]


def is_java_sdk(files: FolderFiles) -> bool:
    """Tell a Java SDK of Stainless by its example module beside its services."""
    return any(map(_EXAMPLE.fullmatch, files)) and any(map(_SERVICE.fullmatch, files))


def read_java_sdk(files: FolderFiles, types: Collection[str]) -> DocumentContents:
    """Return the endpoints of a Java SDK with the examples that call them."""
    calls: dict[str, dict[str, tuple[str, str]]] = {}
    for path in files:
        if root := _ROOT.fullmatch(path):
            found = calls.setdefault("async_client" if root[1] else "sync_client", {})
            found.update(_calls(_service(files.text(path)), _services(files), ""))
    found_by_name: dict[tuple[str, str], ExtractedExample] = {}
    for one in (one for path in files for one in _examples(files, path, calls)):
        known = found_by_name.setdefault((one.endpoint, one.name), one)
        known.sources = {**one.sources, **known.sources}
    examples = _led_by_both(list(found_by_name.values()))
    shown = {one.endpoint for one in examples}
    every = dict.fromkeys(request for found in calls.values() for request in found.values())
    silent = [ExtractedExample(*request) for request in every if " ".join(request) not in shown]
    contents = DocumentContents()
    contents.counts["java"] = sum(len(one.sources) for one in examples)
    contents.extractions = {
        type_: ExtractionResult([*examples, *silent] if type_ == "java" else []) for type_ in types
    }
    return contents


def _led_by_both(examples: list[ExtractedExample]) -> list[ExtractedExample]:
    """Return examples with those first that both clients have: the first is what cards show."""
    return sorted(examples, key=lambda one: len(one.sources), reverse=True)


def _services(files: FolderFiles) -> dict[str, _Service]:
    found = {}
    for path in files:
        if _SERVICE.fullmatch(path):
            text = files.text(path)
            package = _PACKAGE.search(text)
            name = path.rpartition("/")[2].removesuffix(".kt")
            found[f"{package[1] if package else ''}.{name}"] = _service(text)
    return found


def _service(text: str) -> _Service:
    """Return where a service leads to, and what its methods send."""
    package = _PACKAGE.search(text)
    own = package[1] if package else ""
    places = {name: f"{of}.{name}" for of, name in _IMPORT.findall(text)}
    outer = text.partition("interface WithRawResponse")[0]
    accessors = {
        name: places.get(service, f"{own}.{service}") for name, service in _ACCESSOR.findall(outer)
    }
    requests = {
        name: (method.upper(), path)
        for method, path, name in _REQUEST.findall(_WRAPPED.sub(" ", text))
        if method.upper() in METHODS
    }
    return _Service(accessors, requests)


def _calls(
    service: _Service, services: Mapping[str, _Service], chain: str
) -> dict[str, tuple[str, str]]:
    """Return the request of each call below a service, by ``chat().completions().create``."""
    found = {f"{chain}{name}": request for name, request in service.requests.items()}
    if chain.count("()") < _DEEPEST:
        for name, inner in service.accessors.items():
            if inner in services:
                found |= _calls(services[inner], services, f"{chain}{name}().")
    return found


def _examples(
    files: FolderFiles, path: str, calls: Mapping[str, Mapping[str, tuple[str, str]]]
) -> Iterator[ExtractedExample]:
    """Yield the example that a file is, of the first endpoint that it calls."""
    if not _EXAMPLE.fullmatch(path):
        return
    source = files.text(path)
    client = "async_client" if re.search(r"\w+ClientAsync\b", source) else "sync_client"
    for match in _CALL.finditer(source):
        call = f"{'().'.join(_STEP.findall(match[1]))}().{match[2]}"
        request = calls.get(client, {}).get(call)
        if request is not None:
            name = path.rpartition("/")[2].removesuffix(".java").removesuffix("Example")
            example = ExtractedExample(*request, f"client.{call}", {client: source})
            example.name, example.file = name.removesuffix("Async"), path
            example.line = source.count("\n", 0, match.start()) + 1
            yield example
            return
