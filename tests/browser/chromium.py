"""Finds the Chromium that the browser tests drive, and installs one where it can.

``python -m tests.browser.chromium`` does so ahead of them, and prints where it is.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

HEADLESS = "chromium-headless-shell"
"""Chromium without what draws windows, as Playwright's own download: a sixth less work a page."""

NAMES = (
    *(HEADLESS, "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome"),
)

_APT_INSTALL = ("apt-get", "install", "--quiet", "--yes")


def launch(playwright: Playwright, *arguments: str) -> Browser:
    """Launch the first Chromium there is; root's needs to be without the sandbox.

    Raises
    ------
    FileNotFoundError
        There is none and none can be installed; the message says what was tried.
    """
    executable = found_or_installed(playwright)
    sandbox = ["--no-sandbox"] if is_root() else []
    return playwright.chromium.launch(executable_path=executable, args=[*sandbox, *arguments])


def found_or_installed(playwright: Playwright) -> Path:
    """Return the first Chromium there is, installed where there is none.

    Raises
    ------
    FileNotFoundError
        As `launch`.
    """
    with _one_at_a_time():  # the tests' processes start side by side, apt-get does not
        return find(playwright) or install(playwright)


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold a lock that all processes of this user share."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        yield
        return
    name = f"snippet-widget-chromium-{os.getuid()}.lock"
    with (Path(tempfile.gettempdir()) / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def find(playwright: Playwright) -> Path | None:
    """Return the user's browser, or the one that Playwright downloaded."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    downloaded = Path(playwright.chromium.executable_path)
    return downloaded if downloaded.exists() else None


def install(playwright: Playwright) -> Path:
    """Install Debian's packages as root, Playwright's own download otherwise."""
    attempts = [[sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]]
    if is_root() and shutil.which("apt-get"):
        attempts = [
            ["apt-get", "update", "--quiet"],
            *([*_APT_INSTALL, name] for name in (HEADLESS, "chromium")),  # older Debian: only this
            *attempts,
        ]
    elif not is_root():
        attempts[0].remove("--with-deps")
    for attempt in attempts:
        subprocess.run(
            attempt,
            check=False,
            timeout=600,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
        )
        if found := find(playwright):
            return found
    tried = "; ".join(" ".join(attempt) for attempt in attempts)
    raise FileNotFoundError(f"No Chromium was found and none could be installed. Tried: {tried}.")


def is_root() -> bool:
    """Tell whether this process may install packages and must not use the sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    with sync_playwright() as started:
        print(found_or_installed(started))  # noqa: T201 - what it is asked
