"""How many published snippets run right: the table of ``benchmarks.publishing`` that runs them.

Each snippet is run as `snippet-widget verify` does it: in an environment with its SDK version,
without a network, against a recorder. *Right* is one whose first request goes to the endpoint that
it is published under; *silent* one that is not and carries no warning; a *false alarm* one that is
right and carries a warning that it is not. A control compares each with another endpoint.

What a program did is kept by the text of that program and the SDK's version, so that a run can be
cut short and taken up, and only what publishing has changed is run again; ``--fresh`` forgets it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import platformdirs

from snippet_widget import __version__
from snippet_widget.errors import SnippetWidgetError
from snippet_widget.publishing import read_source
from snippet_widget.verifying import (
    Conditions,
    Form,
    Program,
    Verification,
    available_isolation,
    node_environment,
    programs_of,
    python_environment,
    verify,
)
from snippet_widget.verifying.request_matching import base_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import Publication

SDKS = {
    "cohere": ("Fern", "cohere-ai"),
    "elevenlabs": ("Fern", "@elevenlabs/elevenlabs-js"),
    "squareup": ("Fern", "square"),
    "deepgram-sdk": ("Fern", "@deepgram/sdk"),
    "hume": ("Fern", "hume"),
    "twelvelabs": ("Fern", "twelvelabs-js"),
    "vellum-ai": ("Fern", "vellum-ai"),
    "anthropic": ("Stainless", "@anthropic-ai/sdk"),
    "letta-client": ("Stainless", "@letta-ai/letta-client"),
    "openai": ("Stainless", "openai"),
    "mistralai": ("Speakeasy", "@mistralai/mistralai"),
    "ory-client": ("OpenAPI", "@ory/client"),
}
"""Python package -> its generator, and the npm package of the same API."""
REFUSED = ("pypi:assemblyai", "npm:assemblyai", "pypi:pinecone", "npm:@pinecone-database/pinecone")
"""SDKs that are written by hand, or over a generator's; the message says why they are not read."""

_ROW = "{:<31}{:<11}{:>7}{:>9}{:>10}{:>10}{:>10}{:>8}{:>7}{:>9}{:>8}"
_HEADINGS = (
    *("package", "generator", "run", "program", "notebook", "endpoint", "required"),
    *("silent", "alarm", "control", "a min"),
)


def print_runs(names: Sequence[str], *, fresh: bool = False) -> None:
    """Print a row for each package, and the sums of Python and of TypeScript."""
    print(_ROW.format(*_HEADINGS))
    sums: dict[str, Counter[str]] = {"Python": Counter(), "TypeScript": Counter()}
    for name in names or SDKS:
        generator, npm = SDKS.get(name, ("", ""))
        for language, source in (("Python", f"pypi:{name}"), ("TypeScript", f"npm:{npm}")):
            if not source.endswith(":"):
                sums[language] += _print_package(source, generator, fresh=fresh)
    for language, counts in sums.items():
        print(_row(f"all {language}", "", counts), flush=True)
    for source in () if names else REFUSED:
        _print_package(source, "")


def _print_package(source: str, generator: str, *, fresh: bool = False) -> Counter[str]:
    """Print the row of a package, and what did not run right without a warning; return it."""
    try:
        (publication,) = read_source(source)
        kept = _Kept(publication.sdk, fresh=fresh)
        results = list(_results(publication, kept))
    except SnippetWidgetError as error:
        print(f"{source:<31} {type(error).__name__}: {str(error)[:160]}", flush=True)
        return Counter()
    if not results:
        reasons = "; ".join(problem.message for problem in publication.problems[:1])
        why = reasons or "it has no examples"
        print(f"{source:<31} {len(publication.endpoints)} endpoints, no snippet: {why}", flush=True)
        return Counter()
    counts = _counts(results)
    counts["new"], counts["seconds"] = kept.new, round(kept.seconds)
    print(_row(source, generator, counts), flush=True)
    for result in results:
        if result.failure or result.program.warned:
            kind = "warned" if result.failure and result.program.warned else "SILENT"
            kind = kind if result.failure else "ALARM"
            place = f"{result.method} {result.path} {result.program.client}"
            print(f"    {kind} {place} {result.program.form.value}: {result.failure[:110]}")
    return counts


