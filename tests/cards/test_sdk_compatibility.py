"""Whether a snippet's SDK is the one that the kernel has."""

from __future__ import annotations

import pytest

from snippet_widget.cards.sdk_compatibility import (
    COMPATIBLE,
    SdkCompatibility,
    installed_version,
    sdk_compatibility,
)


def missing(_package: str) -> None:
    return None


@pytest.mark.parametrize("here", ["2.0.0", "2.0"])
def test_the_same_version_has_nothing_to_say(here: str) -> None:
    assert sdk_compatibility("acme", "2.0.0", {"acme": here}.get) == COMPATIBLE


def test_another_version_is_said_and_can_be_installed() -> None:
    assert sdk_compatibility("acme", "2.0.0", {"acme": "1.9"}.get) == SdkCompatibility(
        "This kernel has acme 1.9: the snippet is for 2.0.0.", "%pip install acme==2.0.0"
    )


def test_a_missing_sdk_can_be_installed() -> None:
    assert sdk_compatibility("acme", "2.0.0", missing) == SdkCompatibility(
        "acme is not installed in this kernel.", "%pip install acme==2.0.0"
    )


@pytest.mark.parametrize(
    ("package", "version"),
    [
        ("acme --index-url http://evil.test", "1.0"),
        ("acme; import os", "1.0"),
        ("acme", "1.0\n!rm -rf /"),
        ("acme", "1.0; sys_platform"),
        ("acme @ https://evil.test/acme.whl#", "1.0"),
        ("acme", "not a version"),
    ],
)
def test_what_is_no_name_and_version_is_not_offered(package: str, version: str) -> None:
    assert sdk_compatibility(package, version, missing).install == ""


def test_samples_are_made_up() -> None:
    assert sdk_compatibility("skylark-birdsong", "2.1.0", missing).install == ""


def test_versions_are_those_of_this_environment() -> None:
    assert installed_version("ipywidgets") is not None
    assert installed_version("no-such-package-here") is None
    assert installed_version("") is None
