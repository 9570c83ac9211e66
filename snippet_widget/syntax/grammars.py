"""Whether source in other languages than Python and TypeScript parses, by tree-sitter's grammars.

The grammars are an extra of this package (``snippet-widget[publish]``). A grammar is no compiler:
it knows where text is not in its language, and nothing of names and types.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import TYPE_CHECKING

from snippet_widget.syntax.typescript import walk

if TYPE_CHECKING:
    from tree_sitter import Parser

_GRAMMARS = {
    "java": ("tree_sitter_java", "language"),
    "go": ("tree_sitter_go", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "php": ("tree_sitter_php", "language_php_only"),
    "ruby": ("tree_sitter_ruby", "language"),
}
_PHP_TAGS = ("<?php", "?>")


def has_grammar(type_: str) -> bool | None:
    """Return whether the grammar of a language is installed; None: there is none here."""
    return None if type_ not in _GRAMMARS else _parser(type_) is not None


def syntax_error(type_: str, source: str) -> str | None:
    """Return where a source does not parse; None where it does, or no grammar can say.

    Examples
    --------
    >>> syntax_error("cobol", "IDENTIFICATION DIVISION.") is None
    True
    """
    parser = _parser(type_)
    if parser is None:
        return None
    if type_ == "php":  # blanked rather than cut: lines stay where they are
        for tag in _PHP_TAGS:
            source = source.replace(tag, " " * len(tag))
    root = parser.parse(source.encode("utf-8", "replace") + b"\n").root_node
    if not root.has_error:
        return None
    broken = next((node for node in walk(root) if node.is_error or node.is_missing), root)
    return f"syntax error (line {broken.start_point[0] + 1})"


@functools.cache
def _parser(type_: str) -> Parser | None:
    import tree_sitter  # noqa: PLC0415 - a notebook that shows snippets never needs the parser

    name, function = _GRAMMARS.get(type_, ("", ""))
    try:
        grammar = import_module(name) if name else None
    except ImportError:
        return None
    if grammar is None:
        return None
    return tree_sitter.Parser(tree_sitter.Language(getattr(grammar, function)()))
