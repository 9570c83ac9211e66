"""Placeholders of secrets become environment variables."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from snippet_widget.cards.credentials import from_environment, placeholders


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
    found = placeholders(f"client = Acme({argument})\n", "python", "acme")
    assert found == {name: f"ACME_{name.upper()}"}


@pytest.mark.parametrize(
    "argument",
    ['name="YOUR_NAME"', "token=None", "api_key=key", 'token="sk-live-51H"', "max_tokens=10"],
)
def test_other_arguments_are_left_alone(argument: str) -> None:
    source = f"client = Acme({argument})\n"
    assert placeholders(source, "python", "acme") == {}
    assert from_environment(source, "python", "acme") == source


def test_import_of_os_comes_first() -> None:
    source = 'from acme import Acme\n\nclient = Acme(\n    token="YOUR_TOKEN",  # é\n)\n'
    assert from_environment(source, "python", "acme-sdk") == (
        "import os\n\nfrom acme import Acme\n\n"
        'client = Acme(\n    token=os.environ["ACME_SDK_TOKEN"],  # é\n)\n'
    )


def test_import_of_os_joins_the_other_imports() -> None:
    source = 'import asyncio\n\nAcme(token="YOUR_TOKEN")\n'
    assert from_environment(source, "python", "acme").startswith("import os\nimport asyncio\n\n")


def test_os_is_imported_once() -> None:
    source = 'import os\n\nAcme(token="YOUR_TOKEN")\n'
    assert from_environment(source, "python", "acme").count("import os") == 1


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
    code = from_environment(f'{head}Acme(token="YOUR_TOKEN")\n', "python", "acme")
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
    assert from_environment(source, "python", "acme") == source


def test_awaited_calls_are_understood() -> None:
    source = 'client = AsyncAcme(token="YOUR_TOKEN")\nawait client.ping()\n'
    assert 'os.environ["ACME_TOKEN"]' in from_environment(source, "python", "acme")


TYPESCRIPT = """\
// apiKey: "YOUR_API_KEY" is what the console shows: é
const client = new Acme({ apiKey: "YOUR_API_KEY", "authToken": '<token>', name: "your name" });
"""


def test_properties_of_typescript_read_process_env() -> None:
    assert placeholders(TYPESCRIPT, "typescript", "@acme/sdk") == {
        "apiKey": "ACME_SDK_API_KEY",
        "authToken": "ACME_SDK_AUTH_TOKEN",
    }
    assert from_environment(TYPESCRIPT, "typescript", "@acme/sdk") == (
        '// apiKey: "YOUR_API_KEY" is what the console shows: é\n'
        "const client = new Acme({ apiKey: process.env.ACME_SDK_API_KEY, "
        '"authToken": process.env.ACME_SDK_AUTH_TOKEN, name: "your name" });\n'
    )


@pytest.mark.parametrize(
    "source", ["", "not (typescript", 'f({ token: key, apiKey: "sk-live-51H" });\n']
)
def test_typescript_without_a_placeholder_is_as_it_was(source: str) -> None:
    assert from_environment(source, "typescript", "acme") == source


def test_other_languages_are_left_alone() -> None:
    source = 'acme.New("YOUR_API_KEY") // api_key: "YOUR_API_KEY"'
    assert placeholders(source, "go", "acme") == {}
    assert from_environment(source, "go", "acme") == source
