"""Sources that were made, or broken, to harm their reader: an error of ours, soon, and small."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from snippet_widget.errors import SnippetWidgetError
from snippet_widget.models import SdkSelector
from snippet_widget.publishing import reader_process
from snippet_widget.publishing.descriptions.code_samples import EXTENSIONS
from snippet_widget.publishing.descriptions.documents import read_document
from snippet_widget.publishing.reader_worker import ReadFile, read
from tests.description_builder import PYTHON, SYNC, TYPESCRIPT, with_operation, written
from tests.fern_builder import fern_python
from tests.package_builder import build_sdist, build_tarball, build_wheel
from tests.stainless_builder import stainless_sdist, stainless_typescript

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 10
MEMORY = 256 * 2**20
"""Bytes of address space for one reader: a quarter of what it is given otherwise."""
FUZZ = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
SDKS = (PYTHON, TYPESCRIPT, SdkSelector("go", "acme", "1"))


def samples(count: int, source: str = SYNC) -> list[dict[str, str]]:
    return [{"lang": "python", "source": f"{source}# {number}\n"} for number in range(count)]


def many_paths(count: int) -> dict[str, Any]:
    operation = {"x-codeSamples": samples(1)}
    return {"openapi": "3", "paths": {f"/p{number}": {"get": operation} for number in range(count)}}


LAUGHS = "x0: &x0 [lol]\n" + "".join(
    f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]\n" for n in range(1, 60)
)
CHAIN = {f"r{number}": {"$ref": f"#/r{number + 1}"} for number in range(10_000)}
HOSTILE: dict[str, Callable[[], str]] = {
    "alias bomb": lambda: f"openapi: 3.0.0\nx: 1\n{LAUGHS}paths: {{/a: {{get: *x59}}}}",
    "alias cycle": lambda: "openapi: 3.0.0\npaths: &p {/a: {get: &g {x-codeSamples: [*g, *p]}}}",
    "aliased samples": lambda: (
        "openapi: 3.0.0\ns: &s\n"
        + "".join(f"- {{lang: python, source: 'f({n})'}}\n" for n in range(1000))
        + "paths:\n"
        + "".join(f"  /p{n}: {{get: {{x-codeSamples: *s}}}}\n" for n in range(1000))
    ),
    "reference cycle": lambda: json.dumps(with_operation({"$ref": "#/paths/~1users~1{id}/get"})),
    "reference chain": lambda: json.dumps(with_operation({"$ref": "#/r0"}, **CHAIN)),
    "deep JSON": lambda: '{"openapi": "3", "paths": ' + '{"a":' * 500_000,
    "deep YAML": lambda: "openapi: 3.0.0\npaths:\n  " + "- " * 500_000,
    "wide JSON": lambda: '{"openapi": "3", "x": [' + "{}," * 3_000_000 + "{}]}",
    "many samples": lambda: json.dumps(with_operation({"x-codeSamples": samples(5_000)})),
    "many paths": lambda: json.dumps(many_paths(5_000)),
    "huge sample": lambda: json.dumps(
        with_operation({"x-codeSamples": samples(1, "f(1)\n" * 1_000_000)})
    ),
    "deep sample": lambda: json.dumps(
        with_operation({"x-codeSamples": samples(1, "(" * 100_000 + ")" * 100_000)})
    ),
    "nested sample": lambda: json.dumps(
        with_operation({"x-codeSamples": samples(1, "x = " + "-" * 100_000 + "1")})
    ),
    "TypeScript, deep": lambda: json.dumps(
        with_operation({"x-codeSamples": [{"lang": "ts", "source": "f(" * 50_000}]})
    ),
    "many languages": lambda: json.dumps(
        with_operation({"x-stainless-snippets": {f"lang{n}": "x" for n in range(100_000)}})
    ),
    "label to backtrack on": lambda: json.dumps(
        with_operation(
            {"x-codeSamples": [{"lang": "python", "label": "(async " * 50_000, "source": "f()"}]}
        )
    ),
    "overlay of many actions": lambda: json.dumps(
        {
            "overlay": "1.0.0",
            "actions": [
                {"target": f'$["paths"]["/p{n}"]["get"]', "update": {"x-codeSamples": samples(1)}}
                for n in range(5_000)
            ],
        }
    ),
    "target to backtrack on": lambda: json.dumps(
        {"overlay": "1", "actions": [{"target": "$" + "./a" * 100_000, "update": {}}]}
    ),
    "many entries": lambda: json.dumps(
        {
            "endpoints": [
                {
                    "id": {"path": "/a", "method": "GET"},
                    "snippet": {"type": "python", "sync_client": f"f({n})"},
                }
                for n in range(20_000)
            ]
        }
    ),
    "NUL": lambda: "openapi: 3.0.0\0\npaths: {}",
}


READ = {
    "many samples": 1,
    "many paths": 5_000,
    "deep sample": 1,
    "nested sample": 1,
    "TypeScript, deep": 1,
    "overlay of many actions": 5_000,
}
"""How many endpoints are read of what only looks harmful."""

NOTHING = "SourceError: api.yaml holds no code samples."
TOO_MANY = "snippets in python, and 10000 are read of one SDK in one document."
REFUSED = {
    "alias bomb": NOTHING,
    "alias cycle": NOTHING,
    "aliased samples": f"SourceError: api.yaml has 200000 {TOO_MANY}",
    "reference cycle": NOTHING,
    "reference chain": NOTHING,
    "deep JSON": "SourceError: api.yaml cannot be read: nested too deep.",
    "deep YAML": "SourceError: api.yaml cannot be read: nested more than 200 deep at line 3",
    "wide JSON": "SourceError: api.yaml cannot be read: more than 2000000 objects and arrays.",
    "huge sample": NOTHING,
    "many languages": "ConfigurationError: api.yaml has snippets in lang0 (1), lang1 (1),",
    "label to backtrack on": NOTHING,
    "target to backtrack on": NOTHING,
    "many entries": f"SourceError: api.yaml has 20000 {TOO_MANY}",
    "NUL": "SourceError: api.yaml cannot be read: unacceptable character #x0000",
}
"""What is said of the others. A reader that takes too much memory says so, with `UnsafeArchive`."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_are_over_soon(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, {"api.yaml": HOSTILE[name]()})
    began = time.process_time() + _children()
    endpoints, refusal = _outcome(ReadFile(str(path), SDKS))
    assert time.process_time() + _children() - began < SECONDS
    assert endpoints == READ.get(name, 0)
    assert refusal.startswith(REFUSED.get(name, "")), refusal
    assert bool(refusal) == (name in REFUSED)


