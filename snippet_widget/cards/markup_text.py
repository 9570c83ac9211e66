"""Foreign text in Markdown and reStructuredText: escaped or code, and nothing hidden in it.

A text in which nothing means anything stays as it is, so that documents with it stay current.
"""

from __future__ import annotations

import re

from snippet_widget.cards.visible_text import visible

# Within a line of CommonMark 0.31, GFM, MyST, Quarto and Jupyter's formulas.
_MARKUP = re.compile(
    r"[\\`*\[<~$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # between letters it is one
    r"|&(?=\#?\w+;)"
    r"|\{(?=[{%]|[^{}`\s]*\}`)"  # substitutions and roles
)
# Where a line begins: of a heading, list, comment, target or directive.
_BLOCK_START = re.compile(r"(?P<number>\d*)(?P<mark>(?<=\d)[.)](?!\S)|(?<!\d)[#+>:%({|-])")
_CODE = re.compile(r"`[^`]*`")
_RUN = re.compile(r"\{|r[ #]")  # Quarto and knitr run code like this
_PLAIN_PATH = re.compile(r"[\w/{}.,:;=+%@()-]*")
_CHANGED = re.compile(r"--|\.\.\.|\{\{|\{%|://|\([cr]\)", re.IGNORECASE)
_RST_MARKUP = re.compile(r"[\\`*|]|(?<!\w)_|_(?!\w)")


def markdown_text(text: str) -> str:
    r"""Return text that Markdown shows as it is, HTML included, on one line.

    Examples
    --------
    >>> print(markdown_text("__init__ of <my_client>"))
    \_\_init\_\_ of \<my_client>
    """
    return _MARKUP.sub(r"\\\g<0>", _line(text))


def markdown_remark(text: str) -> str:
    r"""Return a sentence as `markdown_text`, with what stands in backticks as code.

    Examples
    --------
    >>> print(markdown_remark("Use `<T>`, not <U>"))
    Use `<T>`, not \<U>
    """
    line = _line(text).lstrip()
    parts, end = [], 0
    for code in filter(_is_code_alone, _CODE.finditer(line)):
        parts += [markdown_text(line[end : code.start()]), code[0]]
        end = code.end()
    shown = "".join([*parts, markdown_text(line[end:])])
    start = _BLOCK_START.match(shown)
    return f"{start['number']}\\{shown[start.start('mark') :]}" if start else shown


def _is_code_alone(code: re.Match[str]) -> bool:
    """Tell whether it is code, and neither longer quotes, a role nor raw text of a format."""
    line, inner = code.string, code[0][1:-1]
    before, after = line[: code.start()][-1:], line[code.end() : code.end() + 1]
    alone = before not in ("`", "}") and after not in ("`", "{")
    return alone and bool(inner.strip()) and not _RUN.match(inner)


def code_span(text: str) -> str:
    """Return text between as many backticks as it needs (CommonMark 0.31, section 6.1)."""
    line = _line(text)
    if _RUN.match(line):
        return markdown_text(line)
    ticks = "`" * (line.count("`") + 1)
    pad = " " if "`" in line else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def markdown_path(path: str) -> str:
    """Return an endpoint's path as it is; as code where Markdown would make something of it.

    Examples
    --------
    >>> markdown_path("/v1/users/{user_id}")
    '/v1/users/{user_id}'
    >>> markdown_path("/v1/__init__")
    '`/v1/__init__`'
    """
    is_plain = _PLAIN_PATH.fullmatch(path) and not _CHANGED.search(path)
    return path if is_plain and markdown_text(path) == path else code_span(path)


def rst_text(text: str) -> str:
    r"""Return text that reStructuredText shows as it is, on one line.

    Examples
    --------
    >>> print(rst_text("Python · sync · my_`package`"))
    Python · sync · my_\`package\`
    """
    return _RST_MARKUP.sub(r"\\\g<0>", _line(text))


def _line(text: str) -> str:
    return visible(text).replace("\n", " ")
