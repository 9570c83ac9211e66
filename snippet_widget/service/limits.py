"""How much the service takes from one request, and how often."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of the service.

    Parameters
    ----------
    body_bytes
        The largest body that is read.
    selectors
        The most SDK selectors in one body.
    """

    body_bytes: int = 64 * 1024
    selectors: int = 100
