"""Environments with one SDK version each, made once and kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from packaging.utils import canonicalize_name

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import EnvironmentFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from snippet_widget.models import SdkSelector

_SECONDS = 600
_LONGEST_REASON = 600
_LONGEST_NAME = 120
_EXTRA = re.compile(r"([\w.-]+)\[([\w-]+)\]", re.ASCII)
_NAME = re.compile(r"[^A-Za-z0-9.+-]+")


@dataclass(frozen=True)
class Environment:
    """Where the snippets of one SDK version run.

    Parameters
    ----------
    python
        The interpreter that workers run on: absolute path.
    readable
        Files and folders that a snippet needs to read.
    code
        Where the SDK's own files are.
    node
        The command that runs a TypeScript job; empty for Python.
    """

    python: str
    readable: tuple[str, ...]
    code: Path
    node: tuple[str, ...] = ()


def python_environment(
    sdks: Sequence[SdkSelector],
    requirement: str = "",
    needs: Iterable[str] = (),
    *,
    cache: Path | None = None,
) -> Environment:
    """Return an environment with these SDK versions, made where it is missing.

    Only wheels are installed: building from an sdist would run it outside of all bounds.

    Parameters
    ----------
    sdks
        Package and version of each.
    requirement
        What to install, where it is not those versions from the package index: a wheel's path.
    needs
        Extras of the SDKs, ``acme[voice]``; what else is named is left out.
    cache
        Folder of all environments; the user's cache folder when left out.

    Raises
    ------
    EnvironmentFailed
        The SDKs cannot be installed; the message has the installer's words.
    """
    extras = {sdk: _extras(sdk, needs) for sdk in sdks}
    wanted = [f"{sdk.package}{extras[sdk]}=={sdk.version}" for sdk in sdks]
    if requirement:
        wanted = [f"{requirement}{extras[sdks[0]]}"]
    tag = f"{sys.implementation.name}{sys.version_info.major}{sys.version_info.minor}"
    tag += "".join(extras.values())

    def fill(folder: Path) -> None:
        _install(folder, wanted)

    return installed_environment(cached_folder(sdks, tag, requirement, fill, cache))


def _extras(sdk: SdkSelector, needs: Iterable[str]) -> str:
    """Return ``[voice]``: the extras of an SDK among what snippets need."""
    named = [_EXTRA.fullmatch(need) for need in needs]
    own = canonicalize_name(sdk.package or "")
    found = {m.group(2) for m in named if m is not None and canonicalize_name(m.group(1)) == own}
    return f"[{','.join(sorted(found))}]" if found else ""


def installed_environment(prefix: Path) -> Environment:
    """Return an environment that is there: the folder of a virtual environment."""
    python = prefix / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (library,) = prefix.glob("lib/python3*/site-packages")
    base = (sys.base_prefix, sys.base_exec_prefix, os.path.realpath(python))
    return Environment(str(python), (str(prefix), *base), library)


def cached_folder(
    sdks: Sequence[SdkSelector],
    tag: str,
    requirement: str,
    fill: Callable[[Path], None],
    cache: Path | None,
) -> Path:
    """Return the folder of an environment, filled and put in its place when it is missing.

    Parameters
    ----------
    tag
        What else the environment depends on.
    requirement
        The file that it is made from; empty where that is a registry.
    fill
        Fills a new folder.
    cache
        Folder of all environments; the user's cache folder when None.

    Raises
    ------
    EnvironmentFailed
        The folder cannot be written, or an SDK has no name and version that can be installed.
    """
    for sdk in () if requirement else sdks:
        if not is_installable(sdk.type, sdk.package or "", sdk.version or ""):
            raise EnvironmentFailed(
                f"{sdk.package!r} {sdk.version!r} is not the name and version of a {sdk.type} "
                "package: nothing was installed, and its snippets were not run. Publish them under "
                "the package's own name and version."
            )
    base = cache or platformdirs.user_cache_path("snippet-widget") / "environments"
    folder = base / _folder_name(sdks, tag, requirement)
    if folder.is_dir():
        return folder
    try:
        base.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=".new-", dir=base))
        try:
            fill(new)
            new.chmod(0o755)
            new.rename(folder)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        if not folder.is_dir():  # another run may have been first
            raise EnvironmentFailed(f"No environment can be made in {base}: {error}.") from error
    return folder


def _folder_name(sdks: Sequence[SdkSelector], tag: str, requirement: str) -> str:
    names = [f"{sdk.package}-{sdk.version}" for sdk in sdks]
    own = [f"{Path(requirement).stat().st_mtime_ns:x}"] if requirement else []
    name = _NAME.sub("_", "-".join([sdks[0].type, *names, tag, *own]))
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{sdks[0].type}-{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def _install(folder: Path, wanted: Sequence[str]) -> None:
    python, what = str(folder / "bin" / "python"), " ".join(wanted)
    uv = shutil.which("uv")
    if uv:
        # of 3.10 uv would link to a virtual environment's, which an isolated process does not see
        base = os.path.realpath(sys.executable)
        make = [uv, "venv", "--quiet", "--allow-existing", "--python", base]
        install = [uv, "pip", "install", "--python", python, "--compile-bytecode"]
        options = ["--only-binary", ":all:", "--quiet", "--", *wanted]
    else:
        make = [sys.executable, "-m", "venv", "--without-pip"]
        install = [sys.executable, "-m", "pip", "--python", python, "install"]
        options = ["--only-binary=:all:", "--quiet", "--disable-pip-version-check", *wanted]
    run_installer([*make, str(folder)], "A virtual environment", folder)
    run_installer([*install, *options], what, folder)


def run_installer(command: Sequence[str], what: str, folder: Path) -> None:
    """Run a command that installs something.

    Raises
    ------
    EnvironmentFailed
        It failed; the message has the end of what it said.
    """
    environment = {k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    try:
        done = subprocess.run(  # noqa: S603 - an installer, given a name and a version
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env=environment,
            timeout=_SECONDS,
            umask=0o022,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EnvironmentFailed(f"{command[0]} could not be run: {error}.") from error
    if done.returncode:
        reason = done.stderr.strip()[-_LONGEST_REASON:] or done.stdout.strip()[-_LONGEST_REASON:]
        raise EnvironmentFailed(f"{what} cannot be installed, to run snippets in:\n{reason}")
