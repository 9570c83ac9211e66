"""The SDKs of an environment are found by the names of their files."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing.installed_sdks import InstalledSdk, installed_sdks, normalized_name

if TYPE_CHECKING:
    from pathlib import Path


def add(folder: Path, name: str, version: str, *files: str) -> None:
    distribution = folder / f"{name}-{version}.dist-info"
    distribution.mkdir(parents=True)
    (distribution / "RECORD").write_text("".join(f"{name}/{file},sha256=x,1\n" for file in files))


def found(*folders: Path) -> list[InstalledSdk]:
    return list(installed_sdks([str(folder) for folder in folders]))


@pytest.mark.parametrize(
    "files",
    [
        ["core/client_wrapper.py"],
        ["_base_client.py", "_client.py", "_qs.py"],
        ["basesdk.py", "sdkconfiguration.py"],
        ["api_client.py", "rest.py", "configuration.py", "api/users_api.py"],
    ],
)
def test_packages_of_every_family_are_found(tmp_path: Path, files: list[str]) -> None:
    add(tmp_path, "My_Sdk", "1.0", "__init__.py", *files)
    add(tmp_path, "other", "2.0", "__init__.py", "client.py", "_client.py", "rest.py")
    assert found(tmp_path) == [InstalledSdk("my-sdk", "1.0")]


def test_the_first_folder_has_the_version_that_is_imported(tmp_path: Path) -> None:
    for number in ("1", "2"):
        add(tmp_path / number, "acme", number, "core/client_wrapper.py")
    assert found(tmp_path / "2", tmp_path / "1") == [InstalledSdk("acme", "2")]


def test_what_is_installed_later_is_found(tmp_path: Path) -> None:
    assert found(tmp_path) == []
    add(tmp_path, "acme", "1", "core/client_wrapper.py")
    assert found(tmp_path) == [InstalledSdk("acme", "1")]


def test_folders_and_lists_that_are_not_there_have_none(tmp_path: Path) -> None:
    (tmp_path / "broken-1.0.dist-info").mkdir()
    (tmp_path / "archive.zip").write_bytes(b"PK")
    assert found(tmp_path, tmp_path / "archive.zip", tmp_path / "missing") == []


def test_three_hundred_distributions_take_less_than_300_ms(tmp_path: Path) -> None:
    for number in range(300):
        add(tmp_path, f"package{number}", "1.0", *(f"module{n}.py" for n in range(300)))
    add(tmp_path, "acme", "1", "core/client_wrapper.py")
    began = time.process_time()
    assert found(tmp_path) == [InstalledSdk("acme", "1")]
    assert time.process_time() - began < 0.3


@pytest.mark.parametrize("name", ["My_Pkg", "my.pkg", "MY--PKG", "my-pkg"])
def test_names_are_normalized_as_pip_does(name: str) -> None:
    assert normalized_name(name) == "my-pkg"
