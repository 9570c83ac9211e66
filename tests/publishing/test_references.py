"""``$ref`` inside a description's own folder, and nowhere else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.errors import SourceError, SourceNotFound
from snippet_widget.publishing.descriptions.references import BrokenReference, Description
from tests.description_builder import written

if TYPE_CHECKING:
    from pathlib import Path


def followed(path: Path, key: str = "x") -> Any:
    description = Description(path)
    return description.child(description.root(), key).value


@pytest.mark.parametrize(
    ("files", "value"),
    [
        ({"a.json": {"x": {"$ref": "#/y"}, "y": 1}}, 1),
        ({"a.json": {"x": {"$ref": "#/y~1z/~0/1"}, "y/z": {"~": [0, 2]}}}, 2),
        ({"a.json": {"x": {"$ref": "#/%7Bid%7D"}, "{id}": 3}}, 3),
        ({"a.yml": "x: {$ref: b/c.yml}", "b/c.yml": "$ref: ../d.yml#/e", "d.yml": "e: f"}, "f"),
        ({"a.json": {"x": {"$ref": "#/y", "k": 1}, "y": {"k": 0, "l": 2}}}, {"k": 1, "l": 2}),
        ({"a.json": {"x": {"$ref": "code.py"}}, "code.py": "get: 1\n"}, "get: 1\n"),
        ({"a.yaml": "x: {$ref: '#/y'}\ny: yes"}, "yes"),
        ({"a.json": {"x": {"$ref": 5}}}, {"$ref": 5}),
    ],
)
def test_references_are_followed(tmp_path: Path, files: dict[str, Any], value: Any) -> None:
    assert followed(written(tmp_path, files)) == value


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("#/x", "is circular"),
        ("#/nowhere", "points to nothing"),
        ("#/list/7", "points to nothing"),
        ("missing.yml", "no such file"),
        ("../outside.json", "outside the description's folder"),
        ("sub/../../outside.json", "outside the description's folder"),
        ("%2e%2e/outside.json", "outside the description's folder"),
        ("/etc/passwd", "outside the description's folder"),
        ("link.json", "outside the description's folder"),
        ("https://acme.test/api.json", "is a URL"),
        ("//acme.test/api.json", "is a URL"),
        ("file:///etc/passwd", "is a URL"),
        ("broken.json", "line 2, column 1"),
        ("latin.yml", "decode"),
        ("pipe.yml", "no such file"),
        (".", "no such file"),
        ("a\0b", "is not a path"),
        ("a" * 5000, "cannot be read|is not a path"),
    ],
)
def test_what_must_not_be_followed_is_named(tmp_path: Path, reference: str, message: str) -> None:
    (tmp_path / "outside.json").write_text('{"secret": 1}')
    folder = tmp_path / "api"
    path = written(folder, {"a.json": {"x": {"$ref": reference}, "list": []}, "broken.json": "{"})
    (folder / "latin.yml").write_bytes(b"x: \xff")
    (folder / "link.json").symlink_to(tmp_path / "outside.json")
    os.mkfifo(folder / "pipe.yml")
    with pytest.raises(BrokenReference, match=message):
        followed(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 100_000, "deep"),
        ("[" + "{}," * 2_100_000 + "{}]", "more than 2000000"),
        ('{"a": 1', "line 2, column 1"),
        ("x: [", "line"),
    ],
)
def test_documents_that_cannot_be_read_say_why(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        Description(written(tmp_path, {"a.json": content})).root()


def test_missing_root_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match=r"a\.json"):
        Description(tmp_path / "a.json").root()


def test_files_are_read_up_to_a_total(tmp_path: Path) -> None:
    path = written(tmp_path, {"a.json": {"x": {"$ref": "big.txt"}}})
    with (tmp_path / "big.txt").open("wb") as file:
        file.truncate(40 * 2**20)
    with pytest.raises(BrokenReference, match="are not read"):
        followed(path)