class _Kept:
    """What the programs of an SDK version did when they were last run."""

    def __init__(self, sdk: SdkSelector, *, fresh: bool) -> None:
        name = f"{sdk.type}-{sdk.package}-{sdk.version}".replace("/", "_")
        self._path: Path = platformdirs.user_cache_path("snippet-widget") / "runs" / f"{name}.json"
        self._found: dict[str, list[str]] = {}
        self.new, self.seconds = 0, 0.0
        if not fresh:
            with suppress(OSError, ValueError):
                self._found = json.loads(self._path.read_text(encoding="utf-8"))

    def of(self, program: Program) -> Verification | None:
        """Return what a program did; None where it was not run."""
        found = self._found.get(_digest(program))
        (cell, (method, path)) = program.expected[-1]
        return Verification(program, method, path, cell, *found) if found else None

    def keep(self, result: Verification) -> None:
        """Keep what a program did; written down now and then."""
        self._found[_digest(result.program)] = [result.sent, result.failure]
        self.new += 1
        if self.new % 50 == 0:
            self.write()

    def write(self) -> None:
        """Write down what is kept."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(self._found), encoding="utf-8")
        new.replace(self._path)


def _digest(program: Program) -> str:
    parts = (__version__, program.cells, program.form, program.expected, program.needs)
    return hashlib.sha256(repr((*parts, program.first)).encode()).hexdigest()


def _results(publication: Publication, kept: _Kept) -> Iterator[Verification]:
    programs = list(_programs(publication))
    yield from (known for program in programs if (known := kept.of(program)) is not None)
    wanted = [program for program in programs if kept.of(program) is None]
    if not wanted:
        return
    needs = {need for program in programs for need in program.needs}
    make = python_environment if publication.sdk.type == "python" else node_environment
    conditions = Conditions(make([publication.sdk], needs=needs), available_isolation())
    start = time.perf_counter()
    for _, verifications in verify(wanted, conditions):
        for result in verifications:
            kept.keep(result)
            yield result
    kept.seconds = time.perf_counter() - start
    kept.write()


def _programs(publication: Publication) -> Iterator[Program]:
    """Yield all examples as programs, and the first of each endpoint in the other forms."""
    others = [form for form in Form if form is not Form.PROGRAM]
    for endpoint in publication.endpoints:
        if endpoint.full is not None:
            place = (endpoint.full, endpoint.method, endpoint.path)
            yield from programs_of(*place, [Form.PROGRAM], all_examples=True)
            yield from programs_of(*place, others)


def _counts(results: Sequence[Verification]) -> Counter[str]:
    counts: Counter[str] = Counter()
    prefixes = {prefix for result in results if result.passed for prefix in [_prefix(result)]}
    for number, result in enumerate(results):
        form = result.program.form.value
        counts["run"] += 1
        counts[f"{form} run"] += 1
        counts[form] += result.passed
        counts["silent"] += bool(result.failure) and not result.program.warned
        counts["alarm"] += result.passed and result.program.warned
        other = _another(results, number)
        another = other is not result
        counts["control"] += another and result.passed and _is_right_for(result, other, prefixes)
    return counts


def _another(results: Sequence[Verification], number: int) -> Verification:
    """Return a result of an endpoint whose path no path of this one's is, too; else its own."""
    own = results[number]
    others = (results[(number + step) % len(results)] for step in range(1, len(results)))
    return next((one for one in others if base_path(own.path, one.path) is None), own)


def _is_right_for(result: Verification, other: Verification, prefixes: set[str | None]) -> bool:
    method, _, sent = result.sent.partition(" ")
    return method == other.method and base_path(sent, other.path) in prefixes - {None}


def _prefix(result: Verification) -> str | None:
    return base_path(result.sent.partition(" ")[2], result.path)


def _row(name: str, generator: str, counts: Counter[str]) -> str:
    shares = [
        f"{counts[form] / counts[f'{form} run']:.2%}" if counts[f"{form} run"] else "-"
        for form in (form.value for form in (Form.PROGRAM, Form.NOTEBOOK, Form.ENDPOINT))
    ]
    required = counts["required run"]
    control = f"{counts['control'] / counts['run']:.1%}" if counts["run"] else "-"
    pace = round(60 * counts["new"] / counts["seconds"]) if counts["seconds"] else "-"
    return _ROW.format(
        name,
        generator,
        counts["run"],
        *shares,
        f"{counts['required'] / required:.2%}" if required else "-",
        counts["silent"],
        counts["alarm"],
        control,
        pace,
    )


if __name__ == "__main__":
    print_runs([name for name in sys.argv[1:] if name != "--fresh"], fresh="--fresh" in sys.argv)
