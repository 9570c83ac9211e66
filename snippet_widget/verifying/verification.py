"""What running a program has shown: it sends what it is published to send, or why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.verifying.programs import import_statements
from snippet_widget.verifying.request_matching import ServerUrls, sends
from snippet_widget.verifying.runner import CellRun, run_programs
from snippet_widget.verifying.typescript_cells import imported_modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from snippet_widget.verifying.programs import Program
    from snippet_widget.verifying.runner import Conditions

_LONGEST = 300
_WORTH_BUNDLING = 8
"""Programs, from which on a bundle of the SDK's modules saves more than it takes."""


@dataclass(frozen=True)
class Verification:
    """One cell of a program, and what it did.

    Parameters
    ----------
    program
        What was run.
    method, path
        The endpoint that the cell is published under.
    cell
        Number of the cell in the program, from 0.
    sent
        ``POST /v2/chat``: the request that it sent; empty where it sent none.
    failure
        Why it did not run right, for people; empty where it did.
    """

    program: Program
    method: str
    path: str
    cell: int
    sent: str = ""
    failure: str = ""

    @property
    def passed(self) -> bool:
        """Whether it sent a request to its endpoint, before any other that is not said of it."""
        return not self.failure


def verify(
    programs: Sequence[Program], conditions: Conditions
) -> Iterator[tuple[int, tuple[Verification, ...]]]:
    """Run programs of one language; yield the index of each and what its cells did, as it ends.

    Raises
    ------
    EnvironmentFailed
        The process that runs them does not start.
    """
    environment = conditions.environment
    sources = [source for program in programs for source in program.cells]
    imports = () if environment.node else import_statements(sources)
    servers = ServerUrls(_sdk_folders(environment.code, imports))
    bundled = environment.node and len(programs) >= _WORTH_BUNDLING
    running = run_programs(programs, conditions, imported_modules(sources) if bundled else imports)
    for index, cells in running:
        yield index, tuple(_judged(programs[index], cells, servers))


def _sdk_folders(code: Path, imports: Iterable[str]) -> list[Path]:
    """Return the folders of the packages that the snippets import."""
    names = {statement.split()[1].partition(".")[0] for statement in imports}
    return [code / name for name in sorted(names) if (code / name).is_dir()]


def _judged(
    program: Program, cells: Sequence[CellRun], servers: ServerUrls
) -> Iterator[Verification]:
    text = "\n".join(program.cells)

    def documented(host: str, prefix: str) -> bool:
        return servers.documented(host, prefix, text)

    for number, (method, path) in program.expected:
        run = cells[number]
        sent = "" if run.sent is None else f"{run.sent.method} {urlsplit(run.sent.url).path}"
        expected = [(method, path), *([program.first] if program.first else [])]
        right = run.sent is not None and any(sends(run.sent, *e, documented) for e in expected)
        failure = "" if right else _failure(run, sent[:_LONGEST], f"{method} {path}")
        yield Verification(program, method, path, number, sent[:_LONGEST], failure)


def _failure(run: CellRun, sent: str, endpoint: str) -> str:
    if sent:
        return f"it sends {sent}, not {endpoint}"
    if not run.error:
        return "it ends without having sent a request"
    line = f" (line {run.line})" if run.line else ""
    return run.error.partition("\n")[0][:_LONGEST] + line
