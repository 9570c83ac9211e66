"""Cells that name an endpoint, ``show()`` and ``%snippet``, are checked and updated too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget import show
from snippet_widget.catalog import EndpointRuns
from snippet_widget.cli import main
from snippet_widget.models import Run, SdkSelector
from tests import notebook_builder as build
from tests.calling_documents import (
    catalog_of_calls,
    check,
    checked,
    export_before_newer,
    newer,
    outputs_before,
    shown_in,
    source_of,
    stored,
    with_outputs,
)
from tests.publication_builder import a_publication
from tests.service_builder import publish, with_catalog

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.catalog import Catalog


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    url = catalog_of_calls(tmp_path)
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", url)
    return url


@pytest.mark.parametrize(
    "source",
    [
        'show("GET /users", api="api")',
        '%config x = 1\nimport snippet_widget as sw\nsw.show("GET /users", sdk=["python"])',
        "%snippet GET /users --client async",
    ],
)
def test_what_is_published_is_current(catalog: str, tmp_path: Path, source: str) -> None:
    newer(catalog)
    result = checked(tmp_path / "n.ipynb", source)
    assert (result.exit_code, "cell 1: current · " in result.stdout) == (0, True)


@pytest.mark.parametrize(
    "source", ['show("a")', 'plt.show("GET /users" + x)', "show()", "%snippet", "%snippet -x '"]
)
@pytest.mark.usefixtures("catalog")
def test_what_names_no_endpoint_is_left_alone(tmp_path: Path, source: str) -> None:
    result = checked(tmp_path / "n.ipynb", source)
    assert (result.exit_code, result.stdout) == (0, "0 cells in 1 document.\n")


_IMPORTS = "import snippet_widget as sw\nfrom snippet_widget import get, show as display_it, show\n"


@pytest.mark.parametrize(
    "source",
    [
        'show(f"GET {path}")',
        "display_it(endpoint, api='api')",
        'sw.show("GET /users", **asked)',
        'for each in ("GET /users",):\n    display(show(each))',
        'show("GET /users", sdk=f"python:acme=={version}")',
    ],
)
def test_call_whose_arguments_are_no_literals_is_counted_as_not_checked(
    catalog: str, tmp_path: Path, source: str
) -> None:
    path = tmp_path / "n.ipynb"
    build.written(path, build.notebook(build.code_cell(_IMPORTS), build.code_cell(source)))
    newer(catalog)
    result = CliRunner().invoke(main, ["check", "--quiet", str(path)])
    assert "cell 2: not checked · show()" in result.stdout
    assert "Not checked: its arguments are not literals." in result.stdout
    assert "1 cell in 1 document: 1 not checked." in result.stdout
    assert result.exit_code == 0
    asked = CliRunner().invoke(main, ["check", "--fail-on", "unchecked", str(path)])
    assert asked.exit_code == 1
    (tmp_path / "n.py").write_text(f"# %%\n{_IMPORTS}\n# %%\n{source}\n")
    script = CliRunner().invoke(main, ["check", str(tmp_path / "n.py")])
    assert "1 cell in 1 document: 1 not checked." in script.stdout


def test_call_whose_sdk_cannot_be_understood_is_unknown(catalog: str, tmp_path: Path) -> None:
    source = 'show("GET /users", sdk="python:acme>=1,<2")'
    result = checked(tmp_path / "n.ipynb", source, "--update")
    assert (result.exit_code, source_of(tmp_path / "n.ipynb")) == (1, source)
    assert "cell 1: unknown · show() of GET /users" in result.stdout
    assert "goes into its version_range, in the cell's metadata" in result.stdout
    newer(catalog)
    assert ": 1 unknown." in check(tmp_path / "n.ipynb").stdout


def test_call_by_another_name_is_followed(catalog: str, tmp_path: Path) -> None:
    call = 'display_it("GET /users", sdk="python:acme==1.0")'
    newer(catalog)
    result = checked(tmp_path / "n.ipynb", f"{_IMPORTS}{call}\nshow(endpoint)", "--update")
    assert source_of(tmp_path / "n.ipynb") == (
        f"{_IMPORTS}{call.replace('1.0', '2.0')}\nshow(endpoint)"
    )
    assert "1 more call of show() not checked: no literals as arguments." in result.stdout


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            'show("GET /users", sdk="python:acme==1.0")  # acme==1.0.1',
            'show("GET /users", sdk="python:acme==2.0")  # acme==1.0.1',
        ),
        (
            "%snippet GET /users --sdk python:acme==1.0 --client sync",
            "%snippet GET /users --sdk python:acme==2.0 --client sync",
        ),
        (
            'show("GET /users", sdk="python:acme==1.0")\nshow("GET /users")',
            'show("GET /users", sdk="python:acme==2.0")\nshow("GET /users")',
        ),
        (
            'show("GET /users", sdk=["python:acme==1.0"])  # acme==1.0, as\nprint("acme==1.0")',
            'show("GET /users", sdk=["python:acme==2.0"])  # acme==1.0, as\nprint("acme==1.0")',
        ),
        (
            'x = "é acme==1.0"; show("GET /users", sdk="python:acme==1.0")\n%pip install acme==1.0',
            'x = "é acme==1.0"; show("GET /users", sdk="python:acme==2.0")\n%pip install acme==1.0',
        ),
        (
            "%snippet GET /users --sdk python:acme==1.0 --client sync  # acme==1.0",
            "%snippet GET /users --sdk python:acme==2.0 --client sync  # acme==1.0",
        ),
        (
            """%snippet GET /users --sdk python:acme==1.0 --pin
