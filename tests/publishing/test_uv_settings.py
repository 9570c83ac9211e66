"""What is set for uv, in variables and files, and what pip is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import ConfigurationError
from snippet_widget.publishing.fetching.uv_settings import UvSettings, pip_variables, uv_settings

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = """\
[[tool.uv.index]]
name = "team-a"
url = "https://a.test/simple"

[[tool.uv.index]]
name = "main"
url = "https://main.test/simple"
default = true

[[tool.uv.index]]
name = "torch"
url = "https://explicit.test/simple"
explicit = true

[tool.uv]
find-links = ["./wheels"]
allow-insecure-host = ["a.test"]
"""


def test_variables_come_first(tmp_path: Path) -> None:
    (tmp_path / "uv.toml").write_text('index-url = "https://file.test/simple"')
    environment = {
        "UV_DEFAULT_INDEX": "main=https://main.test/simple",
        "UV_INDEX": "a=https://a.test/simple https://b.test/simple",
        "UV_EXTRA_INDEX_URL": "https://c.test/simple",
    }
    assert uv_settings(environment, tmp_path) == UvSettings(
        default="https://main.test/simple",
        extra=("https://a.test/simple", "https://b.test/simple", "https://c.test/simple"),
    )


def test_project_above_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "notebooks").mkdir()
    assert uv_settings({}, tmp_path / "notebooks") == UvSettings(
        default="https://main.test/simple",
        extra=("https://a.test/simple",),
        find_links=("./wheels",),
        insecure=("a.test",),
    )


def test_file_of_the_user_comes_after_that_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    user = tmp_path / "config" / "uv"
    user.mkdir(parents=True)
    (user / "uv.toml").write_text(
        'index-url = "https://user.test/simple"\nextra-index-url = ["https://d.test/simple"]\n'
    )
    found = uv_settings({"XDG_CONFIG_HOME": str(tmp_path / "config")}, tmp_path)
    assert found.default == "https://main.test/simple"
    assert found.extra == ("https://a.test/simple", "https://d.test/simple")


def test_files_can_be_left_out_or_named(tmp_path: Path) -> None:
    (tmp_path / "uv.toml").write_text("no-index = true")
    assert uv_settings({"UV_NO_CONFIG": "1"}, tmp_path) == UvSettings()
    environment = {"UV_CONFIG_FILE": str(tmp_path / "uv.toml")}
    assert uv_settings(environment, tmp_path / "elsewhere").no_index


def test_credentials_of_an_index_are_those_of_its_name_and_shown_nowhere(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    environment = {"UV_INDEX_TEAM_A_USERNAME": "me", "UV_INDEX_TEAM_A_PASSWORD": "p@ss"}
    found = uv_settings(environment, tmp_path)
    assert found.extra == ("https://me:p%40ss@a.test/simple",)
    assert "p%40ss" not in repr(found)


def test_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "uv.toml").write_text("index-url =")
    with pytest.raises(ConfigurationError, match=r"uv\.toml is no valid TOML"):
        uv_settings({}, tmp_path)


def test_pip_is_told_by_variables_beside_its_own() -> None:
    settings = UvSettings("https://main.test/s", ("https://a.test/s",), ("w",), ("a.test",))
    environment = {"PIP_EXTRA_INDEX_URL": "https://own.test/s"}
    assert pip_variables(settings, environment) == {
        "PIP_INDEX_URL": "https://main.test/s",
        "PIP_EXTRA_INDEX_URL": "https://a.test/s https://own.test/s",
        "PIP_FIND_LINKS": "w",
        "PIP_TRUSTED_HOST": "a.test",
    }
    assert pip_variables(UvSettings(no_index=True), {}) == {"PIP_NO_INDEX": "1"}
    assert pip_variables(UvSettings(), environment) == {}
