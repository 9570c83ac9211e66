"""``snippet-widget lab``: JupyterLab on the tutorial notebook, nothing to configure."""

from __future__ import annotations

import os
import shutil
import socket
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

TUTORIAL = Path("notebooks", "01_browse.ipynb")
"""Where a checkout has the tutorial; an installation carries a copy."""

QUIET = Path(__file__).parent / "jupyter_config"
"""A Jupyter configuration folder by whose defaults nobody is asked about news and updates.

Nor is Node, a second and a half for each page, whether JupyterLab is to be built anew: no extension
of today needs that.
"""


@click.command("lab", short_help="Open JupyterLab on the tutorial notebook.", no_args_is_help=False)
@click.argument("notebook", required=False, type=click.Path(path_type=Path))
@click.argument("jupyter_args", nargs=-1, type=click.UNPROCESSED)
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8888,
    show_default=True,
    help="Port to listen on; the next free one when it is taken. 0: a free one.",
)
def command(
    notebook: Path | None, jupyter_args: tuple[str, ...], *, no_browser: bool, port: int
) -> None:
    """Open JupyterLab on NOTEBOOK: the tutorial, if none is given.

    In a checkout that is notebooks/01_browse.ipynb; elsewhere a copy is put into this folder, yours
    to change. Works offline, with the bundled samples. What follows `--` is handed to JupyterLab:
    `snippet-widget lab -- --ip=0.0.0.0`.
    """
    require_jupyterlab()
    if notebook is not None and str(notebook).startswith("-"):
        notebook, jupyter_args = None, (str(notebook), *jupyter_args)
    path = chosen_notebook(notebook, Path.cwd())
    start(arguments(path, Path.cwd(), port=port, browser=not no_browser) + list(jupyter_args))


def require_jupyterlab(find: Callable[[str], object] = util.find_spec) -> None:
    """Make sure that JupyterLab is there.

    Raises
    ------
    ConfigurationError
        It is not; the message has the command that installs it.
    """
    if find("jupyterlab") is None:
        raise ConfigurationError(
            "JupyterLab is not installed in this environment. "
            "Install it with: pip install 'snippet-widget[lab]'"
        )


def chosen_notebook(notebook: Path | None, folder: Path) -> Path:
    """Return the notebook to open, absolute.

    Raises
    ------
    ConfigurationError
        There is no such file, or the tutorial cannot be put into the folder.
    """
    if notebook is None:
        return _tutorial(folder)
    path = (folder / notebook).resolve()
    if not path.is_file():
        raise ConfigurationError(
            f"There is no notebook {str(notebook)!r} in {folder}. "
            "Name an .ipynb file that exists, or none for the tutorial."
        )
    return path


def arguments(path: Path, folder: Path, *, port: int, browser: bool) -> list[str]:
    """Return JupyterLab's arguments for a notebook seen from a folder; port 0: a free one."""
    root = folder if path.is_relative_to(folder) else path.parent
    url = f"/lab/tree/{quote(path.relative_to(root).as_posix())}"
    return [
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={url}",
        f"--ServerApp.port={port or _free_port()}",
        "--ServerApp.port_retries=50",
        f"--ServerApp.open_browser={browser}",
        f"--ServerApp.allow_root={_is_root()}",
        "--Application.log_level=WARN",
        # Nothing is fetched from the network: no news, no look for a newer JupyterLab.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
    ]


def start(argv: list[str]) -> None:
    """Run JupyterLab until it is stopped; its address is on standard output once it listens."""
    from jupyterlab.labapp import LabApp  # noqa: PLC0415 - an optional dependency, and slow

    given = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join([*([given] if given else []), str(QUIET)])
    server = LabApp.initialize_server(argv=argv)
    click.echo(f"JupyterLab with snippet_widget: {server.public_url}")
    server.start()


def _tutorial(folder: Path) -> Path:
    if (folder / TUTORIAL).is_file():
        return folder / TUTORIAL
    copy = folder / TUTORIAL.name
    if not copy.exists():
        try:
            shutil.copyfile(_packaged_tutorial(), copy)
        except OSError as error:
            raise ConfigurationError(
                f"The tutorial notebook cannot be put into {folder}: {error.strerror}. "
                "Run this in a folder of yours, or name a notebook."
            ) from error
    return copy


def _packaged_tutorial() -> Path:
    installed = metadata.files("snippet-widget") or ()
    for file in installed:
        if file.name == TUTORIAL.name:
            return Path(str(file.locate()))
    raise ConfigurationError(
        "This installation of snippet-widget carries no tutorial notebook. "
        "Name a notebook, or install the package again."
    )


def _free_port() -> int:
    """Return a free port: jupyter_server before 2.20 takes one for 0, and says that it is 0."""
    with socket.create_server(("localhost", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
