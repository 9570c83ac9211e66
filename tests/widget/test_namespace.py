"""A call alone is offered where the kernel has what it needs, however it came there."""

from __future__ import annotations

import decimal
import pathlib
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from snippet_widget.cards.call_setup import needed_bindings, unbound_names
from snippet_widget.widget.namespace import UserNamespace, missing_keys

PROGRAM = "from decimal import Decimal\nfrom pathlib import Path\n\nnumber = Decimal(1)\n"
BOTH = ["Path: pathlib.Path", "number: decimal.Decimal()"]
CALL = "number.sqrt(); Path()"


@pytest.mark.parametrize(
    ("variables", "missing"),
    [
        ({}, ["Path: pathlib.Path", "number: decimal.Decimal()"]),
        ({"number": decimal.Decimal(2), "Path": pathlib.Path}, []),
        (
            {"number": decimal.Context(), "Path": pathlib},
            ["Path: pathlib.Path", "number: decimal.Decimal()"],
        ),
        (
            {"number": 1, "Path": pathlib.PurePath},
            ["Path: pathlib.Path", "number: decimal.Decimal()"],
        ),
    ],
)
def test_only_the_same_class_will_do(variables: dict[str, Any], missing: list[str]) -> None:
    assert sorted(missing_keys(needed_bindings(PROGRAM, CALL), variables)) == missing


def test_a_name_alone_is_there_whatever_it_stands_for() -> None:
    needed = unbound_names("client.sing(Song())")
    assert missing_keys(needed, {"client": 1}) == ["Song"]


def test_nothing_of_the_users_is_run() -> None:
    class Hostile:
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

    variables = {"number": Hostile(), "Path": Hostile()}
    assert len(missing_keys(needed_bindings(PROGRAM, CALL), variables)) == 2


def test_it_is_known_when_a_cell_has_run_until_closed() -> None:
    shell = InteractiveShell()
    calls: list[str] = []
    namespace = UserNamespace(lambda: calls.append("ran"), shell)
    needed = needed_bindings(PROGRAM, CALL)
    assert len(namespace.missing(needed)) == 2
    shell.run_cell("import decimal, pathlib\nnumber = decimal.Decimal(3); Path = pathlib.Path")
    assert calls == ["ran"]
    assert namespace.missing(needed) == []
    namespace.close()
    namespace.close()
    shell.run_cell("number = 1")
    assert calls == ["ran"]
