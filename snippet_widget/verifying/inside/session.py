"""Runs the cells of one snippet, in a process of its own, and says what each of them sent."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import os
import sys
import threading
import traceback
import types
import warnings
from typing import Any, NoReturn

from recorder import RequestRecorded  # type: ignore[import-not-found]  # beside this script

_FILE = "<snippet>"
_LONGEST = 500
_MOST_MODULES = 2000


class Session:
    """What one process reports: a result for each cell, written once.

    Parameters
    ----------
    job
        ``cells``, their sources, and ``program``: whether to end with the first request.
    descriptor
        Where the result is written.
    modules
        Those that were imported before.
    """

    def __init__(self, job: dict[str, Any], descriptor: int, modules: frozenset[str]) -> None:
        self._job = job
        self._descriptor = descriptor
        self._modules = modules
        self._cells: list[dict[str, Any]] = []
        self._sent: dict[str, str] | None = None

    def record(self, method: str, url: str) -> NoReturn:
        """Take a request; the first of each cell counts."""
        if self._sent is None:
            self._sent = {"method": method.upper(), "url": url[: 10 * _LONGEST]}
        if self._job["program"]:
            self._finish_cell("", 0)
            self.report()
        raise RequestRecorded

    def run(self) -> NoReturn:
        """Run the cells, report, and end the process."""
        warnings.simplefilter("ignore")
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        if self._job["program"]:
            self._run_program(self._job["cells"][0], module.__dict__)
        else:
            asyncio.run(self._run_cells(module.__dict__))
        self.report()

    def report(self) -> NoReturn:
        """Write the result and end the process."""
        new = [name for name in [*sys.modules] if name not in self._modules]
        answer = {"cells": self._cells, "modules": [*filter(_installed, new)][:_MOST_MODULES]}
        data = json.dumps(answer).encode() + b"\n"
        while data:
            data = data[os.write(self._descriptor, data) :]
        os._exit(0)

    def _run_program(self, source: str, namespace: dict[str, Any]) -> None:
        try:
            code = compile(source, _FILE, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):  # `await` at top level, which a notebook alone takes
            asyncio.run(self._run_cells(namespace))
            return
        try:
            exec(code, namespace)  # noqa: S102 - what this process is for
            _await_threads()
        except BaseException as error:  # noqa: BLE001 - whatever it raises is the result
            self._finish_cell(*_described(error))
        else:
            self._finish_cell("", 0)

    async def _run_cells(self, namespace: dict[str, Any]) -> None:
        """Run the cells as a notebook does: within a running event loop."""
        for source in self._job["cells"]:
            self._finish_cell(*await _run_cell(source, namespace))

    def _finish_cell(self, error: str, line: int) -> None:
        sent, self._sent = self._sent, None
        self._cells.append({"sent": sent, "error": "" if sent else error, "line": line})


async def _run_cell(source: str, namespace: dict[str, Any]) -> tuple[str, int]:
    """Run one cell; return what it raised, as `_described` has it."""
    try:
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        code = compile(source, _FILE, "exec", flags, dont_inherit=True)
        result = eval(code, namespace)  # noqa: S307 - what this process is for
        if inspect.iscoroutine(result):
            await result
    except BaseException as error:  # noqa: BLE001 - whatever it raises is the result
        return _described(error)
    return "", 0


def _await_threads() -> None:
    """Wait as the interpreter does at the end of a program."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def _described(error: BaseException) -> tuple[str, int]:
    """Return an error for people, and the line of the snippet that it came from."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    lines = [
        frame.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == _FILE
    ]
    if isinstance(error, SyntaxError):
        lines = [error.lineno or 0]
    return text[:_LONGEST], lines[-1] if lines else 0


def _installed(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    return isinstance(file, str) and "site-packages" in file
