"""Runs a command where it reaches nothing: in namespaces of its own, over a few folders.

Takes its orders as JSON in its first argument and needs Linux 5.12 or newer, as root or with user
namespaces (namespaces(7), mount_setattr(2)). The command gets no network, sees no process but its
own, reads only the folders named, and writes to one file system in memory, of a bounded size. Ends
with status 71 where the system refuses any of that.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import stat
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

REFUSED = 71
"""Exit status where the system has no such namespaces for us."""

_CLONE_NEWNS, _CLONE_NEWUTS, _CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
_CLONE_NEWUSER, _CLONE_NEWPID, _CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_MOUNT_SETATTR = 442  # the same number on every architecture since Linux 5.12
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_READ_ONLY, _NO_SUID = 1, 2
_NOBODY = 65534
_OWN_USERS = 1 << 30
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
_SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/os-release",
    "/etc/ssl/openssl.cnf",
)
_DEVICES = ("null", "zero", "full", "random", "urandom")

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> NoReturn:
    """Run the command of the orders, and end with its status."""
    orders = json.loads(sys.argv[1])
    owner = os.getuid()
    try:
        number = os.getpid()
        _enter_namespaces(owner)
        child = os.fork()
        if child == 0:
            _become_command(orders, owner, number)
    except OSError as error:
        _refuse(error)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: os.kill(child, signal.SIGKILL))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os._exit(code if code >= 0 else 128 - code)


def _enter_namespaces(owner: int) -> None:
    wanted = _CLONE_NEWNS | _CLONE_NEWUTS | _CLONE_NEWIPC | _CLONE_NEWPID | _CLONE_NEWNET
    group = os.getgid()
    _call("unshare", wanted | (_CLONE_NEWUSER if owner else 0))
    if owner:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{owner} {owner} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _become_command(orders: dict[str, list[str]], owner: int, number: int) -> NoReturn:
    try:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        _build_root(orders["root"][0], orders["readable"], int(orders["bytes"][0]))
        os.chroot(orders["root"][0])
        os.chdir("/tmp")  # noqa: S108 - of the new root
        _drop_rights(owner, number)
    except OSError as error:
        _refuse(error)
    os.execve(orders["command"][0], orders["command"], dict(os.environ))  # noqa: S606 - no shell


def _build_root(root: str, readable: list[str], size: int) -> None:
    _mount("", "/", "", _MS_REC | _MS_PRIVATE, "")
    options = f"size={size},mode=755"
    _mount("tmpfs", root, "tmpfs", _MS_NOSUID | _MS_NODEV, options)
    for path in dict.fromkeys((*_SYSTEM, *_SETTINGS, *readable)):
        _show(root, path)
    _make_devices(root)
    proc = Path(root, "proc")
    proc.mkdir()
    with suppress(OSError):  # a container may hide parts of it: then there is none
        _mount("proc", str(proc), "proc", _MS_NOSUID | _MS_NODEV, "")
    scratch = Path(root, "tmp")
    scratch.mkdir(exist_ok=True)
    scratch.chmod(0o1777)


def _show(root: str, path: str) -> None:
    """Let a file or folder be seen, under its own name, and not be changed."""
    try:
        kind = os.lstat(path).st_mode
    except OSError:
        return
    place = Path(root + path)
    if os.path.lexists(place):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISLNK(kind):
        place.symlink_to(Path(path).readlink())
        _show(root, os.path.realpath(path))
        return
    if stat.S_ISDIR(kind):
        place.mkdir()
    else:
        place.touch()
    _mount(path, str(place), "", _MS_BIND | _MS_REC, "")
    attributes = struct.pack("QQQQ", _READ_ONLY | _NO_SUID, 0, 0, 0)
    _call(
        "syscall",
        _MOUNT_SETATTR,
        _AT_FDCWD,
        str(place).encode(),
        _AT_RECURSIVE,
        attributes,
        ctypes.c_size_t(len(attributes)),
    )


def _make_devices(root: str) -> None:
    Path(root, "dev", "shm").mkdir(parents=True)
    Path(root, "dev", "shm").chmod(0o1777)
    for name in _DEVICES:
        device = Path(root, "dev", name)
        device.touch()
        _mount(f"/dev/{name}", str(device), "", _MS_BIND, "")
    Path(root, "dev", "fd").symlink_to("/proc/self/fd")


def _drop_rights(owner: int, number: int) -> None:
    """Become nobody, or lose what a user namespace gives to its maker, with the next exec."""
    if owner == 0:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        _become_nobody_else(number)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # becoming somebody else took it off


def _become_nobody_else(number: int) -> None:
    """Become a user that nobody else is: the limit of processes counts those of one user."""
    user = _OWN_USERS + number
    try:
        os.setresuid(user, user, user)
    except OSError:  # in a container that has no such user
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)


def _mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    _call(
        "mount",
        source.encode(),
        target.encode(),
        kind.encode() or None,
        ctypes.c_ulong(flags),
        options.encode() or None,
    )


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, ctypes.c_ulong(value), *(ctypes.c_ulong(0),) * 3)


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def _refuse(error: OSError) -> NoReturn:
    sys.stderr.write(f"{error}\n")
    sys.stderr.flush()
    os._exit(REFUSED)


if __name__ == "__main__":
    main()
