"""What a call does and takes, what it needs, and which variables its client reads."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from snippet_widget.models import Parameter
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.documentation import (
    MAX_DESCRIPTION,
    MAX_PARAMETERS,
    documentation_url,
)
from snippet_widget.publishing.extraction import (
    CheckedProgram,
    ExtractedExample,
    ExtractionResult,
)
from snippet_widget.publishing.families.fern import python as fern_family
from snippet_widget.publishing.families.stainless import python as stainless_family
from snippet_widget.publishing.python.client_credentials import client_credentials
from snippet_widget.publishing.python.documentation import parameters, summary
from snippet_widget.publishing.python.modules import Modules
from snippet_widget.publishing.python.required_only import required_construction, required_only
from snippet_widget.syntax.python import constructions
from tests.fern_builder import docstring, fern_python
from tests.package_builder import package
from tests.stainless_builder import stainless_sdist

if TYPE_CHECKING:
    from snippet_widget.publishing.python.modules import Function


def _function(source: str) -> Function:
    (node,) = ast.parse(dedent(source)).body
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return node


NUMPY = '''
def get(
    self, id: str, *, limit: typing.Optional[int] = OMIT, kind: str = "a", request_options=None
):
    """
    Get a
    user.

    More on that.

    Parameters
    ----------
    id : str
        Whose; <b>never</b> empty.

    limit : typing.Optional[int]
        How many:
        - a few

    Returns
    -------
    User

    Examples
    --------
    get()
    """
'''
GOOGLE = '''
def get(self, *, id: str, limit: int | Omit = omit, extra_headers: Headers | None = None):
    """Get a user.

    Args:
      id: Whose; never
          empty.

      limit: How many: a few

      extra_headers: Send extra headers
    """
'''


def test_parameters_without_types_in_their_docstring_are_those_of_the_signature() -> None:
    source = (
        "def get(self, id: str):\n    '''Get.\n\n    Parameters\n    ----------\n    id\n    '''\n"
    )
    function = _function(source)
    assert parameters(function, function) == (Parameter("id", "str", required=True),)


@pytest.mark.parametrize("source", [NUMPY, GOOGLE], ids=["NumPy", "Google"])
def test_docstring_tells_what_a_call_does_and_takes(source: str) -> None:
    function = _function(source)
    found = parameters(function, function)
    described = {each.name: each.description for each in found}
    assert summary(function) == "Get a user."
    assert described["id"].replace(" ;", ";").split() == ["Whose;", "never", "empty."]
    assert described["limit"].startswith("How many:")
    assert {each.name for each in found if each.required} == {"id"}
    assert not {"self", "request_options", "extra_headers"} & set(described)


def test_types_and_defaults_are_for_people() -> None:
    function = _function(NUMPY)
    assert [(p.name, p.type, p.default) for p in parameters(function, function)] == [
        ("id", "str", ""),
        ("limit", "Optional[int]", ""),
        ("kind", "str", "'a'"),
    ]
    google = _function(GOOGLE)
    assert parameters(google, google)[1].type == "int"


def test_function_without_a_docstring_has_its_signature() -> None:
    function = _function("def get(self, id): pass")
    assert summary(function) == ""
    assert parameters(function, function) == (Parameter("id", required=True),)


def test_meaning_is_bounded() -> None:
    names = ", ".join(f"p{number}" for number in range(200))
    text = "word " * 10_000
    function = _function(
        f'def get(self, {names}):\n    """{text}\n\n    Args:\n      p0: {text}\n    """\n'
    )
    found = parameters(function, function)
    assert len(found) == MAX_PARAMETERS
    assert len(found[0].description) <= MAX_DESCRIPTION
    assert len(summary(function)) <= 300
    assert summary(function).endswith("word…")


def test_meaning_travels_with_the_snippet() -> None:
    extracted = fern_family.read(package(fern_python()))
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.endpoint is not None
    assert endpoint.full.summary == endpoint.endpoint.summary == "Get a user."
    assert [(p.name, p.required) for p in endpoint.full.parameters] == [
        ("user_id", True),
        ("expand", False),
    ]
    assert endpoint.endpoint.parameters == ()  # once is enough


def test_stainless_tells_its_meaning_too() -> None:
    extracted = stainless_family.read(package(stainless_sdist("", "", "")))
    publication = assemble("python", "acme", "1.0", extracted)
    told = [endpoint.full for endpoint in publication.endpoints if endpoint.full is not None]
    assert told
    assert all(snippet.parameters for snippet in told if "id" in str(snippet.sources))


@pytest.mark.parametrize(
    ("metadata", "url"),
    [
        (
            "Home-page: https://acme.test\nProject-URL: Documentation, https://docs.acme.test\n",
            "https://docs.acme.test",
        ),
        ("Home-page: https://acme.test\n", "https://acme.test"),
        ("Project-URL: Docs, javascript:alert(1)\n", ""),
        ("Project-URL: Docs, https://[broken\n", ""),
        ('Project-URL: Documentation, https://x/"onclick="window.PWN=8\n', ""),
        ("", ""),
    ],
)
def test_documentation_is_what_the_package_names(metadata: str, url: str) -> None:
    assert documentation_url(package({"acme-1.0.dist-info/METADATA": f"{metadata}\n"})) == url


CLIENTS = {
    "acme/client.py": dedent("""\
        import os
        from os import environ


        def _key():
            return os.getenv("ACME_KEY", os.getenv("OLD_KEY"))


        class Default:
            def __init__(self, *, api_key=os.getenv("ACME_API_KEY"), url=os.getenv("ACME_URL")):
                pass


        class Derived(Default):
            pass


        class Assigned:
            def __init__(self, token=None, region=None):
                if token is None:
                    token = os.environ.get("ACME_TOKEN")
                self._region = region or os.environ["ACME_REGION"]


        class Function:
            def __init__(self, api_key=None):
                if api_key is None:
                    api_key = _key()


        class Either:
            def __init__(self, secret=None):
                self.secret = secret if secret is not None else environ["ACME_SECRET"]
        """)
}


@pytest.mark.parametrize(
    ("client", "credentials"),
    [
        ("Default", {"api_key": "ACME_API_KEY"}),
        ("Derived", {"api_key": "ACME_API_KEY"}),
        ("Assigned", {"token": "ACME_TOKEN"}),
        ("Function", {"api_key": "ACME_KEY"}),
        ("Either", {"secret": "ACME_SECRET"}),
    ],
)
def test_variables_are_those_that_the_client_reads(
    client: str, credentials: dict[str, str]
) -> None:
    modules = Modules(package(CLIENTS))
    assert client_credentials(modules, [("acme/client.py", client)]) == credentials


def test_credentials_travel_with_the_snippet() -> None:
    files = fern_python()
    files["acme/client.py"] = "import os\n" + files["acme/client.py"].replace(
        "token: str,", 'token: str = os.getenv("ACME_TOKEN"),'
    )
    extracted = fern_family.read(package(files))
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.full.credentials == {"token": "ACME_TOKEN"}


TAKES = "def get(self, id, *, name, tags=(), user=None, **more): pass"


@pytest.mark.parametrize(
    ("call", "shorter"),
    [
        ("client.get(1, name='n', tags=[])", "client.get(1, name='n')"),
        ("client.get(1, tags=[], name='n')", "client.get(1, name='n')"),
        (
            "client.get(\n    id=1,\n    tags=[],\n    name='n',  # é\n)",
            "client.get(\n    id=1,\n    name='n',  # é\n)",
        ),
        ("client.get(tags=[])", "client.get()"),
        ("client.get(1, name='n')", ""),
        ("client.get(1, **values)", ""),
        ("client.get(1, name='n', other=2)", ""),  # not known to be optional
    ],
)
def test_required_only_form_has_what_the_call_needs(call: str, shorter: str) -> None:
    head = "client = Acme()\n"
    found = required_only(head + call, "client.get", _function(TAKES), set())
    assert found == (head + shorter if shorter else "")


def test_required_only_form_imports_what_it_uses() -> None:
    source = (
        "import os\nfrom acme import Acme, User\nfrom acme.tags import (\n    Tag,\n)\n\n"
        "client = Acme(token=os.environ['T'])\nclient.get(1, name='n', user=User(), tags=[Tag()])"
    )
    assert required_only(source, "client.get", _function(TAKES), set()) == (
        "import os\nfrom acme import Acme\n\n"
        "client = Acme(token=os.environ['T'])\nclient.get(1, name='n')"
    )


CLIENT = """
def __init__(
    self, name, *, token=None, base_url=None, timeout: float = 60, client_name: str | None = None
): pass
"""


@pytest.mark.parametrize(
    ("made", "shorter"),
    [
        (
            'Acme(\n    "n",\n    client_name="YOUR_CLIENT_NAME",\n    token="YOUR_TOKEN",\n)',
            'Acme(\n    "n",\n    token="YOUR_TOKEN",\n)',
        ),
        (
            'Acme(name="n", client_name="c", base_url="u", timeout=1)',
            'Acme(name="n", base_url="u")',
        ),
        ('Acme(name="n", token="t", other=1)', ""),  # not known to be optional
        ("Acme(**values)", ""),
    ],
)
def test_client_is_made_of_what_it_needs(made: str, shorter: str) -> None:
    source = "client = {}\nclient.get(1)"
    construction = constructions(ast.parse(source.format(made)))["client"]
    found = required_construction(source.format(made), construction, _function(CLIENT))
    assert found == (source.format(shorter) if shorter else "")


def test_argument_that_was_added_stays() -> None:
    source = "client = Acme()\nclient.get(1, name='n', tags=[], user=2)"
    assert required_only(source, "client.get", _function(TAKES), {"user"}) == (
        "client = Acme()\nclient.get(1, name='n', user=2)"
    )


def test_decorator_tells_what_overloads_need() -> None:
    function = _function(
        '@required_args(["id"], ["id", "stream"])\ndef get(self, *, id=omit, stream=omit): pass'
    )
    source = "client = Acme()\nclient.get(id=1, stream=True)"
    assert required_only(source, "client.get", function, set()).endswith("client.get(id=1)")


def test_required_only_form_has_one_of_the_alternatives_and_what_the_signature_needs() -> None:
    function = _function(
        '@required_args(["at", "kind"], ["cron", "kind", "zone"])\n'
        "def get(self, id, *, at=omit, cron=omit, kind=omit, zone=omit, note=omit): pass"
    )
    source = "client = Acme()\nclient.get(id='1', cron='*', note='n', zone='UTC', kind='cron')"
    assert required_only(source, "client.get", function, set()) == (
        "client = Acme()\nclient.get(id='1', cron='*', zone='UTC', kind='cron')"
    )
    required = [
        parameter.name for parameter in parameters(function, function) if parameter.required
    ]
    assert required == ["id", "kind"]


def test_required_only_form_of_an_asynchronous_call_travels_too() -> None:
    program = """\
