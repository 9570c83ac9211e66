"""The panel as a data scientist uses it: choose, find, see, put into a cell."""

from __future__ import annotations

import base64
import itertools
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from snippet_widget.provenance import digest
from tests.browser.panel_page import PANEL_CELL, PanelPage, open_panel
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.conftest import OpenNotebook
    from tests.service_builder import RunningService


@pytest.fixture
def team_service(tmp_path: Path) -> Iterator[RunningService]:
    catalog = f"sqlite:///{tmp_path}/team.db"
    with ThreadPoolExecutor() as pool:  # in the test's own thread is Playwright's loop
        pool.submit(
            publish, catalog, "team", "users", a_publication("python:acme==1.0.0", "POST /users")
        ).result()
    with running_service(catalog) as service:
        yield service


@pytest.fixture
def panel(open_notebook: OpenNotebook) -> PanelPage:
    return open_panel(open_notebook(PANEL_CELL, "other = 2"))


@pytest.mark.parametrize("opener", ["open_notebook", "open_notebook7"])
def test_async_snippet_goes_into_the_cell_below(
    opener: str, request: pytest.FixtureRequest
) -> None:
    panel = open_panel(request.getfixturevalue(opener)(PANEL_CELL, "other = 2"))
    panel.choose("POST /v1/recordings/identify")
    card = panel.card("Python · async")
    expect(card).to_contain_text("await client.recordings.identify")
    card.get_by_role("button", name="Insert").click()
    expect(card).to_contain_text("Inserted as cell 2.")
    first, inserted, other = panel.notebook.save().cells
    assert (first.source, other.source) == (PANEL_CELL, "other = 2")
    assert inserted.cell_type == "code"
    assert re.search(r"^    match = await client\.", inserted.source, re.MULTILINE)
    assert "asyncio" not in inserted.source
    record = inserted.metadata["snippet_widget"]
    assert record["digest"] == digest(inserted.source)
    assert {name: record[name] for name in ("method", "path", "client", "load_level")} == {
        "method": "POST",
        "path": "/v1/recordings/identify",
        "client": "async_client",
        "load_level": "full",
    }
    panel.notebook.undo()
    assert panel.notebook.sources() == [PANEL_CELL, "other = 2"]
    expect(card).not_to_contain_text("Inserted")


def test_published_form_is_one_click_away_and_typescript_goes_into_markdown(
    panel: PanelPage,
) -> None:
    card = panel.card("Python · async")
    toggle = card.get_by_role("button", name="Script form")
    toggle.click()
    expect(card).to_contain_text("asyncio.run(main())")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    panel.card("TypeScript").get_by_role("button", name="Insert").click()
    expect(panel.card("TypeScript")).to_contain_text("Inserted as cell 2.")
    inserted = panel.notebook.save().cells[1]
    assert inserted.cell_type == "markdown"
    assert inserted.source.startswith("```typescript\n")
    assert inserted.source.endswith("\n```")


def test_dropdowns_change_list_and_cards(panel: PanelPage) -> None:
    panel.dropdown("Organization").select_option("tidewater")
    expect(panel.card("Python · sync")).to_contain_text("tidewater")
    panel.dropdown("Load level").select_option("Call only")
    expect(panel.card("Python · sync")).not_to_contain_text("import")
    panel.dropdown("SDK").select_option(index=1)
    expect(panel.output.get_by_role("region")).not_to_have_count(0)


def test_everything_goes_by_keyboard(panel: PanelPage) -> None:
    panel.filter.focus()
    panel.filter.press_sequentially("recordings")
    expect(panel.options.first.locator("mark").first).to_have_text("recordings")  # found by it
    panel.filter.press("ArrowDown")
    expect(panel.list).to_be_focused()
    panel.list.press("ArrowDown")
    chosen = panel.list.get_by_role("option", selected=True)
    expect(chosen).to_have_count(1)
    panel.list.press("Home")
    panel.list.press("ArrowUp")
    expect(panel.filter).to_be_focused()
    panel.filter.press("Escape")
    expect(panel.filter).to_have_value("")
    insert = panel.card("Python · sync").get_by_role("button", name="Insert")
    insert.focus()
    insert.press("Enter")
    expect(panel.card("Python · sync")).to_contain_text("Inserted as cell 2.")
    page = panel.output.page
    page.keyboard.press("Shift+Enter")
    expect(panel.notebook.cells.nth(1).locator(".jp-OutputArea")).to_contain_text("Error")
    page.keyboard.press("Control+Alt+f")
    expect(panel.filter).to_be_focused()


