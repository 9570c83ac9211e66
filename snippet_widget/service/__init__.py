"""The snippet lookup service: a Starlette application over a catalog."""

from snippet_widget.service.app import create_app
from snippet_widget.service.limits import Limits

__all__ = ["Limits", "create_app"]
