"""What commands say when something is in their way: one cause, one sentence, no traceback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.provenance import digest
from tests import notebook_builder as build
from tests.package_builder import build_tarball, build_wheel
from tests.publication_builder import a_publication
from tests.service_builder import publish

HERE = ["--org", "acme", "--api", "users"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_output_is_said(tmp_path: Path) -> None:
    catalog = ["--catalog", str(tmp_path / "c.db")]
    assert CliRunner().invoke(main, ["migrate", *catalog]).exit_code == 0
    command = [sys.executable, "-m", "snippet_widget", "catalog", "list", "--json", *catalog]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: No space left on device: ")
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["check", "guide.md", "--url", "http://{}"],
        ["catalog", "list", "--catalog", "postgresql://{}/c"],
    ],
)
def test_an_interrupted_command_ends_as_shells_expect(tmp_path: Path, command: list[str]) -> None:
    page = f"<!-- snippet-widget: {json.dumps(record()['snippet_widget'])} -->\n```python\nx\n```\n"
    (tmp_path / "guide.md").write_text(page, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(60)
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        done = [sys.executable, "-m", "snippet_widget", *(each.format(address) for each in command)]
        pipe = subprocess.PIPE
        with (
            subprocess.Popen(done, stderr=pipe, text=True, cwd=tmp_path) as process,
            silent.accept()[0],
        ):
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=60)[1]
    assert said == "Interrupted.\n"
    assert process.returncode == 130


def test_an_interruption_is_not_lost_while_modules_are_read() -> None:
    code = (
        "import os, signal, weakref\n"
        "from snippet_widget.cli.interruption import ending_at_once\n"
        "class Lock: pass\n"
        "lock = Lock()\n"
        "callback = weakref.ref(lock, lambda _: os.kill(os.getpid(), signal.SIGINT))\n"
        "with ending_at_once():\n"
        "    del lock\n"
        "print('lost')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


def test_a_question_that_is_interrupted_is_no_refusal(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    publish(url, "acme", "users", a_publication())
    asked = ["unpublish", "python:acme==1.0.0", *HERE, "--catalog", url]
    assert CliRunner().invoke(main, asked, input="n\n").exit_code == 1
    command = [sys.executable, "-m", "snippet_widget", *asked]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stderr
        while process.stderr.read(1) not in (b"]", b""):  # "… [y/N]: "
            pass
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert said.endswith(b"Interrupted.\n")
    assert process.returncode == 130


@pytest.mark.parametrize(
    "options", [["--org", "acme", "--label", "a\udcff"], ["--org", "a\x1b[31m"]]
)
def test_a_token_has_names_that_can_be_printed(tmp_path: Path, options: list[str]) -> None:
    catalog = ["--catalog", str(tmp_path / "c.db")]
    done = CliRunner().invoke(main, ["token", "create", *options, *catalog])
    assert done.exit_code == 1
    assert "cannot be the" in done.stderr
    assert "\x1b" not in done.output


def test_what_follows_an_address_is_not_repeated() -> None:
    done = CliRunner().invoke(main, ["load", "--url", "http://localhost:1/?t=SECRET"])
    assert "'http://localhost:1/' is followed by a query" in done.stderr
    assert "SECRET" not in done.output


def test_a_file_that_is_too_large_is_named(tmp_path: Path) -> None:
    huge = os.urandom(11 * 2**20).hex()
    wheel = str(build_wheel(tmp_path, {"acme/huge.py": huge}))
    done = CliRunner().invoke(main, ["publish", wheel, *HERE, "--dry-run"])
    assert "acme/huge.py is larger than 20971520 bytes; left out" in done.stderr


def test_a_name_that_no_registry_has_is_refused(tmp_path: Path) -> None:
    package = {"package.json": '{"name": "../../x\\n", "version": "1.0.0"}'}
    tarball = str(build_tarball(tmp_path, package))
    done = CliRunner().invoke(main, ["publish", tarball, *HERE, "--dry-run"])
    assert "names '../../x\\n' '1.0.0', which no registry takes" in done.stderr


def record(**changed: Any) -> dict[str, Any]:
    """Return the metadata of a cell that was inserted, with other values."""
    fields = {
        "org": "acme", "api": "users", "method": "GET", "path": "/ping", "client": "sync_client",
        "sdk": {"type": "python", "package": "acme", "version": "1.0.0"}, "role": "call",
        "load_level": "endpoint", "form": "notebook", "example": None, "credentials": "placeholder",
        "version_range": None, "digest": digest("call GET /ping"),
    }  # fmt: skip
    return {"snippet_widget": {**fields, **changed}}


FORGED = "\n::warning file=README.md,line=1::forged\n  cell 2: current"


@pytest.mark.parametrize(
    "changed",
    [
        {"path": f"/v1/x{FORGED}"},
        {"org": f"nobody{FORGED}"},
        {"api": f"nothing{FORGED}"},
        {"example": f"first{FORGED}"},
        {"version_range": f"<{FORGED}"},
        {"sdk": {"type": "python", "package": f"acme{FORGED}", "version": f"1{FORGED}"}},
        {"role": f"call{FORGED}"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_record_forges_no_line(tmp_path: Path, changed: dict[str, Any]) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    publish(url, "acme", "users", a_publication("python:acme==1.0.0"))
    cell = build.code_cell("call GET /ping", record(**changed))
    page = build.written(tmp_path / "page.ipynb", build.notebook(cell))
    done = CliRunner().invoke(main, ["check", str(page), "--catalog", url])
    assert done.exit_code == 1
    lines = [line.strip() for line in done.output.splitlines()]
    assert sum(line.startswith("cell ") for line in lines) == 1
    assert not [line for line in lines if line.startswith("::")]


def test_code_is_no_command_of_a_workflow(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    forged = "call\n::error::forged"
    publish(url, "acme", "users", a_publication("python:acme==1.0.0", source=forged))
    page = tmp_path / "page.md"
    asked = ["get", "GET /ping", "--format", "markdown", "--catalog", url]
    page.write_bytes(CliRunner().invoke(main, asked).stdout_bytes)
    newer = a_publication("python:acme==2.0.0", source=forged.replace("call", "new"))
    publish(url, "acme", "users", newer)
    done = CliRunner().invoke(main, ["check", str(page), "--catalog", url])
    assert "forged" in done.stdout
    assert not [line for line in done.stdout.splitlines() if line.lstrip().startswith("::")]


def test_what_a_service_quotes_forges_no_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    publish(url, "acme", "users", a_publication())
    done = CliRunner().invoke(main, ["get", f"GET /v1/x{FORGED}", "--catalog", url])
    assert done.exit_code == 1
    assert not [line for line in done.output.splitlines() if line.lstrip().startswith("::")]


HIDING = "call\x1b[31m \u202e\ttab"


def test_a_file_gets_code_byte_for_byte(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    publish(url, "acme", "users", a_publication(source=HIDING))
    asked = ["get", "GET /ping", "--client", "sync", "--catalog", url]
    written = CliRunner().invoke(main, asked).stdout_bytes
    assert written == f"import acme; {HIDING} GET /ping  # sync_client\n".encode()
    page = tmp_path / "page.md"
    page.write_bytes(CliRunner().invoke(main, [*asked, "--format", "markdown"]).stdout_bytes)
    done = CliRunner().invoke(main, ["check", str(page), "--catalog", url])
    assert "1 current" in done.output


@pytest.mark.parametrize("option", ["--client=sync", "--format=text", "--json"])
def test_a_terminal_gets_code_with_what_hides_spelled_out(tmp_path: Path, option: str) -> None:
    url = f"sqlite:///{tmp_path / 'c.db'}"
    publish(url, "acme", "users", a_publication(source=HIDING))
    printed = on_a_terminal("get", "GET /ping", option, "--catalog", url)
    assert "\u202e" not in printed
    assert "\x1b[31m" not in printed
    if option == "--json":
        assert HIDING in json.loads(printed)[0]["sync_client"]
    else:
        assert "call⟨U+001B⟩[31m ⟨U+202E⟩" in printed


def on_a_terminal(*arguments: str) -> str:
    """Return what a command prints on a terminal."""
    ours, its = os.openpty()
    command = [sys.executable, "-m", "snippet_widget", *arguments]
    with subprocess.Popen(command, stdout=its, stderr=subprocess.STDOUT) as process:
        os.close(its)
        printed = b""
        while piece := _read(ours):
            printed += piece
        assert process.wait(timeout=60) == 0
    os.close(ours)
    return printed.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b""
