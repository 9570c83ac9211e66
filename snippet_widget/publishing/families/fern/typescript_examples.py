"""The examples of a Fern TypeScript SDK: ``reference.md`` first, then JSDoc's ``@example``.

Every step is linear in the text: a lazy pattern over a whole reference took minutes on 5 MB.
"""

from __future__ import annotations

import html
import re
import textwrap

from snippet_widget.publishing.markdown_code import TYPESCRIPT_FENCES, code_fences

_HEAD = "<details><summary><code>"
_TAIL = "</code></summary>"
_LONGEST_HEAD = 4000
_TAG = re.compile(r"<[^<>]*>")
_CALL = re.compile(r"\s*([\w$.]+)\s*\(")
_JSDOC_TAG = re.compile(r"\s*@\w+")


def reference_examples(markdown: str) -> dict[str, list[str]]:
    """Return the examples of each call, ``client.users.get``, that reference.md shows."""
    found: dict[str, list[str]] = {}
    for part in markdown.split(_HEAD)[1:]:
        head, tail, body = part.partition(_TAIL)
        call = _CALL.match(html.unescape(_TAG.sub("", head[:_LONGEST_HEAD])))
        if tail and call is not None:
            found.setdefault(call.group(1), []).extend(_code_of(body)[:1])
    return found


def _code_of(markdown: str) -> list[str]:
    return [code.source for code in code_fences(markdown, TYPESCRIPT_FENCES)]


def jsdoc_examples(comment: str) -> list[str]:
    """Return the examples in a ``/** … */`` comment."""
    body = comment.strip().removeprefix("/**").removesuffix("*/")
    lines = [line.strip().removeprefix("*").removeprefix(" ") for line in body.split("\n")]
    examples: list[list[str]] = []
    inside = False
    for original, line in zip(body.split("\n"), lines, strict=True):
        text = _unstarred(original) if inside else line
        if line.strip().startswith("@example"):
            inside = True
            examples.append([line.strip().removeprefix("@example")])
        elif inside and _JSDOC_TAG.match(text) and not text.startswith("    "):
            inside = False
        elif inside:
            examples[-1].append(text)
    return [code for example in examples if (code := _code(example))]


def _unstarred(line: str) -> str:
    """Return a comment's line without its star, its own indentation kept."""
    stripped = line.lstrip()
    return stripped[1:].removeprefix(" ") if stripped.startswith("*") else line


def _code(lines: list[str]) -> str:
    text = "\n".join(lines).strip("\n").rstrip()
    if text.lstrip().startswith("```"):
        return next(iter(_code_of(text)), "")
    first, _, rest = text.partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}".strip("\n").rstrip()
