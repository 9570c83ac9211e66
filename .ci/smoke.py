"""Tries an installed wheel as its first user does: a panel, a look-up, a publication.

Run by ``.ci/run wheel`` in an environment that has the wheel and what it requires, nothing more.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from snippet_widget import panel, show

DESCRIPTION = Path(__file__).parents[1] / "notebooks" / "files" / "teahouse.yaml"
IDENTIFY = ("POST", "/v1/recordings/identify")
EXTENSION = Path(sys.prefix, "share", "jupyter", "labextensions", "snippet-widget", "package.json")


def run(*arguments: str, status: int = 0) -> str:
    """Run ``snippet-widget``; return what it prints."""
    command = [Path(sys.executable).with_name("snippet-widget"), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    if done.returncode != status:
        raise SystemExit(f"snippet-widget {arguments[0]}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(found: bool, what: str) -> None:  # noqa: FBT001 - a condition, as of assert
    """End with what is missing."""
    if not found:
        raise SystemExit(f"The installed wheel has no {what}.")


def main() -> None:
    """Try it."""
    expect(EXTENSION.exists(), "JupyterLab extension")
    opened = panel()
    expect("Snippet" in repr(opened), "panel")
    opened.close()
    shown = show(" ".join(IDENTIFY), api="birdsong")
    expect("recordings.identify" in str(shown._repr_mimebundle_()), "show()")
    got = run("get", *IDENTIFY, "--api", "birdsong", "--client", "async")
    expect("await" in got, "snippet of the samples")
    sdk = ("--sdk", "python:teahouse==1.0")
    run("publish", "--org", "tea", "--api", "house", str(DESCRIPTION), *sdk)
    expect("teahouse" in run("load", "--api", "house", "--json"), "published snippet")
    expect("snippet-widget[serve]" in run("serve", status=1), "advice to install the extra serve")
    print("The wheel works.")


if __name__ == "__main__":
    main()
