"""Source code becomes HTML here: escaped, colored, with nothing hidden in it.

Colors are CSS classes that take the variables of JupyterLab's theme, so light, dark and high
contrast follow by themselves; `STYLESHEET` has readable ones for where there is no JupyterLab.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

from snippet_widget.cards.html_text import html_text
from snippet_widget.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

COLORED_CHARACTERS = 20_000
"""Longer sources keep their colors up to here; what follows is plain text."""

COLORED_LINE = 2_000
"""A source with a longer line is plain text: no one reads it, and lexers may be slow on it."""

# Kind of token -> JupyterLab's variable for it, and the colors of a page without JupyterLab's: each
# at least 4.5 to 1 on the backgrounds below (WCAG 2.2, 1.4.3).
_VARIABLES = {
    "keyword": "keyword",
    "string": "string",
    "number": "number",
    "comment": "comment",
    "operator": "operator",
    "name": "def",
    "builtin": "builtin",
    "meta": "meta",
}
LIGHT = {
    "background": "#fcfcfc",
    "text": "#1f2328",
    "border": "#d0d7de",
    "keyword": "#006d00",
    "string": "#b01c1c",
    "number": "#066606",
    "comment": "#3b6f6f",
    "operator": "#7800c2",
    "name": "#0033d0",
    "builtin": "#006d00",
    "meta": "#8a1fd0",
}
"""Colors by what they are for."""

DARK = {
    "background": "#161b22",
    "text": "#e6edf3",
    "border": "#444c56",
    "keyword": "#7ee787",
    "string": "#ff9a9a",
    "number": "#8fd694",
    "comment": "#8fb8b8",
    "operator": "#d9a8ff",
    "name": "#9ec5ff",
    "builtin": "#7ee787",
    "meta": "#d9a8ff",
}
"""The same on dark pages."""

# How pages say that their reader has switched them: Sphinx's themes (Furo, pydata), Bootstrap and
# Quarto, Material for MkDocs, JupyterLab and nbconvert, MyST, VS Code.
_SAYS_DARK = (
    '[data-theme="dark"]',
    '[data-bs-theme="dark"]',
    '[data-md-color-scheme="slate"]',
    '[data-jp-theme-light="false"]',
    "html.dark",
    ".quarto-dark",
    ".vscode-dark",
    ".vscode-high-contrast",
)
_SAYS_LIGHT = (
    '[data-theme="light"]',
    '[data-bs-theme="light"]',
    '[data-md-color-scheme="default"]',
    '[data-jp-theme-light="true"]',
    "html.light",
    ".quarto-light",
    ".vscode-light",
)

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


def palette_rules(selector: str) -> str:
    """Return rules that set ``--sw-…`` for an element: the page's own switch, else the system's."""
    light, dark = (
        " ".join(f"--sw-{name}: {color};" for name, color in palette.items())
        for palette in (LIGHT, DARK)
    )
    return "\n".join(
        [
            f"{selector} {{ {light} }}",
            f"@media (prefers-color-scheme: dark) {{ {selector} {{ {dark} }} }}",
            f":is({', '.join(_SAYS_DARK)}) {selector} {{ {dark} }}",
            f":is({', '.join(_SAYS_LIGHT)}) {selector} {{ {light} }}",
            # on paper the background is white
            f"@media print {{ {selector * 3} {{ {light} }} }}",
        ]
    )


def _stylesheet() -> str:
    rules = [
        # Mixed with the text's color: some of JupyterLab's are below WCAG AA on its own layout.
        f".sw-{kind} {{ color: var(--sw-{kind}); "
        f"color: color-mix(in srgb, var(--jp-mirror-editor-{variable}-color, "
        f"var(--sw-{kind})) 75%, var(--jp-ui-font-color0, currentColor)); }}"
        for kind, variable in _VARIABLES.items()
    ]
    return "\n".join([palette_rules(".sw-code"), *rules, STYLES]) + "\n"


STYLES = (
    ".sw-keyword { font-weight: bold; } .sw-comment { font-style: italic; }\n"
    ".sw-hidden { color: #fff; background: #b71c1c; border-radius: 2px; font-size: 0.85em; }"
)
"""What is said of tokens besides their colors."""

KINDS = tuple(_VARIABLES)
"""The kinds of tokens, each a class ``sw-KIND``."""

STYLESHEET = _stylesheet()
"""The colors of `highlight`, for a page that has JupyterLab's variables or none of them."""
