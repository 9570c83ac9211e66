"""Marked blocks in pages of text are checked and updated as cells are: Markdown, Quarto, rst."""

from __future__ import annotations

import os
import re
import textwrap
from typing import TYPE_CHECKING

import pytest

from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests import notebook_builder as build
from tests.document_versions import catalog_of_two_languages, publish_two_languages, run
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return catalog_of_two_languages(tmp_path)


def page(catalog: str, format_: str) -> str:
    """Return a page in which every client's snippet stands, in a list, among prose."""
    blocks = run("get", "GET /users", "--format", format_, catalog=catalog).stdout
    indented = "".join(f"   {line}".rstrip() + "\n" for line in blocks.splitlines())
    return f"Users\n=====\n\nProse -- of ours.\n\n1. Item\n\n{indented}\n\n{blocks}\n\nThe end.\n"


PAGES = [("users.md", "markdown"), ("users.rst", "rst")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_page_is_followed_and_its_prose_stays(
    catalog: str, tmp_path: Path, name: str, format_: str, end: str
) -> None:
    path = tmp_path / name
    path.write_bytes(page(catalog, format_).replace("\n", end).encode())
    current = run("check", ".", catalog=catalog)
    assert (current.exit_code, current.stdout.splitlines()[-1]) == (
        0,
        "6 cells in 1 document: 6 current.",
    )
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", ".", catalog=catalog).exit_code == 1
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert path.read_bytes() == page(catalog, format_).replace("\n", end).encode()
    assert run("check", ".", catalog=catalog).exit_code == 0


@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_edited_block_is_merged(catalog: str, tmp_path: Path, name: str, format_: str) -> None:
    path = tmp_path / name
    options = ("--client", "sync", "--format", format_)
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    path.write_text(block.replace("import acme; one", "import acme; one  # ours"))
    publish_two_languages(catalog, "2.0", "two\nnew")
    conflict = run("check", "--update", str(path), catalog=catalog)
    assert (conflict.exit_code, "resolve it by hand" in conflict.stdout) == (1, True)
    path.write_text(block.rstrip("\n").replace("# sync_client", "# sync_client") + "\n")
    assert run("check", "--update", str(path), catalog=catalog).exit_code == 0
    assert "two" in path.read_text()


def test_page_holds_programs_for_scripts_as_repaired(catalog: str) -> None:
    program = (
        "import asyncio\n\n\nasync def main() -> None:\n    await x()\n\n\nasyncio.run(main())"
    )
    sources = {"sync_client": "", "async_client": program}
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "3.0"),
        sources=sources,
        published={"async_client": "await x()"},
    )
    sdk = SdkSelector("python", "acme", "3.0")
    endpoints = (PublishedEndpoint("GET", "/users", snippet),)
    publish(catalog, "org", "api", Publication(sdk, endpoints))
    options = ("--client", "async", "--format", "markdown")
    page = run("get", "GET /users", *options, catalog=catalog).stdout
    assert page.partition("\n")[2] == f"```python\n{program}\n```\n"


@pytest.mark.parametrize("named", [(), ("--sdk", "python:acme==1.0")])
def test_code_that_was_pinned_stays(catalog: str, tmp_path: Path, named: tuple[str, ...]) -> None:
    asked = ("get", "GET /users", "--client", "sync", *named)
    result = run(*asked, "--pin", catalog=catalog)
    assert (result.exit_code, "Add --format markdown or rst" in result.stderr) == (2, True)
    page = run(*asked, "--format", "markdown", "--pin", catalog=catalog).stdout
    (tmp_path / "page.md").write_text(page)
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", "page.md", catalog=catalog)
    assert "1 cell in 1 document: 1 current." in result.stdout
    assert (tmp_path / "page.md").read_text() == page
    page = run(*asked, "--format", "markdown", catalog=catalog).stdout
    (tmp_path / "page.md").write_text(page)
    assert run("check", "page.md", catalog=catalog).exit_code == (1 if named else 0)


