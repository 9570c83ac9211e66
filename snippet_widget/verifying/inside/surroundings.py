"""What a snippet finds around it: files that it opens, credentials that it reads, no network.

All of this is set up in the process of one snippet, after the fork.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import pathlib
import re
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACEHOLDER = "placeholder"
"""What stands for every credential."""

_CREDENTIAL = re.compile(r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)(?:_|$)", re.IGNORECASE)
_CONTENT = {".json": b"{}", ".jsonl": b"{}\n"}
_NETWORK = frozenset(
    {
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.sendmsg",
        "socket.sendto",
    }
)
_PROCESSES = frozenset(
    {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.kill",
        "os.killpg",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "subprocess.Popen",
    }
)
_CHANGES = frozenset(
    {
        "os.chmod",
        "os.chown",
        "os.link",
        "os.mkdir",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.symlink",
        "os.truncate",
        "os.utime",
    }
)


def provide(variables: Sequence[str]) -> None:
    """Give a placeholder for these variables, and for any that is named like a credential."""
    for name in variables:
        os.environ.setdefault(name, PLACEHOLDER)

    class Environment(os._Environ):  # type: ignore[type-arg]  # noqa: SLF001
        def __getitem__(self, key: str) -> str:
            try:
                return str(super().__getitem__(key))
            except KeyError:
                if not isinstance(key, str) or not _CREDENTIAL.search(key):
                    raise
                return PLACEHOLDER

    os.environ.__class__ = Environment


def make_files(folder: str) -> None:
    """Let whoever opens a file that is not there, to read it, find a small one of that name."""
    original = io.open

    def opened(file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        try:
            return original(file, mode, *rest, **options)
        except FileNotFoundError:
            if not _is_read(mode) or isinstance(file, int):
                raise
        return original(_stand_in(folder, os.fsdecode(file)), mode, *rest, **options)

    builtins.open = opened
    io.open = opened
    if sys.version_info < (3, 11):  # its pathlib has a name of its own for the first io.open
        pathlib._NormalAccessor.open = staticmethod(opened)  # type: ignore[attr-defined]  # noqa: SLF001


def _is_read(mode: object) -> bool:
    return isinstance(mode, str) and not set(mode) & set("wax")


def _stand_in(folder: str, wanted: str) -> str:
    path = Path(folder, "files", Path(wanted).name or "file")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(_CONTENT.get(path.suffix.lower(), b"0\n"))
    return str(path)


def guard(folder: str, *, isolated: bool, private: Sequence[str]) -> None:
    """Refuse the network, by an audit hook, which cannot be taken off again.

    Parameters
    ----------
    folder
        The only one that is written to.
    isolated
        Whether the system bounds this process. Where it does not, the hook refuses processes,
        signals, changes outside of `folder`, and the files of the user as well: that stops
        mistakes, not code that means harm.
    private
        Folders of the user that are not read, except for the environment in them.
    """
    readable = (folder, sys.prefix, sys.base_prefix, str(Path(__file__).parent))

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _NETWORK:
            _refuse_network(event, arguments)
        elif isolated:
            return
        elif event in _PROCESSES:
            raise PermissionError(errno.EPERM, f"{event} is refused while verifying")
        elif event in _CHANGES:
            _refuse_outside(arguments[0], (folder,))
        elif event == "open":
            _check_open(arguments, folder, readable, private)

    sys.addaudithook(hook)


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if isinstance(arguments[0], socket.socket):
        if arguments[0].family == getattr(socket, "AF_UNIX", None):
            return
        arguments = arguments[1:]
    raise OSError(errno.ENETUNREACH, f"no network while verifying: {event} {arguments[0]!r}")


def _check_open(
    arguments: tuple[Any, ...], folder: str, readable: Sequence[str], private: Sequence[str]
) -> None:
    path, mode, flags = arguments
    if isinstance(path, int) or path is None:
        return
    writes = not _is_read(mode) or (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if writes and os.fsdecode(path) != os.devnull:
        _refuse_outside(path, (folder,))
    elif _inside(path, private):
        _refuse_outside(path, readable)


def _refuse_outside(path: Any, folders: Sequence[str]) -> None:
    if isinstance(path, (str, bytes, os.PathLike)) and not _inside(path, folders):
        name = os.fsdecode(path)
        raise PermissionError(errno.EACCES, f"outside of the snippet's folder: {name}")


def _inside(path: Any, folders: Sequence[str]) -> bool:
    whole = os.path.realpath(os.fsdecode(path))
    return any(whole == folder or whole.startswith(folder + os.sep) for folder in folders)
