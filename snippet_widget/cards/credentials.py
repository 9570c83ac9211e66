"""Placeholders of secrets become environment variables: no key is ever typed into a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards import python_credentials, typescript_credentials

if TYPE_CHECKING:
    from types import ModuleType

    from snippet_widget.cards.credential_names import Variables

_BY_LANGUAGE: dict[str, ModuleType] = {
    "python": python_credentials,
    "typescript": typescript_credentials,
}


def credential_variables(source: str, type_: str, naming: Variables) -> dict[str, str]:
    """Return the client's arguments that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A program; for a language that is not known here, nothing is found in it.
    type_
        Its language.
    naming
        How the SDK's variables are called.
    """
    module = _BY_LANGUAGE.get(type_)
    found: dict[str, str] = module.credential_variables(source, naming) if module else {}
    return found


def from_environment(source: str, type_: str, naming: Variables) -> str:
    """Return the program with environment variables in place of its placeholders."""
    module = _BY_LANGUAGE.get(type_)
    replaced: str = module.from_environment(source, naming) if module else source
    return replaced
