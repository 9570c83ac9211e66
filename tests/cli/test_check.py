"""``snippet-widget check`` as people, programs and GitHub Actions see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cli import main
from snippet_widget.models import EndpointSelector, Example, LoadLevel, Sdk, SdkSelector, Snippet
from snippet_widget.provenance import Credentials, Form, Origin, digest, provenance
from snippet_widget.publication import Publication, PublishedEndpoint
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, run_service

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PING = EndpointSelector("GET", "/ping")
SOURCE = "import acme; call GET /ping  # sync_client"


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    publish(url, "org", "api", a_publication("python:acme==1.0.0"))
    return url


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Return a folder with a notebook that holds the snippet of 1.0.0, and one without any."""
    origin = Origin(
        org="org",
        api="api",
        method="GET",
        path="/ping",
        sdk=SdkSelector("python", "acme", "1.0.0"),
        client="sync_client",
        load_level=LoadLevel.FULL,
        example=None,
        form=Form.NOTEBOOK,
        credentials=Credentials.PLACEHOLDER,
    )
    folder = tmp_path / "docs"
    (folder / ".ipynb_checkpoints").mkdir(parents=True)
    cell = build.code_cell(SOURCE, provenance(SOURCE, origin))
    build.written(folder / "guide.ipynb", build.notebook(build.markdown_cell("# Guide"), cell))
    build.written(folder / ".ipynb_checkpoints/guide.ipynb", build.notebook(cell))
    build.written(folder / "other.ipynb", build.notebook(build.code_cell("1")))
    return folder


def newer(catalog: str) -> None:
    publish(catalog, "org", "api", a_publication("python:acme==1.1.0", source="new"))


def check(docs: Path, catalog: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(docs), "--catalog", catalog, *options])


def test_current_notebooks_pass(docs: Path, catalog: str) -> None:
    result = check(docs, catalog)
    assert result.exit_code == 0
    assert result.stdout == (
        f"{docs}/guide.ipynb\n"
        "  cell 2: current · GET /ping · Python · sync · acme 1.0.0\n"
        "1 cell in 2 documents: 1 current.\n"
    )


def test_stale_cell_fails_and_shows_the_difference(docs: Path, catalog: str) -> None:
    newer(catalog)
    result = check(docs, catalog)
    assert result.exit_code == 1
    assert "cell 2: newer SDK published" in result.stdout
    assert "    +import acme; new GET /ping  # sync_client\n" in result.stdout


def test_update_rewrites_and_then_all_is_current(docs: Path, catalog: str) -> None:
    newer(catalog)
    before = (docs / "guide.ipynb").read_text()
    first = check(docs, catalog, "--update", "--backup")
    assert (first.exit_code, "cell 2: updated" in first.stdout) == (0, True)
    assert check(docs, catalog).exit_code == 0
    assert (docs / "guide.ipynb.bak").read_text() == before
    after = (docs / "guide.ipynb").read_text().splitlines()
    assert len([line for line in after if line not in before.splitlines()]) == 6


def test_a_withdrawn_version_is_said_and_fails_as_the_policy_has_it(
    docs: Path, catalog: str
) -> None:
    publish(catalog, "org", "api", a_publication("python:acme==0.9.0"))
    place = ["python:acme==1.0.0", "--org", "org", "--api", "api", "--catalog", catalog]
    CliRunner().invoke(main, ["deprecate", *place, "--reason", "use 2"])
    deprecated = check(docs, catalog)
    assert deprecated.exit_code == 0
    assert "    acme 1.0.0 is deprecated: use 2.\n" in deprecated.stdout
    assert check(docs, catalog, "--fail-on", "deprecated").exit_code == 1
    CliRunner().invoke(main, ["yank", *place, "--reason", "it leaks"])
    assert check(docs, catalog, "--fail-on", "yanked").exit_code == 1
    yanked = check(docs, catalog)
    assert yanked.exit_code == 0
    assert "cell 2: current" in yanked.stdout
    assert "    acme 1.0.0 was yanked: it leaks. Use acme 0.9.0.\n" in yanked.stdout
    newer(catalog)
    assert check(docs, catalog, "--update").exit_code == 0
    assert "yanked" not in check(docs, catalog).stdout


PROGRAM = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(token="YOUR_TOKEN")


async def main() -> None:
    print(await client.ping("{0}"))


