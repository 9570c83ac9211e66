"""The service does what its own OpenAPI document says, whatever Schemathesis sends."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service


@pytest.mark.timeout(300)  # it asks some hundred times; machines are busy
@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # Hypothesis, of its own data
def test_schemathesis_finds_nothing_to_complain_about(
    catalog_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from schemathesis.cli import schemathesis  # noqa: PLC0415 - a second for every process of tests

    monkeypatch.chdir(tmp_path_factory.mktemp("schemathesis"))  # it keeps files where it runs
    for sdk in ("python:acme==1.0", "python:acme==2.0", "go:acme==1.0.0"):
        publish(catalog_url, "org", "api", a_publication(sdk, "GET /ping", "GET /users/{id}"))
    with running_service(catalog_url) as service:
        checked = CliRunner().invoke(
            schemathesis,
            [
                *("run", f"{service.url}/openapi.json", "--checks", "all"),
                *("--header", f"Authorization: Bearer {TOKEN}"),
                *("--max-examples", "15", "--no-color", "--suppress-health-check", "all"),
                "--generation-deterministic",  # what fails one time in many tells nobody anything
            ],
        )
    assert checked.exit_code == 0, checked.output
