"""What ecosystems call a package, in either direction."""

from __future__ import annotations

import pytest

from snippet_widget.ecosystems import is_named, own_names, package_of


@pytest.mark.parametrize(
    ("type_", "package"),
    [
        ("java", "com.acme:acme-java"),
        ("java", "acme-java"),
        ("go", "github.com/acme/acme-go"),
        ("go", "go.acme.dev/sdk"),
        ("ruby", "acme_sdk"),
    ],
)
def test_a_package_is_found_again_by_its_own_names(type_: str, package: str) -> None:
    assert package_of(type_, own_names(type_, package)) == package


def test_a_package_without_own_names_has_none() -> None:
    assert own_names("python", "acme") == {}
    assert package_of("python", {}) is None
    assert package_of("java", {"group": "com.acme"}) is None


@pytest.mark.parametrize(
    ("type_", "package", "names", "same"),
    [
        ("python", "my-pkg", {"package": "My_Pkg"}, True),
        ("typescript", "@acme/sdk", {"package": "@Acme/sdk"}, False),
        ("csharp", "Acme.Sdk", {"package": "acme.sdk"}, True),
        ("java", "com.acme:acme-java", {"group": "com.acme"}, True),
        ("java", "com.acme:acme-java", {"group": "com.acme", "artifact": "other"}, False),
        ("java", "com.acme:acme-java", {"package": "com.acme:acme-java", "gem": "acme"}, False),
        ("go", "github.com/acme/acme-go", {"githubRepo": "https://github.com/acme/acme-go"}, True),
        ("go", "github.com/acme/acme-go", {"github_repo": "acme/acme-go"}, True),
        ("go", "github.com/acme/acme-go/v2", {"githubRepo": "github.com/acme/acme-go.git"}, True),
        ("go", "github.com/acme/acme-go", {"githubRepo": "https://github.com/acme/other"}, False),
        ("go", "github.com/acme/acme-go/v2", {"package": "github.com/acme/acme-go"}, False),
        ("ruby", "acme", {"gem": "acme"}, True),
        ("ruby", "acme", {"gem": "other"}, False),
        ("ruby", "acme", {}, True),
    ],
)
def test_every_name_given_must_be_the_packages(
    type_: str, package: str, names: dict[str, str], *, same: bool
) -> None:
    assert is_named(type_, package, names) is same
