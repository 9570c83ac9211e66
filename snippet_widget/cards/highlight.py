"""Source code becomes HTML here: escaped, colored, with nothing hidden in it.

Colors are CSS classes that take the variables of JupyterLab's theme, so light, dark and high
contrast follow by themselves; `STYLESHEET` has readable ones for where there is no JupyterLab.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

from snippet_widget.cards.visible_text import html_text
from snippet_widget.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

COLORED_CHARACTERS = 20_000
"""Longer sources keep their colors up to here; what follows is plain text."""

COLORED_LINE = 2_000
"""A source with a longer line is plain text: no one reads it, and lexers may be slow on it."""

# Kind of token -> JupyterLab's variable for it, readable fallbacks on light and on dark.
_COLORS = {
    "keyword": ("keyword", "#006d00", "#7ee787"),
    "string": ("string", "#b01c1c", "#ff9a9a"),
    "number": ("number", "#066606", "#8fd694"),
    "comment": ("comment", "#3b6f6f", "#8fb8b8"),
    "operator": ("operator", "#7800c2", "#d9a8ff"),
    "name": ("def", "#0033d0", "#9ec5ff"),
    "builtin": ("builtin", "#006d00", "#7ee787"),
    "meta": ("meta", "#8a1fd0", "#d9a8ff"),
}

_KINDS: dict[_TokenType | None, str] = {
    Comment: "comment",
    Keyword: "keyword",
    Keyword.Constant: "builtin",
    Keyword.Type: "",
    Name.Builtin: "builtin",
    Name.Decorator: "meta",
    Name.Function: "name",
    Name.Class: "name",
    Number: "number",
    String: "string",
    String.Interpol: "operator",
    Operator: "operator",
    Operator.Word: "keyword",
}
"""Of a token and, where not said otherwise, of those below it."""


def highlight(source: str, type_: str) -> str:
    """Return the inner HTML of a ``<code>`` element: text and ``<span class="sw-…">`` only.

    Parameters
    ----------
    source
        Any text at all.
    type_
        The snippet's language; one that is not known is shown as plain text.
    """
    if any(len(line) > COLORED_LINE for line in source.splitlines()):
        return html_text(source)
    cut = source.rfind("\n", 0, COLORED_CHARACTERS) + 1 if _is_long(source) else len(source)
    colored = "".join(_span(kind, text) for kind, text in _tokens(source[:cut], type_))
    return colored + html_text(source[cut:])


def _is_long(source: str) -> bool:
    return len(source) > COLORED_CHARACTERS


def _tokens(source: str, type_: str) -> Iterator[tuple[str, str]]:
    """Yield runs of one kind; get_tokens() would drop newlines and a byte order mark."""
    run_kind, run = "", ""
    for _, token, text in _lexer(language(type_).lexer).get_tokens_unprocessed(source):
        kind = _kind(token)
        if kind != run_kind and not text.isspace():
            yield run_kind, run
            run_kind, run = kind, ""
        run += text
    yield run_kind, run


def _lexer(name: str) -> Lexer:
    # Pygments' TypeScript takes what follows a colon for a type: every value in an object.
    name = "javascript" if name == "typescript" else name
    try:
        lexer: Lexer = get_lexer_by_name(name)
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return lexer


def _kind(token: _TokenType | None) -> str:
    while token is not None and token not in _KINDS:
        token = token.parent
    return _KINDS.get(token, "")


def _span(kind: str, text: str) -> str:
    html = html_text(text)
    return f'<span class="sw-{kind}">{html}</span>' if kind and text else html


def _stylesheet() -> str:
    rules = [
        # Mixed with the text's color: some of JupyterLab's are below WCAG AA on its own layout.
        f".sw-{kind} {{ color: var(--sw-{kind}, {light}); "
        f"color: color-mix(in srgb, var(--jp-mirror-editor-{variable}-color, "
        f"var(--sw-{kind}, {light})) 75%, var(--jp-ui-font-color0, currentColor)); }}"
        for kind, (variable, light, _) in _COLORS.items()
    ]
    dark = " ".join(f"--sw-{kind}: {dark};" for kind, (_, _, dark) in _COLORS.items())
    rules += [
        ".sw-keyword { font-weight: bold; } .sw-comment { font-style: italic; }",
        ".sw-hidden { color: #fff; background: #b71c1c; border-radius: 2px; font-size: 0.85em; }",
        f"@media (prefers-color-scheme: dark) {{ .sw-code {{ {dark} }} }}",
        f".vscode-dark .sw-code {{ {dark} }}",
    ]
    return "\n".join(rules) + "\n"


STYLESHEET = _stylesheet()
"""The colors of `highlight`, for a page that has JupyterLab's variables or none of them."""
