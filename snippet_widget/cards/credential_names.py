"""Which arguments hold credentials, which texts stand for one, and how variables are called."""

from __future__ import annotations

import re

_CREDENTIAL = re.compile(
    r"(^|_)(api_?key|token|secret|password|access_key|auth|credentials?|bearer)(_|$)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"(your|my|insert|replace|enter)[ _-].*|<[^<>]*>|x{3,}|\.{3}|\w*(api[ _-]?key|token|secret)\w*",
    re.IGNORECASE,
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def holds_placeholder(argument: str, text: str) -> bool:
    """Tell whether an argument is a credential, and its text a placeholder of one."""
    return bool(_CREDENTIAL.search(_snake(argument)) and _PLACEHOLDER.fullmatch(text.strip()))


def variable(package: str, argument: str) -> str:
    """Return ``ACME_API_KEY``: an SDK's readers expect its own name before the argument's."""
    words = re.findall(r"[A-Za-z0-9]+", f"{package} {_snake(argument)}")
    name = "_".join(words).upper()
    return f"_{name}" if name[:1].isdigit() else name


def _snake(name: str) -> str:
    return _HUMP.sub("_", name)
