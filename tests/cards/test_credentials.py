"""Placeholders of secrets become environment variables."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from snippet_widget.cards.credential_names import Variables
from snippet_widget.cards.credentials import credential_variables, from_environment


@pytest.mark.parametrize(
    "argument",
    [
        'api_key="YOUR_API_KEY"',
        "token='YOUR_TOKEN'",
        'token="<token>"',
        'api_key="My API Key"',
        'x_api_key="your-api-key"',
        'client_secret="..."',
        'access_token="xxxx"',
    ],
)
def test_placeholders_are_found(argument: str) -> None:
    name = argument.partition("=")[0]
    found = credential_variables(f"client = Acme({argument})\n", "python", Variables("acme"))
    assert found == {name: f"ACME_{name.upper()}"}


@pytest.mark.parametrize(
    "argument",
    ['name="YOUR_NAME"', "token=None", "api_key=key", 'token="sk-live-51H"', "max_tokens=10"],
)
def test_other_arguments_are_left_alone(argument: str) -> None:
    source = f"client = Acme({argument})\n"
    assert credential_variables(source, "python", Variables("acme")) == {}
    assert from_environment(source, "python", Variables("acme")) == source


def test_import_of_os_comes_first() -> None:
    source = 'from acme import Acme\n\nclient = Acme(\n    token="YOUR_TOKEN",  # é\n)\n'
    assert from_environment(source, "python", Variables("acme-sdk")) == (
        "import os\n\nfrom acme import Acme\n\n"
        'client = Acme(\n    token=os.environ["ACME_SDK_TOKEN"],  # é\n)\n'
    )


def test_it_is_said_what_to_do_where_the_variable_is_not_set() -> None:
    source = 'client = Acme(\n    url="a",\n    token="YOUR_TOKEN",\n    secret="...",  # é\n)\n'
    assert from_environment(source, "python", Variables("acme", {"token": "ACME_KEY"})) == (
        'import os\n\nclient = Acme(\n    url="a",\n'
        '    token=os.environ["ACME_KEY"],  # must be set\n'
        '    secret=os.environ["ACME_SECRET"],  # é\n)\n'
    )
    continued = 'client = Acme(token="YOUR_TOKEN", \\\n    url="a")\n'
    assert from_environment(continued, "python", Variables("acme")) == (
        'import os\n\nclient = Acme(token=os.environ["ACME_TOKEN"], \\\n    url="a")\n'
    )


def test_import_of_os_joins_the_other_imports() -> None:
    source = 'import asyncio\n\nAcme(token="YOUR_TOKEN")\n'
    assert from_environment(source, "python", Variables("acme")).startswith(
        "import os\nimport asyncio\n\n"
    )


def test_os_is_imported_once() -> None:
    source = 'import os\n\nAcme(token="YOUR_TOKEN")\n'
    assert from_environment(source, "python", Variables("acme")).count("import os") == 1


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('"""Say hello."""\n', '"""Say hello."""\n\nimport os\n\n'),
        (
            '"""Say hello."""\n\nfrom __future__ import annotations\n\n',
            '"""Say hello."""\n\nfrom __future__ import annotations\n\nimport os\n\n',
        ),
        (
            "from __future__ import annotations\nfrom acme import Acme\n",
            "from __future__ import annotations\nimport os\n\nfrom acme import Acme\n",
        ),
        ("import os as o\n", "import os\nimport os as o\n"),
        ("import os.path as p\n", "import os\nimport os.path as p\n"),
        ("import os.path\n", "import os.path\n"),
        ("", "import os\n\n"),
    ],
)
def test_import_of_os_stands_where_it_may(head: str, expected: str) -> None:
    code = from_environment(f'{head}Acme(token="YOUR_TOKEN")\n', "python", Variables("acme"))
    assert code.startswith(expected)
    program = compile(code, "<cell>", "exec")
    read: list[str | None] = []

    def acme(token: str) -> None:
        read.append(token)

    acme_module = SimpleNamespace(Acme=acme)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACME_TOKEN", "from the environment")
        patch.setitem(sys.modules, "acme", acme_module)
        exec(program, {"Acme": acme})  # noqa: S102 - what the cell would do
    assert read == ["from the environment"]


@pytest.mark.parametrize("source", ["", "not python (", "await client.ping()\n"])
def test_what_has_no_placeholder_is_as_it_was(source: str) -> None:
    assert from_environment(source, "python", Variables("acme")) == source


def test_awaited_calls_are_understood() -> None:
    source = 'client = AsyncAcme(token="YOUR_TOKEN")\nawait client.ping()\n'
    assert 'os.environ["ACME_TOKEN"]' in from_environment(source, "python", Variables("acme"))


@pytest.mark.parametrize(
    "source",
    [
        'client.users.list(page_token="YOUR_TOKEN")\n',
        'client.secrets.get(secret_id="secret_id", token="YOUR_TOKEN")\n',
        'client.create(auth=OAuth(token="YOUR_TOKEN"))\n',
        'client = Acme(token_url="YOUR_TOKEN_URL", api_key_id="YOUR_KEY_ID")\n',
        'client = Acme(page_token="YOUR_TOKEN", after_token_redirect="YOUR_TOKEN")\n',
    ],
)
def test_what_the_client_takes_no_credential_as_is_left_alone(source: str) -> None:
    assert from_environment(source, "python", Variables("acme")) == source
    assert credential_variables(source, "python", Variables("acme")) == {}


def test_variable_is_the_one_that_the_sdk_reads() -> None:
    naming = Variables("cohere", {"api_key": "CO_API_KEY", "signature": "CO_SIGNATURE"})
    source = 'client = Client(api_key="YOUR_KEY", signature="YOUR_SIGNATURE", token="<token>")\n'
    assert credential_variables(source, "python", naming) == {
        "api_key": "CO_API_KEY",
        "signature": "CO_SIGNATURE",
        "token": "COHERE_TOKEN",
    }


def test_credentials_of_typescript_are_options_of_a_client() -> None:
    naming = Variables("acme", {"apiKey": "ACME_KEY"})
    source = (
        'const client = new Acme({ apiKey: "YOUR_API_KEY" });\n'
        'await client.list({ pageToken: "YOUR_TOKEN", token: "YOUR_TOKEN" });\n'
    )
    assert credential_variables(source, "typescript", naming) == {"apiKey": "ACME_KEY"}
    assert "process.env.ACME_KEY });" in from_environment(source, "typescript", naming)


TYPESCRIPT = """\
// apiKey: "YOUR_API_KEY" is what the console shows: é
const client = new Acme({ apiKey: "YOUR_API_KEY", "authToken": '<token>', name: "your name" });
"""


def test_properties_of_typescript_read_process_env() -> None:
    assert credential_variables(TYPESCRIPT, "typescript", Variables("@acme/sdk")) == {
        "apiKey": "ACME_SDK_API_KEY",
        "authToken": "ACME_SDK_AUTH_TOKEN",
    }
    assert from_environment(TYPESCRIPT, "typescript", Variables("@acme/sdk")) == (
        '// apiKey: "YOUR_API_KEY" is what the console shows: é\n'
        "const client = new Acme({ apiKey: process.env.ACME_SDK_API_KEY, "
        '"authToken": process.env.ACME_SDK_AUTH_TOKEN, name: "your name" });\n'
    )


@pytest.mark.parametrize(
    "source", ["", "not (typescript", 'f({ token: key, apiKey: "sk-live-51H" });\n']
)
def test_typescript_without_a_placeholder_is_as_it_was(source: str) -> None:
    assert from_environment(source, "typescript", Variables("acme")) == source


def test_other_languages_are_left_alone() -> None:
    source = 'acme.New("YOUR_API_KEY") // api_key: "YOUR_API_KEY"'
    assert credential_variables(source, "go", Variables("acme")) == {}
    assert from_environment(source, "go", Variables("acme")) == source
