"""Placeholders of secrets become environment variables: no key is ever typed into a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards import python_credentials, typescript_credentials

if TYPE_CHECKING:
    from types import ModuleType

_BY_LANGUAGE: dict[str, ModuleType] = {
    "python": python_credentials,
    "typescript": typescript_credentials,
}


def placeholders(source: str, type_: str, package: str) -> dict[str, str]:
    """Return the arguments that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A program; for a language that is not known here, nothing is found in it.
    type_
        Its language.
    package
        The SDK's package: ``acme-client`` gives ``ACME_CLIENT_API_KEY`` for ``api_key``.
    """
    module = _BY_LANGUAGE.get(type_)
    found: dict[str, str] = module.placeholders(source, package) if module else {}
    return found


def from_environment(source: str, type_: str, package: str) -> str:
    """Return the program with environment variables in place of its placeholders."""
    module = _BY_LANGUAGE.get(type_)
    replaced: str = module.from_environment(source, package) if module else source
    return replaced
