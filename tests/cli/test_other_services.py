"""The commands over a service that is as Fern's is, with all of its oddities."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from click.testing import CliRunner

from snippet_widget import show
from snippet_widget.cli import main
from tests.fern_publications import PACKAGES, endpoint_names, languages_publications
from tests.fern_server import fern_service
from tests.fern_service import TOKEN, FernService
from tests.service_builder import TOKEN as SERVICE_TOKEN
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

SECOND = "POST /v1/things01/{thing_id}"


@pytest.fixture(scope="module")
def fern() -> Iterator[FernService]:
    with fern_service(*languages_publications()) as service:
        yield service


@pytest.fixture(autouse=True)
def _environment(fern: FernService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_URL", fern.url)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", TOKEN)
    monkeypatch.setenv("SNIPPET_WIDGET_ORG", "acme")
    monkeypatch.setenv("SNIPPET_WIDGET_API", "things")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert "Traceback" not in result.output
    return result


def sdks_of(page: Any) -> set[tuple[str, str, str]]:
    return {
        (each["type"], each["sdk"]["package"], each["sdk"]["version"])
        for methods in page["snippets"].values()
        for snippets in methods.values()
        for each in snippets
    }


def test_load_holds_every_snippet() -> None:
    page = json.loads(run("load", "--json").stdout)
    rows = {(method, path) for path, methods in page["snippets"].items() for method in methods}
    assert rows == set(endpoint_names())
    assert sdks_of(page) == {(*item, "1.10.0") for item in PACKAGES.items()}
    snippets = [each for m in page["snippets"].values() for found in m.values() for each in found]
    assert len(snippets) == 60 * len(PACKAGES)
    assert len(run("load").stdout.splitlines()) == 60


def test_get_names_an_sdk_as_its_ecosystem_does() -> None:
    found = json.loads(run("get", SECOND, "--json").stdout)
    java = next(each for each in found if each["type"] == "java")
    assert java["sdk"] == {
        "package": "com.acme:acme-java",
        "group": "com.acme",
        "artifact": "acme-java",
        "version": "1.10.0",
    }
    assert "── Ruby · acme_sdk 1.10.0 ──" in run("get", SECOND).stdout


def test_selectors_work_without_a_version(fern: FernService) -> None:
    for type_, package in PACKAGES.items():
        for sdk in (type_, f"{type_}:{package}"):
            shown = run("get", SECOND, "--sdk", sdk, "--url", fern.url)
            assert f"{package} 1.10.0" in shown.stdout
    refused = run("get", SECOND, "--sdk", "python:other")
    assert refused.exit_code == 1
    assert "has no snippet of POST /v1/things01/{thing_id} for python:other" in refused.stderr


def test_show_agrees() -> None:
    shown = show(SECOND, sdk="python")
    assert {card.sdk.version for card in shown.cards} == {"1.10.0"}


def test_notebook_is_written_and_found_current(tmp_path: Path) -> None:
    out = tmp_path / "guide.ipynb"
    assert run("notebook", str(out), "--client", "sync").exit_code == 0
    records = [
        cell.metadata["snippet_widget"]
        for cell in nbformat.read(out, as_version=4).cells
        if "sdk" in cell.metadata.get("snippet_widget", {})
    ]
    assert {record["sdk"]["version"] for record in records} == {"1.10.0"}
    checked = run("check", str(out))
    assert checked.exit_code == 0, checked.output


def test_older_cells_are_newer_and_updated_to_the_highest(tmp_path: Path) -> None:
    out = tmp_path / "old.ipynb"
    sdk = f"python:{PACKAGES['python']}==1.9.0"
    assert run("notebook", str(out), "--endpoint", SECOND, "--sdk", sdk).exit_code == 0
    stale = run("check", str(out))
    assert stale.exit_code == 1, stale.output
    assert "1.10.0" in stale.stdout
    assert run("check", "--update", str(out)).exit_code == 0
    text = out.read_text()
    assert "# python 1.10.0 sync_client" in text
    assert "# python 1.9.0" not in text


def test_refusals_are_said_without_advice_for_our_own_service() -> None:
    for arguments, says in (
        (("load", "--org", "other"), "You are not a member of organization other"),
        (("load", "--api", "other"), "does not have API other"),
        (("get", "GET /nowhere"), "has no snippet of GET /nowhere"),
        (("load", "--page", "0"), "Query parameter 'page' must be >= 1"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 1
        assert says in refused.stderr
        assert "token create" not in refused.stderr


def test_export_mirrors_every_version_into_a_file(tmp_path: Path) -> None:
    out, catalog = tmp_path / "things.json", f"sqlite:///{tmp_path}/mirror.db"
    assert run("export", "-o", str(out)).exit_code == 0
    published = run("publish", str(out), "--org", "acme", "--api", "things", "--catalog", catalog)
    assert published.exit_code == 0, published.output
    mirrored = json.loads(run("export", "--catalog", catalog).stdout)
    sdks = [(each["sdk"]["type"], each["sdk"]["version"]) for each in mirrored["publications"]]
    assert sorted(sdks) == sorted((type_, v) for type_ in PACKAGES for v in ("1.10.0", "1.9.0"))
    assert {len(each["endpoints"]) for each in mirrored["publications"]} == {60}
    first = next(
        one
        for each in mirrored["publications"]
        if each["sdk"] == {"type": "python", "package": "acme-sdk", "version": "1.10.0"}
        for one in each["endpoints"]
        if one["path"] == "/v1/things00/{thing_id}"
    )
    assert [example["name"] for example in first["full"]["examples"]] == ["default", "minimal"]
    assert first["endpoint"]["sync_client"].startswith("client.call_0()")


def test_export_of_a_service_needs_names_that_it_does_not_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SNIPPET_WIDGET_API")
    refused = run("export", "--org", "acme")
    assert refused.exit_code == 1
    assert "does not list its APIs" in refused.stderr


def by_sdk(text: str) -> dict[str, Any]:
    return {json.dumps(each["sdk"]): each for each in json.loads(text)["publications"]}


def test_export_of_our_service_is_that_of_its_catalog(tmp_path: Path) -> None:
    catalog = f"sqlite:///{tmp_path}/ours.db"
    publish(catalog, "acme", "things", *languages_publications(3))
    with running_service(catalog) as service:
        ours = run("export", "--url", service.url, "--token", SERVICE_TOKEN)
    known = run("export", "--catalog", catalog)
    assert by_sdk(ours.stdout) == by_sdk(known.stdout)
