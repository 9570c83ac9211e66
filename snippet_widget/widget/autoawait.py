"""What cards ask about this kernel: its packages, and ``await`` at the top level of a cell."""

from __future__ import annotations

from IPython import get_ipython

from snippet_widget.cards.content import Kernel
from snippet_widget.cards.sdk_compatibility import installed_version

AWAIT_IS_OFF = (
    "This kernel does not await at the top level of a cell. Run %autoawait asyncio first, "
    "or insert the program as published."
)


def await_warnings(client: str, shell: object | None = None) -> tuple[str, ...]:
    """Return what to say of a client's code, for people; nothing where it runs as it is.

    Parameters
    ----------
    client
        The snippet's field.
    shell
        The kernel's shell; this process' own when None.
    """
    shell = shell or get_ipython()
    if client != "async_client" or getattr(shell, "autoawait", True):
        return ()
    return (AWAIT_IS_OFF,)


THIS_KERNEL = Kernel(installed_version, await_warnings)
"""The kernel of this process."""
