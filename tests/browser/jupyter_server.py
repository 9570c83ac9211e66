"""Starts JupyterLab as a user does, or Notebook 7, in a home folder of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import requests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXPOSED = {
    "lab": "--LabApp.expose_app_in_browser=True",
    "notebook": "--JupyterNotebookApp.expose_app_in_browser=True",
}
"""Tests save and look through ``window.jupyterapp``; they act with mouse and keyboard."""

FOREIGN = ("JUPYTER", "JPY_", "IPYTHON", "XDG_", "SNIPPET_WIDGET_", "COLAB_")

START_SECONDS = 60
END_SECONDS = 20


@dataclass(frozen=True)
class JupyterServer:
    """A running JupyterLab or Notebook.

    Parameters
    ----------
    app
        ``lab`` or ``notebook``.
    origin
        ``http://localhost:PORT``.
    token
        Jupyter's.
    folder
        The folder it shows.
    opened
        The address it printed.
    """

    app: str
    origin: str
    token: str
    folder: Path
    opened: str

    def url(self, path: str) -> str:
        """Return the address of a notebook by its path in the folder.

        Each has a workspace of its own, or JupyterLab would open those of other tests again.
        """
        workspace = path.removesuffix(".ipynb")
        tree = f"lab/workspaces/{workspace}/tree" if self.app == "lab" else "notebooks"
        return f"{self.origin}/{tree}/{path}?token={self.token}"

    def start_session(self, path: str, kernel: str) -> None:
        """Let a notebook that is opened next run on a kernel that is there."""
        session = {"path": path, "name": path, "type": "notebook", "kernel": {"id": kernel}}
        self._ask("POST", "sessions", json=session)

    def end_session(self, path: str) -> None:
        """End a notebook's kernel."""
        for session in self._ask("GET", "sessions").json():
            if session["path"] == path:
                self.end_kernel(session["kernel"]["id"])

    def end_kernel(self, kernel: str) -> None:
        """End a kernel, with its sessions."""
        self._ask("DELETE", f"kernels/{kernel}")

    def restart_kernel(self, kernel: str) -> None:
        """Restart a kernel, as another window does, and wait until it answers.

        JupyterLab tells no page of it, and what the kernel says at first may reach none.
        """
        self._ask("POST", f"kernels/{kernel}/restart").raise_for_status()
        deadline = time.monotonic() + START_SECONDS
        while self._ask("GET", f"kernels/{kernel}").json()["execution_state"] != "idle":
            if time.monotonic() > deadline:
                raise TimeoutError(f"Kernel {kernel} did not answer after its restart.")
            time.sleep(0.1)

    def forget_settings(self) -> None:
        """Let pages that are opened next begin with our settings as they come."""
        shutil.rmtree(_settings(self.folder.parent) / "snippet-widget", ignore_errors=True)

    def forget_choices(self) -> None:
        """Let panels that are opened next begin as if nothing had ever been chosen in one."""
        choices = self.folder.parent / ".config/snippet_widget"
        shutil.rmtree(choices, ignore_errors=True)

    def _ask(self, method: str, resource: str, **arguments: Any) -> requests.Response:
        return requests.request(
            method,
            f"{self.origin}/api/{resource}",
            headers={"Authorization": f"token {self.token}"},
            timeout=END_SECONDS,
            **arguments,
        )


@contextmanager
def running(
    app: str, home: Path, *, arguments: tuple[str, ...] = (), python: str = sys.executable
) -> Iterator[JupyterServer]:
    """Run one of an environment's in ``home/work`` until the block ends."""
    folder = home / "work"
    folder.mkdir(parents=True)
    follow_theme_of_browser(home)
    log = home / f"{app}.log"
    with (
        log.open("w") as output,
        subprocess.Popen(
            [*_command(app, python), *arguments],
            cwd=folder,
            env=environment(home),
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        ) as process,
    ):
        try:
            yield _described(app, folder, _printed_address(log, process))
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end; Jupyter waits without end for a kernel that was just restarting."""
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def environment(home: Path) -> dict[str, str]:
    """Return this process' environment without Jupyter's and our settings, in another home."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    return {
        **own,
        "HOME": str(home),
        "SNIPPET_WIDGET_CATALOG": f"sqlite:///{home / 'catalog.sqlite'}",
    }


def follow_theme_of_browser(home: Path) -> None:
    """Let the browser's color scheme choose between JupyterLab's light and dark theme."""
    _set_theme(home, {"adaptive-theme": True})


@contextmanager
def theme(server: JupyterServer, name: str) -> Iterator[None]:
    """Give the pages that are opened meanwhile a theme by its name."""
    home = server.folder.parent
    _set_theme(home, {"theme": name})
    try:
        yield
    finally:
        follow_theme_of_browser(home)


def _set_theme(home: Path, chosen: dict[str, object]) -> None:
    settings = _settings(home) / "@jupyterlab/apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps(chosen))


def _settings(home: Path) -> Path:
    return home / ".jupyter/lab/user-settings"


def _command(app: str, python: str) -> list[str]:
    if app == "lab":
        main = "from snippet_widget.cli import main; main()"
        return [
            python,
            "-c",
            main,
            "lab",
            "--no-browser",
            "--port=0",
            "--",
            EXPOSED[app],
        ]
    return [python, "-m", "notebook", "--no-browser", "--allow-root", EXPOSED[app]]


def _printed_address(log: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if found := re.search(r"http://localhost:\d+/\S*token=\w+", log.read_text()):
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"Jupyter did not start:\n{log.read_text()}")


def _described(app: str, folder: Path, address: str) -> JupyterServer:
    parts = urlsplit(address)
    return JupyterServer(
        app=app,
        origin=f"{parts.scheme}://{parts.netloc}",
        token=parts.query.removeprefix("token="),
        folder=folder,
        opened=address,
    )
