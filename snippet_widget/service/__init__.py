"""The snippet lookup service: a Starlette application over a catalogue."""

from .app import create_app
from .limits import Limits

__all__ = ["Limits", "create_app"]
