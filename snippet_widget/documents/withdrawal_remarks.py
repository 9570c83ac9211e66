"""What captions and stored outputs say of a version that was withdrawn: a remark, no new text."""

from __future__ import annotations

import re

_WORDS = r"(?: was yanked| is deprecated)(?::|\.)"
_LINE = re.compile(rf"\n+(?:>|\\?\*) [^\n]*?{_WORDS}[^\n]*(?=\n|\Z)")
_ITEM = re.compile(rf"<li>[^<]*?{_WORDS}[^<]*</li>")


def without_withdrawal(text: str) -> str:
    """Return Markdown, or static HTML, without remarks on versions that were withdrawn."""
    kept = _ITEM.sub("", _LINE.sub("", text)).replace("<ul></ul>", "")
    return re.sub(r"\n{2,}", "\n\n", kept)
