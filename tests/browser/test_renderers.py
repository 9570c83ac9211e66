"""What `show` leaves is readable: in nbconvert, Sphinx and Markdown, light, dark, on paper."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any, cast

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from markdown_it import MarkdownIt
from nbconvert import HTMLExporter, MarkdownExporter

from snippet_widget.cards.content import SnippetQuery
from snippet_widget.documents.showing import shown_snippets
from snippet_widget.models import EndpointSelector, Sdk, Snippet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PROGRAM = '''\
"""Say hello."""

from acme import Acme


@retried(times=3)
def main() -> None:
    # A comment, and a line that no page is wide enough for.
    client = Acme(token="YOUR_TOKEN", addresses=[{}])

    for number in range(10):
        print(f"{{client.users.get(number)!r}}", number + 1.5, True)


main()
'''.format(", ".join(f'"https://{name}.acme.example"' for name in "abcdefghijklmnop"))

SHOWN = shown_snippets(
    [
        Snippet(
            type="python",
            sdk=Sdk("acme", "1.0"),
            sources={"sync_client": PROGRAM},
            warnings=("It needs access to the beta.",),
        ),
        Snippet(
            type="typescript",
            sdk=Sdk("@acme/sdk", "1.0"),
            sources={"client": 'const users = new Acme();\n\n\n  await users.get(7, "a"); // b\n'},
        ),
    ],
    SnippetQuery("acme", "users", EndpointSelector("GET", "/users/{id}")),
)

PLAIN, SPHINX = ("lab", "classic", "basic", "markdown"), ("furo", "pydata_sphinx_theme")
SWITCHES = ("light", "dark")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return a page for each renderer, by its URL."""
    folder = tmp_path_factory.mktemp("renderers")
    output = nbformat.v4.new_output("display_data", SHOWN.data)
    cell = nbformat.v4.new_code_cell("show()", outputs=[output])
    heading = nbformat.v4.new_markdown_cell("# Users")
    metadata = {"language_info": {"name": "python"}}
    notebook = nbformat.v4.new_notebook(cells=[heading, cell], metadata=metadata)
    nbformat.write(notebook, folder / "index.ipynb")
    built = {name: _exported(notebook, name, folder) for name in PLAIN}
    return {**built, **{theme: _built(folder, theme) for theme in SPHINX}}


def _exported(notebook: Any, name: str, folder: Path) -> str:
    if name == "markdown":
        text, _ = cast("Any", MarkdownExporter)().from_notebook_node(notebook)
        html = f"<!DOCTYPE html><html lang='en'><title>a</title>{MarkdownIt().render(text)}</html>"
    else:
        exporter = cast("Any", HTMLExporter)(template_name=name)
        html, _ = exporter.from_notebook_node(notebook)
    path = folder / f"{name}.html"
    path.write_text(html)
    return path.as_uri()


def _built(folder: Path, theme: str) -> str:
    (folder / "conf.py").write_text(
        f'extensions = ["myst_nb"]\nnb_execution_mode = "off"\nhtml_theme = "{theme}"\n'
        'exclude_patterns = ["_*", "jupyter_execute"]\n'
    )
    out = folder / f"_{theme}"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", str(folder), str(out)]
    subprocess.run([*command, "-d", str(folder / "_doctrees")], check=True, timeout=120)
    return (out / "index.html").as_uri()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    # pages of nbconvert ask others for fonts and scripts, which nothing here stands on
    context.route("http**", lambda route: route.abort())
    yield context.new_page()
    context.close()


def assert_readable(page: Page) -> None:
    """Assert contrast, and that the code is there in all of its lines."""
    found = Axe().run(
        page, context=".sw-static", options={"runOnly": {"type": "rule", "values": CONTRAST}}
    )
    assert found.response["passes"]
    assert found.violations_count == 0, found.generate_report()
    # axe is unsure of a heading over a page's own backgrounds: it has the colors of the cards
    heading, card = (
        page.locator(place).first.evaluate("each => getComputedStyle(each).color")
        for place in (".sw-static > p code", ".sw-static-card > p")
    )
    assert heading == card
    shown = page.locator(".sw-static pre").evaluate_all("all => all.map(each => each.textContent)")
    assert shown == [card.code for card in SHOWN.cards]
    assert cut(page) == [False, False]
    # a page's root may have another size than 16 pixels: nbconvert's classic has 10
    height, spacing = page.locator(".sw-static pre code").first.evaluate(
        "each => [getComputedStyle(each).fontSize, getComputedStyle(each.parentElement).lineHeight]"
        ".map(parseFloat)"
    )
    assert height >= 13
    assert spacing <= 1.6 * height


def cut(page: Page) -> Any:
    """Return of each code whether a part of its lines is out of sight."""
    return page.locator(".sw-static pre").evaluate_all(
        "all => all.map(each => each.scrollWidth > each.clientWidth)"
    )


CONTRAST = ["color-contrast", "scrollable-region-focusable"]


@pytest.mark.parametrize("system", SWITCHES)
@pytest.mark.parametrize("renderer", [*PLAIN, *SPHINX])
def test_code_is_readable_and_whole(
    page: Page, pages: dict[str, str], renderer: str, system: str
) -> None:
    page.emulate_media(media="screen", color_scheme="dark" if system == "dark" else "light")
    page.goto(pages[renderer], wait_until="domcontentloaded")
    assert_readable(page)


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("theme", SPHINX)
def test_switch_of_the_page_comes_before_the_system(
    page: Page, pages: dict[str, str], theme: str, switch: str
) -> None:
    system = SWITCHES[switch == "light"]
    page.emulate_media(media="screen", color_scheme="dark" if system == "dark" else "light")
    page.goto(pages[theme], wait_until="domcontentloaded")
    page.evaluate(
        "theme => [document.documentElement, document.body].forEach(e => e.dataset.theme = theme)",
        switch,
    )
    assert_readable(page)
    card = page.locator(".sw-static-card").first
    background = card.evaluate("each => getComputedStyle(each).backgroundColor")
    assert background == {"light": "rgb(252, 252, 252)", "dark": "rgb(22, 27, 34)"}[switch]


@pytest.mark.parametrize("renderer", [*PLAIN, *SPHINX])
def test_long_lines_wrap_on_paper(page: Page, pages: dict[str, str], renderer: str) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(pages[renderer], wait_until="domcontentloaded")
    assert cut(page) == [False, False]
    text = page.locator(".sw-static-card").first.evaluate("e => getComputedStyle(e).color")
    assert text == "rgb(31, 35, 40)"


def test_nothing_is_lost_where_styles_are_removed(page: Page) -> None:
    html = SHOWN.data["text/html"]
    page.set_content(html)
    page.evaluate(
        "document.querySelectorAll('style').forEach(e => e.remove());"
        "document.querySelectorAll('*').forEach(e => e.removeAttribute('class'))"
    )
    assert page.locator("pre").all_text_contents() == [card.code for card in SHOWN.cards]
    assert page.get_by_text("Python · sync").count() == 1


def test_no_blank_line_ends_the_block() -> None:
    assert all(line.strip() for line in SHOWN.data["text/html"].split("\n"))