def test_escape_leads_out_of_every_part_of_the_panel(panel: PanelPage) -> None:
    page = panel.output.page
    parts = [
        panel.filter,
        panel.list,
        panel.dropdown("API"),
        panel.card("Python · sync").get_by_role("button", name="Copy"),
        panel.card("TypeScript").get_by_role("group", name="Code"),
    ]
    editor = panel.notebook.cells.nth(1).locator(".cm-content")
    for part in parts:
        part.focus()
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(editor).to_be_focused()  # JupyterLab scrolls to the cell first
        page.keyboard.press("End")
        page.keyboard.type("!")
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowUp")
    assert panel.notebook.sources() == [PANEL_CELL, "other = 2!!!!!"]


def test_escape_in_the_filter_leads_back_to_the_cursor(panel: PanelPage) -> None:
    keyboard = panel.output.page.keyboard
    panel.notebook.cells.nth(1).locator(".cm-content").click()
    keyboard.press("Home")
    keyboard.press("Control+Alt+f")
    expect(panel.filter).to_be_focused()
    keyboard.type("identify")
    keyboard.press("Escape")
    expect(panel.filter).to_have_value("")
    keyboard.press("Escape")
    expect(panel.notebook.cells.nth(1).locator(".cm-content")).to_be_focused()
    keyboard.type("an")
    assert panel.notebook.sources()[1] == "another = 2"


def test_filter_and_cell_are_scrolled_to_by_their_keys(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL, "long = 1" + "\n" * 60, "last = 1"))
    expect(panel.card("Python · sync")).to_be_visible()
    last = panel.notebook.cells.last
    last.locator(".jp-InputPrompt").click()
    expect(panel.filter).not_to_be_in_viewport()
    keyboard = panel.output.page.keyboard
    keyboard.press("Control+Alt+f")
    expect(panel.filter).to_be_in_viewport(ratio=0.9)  # at the edge
    expect(panel.options.first).to_be_in_viewport(ratio=0.9)
    expect(last).not_to_be_in_viewport()
    keyboard.press("Escape")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()


def test_shortcut_in_the_filter_inserts_its_first_match(panel: PanelPage) -> None:
    expect(panel.card("Python · sync")).to_be_visible()
    panel.filter.focus()
    keyboard = panel.output.page.keyboard
    keyboard.insert_text("spectrogram")
    keyboard.press("Control+Alt+Enter")  # before the list has followed
    expect(panel.notebook.cells).to_have_count(3)
    panel.filter.focus()
    keyboard.press("Control+Alt+Enter")  # the row is chosen already
    expect(panel.notebook.cells).to_have_count(4)
    panel.filter.fill("recordings")
    expect(panel.list.get_by_role("option", selected=True)).to_have_count(1)  # it matches, too
    expect(panel.options.first).to_have_attribute("aria-selected", "false")
    panel.filter.press("Control+Alt+Enter")
    expect(panel.notebook.cells).to_have_count(5)
    name = panel.options.first.get_attribute("aria-label") or ""
    spectrogram = "/v1/recordings/{recording_id}/spectrogram"
    assert sorted({record["path"] for record in inserted_records(panel)}) == sorted(
        [name.split()[1], spectrogram]
    )


