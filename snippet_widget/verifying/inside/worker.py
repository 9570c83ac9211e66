"""Starts a process for each snippet, bounds it, and hands on what it reports.

Reads a `setup` and then jobs as lines of JSON from standard input and answers each with a line on
standard output. For Python the process is forked off this one, which has imported the SDK
already; what a snippet had to import besides is imported here, for those after it.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

import bundle  # type: ignore[import-not-found]  # beside this script
import recorder  # type: ignore[import-not-found]
import session  # type: ignore[import-not-found]
import surroundings  # type: ignore[import-not-found]

_LONGEST_REPORT = 2**20
_FILE_BYTES = 32 * 2**20
_OPEN_FILES = 256
_LOOK_EVERY = 0.05
_DID_NOT_START = 70
_BUNDLE_SECONDS = 90
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36

_libc = ctypes.CDLL(None)


def main() -> None:
    """Answer jobs until there are no more."""
    jobs, answers = _own_streams()
    _hide_scripts()
    setup = json.loads(jobs.readline())
    worker = _NodeWorker(setup) if setup.get("node") else _PythonWorker(setup)
    answers.write(b'{"ready": true}\n')
    for line in jobs:
        answers.write(json.dumps(worker.answer(json.loads(line))).encode() + b"\n")


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Keep standard input and output for this process; nothing else gets or disturbs them."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    empty = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(empty, stream)
    return jobs, answers


def _hide_scripts() -> None:
    """Let a snippet or an SDK import modules of its own by the names of these."""
    folder = str(Path(__file__).parent)
    sys.path[:] = [path for path in sys.path if path != folder]
    for module in (bundle, recorder, session, surroundings):
        del sys.modules[module.__name__]


class _Worker(ABC):
    """One snippet after another, each in a process and a folder of its own."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self._setup = setup
        self._alone = setup["isolated"] and os.getpid() == 1
        _limit("RLIMIT_CORE", 0)
        if not self._alone:
            _become_subreaper()

    def answer(self, job: dict[str, Any]) -> dict[str, Any]:
        """Run one job."""
        report, ended = self._report(job, self._setup["seconds"])
        return self._understood(report, ended)

    def _report(self, job: dict[str, Any], seconds: float) -> tuple[bytes, str]:
        """Run one job; return what it reports, and how it ended where it did not."""
        folder = tempfile.mkdtemp(prefix="snippet-", dir=self._setup["folder"])
        reading, writing = os.pipe()
        try:
            child = self._start(job, folder, writing)
            os.close(writing)
            return self._awaited(child, reading, seconds)
        finally:
            os.close(reading)
            shutil.rmtree(folder, ignore_errors=True)

    def _start(self, job: dict[str, Any], folder: str, writing: int) -> int:
        child = os.fork()
        if child == 0:
            try:
                self._become_snippet(job, folder, writing)
            finally:
                os._exit(_DID_NOT_START)
        return child

    @abstractmethod
    def _become_snippet(self, job: dict[str, Any], folder: str, writing: int) -> None:
        """Run the job in this process, which was forked for it, and end it."""

    def _bound(self, folder: str, kept: set[int]) -> None:
        """Bound what this process, just forked, may take, and leave it the files that are kept."""
        os.setsid()
        _die_with_parent()
        for descriptor in {*range(3, _OPEN_FILES)} - kept:
            with suppress(OSError):
                os.close(descriptor)
        os.chdir(folder)
        os.environ["HOME"] = os.environ["TMPDIR"] = folder
        tempfile.tempdir = None
        seconds = self._setup["seconds"]
        _limit("RLIMIT_CPU", int(seconds) + 1)
        _limit("RLIMIT_FSIZE", _FILE_BYTES)
        _limit("RLIMIT_NOFILE", _OPEN_FILES)
        _limit("RLIMIT_NPROC", _own_threads() + self._setup["processes"])
        with suppress(OSError):  # the first to go, should the machine run out of memory
            Path("/proc/self/oom_score_adj").write_text("1000")

    def _awaited(self, child: int, reading: int, seconds: float) -> tuple[bytes, str]:
        """Return what the child reports, and how it ended where it did not."""
        deadline = time.monotonic() + seconds
        report, ended = b"", ""
        while not ended and not report.endswith(b"\n") and len(report) < _LONGEST_REPORT:
            if time.monotonic() > deadline:
                ended = "timeout"
                break
            ended = _status(child, os.WNOHANG)  # before reading: what it has written is there then
            report += _available(reading, 0 if ended else _LOOK_EVERY)
        self._end(child)
        return report, ended

    def _end(self, child: int) -> None:
        """End the child and all that it has started."""
        if self._alone:
            with suppress(OSError):
                os.kill(-1, signal.SIGKILL)
        else:
            with suppress(OSError):
                os.killpg(child, signal.SIGKILL)
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        with suppress(ChildProcessError):
            while os.waitpid(-1, 0 if self._alone else os.WNOHANG)[0]:
                pass

    def _understood(self, report: bytes, ended: str) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = json.loads(report)
        except ValueError:
            return {"cells": [], "ended": ended or "nonsense"}
        self._learn(answer.pop("modules", ()))
        return {**answer, "ended": ""}

    @abstractmethod
    def _learn(self, modules: list[str]) -> None:
        """Make use of what a snippet imported, for those after it."""


