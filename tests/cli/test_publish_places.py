"""Where ``publish`` writes, what keeps it from that, and how it reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget.catalog import Grant
from snippet_widget.cli import main
from tests.fern_builder import fern_python
from tests.fern_server import fern_service
from tests.fern_service import TOKEN as FERN_TOKEN
from tests.package_builder import build_wheel
from tests.service_builder import TOKEN, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

    from tests.service_builder import RunningService

WRITER = "may-write"
SAMPLES: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "paths": {
        f"/things{n}": {
            "get": {
                "x-codeSamples": [
                    {"lang": "go", "label": label, "source": f"client.Things{n}() // {label}"}
                    for label in ("plain", "fancy")
                ],
                "responses": {},
            }
        }
        for n in range(3)
    }
    | {"/quiet": {"get": {"responses": {}}}},
}


any_store_does = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
"""For what is decided before a store is asked, or says the same of each."""


@pytest.fixture
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    grants = {WRITER: Grant("writer", frozenset({"acme"}), write=True)}
    with running_service(new_catalog_url(store), grants=grants) as running:
        yield running


@pytest.fixture
def wheel(tmp_path: Path) -> str:
    return str(build_wheel(tmp_path, fern_python()))


@pytest.fixture
def description(tmp_path: Path) -> str:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(SAMPLES))
    return str(file)


def publish(*arguments: str, env: dict[str, str] | None = None) -> Result:
    named = ["publish", "--org", "acme", "--api", "users"]
    return CliRunner().invoke(main, [*named, *arguments], env=env or {})


def exported(catalog: str) -> Any:
    done = CliRunner().invoke(main, ["export", "--catalog", catalog])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def environment(service: RunningService, token: str = WRITER) -> dict[str, str]:
    return {"SNIPPET_WIDGET_URL": service.url, "SNIPPET_WIDGET_TOKEN": token}


def test_over_the_wire_the_same_is_stored_as_into_a_catalog(
    service: RunningService, wheel: str, description: str, tmp_path: Path
) -> None:
    direct = f"sqlite:///{tmp_path}/direct.db"
    sources = [wheel, description, "--sdk", "go:github.com/acme/acme-go==1.0.0"]
    assert publish(*sources, "--catalog", direct).exit_code == 0
    done = publish(*sources, "--url", service.url, "--token", WRITER)
    assert done.exit_code == 0, done.output
    assert exported(service.catalog_url) == exported(direct)


@any_store_does
def test_the_service_of_the_environment_is_written_to_and_named(
    service: RunningService, wheel: str
) -> None:
    done = publish(wheel, env=environment(service))
    assert done.exit_code == 0, done.output
    assert f"Published acme 1.0 in acme/users. Service: {service.url}" in done.stdout
    assert service.post("/snippets/load", {"orgId": "acme"}).json()["snippets"]
    again = json.loads(publish(wheel, "--replace", "--json", env=environment(service)).stdout)
    assert (again["service"], again["catalog"]) == (service.url, None)
    (told,) = again["publications"]
    assert (told["replaced"], told["added"], told["changed"]) == (True, [], [])


@any_store_does
def test_a_catalog_that_is_named_wins_and_is_named_again(
    service: RunningService, wheel: str, tmp_path: Path
) -> None:
    catalog = tmp_path / "own.db"
    done = publish(wheel, "--catalog", str(catalog), env=environment(service))
    assert done.exit_code == 0, done.output
    assert f"Catalog: {catalog}" in done.stdout
    assert service.post("/snippets/load").status_code == 404
    told = json.loads(publish(wheel, "--catalog", str(catalog), "--replace", "--json").stdout)
    assert (told["catalog"], told["service"]) == (str(catalog), None)


@any_store_does
def test_a_service_wins_over_a_catalog_of_the_environment(
    service: RunningService, wheel: str, tmp_path: Path
) -> None:
    env = {**environment(service), "SNIPPET_WIDGET_CATALOG": str(tmp_path / "unused.db")}
    assert f"Service: {service.url}" in publish(wheel, env=env).stdout
    assert not (tmp_path / "unused.db").exists()


def test_two_places_at_once_are_refused(wheel: str, tmp_path: Path) -> None:
    done = publish(wheel, "--catalog", str(tmp_path / "c.db"), "--url", "http://localhost:1")
    assert done.exit_code == 1
    assert "two places" in done.stderr


@any_store_does
@pytest.mark.parametrize(("token", "said"), [(TOKEN, "may not publish"), ("x", "token")])
def test_a_token_that_may_not_write_is_said(
    service: RunningService, wheel: str, token: str, said: str
) -> None:
    done = publish(wheel, env=environment(service, token))
    assert done.exit_code == 1
    assert said in done.stderr
    assert "Published" not in done.output


@any_store_does
def test_what_is_there_already_is_refused_replaced_or_skipped(
    service: RunningService, wheel: str
) -> None:
    env = environment(service)
    assert publish(wheel, env=env).exit_code == 0
    refused = publish(wheel, env=env)
    assert refused.exit_code == 1
    assert "already published" in refused.stderr
    skipped = publish(wheel, "--skip-existing", env=env)
    assert skipped.exit_code == 0
    assert "Skipped, as published in acme/users already: acme 1.0." in skipped.stdout
    (told,) = json.loads(publish(wheel, "--skip-existing", "--json", env=env).stdout)[
        "publications"
    ]
    assert (told["skipped"], told["replaced"]) == (True, False)


def test_a_dry_run_tells_what_would_happen(
    service: RunningService, description: str, wheel: str
) -> None:
    env = environment(service)
    sdk = ["--sdk", "go:github.com/acme/acme-go==1.0.0"]
    tried = publish(description, *sdk, "--dry-run", env=env)
    assert tried.exit_code == 0, tried.output
    assert service.post("/snippets/load").status_code == 404
    assert publish(description, *sdk, env=env).exit_code == 0
    assert publish(description, *sdk, "--dry-run", env=env).exit_code == 1
    other = publish(wheel, "--dry-run", "--replace", env=env)
    assert "Dry run: nothing was stored. acme 1.0 can be published in acme/users." in other.stdout
    without = {path: item for path, item in SAMPLES["paths"].items() if path != "/things2"}
    Path(description).write_text(json.dumps({**SAMPLES, "paths": without}))
    told = publish(description, *sdk, "--dry-run", "--replace", env=env)
    assert "0 endpoints added, 0 changed, 1 removed" in told.stdout
    assert "/things2" in service.post("/snippets/load").json()["snippets"]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("coverage<100", "75%"),
        ("coverage<90", "has snippets of 3 of 4 endpoints (75%, 90% are required)"),
        ("warnings,coverage<80", "75%"),
    ],
)
def test_a_gate_keeps_it_from_being_stored(
    description: str, tmp_path: Path, condition: str, said: str
) -> None:
    catalog = tmp_path / "gate.db"
    sdk = ["--sdk", "go:github.com/acme/acme-go==1.0.0", "--catalog", str(catalog)]
    done = publish(description, *sdk, "--fail-on", condition)
    assert done.exit_code == 1, done.output
    assert "Nothing was stored in acme/users" in done.stdout
    assert said in done.stdout
    assert not catalog.exists()
    passed = publish(description, *sdk, "--fail-on", "warnings,problems,coverage<75")
    assert passed.exit_code == 0, passed.output


def test_what_is_left_out_keeps_it_from_being_stored(tmp_path: Path) -> None:
    broken = {"get": {"x-codeSamples": [{"lang": "python", "source": "this is ((( not"}]}}
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps({**SAMPLES, "paths": {"/x": broken}}))
    catalog = tmp_path / "gate.db"
    options = ["--sdk", "python:acme==1.0", "--catalog", str(catalog), "--fail-on", "problems"]
    done = publish(str(file), *options, "--json")
    assert done.exit_code == 1
    assert not catalog.exists()
    told = json.loads(done.stdout)
    assert told["failed"] == ["1 problem"]
    (finding,) = told["findings"]
    assert (finding["kind"], finding["endpoint"]) == ("problem", "GET /x")


def test_what_is_nothing_to_fail_on_is_refused(wheel: str) -> None:
    assert "cannot fail on" in publish(wheel, "--fail-on", "coverage<101").stderr


def test_findings_are_annotations_of_a_workflow(tmp_path: Path) -> None:
    files = fern_python(example="from acme import Akme\n\nclient = Akme()\nclient.users.get()\n")
    wheel = str(build_wheel(tmp_path, files))
    options = ["--format", "github", "--catalog", str(tmp_path / "c.db")]
    lines = publish(wheel, *options).stdout.splitlines()
    assert any(
        line.startswith("::warning") and "python:acme==1.0 " in line and "Akme" in line
        for line in lines
    )
    assert lines[-1].startswith("::notice::Published acme 1.0 in acme/users.")
    failed = publish(wheel, *options, "--replace", "--fail-on", "warnings").stdout.splitlines()
    assert failed[-1].startswith("::error::Nothing was stored")


def test_another_service_of_that_kind_is_published_to_as_well(wheel: str) -> None:
    with fern_service() as fern:
        arguments = ["--url", fern.url, "--token", FERN_TOKEN]
        tried = publish(wheel, *arguments, "--dry-run")
        assert tried.exit_code == 0, tried.output
        assert f"nothing was sent. {fern.url} cannot be asked" in tried.stdout
        assert "can be published" not in tried.stdout
        assert fern.rows("acme", "users") == []
        done = publish(wheel, *arguments)
        assert done.exit_code == 0, done.output
        assert f"Service: {fern.url}" in done.stdout
        assert [row.sdk.package for row in fern.rows("acme", "users")] == ["acme"]
