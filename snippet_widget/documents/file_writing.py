"""Documents are written whole or not at all, and never over what somebody else has saved."""

from __future__ import annotations

import glob
import os
import platform
import shutil
import signal
import stat
import sys
import tempfile
import threading
import time
import zlib
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import NotebookError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_TEMPORARY = ".snippet-widget.tmp"
_LEFT_AFTER_SECONDS = 600


def replace_text(path: Path, old: str, new: str, *, backup: bool = False) -> None:
    """Put a new text in the place of a file's, whole or not at all.

    Parameters
    ----------
    path
        A file that was read; a link to it stays a link.
    old, new
        What was read, and what is to be there.
    backup
        Keep the old file beside it, with ``.bak`` at the end of its name, or ``.bak2`` where there
        is such a file already.

    Raises
    ------
    NotebookError
        The file is read-only, or somebody has written it since it was read; it is as it was.
    """
    target = path.resolve()
    try:
        _check_untouched(path, target, old)
        if backup:
            shutil.copy2(target, _free_backup(target))
        _replace(target, new)
    except OSError as error:
        raise NotebookError(
            f"{path} cannot be written ({error.strerror}); it is as it was. "
            "See that its folder is writable and has space, then try again."
        ) from None


def require_replaceable(path: Path, old: str) -> None:
    """See that `replace_text` can replace a file.

    Raises
    ------
    NotebookError
        It cannot.
    """
    target = path.resolve()
    try:
        _check_untouched(path, target, old)
    except OSError as error:
        raise NotebookError(f"{path} cannot be read: {error.strerror}.") from None
    if not os.access(target.parent, os.W_OK):
        raise NotebookError(
            f"{path} cannot be written; it is as it was. See that its folder is writable."
        )


def write_new(path: Path, text: str) -> None:
    """Write a file that we made, whole or not at all.

    Raises
    ------
    NotebookError
        There is no such folder, or nothing can be written there.
    """
    try:
        _replace(path, text)
    except OSError as error:
        raise NotebookError(
            f"{path} cannot be written: {error.strerror}. Name a file in a folder that is there "
            "and writable."
        ) from None


def _check_untouched(path: Path, target: Path, old: str) -> None:
    if not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise NotebookError(f"{path} is read-only; it is as it was. Make it writable.")
    if target.read_bytes() != old.encode():
        raise NotebookError(
            f"{path} was saved by somebody else meanwhile and is as they left it. Try again."
        )


def _free_backup(path: Path) -> Path:
    """Return a name beside a file that nothing has: an older backup is never replaced."""
    names = (path.with_name(f"{path.name}.bak{n if n > 1 else ''}") for n in count(1))
    return next(name for name in names if not name.exists())


def _replace(path: Path, text: str) -> None:
    _remove_leftovers(path)
    with _removed_by_signals(path):
        _write_beside(path, text)


def _write_beside(path: Path, text: str) -> None:
    prefix = f"{_own_prefix(path)}."
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=_TEMPORARY)
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        _give_mode(path, new)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _own_prefix(path: Path) -> str:
    return f".{path.name}.{_machine()}-{os.getpid()}"


@contextmanager
def _removed_by_signals(path: Path) -> Iterator[None]:
    """Leave no temporary file behind when the process is told to end: only what SIGKILL does."""
    handlers = _ending_signals()

    def end(number: int, frame: FrameType | None) -> None:
        for left in path.parent.glob(f"{glob.escape(_own_prefix(path))}.*{_TEMPORARY}"):
            left.unlink(missing_ok=True)
        before = handlers[number]
        signal.signal(number, before)
        if callable(before):
            before(number, frame)
        else:
            os.kill(os.getpid(), number)

    for number in handlers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, before in handlers.items():
            signal.signal(number, before)


def _ending_signals() -> dict[int, Any]:
    """Return the signals that would end the process now, and how; none in another thread."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    there = [getattr(signal, name) for name in names if hasattr(signal, name)]
    found = {number: signal.getsignal(number) for number in there}
    ends = (signal.SIG_DFL, signal.default_int_handler)
    return {number: handler for number, handler in found.items() if handler in ends}


def _remove_leftovers(path: Path) -> None:
    """Remove what runs that were killed have left beside a file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{_TEMPORARY}"):
        machine, _, process = (
            left.name.removeprefix(f".{path.name}.").partition(".")[0].partition("-")
        )
        ended = machine == _machine() and process.isdecimal() and _has_ended(int(process))
        if ended or time.time() - left.stat().st_mtime > _LEFT_AFTER_SECONDS:
            left.unlink(missing_ok=True)


def _machine() -> str:
    """Return what tells this machine's processes from others that share its files."""
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _has_ended(process: int) -> bool:
    if sys.platform == "win32":  # where asking would end it
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _give_mode(path: Path, new: Path) -> None:
    """Give a new file the mode of the one that it replaces, or of any other new file."""
    if path.exists():
        shutil.copymode(path, new)
        return
    mask = os.umask(0)
    os.umask(mask)
    new.chmod(0o666 & ~mask)