@pytest.mark.parametrize(
    ("name", "directive"),
    [
        ("a.md", "```{snippet} GET /users\n:sdk: python:acme==1.0, typescript\n```\n"),
        ("b.md", ":::{snippet} GET /users\n:sdk: python:acme\n:version: 1.0\n:::\n"),
        ("c.md", "> ~~~{snippet} GET /users\n> ---\n> sdk: 'python:acme==1.0'\n> ---\n> ~~~\n"),
        ("d.rst", "  .. snippet:: GET /users\n     :sdk: python:acme\n     :version: 1.0"),
    ],
)
def test_directive_that_names_a_version_is_checked(
    catalog: str, tmp_path: Path, name: str, directive: str
) -> None:
    other = directive.replace("==1.0", "").replace("version", "client").replace("1.0", "sync")
    (tmp_path / "of_today.md").write_text(other)
    (tmp_path / name).write_text(f"Text\n\n{directive}\n")
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert "line 3: current · {snippet} of GET /users" in result.stdout
    assert "acme 2.0 is published; it names acme 1.0 and stays with it." in result.stdout
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (
        0,
        "1 cell in 1 document: 1 current.",
    )
    path = tmp_path / name
    path.write_text(path.read_text().replace("1.0", "0.9"))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "no longer published · {snippet}" in result.stdout) == (1, True)
    fenced = f"````md\n{directive}````\n" if name != "d.rst" else f"::\n\n{directive}\n"
    path.write_text(fenced)
    assert run("check", name, catalog=catalog).stdout == "0 cells in 1 document.\n"


_OF_ONE = "`version` is that of one SDK: name it with `sdk`"


@pytest.mark.parametrize(
    ("options", "outcome", "said"),
    [
        (":sdk: python\n:version: 1.0", "current", "it names acme 1.0 and stays with it."),
        (":sdk: python\n:version: 7.0", "unknown", "acme 7.0 is not in it"),
        (":sdk: python\n:version: 0.9", "no longer published", "0.9"),
        (":version: 1.0", "unknown", _OF_ONE),
        (":sdk: python:acme==1.0\n:version: 1.0", "unknown", _OF_ONE),
    ],
)
def test_directive_that_names_a_version_of_no_package_is_checked(
    catalog: str, tmp_path: Path, options: str, outcome: str, said: str
) -> None:
    (tmp_path / "page.md").write_text(f"```{{snippet}} GET /users\n{options}\n```\n")
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", ".", catalog=catalog)
    assert f"line 1: {outcome} · {{snippet}} of GET /users" in result.stdout
    assert said in result.stdout
    assert result.exit_code == (0 if outcome == "current" else 1)


def test_pin_outside_of_what_the_policy_allows_says_so(catalog: str, tmp_path: Path) -> None:
    options = ("--client", "sync", "--format", "markdown", "--sdk", "python:acme==1.0", "--pin")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    directive = "```{snippet} GET /users\n:sdk: python:acme==1.0\n```\n"
    (tmp_path / "a.md").write_text(f"{block}\n{directive}")
    publish_two_languages(catalog, "2.0", "two\nnew")
    said = "acme 1.0 is outside of >=2, which the policy allows: the cell's own ==1.0 comes first."
    result = run("check", "--versions", "acme>=2", ".", catalog=catalog)
    assert (result.exit_code, result.stdout.count(said)) == (0, 2)
    assert "2 cells in 1 document: 2 current." in result.stdout
    assert said not in run("check", "--versions", "acme>=1", ".", catalog=catalog).stdout


