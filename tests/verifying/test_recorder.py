"""Each HTTP layer that an SDK may stand on is recorded, and nothing is sent."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from snippet_widget.verifying import (
    Conditions,
    Form,
    Program,
    Verification,
    available_isolation,
    installed_environment,
    verify,
)

ENDPOINT = ("POST", "/v1/users/{id}")
CONDITIONS = Conditions(installed_environment(Path(sys.prefix)), available_isolation(), workers=1)
URL = "https://api.acme.test/v1/users/42?full=1"

LAYERS = {
    "httpx": f"import httpx; httpx.post('{URL}', json={{}})",
    "httpx client": f"import httpx\nwith httpx.Client() as client: client.post('{URL}')",
    "httpx async": "import asyncio, httpx\nasync def main():\n"
    f"    async with httpx.AsyncClient() as client: await client.post('{URL}')\n"
    "asyncio.run(main())",
    "requests": f"import requests; requests.Session().post('{URL}', data='x')",
    "urllib3": f"import urllib3; urllib3.PoolManager().request('POST', '{URL}')",
    "http.client": "import http.client\n"
    "http.client.HTTPSConnection('api.acme.test').request('POST', '/v1/users/42?full=1')",
    "urllib": f"import urllib.request; urllib.request.urlopen('{URL}', data=b'x')",
    "httpcore": f"import httpcore; httpcore.request('POST', '{URL}')",
}


def program(source: str, form: Form = Form.PROGRAM) -> Program:
    return Program((source,), form, ((0, ENDPOINT),))


def run(*sources: str, form: Form = Form.PROGRAM) -> list[Verification]:
    results = dict(verify([program(source, form) for source in sources], CONDITIONS))
    return [results[number][-1] for number in range(len(sources))]


def test_every_http_layer_is_recorded() -> None:
    results = dict(zip(LAYERS, run(*LAYERS.values()), strict=True))
    assert {name: result.sent for name, result in results.items()} == dict.fromkeys(
        LAYERS, "POST /v1/users/42"
    )
    assert all(result.passed for result in results.values())


def test_websockets_are_recorded_as_what_they_ask_for() -> None:
    (result,) = run("import websocket; websocket.create_connection('wss://api.acme.test/v1/live')")
    assert result.sent == "GET /v1/live"
    assert result.failure == "it sends GET /v1/live, not POST /v1/users/{id}"


def test_another_method_or_path_is_not_right() -> None:
    get, other, longer = run(
        f"import httpx; httpx.get('{URL}')",
        "import httpx; httpx.post('https://api.acme.test/v1/teams/42')",
        "import httpx; httpx.post('https://api.acme.test/v1/users/42/photo')",
    )
    assert get.failure == "it sends GET /v1/users/42, not POST /v1/users/{id}"
    assert other.failure == "it sends POST /v1/teams/42, not POST /v1/users/{id}"
    assert not longer.passed


def test_servers_path_counts_only_where_a_server_has_it() -> None:
    """The prefix stands in a URL of the snippet's own, or it is another endpoint."""
    named, unnamed = run(
        "import httpx\nhttpx.Client(base_url='https://api.acme.test/v9').post('/v1/users/42')",
        "import httpx; httpx.post('https://api.acme.test/v9' + '/v1/users/42')",
    )
    assert named.passed
    assert unnamed.passed  # the literal names the server here as well
    (built,) = run("import httpx; httpx.post('https://api.acme.test/' + 'v9/v1/users/42')")
    assert built.failure == "it sends POST /v9/v1/users/42, not POST /v1/users/{id}"


def test_first_request_counts() -> None:
    (result,) = run(
        f"import httpx; httpx.get('https://login.acme.test/token'); httpx.post('{URL}')"
    )
    assert result.sent == "GET /token"


def test_what_is_raised_is_said_with_its_line() -> None:
    raised, silent, broken = run("import httpx\n\nhttpx.psot('x')", "pass", "import = 1")
    assert raised.failure == "AttributeError: module 'httpx' has no attribute 'psot' (line 3)"
    assert silent.failure == "it ends without having sent a request"
    assert broken.failure.startswith("SyntaxError: ")


def test_body_that_cannot_be_read_is_no_request() -> None:
    (result,) = run(f"import httpx; httpx.post('{URL}', files={{'file': ...}})")
    assert not result.passed
    assert "ellipsis" in result.failure


def test_files_that_a_snippet_opens_are_there() -> None:
    results = run(
        f"import httpx; httpx.post('{URL}', files={{'f': open('audio.mp3', 'rb')}})",
        f"import httpx; httpx.post('{URL}', content=open('/path/to/photo.jpg', 'rb').read())",
        "from pathlib import Path\nimport httpx, json\njson.loads(Path('a.json').read_text())\n"
        f"httpx.post('{URL}', files={{'f': Path('x.wav').open('rb')}})",
    )
    assert [result.failure for result in results] == ["", "", ""]


def test_credentials_of_the_environment_are_placeholders() -> None:
    (result, other) = run(
        "import os, httpx\nassert os.environ['ACME_ACCOUNT'] == os.getenv('ACME_API_KEY')\n"
        f"httpx.post('{URL}')",
        f"import os, httpx\nassert os.environ.get('ACME_' + 'REGION') is None\nhttpx.post('{URL}')",
    )
    assert result.failure == ""
    assert other.failure == ""


def test_notebook_cell_awaits_at_top_level_within_a_running_loop() -> None:
    cell = f"import httpx\nclient = httpx.AsyncClient()\nawait client.post('{URL}')"
    assert [result.failure for result in run(cell, form=Form.NOTEBOOK)] == [""]
    nested = LAYERS["httpx async"]
    (result,) = run(nested, form=Form.NOTEBOOK)
    assert "asyncio.run() cannot be called from a running event loop" in result.failure


def test_cells_of_one_process_go_on_after_a_request() -> None:
    cells = (
        f"import httpx\nclient = httpx.Client()\nclient.post('{URL}')",
        f"client.post('{URL}')",
        "client.get('https://api.acme.test/v1/ping')",
        "nobody.defined_this()",
    )
    expected = tuple((number, ENDPOINT) for number in range(4))
    ((_, results),) = verify([Program(cells, Form.NOTEBOOK, expected)], CONDITIONS)
    assert [result.failure for result in results] == [
        "",
        "",
        "it sends GET /v1/ping, not POST /v1/users/{id}",
        "NameError: name 'nobody' is not defined (line 1)",
    ]


def test_snippets_do_not_see_what_others_left() -> None:
    first, second = run(
        f"import builtins, httpx\nbuiltins.left = 1\nhttpx.post('{URL}')",
        f"import httpx\nassert left\nhttpx.post('{URL}')",
    )
    assert first.passed
    assert second.failure == "NameError: name 'left' is not defined (line 2)"


def test_scripts_that_run_it_are_no_modules_of_a_snippet() -> None:
    results = run("import recorder", "import session", "import surroundings")
    assert [result.failure.split("'")[0] for result in results] == [
        "ModuleNotFoundError: No module named "
    ] * 3


def test_layers_of_this_environment_are_all_tried() -> None:
    assert all(find_spec(name) for name in ("httpx", "requests", "urllib3", "httpcore"))


@pytest.mark.parametrize("form", [Form.PROGRAM, Form.NOTEBOOK])
def test_exit_is_no_request(form: Form) -> None:
    (result,) = run("import sys; sys.exit(3)", form=form)
    assert result.failure.startswith("SystemExit: 3")
