"""Which arguments hold credentials, which texts stand for one, and how variables are called."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_CREDENTIAL = re.compile(
    r"(^|_)(api_?key|token|secret|password|access_key|secret_key|auth|credentials?|bearer)$",
    re.IGNORECASE,
)
_PAGINATION = re.compile(r"(^|_)(page|next|cursor|continuation|sync|pagination)_token$")
_PLACEHOLDER = re.compile(
    r"(your|my|insert|replace|enter)[ _-].*|<[^<>]*>|x{3,}|\.{3}|\w*(api[ _-]?key|token|secret)\w*",
    re.IGNORECASE,
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True)
class Variables:
    """How the environment variables with the credentials of an SDK are called.

    Parameters
    ----------
    package
        The SDK's: ``acme-client`` gives ``ACME_CLIENT_API_KEY`` for ``api_key``.
    known
        Variables that the SDK itself reads, by argument of its client.
    """

    package: str
    known: Mapping[str, str] = field(default_factory=dict)

    def variable(self, argument: str) -> str:
        """Return the SDK's own variable, else ``ACME_API_KEY``: its name before the argument's."""
        if argument in self.known:
            return self.known[argument]
        words = re.findall(r"[A-Za-z0-9]+", f"{self.package} {_snake(argument)}")
        name = "_".join(words).upper()
        return f"_{name}" if name[:1].isdigit() else name

    def holds_placeholder(self, argument: str, text: str) -> bool:
        """Tell whether an argument of a client is a credential, and its text a placeholder."""
        is_placeholder = _PLACEHOLDER.fullmatch(text.strip()) is not None
        return is_placeholder and (argument in self.known or _is_credential(argument))


def _is_credential(argument: str) -> bool:
    """Tell whether an argument is called as credentials are; not ids, URLs and pages."""
    name = _snake(argument).lower()
    return _CREDENTIAL.search(name) is not None and _PAGINATION.search(name) is None


def _snake(name: str) -> str:
    return _HUMP.sub("_", name)
