"""Sphinx's directive ``{snippet}``, in real builds."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.models import Example, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder with a configuration over a catalog of its own."""
    folder = tmp_path / "site"
    folder.mkdir()
    url = catalog(folder)
    publish(url, "org", "api", a_publication("python:acme==1.0", "GET /users", "GET /teams"))
    publish(url, "org", "api", a_publication("typescript:@acme/sdk==1.0", "GET /users"))
    (folder / "conf.py").write_text(
        'extensions = ["myst_parser", "snippet_widget.sphinx"]\nhtml_theme = "basic"\n'
        f'snippet_widget_catalog = "{url}"\nexclude_patterns = ["_*"]\n'
    )
    return folder


def catalog(folder: Path) -> str:
    return f"sqlite:///{folder.parent / 'catalog.db'}"


@dataclass(frozen=True)
class Built:
    """What a build said, and whether it went well."""

    status: int
    output: str
    warnings: str


def build(site: Path, *options: str, builder: str = "html") -> Built:
    """Build as ``sphinx-build`` does; Sphinx's own deprecations are not ours."""
    from sphinx.application import Sphinx  # noqa: PLC0415 - 0.2 s for every process of tests
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415

    output, warned = io.StringIO(), io.StringIO()
    with warnings.catch_warnings(), patch_docutils(site), docutils_namespace():
        warnings.simplefilter("ignore")
        app = Sphinx(
            site,
            site,
            site / f"_{builder}",
            site / "_doctrees",
            builder,
            status=output,
            warning=warned,
            warningiserror="-W" in options,
        )
        app.build()
    text = re.sub("\x1b\\[[0-9;]*m", "", warned.getvalue())
    return Built(app.statuscode, output.getvalue(), text)


def directive(argument: str, **options: str) -> str:
    lines = "".join(f":{name.replace('_', '-')}: {value}\n" for name, value in options.items())
    return f"```{{snippet}} {argument}\n{lines}```\n"


def page(site: Path) -> str:
    return (site / "_html/index.html").read_text()


def test_endpoint_is_shown_in_a_tab_for_each_client(site: Path) -> None:
    (site / "index.md").write_text(f"# Users\n\n{directive('GET /users')}")
    built = build(site, "-W")
    assert built.status == 0, built.warnings
    titles = [part.partition("<")[0] for part in page(site).split("<strong>")[1:]]
    assert titles == ["Python · sync", "Python · async", "TypeScript"]
    assert 'class="highlight-typescript' in page(site)
    assert (site / "_html/_static/snippet_widget.js").exists()
    assert "snippet_widget.css" in page(site)


def test_options_choose_what_is_shown(site: Path) -> None:
    options = {"sdk": "python", "version": "1.0", "client": "async", "level": "endpoint"}
    (site / "index.md").write_text(f"# Users\n\n{directive('GET /users', api='api', **options)}")
    assert build(site, "-W", builder="text").status == 0
    text = (site / "_text/index.txt").read_text()
    assert (
        text
        == "Users\n*****\n\n**Python · async** acme 1.0\n\n   call GET /users  # async_client\n"
    )


def test_restructuredtext_takes_it_too_and_finds_the_api_that_has_the_endpoint(site: Path) -> None:
    publish(catalog(site), "org", "other", a_publication("typescript:@acme/other==1.0"))
    (site / "index.rst").write_text(
        "Users\n=====\n\n.. snippet:: GET /users\n   :sdk: typescript\n"
    )
    assert build(site, "-W", builder="text").status == 0
    assert "**TypeScript** @acme/sdk 1.0" in (site / "_text/index.txt").read_text()


def test_example_and_credentials_and_required_arguments(site: Path) -> None:
    sources = {"sync_client": 'client = Acme(token="YOUR_TOKEN")\nclient.ping()'}
    long = {"sync_client": 'client = Acme(token="YOUR_TOKEN")\nclient.ping(deep=True, x=1)'}
    short = {"sync_client": 'client = Acme(token="YOUR_TOKEN")\nclient.ping(deep=True)'}
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "2.0"),
        sources=sources,
        examples=(Example("short", sources), Example("long", long, required_only=short)),
    )
    sdk = SdkSelector("python", "acme", "2.0")
    new = Publication(sdk, (PublishedEndpoint("GET", "/ping", snippet),))
    publish(catalog(site), "org", "api", new)
    options = {"example": "long", "credentials": "environment", "required_only": ""}
    (site / "index.md").write_text(f"# Ping\n\n{directive('GET /ping', **options)}")
    built = build(site, "-W", builder="text")
    assert built.status == 0, built.warnings
    text = (site / "_text/index.txt").read_text()
    assert "client.ping(deep=True)\n" in text
    assert 'os.environ["' in text


def test_page_is_read_again_when_its_snippet_is_published_anew(site: Path) -> None:
    (site / "index.md").write_text(
        f"# Users\n\n{directive('GET /users', sdk='python')}\n```{{toctree}}\nother\n```\n"
    )
    (site / "other.md").write_text(f"# Teams\n\n{directive('GET /teams', sdk='typescript')}")
    build(site)
    again = build(site)
    assert "0 added, 0 changed, 0 removed" in again.output
    new = a_publication("python:acme==2.0", "GET /users", source="newest")
    publish(catalog(site), "org", "api", new)
    third = build(site)
    assert "0 added, 1 changed, 0 removed" in third.output
    assert "newest" in page(site)


@pytest.mark.parametrize(
    ("argument", "options", "message"),
    [
        ("/users", {}, "The method is missing. Write GET /users."),
        ("GET /nowhere", {}, "The API 'api' has no endpoint GET /nowhere."),
        ("GET /user", {}, "has no endpoint GET /user. The candidates are: GET /users, "),
        ("GET /users", {"sdk": "go"}, "Name another SDK, or none for the latest of each. The cand"),
        ("GET /teams", {"sdk": "typescript"}, "There is nothing to show"),
        ("GET /users", {"version": "1.0"}, "`version` is that of one SDK"),
        ("GET /users", {"example": "none"}, "There is nothing to show"),
        ("GET /users", {"client": "rpc"}, '"rpc" unknown'),
    ],
)
def test_what_cannot_be_shown_is_a_warning_at_its_line(
    site: Path, argument: str, options: dict[str, str], message: str
) -> None:
    (site / "index.md").write_text(f"# Users\n\n{directive(argument, **options)}")
    built = build(site, builder="dummy")
    assert message in built.warnings
    # myst-parser 4, the last for Python 3.10, names the file so where an option is wrong.
    assert re.search(r"index\.md(\.rst)?:[34]: ", built.warnings)


def test_exported_api_takes_the_place_of_a_service(site: Path) -> None:
    exported = ["export", "--catalog", catalog(site), "-o", str(site / "api.json")]
    assert CliRunner().invoke(main, exported).exit_code == 0
    configuration = (site / "conf.py").read_text().replace("catalog.db", "empty.db")
    (site / "conf.py").write_text(f'{configuration}snippet_widget_exports = ["api.json"]\n')
    (site / "index.md").write_text(f"# Users\n\n{directive('GET /users')}")
    assert build(site, "-W", builder="dummy").status == 0
