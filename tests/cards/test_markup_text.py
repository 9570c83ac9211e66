"""Foreign text reads in Markdown and reStructuredText as it was written, and does nothing."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from docutils.core import publish_doctree
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.substitution import substitution_plugin

from snippet_widget.cards.markup_text import (
    code_span,
    markdown_path,
    markdown_remark,
    markdown_text,
    rst_text,
)

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MARKDOWN.use(dollarmath_plugin).use(myst_role_plugin).use(substitution_plugin)

HARMLESS = {"p", "h2", "code", "blockquote", "strong"}


class Page(HTMLParser):
    """The text of a page, and the elements that it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.elements: set[str] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag if not attrs else f"{tag} {attrs}")

    def handle_data(self, data: str) -> None:
        self.text += data


markup = st.text("ab1_*`<>&;#!()[]{}%$~|\\/:-+=.\"' ", max_size=30).map(lambda text: f"x{text}x")


@settings(deadline=None)  # machines are busy
@given(text=markup)
def test_text_in_markdown_reads_as_it_is(text: str) -> None:
    for shown in (markdown_text(text), code_span(text), markdown_path(text)):
        page = Page(MARKDOWN.render(f"## GET {shown}"))
        assert page.text.strip() == f"GET {text}"
        assert page.elements <= {"h2", "code"}


@settings(deadline=None)  # machines are busy
@given(text=st.text("ab1_*`<>&;#!()[]{}%$~|\\/:-+=.\"' ", max_size=30))
def test_remark_in_markdown_is_text_and_code(text: str) -> None:
    page = Page(MARKDOWN.render(f"> {markdown_remark(text)}"))
    assert page.elements <= {"blockquote", "p", "code"}
    assert page.text.replace("`", "").split() == text.replace("`", "").split()


@settings(deadline=None)  # machines are busy
@given(text=markup)
def test_text_in_restructuredtext_reads_as_it_is(text: str) -> None:
    parsed = publish_doctree(f"**{rst_text(text)}**", settings_overrides={"report_level": 5})
    assert parsed.astext() == text


@pytest.mark.parametrize(
    "text",
    ["/v1/chat", "/users/{user_id}", "/v1/models:generate", "/a-b/c.d", "/Users({id})", "/a,b;c=d"],
)
def test_ordinary_paths_stay_as_they_were_written_before(text: str) -> None:
    assert markdown_path(text) == markdown_text(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`await` was dropped: it is an iterator", "`await` was dropped: it is an iterator"),
        ("client.chat takes no argument max_tokens", "client.chat takes no argument max_tokens"),
        ("two\nlines\N{RIGHT-TO-LEFT OVERRIDE}", "two lines⟨U+202E⟩"),
        ("# no heading", r"\# no heading"),
        ("1. no list", r"1\. no list"),
        ("1.0 (a version)", "1.0 (a version)"),
        (":::{include} /etc/passwd", r"\:::{include} /etc/passwd"),
        ("{download}`/etc/passwd`", r"\{download}\`/etc/passwd\`"),
        ("`{python} x()` `r x()` `<b>`{=html}", r"\`{python} x()\` \`r x()\` \`\<b>\`{=html}"),
    ],
)
def test_code_in_a_remark_stays_code_and_nothing_else_is_made_of_it(text: str, shown: str) -> None:
    assert markdown_remark(text) == shown


def test_code_that_quarto_would_run_is_text() -> None:
    assert code_span("{python} run()") == "{python} run()"
    assert code_span("r run()") == "r run()"
