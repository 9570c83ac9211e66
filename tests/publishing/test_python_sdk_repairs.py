"""Snippets that fit the generated client, but not the vendor's own class over it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from snippet_widget.notebook_form import notebook_form
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.fern import python as fern_python
from snippet_widget.publishing.python.imports import Imports
from snippet_widget.publishing.python.modules import Modules
from snippet_widget.publishing.python.sdk_repairs import SdkRepairs
from tests.fern_builder import fern_python as fern_files
from tests.package_builder import package

SDK = {
    "acme/__init__.py": "from .client import Acme, Open\n",
    "acme/client.py": dedent("""\
        class Base:
            def __init__(self, *, token=None, name=None):
                pass


        class Acme(Base):
            def __init__(self, api_key=None, *, name=None, label="x"):
                super().__init__(token=api_key, name=label)


        class Open(Base):
            def __init__(self, api_key=None, **options):
                Base.__init__(self, token=api_key, **options)
        """),
}


def _repaired(construction: str) -> tuple[str, list[str]]:
    source = f"from acme import Acme, Open\nclient = {construction}\nclient.get()"
    modules = Modules(package(SDK))
    repaired, sentences = SdkRepairs(modules, Imports(modules)).repaired(source)
    return repaired.split("\n")[1].removeprefix("client = "), sentences


def test_argument_gets_the_name_under_which_the_class_hands_it_on() -> None:
    assert _repaired('Acme(token = "T", name="n")') == (
        'Acme(api_key = "T", name="n")',
        ["the argument token of Acme is called api_key"],
    )


@pytest.mark.parametrize(
    "construction",
    [
        "Acme(api_key='T')",
        "Acme(api_key='T', token='T')",  # which one is meant?
        "Acme(secret='T')",  # nobody hands it on
        "Open(token='T')",  # takes anything
    ],
)
def test_nothing_else_is_touched(construction: str) -> None:
    assert _repaired(construction) == (construction, [])


def test_every_form_of_a_snippet_is_the_repaired_one() -> None:
    files = fern_files() | {
        "acme/__init__.py": "",
        "acme/api/__init__.py": "from ..client import *",
    }
    extracted = fern_python.read(package(files))
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.endpoint is not None
    sources = endpoint.full.sources
    assert sources["sync_client"].startswith("from acme.api import Acme\n")
    assert "\nfrom acme.api import AsyncAcme\n" in sources["async_client"]
    assert notebook_form(sources["async_client"]).startswith("from acme.api import AsyncAcme\n")
    repair = "what was imported from acme is imported from acme.api"
    assert endpoint.full.repairs == endpoint.endpoint.repairs == (repair,)
    assert endpoint.full.warnings == ()
