"""Which options of a client a program keeps although their declaration calls them optional."""

from __future__ import annotations

import re

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_KEPT = re.compile(
    r"(^|_)(key|token|secret|password|credentials?|user_?name|signature|auth|bearer|sid|client_id"
    r"|url|uri|environment|host|server|endpoint|domain|region)$",
    re.IGNORECASE,
)


def is_kept(option: str) -> bool:
    """Whether an option says who calls or whom: clients without it often raise when they are made.

    Generators declare it as optional because an environment variable, or a sibling, may stand in.

    Examples
    --------
    >>> is_kept("api_key"), is_kept("baseUrl"), is_kept("client_name")
    (True, True, False)
    """
    return _KEPT.search(_HUMP.sub("_", option)) is not None
