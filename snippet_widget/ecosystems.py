"""What the ecosystem of a language calls a package: ``group`` and ``artifact``, or ``gem``.

The specification has ``package`` for all of them. Official clients of such a service read, and
ask by, the ecosystem's own names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_GITHUB = "github.com"
_REPOSITORY_NAMES = ("githubRepo", "github_repo")
_REPOSITORY_HOSTS = (_GITHUB, "gitlab.com", "bitbucket.org")

_WORD = r"[A-Za-z0-9_][\w.~-]*"
_NAMES = {
    "python": re.compile(r"[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?", re.IGNORECASE | re.ASCII),
    "typescript": re.compile(rf"(?:@{_WORD}/)?{_WORD}", re.ASCII),
}
_VERSION = re.compile(r"[vV]?[0-9][A-Za-z0-9.!+_-]*", re.ASCII)


def is_installable(type_: str, package: str, version: str) -> bool:
    """Whether an installer takes these for a name and a version, and for nothing else.

    An address, a path or an option in their place would be fetched, read or obeyed. Names are
    those of PEP 508 (python) and of npm (typescript); of other languages all are.

    Examples
    --------
    >>> is_installable("python", "acme", "1.0")
    True
    >>> is_installable("python", "https://evil.example/x.whl#", "1.0")
    False
    """
    name = _NAMES.get(type_)
    if name is None:
        return True
    return bool(name.fullmatch(package) and _VERSION.fullmatch(version))


def own_names(type_: str, package: str) -> dict[str, str]:
    """Return the names that a package has besides ``package``.

    Examples
    --------
    >>> own_names("java", "com.acme:acme-java")
    {'group': 'com.acme', 'artifact': 'acme-java'}
    """
    if type_ == "java":
        group, _, artifact = package.rpartition(":")
        return {"group": group, "artifact": artifact}
    if type_ == "go":
        # The official Python client reads the second spelling, all others the first.
        return dict.fromkeys(_REPOSITORY_NAMES, _repository(package))
    return {"gem": package} if type_ == "ruby" else {}


def package_of(type_: str, names: Mapping[str, str]) -> str | None:
    """Return the ``package`` of an SDK that is named as its ecosystem does; None: it is not.

    Examples
    --------
    >>> package_of("go", {"githubRepo": "https://github.com/acme/acme-go"})
    'github.com/acme/acme-go'
    """
    if type_ == "java" and "artifact" in names:
        return ":".join(filter(None, (names.get("group"), names["artifact"])))
    if type_ == "go" and (repository := names.get("githubRepo") or names.get("github_repo")):
        return _module(repository)
    return names.get("gem") if type_ == "ruby" else None


def is_named(type_: str, package: str, names: Mapping[str, str]) -> bool:
    """Return whether every one of `names`, ``package`` or an own one, is a name of the package."""
    own = {"package": package, **own_names(type_, package)}
    return all(name in own and _same_name(type_, name, own[name], names[name]) for name in names)


def same_package(type_: str, one: str, other: str) -> bool:
    """Return whether two spellings are one package, as its ecosystem compares them."""
    return one == other or _normalized(type_, one) == _normalized(type_, other)


def _same_name(type_: str, name: str, own: str, asked: str) -> bool:
    if name in _REPOSITORY_NAMES:
        return own == _repository(_module(asked))
    return same_package(type_, own, asked)


def _normalized(type_: str, name: str) -> str:
    if type_ == "python":
        from packaging.utils import canonicalize_name  # noqa: PLC0415 - 30 ms, for those who match

        return canonicalize_name(name)
    return name.lower() if type_ == "csharp" else name  # NuGet's ids have no case


def _module(repository: str) -> str:
    """Return the module's path of a repository's address: no scheme, ``github.com`` if no host."""
    path = repository.partition("://")[2] or repository
    path = path.strip("/").removesuffix(".git")
    return f"{_GITHUB}/{path}" if path.count("/") == 1 and "." not in path.split("/")[0] else path


def _repository(module: str) -> str:
    """Return the address of the repository that a module lies in."""
    host, *parts = module.split("/")
    depth = 2 if host in _REPOSITORY_HOSTS else len(parts)
    return f"https://{'/'.join([host, *parts[:depth]])}" if "." in host else module
