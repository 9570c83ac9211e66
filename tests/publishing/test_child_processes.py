"""Nothing of a package, nor of the folder it lies in, is run: by readers, by pip, by npm."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import ConfigurationError
from snippet_widget.publishing.fetching import npm
from tests.description_builder import SYNC
from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_sdist, build_tarball, build_wheel
from tests.package_index import PackageIndex, package_index
from tests.stainless_builder import stainless_python, stainless_sdist

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MODULES_OF_A_READER = """\
import sys
from snippet_widget.models import SdkSelector
from snippet_widget.publishing import reader_worker
for path in sys.argv[1:]:
    reader_worker.read(reader_worker.ReadFile(path, (SdkSelector("python", "acme", "1.0"),)))
print(*{name.partition(".")[0] for name in sys.modules})
"""
_LIKE_A_KERNEL = """\
import sys
import snippet_widget.cli.publish
import snippet_widget.publishing.fetching.npm, snippet_widget.publishing.fetching.pypi
from snippet_widget.cli import main
packages = next(n for n, entry in enumerate(sys.path) if "site-packages" in entry)
sys.path.insert(packages, "")
main(sys.argv[1:])
"""
"""The command with the working folder on the search path, where IPython puts it."""


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    with package_index() as server:
        yield server


def _yaml(folder: Path) -> Path:
    source = "".join(f"            {line}\n" for line in SYNC.splitlines())
    path = folder / "api.yaml"
    path.write_text(
        "openapi: 3.1.0\npaths:\n  /users/{id}:\n    get:\n      x-codeSamples:\n"
        f"        - lang: python\n          source: |\n{source}",
        encoding="utf-8",
    )
    return path


def _offer(index: PackageIndex, folder: Path) -> None:
    """Offer a package whose snippets are in its sdist, and one of npm's."""
    files = [
        build_wheel(folder, stainless_python(), name="offered"),
        build_sdist(folder, stainless_sdist("", "", ""), name="offered"),
    ]
    links = "".join(f'<a href="/files/{file.name}">x</a>' for file in files)
    index.pages["/simple/offered/"] = ("text/html", f"<!DOCTYPE html>{links}".encode())
    package = fern_typescript()
    package["package.json"] = package["package.json"].replace("@acme/sdk", "offered")
    tarball = build_tarball(folder, package, name="offered-1.0.0")
    digest = b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    url = index.url.replace("/simple", f"/files/{tarball.name}")
    version = {"name": "offered", "version": "1.0.0"}
    version |= {"dist": {"tarball": url, "integrity": f"sha512-{digest}"}}  # type: ignore[dict-item]
    document = {"name": "offered", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
    index.pages["/offered"] = ("application/json", json.dumps(document).encode())
    for file in (*files, tarball):
        index.pages[f"/files/{file.name}"] = ("application/octet-stream", file.read_bytes())


def _home(folder: Path, index: PackageIndex) -> Path:
    """Return a user's home whose own settings name the index for pip and for npm."""
    settings = folder / "home" / ".config" / "pip"
    settings.mkdir(parents=True)
    (settings / "pip.conf").write_text(f"[global]\nindex-url = {index.url}\n")
    registry = index.url.removesuffix("simple")
    (folder / "home" / ".npmrc").write_text(f"registry={registry}\n")
    return folder / "home"


def _set_traps(folder: Path, names: set[str], mark: Path) -> None:
    """Put modules, commands and settings of all these names beside the files."""
    trap = f"open({str(mark)!r}, 'a').write(__name__ + chr(10))\n"
    for name in names | {"pip", "npm", "sitecustomize", "usercustomize", "snippet_widget"}:
        (folder / f"{name}.py").write_text(trap)
    script = f'#!/bin/sh\necho "$0" >> {mark}\n'
    for name in ("npm", "node", "python", "python3", "pip", "keyring", "sh"):
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    (folder / "hook.js").write_text(f"require('fs').writeFileSync({str(mark)!r}, 'node')")
    scripts = json.dumps({"name": "x", "scripts": {"prepack": str(folder / "npm")}})
    (folder / "package.json").write_text(scripts)
    elsewhere = "http://127.0.0.1:9/"
    (folder / ".npmrc").write_text(f"registry={elsewhere}\nignore-scripts=false\n")
    (folder / "pip.conf").write_text(f"[global]\nindex-url = {elsewhere}\n")
    (folder / "setup.cfg").write_text(f"[easy_install]\nindex-url = {elsewhere}\n")


def test_folder_of_a_file_runs_nothing(index: PackageIndex, tmp_path: Path) -> None:
    folder, mark = tmp_path / "folder", tmp_path / "it-was-run"
    folder.mkdir()
    (tmp_path / "offered").mkdir()
    _offer(index, tmp_path / "offered")
    files = [
        str(_yaml(folder)),
        str(build_wheel(folder, fern_python())),
        str(build_tarball(folder, fern_typescript())),
    ]
    isolated = [sys.executable, "-I", "-c"]
    command = [*isolated, _MODULES_OF_A_READER, *files]
    known = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    names = set(known.stdout.split())
    assert {"msgspec", "yaml", "tree_sitter", "ast", "snippet_widget"} <= names
    _set_traps(folder, names - {"__main__"}, mark)
    environment = {name: value for name, value in os.environ.items() if name[:4] != "PIP_"}
    environment |= {
        "HOME": str(_home(tmp_path, index)),
        "PATH": os.pathsep.join([".", "", os.environ["PATH"]]),
        "NODE_OPTIONS": "--require ./hook.js",
        "PYTHONSTARTUP": "sitecustomize.py",
        "PYTHONPATH": str(folder),  # the command below is isolated: for what it starts
        "npm_config_cache": str(tmp_path / "npm"),
    }
    options = ["--org", "o", "--api", "a", "--dry-run", "--json", "--sdk", "python:shown==1.0"]
    sources = [*files, "pypi:offered==1.0", "npm:offered"]
    done = subprocess.run(
        [*isolated, _LIKE_A_KERNEL, "publish", *options, *sources],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists(), mark.read_text()
    assert done.stdout.count('"offered"') == 2


def test_command_started_as_a_module_runs_nothing_of_its_folder(tmp_path: Path) -> None:
    mark, trap = tmp_path / "it-was-run", tmp_path / "click.py"
    trap.write_text(f"open({str(mark)!r}, 'w').close()\n")
    options = ["--org", "o", "--api", "a", "--dry-run", "--sdk", "python:acme==1.0"]
    command = [sys.executable, "-m", "snippet_widget", "publish", *options, str(_yaml(tmp_path))]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=False, timeout=60)
    assert (done.returncode, mark.exists()) == (0, False), done.stderr


@pytest.mark.parametrize(
    "name",
    ["..", ".", "../x", "x@..", "x@.", "@../x", "@x/..", "x.tgz", "x@y.tar.gz", "-x", "a/b", "~"],
)
def test_what_npm_takes_for_a_folder_or_file_is_no_package(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is not a package"):
        npm.tarball(name, tmp_path)
