"""Loops over pages that a generator wrote wrongly."""

from __future__ import annotations

from textwrap import dedent

import pytest

from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.fern import typescript as fern_typescript
from snippet_widget.publishing.typescript.repairs import (
    AWAITED,
    VARIABLE,
    promises_pages,
    repaired,
)
from tests.fern_builder import fern_typescript as fern_files
from tests.package_builder import package

LOOP = """\
// Page by page, é
const page = await client.users.list();
const other = 1;
while (page.hasNextPage()) {
    page = page.getNextPage();
}
"""
PROMISED = {"core/pagination/Page.d.ts": "class Page<T> {\n    getNextPage(): Promise<this>;\n}\n"}


def test_next_page_is_awaited_and_can_be_assigned() -> None:
    source, repairs = repaired(LOOP)
    assert source == LOOP.replace("const page", "let page").replace("= page.", "= await page.")
    assert repairs == [AWAITED, VARIABLE]


@pytest.mark.parametrize(
    "source",
    [
        "let page = await client.list();\npage = await page.getNextPage();",
        "const page = await client.list();\nother = page.getNextPage();",
        "const page = await client.list();\nawait page.getNextPage();",
        "const page = 1;",
    ],
)
def test_nothing_else_is_touched(source: str) -> None:
    assert repaired(source) == (source, [])


def test_only_declared_promises_are_awaited() -> None:
    assert promises_pages(package(PROMISED, "typescript"))
    now = {"core/pagination/Page.d.ts": "class Page<T> {\n    getNextPage(): this;\n}\n"}
    assert not promises_pages(package(now, "typescript"))
    assert not promises_pages(package({}, "typescript"))


def test_examples_of_an_sdk_that_promises_pages_are_repaired() -> None:
    files = fern_files()
    reference = dedent("""\
        <details><summary><code>client.users.<a href="/x">get</a>(userId) -> User</code></summary>

        ```typescript
        let page = await client.users.get("user_id");
        while (page.hasNextPage()) {
            page = page.getNextPage();
        }
        ```
        """)
    for extra, awaited in (({}, False), (PROMISED, True)):
        told = package({**files, **extra, "reference.md": reference}, "typescript")
        first = assemble("typescript", "a", "1", fern_typescript.read(told)).endpoints[0].full
        assert first is not None
        assert ("page = await page.getNextPage();" in first.sources["client"]) is awaited
        assert (AWAITED in first.repairs) is awaited