class _PythonWorker(_Worker):
    """Snippets in Python: forked off this process, which knows their SDK already."""

    def __init__(self, setup: dict[str, Any]) -> None:
        super().__init__(setup)
        self._session: session.Session | None = None
        recorder.install(self._record)
        for statement in setup["imports"]:
            with suppress(BaseException):  # a snippet that needs it will say so
                exec(statement, {})  # noqa: S102 - the SDK's own import, which is foreign code
        gc.collect()
        gc.freeze()

    def _become_snippet(self, job: dict[str, Any], folder: str, writing: int) -> None:
        self._bound(folder, {writing})
        _limit("RLIMIT_DATA" if sys.platform == "linux" else "RLIMIT_AS", self._setup["memory"])
        self._session = session.Session(job, writing, frozenset(sys.modules))
        surroundings.provide(job["variables"])
        surroundings.make_files(folder)
        surroundings.guard(folder, isolated=self._setup["isolated"], private=self._setup["private"])
        self._session.run()

    def _record(self, method: str, url: str) -> NoReturn:
        if self._session is not None:
            self._session.record(method, url)
        raise recorder.RequestRecorded

    def _learn(self, modules: list[str]) -> None:
        new = [name for name in modules if name not in sys.modules]
        for name in new:
            with suppress(BaseException):
                importlib.import_module(name)
        if new:
            gc.freeze()


class _NodeWorker(_Worker):
    """Snippets in TypeScript: each a new process of Node, which takes the job as an argument.

    Node does not fork: what loading the SDK takes is kept low by a bundle of its modules, which a
    process makes that runs no snippet.
    """

    def __init__(self, setup: dict[str, Any]) -> None:
        super().__init__(setup)
        self._bundle: int | None = None
        if setup["imports"]:
            file = bundle.SealedFile()
            job = {"bundled": setup["imports"], "bundle": file.writing, "variables": []}
            _, ended = self._report(job, _BUNDLE_SECONDS)
            self._bundle = file.reading if file.seal() and not ended else None

    def _learn(self, modules: list[str]) -> None:
        """Forget it: the next process starts anew."""

    def _become_snippet(self, job: dict[str, Any], folder: str, writing: int) -> None:
        own = {"descriptor": writing, "bundle": self._bundle, "root": self._setup["root"]}
        whole = {**own, **job}
        kept = {writing} if whole["bundle"] is None else {writing, whole["bundle"]}
        self._bound(folder, kept)
        _limit("RLIMIT_DATA", self._setup["memory"])
        for descriptor in kept:
            os.set_inheritable(descriptor, True)  # noqa: FBT003 - the standard library's
        path = Path(folder, "job.json")
        path.write_text(json.dumps(whole), encoding="utf-8")
        executable, *arguments = self._setup["node"]
        guards = [] if self._setup["isolated"] else self._guards(folder)
        os.execv(executable, [executable, *guards, *arguments, str(path)])  # noqa: S606 - no shell

    def _guards(self, folder: str) -> list[str]:
        """Return the options of Node's permission model, which stops what namespaces would."""
        scripts = str(Path(__file__).parent)
        reads = [f"--allow-fs-read={path}" for path in (self._setup["root"], scripts, folder)]
        return ["--permission", *reads, f"--allow-fs-write={folder}"]


def _available(reading: int, seconds: float) -> bytes:
    """Return what can be read from a pipe, up to the end of a report; waits for its beginning."""
    report = b""
    while select.select([reading], [], [], 0 if report else seconds)[0]:
        piece = os.read(reading, 65536)
        report += piece
        if not piece:  # closed by one who goes on without it
            time.sleep(_LOOK_EVERY)
        if not piece or len(report) >= _LONGEST_REPORT:
            break
    return report


def _status(child: int, flags: int = 0) -> str:
    """Return how a child has ended; empty while it has not."""
    try:
        pid, status = os.waitpid(child, flags)
    except ChildProcessError:
        return "gone"
    if not pid:
        return ""
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"status {code}"


def _limit(name: str, most: int) -> None:
    """Lower a limit, where the system knows it."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    kind = getattr(resource, name, None)
    if kind is None:
        return
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


def _own_threads() -> int:
    """Return the number of threads of this user, which the limit of processes counts."""
    total = 0
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry.stat().st_uid == os.getuid():
                total += sum(1 for _ in Path(entry, "task").iterdir())
    return total


def _become_subreaper() -> None:
    """Have processes that lose their parent become children of this one (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _die_with_parent() -> None:
    """End this process when the one that started it ends (Linux)."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    with suppress(AttributeError):
        _libc.prctl(option, ctypes.c_ulong(value), *(ctypes.c_ulong(0),) * 3)


if __name__ == "__main__":
    main()
