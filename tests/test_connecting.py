"""Whom a token is sent to, and what is said when a service cannot be asked: by every way in."""

from __future__ import annotations

import io
import signal
import socket
import threading
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from IPython.core.interactiveshell import InteractiveShell

from snippet_widget import panel, show
from snippet_widget.cli import main
from snippet_widget.errors import (
    CertificateRejected,
    ConfigurationError,
    ServiceUnavailable,
    SnippetWidgetError,
)
from tests.scripted_server import CERTIFICATE, Script, scripted_server
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SECRET = "s3cret-of-the.team~+/=="  # noqa: S105
ENDPOINT = "GET /v1/x"
SNIPPETS = b'[{"type": "go", "sdk": {"package": "a", "version": "1"}, "client": "a()"}]'


@pytest.fixture(autouse=True)
def _environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "TOKEN", "TIMEOUT", "CATALOG"):
        monkeypatch.delenv(f"SNIPPET_WIDGET_{name}", raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.fixture
def server() -> Iterator[Script]:
    with scripted_server(Script(body=SNIPPETS)) as script:
        yield script


def by_panel(url: str | None = None, token: str | None = None) -> str:
    """Open a panel; return its status, `ok` where nothing is wrong."""
    opened = panel(url=url, token=token)
    wait_until(lambda: opened.state.status.level != "info" or opened.wait(0.05))
    return opened.state.status.text if opened.state.status.level != "info" else "ok"


def by_show(url: str | None = None, token: str | None = None) -> str:
    try:
        show(ENDPOINT, url=url, token=token)
    except SnippetWidgetError as error:
        return str(error)
    return "ok"


def by_command(url: str | None = None, token: str | None = None) -> str:
    options = [f"--url={url}"] * bool(url) + [f"--token={token}"] * bool(token)
    ran = CliRunner().invoke(main, ["get", ENDPOINT, *options])
    return ran.stderr if ran.exit_code else "ok"


def by_magic() -> str:
    shell = InteractiveShell()
    with redirect_stderr(io.StringIO()) as errors, redirect_stdout(io.StringIO()) as out:
        shell.run_cell("%load_ext snippet_widget")
        shell.run_cell(f"%snippet {ENDPOINT}")
    return errors.getvalue() + out.getvalue()


WAYS: dict[str, Callable[..., str]] = {"panel": by_panel, "show": by_show, "command": by_command}


@pytest.fixture(params=list(WAYS))
def asked(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Return each way to ask a service in turn, by `url` and `token`."""
    return WAYS[request.param]


# ---- Whom a token is sent to ----------------------------------------------------------------


def test_token_of_the_environment_goes_to_its_address(
    asked: Callable[..., str], server: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", f"{server.url}/")
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", f"{SECRET}\r\n")
    asked()
    asked(url=server.url)
    assert len(server.tokens) >= 2
    assert set(server.tokens) == {f"Bearer {SECRET}"}


def test_token_of_the_environment_goes_nowhere_else(
    asked: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", "https://snippets.test/team")
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", SECRET)
    with scripted_server(Script(status=401)) as other:
        said = asked(url=other.url)
    assert set(other.tokens) == {""}
    assert "needs a token" in said
    assert "SNIPPET_WIDGET_TOKEN belongs to https://snippets.test/team" in said
    assert SECRET not in said


@pytest.mark.parametrize("path", ["/other", ":1/"])
def test_another_path_or_port_is_another_address(
    asked: Callable[..., str], server: Script, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    elsewhere = f"http://127.0.0.1{path}" if path[0] == ":" else server.url + path
    monkeypatch.setenv("SNIPPET_WIDGET_URL", elsewhere)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", SECRET)
    asked(url=server.url)
    assert set(server.tokens) == {""}


def test_token_goes_with_no_redirect_and_no_netrc_takes_its_place(
    asked: Callable[..., str], server: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password other\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with scripted_server(Script(status=307, headers={"Location": server.url})) as moved:
        said = asked(url=moved.url, token=SECRET)
    assert set(moved.tokens) == {f"Bearer {SECRET}"}
    assert f"has moved to {server.url}" in said
    assert server.tokens == []


def test_netrc_is_not_sent_where_there_is_no_token(
    asked: Callable[..., str], server: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password other\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    asked(url=server.url)
    assert set(server.tokens) == {""}


# ---- What a token may be, and where it must not be --------------------------------------------


@pytest.mark.parametrize(
    "token", ["two words", "Bearer abc", "line\nbreak", "ü", '"quoted"', " \n"]
)
def test_what_is_no_token_is_refused_without_quoting_it(
    asked: Callable[..., str], server: Script, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", server.url)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", token)
    try:
        said = asked()
    except ConfigurationError as error:
        said = str(error)
    assert "SNIPPET_WIDGET_TOKEN" in said
    assert "RFC 6750" in said or "is empty" in said
    assert not token.strip() or token.strip() not in said
    assert server.tokens == []


CELLS = {
    "refused token": f"show('{ENDPOINT}')",
    "wrong time-out": f"show('{ENDPOINT}')",
    "wrong address": "panel(url='nowhere')",
    "interrupt": f"show('{ENDPOINT}')",
}


@pytest.mark.parametrize("kind", list(CELLS))
def test_no_traceback_shows_the_token(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = InteractiveShell()
    script = Script(status=401, body=f'"{SECRET} is unknown"'.encode())
    with scripted_server(script) as server, redirect_stdout(io.StringIO()) as out:
        monkeypatch.setenv("SNIPPET_WIDGET_TIMEOUT", "soon" if kind == "wrong time-out" else "20")
        monkeypatch.setenv("SNIPPET_WIDGET_URL", server.url)
        monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", SECRET)
        shell.run_line_magic("xmode", "Verbose")
        shell.run_cell("from snippet_widget import panel, show")
        if kind == "interrupt":
            server.ready.clear()
            threading.Thread(target=interrupt_when_asked, args=(server,)).start()
        failed = shell.run_cell(CELLS[kind])
        shell.run_line_magic("tb", "")
    assert not failed.success
    assert type(failed.error_in_exec).__name__ in out.getvalue()
    assert SECRET not in out.getvalue()
    error = failed.error_in_exec
    while error is not None:  # what a debugger would find
        frames = error.__traceback__
        while frames is not None:
            texts = [repr(value) for value in frames.tb_frame.f_locals.values()]
            is_ours = "snippet_widget" in frames.tb_frame.f_code.co_filename
            assert not (is_ours and any(SECRET in text for text in texts))
            frames = frames.tb_next
        error = error.__cause__ or error.__context__


def interrupt_when_asked(server: Script) -> None:
    wait_until(lambda: server.tokens)
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def test_what_a_service_quotes_of_the_token_is_hidden(asked: Callable[..., str]) -> None:
    body = f'{{"error": "UnauthorizedError", "content": "no such token: {SECRET}"}}'
    with scripted_server(Script(status=401, body=body.encode())) as server:
        said = asked(url=server.url, token=SECRET)
    assert "no such token: (hidden)." in said


# ---- What is said ------------------------------------------------------------------------------


def test_nothing_at_the_address(asked: Callable[..., str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    assert f"Nothing answers at http://127.0.0.1:{port}." in asked(f"http://127.0.0.1:{port}", "t")


def test_host_that_is_not_known(asked: Callable[..., str]) -> None:
    said = asked("http://no-such-host.invalid", "t")
    assert "The host of http://no-such-host.invalid is not known" in said


def test_slow_service_is_not_said_to_be_absent_and_not_asked_again(
    asked: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_TIMEOUT", "0.3")
    script = Script()
    script.ready.clear()
    with scripted_server(script) as server:
        said = asked(server.url, "t")
        assert len(server.tokens) == 1
    assert "is responding slowly: it did not answer within 0.3 seconds" in said
    assert "SNIPPET_WIDGET_TIMEOUT" in said


def test_untrusted_certificate(asked: Callable[..., str]) -> None:
    with scripted_server(tls=True) as server:
        said = asked(server.url, "t")
        assert server.tokens == []
    assert f"The certificate of {server.url} is not trusted here." in said
    assert "REQUESTS_CA_BUNDLE" in said


def test_certificate_of_an_authority_that_is_named_is_trusted_on_this_machine_too(
    asked: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(CERTIFICATE))
    with scripted_server(tls=True) as server:
        asked(server.url, SECRET)
        assert set(server.tokens) == {f"Bearer {SECRET}"}


def test_https_where_there_is_http(asked: Callable[..., str], server: Script) -> None:
    said = asked(server.url.replace("http:", "https:"), "t")
    assert "does not speak HTTPS" in said


def test_proxy_that_is_not_there(
    asked: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:password@127.0.0.1:9")
    said = asked("https://snippets.test", "t")
    assert "The proxy on the way to https://snippets.test cannot be used." in said
    assert "password" not in said


def test_proxy_that_wants_a_login(
    asked: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with scripted_server(Script(status=407)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert "asks for a login (407" in asked("http://snippets.test", "t")


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, b"", "does not accept this token. Give a valid one"),
        (403, b"", "not as a snippet service does. Check the address. Ask whoever runs it for"),
        (401, b'"You are not a member of organization acme"', "You are not a member of organiz"),
        (503, b"", "is unavailable now (503"),
        (500, b"<html>", "and not as a snippet service does. Check the address."),
    ],
)
def test_refusals_have_a_message_of_their_own(
    asked: Callable[..., str], status: int, body: bytes, message: str
) -> None:
    with scripted_server(Script(status=status, body=body)) as server:
        said = asked(server.url, "t")
    assert message in said
    assert "snippet-widget token create" not in said


def test_too_many_requests_says_when_to_come_again(asked: Callable[..., str]) -> None:
    script = Script(status=429, headers={"Retry-After": "3600"})
    with scripted_server(script) as server:
        said = asked(server.url, "t")
    assert "asks for fewer requests" in said
    assert "in 3600 s." in said


def test_too_many_requests_are_waited_out_by_commands(server: Script) -> None:
    server.status, server.headers = 429, {"Retry-After": "0"}

    def relent() -> None:
        wait_until(lambda: server.tokens)
        server.status = 200

    threading.Thread(target=relent).start()
    assert by_command(server.url, "t") == "ok"
    assert len(server.tokens) >= 2


def test_connection_that_is_reset_is_tried_again(server: Script) -> None:
    server.resets = 2
    assert by_show(server.url, "t") == "ok"
    assert len(server.tokens) == 3
    server.resets = 10
    assert "closed the connection without an answer" in by_show(server.url, "t")


def test_magic_says_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted_server(Script(status=401)) as server:
        monkeypatch.setenv("SNIPPET_WIDGET_URL", server.url)
        monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", SECRET)
        said = by_magic()
    assert "does not accept this token" in said
    assert "Traceback" not in said
    assert SECRET not in said


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_time_outs_that_cannot_be_waited_for_are_refused(
    seconds: str, monkeypatch: pytest.MonkeyPatch, server: Script
) -> None:
    ran = CliRunner().invoke(main, ["get", ENDPOINT, "--url", server.url, "--timeout", seconds])
    assert ran.exit_code
    assert "Traceback" not in ran.stderr
    assert "timeout" in ran.stderr
    monkeypatch.setenv("SNIPPET_WIDGET_TIMEOUT", seconds)
    for ask in (by_panel, by_show):
        with pytest.raises(ConfigurationError, match="SNIPPET_WIDGET_TIMEOUT"):
            raise ConfigurationError(ask(server.url, "t"))
    assert server.tokens == []


def test_each_kind_of_failure_is_a_class() -> None:
    with (
        scripted_server(tls=True) as server,
        pytest.raises(CertificateRejected),
    ):
        show(ENDPOINT, url=server.url, token="t")  # noqa: S106
    with pytest.raises(ServiceUnavailable):
        show(ENDPOINT, url="http://127.0.0.1:9", token="t")  # noqa: S106