def _outcome(job: ReadFile) -> tuple[int, str]:
    """Return how many endpoints a process of its own reads, and why it refuses."""
    try:
        found = reader_process.read(job, memory=MEMORY).publications
    except SnippetWidgetError as error:
        return 0, f"{type(error).__name__}: {error}"
    return sum(len(publication.endpoints) for publication in found), ""


def _children() -> float:
    """Return the processor time of the readers, which other work on the machine does not slow."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


KEYS = st.sampled_from(
    [
        *("$ref", "paths", "/a", "get", "servers", "url", "lang", "source", "code", "examples"),
        *("request", "code-samples", "label", "name", "title", "endpoints", "id", "snippet"),
        *("method", "path", "client", "sync_client", "actions", "target", "update", "extends"),
        *("overlay", "openapi", "snippet_widget_export", "publications", "sdks", "full", "sdk"),
        *("type", *EXTENSIONS),
    ]
)
WORDS = st.sampled_from(
    [
        *("python", "GET", "/a", "#/paths", "#/", "api.json", "..", "$.paths", "f()", "", "async"),
        *("await f()", "https://a.test/v1", "{", "3.0.0", "\0", "\ud800", "c = A()\nc.get()\n"),
    ]
)
VALUES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=30,
)
DOCUMENTS = st.one_of(
    st.builds(lambda paths: {"openapi": "3.0.0", "paths": paths}, VALUES),
    st.builds(lambda key, v: with_operation({key: v}), st.sampled_from(EXTENSIONS), VALUES),
    st.builds(lambda actions: {"overlay": "1.0.0", "actions": actions}, VALUES),
    st.builds(lambda entries: {"endpoints": entries}, st.lists(VALUES, max_size=4)),
    st.builds(lambda read: {"snippet_widget_export": 1, "publications": read}, VALUES),
    VALUES,
)


def _is_read(read: Callable[[], object]) -> bool:
    """Return whether something is read, and not refused with an error of ours."""
    try:
        read()
    except SnippetWidgetError:
        return False
    return True


INTACT = with_operation({"x-codeSamples": samples(1)})


@settings(FUZZ, max_examples=300)
@given(DOCUMENTS)
@example(INTACT)
def test_documents_of_any_shape_are_read_or_refused(document: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), {"api.json": json.dumps(document)})
        assert _is_read(lambda: read_document(path, SDKS)) or document != INTACT


def _of(build: Callable[..., Path], files: dict[str, str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder), files).read_bytes()


ARCHIVES = {
    "acme-1.0-py3-none-any.whl": _of(build_wheel, fern_python()),
    "acme-1.0.tar.gz": _of(build_sdist, stainless_sdist()),
    "acme-1.0.tgz": _of(build_tarball, stainless_typescript()),
}
FLIPS = st.lists(st.tuples(st.integers(0, 2**30), st.integers(1, 255)), min_size=1, max_size=8)


@FUZZ
@given(st.sampled_from(sorted(ARCHIVES)), FLIPS, st.integers(0, 2**30))
@example("acme-1.0-py3-none-any.whl", [], 1)
@example("acme-1.0.tar.gz", [], 1)
@example("acme-1.0.tgz", [], 1)
def test_archives_with_flipped_bytes_are_read_or_refused(
    name: str, flips: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(ARCHIVES[name])
    for place, bits in flips:
        data[place % len(data)] ^= bits
    kept = data if cut % 4 else data[: cut % len(data)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(kept)
        assert _is_read(lambda: read(ReadFile(str(path)))) or flips


BUILDERS: list[tuple[Callable[..., Path], dict[str, str]]] = [
    (build_wheel, fern_python()),
    (build_sdist, stainless_sdist()),
    (build_tarball, stainless_typescript()),
]
PIECES = st.sampled_from(["(", ")", "{", "}", '"', "'", "\n", "\0", "await ", "class ", "\\", "é"])
EDITS = st.lists(st.tuples(st.integers(0, 2**30), st.integers(0, 20), PIECES), max_size=6)


@FUZZ
@given(st.sampled_from(range(len(BUILDERS))), st.integers(0, 100), EDITS)
@example(0, 0, [])
@example(1, 0, [])
@example(2, 0, [])
def test_packages_with_broken_sources_are_read_or_refused(
    which: int, file: int, edits: list[tuple[int, int, str]]
) -> None:
    build, files = BUILDERS[which]
    name = sorted(files)[file % len(files)]
    text = files[name]
    for place, length, piece in edits:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + length :]
    with tempfile.TemporaryDirectory() as folder:
        path = build(Path(folder), {**files, name: text})
        assert _is_read(lambda: read(ReadFile(str(path)))) or edits
