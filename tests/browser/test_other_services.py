"""The panel over a service that is as Fern's is, as a data scientist sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, PanelPage, open_panel
from tests.fern_publications import languages_publications
from tests.fern_server import fern_service
from tests.fern_service import TOKEN, FernService

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenNotebook


@pytest.fixture(scope="module")
def fern() -> Iterator[FernService]:
    publications = languages_publications()
    with fern_service(*publications) as service:
        service.publish("acme", "more", *languages_publications(3))
        yield service


def cell(service: FernService, arguments: str = "") -> str:
    opening = f"panel(url={service.url!r}, token={TOKEN!r}{arguments})"
    return PANEL_CELL.replace("panel()", opening)


def field(panel: PanelPage, name: str) -> Locator:
    return panel.output.get_by_role("textbox", name=name, exact=True)


def test_an_api_that_nobody_lists_is_typed_and_browsed(
    open_notebook: OpenNotebook, fern: FernService
) -> None:
    notebook = open_notebook(cell(fern))
    panel = PanelPage(notebook, notebook.run(0))
    expect(panel.status).to_contain_text("Multiple APIs were found", timeout=30_000)
    expect(panel.status).to_contain_text("type them above")
    field(panel, "API").fill("things")
    field(panel, "API").press("Enter")
    expect(panel.status).to_contain_text("60 endpoints.", timeout=30_000)
    expect(panel.options).to_have_count(60)
    panel.choose("POST /v1/things01/{thing_id}")
    for name, sdk in (
        ("Python · sync", "acme-sdk 1.10.0"),
        ("TypeScript", "@acme/sdk 1.10.0"),
        ("Java · sync", "com.acme:acme-java 1.10.0"),
        ("Go", "github.com/acme/acme-go 1.10.0"),
        ("Ruby", "acme_sdk 1.10.0"),
    ):
        expect(panel.card(name)).to_contain_text(sdk)
    panel.dropdown("Load level").select_option(label="Call only")
    expect(panel.card("Python · sync")).not_to_contain_text("import")
    panel.card("Python · sync").get_by_role("button", name="Insert").click()
    expect(panel.card("Python · sync")).to_contain_text("Inserted as cell 2.")
    inserted = notebook.save().cells[1]
    assert inserted.source == "client.call_1()  # python 1.10.0 sync_client"
    assert inserted.metadata["snippet_widget"]["sdk"]["version"] == "1.10.0"
    assert inserted.metadata["snippet_widget"]["api"] == "things"


def test_another_version_is_chosen_and_what_is_typed_outlives_an_outage(
    open_notebook: OpenNotebook, fern: FernService
) -> None:
    panel = open_panel(open_notebook(cell(fern, ", org='acme', api='things'")))
    expect(panel.status).to_contain_text("60 endpoints.", timeout=30_000)
    expect(field(panel, "Organization")).to_have_value("acme")
    panel.dropdown("SDK").select_option("Java · com.acme:acme-java 1.9.0")
    expect(panel.card("Java · sync")).to_contain_text("com.acme:acme-java 1.9.0")
    expect(panel.card("Python · sync")).to_have_count(0)
    fern.resets = 1000
    panel.choose("DELETE /v1/things02/{thing_id}")
    expect(panel.status).to_contain_text("closed the connection", timeout=30_000)
    expect(panel.status).to_contain_text("Trying again automatically.")
    fern.resets = 0
    expect(panel.card("Java · sync")).to_contain_text("call_2()", timeout=30_000)
    expect(field(panel, "Organization")).to_have_value("acme")
    expect(field(panel, "API")).to_have_value("things")
