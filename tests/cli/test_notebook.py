"""``snippet-widget notebook`` writes a document that opens, runs and stays checkable."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from click.testing import CliRunner
from nbclient import NotebookClient

from snippet_widget.cli import main
from snippet_widget.documents.generated_notebook import notebook_text
from snippet_widget.models import SdkSelector
from snippet_widget.provenance import digest, packed
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.hostile_builder import HOSTILE, RAN, hostile_snippet
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    for sdk in ("python:acme==1.0.0", "typescript:@acme/sdk==1.0.0"):
        publication = a_publication(sdk, "GET /users/{id}", "POST /users", silent="GET /nothing")
        publish(url, "org", "users", publication)
    return url


def write(out: Path, catalog: str, *options: str) -> Result:
    return CliRunner().invoke(
        main, ["notebook", str(out), "--api", "users", "--catalog", catalog, *options]
    )


def read(path: Path) -> Any:
    content = nbformat.read(path, as_version=4)
    nbformat.validate(content)
    return content


def page_of(path: Path) -> str:
    """Return a notebook as nbconvert publishes it."""
    from nbconvert import HTMLExporter  # noqa: PLC0415 - 0.3 s for every process of tests

    exporter: Any = HTMLExporter
    html: str = exporter(template_name="basic").from_filename(str(path))[0]
    return html


def test_title_tells_packages_of_one_name_apart(tmp_path: Path) -> None:
    out, url = tmp_path / "guide.ipynb", f"sqlite:///{tmp_path / 'other.db'}"
    for sdk in ("python:acme==1.0", "typescript:acme==1.0", "typescript:@acme/sdk==1.0"):
        publish(url, "org", "users", a_publication(sdk, "GET /users"))
    assert write(out, url).exit_code == 0
    listed = read(out).cells[0].source.split("\n\n")[-1]
    assert listed == "* `acme 1.0` (Python)\n* `@acme/sdk 1.0`\n* `acme 1.0` (TypeScript)"


def test_whole_api_is_documented(tmp_path: Path, catalog: str) -> None:
    out = tmp_path / "guide.ipynb"
    result = write(out, catalog)
    assert (result.exit_code, result.stdout) == (0, f"{out}: 3 endpoints.\n")
    cells = read(out).cells
    headings = [cell.source.split("\n")[0] for cell in cells if cell.source.startswith("#")]
    assert headings == ["# users", "## GET /users/{id}", "## POST /users", "## GET /nothing"]
    assert "No snippet of it is published." in cells[-1].source
    assert cells[1].source == "%pip install acme==1.0.0"


def test_chosen_endpoint_and_client_and_sdk(tmp_path: Path, catalog: str) -> None:
    out = tmp_path / "guide.ipynb"
    options = ("--endpoint", "post /users", "--client", "async", "--sdk", "python", "--title", "A")
    write(out, catalog, *options)
    assert [(cell.cell_type, cell.source) for cell in read(out).cells] == [
        (
            "markdown",
            (
                "# A\n\nThe snippets in this notebook are those that these SDKs publish:\n"
                "\n* `acme 1.0.0`"
            ),
        ),
        ("code", "%pip install acme==1.0.0"),
        ("markdown", "## POST /users"),
        ("markdown", "**Python · async**"),
        ("code", "import acme; call POST /users  # async_client"),
    ]


def test_every_snippet_is_current_when_checked(tmp_path: Path, catalog: str) -> None:
    out = tmp_path / "guide.ipynb"
    write(out, catalog)
    checked = CliRunner().invoke(main, ["check", str(out), "--catalog", catalog])
    assert checked.exit_code == 0
    assert "17 cells in 1 document: 17 current." in checked.stdout


def test_document_runs_without_network_and_sdk(tmp_path: Path, catalog: str) -> None:
    out = tmp_path / "guide.ipynb"
    write(out, catalog)
    NotebookClient(read(out), kernel_name="python3").execute()


def test_same_document_each_time(tmp_path: Path, catalog: str) -> None:
    write(tmp_path / "a.ipynb", catalog)
    write(tmp_path / "b.ipynb", catalog)
    assert (tmp_path / "a.ipynb").read_bytes() == (tmp_path / "b.ipynb").read_bytes()


def test_file_that_is_there_is_kept(tmp_path: Path, catalog: str) -> None:
    out = tmp_path / "guide.ipynb"
    out.write_text("mine")
    refused = write(out, catalog)
    assert refused.exit_code == 1
    assert "Add --force to replace it." in refused.stderr
    assert out.read_text() == "mine"
    assert write(out, catalog, "--force").exit_code == 0
    assert len(read(out).cells) > 3


def test_made_up_sdk_is_not_installed(tmp_path: Path) -> None:
    out = tmp_path / "birds.ipynb"
    catalog = f"sqlite:///{tmp_path / 'samples.db'}"
    assert CliRunner().invoke(main, ["migrate", "--catalog", catalog]).exit_code == 0
    options = ["--api", "birdsong", "--endpoint", "GET /v1/species", "--catalog", catalog]
    assert CliRunner().invoke(main, ["notebook", str(out), *options]).exit_code == 0
    assert "%pip" not in out.read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--endpoint", "/users"), "The method is missing. Write --endpoint"),
        (("--endpoint", "GET /nowhere"), "no endpoint GET /nowhere"),
    ],
)
def test_what_cannot_be_written_is_said(
    tmp_path: Path, catalog: str, options: tuple[str, ...], message: str
) -> None:
    result = write(tmp_path / "guide.ipynb", catalog, *options)
    assert result.exit_code == 1
    assert message in result.stderr
    assert not (tmp_path / "guide.ipynb").exists()


def test_folder_that_is_not_there_is_said(tmp_path: Path, catalog: str) -> None:
    result = write(tmp_path / "nowhere" / "guide.ipynb", catalog)
    assert "cannot be written: No such file or directory." in result.stderr


def test_nothing_of_an_api_runs_in_the_published_page(tmp_path: Path) -> None:
    texts = [text for text in HOSTILE if RAN in text][:20]
    endpoints = [
        PublishedEndpoint("GET", f"/v1/{number}/{text}", full=hostile_snippet(text))
        for number, text in enumerate(texts)
    ]
    catalog = f"sqlite:///{tmp_path / 'hostile.db'}"
    for sdk in (SdkSelector("python", "acme", "1.0"), SdkSelector("java", f"<script>{RAN}", "1")):
        publish(catalog, "org", "users", Publication(sdk, tuple(endpoints)))
    publish(catalog, "org", "users", a_publication("java:com.acme:acme==1.0"))
    out = tmp_path / "guide.ipynb"
    assert write(out, catalog).exit_code == 0
    html = page_of(out)
    assert RAN in html  # as text
    elements = ("<script", "<svg", "<img", "<iframe", "<body", "<a href=javascript", "<details")
    assert not [element for element in elements if element in html]


def test_paths_read_exactly_whatever_markdown_would_make_of_them(tmp_path: Path) -> None:
    catalog = f"sqlite:///{tmp_path / 'paths.db'}"
    paths = ["GET /v1/{id}/__init__/*b*", "GET /v1/a|b`<c>", "GET /v1/{user_id}"]
    publish(catalog, "org", "users", a_publication("python:acme==1.0.0", *paths))
    out = tmp_path / "guide.ipynb"
    write(out, catalog)
    html = page_of(out)
    assert "GET <code>/v1/{id}/__init__/*b*</code>" in html
    assert "GET <code>/v1/a|b`&lt;c&gt;</code>" in html
    assert "GET /v1/{user_id}" in html


def test_headings_of_a_document_written_before_are_updated_and_ordinary_ones_current(
    tmp_path: Path,
) -> None:
    catalog = f"sqlite:///{tmp_path / 'paths.db'}"
    paths = ("GET /v1/<b>", "GET /v1/{user_id}")
    publish(catalog, "org", "users", a_publication("python:acme==1.0.0", *paths))
    out = tmp_path / "guide.ipynb"
    write(out, catalog)
    new = out.read_text()
    content = json.loads(new)
    before = "## GET /v1/<b>"
    heading = next(cell for cell in content["cells"] if "/v1/<b>" in "".join(cell["source"]))
    heading["source"] = [before]
    heading["metadata"]["snippet_widget"] |= {"digest": digest(before), "original": packed(before)}
    out.write_text(notebook_text(content))
    check = ["check", str(out), "--catalog", catalog]
    assert "1 newer SDK published" in CliRunner().invoke(main, check).stdout
    updated = CliRunner().invoke(main, [*check, "--update"])
    assert (updated.exit_code, out.read_text()) == (0, new)