def test_shortcut_right_after_a_choice_inserts_what_was_chosen(panel: PanelPage) -> None:
    expect(panel.card("Python · sync")).to_be_visible()
    keyboard = panel.output.page.keyboard
    panel.choose("POST /v1/recordings/identify")
    expect(panel.heading).to_contain_text("POST /v1/recordings/identify")
    panel.filter.fill("GET /v1/species")
    expect(panel.options.first).to_have_accessible_name(re.compile("^GET /v1/species "))
    panel.filter.press("Enter")
    keyboard.press("Control+Alt+Enter")
    expect(panel.notebook.cells).to_have_count(3)
    assert [record["path"] for record in inserted_records(panel)] == ["/v1/species"]


def inserted_records(panel: PanelPage) -> list[dict[str, str]]:
    cells = panel.notebook.save().cells
    return [cell.metadata["snippet_widget"] for cell in cells if "snippet_widget" in cell.metadata]


def test_copied_is_what_is_shown(panel: PanelPage) -> None:
    panel.output.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    card = panel.card("Python · sync")
    card.get_by_role("button", name="Copy").click()
    expect(card).to_contain_text("Copied.")
    copied = panel.output.page.evaluate("navigator.clipboard.readText()")
    code = card.get_by_role("group", name="Code")
    assert copied.strip() == code.inner_text().strip()
    expect(code.locator(".sw-whole", has_text="dawn-chorus.wav")).to_be_visible()
    selected = code.evaluate(
        "node => { getSelection().selectAllChildren(node); return getSelection().toString(); }"
    )
    assert selected.strip() == copied.strip()


def test_options_change_the_cards_and_keep_the_focus(panel: PanelPage) -> None:
    code = panel.card("Python · sync").get_by_role("group", name="Code")
    too_wide = "node => node.scrollWidth > node.clientWidth"
    assert not code.evaluate(too_wide)
    panel.open_view()
    for name in ("Wrap lines", "Credentials from the environment"):
        box = panel.output.get_by_role("checkbox", name=name)
        before = box.is_checked()
        box.press("Space")
        expect(box).to_be_checked(checked=not before)
        expect(box).to_be_focused()
    expect(code).to_contain_text('os.environ["SKYLARK_BIRDSONG_API_KEY"]')
    expect(code.locator(".sw-wrapped")).to_have_count(0)
    assert code.evaluate(too_wide)
    expect(panel.card("TypeScript")).to_contain_text("process.env.SKYLARK_SAMPLE_BIRDSONG_API_KEY")
    panel.output.get_by_role("checkbox", name="Show Go").press("Space")
    expect(panel.card("Go")).to_have_count(0)
    expect(panel.output.get_by_role("checkbox", name="Show Go")).to_be_focused()


def payload(frame: dict[str, Any]) -> str:
    """Return what a frame of a WebSocket carries; one that is no text is in Base64."""
    data: str = frame["payloadData"]
    return data if frame["opcode"] == 1 else str(base64.b64decode(data))


