"""``snippets.toml``: all sources of an API, and what is corrected by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.fern_builder import fern_python
from tests.package_builder import build_wheel

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

GO = "go:github.com/acme/acme-go==1.0.0"
DESCRIPTION = """\
openapi: 3.1.0
info: {title: t, version: "1"}
servers: [{url: /v2}]
paths:
  /users/{id}:
    get:
      summary: Fetch a user
      tags: [Users]
      deprecated: true
      x-codeSamples:
      - {lang: go, label: plain, source: "client.Users.Get(id)"}
      - {lang: go, label: fancy, source: "client.Users.GetFancy(id)"}
  /orders:
    get:
      x-codeSamples:
      - {lang: go, source: "client.Orders.List()"}
  /secret:
    get:
      x-internal: true
      x-codeSamples:
      - {lang: go, source: "client.Secret()"}
"""
MANIFEST = """\
org = "acme"
api = "shop"
description = "openapi.yaml"
fail-on = ["coverage<50"]

[[source]]
from = "acme-1.0-py3-none-any.whl"

[[source]]
from = "openapi.yaml"
sdk = "go:github.com/acme/acme-go==1.0.0"
"""
GO_ALONE = MANIFEST.replace('[[source]]\nfrom = "acme-1.0-py3-none-any.whl"\n', "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_wheel(tmp_path, fern_python())
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    return tmp_path


def run(folder: Path, manifest: str, *options: str) -> Result:
    file = folder / "snippets.toml"
    file.write_text(manifest)
    catalog = ["--catalog", str(folder / "catalog.db")]
    return CliRunner().invoke(main, ["publish", str(file), *catalog, *options])


def published(folder: Path, manifest: str) -> dict[str, Any]:
    """Return what is stored of each endpoint, by language."""
    done = run(folder, manifest, "--json", "--replace")
    assert done.exit_code == 0, done.output
    loaded = CliRunner().invoke(
        main, ["load", "--json", "--catalog", str(folder / "catalog.db")], env={}
    )
    return {
        f"{method} {path}": {snippet["type"]: snippet for snippet in snippets}
        for path, methods in json.loads(loaded.stdout)["snippets"].items()
        for method, snippets in methods.items()
    }


def test_all_sources_of_an_api_are_read_and_its_description_speaks_for_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = published(folder, MANIFEST)
    assert set(stored) == {"GET /v2/users/{user_id}", "GET /v2/orders"}
    user = stored["GET /v2/users/{user_id}"]
    assert set(user) == {"python", "go"}
    assert user["python"]["deprecated"] == user["go"]["deprecated"]
    assert user["python"]["tags"] == ["Users"]
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, ["publish", "--catalog", "other.db", "--sdk", GO[:-1] + "9"])
    assert done.exit_code == 0, done.output
    assert "github.com/acme/acme-go 1.0.9 in acme/shop." in done.stdout
    assert "internal  github.com/acme/acme-go: 1 endpoint left out" in done.stdout


OVERRIDES = """
[[endpoint]]
match = "GET /orders"
order = 1
title = "All orders"

[[endpoint.snippet]]
sdk = "python"
client = "async_client"
source = \"\"\"
client = made_by_hand()
await client.orders.list()
\"\"\"

[[endpoint]]
match = "GET /v2/users/{user_id}"
deprecated = "Use GET /v3/users."

[[endpoint.snippet]]
sdk = "go:github.com/acme/acme-go"
versions = "<2"
example = "fancy"
title = "With everything"
order = 1

[[endpoint.snippet]]
sdk = "go"
example = "plain"
file = "plain.go"

[[endpoint.snippet]]
sdk = "go"
example = "new"
source = "client.Users.GetNew(id)"

