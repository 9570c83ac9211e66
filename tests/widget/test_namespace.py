"""A call alone is offered where the kernel has what it needs, however it came there."""

from __future__ import annotations

import decimal
import pathlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import HTML

from snippet_widget.cards.call_setup import needed_bindings, unbound_names
from snippet_widget.models import SdkSelector
from snippet_widget.widget.namespace import UserNamespace, missing_keys, other_client

if TYPE_CHECKING:
    from collections.abc import Iterator

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


ACME = SdkSelector("python", "Acme.Voice", "1.0")
CLASSES = """
class Acme: ...
class AsyncAcme: ...
class Both: ...
"""


@pytest.fixture
def acme() -> Iterator[ModuleType]:
    """Load what `pip install acme.voice` gives."""
    module = sys.modules["acme_voice"] = ModuleType("acme_voice")
    exec(CLASSES, vars(module))  # noqa: S102 - ours
    yield module
    del sys.modules["acme_voice"]


@pytest.mark.parametrize(
    ("field", "made", "said"),
    [
        ("sync_client", "Acme", ""),
        ("async_client", "AsyncAcme", ""),
        ("sync_client", "AsyncAcme", "client is AsyncAcme now, not the sync client of Acme.Voice."),
        ("async_client", "Acme", "client is Acme now, not the async client of Acme.Voice."),
        ("sync_client", "Both", ""),
        ("async_client", "Both", ""),
    ],
)
def test_client_of_a_call_alone_is_the_one_of_its_sdk(
    acme: ModuleType, field: str, made: str, said: str
) -> None:
    needed = unbound_names("client.sing()", ACME, field)
    mine = type("Mine", (getattr(acme, made),), {})
    for kind in (getattr(acme, made), mine):
        variables = {"client": kind()}
        assert bool(missing_keys(needed, variables)) == bool(said)
        assert other_client(needed, variables) == said.replace(made, kind.__name__, 1)


def test_client_of_another_sdk_is_named_and_the_call_needs_its_own() -> None:
    needed = unbound_names("client.sing(number)", ACME, "sync_client")
    keys = ["client: python Acme.Voice sync_client"]
    variables = {"client": decimal.Context(), "number": 1}
    assert missing_keys(needed, variables) == keys
    assert other_client(needed, variables) == (
        "client is Context now, not the sync client of Acme.Voice."
    )
    assert missing_keys(needed, {"number": 1}) == keys
    assert other_client(needed, {"number": 1}) == ""


def test_client_is_of_the_package_that_its_distribution_installs() -> None:
    needed = unbound_names("client.sing()", SdkSelector("python", "ipython"), "sync_client")
    assert missing_keys(needed, {"client": HTML("a")}) == []  # of `IPython`


def test_nothing_of_the_users_is_run() -> None:
    class Hostile:
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

    variables = {"number": Hostile(), "Path": Hostile()}
    assert len(missing_keys(needed_bindings(PROGRAM, CALL), variables)) == 2
    client = unbound_names("number.sing()", ACME, "sync_client")
    assert len(missing_keys(client, variables)) == 1
    assert other_client(client, variables).startswith("number is Hostile now")


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