def test_token_is_neither_saved_nor_sent_to_the_browser(
    open_notebook: OpenNotebook, team_service: RunningService, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(TOKEN)
    token = f"Path({str(tmp_path / 'token')!r}).read_text()"
    opening = f"from pathlib import Path\npanel(url={team_service.url!r}, token={token})"
    cells = (PANEL_CELL.replace("panel()", opening), "'told'")
    notebook = open_notebook(*cells)
    traffic: list[str] = []
    devtools = notebook.page.context.new_cdp_session(notebook.page)
    for event in ("Network.webSocketFrameReceived", "Network.webSocketFrameSent"):
        devtools.on(event, lambda frame: traffic.append(payload(frame["response"])))
    devtools.send("Network.enable")  # of the connections that are open, too
    notebook.execute("@jupyter-widgets/jupyterlab-manager:saveWidgetState")
    try:
        open_panel(notebook).choose("POST /users")
        # Again: by now the service runs, and the cards are there before the cell is done.
        expect(open_panel(notebook).card("Python · sync")).to_contain_text("call POST /users")
        expect(notebook.run(1)).to_contain_text("told")
        saved = json.dumps(notebook.save(), ensure_ascii=False)
    finally:  # it is a setting of all notebooks, and the command turns it
        notebook.execute("@jupyter-widgets/jupyterlab-manager:saveWidgetState")
        devtools.detach()
    assert "**Python · sync**" in saved
    assert "call POST /users" in saved
    assert "call POST /users" in "".join(traffic)
    assert TOKEN not in saved
    assert TOKEN not in "".join(traffic)
    logs = [*notebook.file.parent.parent.glob("*.log")]
    assert logs
    assert not any(TOKEN in log.read_text() for log in logs)


@pytest.mark.parametrize("width", [480, 1280])
def test_view_menu_stays_inside_the_panel(panel: PanelPage, width: int) -> None:
    page = panel.notebook.page
    page.set_viewport_size({"width": width, "height": 900})
    panel.open_view()
    menu = panel.output.locator(".sw-view-menu")
    expect(menu).to_be_visible()
    inner, outer = menu.bounding_box(), panel.output.bounding_box()
    assert inner is not None
    assert outer is not None
    assert outer["x"] <= inner["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert menu.evaluate("node => node.scrollWidth <= node.clientWidth")
    names = menu.locator(".sw-variables")
    assert names.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_operation_is_read_whole_in_a_narrow_panel(panel: PanelPage) -> None:
    panel.notebook.page.set_viewport_size({"width": 480, "height": 900})
    panel.choose("POST /v1/recordings/identify")
    operation = panel.heading.locator(".sw-endpoint-operation")
    expect(operation).to_have_text("POST /v1/recordings/identify")
    for part in (operation, panel.heading.locator(".sw-endpoint-call")):
        assert part.evaluate("node => node.scrollWidth <= node.clientWidth")


SPILLS = """nodes => nodes.filter(node => node.checkVisibility()
  && (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight))
  .map(node => node.textContent)"""


def test_nothing_spills_or_is_cut_that_tells_cards_apart_in_a_very_narrow_panel(
    panel: PanelPage,
) -> None:
    shown = panel.output.locator(".snippet-widget-panel")
    where = panel.output.get_by_role("combobox", name="Where to put the snippet").first
    try:
        for position, width in itertools.product(("below", "replace"), (105, 240, 300, 720)):
            where.select_option(position)
            shown.evaluate("(node, width) => node.style.width = `${width}px`", width)
            for part in (".sw-title", ".sw-toggle", ".sw-action"):
                assert panel.output.locator(part).evaluate_all(SPILLS) == []
    finally:
        where.select_option("below")
        shown.evaluate("node => node.style.removeProperty('width')")


def test_what_is_said_of_an_insertion_covers_no_code_and_ends_with_its_endpoint(
    panel: PanelPage,
) -> None:
    shown = panel.output.locator(".snippet-widget-panel")
    card = panel.card("Python · sync")
    said = card.locator(".sw-message")
    try:
        for width in (150, 240, 300, 720):
            shown.evaluate("(node, width) => node.style.width = `${width}px`", width)
            card.get_by_role("button", name="Insert").click()
            expect(said).to_contain_text("Inserted")
            boxes = [part.bounding_box() for part in (said, card.get_by_role("group", name="Code"))]
            message, code = [box for box in boxes if box]
            assert message["y"] + message["height"] <= code["y"], width
            assert said.evaluate_all(SPILLS) == []
    finally:
        shown.evaluate("node => node.style.removeProperty('width')")
    panel.choose("GET /v1/species")
    expect(panel.heading).to_contain_text("GET /v1/species")
    expect(said).to_be_empty()


def test_two_cards_share_the_whole_width(panel: PanelPage) -> None:
    panel.open_view()
    for name in ("TypeScript", "Java · sync", "Java · async", "Go"):
        panel.output.get_by_role("checkbox", name=f"Show {name}").press("Space")
    expect(panel.output.get_by_role("region")).to_have_count(2)
    widths = "nodes => nodes.map(node => node.getBoundingClientRect().width)"
    (whole,) = panel.output.locator(".snippet-widget-cards").evaluate_all(widths)
    left, right = panel.output.get_by_role("region").evaluate_all(widths)
    assert left == right
    assert whole - left - right < 20  # the gap between them
