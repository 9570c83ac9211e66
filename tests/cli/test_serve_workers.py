"""Workers of ``snippet-widget serve`` that die, are replaced, and are told to stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from snippet_widget.client import SnippetClient
from tests.service_process import a_token, serving
from tests.waiting import wait_until

KILLS = int(os.environ.get("SNIPPET_WIDGET_TEST_KILLS", "3"))


def test_workers_that_die_again_and_again_are_replaced(file: Path) -> None:
    deaths = 7
    with serving(str(file), "--workers", "2") as service:
        for _ in range(deaths):
            wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
            victim = service.workers()[0]
            os.kill(victim, signal.SIGKILL)
            assert service.health() == 200
            wait_until(lambda victim=victim: victim not in service.workers())  # type: ignore[misc]
        wait_until(lambda: len(service.workers()) == 2)
        assert service.stop() == 0
    assert sum("was ended by SIGKILL" in line for line in service.log) == deaths


def test_living_workers_are_kept_while_a_replacement_cannot_start(file: Path) -> None:
    good = file.with_name("good.db")
    with serving(str(file), "--workers", "2") as service:
        wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
        victim, survivor = service.workers()
        os.kill(victim, signal.SIGSTOP)
        assert service.health() == 200  # the survivor has started
        file.rename(good)
        file.write_bytes(b"no catalog at all" * 100)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: any("could not start" in line for line in service.log))
        assert survivor in service.workers()
        wait_until(lambda: service.health() == 503)  # the survivor looks at its file once a second
        good.replace(file)
        wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
        assert survivor in service.workers()


def test_kills_at_a_fixed_rate_leave_no_request_without_an_answer(file: Path) -> None:
    token = a_token(str(file))
    with serving(str(file), "--workers", "2") as service:
        wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
        stop, begin = threading.Event(), threading.Event()
        answers: list[int] = []

        def ask() -> None:
            with SnippetClient(service.url, token, timeout=30) as client:
                while begin.wait() and not stop.is_set():
                    answers.append(len(client.get("GET", "/ping")))

        asking = threading.Thread(target=ask)
        asking.start()
        for _ in range(KILLS):
            begin.set()  # one request after another, while one of the workers ends
            stop.wait(0.1)
            os.kill(service.workers()[0], signal.SIGKILL)
            stop.wait(0.4)
            begin.clear()
            stop.wait(1)
        stop.set()
        begin.set()
        asking.join(60)
        assert not asking.is_alive()
        assert set(answers) == {1}
        wait_until(lambda: len(service.workers()) == 2)


def test_a_reload_replaces_the_workers_while_they_answer(file: Path) -> None:
    with serving(str(file), "--workers", "2") as service:
        wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
        before = set(service.workers())
        service.process.send_signal(signal.SIGHUP)
        statuses = set()

        def replaced() -> bool:
            statuses.add(service.health())
            now = set(service.workers())
            return len(now) == 2 and not now & before

        wait_until(replaced, seconds=60)
        assert statuses == {200}
        assert service.stop() == 0
    told = [json.loads(line)["message"] for line in service.log if '"INFO"' in line]
    assert [message.partition(":")[0] for message in told] == ["SIGHUP", "SIGTERM"]


def test_no_worker_outlives_the_process_that_started_it(file: Path) -> None:
    with serving(str(file), "--workers", "2") as service:
        wait_until(lambda: service.health() == 200 and len(service.workers()) == 2)
        workers = service.workers()
        service.process.kill()
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
        assert not service.listens()


def test_a_service_that_gives_up_says_so_and_fails(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("my notes, " * 200)
    program = (
        "import sys\n"
        "from snippet_widget.service.server import ServerOptions, listening_socket, serve\n"
        "if __name__ == '__main__':\n"
        "    options = ServerOptions(sys.argv[1], workers=2, give_up_seconds=3)\n"
        "    serve(options, listening_socket('127.0.0.1', 0))\n"
    )
    (tmp_path / "program.py").write_text(program)
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, str(tmp_path / "program.py"), str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert "is not an SQLite database" in ended.stderr
    assert "could not start" in ended.stderr
    assert "No worker answered for 3 s" in ended.stderr
    assert time.monotonic() - began > 3
