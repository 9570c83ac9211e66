"""Code in Markdown."""

from __future__ import annotations

import time

import pytest

from snippet_widget.publishing.checkouts.marked_markdown import MarkedExample, marked_examples
from snippet_widget.publishing.markdown_code import Code, code_fences, readme_code
from tests.package_builder import package

TEXT = """\
# Title #

```py
one = 1
# a comment, no heading
```

  ```PY
  two = 2
  ```
```bash
three
```
## Not closed
```py
four"""


def test_fences_have_their_heading_and_line() -> None:
    assert list(code_fences(TEXT, {"py"}, "README.md")) == [
        Code("one = 1\n# a comment, no heading", "Title", 3, "README.md"),
        Code("two = 2", "Title", 8, "README.md"),
    ]


@pytest.mark.parametrize(
    ("markdown", "sources"),
    [
        ('```python title="a.py"\na\n```', ["a"]),
        ("``` Python\na\n```  ", ["a"]),
        ("```python{1,3}\na\n```", ["a"]),
        ("~~~python\na\n```\nb\n~~~", ["a\n```\nb"]),
        ("````python\na\n```\nb\n`````", ["a\n```\nb"]),
        ("````md\n```python\na\n```\n````\n```python\nb\n```", ["b"]),
        ("```python\n```x\n```", ["```x"]),
        ("```one``` python\n```python\na\n```", ["a"]),
        ("``\n```pythonic\na\n```", []),
    ],
)
def test_fences_are_those_of_commonmark(markdown: str, sources: list[str]) -> None:
    assert [code.source for code in code_fences(markdown, {"python"})] == sources


def test_a_marked_example_ends_with_the_fence_that_began_it() -> None:
    markdown = "<!-- snippet: GET /users -->\n~~~go title=a\na\n```\nb\n~~~\n"
    (found,) = marked_examples(markdown, "a.md")
    assert isinstance(found, MarkedExample)
    assert (found.sample.language, found.sample.source) == ("go", "a\n```\nb\n")


def test_readme_is_a_file_or_the_metadata_of_a_python_package() -> None:
    files = {
        "README.md": "```py\na\n```",
        "docs/README.md": "```py\nb\n```",
        "acme-1.0.dist-info/METADATA": "Name: acme\n\n```py\nc\n```",
        "acme/METADATA": "Name: acme\n\n```py\nd\n```",
    }
    assert [code.source for code in readme_code(package(files), {"py"})] == ["a", "c"]


def test_long_texts_take_linear_time() -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        assert len(list(code_fences("```py\nx\n```\n# h\n" * count, {"py"}))) == count
        return time.process_time() - start

    short, long = (min(seconds(count) for _ in range(3)) for count in (4_000, 40_000))
    assert long < 40 * short
