"""How far publishing reaches: ``python -m benchmarks.publishing [NAME...]``.

Reads SDKs from the package indexes as they are today and prints, for each pair of a Python and an
npm package, the share of endpoints with a snippet and the share on which the two meet, and below
it how many of them say what they do and take, and why the others have none. Then the time of one
local wheel, as a multiple of unzipping and parsing its modules, with the peak memory of the
reader; and the share of an SDK's snippets in which pyright finds no error, or TypeScript's
compiler none. Last, of twelve SDKs of four generators, the share of snippets that run right
(`benchmarks.publishing_runs`): this runs code of others. Needs a network and npm.
"""

from __future__ import annotations

import ast
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.publishing_runs import print_runs
from snippet_widget.endpoints import path_key
from snippet_widget.errors import SnippetWidgetError
from snippet_widget.publishing import read_source
from snippet_widget.publishing.fetching import pypi
from snippet_widget.publishing.path_alignment import align_paths
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from snippet_widget.models import Snippet
    from snippet_widget.publication import Publication

PAIRS = {
    "elevenlabs": "@elevenlabs/elevenlabs-js",
    "cohere": "cohere-ai",
    "squareup": "square",
    "hume": "hume",
    "deepgram-sdk": "@deepgram/sdk",
    "vellum-ai": "vellum-ai",
    "twelvelabs": "twelvelabs-js",
    "auth0-python": "auth0",
    "label-studio-sdk": "",
    "langfuse": "",
    "zep-cloud": "@getzep/zep-cloud",
    "zep-cloud<4": "@getzep/zep-cloud",
    "openai": "openai",
    "anthropic": "@anthropic-ai/sdk",
    "ory-client": "@ory/client",
}
TIMED = "elevenlabs"
CHECKED = "squareup"
COMPILED = ("square", "openai")
_COMPILER = ("--noEmit", "--skipLibCheck", "--strict", "--target", "es2022", "--module", "esnext")
_RESOLUTION = ("--moduleResolution", "bundler", "--types", "node")
_HEADINGS = ("package", "endpoints", "sync", "async", "npm", "snippets", "meet", "warned", "s")
_ROW = "{:<18}{:>10}{:>8}{:>8}{:>7}{:>10}{:>8}{:>8}{:>7}"


def main(names: list[str], *, fresh: bool = False) -> None:
    """Print the tables for some packages, or for all."""
    print(_ROW.format(*_HEADINGS))
    for name in names or PAIRS:
        print("\n".join(_reach(name, PAIRS.get(name, ""))), flush=True)
    print()
    with tempfile.TemporaryDirectory() as folder:
        print(_speed(pypi.download_wheel(TIMED, Path(folder)).path), flush=True)
        print(_checked(Path(folder)), flush=True)
        for name in COMPILED:
            print(_compiled(name, Path(folder)), flush=True)
    print()
    print_runs(names, fresh=fresh)


def _reach(name: str, npm: str) -> list[str]:
    """Return the row of a pair, and lines that say what keeps its shares from being whole."""
    start = time.perf_counter()
    sources = [f"pypi:{name}", *([f"npm:{npm}"] if npm else [])]
    try:
        publications = [publication for source in sources for publication in read_source(source)]
    except SnippetWidgetError as error:
        return [f"{name:<18} {type(error).__name__}: {str(error)[:100]}"]
    seconds = time.perf_counter() - start
    python, *others = align_paths(publications)
    cells: list[str] = ["", "", ""]
    for other in others:
        smaller = min(len(_keys(python)), len(_keys(other)))
        common = len(_keys(python) & _keys(other))
        cells = [
            str(len(other.endpoints)),
            _share(other, "client"),
            f"{common / smaller:.1%}" if common else "apart",
        ]
    warned = sum(bool(e.full and e.full.warnings) for e in python.endpoints)
    row = _ROW.format(
        name,
        len(python.endpoints),
        _share(python, "sync_client"),
        _share(python, "async_client"),
        *cells,
        warned,
        f"{seconds:.1f}",
    )
    lines = [line for one in (python, *others) for line in (*_meaning(one), *_reasons(one))]
    return [row, *lines]


def _meaning(publication: Publication) -> list[str]:
    """Return how many of the snippets say what their call does and takes, and where that is."""
    full = [endpoint.full for endpoint in publication.endpoints if endpoint.full is not None]
    with_arguments = [snippet for snippet in full if _has_arguments(snippet)]
    if not full or not with_arguments:
        return []
    summaries = sum(bool(snippet.summary) for snippet in full) / len(full)
    takes = sum(bool(snippet.parameters) for snippet in with_arguments) / len(with_arguments)
    docs = sum(bool(snippet.docs) for snippet in full) / len(full)
    documented = f"summary {summaries:.1%}, parameters {takes:.1%} of calls with arguments"
    return [f"    {publication.sdk.type}: {documented}, docs {docs:.1%}"]


