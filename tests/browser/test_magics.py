"""``%snippet`` in a real front end: the snippet is in the next cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

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
