"""Runs programs on several workers at once, and outlives whatever they do."""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import EnvironmentFailed
from snippet_widget.verifying import typescript_cells
from snippet_widget.verifying.isolation import (
    INSIDE,
    ROOT_FOLDER,
    Isolation,
    clean_environment,
    isolated_command,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.verifying.environments import Environment
    from snippet_widget.verifying.programs import Program

_START_SECONDS = 120
_GRACE_SECONDS = 10
_LONGEST_LINE = 4 * 2**20
_LONGEST_REASON = 500


@dataclass(frozen=True)
class Bounds:
    """What one snippet may take.

    Parameters
    ----------
    seconds
        Until its first request.
    memory
        Bytes of data.
    processes
        Processes and threads.
    """

    seconds: float = 20.0
    memory: int = 1536 * 2**20
    processes: int = 48


@dataclass(frozen=True)
class RecordedRequest:
    """A request that was recorded: method in upper case, whole URL."""

    method: str
    url: str


@dataclass(frozen=True)
class CellRun:
    """What one cell did.

    Parameters
    ----------
    sent
        Its first request; None where it sent none.
    error
        Why, where it raised: the exception, as Python words it. Empty where it just ended.
    line
        Of the cell, from 1, where that is known.
    """

    sent: RecordedRequest | None = None
    error: str = ""
    line: int = 0


@dataclass(frozen=True)
class Conditions:
    """Where programs run, and what each may take.

    Parameters
    ----------
    workers
        How many run at once; one for each processor when None.
    """

    environment: Environment
    isolation: Isolation
    bounds: Bounds = field(default_factory=Bounds)
    workers: int | None = None


def run_programs(
    programs: Sequence[Program], conditions: Conditions, imports: Sequence[str] = ()
) -> Iterator[tuple[int, tuple[CellRun, ...]]]:
    """Run programs, each in a process of its own; yield index and cells of each as it ends.

    Parameters
    ----------
    imports
        What a worker does beforehand, once for all: Python's import statements, or the names of
        npm's modules.

    Raises
    ------
    EnvironmentFailed
        A worker does not start.
    """
    pool = _Pool(programs, conditions, imports)
    try:
        for _ in programs:
            yield pool.result()
    finally:
        pool.close()


class _Pool:
    """A thread for each worker, which gives it one program after another."""

    def __init__(
        self, programs: Sequence[Program], conditions: Conditions, imports: Sequence[str]
    ) -> None:
        self._programs = programs
        self._conditions = conditions
        self._imports = tuple(imports)
        self._jobs: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[int, tuple[CellRun, ...]] | Exception] = (
            queue.SimpleQueue()
        )
        for index in range(len(programs)):
            self._jobs.put(index)
        self._closed = threading.Event()
        count = min(len(programs), conditions.workers or _processors())
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def result(self) -> tuple[int, tuple[CellRun, ...]]:
        """Return the next program that has ended, and what its cells did."""
        result = self._done.get()
        if isinstance(result, Exception):
            raise result
        return result

    def close(self) -> None:
        """End all workers, once the program that each runs has ended."""
        self._closed.set()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        worker: _Worker | None = None
        try:
            while not self._closed.is_set():
                index = self._jobs.get_nowait()
                worker = worker or _Worker(self._conditions, self._imports)
                cells = worker.run(self._programs[index])
                if cells is None:
                    worker.close()
                    worker, cells = None, (CellRun(error="it ended the process that runs it"),)
                    cells *= len(self._programs[index].cells)
                self._done.put((index, cells))
        except queue.Empty:
            return
        except Exception as error:  # noqa: BLE001 - raised again by who waits for the results
            self._done.put(error)
        finally:
            if worker is not None:
                worker.close()


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker:
    """A process that runs one program after another."""

    def __init__(self, conditions: Conditions, imports: Sequence[str]) -> None:
        self._conditions = conditions
        self._seconds = conditions.bounds.seconds
        self._folder = tempfile.TemporaryDirectory(
            prefix="snippet-widget-", ignore_cleanup_errors=True
        )
        errors_path = Path(self._folder.name, "stderr.txt")
        with errors_path.open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own script
                self._command(conditions),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=clean_environment(),
                cwd=self._folder.name,
            )
        self._write(self._setup(conditions, imports))
        if self._read(_START_SECONDS) is None:
            reason = errors_path.read_text("utf-8", "replace").strip()[-_LONGEST_REASON:]
            self.close()
            raise EnvironmentFailed(f"The process that runs snippets did not start. {reason}")

    def _command(self, conditions: Conditions) -> list[str]:
        # -B: what a snippet's process could write is of no use to another.
        python = [conditions.environment.python, "-B", "-X", "utf8", "-s", "-E"]
        command = [*python, str(INSIDE / "worker.py")]
        if conditions.isolation is Isolation.RECORDER:
            return command
        readable = (*conditions.environment.readable, str(INSIDE))
        return isolated_command(command, self._folder.name, readable)

    def _setup(self, conditions: Conditions, imports: Sequence[str]) -> dict[str, Any]:
        isolated = conditions.isolation is Isolation.NAMESPACES
        return {
            "imports": imports,
            "isolated": isolated,
            "folder": ROOT_FOLDER if isolated else os.path.realpath(self._folder.name),
            "seconds": conditions.bounds.seconds,
            "memory": conditions.bounds.memory,
            "processes": conditions.bounds.processes,
            "private": [os.path.realpath(Path.home())],
            "node": conditions.environment.node,
            "root": str(conditions.environment.code.parent),
        }

    def run(self, program: Program) -> tuple[CellRun, ...] | None:
        """Run one program; None where the worker did not live to tell."""
        alone = program.alone
        cells, node = program.cells, bool(self._conditions.environment.node)
        if node:
            cells = tuple(typescript_cells.cell(source, shared=not alone) for source in cells)
        typed = any(map(typescript_cells.has_types, program.cells)) if node else False
        variables = program.variables
        self._write({"cells": cells, "program": alone, "variables": variables, "typed": typed})
        answer = self._read(self._seconds + _GRACE_SECONDS)
        return None if answer is None else _cells(answer, len(program.cells), self._seconds)

    def close(self) -> None:
        """End the process, and all that it has started."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not written to it
                if pipe is not None:
                    pipe.close()
        self._process.wait()
        self._folder.cleanup()

    def _write(self, message: dict[str, Any]) -> None:
        with suppress(OSError):  # it has ended: reading will say so
            if self._process.stdin is not None:
                self._process.stdin.write(json.dumps(message).encode() + b"\n")
                self._process.stdin.flush()

    def _read(self, seconds: float) -> dict[str, Any] | None:
        if self._process.stdout is None:
            return None
        descriptor = self._process.stdout.fileno()
        deadline, line = time.monotonic() + seconds, b""
        while not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                return None
            piece = os.read(descriptor, 65536)
            if not piece:
                return None
            line += piece
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            return None
        return answer


def _cells(answer: dict[str, Any], count: int, seconds: float) -> tuple[CellRun, ...]:
    """Return what the cells did; those that a process did not come to have its end for an error."""
    found = [
        CellRun(
            RecordedRequest(**cell["sent"]) if cell["sent"] else None, cell["error"], cell["line"]
        )
        for cell in answer["cells"]
    ]
    ended = _ENDINGS.get(answer["ended"], f"its process ended with {answer['ended']}")
    limit = "1 second" if seconds == 1 else f"{seconds:g} seconds"
    missing = CellRun(error=ended.format(limit=limit))
    return (*found, *[missing] * (count - len(found)))


_ENDINGS = {"timeout": "it took more than {limit}", "": "it was not run"}
