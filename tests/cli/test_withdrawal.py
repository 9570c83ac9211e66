"""The way back: listing, yanking, deprecating, removing and copying what was published."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import requests
from click.testing import CliRunner

from snippet_widget.catalog import default_catalog_path
from snippet_widget.cli import main
from tests.fern_publications import languages_publications
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

    from tests.service_builder import RunningService

HERE = ["--org", "acme", "--api", "users"]


@pytest.fixture
def service(catalog_url: str) -> Iterator[RunningService]:
    for version in ("1.0", "1.1"):
        publish(
            catalog_url,
            "acme",
            "users",
            a_publication(f"python:acme=={version}", "GET /ping", f"GET /of/{version}"),
        )
    publish(catalog_url, "acme", "users", a_publication("go:acme==1.0.0"))
    with running_service(catalog_url) as running:
        yield running


def run(service: RunningService, *arguments: str, **options: Any) -> Result:
    command = [*arguments, "--catalog", service.catalog_url]
    return CliRunner().invoke(main, command, **options)


def versions(service: RunningService, **selector: str) -> Any:
    """Return the Python versions that answer for GET /ping, or the type of the problem."""
    sdks = [{"type": "python", **selector}] if selector else []
    body = {"endpoint": {"method": "GET", "path": "/ping"}, "sdks": sdks}
    answer = service.post("/snippets", body).json()
    if isinstance(answer, dict):
        return answer["type"]
    return [s["sdk"]["version"] for s in answer if s["type"] == "python"]


def test_what_is_published_is_listed(service: RunningService) -> None:
    listed = json.loads(run(service, "catalog", "list", "--json").stdout)["sdks"]
    assert [(sdk["type"], sdk["version"], sdk["latest"]) for sdk in listed] == [
        ("python", "1.1", True),
        ("python", "1.0", False),
        ("go", "1.0.0", True),
    ]
    text = run(service, "catalog", "list", *HERE)
    assert "acme/users  python:acme==1.1  2 snippets  (latest)" in text.stdout
    assert "Catalog: " in text.stderr
    assert run(service, "catalog", "list", "--org", "other").stdout == ""


def test_a_yanked_version_is_only_for_those_who_ask_for_it(service: RunningService) -> None:
    assert versions(service) == ["1.1"]
    done = run(service, "yank", "python:acme==1.1", *HERE, "--reason", "wrong API key")
    assert done.exit_code == 0, done.output
    assert "python:acme==1.1 of acme/users is yanked. Catalog: " in done.stdout
    assert versions(service) == versions(service, package="acme") == ["1.0"]
    assert versions(service, package="acme", version="1.1") == ["1.1"]
    body = {"sdks": [{"type": "python", "version": "1.1"}]}
    (snippet,) = service.post("/snippets/load", body).json()["snippets"]["/ping"]["GET"]
    assert snippet["sdk"]["status"] == "yanked"
    assert snippet["warnings"] == ["acme 1.1 was yanked: wrong API key. Use another version."]
    (org,) = service.get("/catalog").json()["organizations"]
    assert [(s["version"], s.get("status")) for s in org["apis"][0]["sdks"]][:2] == [
        ("1.1", "yanked"),
        ("1.0", None),
    ]
    listed = run(service, "catalog", "list")
    assert "python:acme==1.1  2 snippets  (yanked: wrong API key)" in listed.stdout
    publish(
        service.catalog_url,
        "acme",
        "users",
        a_publication("python:acme==1.1", source="again"),
        replace=True,
    )
    assert versions(service) == ["1.0"]
    assert run(service, "yank", "python:acme==1.1", *HERE, "--undo").exit_code == 0
    assert versions(service) == ["1.1"]


def test_a_package_with_yanked_versions_alone_has_no_latest(service: RunningService) -> None:
    for version in ("1.0", "1.1"):
        run(service, "yank", f"python:acme=={version}", *HERE)
    assert versions(service) == []
    assert versions(service, package="acme") == "sdk-not-found"


def test_a_deprecated_version_says_so(service: RunningService) -> None:
    done = run(service, "deprecate", "python:acme==1.1", *HERE, "--reason", "use acme2")
    assert done.exit_code == 0, done.output
    body = {"endpoint": {"method": "GET", "path": "/ping"}, "sdks": [{"type": "python"}]}
    (snippet,) = service.post("/snippets", body).json()
    assert snippet["sdk"] == {"package": "acme", "version": "1.1", "status": "deprecated"}
    assert snippet["warnings"] == ["acme 1.1 is deprecated: use acme2."]


def test_a_version_is_removed_after_a_question(service: RunningService) -> None:
    refused = run(service, "unpublish", "python:acme==1.1", *HERE, input="n\n")
    assert refused.exit_code == 1
    assert versions(service) == ["1.1"]
    done = run(service, "unpublish", "python:acme==1.1", *HERE, "--yes")
    assert "Removed python:acme==1.1, 2 endpoints, from acme/users. Catalog: " in done.stdout
    assert versions(service) == ["1.0"]
    assert "/of/1.1" not in service.post("/snippets/load").json()["snippets"]
    run(service, "unpublish", "python:acme==1.0", *HERE, "--yes")
    run(service, "unpublish", "go:acme==1.0.0", *HERE, "--yes")
    assert service.get("/catalog").json() == {"organizations": []}
    publish(service.catalog_url, "acme", "users", a_publication("python:acme==1.1"))
    assert versions(service) == ["1.1"]


@pytest.mark.parametrize("command", ["yank", "deprecate", "unpublish"])
def test_a_version_that_is_not_there_is_answered_with_those_that_are(
    service: RunningService, command: str
) -> None:
    yes = ["--yes"] if command == "unpublish" else []
    done = run(service, command, "python:acme==9", *HERE, *yes)
    assert done.exit_code == 1
    assert "python:acme==9 is not published in acme/users" in done.stderr
    assert "where there is python:acme==1.1, python:acme==1.0, go:acme==1.0.0." in done.stderr


def test_what_is_published_gets_another_name(service: RunningService) -> None:
    token = run(service, "token", "create", "--org", "acme").stdout.strip()
    done = run(service, "rename", "package", "python:ACME", "acme-sdk", *HERE)
    assert done.exit_code == 0, done.output
    assert (
        "Renamed python:acme of acme/users to acme-sdk, with 2 versions. Catalog: " in done.stdout
    )
    assert versions(service, package="acme") == "sdk-not-found"
    assert versions(service, package="acme_sdk") == ["1.1"]
    run(service, "rename", "api", "users", "people", "--org", "acme")
    done = run(service, "rename", "organization", "acme", "acme-inc")
    assert "Renamed acme to acme-inc, with 1 API. Catalog: " in done.stdout
    bearer = {"Authorization": f"Bearer {token}"}
    answer = requests.post(
        f"{service.url}/snippets/load",
        json={"orgId": "acme-inc", "apiId": "people"},
        headers=bearer,
        timeout=20,
    )
    found = answer.json()["snippets"]["/ping"]["GET"]
    assert {(each["type"], each["sdk"]["package"]) for each in found} == {
        ("python", "acme-sdk"),
        ("go", "acme"),
    }
    publish(service.catalog_url, "acme-inc", "other", a_publication("python:acme==1.0"))
    taken = run(service, "rename", "api", "other", "people", "--org", "acme-inc")
    assert "acme-inc/people exists already. Nothing was renamed" in taken.stderr
    for wrong in (
        ["package", "python:nosuch", "x", "--org", "acme-inc", "--api", "people"],
        ["api", "nosuch", "x", "--org", "acme-inc"],
        ["organization", "nosuch", "x"],
        ["organization", "acme-inc", " x"],
        ["package", "python:acme-sdk", "https://x", "--org", "acme-inc", "--api", "people"],
    ):
        assert run(service, "rename", *wrong).exit_code == 1


def test_an_organization_takes_the_name_of_no_other(service: RunningService) -> None:
    publish(service.catalog_url, "globex", "ships", a_publication("python:globex==1.0"))
    token = run(service, "token", "create", "--org", "acme").stdout.strip()
    refused = run(service, "rename", "organization", "globex", "acme")
    assert (refused.exit_code, refused.stderr) == (
        1,
        "Error: acme exists already. Nothing was renamed; choose another name.\n",
    )
    listed = requests.get(
        f"{service.url}/catalog", headers={"Authorization": f"Bearer {token}"}, timeout=20
    )
    apis = {api["id"] for each in listed.json()["organizations"] for api in each["apis"]}
    assert apis == {"users"}


def test_old_versions_are_removed_by_a_policy(service: RunningService) -> None:
    for version in ("0.8", "0.9", "1.2", "2.0"):
        publish(service.catalog_url, "acme", "users", a_publication(f"python:acme=={version}"))
    run(service, "yank", "python:acme==0.8", *HERE)
    policy = ["prune", "--keep", "2", "--except", "acme>=1,<1.1"]
    listed = run(service, *policy)
    removed = ["acme/users  python:acme==1.1", "acme/users  python:acme==0.9"]
    assert listed.stdout.splitlines()[:-1] == removed
    assert "2 versions would be removed; --yes removes them. Catalog: " in listed.stdout
    assert versions(service, version="0.9") == ["0.9"]
    recent = run(service, *policy, "--older-than", "1d")
    assert "0 versions would be removed" in recent.stdout
    assert "Removed 2 versions." in run(service, *policy, "--yes").stdout
    assert versions(service, version="0.9") == "sdk-not-found"
    yanked = run(service, "prune", "--keep", "1", "--api", "users", "--yanked")
    assert [line.rpartition("==")[2] for line in yanked.stdout.splitlines()[:-1]] == [
        "1.2",
        "1.0",
        "0.8  (yanked)",
    ]
    assert run(service, "prune").exit_code == 1


def test_changes_are_told_as_a_changelog(service: RunningService) -> None:
    renamed = a_publication("python:acme==2.0", "GET /ping", "POST /new", source="other")
    publish(service.catalog_url, "acme", "users", renamed)
    done = run(service, "changes", *HERE, "--from", "1.1", "--to", "2.0")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("## Python: acme 1.1 → 2.0\n")
    assert "### Added\n\n- `POST /new`\n" in done.stdout
    assert "### Removed\n\n- `GET /of/1.1`\n" in done.stdout
    assert "`GET /ping` (sync)\n\n```diff\n-call GET /ping  # sync_client\n" in done.stdout
    assert "+other GET /ping  # sync_client\n```" in done.stdout
    (told,) = json.loads(
        run(service, "changes", *HERE, "--from", "1.1", "--to", "2.0", "--json").stdout
    )
    assert told["added"] == ["POST /new"]
    unknown = run(service, "changes", *HERE, "--from", "1.1", "--to", "3.0")
    assert unknown.exit_code == 1
    published = "Published: python:acme 2.0, 1.1, 1.0; go:acme 1.0.0"
    assert published in unknown.stderr
    for given, missing in (([], "--from"), (["--from", "1.1"], "--to")):
        wrong = run(service, "changes", *HERE, *given)
        assert (wrong.exit_code, published in " ".join(wrong.stderr.split())) == (2, True)
        assert f"Missing option '{missing}'." in wrong.stderr
    odd = a_publication("python:acme==2.1", "GET /<b>`", "POST /new", source="```<i>\u202e")
    publish(service.catalog_url, "acme", "users", odd)
    odd_told = run(service, "changes", *HERE, "--from", "2.0", "--to", "2.1").stdout
    assert "- `` GET /<b>` ``\n" in odd_told
    assert "````diff\n" in odd_told
    assert "+```<i>⟨U+202E⟩ POST /new" in odd_told


@pytest.mark.parametrize(
    "command",
    [
        "yank python:acme==1.0 --org acme --api users",
        "deprecate python:acme==1.0 --org acme --api users",
        "unpublish python:acme==1.0 --org acme --api users --yes",
        "prune --keep 1",
        "rename organization acme other",
        "rename api users other --org acme",
        "rename package python:acme other --org acme --api users",
        "catalog list",
        "migrate",
        "audit",
    ],
)
def test_the_default_catalog_is_not_taken_for_that_of_a_service(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    publish(str(default_catalog_path()), "acme", "users", a_publication("python:acme==1.0"))
    monkeypatch.setenv("SNIPPET_WIDGET_URL", "http://service.example")
    refused = CliRunner().invoke(main, command.split(), prog_name="snippet-widget")
    assert refused.exit_code == 1
    assert "works on a catalog, and SNIPPET_WIDGET_URL names a service" in refused.stderr
    assert command.startswith(refused.stderr.split("`")[1])
    assert str(default_catalog_path()) in refused.stderr
    named = [*command.split(), "--catalog", str(default_catalog_path())]
    assert CliRunner().invoke(main, named).exit_code == 0


def test_a_catalog_is_copied_to_one_of_the_other_kind_and_back(
    new_catalog_url: Callable[[str], str],
) -> None:
    first, middle, last = map(new_catalog_url, ("sqlite", "postgresql", "sqlite"))
    publish(first, "acme", "things", *languages_publications(130))
    publish(first, "zeta", "api", a_publication("python:acme==1.0", silent="GET /quiet"))
    sdk = ["python:acme==1.0", "--org", "zeta", "--api", "api"]
    CliRunner().invoke(main, ["yank", *sdk, "--reason", "r", "--catalog", first])
    for source, target in ((first, middle), (middle, last), (first, last)):
        done = CliRunner().invoke(main, ["catalog", "copy", source, target])
        assert done.exit_code == 0, done.output
        assert "Copied 15 SDK versions with 1821 snippets of 2 APIs" in done.stdout
        assert "password" not in done.stdout
    listed, exported = (
        [
            CliRunner().invoke(main, [*command, "--catalog", url]).stdout
            for url in (first, middle, last)
        ]
        for command in (["catalog", "list"], ["export", "--org", "acme", "--api", "things"])
    )
    assert listed[0] == listed[1] == listed[2]
    assert exported[0] == exported[1] == exported[2]
    assert CliRunner().invoke(main, ["catalog", "copy", first, first]).exit_code == 1
    recorded = CliRunner().invoke(main, ["audit", "--json", "--catalog", middle]).stdout
    actions = [entry["action"] for entry in json.loads(recorded)]
    assert sorted(set(actions)) == ["publish", "yank"]  # not that the others are published
    assert actions.count("yank") == 1
