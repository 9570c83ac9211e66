"""The service does what its own OpenAPI document says, whatever Schemathesis sends."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, run_service

if TYPE_CHECKING:
    from pathlib import Path


def test_schemathesis_finds_nothing_to_complain_about(catalog_url: str, tmp_path: Path) -> None:
    for sdk in ("python:acme==1.0", "python:acme==2.0", "go:acme==1.0.0"):
        publish(catalog_url, "org", "api", a_publication(sdk, "GET /ping", "GET /users/{id}"))
    service = run_service(catalog_url)
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {TOKEN}", "--checks", "all"),
            *("--max-examples", "15", "--no-color", "--suppress-health-check", "all"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    service.thread.stop()
    assert checked.returncode == 0, checked.stdout
