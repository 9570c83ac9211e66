"""Which options of a client a program keeps although their declaration calls them optional."""

from __future__ import annotations

import re

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ESSENTIAL = re.compile(
    r"(^|_)(key|token|secret|password|credentials?|user_?name|signature|auth|bearer|sid|client_id"
    r"|url|uri|environment|host|server|endpoint|domain|region)$",
    re.IGNORECASE,
)


def is_essential(option: str) -> bool:
    """Whether an option says who calls or whom: clients without it often raise when they are made.

    Generators declare it as optional because an environment variable, or a sibling, may stand in.

    Examples
    --------
    >>> is_essential("api_key"), is_essential("baseUrl"), is_essential("client_name")
    (True, True, False)
    """
    return _ESSENTIAL.search(_HUMP.sub("_", option)) is not None
