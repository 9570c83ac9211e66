"""What ecosystems call a package, in either direction."""

from __future__ import annotations

import pytest

from snippet_widget.ecosystems import is_installable, is_named, own_names, package_of


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


@pytest.mark.parametrize(
    ("type_", "package", "version"),
    [
        ("python", "acme-sdk", "1.0rc1"),
        ("python", "a", "1!2.0+local.1"),
        ("typescript", "@acme/sdk", "1.0.0-beta.1"),
        ("java", "com.acme:acme-java", "1"),
    ],
)
def test_names_and_versions_can_be_installed(type_: str, package: str, version: str) -> None:
    assert is_installable(type_, package, version)


@pytest.mark.parametrize("type_", ["python", "typescript"])
@pytest.mark.parametrize(
    ("package", "version"),
    [
        ("http://127.0.0.1/y-1.0-py3-none-any.whl#", "1.0"),
        ("../../etc", "1.0"),
        ("-r/etc/hostname", "1.0"),
        ("--index-url=http://127.0.0.1", "1.0"),
        ("p; rm -rf /", "1.0"),
        ("acme", "1.0 ; touch x"),
        ("acme", "../.."),
        ("acme", "http://127.0.0.1/x.tgz"),
        ("acme @ file:///x", "1.0"),
        ("", "1.0"),
    ],
)
def test_what_an_installer_takes_for_something_else_cannot(
    type_: str, package: str, version: str
) -> None:
    assert not is_installable(type_, package, version)
