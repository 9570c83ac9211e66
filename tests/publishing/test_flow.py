"""Descriptions from the command line into one catalog, beside packages and each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from snippet_widget.cli import main
from tests.description_builder import SYNC, TS, with_operation, written
from tests.package_builder import build_sdist
from tests.stainless_builder import stainless_sdist

if TYPE_CHECKING:
    from pathlib import Path


def run(folder: Path, *arguments: str) -> str:
    catalog = f"sqlite:///{folder / 'catalog.db'}"
    done = CliRunner().invoke(main, [*arguments, "--catalog", catalog])
    assert done.exit_code == 0, done.output
    return done.stdout


def publish(folder: Path, *arguments: str) -> str:
    return run(folder, "publish", "--org", "acme", "--api", "users", *arguments)


def exported(folder: Path) -> dict[str, Any]:
    document = json.loads(run(folder, "export"))
    return {
        " ".join(publication["sdk"].values()): [
            (endpoint["path"], endpoint.get("full", {}).get("sync_client") is not None)
            for endpoint in publication["endpoints"]
        ]
        for publication in document["publications"]
    }


def overlay(language: str, source: str) -> dict[str, Any]:
    samples = [{"lang": language, "label": "getUser", "source": source}]
    action = {"target": '$["paths"]["/users/{id}"]["get"]', "update": {"x-codeSamples": samples}}
    return {"overlay": "1.0.0", "info": {}, "actions": [action]}


def test_overlays_of_two_languages_and_a_package_meet(tmp_path: Path) -> None:
    package = build_sdist(tmp_path, stainless_sdist())
    python = written(tmp_path, {"python.json": overlay("python", SYNC)})
    typescript = written(tmp_path, {"typescript.json": overlay("typescript", TS)})
    sdks = ("--sdk", "python:other==1.0", "--sdk", "ts:acme==3.0")
    publish(tmp_path, str(package), str(python), str(typescript), *sdks)
    found = exported(tmp_path)
    assert sorted(found) == ["python acme 1.0", "python other 1.0", "typescript acme 3.0"]
    assert ("/v1/users/{user_id}", True) in found["python acme 1.0"]
    assert found["python other 1.0"] == [("/v1/users/{user_id}", True)]
    assert found["typescript acme 3.0"] == [("/v1/users/{user_id}", False)]


def test_two_sources_of_one_version_are_one_and_two_versions_are_two(tmp_path: Path) -> None:
    sample = {"x-codeSamples": [{"lang": "python", "source": SYNC}]}
    first = written(tmp_path, {"a.json": with_operation(sample)})
    other = {"openapi": "3.1.0", "paths": {"/teams": {"get": sample}}}
    second = written(tmp_path, {"b.json": other})
    publish(tmp_path, str(first), str(second), "--sdk", "python:acme==1.0")
    publish(tmp_path, str(second), "--sdk", "python:acme==2.0")
    assert exported(tmp_path) == {
        "python acme 1.0": [("/users/{id}", True), ("/teams", True)],
        "python acme 2.0": [("/teams", True)],
    }
