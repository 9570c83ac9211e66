"""``snippet-widget verify``: SDKs that the tests build, really run, in their own environments."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget._version import __version__
from snippet_widget.cli import main
from snippet_widget.connecting import connect_embedded
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.provenance import Credentials, Form, Origin, provenance
from snippet_widget.settings import Settings
from tests import notebook_builder as build
from tests.runnable_sdk import runnable_sdk, runnable_typescript_sdk

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from snippet_widget.models import Snippet

CALLED_TWICE = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(token="YOUR_TOKEN")


async def main() -> None:
    await client.users.get(user_id="a")()


asyncio.run(main())
"""
BROKEN = """\
from acme import Acme

client = Acme(token="YOUR_TOKEN")
client.users.get(user_id=str(1 / 0))
"""
SOURCE = """\
from acme import Acme

client = Acme(token="YOUR_TOKEN")
client.users.get(user_id="42")"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the user's cache folder, in which the environments of this module are made once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return runnable_sdk(tmp_path_factory.mktemp("wheel"))


def verify(cache: Path, *arguments: str) -> Result:
    environment = {
        "XDG_CACHE_HOME": str(cache),
        "UV_OFFLINE": "1",
        "UV_FIND_LINKS": str(cache),
        "UV_CACHE_DIR": str(cache / "uv"),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(cache),
        "npm_config_offline": "true",
        "npm_config_cache": str(cache / "npm"),
    }
    return CliRunner(env=environment).invoke(main, ["verify", *arguments])


def verified(cache: Path, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(verify(cache, *arguments, "--json").stdout)["results"]
    return found


def test_wheel_is_run_and_the_table_counts_it(cache: Path, wheel: Path) -> None:
    done = verify(cache, str(wheel))
    assert done.exit_code == 0, done.output
    assert "Python · sync" in done.stdout
    assert "2 of 2 snippets sent the request of their endpoint." in done.stdout
    assert done.stderr.startswith(
        "Running code of others: 2 snippets of acme 1.0, without a network ("
    )
    assert "\x1b" not in done.output


def test_every_form_of_a_snippet_is_run(cache: Path, wheel: Path) -> None:
    results = verified(cache, str(wheel), "--form", "all")
    assert [(r["client"], r["form"], r["sent"], r["failure"]) for r in results] == [
        (client, form, "GET /v2/users/user_id", None)
        for client in ("sync_client", "async_client")
        for form in ("program", "notebook", "endpoint")
    ]


def test_npm_tarball_is_run_on_node(cache: Path, tmp_path: Path) -> None:
    tarball = runnable_typescript_sdk(tmp_path)
    results = verified(cache, str(tarball), "--form", "all", "--endpoint", "GET /v2/users/{id}")
    assert [(r["client"], r["form"], r["sent"], r["failure"]) for r in results] == [
        ("client", form, "GET /v2/users/user_id", None) for form in ("program", "endpoint")
    ]


def test_what_fails_is_named_and_fails_the_command(cache: Path, tmp_path: Path) -> None:
    wheel = runnable_sdk(tmp_path, example=BROKEN, async_example=CALLED_TWICE)
    done = verify(cache, str(wheel))
    assert done.exit_code == 1
    assert (
        "failed   GET /v2/users/{user_id} · Python · sync · program: "
        "ZeroDivisionError: division by zero (line 4)"
    ) in done.stdout
    assert "2 did not, 1 of them without a warning." in done.stdout
    assert verify(cache, str(wheel), "--allow-warned").exit_code == 1


def test_snippets_that_carry_a_warning_may_fail(cache: Path, tmp_path: Path) -> None:
    wheel = runnable_sdk(tmp_path, example=BROKEN.replace("str(1 / 0)", '"a", verbose=1'))
    assert verify(cache, str(wheel), "--endpoint", "GET /v2/users/{id}").exit_code == 1
    assert verify(cache, str(wheel), "--allow-warned").exit_code == 0


def test_endpoints_can_be_chosen(cache: Path, wheel: Path) -> None:
    done = verify(cache, str(wheel), "--endpoint", "GET /v2/users/{id}")
    assert done.exit_code == 0
    missing = verify(cache, str(wheel), "--endpoint", "GET /v2/teams")
    assert missing.exit_code == 2
    assert "There is no snippet of GET /v2/teams" in missing.stderr


def published(cache: Path, wheel: Path, catalog: str) -> list[str]:
    """Publish a wheel, put it where installers find it, and return the options that name it."""
    (cache / wheel.name).write_bytes(wheel.read_bytes())
    named = ["--org", "acme", "--api", "users", "--catalog", catalog]
    CliRunner().invoke(main, ["publish", *named, str(wheel)], catch_exceptions=False)
    return named


def served(catalog: str) -> Snippet:
    with connect_embedded(Settings(catalog=catalog)) as client:
        (snippet,) = client.get("GET", "/v2/users/{id}")
    return snippet


def test_what_is_published_is_run_and_what_it_sent_is_served(
    cache: Path, wheel: Path, tmp_path: Path
) -> None:
    catalog = f"sqlite:///{tmp_path / 'catalog.db'}"
    named = published(cache, wheel, catalog)
    assert verify(cache, *named, "--no-record").exit_code == 0
    assert served(catalog).verified == ()
    done = verify(cache, *named)
    assert done.exit_code == 0, done.output
    assert "2 of 2 snippets" in done.stdout
    runs = served(catalog).verified
    assert [(run.client, run.form, run.sent, run.failure, run.by) for run in runs] == [
        (client, "program", "GET /v2/users/user_id", "", __version__)
        for client in ("sync_client", "async_client")
    ]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", run.at) for run in runs)


def test_cells_of_a_notebook_are_run_in_their_order(
    cache: Path, wheel: Path, tmp_path: Path
) -> None:
    (cache / wheel.name).write_bytes(wheel.read_bytes())
    call = 'client.users.get(user_id="7")'
    cells = [
        build.markdown_cell("# Users"),
        _cell(SOURCE),
        build.code_cell("1 / 0  # not ours"),
        _cell(call),
        _cell(call, path="/v2/teams/{id}"),
    ]
    path = build.written(tmp_path / "guide.ipynb", build.notebook(*cells))
    results = verified(cache, str(tmp_path))
    assert [(r["cell"], r["sent"], r["failure"]) for r in results] == [
        (1, "GET /v2/users/42", None),
        (3, "GET /v2/users/7", None),
        (4, "GET /v2/users/7", "it sends GET /v2/users/7, not GET /v2/teams/{id}"),
    ]
    assert {r["notebook"] for r in results} == {str(path)}


def _cell(
    source: str, *, path: str = "/v2/users/{user_id}", version: str = "1.0"
) -> dict[str, Any]:
    origin = Origin(
        org="acme",
        api="users",
        method="GET",
        path=path,
        sdk=SdkSelector("python", "acme", version),
        client="sync_client",
        load_level=LoadLevel.FULL,
        example=None,
        form=Form.NOTEBOOK,
        credentials=Credentials.PLACEHOLDER,
    )
    return build.code_cell(source, provenance(source, origin))


def test_exit_statuses_say_whose_fault_it_is(cache: Path, tmp_path: Path) -> None:
    assert verify(cache, "--no-such-option").exit_code == 2
    assert verify(cache, str(tmp_path / "missing.whl")).exit_code == 3
    assert verify(cache, str(tmp_path / "missing.ipynb")).exit_code == 3
    (tmp_path / "broken.ipynb").write_text("{")
    assert verify(cache, str(tmp_path / "broken.ipynb")).exit_code == 3
    (tmp_path / "catalog.db").write_text("no catalog")
    broken = verify(cache, "--catalog", f"sqlite:///{tmp_path / 'catalog.db'}")
    assert broken.exit_code == 4


def test_sdk_that_cannot_be_installed_is_a_problem(cache: Path, tmp_path: Path) -> None:
    build.written(tmp_path / "guide.ipynb", build.notebook(_cell("1", version="9.9")))
    done = verify(cache, str(tmp_path))
    assert done.exit_code == 3
    assert "acme==9.9 cannot be installed" in done.stdout


@pytest.mark.parametrize("version", ["../..", "http://127.0.0.1:9/acme-1.0-py3-none-any.whl", "x"])
def test_only_names_and_versions_are_installed(cache: Path, tmp_path: Path, version: str) -> None:
    build.written(tmp_path / "guide.ipynb", build.notebook(_cell("1", version=version)))
    done = verify(cache, str(tmp_path))
    assert done.exit_code == 3
    assert f"'acme' {version!r} is not the name and version of a python package" in done.stdout


def test_help_says_that_it_runs_code_of_others() -> None:
    assert "THIS RUNS CODE OF OTHERS" in CliRunner().invoke(main, ["verify", "--help"]).output
