"""``snippet-widget``: one module for each command, each a `click.Command` named ``command``."""

from __future__ import annotations

import errno
import logging
import sys
import tempfile
from importlib import import_module

import click

from snippet_widget._version import __version__
from snippet_widget.cards.visible_text import visible
from snippet_widget.cli.interruption import (
    INTERRUPTED,
    MESSAGE,
    ending_at_once,
    is_interruption,
)
from snippet_widget.cli.standard_streams import leave_output, open_missing_streams
from snippet_widget.errors import SnippetWidgetError, error_text

COMMANDS: tuple[str, ...] = (
    "lab",
    "serve",
    "token",
    "migrate",
    "publish",
    "unpublish",
    "yank",
    "deprecate",
    "rename",
    "prune",
    "catalog",
    "audit",
    "changes",
    "export",
    "get",
    "load",
    "check",
    "verify",
    "notebook",
)
"""In the order of the help text; the module of each is read when it is asked for."""

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        with ending_at_once():
            command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; an error of our own becomes its message and exit status 1.

        Ctrl+C ends it with `INTERRUPTED`, at a question, too; a server it ends well.
        """
        open_missing_streams()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except SnippetWidgetError as error:
            raise click.ClickException(visible(error_text(error))) from error
        except (KeyboardInterrupt, click.Abort) as end:
            if not is_interruption(end):
                raise
            logging.getLogger("asyncio").disabled = True  # it complains of what was given up
            click.echo(MESSAGE, err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            leave_output()
            raise click.ClickException(
                f"{error.strerror}: the output cannot be written. Free some space where it goes, "
                f"and in {tempfile.gettempdir()}, and try again."
            ) from error
        return result


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="snippet-widget")
def main() -> None:
    """Browse the code snippets of published APIs' SDKs, serve them and publish them."""
