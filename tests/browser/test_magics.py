"""``%snippet`` in a real front end: the snippet is in the next cell, with its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from snippet_widget.provenance import METADATA_KEY as KEY
from snippet_widget.provenance import digest
from tests.browser.notebook_page import NOTEBOOK

if TYPE_CHECKING:
    from tests.browser.conftest import OpenNotebook

LINE = "%load_ext snippet_widget\n%snippet POST /v1/recordings/identify --client async"


@pytest.mark.parametrize("opener", ["open_notebook", "open_notebook7"])
def test_snippet_is_in_the_next_cell(request: pytest.FixtureRequest, opener: str) -> None:
    open_: OpenNotebook = request.getfixturevalue(opener)
    notebook = open_(LINE, "after = 1")
    notebook.run(0)
    expect(notebook.cells).to_have_count(3)
    sources = notebook.sources()
    assert [sources[0], sources[2]] == [LINE, "after = 1"]
    assert "await client.recordings.identify(" in sources[1]
    notebook.page.wait_for_function(f"{NOTEBOOK}.content.widgets[1].model.getMetadata('{KEY}')")
    above, written = notebook.save().cells[:2]
    assert written.metadata[KEY] == above.outputs[0].metadata[KEY]
    assert written.metadata[KEY].digest == digest(written.source)


def test_snippet_of_another_language_has_its_record_too(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(LINE.replace("--client async", "--type typescript"))
    notebook.run(0)
    expect(notebook.cells).to_have_count(3)  # the last one is what Shift+Enter adds at the end
    notebook.page.wait_for_function(f"{NOTEBOOK}.content.widgets[1].model.getMetadata('{KEY}')")
    written = notebook.save().cells[1]
    assert written.metadata[KEY].digest == digest(written.source.removeprefix("%%markdown\n"))
