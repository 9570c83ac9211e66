"""Ask a server as fast as it answers, and see what an answer costs it.

CPU time of the server for each answer is what is compared: unlike answers per second it says much
the same on a machine that has other things to do. The load comes from wrk, which must be on PATH.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import requests

if TYPE_CHECKING:
    from collections.abc import Sequence

CONNECTIONS = 16
"""Of a load, where nothing else is said."""

_TICK = os.sysconf("SC_CLK_TCK")
_WAIT_SECONDS = 60
_ZIPF = """
local sums, sum = {}, 0
for rank = 1, %d do sum = sum + 1 / rank; sums[rank] = sum end
math.randomseed(os.time())
local following = function()
  local drawn, low, high = math.random() * sum, 1, #sums
  while low < high do
    local middle = math.floor((low + high) / 2)
    if sums[middle] < drawn then low = middle + 1 else high = middle end
  end
  return (low - 1) * 7919
end
"""


@dataclass
class Server:
    """A server to be measured: its port on 127.0.0.1, and its process."""

    port: int
    process: subprocess.Popen[str]

    @classmethod
    def start(cls, command: Sequence[str], port: int) -> Server:
        """Start a server and wait until it answers HTTP."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True)
        deadline = time.monotonic() + _WAIT_SECONDS
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(command)} does not answer")
            time.sleep(0.05)
        return cls(port, process)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(_WAIT_SECONDS)

    def cpu_seconds(self) -> float:
        """Return the CPU time used so far."""
        return tree_cpu_seconds(self.process.pid)

    def memory_mb(self) -> float:
        """Return the resident memory."""
        return sum(map(_memory_mb, _tree(self.process.pid)))


@dataclass(frozen=True)
class Cost:
    """What an answer cost in CPU time of the server, and how many came."""

    microseconds: float
    per_second: float
    answers: int


def tree_cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process and those that it started have used so far."""
    return sum(map(_cpu_seconds, _tree(pid)))


def cost(
    server: Server,
    path: str,
    script: Path,
    seconds: float = 1,
    *,
    connections: int = CONNECTIONS,
) -> Cost:
    """Send what a wrk script makes, for so long and on so many connections.

    Raises
    ------
    RuntimeError
        Not all answers were 200.
    """
    before = server.cpu_seconds()
    done = subprocess.run(
        [
            *("wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(script)),
            f"http://127.0.0.1:{server.port}{path}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    used = server.cpu_seconds() - before
    if "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(done.stdout)
    answers = int(_number(r"(\d+) requests in", done.stdout))
    return Cost(used / answers * 1e6, _number(r"Requests/sec: +([\d.]+)", done.stdout), answers)


def script(  # noqa: PLR0913 - what a request is
    folder: Path,
    name: str,
    body: str,
    *,
    endpoints: int = 1,
    gzip: bool = False,
    zipf: bool = False,
) -> Path:
    r"""Write a wrk script that posts `body`, with ``@`` replaced by a number below `endpoints`.

    ``#`` is replaced by a number that is never the same again. The numbers of ``@`` come one after
    the other, or as in a Zipf mix (exponent 1): the second half as often as the first.
    """
    file = folder / f"{name}.lua"
    quoted = body.replace("'", r"\'")
    file.write_text(
        "wrk.method = 'POST'\n"
        "wrk.headers['Content-Type'] = 'application/json'\n"
        "wrk.headers['Authorization'] = 'Bearer benchmark'\n"
        + ("wrk.headers['Accept-Encoding'] = 'gzip'\n" if gzip else "")
        + f"local n = os.time() % {endpoints}\n"
        + (_ZIPF % endpoints if zipf else "local following = function() return n + 7919 end\n")
        + "request = function()\n"
        "  n = following()\n"
        f"  local body = string.gsub('{quoted}', '@', tostring(n % {endpoints}))\n"
        "  return wrk.format(nil, nil, nil, (string.gsub(body, '#', tostring(n))))\n"
        "end\n",
        encoding="utf-8",
    )
    return file


def _answers(port: int) -> bool:
    try:
        requests.get(f"http://127.0.0.1:{port}/", timeout=5)
    except requests.ConnectionError:
        return False
    return True


def _tree(pid: int) -> list[int]:
    """Return a process and those that it started: what uv runs is a child of uv."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for file in threads for child in file.read_text(encoding="utf-8").split()]
    return [pid, *(found for child in children for found in _tree(int(child)))]


def _cpu_seconds(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):  # has ended: from now on it is its parent's
        return 0.0
    fields = stat.rpartition(") ")[2].split()
    return sum(map(int, fields[11:15])) / _TICK  # the last two of children that have ended


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    if not found:
        raise RuntimeError(text)
    return float(found[1])