[[endpoint.snippet]]
sdk = "python"
client = "async_client"
hide = true
"""


def test_what_is_corrected_by_hand_is_published_so(folder: Path) -> None:
    (folder / "plain.go").write_text("client.Users.GetPlain(id)\n")
    stored = published(folder, MANIFEST + OVERRIDES)
    assert list(stored) == ["GET /v2/orders", "GET /v2/users/{user_id}"]
    orders, user = stored.values()
    assert {snippet["summary"] for snippet in orders.values()} == {"All orders"}
    assert "made_by_hand" in orders["python"]["async_client"]
    assert orders["python"]["sync_client"] == ""
    assert user["go"]["deprecated"] == user["python"]["deprecated"] == "Use GET /v3/users."
    assert [(e["name"], e["client"].strip()) for e in user["go"]["examples"]] == [
        ("With everything", "client.Users.GetFancy(id)"),
        ("plain", "client.Users.GetPlain(id)"),
        ("new", "client.Users.GetNew(id)"),
    ]
    assert user["python"]["sync_client"]
    assert user["python"]["async_client"] == ""


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        ({"plain": 5}, ["plain", "fancy", "new"]),
        ({"new": 5}, ["new", "plain", "fancy"]),
        ({"plain": 2, "new": 1}, ["new", "plain", "fancy"]),
        ({"new": 1, "fancy": 1, "plain": 2}, ["fancy", "new", "plain"]),
    ],
)
def test_examples_with_a_number_come_first_by_that_number(
    folder: Path, numbers: dict[str, int], names: list[str]
) -> None:
    overrides = '[[endpoint]]\nmatch = "GET /users/{id}"\n'
    snippet = '[[endpoint.snippet]]\nsdk = "go"\nexample = '
    overrides += f'{snippet}"new"\nsource = "client.New(id)"\n'
    overrides += "".join(f'{snippet}"{name}"\norder = {n}\n' for name, n in numbers.items())
    go = published(folder, GO_ALONE + overrides)["GET /v2/users/{id}"]["go"]
    assert [example["name"] for example in go["examples"]] == names


def test_a_source_that_does_not_parse_is_refused_and_makes_no_endpoint(folder: Path) -> None:
    refused = """
[[endpoint]]
match = "GET /ghosts"
[[endpoint.snippet]]
sdk = "python"
client = "sync_client"
source = "client.ghosts("
"""
    assert "GET /ghosts" not in published(folder, MANIFEST + refused)
    said = run(folder, MANIFEST + refused, "--dry-run", "--replace").output
    assert "The sync_client snippet is left out: " in said
    assert "changes nothing" not in said


def test_what_is_hidden_is_not_published(folder: Path) -> None:
    hide = '\n[[endpoint]]\nmatch = "GET /orders"\nhide = true\n'
    assert list(published(folder, MANIFEST + hide)) == ["GET /v2/users/{user_id}"]


def test_overrides_go_with_sources_that_are_named(folder: Path) -> None:
    file = folder / "overrides.toml"
    file.write_text('org="acme"\napi="shop"\n[[endpoint]]\nmatch="GET /none"\nhide=true\n')
    source = str(folder / "acme-1.0-py3-none-any.whl")
    options = ["--overrides", str(file), "--dry-run", "--catalog", str(folder / "c.db")]
    done = CliRunner().invoke(main, ["publish", source, *options])
    assert done.exit_code == 0, done.output
    assert f"{file}:3: GET /none: No SDK that is read has this endpoint." in done.stdout
    assert "acme 1.0 can be published in acme/shop." in done.stdout


@pytest.mark.parametrize(
    ("added", "line", "said"),
    [
        ("x = [", 12, "It must be TOML"),
        ('shade = "red"', 12, "unknown field `shade`"),
        ('[[endpoint]]\nmatch = "GET /a"\nhide = "yes"', 14, "Expected `bool`"),
        ('[[endpoint]]\n\nmatch = "/a"', 14, "'/a' is not an endpoint"),
        ('[[source]]\nfrom = "a"\nsdk = ["go"]', 14, "names no package"),
        ('[[endpoint]]\nmatch = "GET /a"\n[[endpoint.snippet]]\nsdk = "go"', 14, "changes nothing"),
        (
            """[[endpoint]]\nmatch = "GET /a"\n[[endpoint.snippet]]\nsdk = "python"
source = '''\nclient = 1\n'''""",
            14,
            "No client. Write client = sync_client or async_client.",
        ),
        (
            '[[endpoint]]\nmatch = "GET /a"\n[[endpoint.snippet]]\nsdk = "go"\nfile = "no.go"',
            16,
            "no.go cannot be read: No such file or directory.",
        ),
        (
            """[[endpoint]]\nmatch = "GET /a"\n[[endpoint.snippet]]\nsdk = "go"
source = '''x'''\nversions = '~'""",
            17,
            "~",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    folder: Path, added: str, line: int, said: str
) -> None:
    done = run(folder, MANIFEST + added + "\n")
    assert done.exit_code == 1
    assert f"snippets.toml:{line}: " in done.stderr
    assert said in done.stderr


def test_there_must_be_something_to_publish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["publish", "--org", "acme", "--api", "users"])
    assert done.exit_code == 1
    assert "Name a SOURCE, or write a snippets.toml" in done.stderr
    (tmp_path / "snippets.toml").write_text('api = "users"\n[[source]]\nfrom = "x.whl"\n')
    done = CliRunner().invoke(main, ["publish"])
    assert "Which organization? Add --org ID, or org to snippets.toml." in done.stderr
