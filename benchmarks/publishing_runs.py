"""How many published snippets run right: the table of ``benchmarks.publishing`` that runs them.

Each snippet is run as `snippet-widget verify` does it: in an environment with its SDK version,
without a network, against a recorder. *Right* is one whose first request goes to the endpoint that
it is published under; *silent* one that is not and carries no warning; a *false alarm* one that is
right and carries a warning that it is not. A control compares each with another endpoint.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

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
from snippet_widget.verifying.matching import base_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    "onfido-python": ("OpenAPI", "@onfido/api"),
}
"""Python package -> its generator, and the npm package of the same API."""

_ROW = "{:<26}{:<11}{:>7}{:>9}{:>10}{:>10}{:>10}{:>8}{:>7}{:>9}{:>8}"
_HEADINGS = (
    *("package", "generator", "run", "program", "notebook", "endpoint", "required"),
    *("silent", "alarm", "control", "a min"),
)


def print_runs(names: Sequence[str]) -> None:
    """Print a row for each package, and the sums of Python and of TypeScript."""
    print(_ROW.format(*_HEADINGS))
    sums: dict[str, Counter[str]] = {"Python": Counter(), "TypeScript": Counter()}
    for name in names or SDKS:
        generator, npm = SDKS.get(name, ("", ""))
        for language, source in (("Python", f"pypi:{name}"), ("TypeScript", f"npm:{npm}")):
            if not source.endswith(":"):
                sums[language] += _print_package(source, generator)
    for language, counts in sums.items():
        print(_row(f"all {language}", "", counts), flush=True)


def _print_package(source: str, generator: str) -> Counter[str]:
    """Print the row of a package, and what did not run right without a warning; return it."""
    start = time.perf_counter()
    try:
        (publication,) = read_source(source)
        results = list(_results(publication))
    except SnippetWidgetError as error:
        print(f"{source:<26} {type(error).__name__}: {str(error)[:100]}", flush=True)
        return Counter()
    counts = _counts(results)
    counts["seconds"] = round(time.perf_counter() - start)
    print(_row(source, generator, counts), flush=True)
    for result in results:
        if result.failure and not result.program.warned:
            place = f"{result.method} {result.path} {result.program.client}"
            print(f"    {place} {result.program.form.value}: {result.failure[:110]}", flush=True)
    return counts


def _results(publication: Publication) -> Iterator[Verification]:
    programs = list(_programs(publication))
    if not programs:
        return
    make = python_environment if publication.sdk.type == "python" else node_environment
    conditions = Conditions(make([publication.sdk]), available_isolation())
    for _, verifications in verify(programs, conditions):
        yield from verifications


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
    prefixes = {prefix for result in results if result.right for prefix in [_prefix(result)]}
    for number, result in enumerate(results):
        form = result.program.form.value
        counts["run"] += 1
        counts[f"{form} run"] += 1
        counts[form] += result.right
        counts["silent"] += bool(result.failure) and not result.program.warned
        counts["alarm"] += result.right and result.program.warned
        other = _another(results, number)
        counts["control"] += result.right and _is_right_for(result, other, prefixes)
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
    pace = round(60 * counts["run"] / counts["seconds"]) if counts["seconds"] else "-"
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
