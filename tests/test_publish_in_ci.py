"""The how-to on publishing with each release: its manifest and its job, run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from snippet_widget.catalog import Grant
from tests.fern_builder import fern_python
from tests.github_step import run_step
from tests.package_builder import build_wheel
from tests.service_builder import running_service

PAGE = (Path(__file__).parents[1] / "notebooks" / "publish_in_ci.md").read_text("utf-8")
WRITER = "may-write"
DESCRIPTION = """\
openapi: 3.1.0
info: {title: t, version: "1"}
servers: [{url: /v2}]
paths:
  /users/{id}:
    get:
      deprecated: true
      x-codeSamples:
      - {lang: go, source: "user, err := client.Users.Fetch(ctx, id)"}
      - {lang: java, source: "var user = client.users().get(id);"}
  /secret:
    get: {x-internal: true}
"""


def block(language: str) -> str:
    """Return the page's block in a language."""
    return str(re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[0])


def run(step: dict[str, Any], folder: Path, **environment: str) -> str:
    """Run a step of the job, and return what it printed."""
    done = run_step(step["run"], folder, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_job_of_the_page_publishes_its_manifest(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "samples").mkdir()
    build_wheel(tmp_path / "dist", fern_python())
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    (tmp_path / "samples/get_user.go").write_text("user, err := client.Users.Get(ctx, id)\n")
    (tmp_path / "snippets.toml").write_text(block("toml"))
    job = yaml.safe_load(block("yaml"))["jobs"]["snippets"]
    steps = {step["name"]: step for step in job["steps"] if "name" in step}
    grants = {WRITER: Grant("release", frozenset({"acme"}), write=True)}
    with running_service(f"sqlite:///{tmp_path}/c.db", grants=grants) as service:
        given = {
            "SNIPPET_WIDGET_URL": service.url,
            "SNIPPET_WIDGET_TOKEN": WRITER,
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "VERSION": "1.4.0",
        }
        assert set(job["env"]) <= set(given)
        tried = run(steps["Say what would change"], tmp_path, **given)
        assert "::notice::Dry run: nothing was stored." in tried
        assert "Get one user" in (tmp_path / "preview.html").read_text()
        for said in ("Published acme 1.0", "Skipped, as published"):
            assert said in run(steps["Publish"], tmp_path, **given)
        loaded = service.post("/snippets/load").json()["snippets"]
    (methods,) = loaded.values()
    found = {snippet["type"]: snippet for snippet in methods["GET"]}
    assert {type_: each["sdk"]["version"] for type_, each in found.items()} == {
        "python": "1.0",
        "java": "1.4.0",
        "go": "1.4.0",
    }
    assert found["go"]["client"] == "user, err := client.Users.Get(ctx, id)\n"
    assert all(each["deprecated"] for each in found.values())
    assert "| com.acme:acme-java | 1.4.0 | 1 |" in (tmp_path / "summary.md").read_text()
