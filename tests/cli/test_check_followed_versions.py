"""Titles and install lines of an author's own words follow the versions that they name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.document_versions import publish_teams, run, sources, version_2
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


def guide(folder: Path, catalog: str, number: int, source: str) -> Path:
    """Write a document of one endpoint, and change the text of a cell."""
    path = folder / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /teams", catalog=catalog)
    with_source(path, number, source)
    return path


def require_followed(path: Path, catalog: str, number: int, source: str) -> None:
    """Publish two versions, and see that the text of a cell names each after an update."""
    for version in ("2.0", "3.0"):
        publish_teams(catalog, version)
        assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
        result = run("check", "guide.ipynb", catalog=catalog)
        assert result.stdout.endswith("current, 1 edited by hand.\n")
        assert (result.exit_code, sources(path)[number]) == (0, source.format(version=version))


def with_source(path: Path, number: int, source: str) -> None:
    """Change the text of a cell as its reader would."""
    content = json.loads(path.read_text())
    content["cells"][number]["source"] = source
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


@pytest.mark.parametrize(
    "title",
    [
        "# My API\n\nOwn words, no versions.",
        "# My API\n\nOf acme {version}.",
        "# Guide to acme {version}",
        "# Acme v{version} guide, not 1.0.5",
        "# Guide to **acme** `{version}`, tested with pandas 1.0",
        "# Written for acme {version}, of Python 1.0 and my-acme 1.0",
        "# Of acme {version}\n\n* `acme {version}`\n\nRead on.",
        "# Since acme 1.0: a guide to acme {version}",
        "# From one to many: on the way to acme {version}",
        "# How to\n\nTo acme {version} and to pandas. Read on from\n\n* `acme {version}`",
        "# acme 0.8 vs acme 0.9\n\nNow of acme {version}.",
        "# Of acme {version}\n\n```text\nacme 1.0\n```",
    ],
)
def test_title_of_ones_own_follows_the_versions_that_it_names(
    catalog: str, tmp_path: Path, title: str
) -> None:
    path = guide(tmp_path, catalog, 0, title.format(version="1.0"))
    require_followed(path, catalog, 0, title)


@pytest.mark.parametrize(
    "title",
    [
        "# Guide\n\nTested with pandas 1.0.",
        "# My guide\n\nNo list here, since 1.0 was good.",
        "# Migrating from acme 0.9 to 1.0",
        "# What is new since acme 1.0",
        "# What is new in `acme 1.0`",
        "# Migrating from **acme** 1.0 to 2.0",
        "# Migrating from acme 0.9 to acme 1.0",
        "# Upgrade to acme 1.0",
        "# Users, as of acme v1.0",
        "# Users\n\nIntroduced in acme 1.0, gone Before acme==1.0, until version acme@1.0",
        "# Changes between acme 0.9 and acme 1.0",
        "# For acme 1.0 and later",
        "# For `acme` `1.0` or newer",
        "# Upgrading acme 1.0 to 2.0",
        "# acme 1.0 vs acme 2.0",
        "# acme 1.0 → 1.1",
        "# acme 1.0 to acme 1.1",
        "# `acme 1.0` \u2013 `acme 0.9`",
        "# From the old 0.9 to acme 1.0",
        "# Changes between acme 1.0 and acme 1.1",
        "# Users\n\nThe age was introduced\nin acme 1.0.",
        "# Users\n\nacme 1.0 has an age;\nacme 0.9 had none.",
        "# Release notes for acme 1.0",
        "# Users\n\nacme 1.0 was published in 2019.",
        "# Users\n\n```text\n$ pip list\nacme 1.0\n```",
        "# Users\n\n~~~\nUsing acme==1.0\n~~~\n\nRead on.",
    ],
)
def test_versions_of_anything_else_in_a_title_stay(
    catalog: str, tmp_path: Path, title: str
) -> None:
    path = guide(tmp_path, catalog, 0, title)
    publish_teams(catalog, "2.0")
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    result = run("check", "guide.ipynb", catalog=catalog)
    assert result.stdout.endswith("current, 1 edited by hand.\n")
    assert (result.exit_code, sources(path)[0]) == (0, title)


def test_titles_and_install_lines_may_shorten_the_version_that_they_follow(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    publish_teams(catalog, "1.2.0")
    run("notebook", "guide.ipynb", "--endpoint", "GET /teams", catalog=catalog)
    with_source(path, 0, "# Guide to acme 1.2, tested with pandas 1.2")
    with_source(path, 1, "%pip install -q acme==1.2 pandas==1.2")
    for version, title in (("1.2.5", "1.2"), ("2.0.1", "2.0")):
        publish_teams(catalog, version)
        assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
        expected = [
            f"# Guide to acme {title}, tested with pandas 1.2",
            f"%pip install -q acme=={version} pandas==1.2",
        ]
        assert (run("check", ".", catalog=catalog).exit_code, sources(path)[:2]) == (0, expected)


def test_title_that_names_the_new_version_is_edited_and_recorded(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /teams", catalog=catalog)
    publish_teams(catalog, "2.0")
    with_source(path, 0, "# Guide to acme 2.0")
    fresh = json.loads(run("check", "--json", "guide.ipynb", catalog=catalog).stdout)
    told = fresh["documents"][0]["cells"][0]
    assert (told["verdict"], told["outdated"], told["fails"]) == ("edited", False, False)
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    publish_teams(catalog, "3.0")
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert sources(path)[0] == "# Guide to acme 3.0"


@pytest.mark.parametrize(
    "line",
    [
        "%pip install -q acme=={version}",
        "!pip install acme=={version}",
        "%pip install acme=={version} --quiet",
        "%pip install acme=={version} pandas==1.0",
        "import sys\n!{{sys.executable}} -m pip install 'Acme[all]>={version}'",
        "%pip install acme",
        '%pip install "acme>={version},<9"',
        '%pip install "acme<9,>={version}"',
        "%pip install acme=={version}\nprint('acme==1.0 is old')  # acme==1.0",
        "%pip install \\\n    acme=={version}",
        "import subprocess\nsubprocess.run(['uv', 'pip', 'install',\n    'acme=={version}'])",
        "!pip install -q acme pandas==1.0",
        "%pip install -r requirements.txt",
    ],
)
def test_edited_install_line_follows_the_version_that_it_names(
    catalog: str, tmp_path: Path, line: str
) -> None:
    path = guide(tmp_path, catalog, 1, line.format(version="1.0"))
    require_followed(path, catalog, 1, line)


@pytest.mark.parametrize(
    ("line", "required"),
    [
        ("!pip install acme<1.0.1", "acme<1.0.1"),
        ("%pip install acme==0.9", "acme==0.9"),
        ('%pip install "acme>=1.0,<2"', "acme>=1.0,<2"),
        ("%pip install -q 'acme[all] <2, >=1.0' pandas", "acme[all] <2, >=1.0"),
        ("%pip install acme==1.0.*", "acme==1.0.*"),
        ("%pip install acme>=1.0,!=2.0", "acme>=1.0,!=2.0"),
    ],
)
def test_install_line_that_excludes_the_new_version_stays_with_a_word(
    catalog: str, tmp_path: Path, line: str, required: str
) -> None:
    path = guide(tmp_path, catalog, 1, line)
    publish_teams(catalog, "2.0")
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, sources(path)[1]) == (1, line)
    assert f"acme 2.0 is published. `{required}` excludes it: change that by hand." in result.stdout
    accepting = ("check", "--update", "--accept", "guide.ipynb:2", "guide.ipynb")
    assert run(*accepting, catalog=catalog).exit_code == 0
    assert (run("check", ".", catalog=catalog).exit_code, sources(path)[1]) == (0, line)


def test_title_with_lines_of_ones_own_is_resolved_too(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    text = path.read_text()
    own = text.replace('"* `acme 1.0`"', '"* `acme 1.0`\\n",\n    "Read on."')
    assert own != text
    path.write_text(own)
    publish(catalog, "org", "api", version_2())
    publish(catalog, "org", "api", a_publication("python:other==1.0", "GET /users"))
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 1
    before = path.read_text()
    accepting = run(
        "check", "--update", "--accept", "guide.ipynb:1", "guide.ipynb", catalog=catalog
    )
    assert "Its text is accepted as an edit of what would be written now." in accepting.stdout
    path.write_text(before)
    path.write_text(path.read_text().replace("`acme 1.0`", "`acme 2.0`\\n* `other 1.0`"))
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0
    assert sources(path)[0].endswith("* `acme 2.0`\n* `other 1.0`\nRead on.")
