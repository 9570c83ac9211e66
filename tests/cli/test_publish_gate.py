"""What ``publish`` finds in samples, what a dry run compares, and where it is summed up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from snippet_widget.cli import main
from snippet_widget.cli.publish import published
from snippet_widget.cli.publish_gate import failures
from snippet_widget.cli.publish_report import PublishSummary, print_table
from snippet_widget.cli.publish_target import CatalogTarget, Outcome
from snippet_widget.models import SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from snippet_widget.publishing.manifest import ManifestSource

SDKS = {
    "python": "python:acme==1.0",
    "java": "java:com.acme:acme-java==1.0.0",
    "go": "go:github.com/acme/acme-go==1.0.0",
    "csharp": "csharp:Acme.Sdk==1.0.0",
    "php": "php:acme/sdk==1.0.0",
    "ruby": "ruby:acme==1.0.0",
    "typescript": "typescript:@acme/sdk==1.0.0",
}
GOOD = {
    "java": 'var user = client.users().get("id");',
    "go": 'user, err := client.Users.Get(ctx, "id")\nif err != nil {\n\treturn err\n}',
    "csharp": 'var user = await client.Users.GetAsync("id");',
    "php": "<?php\n$user = $client->users->get('id');",
    "ruby": 'user = client.users.get(id: "id")',
}
RAW = {
    "python": "import requests\n\nrequests.get('https://api.acme.test')\n",
    "typescript": "await fetch('https://api.acme.test/users');",
    "java": "HttpRequest.newBuilder().build();",
    "go": 'req, err := http.NewRequest("GET", "https://api.acme.test", nil)',
    "csharp": "var client = new HttpClient();",
    "php": "$ch = curl_init('https://api.acme.test');",
    "ruby": "Net::HTTP.get(URI('https://api.acme.test'))",
}
KEY = "AKIA" + "IOSFODNN7EXAMPLQ"


def run(folder: Path, samples: dict[str, str], *options: str, paths: int = 1) -> Result:
    """Publish one sample in each language, on each of some paths."""
    operation = {
        "x-codeSamples": [{"lang": lang, "source": text} for lang, text in samples.items()]
    }
    items = {f"/users{n}": {"get": operation} for n in range(paths)}
    file = folder / "openapi.json"
    file.write_text(json.dumps({"openapi": "3.1.0", "paths": items}))
    sdks = [part for lang in samples for part in ("--sdk", SDKS[lang])]
    command = ["publish", str(file), "--org", "acme", "--api", "users", *sdks]
    return CliRunner().invoke(main, [*command, "--catalog", str(folder / "c.db"), *options])


def findings(done: Result) -> list[tuple[str, str]]:
    """Return language and message of what was found."""
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return [(each["sdk"].partition(":")[0], each["message"]) for each in found]


def test_what_is_none_of_its_language_is_warned(tmp_path: Path) -> None:
    good = run(tmp_path, GOOD, "--json", "--fail-on", "warnings,problems,secrets")
    assert good.exit_code == 0, good.output
    assert json.loads(good.stdout)["findings"] == []
    broken = run(tmp_path, dict.fromkeys(GOOD, "\nthis is ((( not"), "--json", "--replace")
    labels = {"java": "Java", "go": "Go", "csharp": "C#", "php": "PHP", "ruby": "Ruby"}
    assert [(lang, message.partition(":")[0]) for lang, message in findings(broken)] == [
        (lang, "sync" if lang == "java" else f"It does not parse as {label}")
        for lang, label in labels.items()
    ]


def test_what_sends_the_request_without_the_sdk_is_warned(tmp_path: Path) -> None:
    found = dict(findings(run(tmp_path, RAW, "--json")))
    assert {lang: "does not use" in message for lang, message in found.items()} == dict.fromkeys(
        RAW, True
    )
    assert found["python"] == "sync: It sends the request with requests and does not use acme."


def test_coverage_of_one_endpoint_is_counted_as_one() -> None:
    endpoints = (PublishedEndpoint("GET", "/a"),)
    publication = Publication(SdkSelector("go", "acme", "1.0"), endpoints)
    assert failures([publication], [], ("coverage<50",)) == [
        "acme has snippets of 0 of 1 endpoint (0%, 50% are required)"
    ]


def test_a_page_is_no_sample(tmp_path: Path) -> None:
    done = run(tmp_path, {"go": "<!DOCTYPE html><html>404</html>"}, "--json")
    assert findings(done) == [("go", "The client snippet is left out: it is an HTML page.")]


def test_a_credential_that_looks_real_keeps_a_release_back(tmp_path: Path) -> None:
    sample = {"go": f'// key\nclient := acme.New("{KEY}")'}
    done = run(tmp_path, sample, "--fail-on", "secrets")
    assert done.exit_code == 1
    assert "GET /users0: Line 2 of its client looks like a real AWS Access Key." in done.stdout
    assert "Nothing was stored in acme/users: 1 secret." in done.stdout
    assert KEY not in done.output
    assert not (tmp_path / "c.db").exists()
    annotated = run(tmp_path, sample, "--format", "github")
    assert annotated.stdout.startswith("::error::go:github.com/acme/acme-go==1.0.0 GET /users0")


def test_an_export_passes_the_same_checks(tmp_path: Path) -> None:
    source = "client.users.get()"
    assert run(tmp_path, {"python": source, "go": GOOD["go"]}).exit_code == 0
    catalog = ["--catalog", str(tmp_path / "c.db")]
    export = tmp_path / "export.json"
    export.write_text(CliRunner().invoke(main, ["export", *catalog]).stdout)
    options = ["--org", "acme", "--api", "users", "--catalog", str(tmp_path / "d.db"), "--json"]
    same = CliRunner().invoke(main, ["publish", str(export), *options])
    assert json.loads(same.stdout)["findings"] == []
    assert json.loads(export.read_text()) == json.loads(
        CliRunner().invoke(main, ["export", "--catalog", str(tmp_path / "d.db")]).stdout
    )
    awaited = export.read_text().replace(source, f"await {source}")
    export.write_text(awaited)
    kept = CliRunner().invoke(main, ["publish", str(export), *options, "--replace"])
    assert findings(kept) == []
    export.write_text(awaited.replace(f"await {source}", "this is ((( not"))
    done = CliRunner().invoke(main, ["publish", str(export), *options, "--replace"])
    assert [message.partition(":")[0] for _, message in findings(done)] == [
        "The sync_client snippet is left out"
    ]


def test_a_dry_run_shows_how_the_calls_differ(tmp_path: Path) -> None:
    assert run(tmp_path, {"go": "client.Users.Get()"}, paths=2).exit_code == 0
    SDKS_NEXT = ["--sdk", "go:github.com/acme/acme-go==2.0.0"]  # noqa: N806
    done = run(tmp_path, {"go": "client.Users.Get(ctx)"}, "--dry-run", "--replace", paths=1)
    assert done.exit_code == 0, done.output
    assert "## Go: github.com/acme/acme-go 1.0.0 → 1.0.0" in done.stdout
    assert "-client.Users.Get()\n+client.Users.Get(ctx)" in done.stdout
    assert "### Removed\n\n- `GET /users1`" in done.stdout
    document = tmp_path / "openapi.json"
    command = ["publish", str(document), "--org", "acme", "--api", "users", *SDKS_NEXT]
    newer = CliRunner().invoke(
        main, [*command, "--catalog", str(tmp_path / "c.db"), "--dry-run", "--json"]
    )
    (changes,) = json.loads(newer.stdout)["changes"]
    assert (changes["before"], changes["after"]) == ("1.0.0", "2.0.0")
    assert changes["removed"] == ["GET /users1"]
    silent = json.loads(document.read_text())
    silent["paths"]["/quiet"] = {"get": {}}
    document.write_text(json.dumps(silent))
    here = ["--catalog", str(tmp_path / "c.db"), "--json"]
    assert CliRunner().invoke(main, [*command, *here]).exit_code == 0
    same = CliRunner().invoke(main, [*command, *here, "--dry-run", "--replace"])
    (changes,) = json.loads(same.stdout)["changes"]
    assert (changes["added"], changes["removed"], changes["changed"]) == ([], [], {})


def test_a_workflow_has_a_summary_and_no_more_annotations_than_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = run(tmp_path, {"go": "((("}, "--format", "github", paths=15)
    lines = done.stdout.splitlines()
    assert sum(line.startswith("::warning") for line in lines) == 10
    assert "15 findings, of which 10 are annotated." in lines
    written = summary.read_text()
    assert "| github.com/acme/acme-go | 1.0.0 | 15 | Go 15 | 15 | 0 |" in written
    assert written.count("It does not parse as Go") == 15
    text = run(tmp_path, {"go": "((("}, "--replace", "--quiet")
    assert text.stdout.startswith("Published github.com/acme/acme-go 1.0.0 in acme/users.")
    assert summary.read_text() == written


def test_a_preview_is_a_page_of_the_cards_and_stores_nothing(tmp_path: Path) -> None:
    page = tmp_path / "preview.html"
    sample = {"go": 'client.Users.Get("<id>")', "python": "client.users.get()"}
    done = run(tmp_path, sample, "--preview", str(page), paths=2)
    assert done.exit_code == 0, done.output
    assert f"Preview of 2 endpoints: {page}" in done.stderr
    assert "Dry run: nothing was stored." in done.stdout
    assert not (tmp_path / "c.db").exists()
    html = page.read_text()
    assert html.count("<details><summary><code>GET /users") == 2
    assert "<strong>Python · sync</strong>" in html
    assert "&lt;id&gt;" in html
    assert "<script" not in html


@pytest.mark.parametrize("option", ["--summary", "--preview"])
def test_a_file_that_cannot_be_written_is_one_line_before_anything_is_stored(
    tmp_path: Path, option: str
) -> None:
    done = run(tmp_path, {"go": "client.Users.Get()"}, option, str(tmp_path / "nodir/p"))
    assert done.exit_code == 1
    assert done.stderr == (
        f"Error: {tmp_path}/nodir/p cannot be written: No such file or directory. Name a file in a "
        "folder that is there and writable.\n"
    )
    assert not (tmp_path / "c.db").exists()
    written = tmp_path / "p.md"
    assert run(tmp_path, {"go": "client.Users.Get()"}, "--summary", str(written)).exit_code == 0
    assert written.read_text().count("### Snippets published") == 1


def test_characters_that_hide_in_code_are_a_warning(tmp_path: Path) -> None:
    sample = {"go": "client.Users.Get() // \N{RIGHT-TO-LEFT OVERRIDE}\x1b[31m"}
    done = run(tmp_path, sample, paths=2)
    said = "Its client has characters that are not seen, or that turn the direction of text: "
    assert f"GET /users0: {said}⟨U+202E⟩ ⟨U+001B⟩. (2 sources in all)" in done.stdout
    findings = json.loads(run(tmp_path, sample, "--replace", "--json", paths=2).stdout)["findings"]
    assert [each["kind"] for each in findings] == ["warning", "warning"]
    failed = run(tmp_path, sample, "--replace", "--fail-on", "warnings", paths=2)
    assert (failed.exit_code, "2 warnings" in failed.stdout) == (1, True)


def test_a_narrow_terminal_gets_lines_instead_of_a_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sdk = SdkSelector("go", "github.com/acme/acme-go", "1.0.0")
    outcome = Outcome("catalog", "c.db", [Publication(sdk, (PublishedEndpoint("GET", "/a"),))])
    summary = PublishSummary("acme", "users", outcome, PublishMode.NEW, dry_run=False)
    print_table(summary, Console(width=50, highlight=False))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "github.com/acme/acme-go 1.0.0",
        "  endpoints 1; Go 0",
        "  warned 0, repaired 0, problems 0",
    ]


class InterruptedPlan:
    """Is interrupted at what it is asked for first."""

    @property
    def sources(self) -> tuple[ManifestSource, ...]:
        raise KeyboardInterrupt


def test_an_interrupted_run_says_what_was_stored(capsys: pytest.CaptureFixture[str]) -> None:
    plan: Any = InterruptedPlan()
    with pytest.raises(SystemExit) as ended:
        published(plan, CatalogTarget(None), PublishMode.NEW, dry_run=False)
    assert ended.value.code == 130
    assert capsys.readouterr().err == "Interrupted. Nothing was stored.\n"


def test_paths_that_are_spelled_as_another_sdk_s_are_said_and_hold_nothing_back(
    tmp_path: Path,
) -> None:
    for name, prefix, lang in (("one", "/v2", "go"), ("two", "", "ruby")):
        sample = {"x-codeSamples": [{"lang": lang, "source": "client.users.get(1)"}]}
        paths = {f"{prefix}/users{n}": {"get": sample} for n in range(3)}
        (tmp_path / f"{name}.json").write_text(json.dumps({"openapi": "3.1.0", "paths": paths}))
    sdks = ["--sdk", SDKS["go"], "--sdk", SDKS["ruby"], "--fail-on", "problems"]
    here = ["--org", "acme", "--api", "users", "--catalog", str(tmp_path / "c.db")]
    files = [str(tmp_path / "one.json"), str(tmp_path / "two.json")]
    done = CliRunner().invoke(main, ["publish", *files, *sdks, *here])
    assert done.exit_code == 0, done.output
    assert "  note      acme: /v2 was added to the paths" in done.stdout
    assert "3 endpoints in more than one language." in done.stdout
    assert "  snippets of 3 endpoints in Go, Ruby\n" in done.stdout
