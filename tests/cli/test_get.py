"""``snippet-widget get`` and ``load``, over a service of their own and over another's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.publication_builder import a_publication
from tests.scripted_server import Script, scripted_server
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    endpoints = [f"GET /e{n}" for n in range(120)]
    publish(url, "org", "api", a_publication("python:acme==1.0", "POST /users", *endpoints))
    publish(url, "org", "api", a_publication("go:acme==2.0.0", "POST /users", silent="GET /e0"))
    return url


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_get_shows_each_client_under_its_name(catalog: str) -> None:
    shown = run("get", "POST", "/users", "--catalog", catalog)
    assert shown.exit_code == 0
    assert "── Python · sync · acme 1.0 ──\n\nimport acme; call POST /users" in shown.stdout
    assert "── Go · acme 2.0.0 ──" in shown.stdout


def test_get_prints_one_source_alone(catalog: str) -> None:
    shown = run(
        "get", "POST /users", "--client=async", "--load-level=endpoint", "--catalog", catalog
    )
    assert shown.stdout == "call POST /users  # async_client\n"


def test_get_prints_what_the_service_answers(catalog: str) -> None:
    with running_service(catalog) as service:
        shown = run(
            *("get", "POST /users", "--json", "--sdk", "golang"),
            *("--url", service.url, "--token", TOKEN),
        )
        body = {"endpoint": {"method": "POST", "path": "/users"}, "sdks": [{"type": "go"}]}
        assert json.loads(shown.stdout) == service.post("/snippets", body).json()


def test_what_could_have_been_meant_is_listed_below_the_error(catalog: str) -> None:
    publish(catalog, "other", "api", a_publication("python:acme==3.0", "POST /users"))
    failed = run("get", "POST", "/users", "--catalog", catalog)
    assert failed.exit_code == 1
    assert failed.stderr.splitlines()[1:] == ["", "  orgId  apiId", "  org    api", "  other  api"]


@pytest.mark.parametrize(
    ("asked", "org"),
    [
        (("GET /ping",), "other"),
        (("GET /e0",), "org"),
        (("POST /users", "--sdk", "python:acme==3.0"), "other"),
        (("POST /users", "--sdk", "go"), "org"),
    ],
)
def test_the_organization_that_has_what_is_asked_for_is_meant(
    catalog: str, asked: tuple[str, ...], org: str
) -> None:
    new = a_publication("python:acme==3.0", "POST /users", "GET /ping")
    publish(catalog, "other", "api", new)
    page = run("get", *asked, "--format", "markdown", "--catalog", catalog)
    assert f'"org": "{org}"' in page.stdout


@pytest.mark.parametrize(
    ("unread", "said"),
    [(1, "it cannot be read: 1 snippet."), (2, "they cannot be read: 2 snippets.")],
)
def test_what_cannot_be_read_is_counted(unread: int, said: str) -> None:
    readable = {"type": "go", "sdk": {"package": "acme", "version": "1.0"}, "client": "call()"}
    body = json.dumps({"snippets": {"/a": {"GET": [7] * unread + [readable]}}}).encode()
    with scripted_server(Script(body=body)) as server:
        assert f"Left out, because {said}\n" in run("load", "--url", server.url).stderr


@pytest.mark.parametrize("command", [("get", "POST /users"), ("load",), ("load", "--page", "2")])
def test_what_a_panel_has_read_changes_no_answer(catalog: str, command: tuple[str, ...]) -> None:
    before = run(*command, "--catalog", catalog)
    for org, api in (("installed", "api"), ("added", "acme")):
        publish(catalog, org, api, a_publication("python:acme==3.0", "POST /users", "GET /ping"))
    after = run(*command, "--catalog", catalog)
    assert (after.exit_code, after.output) == (0, before.output)


def test_what_only_a_panel_has_read_is_found(catalog: str) -> None:
    publish(catalog, "installed", "api", a_publication("python:acme==3.0", "GET /ping"))
    assert "acme 3.0" in run("get", "GET /ping", "--catalog", catalog).stdout
    named = run("get", "GET /ping", "--api=api", "--sdk=python:acme==3.0", "--catalog", catalog)
    assert "acme 3.0" in named.stdout


def test_load_lists_all_endpoints_with_their_clients(catalog: str) -> None:
    lines = run("load", "--catalog", catalog).stdout.splitlines()
    assert len(lines) == 121
    assert lines[0] == "POST    /users  [Python · sync, Python · async, Go]"


def test_load_prints_pages_and_their_sum(catalog: str) -> None:
    second = json.loads(run("load", "--page", "2", "--json", "--catalog", catalog).stdout)
    assert list(second["snippets"]) == [f"/e{n}" for n in range(99, 120)]
    everything = json.loads(run("load", "--json", "--catalog", catalog).stdout)
    assert len(everything["snippets"]) == 121
    assert "next" not in everything


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["get", "GET", "/nowhere"], "has no endpoint GET /nowhere"),
        (["get", "/users"], "The method is missing. Write snippet-widget get GET /users"),
        (["get", "GET /e1", "--client", "client"], "Leave --client out"),
        (["load", "--page", "0"], "is not a whole number from 1"),
        (["load", "--sdk", "ruby:acme"], "ruby:acme is not published"),
        (["load", "--sdk", "acme"], "API. Did you mean python:acme or go:acme? Name "),
        (["load", "--url", "http://127.0.0.1:9"], "Nothing answers at http://127.0.0.1:9."),
        (["load", "--org", "elsewhere"], "No organization 'elsewhere'"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_else_printed(
    catalog: str, arguments: list[str], says: str
) -> None:
    failed = run(*arguments, "--catalog", catalog)
    assert failed.exit_code == 1
    assert failed.stderr.startswith("Error: ")
    assert says in failed.stderr
    assert failed.stdout == ""


@pytest.mark.parametrize("format_", ["text", "markdown", "rst"])
def test_credentials_are_read_from_the_environment(
    catalog: str, tmp_path: Path, format_: str
) -> None:
    source = 'client = Acme(token="YOUR_TOKEN"); client.ping()  #'
    publish(catalog, "org", "api", a_publication("python:acme==2.0", "GET /ping", source=source))
    asked = ("get", "GET /ping", "--sdk=python", "--client=sync", "--format", format_)
    assert 'Acme(token="YOUR_TOKEN")' in run(*asked, "--catalog", catalog).stdout
    shown = run(*asked, "--credentials", "environment", "--catalog", catalog).stdout
    assert 'Acme(token=os.environ["ACME_TOKEN"])' in shown
    page = tmp_path / f"page.{'rst' if format_ == 'rst' else 'md'}"
    page.write_text(shown)
    found = run("check", str(page), "--catalog", catalog).output
    assert ("1 current" in found) == (format_ != "text")


@pytest.mark.parametrize("format_", ["text", "markdown", "rst"])
def test_characters_that_hide_are_written_as_published_and_said_once(
    tmp_path: Path, format_: str
) -> None:
    catalog = f"sqlite:///{tmp_path / 'hidden.db'}"
    code = "pay(\N{RIGHT-TO-LEFT OVERRIDE}1); \x1b[31m"
    publish(catalog, "org", "api", a_publication("python:acme==1.0", source=code))
    shown = run("get", "GET /ping", "--catalog", catalog, "--format", format_)
    assert shown.stdout.count(code) == 2
    assert shown.stderr == (
        "Warning: the code of Python · sync · acme 1.0 has characters that are not seen, or that "
        "turn the direction of text: ⟨U+202E⟩ ⟨U+001B⟩. So has 1 other snippet. They are written "
        "as published: look at the code before anybody runs it; `show()`, and `get` on a terminal, "
        "spell them out.\n"
    )
    out = str(tmp_path / "guide.ipynb")
    document = run("notebook", out, "--api", "api", "--catalog", catalog)
    assert document.stderr.count("Warning: the code of GET /ping has characters") == 1


def test_titles_on_a_page_are_text(tmp_path: Path) -> None:
    catalog = f"sqlite:///{tmp_path / 'packages.db'}"
    for package in ("acme_sdk", "<b>*x*</b>`y`"):
        publish(catalog, "org", "api", a_publication(f"go:{package}==1.0"))
    command = ("get", "GET /ping", "--catalog", catalog, "--format")
    assert "**Go · acme_sdk**" in run(*command, "markdown").stdout
    assert r"**Go · \<b>\*x\*\</b>\`y\`**" in run(*command, "markdown").stdout
    assert r"**Go · <b>\*x\*</b>\`y\`**" in run(*command, "rst").stdout
