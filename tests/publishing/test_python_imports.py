"""Imports that an SDK does not keep are found, and repaired where there is one way to do it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from snippet_widget.publishing.python.imports import Imports
from snippet_widget.publishing.python.modules import Modules
from tests.package_builder import package

SDK = {
    "acme/__init__.py": "from .version import VERSION\n",
    "acme/version.py": "VERSION = '1'\n",
    "acme/api/__init__.py": "from .client import Acme\nfrom .users import User\n",
    "acme/api/client.py": "class Acme: pass\n",
    "acme/api/users/__init__.py": "class User: pass\n",
    "acme/again/__init__.py": "from ..api.client import Acme\nclass User: pass\n",
    "acme/_hidden/__init__.py": "class Secret: pass\n",
}


def _repaired(source: str) -> tuple[str, list[str]]:
    return Imports(Modules(package(SDK))).repaired(dedent(source))


def test_name_comes_from_the_one_module_that_has_it() -> None:
    source, repairs = _repaired(
        """\
        from acme import (  # the client
            Acme,
        )
        client = Acme()"""
    )
    assert source == dedent(
        """\
        from acme.again import (  # the client
            Acme,
        )
        client = Acme()"""
    )
    assert repairs == ["what was imported from acme is imported from acme.again"]


def test_names_that_are_there_stay_where_they_are() -> None:
    source, _ = _repaired("def main():\n    from acme import VERSION, Acme as A, Missing\n")
    assert source == (
        "def main():\n    from acme import VERSION, Missing\n    from acme.again import Acme as A\n"
    )


def test_module_that_is_not_there_is_looked_for_by_its_end() -> None:
    source, repairs = _repaired("from acme.users import User")
    assert source == "from acme.api.users import User"
    assert repairs == ["what was imported from acme.users is imported from acme.api.users"]


@pytest.mark.parametrize(
    "source",
    [
        "from acme import VERSION",
        "from acme import User",  # means two things
        "from acme import Secret",
        "from acme import Nobody",
        "from acme.roles import User",
        "from other import Acme",
        "from . import Acme",
        "from acme import *",
        "import acme",
        "not Python at all",
    ],
)
def test_nothing_else_is_touched(source: str) -> None:
    assert _repaired(source) == (source, [])
