"""Each way in which a snippet does not conform to its SDK is found in the SDK's own source."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from snippet_widget.publishing.python.calls import Method
from snippet_widget.publishing.python.conformance import Conformance
from snippet_widget.publishing.python.extras import Extras
from snippet_widget.publishing.python.imports import Imports
from snippet_widget.publishing.python.modules import Modules
from tests.package_builder import package

SDK = {
    "acme/__init__.py": dedent("""\
        import typing
        from importlib import import_module

        if typing.TYPE_CHECKING:
            from .client import Acme
        from .more import *

        _dynamic_imports: typing.Dict[str, str] = {"AsyncAcme": ".client", "User": ".types"}


        def __getattr__(name):
            return getattr(import_module(_dynamic_imports[name], __package__), name)
        """),
    "acme/client.py": dedent("""\
        class Base:
            def __init__(self, *, token: str, timeout: float = 1):
                pass

            def get(self, user_id, *, expand=None):
                return 1

            def stream(self):
                yield 1


        class Acme(Base):
            pass


        class AsyncAcme(Base):
            async def get(self, user_id, *, expand=None):
                return 1

            async def stream(self):
                yield 1

            def listing(self) -> "Pager":
                return Pager()
        """),
    "acme/types.py": "class User: pass\n",
    "acme/more.py": "def helper(): pass\n",
    "acme/api/__init__.py": "from ..client import Base as Hidden\n",
}


def _warnings(body: str, method_name: str = "get", client: str = "Acme") -> list[str]:
    modules = Modules(package(SDK))
    definition = modules.definition(("acme/client.py", client))
    assert definition is not None
    function = modules.method(("acme/client.py", client), method_name)
    assert function is not None
    source = f'from acme import {client}\nclient = {client}(token="T")\n{body}\n'
    ast.parse(source)
    checker = Conformance(modules, Imports(modules), Extras(package(SDK), modules))
    method = Method(("acme/client.py", client), function)
    return checker.warnings(source, f"client.{method_name}", method, function)


@pytest.mark.parametrize(
    "body",
    [
        "client.get('1', expand=True)",
        "client.get(user_id='1')",
        "def args_of(): return []\nclient.get(*args_of())",
        "from acme import User, helper, Acme as A\nclient.get(User())\nhelper(), A",
        "from acme.types import User\nclient.get(User)",
        "import os\nclient.get(os.environ['A'])",
        "ids = [x for x in '12']\nclient.get(ids[0])",
        "def one(): return two\ntwo = 2\nclient.get(one())",
        "for page in [1]:\n    client.get(page)",
    ],
)
def test_snippets_that_conform_have_no_warnings(body: str) -> None:
    assert _warnings(body) == []


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        ("client.get('1', other=2)", "client.get takes no argument other"),
        ("client.get()", "client.get needs the argument user_id"),
        ("client.get('1', 2)", "client.get takes at most 1 positional arguments"),
        ("client.get(x)", "the name x is used without being defined"),
        ("client.get([x for x in '1'], expand=x)", "the name x is used without being defined"),
        ("def f():\n    y = 1\nclient.get(y)", "the name y is used without being defined"),
        ("client.get(z)\nz = 1", "the name z is used before it has a value"),
        (
            "def f():\n    client = client.get('1')\nf()\nclient.get('1')",
            "the name client is used before it has a value",
        ),
        ("from acme import Nobody\nclient.get('1')", "Nobody of acme is not there to import"),
        (
            "from acme import Hidden\nclient.get('1')",
            "Hidden of acme (but acme.api has it) is not there to import",
        ),
        (
            "from acme.nothing import X\nclient.get('1')",
            "the module acme.nothing is not there to import",
        ),
        (
            "client = Acme(key='K')\nclient.get('1')",
            "Acme takes no argument key",
        ),
    ],
)
def test_what_does_not_conform_is_named(body: str, warning: str) -> None:
    source = body.replace("client = Acme", "other = Acme", 1)
    found = _warnings(body if source == body else f"{source}\nother.close()")
    assert warning in found


def test_generator_that_nobody_iterates_over_sends_nothing() -> None:
    (warning,) = _warnings("client.stream()", "stream")
    assert "nothing is sent until somebody iterates" in warning
    assert _warnings("for chunk in client.stream(): print(chunk)", "stream") == []


def test_async_generator_cannot_be_awaited() -> None:
    body = "async def main():\n    await client.stream()"
    (warning,) = _warnings(body, "stream", "AsyncAcme")
    assert "is an async generator: iterate over it with `async for`" in warning
    good = "async def main():\n    async for x in client.stream():\n        print(x)"
    assert _warnings(good, "stream", "AsyncAcme") == []


def test_coroutine_has_to_be_awaited() -> None:
    (warning,) = _warnings("client.get('1')", "get", "AsyncAcme")
    assert "is not awaited" in warning


def test_what_is_no_coroutine_cannot_be_awaited() -> None:
    (warning,) = _warnings("async def m():\n    await client.listing()", "listing", "AsyncAcme")
    assert warning == "client.listing cannot be awaited"