def test_block_that_was_pasted_into_a_notebook_is_listed_as_not_checked(
    catalog: str, tmp_path: Path
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    example = f"````md\n{block}````\n"
    cells = [build.markdown_cell(text) for text in (f"Users:\n\n{block}", example)]
    build.written(tmp_path / "n.ipynb", build.notebook(*cells))
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--quiet", ".", catalog=catalog)
    assert "cell 1: not checked · 1 marked block in a Markdown cell" in result.stdout
    assert "move it to such a file" in result.stdout
    assert "1 cell in 1 document: 1 not checked." in result.stdout
    assert result.exit_code == 0


def test_quarto_page_is_followed(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    text = block.stdout.replace("```python", "```{python}")
    (tmp_path / "a.qmd").write_text(f"# Users\n\n{text}")
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert "  cell 1, line 3: newer SDK" in run("check", ".", catalog=catalog).stdout
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert "```{python}\nimport acme; two" in (tmp_path / "a.qmd").read_text()


@pytest.mark.parametrize(
    "code",
    [
        'show("GET /users", sdk="python:acme==1.0")',
        "#| echo: false\n\n%snippet GET /users",
        "for x in y:\n    sw.show(\n        'get /users')",
    ],
)
def test_calls_on_a_quarto_page_are_told_as_not_followed(
    catalog: str, tmp_path: Path, code: str
) -> None:
    (tmp_path / "a.qmd").write_text(f"---\ntitle: x\n---\n\n```{{python}}\n{code}\n```\n")
    told = (
        "Passed over, though with markers: 1 qmd:{python} (on pages of Quarto marked blocks alone "
        "are followed: `get --format markdown`)."
    )
    named = run("check", "a.qmd", catalog=catalog)
    assert (named.exit_code, named.stdout) == (0, f"0 cells in 1 document. {told}\n")
    folder = run("check", ".", catalog=catalog)
    assert (folder.exit_code, told in folder.stderr) == (2, True)


@pytest.mark.parametrize("text", ["```{python}\nplt.show()\n```", "`show('GET /users')`"])
def test_other_code_on_a_quarto_page_is_not_told(catalog: str, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.qmd").write_text(f"{text}\n")
    assert run("check", "a.qmd", catalog=catalog).stdout == "0 cells in 1 document.\n"


def test_code_block_by_its_other_name_is_followed(catalog: str, tmp_path: Path) -> None:
    options = ("--client", "sync", "--format", "rst")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / "a.rst").write_text(block.replace(".. code-block::", ".. sourcecode::"))
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert ".. sourcecode:: python\n\n   import acme; two" in (tmp_path / "a.rst").read_text()


def test_blank_line_that_a_formatter_put_below_the_marker(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    text = block.stdout.replace(" -->\n```python", " -->\n\n~~~python").replace("```", "~~~")
    (tmp_path / "a.md").write_text(text)
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout


def test_page_without_a_marker_is_no_document(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n")
    (tmp_path / "a.py").write_text("print(1)\n")
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 0 documents.\n"


def test_broken_marker_is_named_with_its_line(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n\n<!-- snippet-widget: {x} -->\n```python\n1\n```\n")
    result = run("check", "--format", "github", ".", catalog=catalog)
    assert result.exit_code == 3
    assert "::error file=a.md,line=3,title=Document::a.md, line 3: the marker" in result.stdout


def test_record_that_is_nested_too_deeply_stops_no_other_document(
    catalog: str, tmp_path: Path
) -> None:
    deep = '{"a":' * 50_000 + "}" * 50_000
    (tmp_path / "a.md").write_text(f"<!-- snippet-widget: {deep} -->\n```python\n1\n```\n")
    (tmp_path / "b.py").write_text(f"# %% snippet_widget={deep}\n1\n")
    (tmp_path / "c.md").write_text(page(catalog, "markdown"))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "6 cells in 1 document: 6 current." in result.stdout) == (3, True)
    for name in ("a.md", "b.py"):
        assert f"{name} has a record that is nested too deeply" in result.stderr


def test_pipe_keeps_no_check_waiting(catalog: str, tmp_path: Path) -> None:
    for name in ("a.md", "a.ipynb"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "b.md").write_text(page(catalog, "markdown"))
    assert "6 cells in 1 document: 6 current." in run("check", ".", catalog=catalog).stdout
    result = run("check", "a.md", "a.ipynb", catalog=catalog)
    assert (result.exit_code, result.stderr.count("is a pipe, a socket or a device")) == (3, 2)


def test_marker_below_a_byte_order_mark_is_followed(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    command = ["get", "GET /users", "--client", "sync", "--format", "markdown"]
    path.write_text("\ufeff" + run(*command, catalog=catalog).stdout)
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert "cell 1, line 1: updated" in result.stdout
    assert path.read_bytes().decode() == "\ufeff" + run(*command, catalog=catalog).stdout


def test_case_of_a_suffix_does_not_matter_and_an_unknown_one_is_named(
    catalog: str, tmp_path: Path
) -> None:
    text = page(catalog, "markdown")
    for name in ("a.MD", "b.mdx"):
        (tmp_path / name).write_text(text)
    (tmp_path / "c.RST").write_text(page(catalog, "rst"))
    found = run("check", ".", "a.MD", catalog=catalog)
    assert (found.exit_code, "12 cells in 2 documents: 12 current." in found.stdout) == (0, True)
    other = run("check", "b.mdx", catalog=catalog)
    assert (other.exit_code, "b.mdx is not a kind of document" in other.stderr) == (3, True)


def test_marker_ends_no_comment(catalog: str) -> None:
    publish(catalog, "org", "other", a_publication("python:acme==1.0", "GET /-->x"))
    options = ("--api", "other", "--client", "sync", "--format", "markdown")
    block = run("get", "GET /-->x", *options, catalog=catalog).stdout
    assert block.splitlines()[0].count("-->") == 1


def test_marker_with_an_invalid_range_is_unknown(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    broken = block.stdout.replace('"version_range": null', '"version_range": "acme\\u003c2"')
    (tmp_path / "a.md").write_text(f"{broken}\n{block.stdout}")
    result = run("check", ".", catalog=catalog)
    assert result.exit_code == 1
    assert "2 cells in 1 document: 1 current, 1 unknown." in result.stdout
    assert "'acme<2' is not a range of versions of acme. Correct it" in result.stdout


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("a.md", ""),
        ("a.md", "import acme; one\ncall\n"),
        ("a.md", "    import acme; one\n"),
        ("a.rst", ""),
        ("a.rst", "\nimport acme; one\n"),
    ],
)
def test_marker_without_its_code_is_unknown(
    catalog: str, tmp_path: Path, name: str, below: str, end: str
) -> None:
    options = ("--client", "sync", "--format", "rst" if name == "a.rst" else "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    marker = block.splitlines()[0]
    text = f"{block}\n{marker}\n\nProse.\n\n{block}\n{marker}\n{below}".replace("\n", end)
    (tmp_path / name).write_bytes(text.encode())
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert result.exit_code == 1
    assert "4 cells in 1 document: 2 updated, 2 unknown." in result.stdout
    assert "Its code is missing: the marker has to stand" in result.stdout
    assert (tmp_path / name).read_bytes().decode().count(marker) == 2


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("{marker}\n~~~~python\nimport acme; one\n~~~\n", "End it with a line of ~~~~ alone."),
        ("{marker}\n\n```python\nnever closed\n", "End it with a line of ``` alone."),
        ("> {marker}\n> ```python\n> import acme; one\n> ```\n", "It stands in a block quote"),
    ],
)
def test_what_is_wrong_with_the_fence_below_a_marker_is_said(
    catalog: str, tmp_path: Path, shape: str, said: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    marker = run("get", "GET /users", *options, catalog=catalog).stdout.splitlines()[0]
    text = shape.format(marker=marker)
    (tmp_path / "a.md").write_text(text)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, said in result.stdout) == (1, True)
    assert (tmp_path / "a.md").read_text() == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "shape",
    [
        "{marker}\n~~~ python\n{code}~~~~~\n",
        "{marker}\n````python\n{code}````````  \n",
        "1. Item\n\n{marker}\n   ```python\n{indented}   ```\n\n2. Item\n",
        "1. Item\n\n   {marker}\n\n```python\n{code}```\n",
    ],
)
def test_code_is_written_as_its_own_fence_has_it(
    catalog: str, tmp_path: Path, shape: str, end: str
) -> None:
    def text() -> str:
        options = ("--client", "sync", "--format", "markdown")
        marker, _, rest = run("get", "GET /users", *options, catalog=catalog).stdout.partition("\n")
        code = rest.removeprefix("```python\n").removesuffix("```\n")
        indented = textwrap.indent(code, "   ")
        return shape.format(marker=marker, code=code, indented=indented).replace("\n", end)

    path = tmp_path / "a.md"
    path.write_bytes(text().encode())
    assert ": 1 current." in run("check", ".", catalog=catalog).stdout
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert path.read_bytes().decode() == text()


EXAMPLES = {
    "longer fence": "````md\n{}````\n",
    "in a list": "1. ````\n{}   ````\n",
    "tildes": "~~~html\n{}~~~\n",
    "directive of code": "````{{code-block}} md\n{}````\n",
    "marker alone": "```html\n<!-- snippet-widget: {{…}} -->\n```\n",
    "directive": "::::{{note}}\n`````{{tip}}\n````md\n{}````\n`````\n::::\n",
    "indented code": "As in:\n\n    {}\n",
    "indented code below a list": "* Item\n\nProse\n\n\t{}\n",
    "indented code in a list": "* Item\n\n  Prose:\n\n      {}\n",
    "indented code in a numbered list": "1.  Item\n\n        {}\n\n    Prose\n",
    "indented code in a nested list": "- Item\n\n  * Nested\n\n        {}\n\n  Prose\n",
    "pre": "<pre>\n{}</pre>\n",
    "colons of code": ":::{{code-block}} md\n:caption: x\n\n{}:::\n",
    "colons in colons": "::::{{note}}\n:::{{literal}}\n{}:::\n::::\n",
    "colons in a directive": "````{{note}}\n\n:::{{code-block}} md\n{}:::\n````\n",
    "colons in a list": "* Item\n\n  ::::{{code-block}} md\n  {}  ::::\n",
    "shortcode of Hugo": '{{{{< highlight md "linenos=table" >}}}}\n{}{{{{< /highlight >}}}}\n',
    "fence in a shortcode of Hugo": "{{{{% highlight md %}}}}\n```\n{}{{{{% /highlight %}}}}\n",
    "tag of Jekyll": "{{% highlight markdown %}}\n{}{{% endhighlight %}}\n",
    "indented code in an admonition": "!!! note\n\n        {}\n",
    "indented code in a tab": '=== "A"\n\n    Prose:\n\n        {}\n',
    "fence in a definition": "Term\n:   ````md\n{}    ````\n",
    "code cell": "````md\n```{{code-cell}}\nshow('GET /nothing')\n```\n````\n",
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_what_a_fence_shows_is_an_example(
    catalog: str, tmp_path: Path, example: str, end: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    indent = re.search(r"^[ \t]*(?=\{\})", example, re.MULTILINE)
    shown = example.format(block.replace("\n", f"\n{indent[0]}") if indent else block)
    inside = f"````{{note}}\n{block}\n````\n"  # what a directive holds is Markdown
    path = tmp_path / "a.md"
    path.write_bytes(f"{block}\n{shown}\n{inside}".replace("\n", end).encode())
    assert "2 cells in 1 document: 2 current." in run("check", ".", catalog=catalog).stdout
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    text = path.read_bytes().decode()
    assert (shown.replace("\n", end) in text, text.count("import acme; two")) == (True, 2)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_what_a_fence_in_a_notebook_shows_is_an_example(
    catalog: str, tmp_path: Path, example: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    indent = re.search(r"^[ \t]*(?=\{\})", example, re.MULTILINE)
    shown = example.format(block.replace("\n", f"\n{indent[0]}") if indent else block)
    build.written(tmp_path / "n.ipynb", build.notebook(build.markdown_cell(shown)))
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 1 document.\n"


@pytest.mark.parametrize(
    ("mark", "before", "after"), [("---", "shown: |", ""), ("+++", "shown = '''", "'''\n")]
)
def test_what_stands_in_front_matter_is_an_example(
    catalog: str, tmp_path: Path, mark: str, before: str, after: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    above = f"{mark}\n{before}\n{textwrap.indent(block, '  ')}{after}{mark}\n"
    (tmp_path / "a.md").write_text(f"{above}\n{block}")
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, "1 cell in 1 document: 1 updated." in result.stdout) == (0, True)
    assert (tmp_path / "a.md").read_text().startswith(f"{above}\n<!-- ")


@pytest.mark.parametrize(
    "shape",
    [
        "+++\n\n# Title\n\n{}\n+++\n",  # two cells of MyST
        ":::note\n{}:::\n\n:::{{tip}}\n{}:::\n",
        "::: {{.callout-note}}\n{}:::\n",
        ":::{{code-block}} md\n:::\n\n{}\n:::{{code-block}} md\n:::\n",
        ":::{{code-block}} md\n\n{}",  # never closed
    ],
)
def test_what_is_markdown_between_marks_is_followed(
    catalog: str, tmp_path: Path, shape: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / "a.md").write_text(shape.format(block, block))
    count = shape.count("{}")
    assert f": {count} current." in run("check", ".", catalog=catalog).stdout


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "above",
    [
        "<!--\n```\n-->",
        "Prose\n<!-- old:\n~~~ -->",
        "> <!--\n> ```\n> -->",
        "```html\n<!--\n```",
        "<pre>\n```\n</pre>",
        "<!--\n<!-- ``` -->\n\n```text\n-->\n```",
    ],
)
def test_what_stands_below_a_fence_that_is_none_is_followed(
    catalog: str, tmp_path: Path, above: str, end: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    path = tmp_path / "a.md"
    path.write_bytes(
        f"{above.format()}\n\n{block}\n```text\nmine\n```\n".replace("\n", end).encode()
    )
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout


def test_what_follows_indented_code_in_a_list_is_followed(catalog: str, tmp_path: Path) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    shown, own = textwrap.indent(block, " " * 8), textwrap.indent(block, " " * 4)
    (tmp_path / "a.md").write_text(f"1.  Item\n\n{shown}\n{own}")
    assert ": 1 current." in run("check", ".", catalog=catalog).stdout
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    text = (tmp_path / "a.md").read_text()
    assert (shown in text, text.count("import acme; two")) == (True, 1)


@pytest.mark.parametrize(
    "above",
    [
        "* Item\n\n  Prose",
        "10. Item",
        '=== "Python"',
        "!!! note",
        "Term\n:   Meaning",
        "<details>",
        "1. Item",
    ],
)
def test_what_is_indented_as_content_is_followed(catalog: str, tmp_path: Path, above: str) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / "a.md").write_text(f"{above}\n\n{textwrap.indent(block, '    ')}\nEnd\n")
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "above", [".. code-block:: rst\n   :caption: x\n\n", "As in::\n\n", ".. raw:: html\n\n"]
)
def test_what_a_literal_block_shows_is_an_example(
    catalog: str, tmp_path: Path, above: str, end: str
) -> None:
    options = ("--client", "sync", "--format", "rst")
    block = run("get", "GET /users", *options, catalog=catalog).stdout.rstrip()
    shown = above + textwrap.indent(f"{block}\n\n.. snippet-widget: {{…}}\n", "   ")
    nested = f".. tip::\n\n{textwrap.indent(block, '   ')}\n"
    inside = f".. note::\n\n{textwrap.indent(nested, '   ')}\n"  # these hold no literal text
    path = tmp_path / "a.rst"
    path.write_bytes(f"{block}\n\n{shown}\n{inside}".replace("\n", end).encode())
    assert "2 cells in 1 document: 2 current." in run("check", ".", catalog=catalog).stdout
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    text = path.read_bytes().decode()
    assert (shown.replace("\n", end) in text, text.count("import acme; two")) == (True, 2)


@pytest.mark.parametrize("prefix", ["> ", "- "])
def test_marker_that_is_not_on_a_line_of_its_own_is_unknown(
    catalog: str, tmp_path: Path, prefix: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / "a.md").write_text(prefix + block)
    assert "1 unknown." in run("check", ".", catalog=catalog).stdout


@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_marker_without_its_colon_is_broken(
    catalog: str, tmp_path: Path, name: str, format_: str
) -> None:
    options = ("--client", "sync", "--format", format_)
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / name).write_text("Title\n\n" + block.replace("widget: {", "widget {"))
    result = run("check", ".", catalog=catalog)
    assert result.exit_code == 3
    assert f"{name}, line 3: the marker of a snippet has no colon. Write" in result.stderr
