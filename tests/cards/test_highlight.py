"""Foreign text as HTML: colored, escaped, and nothing hidden in it."""

from __future__ import annotations

from html import unescape
from re import sub

import pytest

from snippet_widget.cards.highlight import COLORED_CHARACTERS, highlight
from snippet_widget.cards.html_text import html_attribute, html_text
from snippet_widget.cards.visible_text import visible


def text_of(html: str) -> str:
    return unescape(sub(r"<[^>]*>", "", html))


def test_python_is_colored_by_class() -> None:
    assert highlight("import os  # why\n", "python") == (
        '<span class="sw-keyword">import </span>os  <span class="sw-comment"># why\n</span>'
    )


@pytest.mark.parametrize("type_", ["python", "typescript", "java", "go", "ruby", "cobol-85"])
@pytest.mark.parametrize(
    "source",
    [
        "\n\n  x = 1\r\n\ty = 'a'\n\n",
        "no newline at the end",
        "",
        "const a = `${b}`; // <b>&amp;</b>\n",
        'f("unterminated',
    ],
)
def test_no_character_is_lost_or_added(source: str, type_: str) -> None:
    shown = text_of(highlight(source, type_))
    assert shown == source.replace("\r", "⟨U+000D⟩")


def test_markup_is_escaped_in_text_and_attributes() -> None:
    escaped = "&lt;img src=x onerror=&#x27;a()&#x27;&gt;&quot;&amp;"
    assert html_text("<img src=x onerror='a()'>\"&") == escaped
    assert html_attribute("<img src=x onerror='a()'>\"&") == escaped


def test_markers_in_attributes_are_text() -> None:
    assert html_attribute("a\u202e") == "a⟨U+202E⟩"


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("\x00nul", "⟨U+0000⟩nul"),
        ("\x1b[31mred", "⟨U+001B⟩[31mred"),
        ("no\xa0break", "no⟨U+00A0⟩break"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("blank\u3164", "blank⟨U+3164⟩"),
        ("smuggled\ufe0f\U000e0101", "smuggled⟨U+FE0F⟩⟨U+E0101⟩"),
    ],
)
def test_what_hides_is_spelled_out(hidden: str, shown: str) -> None:
    assert visible(hidden) == shown
    assert text_of(highlight(hidden, "python")) == shown


@pytest.mark.parametrize("harmless", ["tab\tnewline\n", "ünï 日本語 עברית", "❤\ufe0f"])
def test_what_does_not_hide_is_left_alone(harmless: str) -> None:
    assert visible(harmless) == harmless


def test_long_sources_lose_their_colors_and_nothing_else() -> None:
    source = "import os\n" * (COLORED_CHARACTERS // 5)
    html = highlight(source, "python")
    assert text_of(html) == source
    assert html.endswith("import os\nimport os\n")


def test_one_huge_line_is_plain_text() -> None:
    assert highlight("x" * 1_000_000, "python") == "x" * 1_000_000
