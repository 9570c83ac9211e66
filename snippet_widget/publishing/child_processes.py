"""Child processes that neither the working folder nor variables of the environment reach into.

Publishing starts a reader, pip and npm. None of them may run a module, a script or a setting that
lies beside the file to publish: each starts in an empty folder of ours, Python isolated
(``python -I``), with the module search path of this process but for the folders named here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_RUN_MODULE = """\
import json, runpy, sys
path = json.loads(sys.argv.pop(1))
sys.path[:] = [*path, *(entry for entry in sys.path if entry not in path)]
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
# Syntax trees have no cycles, and this process ends with its job: its imports alone would have it
# look for garbage for a tenth of its time.
_RUN_READER = f"import gc\ngc.disable()\n{_RUN_MODULE}"
_HOOKS = ("PYTHON", "NODE_OPTIONS", "NODE_PATH", "SNIPPET_WIDGET_")
"""Beginnings of variables by which interpreters run something else, and of our own."""
_READER = ("LANG", "LC_", "TMP", "TEMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Beginnings of the variables that a reader needs: no credential is among them."""
_PIP_PATHS = ("PIP_CONFIG_FILE", "PIP_CERT", "PIP_CLIENT_CERT", "PIP_CACHE_DIR", "PIP_CONSTRAINT")
_NPM_PATHS = ("NPM_CONFIG_USERCONFIG", "NPM_CONFIG_GLOBALCONFIG", "NPM_CONFIG_CACHE")
_CERTIFICATES = ("NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE")
_PATHS = (*_PIP_PATHS, *_NPM_PATHS, *_CERTIFICATES, "NETRC")
"""Variables that name a file: a relative one means one below the folder of this process."""


@contextmanager
def empty_folder() -> Iterator[Path]:
    """Make an empty folder that only this user may enter (mode 0700), for a process to run in."""
    with tempfile.TemporaryDirectory(prefix="snippet-widget-") as folder:
        yield Path(folder).resolve()


def python_module(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this environment in isolation.

    Parameters
    ----------
    module
        What ``python -m`` would run.
    arguments
        Its arguments.
    """
    return _isolated(_RUN_MODULE, None, module, *arguments)


def _isolated(program: str, avoided: Path | None, *arguments: str) -> list[str]:
    return [sys.executable, "-I", "-c", program, json.dumps(_search_path(avoided)), *arguments]


def run_reader(
    module: str, given: bytes, seconds: float, *, avoided: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a module of ours that reads what others made, in isolation and without credentials.

    Parameters
    ----------
    module
        As of `python_module`.
    given
        What it reads from its standard input.
    seconds
        Seconds to wait for it.
    avoided
        A folder; modules in it are not found.

    Raises
    ------
    subprocess.TimeoutExpired
        It took longer, and was ended.
    """
    with empty_folder() as folder:
        return subprocess.run(  # noqa: S603 - our own module, nothing of it from outside
            _isolated(_RUN_READER, avoided, module),
            input=given,
            capture_output=True,
            timeout=seconds,
            cwd=folder,
            env=reader_environment(os.environ),
            check=False,
        )


def reader_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a reader of files needs; no credential is among them."""
    return {name: value for name, value in environment.items() if name.startswith(_READER)}


def fetcher_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for pip and npm: a user's settings stay, hooks of interpreters go.

    Relative paths are made absolute, as the process runs in another folder.
    """
    clean = {name: value for name, value in environment.items() if not name.startswith(_HOOKS)}
    for name in [name for name in clean if name.upper() in _PATHS]:
        clean[name] = os.path.abspath(Path(clean[name]).expanduser())  # noqa: PTH100 - /dev/null stays
    if "PIP_FIND_LINKS" in clean:
        clean["PIP_FIND_LINKS"] = " ".join(map(_absolute, clean["PIP_FIND_LINKS"].split()))
    folders = clean.get("PATH", os.defpath).split(os.pathsep)
    clean["PATH"] = os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())
    return clean


def _absolute(link: str) -> str:
    """Return a folder of packages as an absolute path; a URL stays."""
    return link if "://" in link else str(Path(link).expanduser().absolute())


def _search_path(avoided: Path | None) -> list[str]:
    """Return this process's module search path without the working folder, ours at the end."""
    left_out = {Path.cwd().resolve(), *([avoided.resolve()] if avoided is not None else [])}
    folders = [Path(entry) for entry in sys.path if Path(entry).is_absolute()]
    entries = [str(folder) for folder in folders if folder.resolve() not in left_out]
    own = str(Path(__file__).resolve().parents[2])
    return entries if own in entries else [*entries, own]
