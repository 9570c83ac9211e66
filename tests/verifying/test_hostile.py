"""Snippets that mean harm: they fail, those after them run, and nothing outside has changed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from snippet_widget.verifying import (
    Bounds,
    Conditions,
    Form,
    Isolation,
    Program,
    Verification,
    available_isolation,
    installed_environment,
    verify,
)
from snippet_widget.verifying.isolation import INSIDE

if TYPE_CHECKING:
    from collections.abc import Mapping

SEND = "import http.client\nhttp.client.HTTPConnection('api.acme.test').request('GET', {})"
GOOD = SEND.format("'/ping'")
LEAK = SEND.format("'/leaked' if b'SECRET' in leaked.upper() else '/clean'")
BOUNDS = Bounds(seconds=1, memory=600 * 2**20)  # what is harmless takes 0.06 seconds

HARM = {
    "endless loop": "while True: pass",
    "endless sleep": "import time; time.sleep(1000)",
    "loop that catches all": "while True:\n"
    "  try:\n    while True: pass\n  except BaseException: pass",
    "memory bomb": "x = bytearray(10**10)",
    "slow memory bomb": "x = []\nwhile True: x.append(bytearray(10**7))",
    "fork bomb": "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
    "threads": "import threading, time\n"
    "while True: threading.Thread(target=time.sleep, args=(1000,)).start()",
    "output flood": "while True: print('x' * 10**6, flush=True)",
    "flood of the report": "import os\nfor fd in range(3, 30):\n  try:\n"
    "    while True: os.write(fd, b'x' * 10**6)\n  except OSError: pass",
    "closes what it reports by": "import os, time\nos.closerange(3, 99)\ntime.sleep(1000)",
    "large file": "with open('x', 'wb') as f:\n  while True: f.write(b'x' * 10**7)",
    "kills its parent": "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\n"
    "time.sleep(1000)",
    "kills everybody": "import os, signal\nos.kill(-1, signal.SIGKILL)",
    "kills itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "ends without a word": "import os; os._exit(0)",
    "crashes": "import ctypes; ctypes.string_at(0)",
    "deep recursion": "def f(): f()\nf()",
    "connects": "import socket; socket.create_connection(('192.0.2.1', 80), 2)",
    "connects over IPv6": "import socket\n"
    "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 80))",
    "sends a datagram": "import socket\n"
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
    "asks for a name": "import socket; socket.getaddrinfo('acme.test', 80)",
    "talks to this machine": "import socket; socket.create_connection(('127.0.0.1', 22), 2)",
}


@pytest.fixture(scope="module", params=[*Isolation])
def isolation(request: pytest.FixtureRequest) -> Isolation:
    wanted: Isolation = request.param
    if wanted is Isolation.NAMESPACES and available_isolation() is not wanted:
        pytest.skip("this system gives no namespaces")
    return wanted


def run(
    sources: Mapping[str, str], isolation: Isolation, workers: int = 1
) -> dict[str, Verification]:
    """Run snippets, and after each one that is harmless."""
    programs = [
        Program((source,), Form.PROGRAM, ((0, ("GET", "/ping")),))
        for harm in sources.values()
        for source in (harm, GOOD)
    ]
    environment = installed_environment(Path(sys.prefix))
    results = dict(verify(programs, Conditions(environment, isolation, BOUNDS, workers)))
    assert [results[number][0].failure for number in range(1, len(programs), 2)] == [""] * len(
        sources
    )
    return {name: results[2 * number][0] for number, name in enumerate(sources)}


@pytest.fixture(scope="module")
def harmed(isolation: Isolation) -> dict[str, Verification]:
    return run(HARM, isolation, workers=4)  # most of them wait for their end


@pytest.mark.parametrize("name", HARM)
def test_harm_fails(harmed: dict[str, Verification], name: str) -> None:
    assert harmed[name].failure
    assert not harmed[name].sent


def test_bounds_are_named(harmed: dict[str, Verification]) -> None:
    assert harmed["endless loop"].failure == "it took more than 1 second"
    assert harmed["memory bomb"].failure.startswith("MemoryError")
    assert harmed["kills itself"].failure in {
        "its process ended with signal 9",
        "PermissionError: [Errno 1] os.kill is refused while verifying (line 2)",
    }
    assert "no network while verifying" in harmed["connects"].failure


def test_nothing_outside_is_written(isolation: Isolation, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    sources = {
        "new file": f"open({str(tmp_path / 'new')!r}, 'w').write('x')",
        "overwritten": f"open({str(precious)!r}, 'w').write('x')",
        "removed": f"import os; os.remove({str(precious)!r})",
        "in the environment": f"open({sys.prefix + '/new'!r}, 'w').write('x')",
        "in the system": "open('/etc/new', 'w').write('x')",
        "in the scripts": f"open({str(INSIDE / 'session.py')!r}, 'w').write('x')",
    }
    assert all(result.failure for result in run(sources, isolation).values())
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]
    assert precious.read_text() == "precious"
    assert not Path(sys.prefix, "new").exists()


def test_home_and_credentials_are_not_there(
    isolation: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    secret = home / "secret"
    secret.write_bytes(b"SECRET")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("ACME_TOKEN", "SECRET")
    sources = {
        "home": f"import os\nleaked = repr(os.listdir(os.path.expanduser('~'))).encode()\n{LEAK}",
        "file": f"leaked = open({str(secret)!r}, 'rb').read()\n{LEAK}",
        "descriptor": f"import os\nleaked = os.read(os.open({str(secret)!r}, 0), 9)\n{LEAK}",
        "variable": f"import os\nleaked = os.environ['ACME_TOKEN'].encode()\n{LEAK}",
        "variables": f"import os\nleaked = repr(dict(os.environ)).encode()\n{LEAK}",
    }
    sent = {name: result.sent for name, result in run(sources, isolation).items()}
    assert set(sent.values()) <= {"", "GET /clean"}
    assert sent["variables"] == "GET /clean"


def test_processes_do_not_outlive_their_snippet(isolation: Isolation) -> None:
    marker = f"outlives-{os.getpid()}"
    source = (
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {marker!r}],"
        f" start_new_session=True)\n{GOOD}"
    )
    run({"leaves a process": source}, isolation)
    assert not _running(marker)


def _running(marker: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            command = path.read_bytes().decode("utf-8", "replace")
            if marker in command and "time.sleep" in command:
                found.append(command)
    return found