def _has_arguments(snippet: Snippet) -> bool:
    """Return whether the call that a snippet shows is given anything."""
    source, name = next(iter(snippet.sources.values())), (snippet.call or "").rpartition(".")[2]
    if snippet.type == "python":
        tree = python_syntax.parse(source)
        made = python_syntax.sdk_calls(tree) if tree is not None else []
        return any(names[-1] == name and (node.args or node.keywords) for names, node in made)
    calls = ts.sdk_calls(ts.parse(source))
    return any(names[-1] == name and ts.arguments(node) for names, node in calls)


def _reasons(publication: Publication) -> list[str]:
    """Return why endpoints have no snippet, and why the SDK stands apart from the other."""
    bare = [f"{e.method} {e.path}" for e in publication.endpoints if e.full is None]
    messages = {problem.endpoint: problem.message for problem in publication.problems}
    left_out = [endpoint for endpoint in bare if endpoint in messages]
    kinds = Counter(messages[endpoint].split("; ")[-1].rstrip(".") for endpoint in left_out)
    kinds["the vendor publishes no example of the call"] = len(bare) - len(left_out)
    lines = [f"{number} without: {kind}" for kind, number in kinds.items() if number]
    lines += [p.message for p in publication.problems if "belong together" in p.message]
    return [f"    {publication.sdk.type}: {line}" for line in lines]


def _keys(publication: Publication) -> set[tuple[str, str]]:
    return {(e.method, path_key(e.path)) for e in publication.endpoints}


def _share(publication: Publication, client: str) -> str:
    with_source = sum(bool(e.full and client in e.full.sources) for e in publication.endpoints)
    return f"{with_source / len(publication.endpoints):.1%}"


def _speed(wheel: Path) -> str:
    start = time.perf_counter()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py") and "client" in name:
                ast.parse(archive.read(name))
    floor = time.perf_counter() - start
    start = time.perf_counter()
    read_source(str(wheel))
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return (
        f"{wheel.name}: {seconds:.2f} s, {seconds / floor:.1f} times unzipping and parsing its "
        f"client modules; largest reader so far {peak:.0f} MB"
    )


def _checked(folder: Path) -> str:
    """Return the share of an SDK's snippets, without warnings of ours, that pyright accepts."""
    (publication,) = read_source(f"pypi:{CHECKED}")
    snippets = folder / "snippets"
    snippets.mkdir()
    for number, endpoint in enumerate(publication.endpoints):
        if endpoint.full is not None and not endpoint.full.warnings:
            for client, source in endpoint.full.sources.items():
                (snippets / f"s{number}_{client}.py").write_text(source, encoding="utf-8")
    sdk = f"{publication.sdk.package}=={publication.sdk.version}"
    command = ["uv", "run", "--no-project", "--with", "pyright[nodejs]", "--with", sdk]
    done = subprocess.run(
        [*command, "pyright", "--outputjson", str(snippets)],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        diagnostics = json.loads(done.stdout)["generalDiagnostics"]
    except ValueError:
        return f"pyright gave no answer for {sdk}: {done.stderr.strip()[-200:]}"
    wrong = {item["file"] for item in diagnostics if item["severity"] == "error"}
    total = len(list(snippets.iterdir()))
    return f"pyright on {sdk}: {1 - len(wrong) / total:.1%} of {total} snippets without an error"


def _compiled(name: str, folder: Path) -> str:
    """Return the share of an npm package's snippets that TypeScript's compiler accepts."""
    (publication,) = read_source(f"npm:{name}")
    project = folder / name
    project.mkdir()
    for number, endpoint in enumerate(publication.endpoints):
        if endpoint.full is not None and not endpoint.full.warnings:
            source = f"{endpoint.full.sources['client']}\nexport {{}};\n"
            (project / f"s{number}.ts").write_text(source, encoding="utf-8")
    snippets = [path.name for path in project.glob("s*.ts")]
    sdk = f"{name}@{publication.sdk.version}"
    install = ["npm", "install", "--ignore-scripts", "--prefix", "."]
    subprocess.run(
        [*install, "typescript@5", "@types/node@22", sdk],
        cwd=project,
        capture_output=True,
        check=True,
    )
    done = subprocess.run(
        ["npx", "tsc", *_COMPILER, *_RESOLUTION, *snippets],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = {line.partition("(")[0] for line in done.stdout.splitlines() if ": error TS" in line}
    share = f"{1 - len(wrong) / len(snippets):.1%} of {len(snippets)}"
    return f"tsc on {sdk}: {share} snippets without an error"


if __name__ == "__main__":
    main([name for name in sys.argv[1:] if name != "--fresh"], fresh="--fresh" in sys.argv)