import asyncio
from acme import AsyncAcme

client = AsyncAcme()


async def main() -> None:
    await client.ping({})


asyncio.run(main())
"""
    found = ExtractedExample("GET", "/ping", "client.ping")
    arguments, needed = program.format('"1", expand=True'), program.format('"1"')
    found.add("async_client", CheckedProgram(arguments, required_only=needed))
    (endpoint,) = assemble("python", "acme", "1.0", ExtractionResult([found])).endpoints
    assert endpoint.endpoint is not None
    assert endpoint.endpoint.required_only == {"async_client": 'await client.ping("1")'}


def test_required_only_form_leaves_out_what_the_client_can_miss() -> None:
    example = 'from acme import Acme\n\nclient = Acme({}token="T")\nclient.users.get("1")'
    files = fern_python(example=example.format('client_name="YOUR_NAME", ') + "\n")
    files["acme/client.py"] = files["acme/client.py"].replace(
        "base_url=None", "base_url=None, client_name=None"
    )
    extracted = fern_family.read(package(files))
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.full.required_only == {"sync_client": example.format("")}
    assert endpoint.endpoint is not None
    assert endpoint.endpoint.required_only == {}  # the call alone is the same


def test_required_only_form_travels_with_the_snippet() -> None:
    example = (
        'from acme import Acme\n\nclient = Acme(token="T")\nclient.users.get("1", expand=True)'
    )
    assert docstring(example)
    extracted = fern_family.read(package(fern_python(example=example + "\n")))
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.full.required_only == {"sync_client": example.replace(", expand=True", "")}
    assert endpoint.endpoint is not None
    assert endpoint.endpoint.required_only == {"sync_client": 'client.users.get("1")'}
