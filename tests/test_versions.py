"""Which version is the latest."""

from __future__ import annotations

import pytest

from snippet_widget.versions import is_prerelease, latest, version_key


@pytest.mark.parametrize(
    ("type_", "versions", "newest"),
    [
        ("python", ["1.9", "1.10", "1.2"], "1.10"),
        ("python", ["1.0", "2.0rc1", "2.0.dev3"], "1.0"),
        ("python", ["2.0a1", "2.0rc1"], "2.0rc1"),
        ("python", ["1!0.1", "9.0"], "1!0.1"),
        ("python", ["1.0", "1.0.post1"], "1.0.post1"),
        ("python", ["newest", "0.1"], "0.1"),
        ("typescript", ["1.9.0", "1.10.0"], "1.10.0"),
        ("typescript", ["1.0.0", "2.0.0-beta.1"], "1.0.0"),
        ("typescript", ["2.0.0-beta.2", "2.0.0-beta.11", "2.0.0-alpha.99"], "2.0.0-beta.11"),
        ("typescript", ["1.0.0-1", "1.0.0-a"], "1.0.0-a"),
        ("go", ["v0.9.0", "v0.10.0"], "v0.10.0"),
        ("java", ["2.1", "2.1.1", "FINAL"], "2.1.1"),
    ],
)
def test_the_latest_follows_the_order_of_its_ecosystem(
    type_: str, versions: list[str], newest: str
) -> None:
    assert latest(type_, versions) == newest
    assert latest(type_, versions[::-1]) == newest


@pytest.mark.parametrize(
    ("type_", "one", "other"),
    [("python", "1.0", "1.0.0"), ("go", "v1.2.0", "1.2"), ("java", "1.0.0+build", "1.0.0")],
)
def test_two_spellings_of_one_version_are_equal(type_: str, one: str, other: str) -> None:
    assert version_key(type_, one) == version_key(type_, other)


def test_a_word_is_no_prerelease() -> None:
    assert not is_prerelease("python", "newest")
    assert not is_prerelease("java", "FINAL")
