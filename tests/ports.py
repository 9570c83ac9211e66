"""Ports for servers that tests start."""

from __future__ import annotations

import socket


def free_port() -> int:
    """Return a port of this machine's loopback address that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