asyncio.run(main())
"""


def with_examples(version: str) -> Publication:
    """Return an SDK version with two examples, whose text names the version."""
    examples = tuple(
        Example(
            name,
            {"async_client": PROGRAM.format(f"{name} {version}")},
            required_only={"async_client": PROGRAM.format(f"least {version}")},
        )
        for name in ("short", "long")
    )
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", version),
        sources=dict(examples[0].sources),
        required_only=dict(examples[0].required_only),
        examples=examples,
    )
    sdk = SdkSelector("python", "acme", version)
    return Publication(sdk, (PublishedEndpoint("GET", "/ping", snippet),))


FORMS = {
    "first": (DisplayOptions(), 'print(await client.ping("short 2.0"))'),
    "second": (DisplayOptions(examples={"python": 1}), 'print(await client.ping("long 2.0"))'),
    "published": (DisplayOptions(published=True), "asyncio.run(main())"),
    "program": (DisplayOptions(program=True), "asyncio.run(main())"),
    "environment": (DisplayOptions(environment=True), 'token=os.environ["ACME_TOKEN"]'),
    "required": (DisplayOptions(required_only=True), 'print(await client.ping("least 2.0"))'),
}


@pytest.mark.parametrize("form", FORMS)
def test_update_keeps_which_code_a_cell_holds_when_the_old_version_is_away(
    tmp_path: Path, form: str
) -> None:
    display, expected = FORMS[form]
    query = SnippetQuery("org", "api", PING)
    (old,) = with_examples("1.0").endpoints
    (new,) = with_examples("2.0").endpoints
    assert old.full
    assert new.full
    (card,) = card_contents([old.full], query, display)
    catalog = f"sqlite:///{tmp_path / 'new.db'}"
    publish(catalog, "org", "api", with_examples("2.0"))
    path = tmp_path / "guide.ipynb"
    build.written(path, build.notebook(build.code_cell(card.cell_source, card.metadata)))
    assert check(path, catalog, "--update").exit_code == 0
    (newest,) = card_contents([new.full], query, display)
    (cell,) = json.loads(path.read_text())["cells"]
    assert expected in "".join(cell["source"])
    assert ("".join(cell["source"]), cell["metadata"]) == (newest.cell_source, newest.metadata)


@pytest.mark.parametrize(
    "earlier",
    [
        "",
        "  # set this environment variable first",
        "  # set this environment variable if it is not set",
    ],
)
def test_a_variable_that_was_explained_otherwise_is_no_difference(
    tmp_path: Path, earlier: str
) -> None:
    (old,) = with_examples("1.0").endpoints
    assert old.full
    query = SnippetQuery("org", "api", PING)
    (card,) = card_contents([old.full], query, DisplayOptions(environment=True))
    explanation = "  # must be set"
    source = card.cell_source.replace(explanation, earlier)
    assert source != card.cell_source
    record = {**card.metadata["snippet_widget"], "digest": digest(source), "original": None}
    catalog = f"sqlite:///{tmp_path / 'new.db'}"
    publish(catalog, "org", "api", with_examples("1.0"))
    path = tmp_path / "guide.ipynb"
    build.written(path, build.notebook(build.code_cell(source, {"snippet_widget": record})))
    result = check(path, catalog)
    assert (result.exit_code, "1 current" in result.stdout) == (0, True)


def test_call_alone_stays_the_call_alone(tmp_path: Path) -> None:
    query = SnippetQuery("org", "api", PING)
    (old,) = with_examples("1.0").endpoints
    assert old.full
    (card,) = card_contents([old.full], query, DisplayOptions(examples={"python": 1}))
    catalog = f"sqlite:///{tmp_path / 'new.db'}"
    publish(catalog, "org", "api", with_examples("2.0"))
    path = tmp_path / "guide.ipynb"
    build.written(path, build.notebook(build.code_cell(card.call_source, card.call_metadata)))
    assert check(path, catalog, "--update").exit_code == 0
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["source"] == ['print(await client.ping("long 2.0"))']


def test_example_that_is_no_longer_published_is_gone(tmp_path: Path) -> None:
    (old,) = with_examples("1.0").endpoints
    assert old.full
    display = DisplayOptions(examples={"python": 1})
    (card,) = card_contents([old.full], SnippetQuery("org", "api", PING), display)
    catalog = f"sqlite:///{tmp_path / 'new.db'}"
    publish(catalog, "org", "api", a_publication("python:acme==2.0"))
    metadata = json.loads(json.dumps(card.metadata).replace("async_client", "sync_client"))
    path = tmp_path / "guide.ipynb"
    build.written(path, build.notebook(build.code_cell(card.cell_source, metadata)))
    before = path.read_bytes()
    result = check(path, catalog, "--update")
    assert (result.exit_code, path.read_bytes()) == (1, before)
    assert "acme 2.0 has no example 'long' of GET /ping." in result.stdout


def test_record_of_an_earlier_version_is_reported_and_left(docs: Path, catalog: str) -> None:
    newer(catalog)
    path = docs / "guide.ipynb"
    content = json.loads(path.read_text())
    record = content["cells"][1]["metadata"]["snippet_widget"]
    for field in ("example", "form", "credentials"):
        del record[field]
    before = build.written(path, content).read_bytes()
    result = check(docs, catalog, "--update")
    assert path.read_bytes() == before
    assert "cell 2: unknown" in result.stdout
    assert "Insert the snippet again to have it checked." in result.stdout


def test_json_is_for_programs(docs: Path, catalog: str) -> None:
    newer(catalog)
    result = check(docs, catalog, "--json")
    content = json.loads(result.stdout)
    guide, other = content["documents"]
    (cell,) = guide["cells"]
    assert cell["cell"] == cell["index"] + 1 == 2  # as the text prints it
    assert (cell["index"], cell["verdict"], cell["newest"]) == (1, "newer", "1.1.0")
    assert cell["sdk"] == {"type": "python", "package": "acme", "version": "1.0.0"}
    assert (other["cells"], other["problem"]) == ([], None)
    assert content["summary"] == {
        "current": 0,
        "same": 0,
        "newer": 1,
        "edited": 0,
        "gone": 0,
        "unknown": 0,
        "unchecked": 0,
    }
    assert (cell["fails"], content["failed"]) == (True, True)
    assert result.exit_code == 1


def test_github_gets_an_annotation_at_the_cell(docs: Path, catalog: str) -> None:
    newer(catalog)
    lines = check(docs, catalog, "--format", "github").stdout.splitlines()
    text = (docs / "guide.ipynb").read_text()
    line = text[: text.index('"cell_type": "code"')].count("\n")
    assert lines[0].startswith(
        f"::error file={docs}/guide.ipynb,line={line},title=Snippet%3A newer SDK published::Cell 2"
    )
    assert "%0A+import acme; new GET /ping" in lines[0]


def test_broken_notebook_is_trouble_and_the_others_are_checked(docs: Path, catalog: str) -> None:
    (docs / "broken.ipynb").write_text("<<<<<<< HEAD\n{}\n=======\n")
    result = check(docs, catalog)
    assert result.exit_code == 3
    assert "broken.ipynb, line 1: an unresolved merge conflict" in result.stderr
    assert "1 current" in result.stdout


def test_read_only_notebook_is_trouble_and_unharmed(docs: Path, catalog: str) -> None:
    newer(catalog)
    before = (docs / "guide.ipynb").read_text()
    (docs / "guide.ipynb").chmod(0o444)
    result = check(docs, catalog, "--update")
    assert result.exit_code == 3
    assert "read-only" in result.stderr
    assert (docs / "guide.ipynb").read_text() == before


def test_team_service_is_asked_with_its_token(docs: Path, catalog: str) -> None:
    service = run_service(catalog)
    arguments = ["check", str(docs), "--url", service.url, "--token"]
    assert CliRunner().invoke(main, [*arguments, TOKEN]).exit_code == 0
    refused = CliRunner().invoke(main, [*arguments, "wrong"])
    assert refused.exit_code == 4
    assert "Error: " in refused.stderr
    service.thread.stop()


def test_path_that_is_not_there_is_named(catalog: str, tmp_path: Path) -> None:
    result = check(tmp_path / "nowhere", catalog)
    assert result.exit_code == 2
    assert "does not exist." in result.stderr


def test_export_takes_the_place_of_the_service(docs: Path, catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    export = tmp_path / "api.json"
    CliRunner().invoke(main, ["export", "--catalog", catalog, "-o", str(export)])
    result = CliRunner().invoke(main, ["check", str(docs), "--export", str(export)])
    assert result.exit_code == 1
    assert "acme 1.1.0 is published." in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not an export, nor JSON at all"),
        ("{}", "Make one with `snippet-widget export`"),
        ('{"snippet_widget_export": 1}', "damaged export"),
    ],
)
def test_what_is_no_export_is_named(docs: Path, tmp_path: Path, text: str, message: str) -> None:
    export = tmp_path / "api.json"
    export.write_text(text)
    result = CliRunner().invoke(main, ["check", str(docs), "--export", str(export)])
    assert result.exit_code == 4
    assert message in result.stderr