show("GET /users", sdk="python:acme==1.0")""",
            """%snippet GET /users --sdk python:acme==1.0 --pin
show("GET /users", sdk="python:acme==2.0")""",
        ),
    ],
)
def test_version_that_is_named_is_followed(
    catalog: str, tmp_path: Path, source: str, expected: str
) -> None:
    newer(catalog)
    path = tmp_path / "n.ipynb"
    result = checked(path, source)
    assert result.exit_code == 1
    assert "acme 2.0 is published." in result.stdout
    changed = zip(source.splitlines(), expected.splitlines(), strict=True)
    old, new = next((old, new) for old, new in changed if old != new)
    assert f"-{old}" in result.stdout
    assert f"+{new}" in result.stdout
    assert checked(path, source, "--versions", "acme<2").exit_code == 0
    assert checked(path, source, "--update").exit_code == 0
    assert source_of(path) == expected
    assert check(path).exit_code == 0


@pytest.mark.parametrize(
    ("source", "metadata"),
    [
        ('show("GET /users", sdk="python:acme==1.0")', {"version_range": "==1.0"}),
        ("%snippet GET /users --sdk python:acme==1.0", {"version_range": "<2"}),
        ("%snippet --pin GET /users --sdk python:acme==1.0", None),
    ],
)
def test_version_that_is_named_and_pinned_stays(
    catalog: str, tmp_path: Path, source: str, metadata: dict[str, str] | None
) -> None:
    newer(catalog)
    fields = {"snippet_widget": metadata} if metadata else None
    result = checked(tmp_path / "n.ipynb", source, "--update", metadata=fields)
    assert (result.exit_code, "cell 1: current · " in result.stdout) == (0, True)
    assert source_of(tmp_path / "n.ipynb") == source


def test_same_text_in_a_newer_version_than_the_one_named_does_not_fail(
    catalog: str, tmp_path: Path
) -> None:
    newer(catalog, source="call")
    result = checked(tmp_path / "n.ipynb", 'show("GET /users", sdk="python:acme==1.0")')
    assert result.exit_code == 0
    assert "the same in a newer SDK" in result.stdout


def test_version_that_is_named_and_no_longer_published_is_followed(
    catalog: str, tmp_path: Path
) -> None:
    newer(catalog)
    result = checked(tmp_path / "n.ipynb", 'show("GET /users", sdk="python:acme==0.9")', "--update")
    assert (result.exit_code, "acme 2.0 is published." in result.stdout) == (0, True)
    assert source_of(tmp_path / "n.ipynb") == 'show("GET /users", sdk="python:acme==2.0")'


def test_version_of_another_language_stays(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", a_publication("typescript:acme==1.0", "GET /users"))
    newer(catalog)
    source = 'show("GET /users", sdk=["python:acme==1.0", "typescript:acme==1.0"])'
    assert checked(tmp_path / "n.ipynb", source, "--update").exit_code == 0
    assert source_of(tmp_path / "n.ipynb") == source.replace("python:acme==1.0", "python:acme==2.0")


def test_calls_of_one_cell_stay_where_one_of_them_is_gone(catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    sdk = 'sdk="python:acme==1.0"'
    source = f'show("GET /users", {sdk})\nshow("GET /old_teams", {sdk})'
    result = checked(tmp_path / "n.ipynb", source, "--update")
    assert (result.exit_code, "no longer published · " in result.stdout) == (1, True)
    assert source_of(tmp_path / "n.ipynb") == source


def test_directive_of_a_notebook_that_names_a_version_is_checked(
    catalog: str, tmp_path: Path
) -> None:
    newer(catalog)
    path, directive = tmp_path / "n.ipynb", "```{snippet} GET /users\n:sdk: python:acme==1.0\n```"
    examples = build.markdown_cell(f"````md\n{directive}\n````\n\nshow(1)")
    build.written(path, build.notebook(examples, build.markdown_cell(f"Text\n\n{directive}")))
    result = check(path)
    assert (result.exit_code, "cell 2: current · {snippet} of GET /users" in result.stdout) == (
        0,
        True,
    )
    assert result.stdout.endswith("1 cell in 1 document: 1 current.\n")


def test_output_follows_the_version_that_is_named(catalog: str, tmp_path: Path) -> None:
    path, source = tmp_path / "n.ipynb", 'show("GET /users", sdk="python:acme==1.0")'
    old = show("GET /users", sdk="python:acme==1.0").data
    assert checked(path, source, data=old).exit_code == 0
    newer(catalog)
    result = checked(path, source, "--update", data=old)
    assert (result.exit_code, "updated" in result.stdout) == (0, True)
    assert "-import acme; call GET /users" in result.stdout
    assert '+show("GET /users", sdk="python:acme==2.0")' in result.stdout
    assert source_of(path) == source.replace("1.0", "2.0")
    assert shown_in(path) == show("GET /users").data
    pinned = {"snippet_widget": {"version_range": "==1.0"}}
    assert checked(path, source, data=old, metadata=pinned).exit_code == 0


TIMES = {"name": "stdout", "output_type": "stream", "text": ["CPU times: 3 ms\n"]}


USERS, TEAMS = (f'show("GET /{name}", sdk="python:acme==1.0")' for name in ("users", "teams"))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (f"%%time\n{USERS}", ["users"]),
        (f"print('CPU times: 3 ms')\n{TEAMS}\n{USERS}", ["users"]),
        (f"print('CPU times: 3 ms')\n{USERS}\n{USERS}", ["users"]),
        (f"display({TEAMS}, {USERS})", ["teams", "users"]),
        (f"display({USERS}, {USERS})", ["users", "users"]),
    ],
)
def test_outputs_of_a_cell_with_several_are_renewed(
    catalog: str, tmp_path: Path, source: str, shown: list[str]
) -> None:
    old = outputs_before(catalog, *shown)
    path = tmp_path / "n.ipynb"
    with_outputs(path, source, TIMES, *old)
    result = check(path)
    assert (result.exit_code, result.stdout.count("+++ now")) == (1, 1 + len(shown))
    assert check(path, "--update").exit_code == 0
    assert source_of(path) == source.replace("acme==1.0", "acme==2.0")
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["outputs"] == [TIMES, *(stored(show(f"GET /{name}").data) for name in shown)]
    assert ": 1 current." in check(path).stdout


def test_what_is_said_of_one_call_of_several_names_it(catalog: str, tmp_path: Path) -> None:
    old = outputs_before(catalog, "users")
    path = tmp_path / "n.ipynb"
    with_outputs(path, f"{TEAMS}\n{USERS}", *old)
    result = check(path)
    assert (
        "cell 1: newer SDK published · show() of GET /teams and show() of GET /users\n"
        in result.stdout
    )
    said = " ".join(result.stdout.split())
    assert "GET /teams: acme 2.0 is published. GET /users: acme 2.0 is published. Its" in said
    with_outputs(path, f"display({USERS.replace('1.0', '2.0')}, {USERS})")
    said = " ".join(check(path).stdout.split())
    assert "GET /users (call 2 of 2): acme 2.0 is published." in said


def test_output_of_a_call_that_is_not_known_stays_with_a_word(catalog: str, tmp_path: Path) -> None:
    old = stored(show("GET /users", sdk="python:acme==1.0").data)
    newer(catalog)
    path, other = tmp_path / "n.ipynb", USERS.replace(")", ', clients=["sync"])')
    source = f"display({other} if short else {USERS})"
    with_outputs(path, source, old)
    word = "it is not known which of its calls left it: run the cell again."
    assert word in check(path, "--update").stdout
    assert source_of(path) == source.replace("acme==1.0", "acme==2.0")
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["outputs"] == [old]
    result = check(path)
    assert (result.exit_code, word in result.stdout) == (1, True)
    with_outputs(path, source_of(path), stored(show("GET /users").data))
    assert ": 1 current." in check(path).stdout


STREAM = {"name": "stdout", "output_type": "stream", "text": ["mine\n"]}


FIGURE = {
    "data": {"text/html": "<p>mine</p>"},
    "execution_count": 3,
    "metadata": {},
    "output_type": "execute_result",
}


@pytest.mark.parametrize(
    "source",
    [
        f"x = {USERS}\nprint('mine')",
        f"{USERS}\nmine",
        f"{USERS};",
        f"x = {USERS}  # comment\nmine(y)",
        f"if mine:\n    {USERS}",
        f"def shown():\n    return {USERS}\n\nmine",
        f"x: object = {USERS}\nshow('GET /teams')",
    ],
)
@pytest.mark.parametrize("output", [STREAM, FIGURE], ids=["stream", "figure"])
def test_outputs_of_a_cell_that_does_not_display_its_call_stay(
    catalog: str, tmp_path: Path, source: str, output: dict[str, Any]
) -> None:
    outputs_before(catalog)
    path = tmp_path / "n.ipynb"
    with_outputs(path, source, output)
    assert check(path, "--update").exit_code == 0
    assert source_of(path) == source.replace("acme==1.0", "acme==2.0")
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["outputs"] == [output]
    assert check(path).exit_code == 0


@pytest.mark.parametrize("name", ["users", "teams"])
@pytest.mark.parametrize("source", [f"x = {USERS}\nother", f"{USERS}\nother", f"x = {USERS}"])
def test_cards_that_another_expression_displays_stay(
    catalog: str, tmp_path: Path, source: str, name: str
) -> None:
    (old,) = outputs_before(catalog, name)
    path = tmp_path / "n.ipynb"
    with_outputs(path, source, old)
    assert check(path, "--update").exit_code == 0
    assert source_of(path) == source.replace("acme==1.0", "acme==2.0")
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["outputs"] == [old]
    assert check(path).exit_code == 0


@pytest.mark.parametrize(
    "source",
    [
        f"x = {USERS}\nx",
        f"x = {USERS}\ndisplay(x)\nmine = 1",
        f"def shown():\n    return {USERS}\n\nshown()  # ;",
        f"(x := {USERS})",
        f"display({USERS});",
    ],
)
def test_output_of_a_call_that_is_displayed_by_its_name_is_renewed(
    catalog: str, tmp_path: Path, source: str
) -> None:
    old = stored(show("GET /users").data)
    newer(catalog)
    path = tmp_path / "n.ipynb"
    with_outputs(path, source, old)
    assert check(path, "--update").exit_code == 0
    (cell,) = json.loads(path.read_text())["cells"]
    assert cell["outputs"] == [stored(show("GET /users").data)]
    with_outputs(path, source, FIGURE)  # of another program than the cell's new text
    assert check(path, "--update").exit_code == 0
    assert json.loads(path.read_text())["cells"][0]["outputs"] == []


def test_output_of_a_call_in_another_cell_is_listed_as_not_checked(
    catalog: str, tmp_path: Path
) -> None:
    old = outputs_before(catalog, "users", "teams")
    path = tmp_path / "n.ipynb"
    name, other = build.code_cell("card"), build.code_cell("display(card, *cards)")
    name["outputs"], other["outputs"] = old[:1], old
    build.written(path, build.notebook(build.code_cell(f"card = {USERS}"), name, other))
    result = check(path, "--update")
    told = "cell 2: not checked · stored output of GET /users\n"
    assert (result.exit_code, told in result.stdout) == (0, True)
    both = "stored output of GET /users and stored output of GET /teams\n"
    assert f"cell 3: not checked · {both}" in result.stdout
    assert "Put the call of show() into this cell, or run it again after" in result.stdout
    assert [each["outputs"] for each in json.loads(path.read_text())["cells"][1:]] == [old[:1], old]
    assert ": 1 current, 2 not checked." in check(path).stdout
    assert check(path, "--fail-on", "unchecked").exit_code == 1


def test_cards_that_a_panel_keeps_for_readers_are_not_listed(catalog: str, tmp_path: Path) -> None:
    (old,) = outputs_before(catalog, "users")
    old["data"]["text/plain"] = ["SnippetPanel()"]
    path = tmp_path / "n.ipynb"
    with_outputs(path, "panel()", old)
    assert check(path).stdout == "0 cells in 1 document.\n"


def test_versions_that_are_named_side_by_side_stay(catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    path, both = tmp_path / "n.ipynb", ["python:acme==2.0", "python:acme==1.0"]
    source, data = f'show("GET /users", sdk={both})', show("GET /users", sdk=both).data
    assert ": 1 current." in checked(path, source, data=data).stdout
    result = checked(path, source, data=show("GET /users").data)
    assert "Its stored output shows another snippet." in result.stdout
    assert "is the newest" not in result.stdout


def test_withdrawn_version_that_is_named_is_reported(catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    sdk = ["python:acme==1.0", "--org", "org", "--api", "api"]
    assert CliRunner().invoke(main, ["yank", *sdk, "--reason", "leaks"]).exit_code == 0
    source = 'show("GET /users", sdk="python:acme==1.0")'
    result = checked(tmp_path / "n.ipynb", source)
    assert (result.exit_code, "acme 1.0 was yanked: leaks. Use acme 2.0." in result.stdout) == (
        1,
        True,
    )
    assert checked(tmp_path / "n.ipynb", source, "--fail-on", "yanked").exit_code == 1
    assert checked(tmp_path / "n.ipynb", source, "--fail-on", "gone").exit_code == 0


def test_same_text_in_a_newer_version_does_not_fail(catalog: str, tmp_path: Path) -> None:
    path, old = tmp_path / "n.ipynb", show("GET /users").data
    newer(catalog, source="call")
    result = checked(path, 'show("GET /users")', data=old)
    assert result.exit_code == 0
    assert "the same in a newer SDK" in result.stdout
    assert "acme 2.0 is published." in result.stdout
    assert checked(path, 'show("GET /users")', "--update", data=old).exit_code == 0
    assert shown_in(path) == show("GET /users").data


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ('show("GET /users")', ()),
        ('show("GET /users", sdk="python")', ("--versions", "acme>=1,<3")),
        ('show("GET /users", sdk="python:acme==2.0")', ()),
        ('show("GET /users", sdk="python:acme==2.0")', ("--versions", "acme<2")),
        ('show("GET /users", sdk="python:acme==1.0")', ()),
        ('show("GET /users", api="api", sdk=["python:acme==2.0", "python"])', ()),
    ],
)
def test_output_that_is_newer_than_what_it_is_compared_with_is_left_alone(
    catalog: str, tmp_path: Path, source: str, options: tuple[str, ...]
) -> None:
    old_export = export_before_newer(catalog, tmp_path)
    path, data = tmp_path / "n.ipynb", show("GET /users").data
    result = checked(path, source, "--update", "--export", old_export, *options, data=data)
    assert (result.exit_code, "cell 1: unknown · show()" in result.stdout) == (1, True)
    assert "acme 2.0 is not in it, acme 1.0 is the newest." in result.stdout
    assert (source_of(path), shown_in(path)) == (source, data)


def test_output_of_a_yanked_version_stays_until_a_newer_one(catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    path, source, data = tmp_path / "n.ipynb", 'show("GET /users")', show("GET /users").data
    sdk = ["python:acme==2.0", "--org", "org", "--api", "api"]
    assert CliRunner().invoke(main, ["yank", *sdk]).exit_code == 0
    found = checked(path, source, data=data)
    assert (found.exit_code, "cell 1: current · show()" in found.stdout) == (0, True)
    assert "acme 2.0 was yanked. Use acme 1.0. An update has its stored output" in found.stdout
    result = checked(path, source, "--update", data=data)
    assert (result.exit_code, "acme 2.0 was yanked" in result.stdout) == (0, True)
    assert "acme 2.0" in shown_in(path)["text/markdown"]


@pytest.mark.parametrize("format_", ["ipynb", "py"])
def test_range_in_the_metadata_of_a_cell_limits_what_it_shows(
    catalog: str, tmp_path: Path, format_: str
) -> None:
    old = show("GET /users").data
    newer(catalog)
    new, path = show("GET /users").data, tmp_path / f"n.{format_}"
    if format_ == "py":
        path.write_text('# %% snippet_widget={"version_range": "<2"}\nshow("GET /users")\n')
        assert "1 cell in 1 document: 1 current." in check(path).stdout
        return
    limited = {"snippet_widget": {"version_range": "<2"}}
    assert checked(path, 'show("GET /users")', data=old, metadata=limited).exit_code == 0
    result = checked(path, 'show("GET /users")', "--update", data=new, metadata=limited)
    assert result.exit_code == 0
    assert "acme 1.0 is the newest in the range <2." in result.stdout
    assert shown_in(path) == old
    limited = {"snippet_widget": {"version_range": "<<2"}}
    result = checked(path, 'show("GET /users")', data=old, metadata=limited)
    assert (result.exit_code, "'<<2' is not a range of versions" in result.stdout) == (1, True)


def test_call_that_a_range_takes_back_is_told_to_name_its_version(
    catalog: str, tmp_path: Path
) -> None:
    newer(catalog)
    path, range_ = tmp_path / "n.ipynb", ("--versions", "acme<2")
    result = checked(path, 'show("GET /users")', *range_, data=show("GET /users").data)
    named = 'sdk="python:acme==1.0"'
    hint = f"Run again, it shows the newest: name the version in the call ({named})."
    assert (result.exit_code, hint in result.stdout) == (1, True)
    data = show("GET /users", sdk="python:acme==1.0").data
    result = checked(path, f'show("GET /users", {named})', *range_, data=data)
    assert (result.exit_code, ": 1 current." in result.stdout) == (0, True)


def test_endpoint_that_is_gone_is_named_with_its_successor(catalog: str, tmp_path: Path) -> None:
    newer(catalog)
    result = checked(tmp_path / "n.ipynb", 'show("GET /old_teams")')
    assert result.exit_code == 1
    assert "no longer published · show() of GET /old_teams" in result.stdout
    assert "Look at GET /old-teams" in result.stdout


def test_stored_output_is_what_the_cell_would_show_now(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    source = 'show("GET /users", clients="sync")'
    old = show("GET /users", clients="sync").data
    assert checked(path, source, data=old).exit_code == 0
    newer(catalog)
    stale = checked(path, source, data=old)
    assert "-import acme; call GET /users" in stale.stdout
    assert "+import acme; new GET /users" in stale.stdout
    assert (stale.exit_code, "Its stored output shows another snippet." in stale.stdout) == (
        1,
        True,
    )
    assert checked(path, source, "--update", data=old).exit_code == 0
    (output,) = json.loads(path.read_text())["cells"][0]["outputs"]
    new = show("GET /users", clients="sync").data
    assert {kind: "".join(text) for kind, text in output["data"].items()} == new
    assert output["execution_count"] == 3


def test_output_that_says_less_of_a_run_is_no_other_snippet(catalog: str, tmp_path: Path) -> None:
    path, source = tmp_path / "n.ipynb", 'show("GET /users", clients="sync")'
    old = show("GET /users", clients="sync").data
    run = Run(client="sync_client", form="program", sent="GET /users")

    (endpoint,) = a_publication("python:acme==1.0", "GET /users").endpoints
    assert endpoint.full
    runs = EndpointRuns("GET", "/users", endpoint.full, (run,))

    async def record(catalog: Catalog) -> None:
        await catalog.record_runs("org", "api", SdkSelector("python", "acme", "1.0"), [runs])

    with_catalog(catalog, record)
    result = checked(path, source, data=old)
    assert (result.exit_code, "the same in a newer SDK" in result.stdout) == (0, True)
    assert checked(path, source, "--update", data=old).exit_code == 0
    assert "✓ Runs: sends GET /users" in path.read_text()
    assert "current" in check(path).stdout


@pytest.mark.parametrize(
    "source", ['show("GET /users", api="api", sdk="python:acme==1.0")', "%snippet GET /users"]
)
def test_what_a_panel_has_read_changes_no_verdict(
    catalog: str, tmp_path: Path, source: str
) -> None:
    before = checked(tmp_path / "page.ipynb", source)
    publish(catalog, "installed", "api", a_publication("python:acme==2.0", "GET /users"))
    after = checked(tmp_path / "page.ipynb", source)
    assert (after.exit_code, after.output) == (0, before.output)


def test_organization_of_the_environment_decides(
    catalog: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = 'show("GET /users", api="api", sdk="python:acme==1.0")'
    newer(catalog)
    publish(catalog, "other", "api", a_publication("python:acme==1.0", "GET /users"))
    assert "unknown" in checked(tmp_path / "page.ipynb", source).stdout
    monkeypatch.setenv("SNIPPET_WIDGET_ORG", "other")
    assert checked(tmp_path / "page.ipynb", source).exit_code == 0
    monkeypatch.setenv("SNIPPET_WIDGET_ORG", "org")
    assert "acme 2.0 is published" in checked(tmp_path / "page.ipynb", source).stdout
