"""TypeScript snippets: Node's HTTP layers are recorded, and cells of one process share names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.verifying import (
    Bounds,
    Conditions,
    Environment,
    Form,
    Isolation,
    Program,
    Verification,
    available_isolation,
    installed_node_environment,
    verify,
)
from snippet_widget.verifying.typescript_cells import cell

if TYPE_CHECKING:
    from pathlib import Path

ENDPOINT = ("POST", "/v1/users/{id}")
URL = "https://api.acme.test/v1/users/42?full=1"
ACME = """\
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Acme = class Acme {
  constructor(options) { this.options = options; }
  async send(id) { return fetch(`https://api.acme.test/v1/users/${id}`, { method: "POST" }); }
};
exports.default = exports.Acme;
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with a package that a compiler of ES modules made."""
    folder = tmp_path_factory.mktemp("environment")
    package = folder / "node_modules" / "acme"
    package.mkdir(parents=True)
    (package / "index.js").write_text(ACME)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    return installed_node_environment(folder)


def run(
    environment: Environment,
    *cells: str,
    form: Form = Form.PROGRAM,
    isolation: Isolation | None = None,
    seconds: float = 8,
) -> tuple[Verification, ...]:
    """Run cells in one process, or programs in one each."""
    bounds = Bounds(seconds=seconds)
    conditions = Conditions(environment, isolation or available_isolation(), bounds)
    if form is Form.PROGRAM:
        programs = [Program((source,), form, ((0, ENDPOINT),)) for source in cells]
    else:
        programs = [Program(cells, form, tuple((n, ENDPOINT) for n in range(len(cells))))]
    results = dict(verify(programs, conditions))
    return tuple(result for number in sorted(results) for result in results[number])


LAYERS = {
    "fetch": f"await fetch('{URL}', {{ method: 'post' }});",
    "fetch of a request": f"await fetch(new Request('{URL}', {{ method: 'POST', body: 'x' }}));",
    "https": f"import https from 'https'; https.request('{URL}', {{ method: 'POST' }}).end();",
    "http": "import { request } from 'node:http';\n"
    "request({ host: 'api.acme.test', path: '/v1/users/42', method: 'POST' }).end('x');",
    "http2": "import * as http2 from 'http2';\nhttp2.connect('https://api.acme.test')"
    ".request({ ':method': 'POST', ':path': '/v1/users/42' });",
    "not awaited": f"const main = async () => fetch('{URL}', {{ method: 'POST' }});\nmain();",
    "after a data URL": f"await fetch('data:,');\nawait fetch('{URL}', {{ method: 'POST' }});",
    "later": f"setTimeout(() => fetch('{URL}', {{ method: 'POST' }}), 50);",
}


def test_every_http_layer_is_recorded(environment: Environment) -> None:
    results = dict(zip(LAYERS, run(environment, *LAYERS.values()), strict=True))
    assert {name: result.sent for name, result in results.items()} == dict.fromkeys(
        LAYERS, "POST /v1/users/42"
    )
    assert not any(result.failure for result in results.values())


def test_sdk_is_imported_as_compilers_do(environment: Environment) -> None:
    call = "const client: Acme = new Acme({ token: 'x' });\nawait client.send('42');"
    results = run(
        environment,
        f"import {{ Acme, type Options, Interface }} from 'acme';\n{call}",
        f"import Acme from 'acme';\n{call}",
        f"import * as acme from 'acme';\nimport type {{ Unknown }} from 'acme';\n"
        f"const Acme = acme.Acme;\n{call}",
    )
    assert [result.failure for result in results] == ["", "", ""]


def test_failures_are_said_with_their_line(environment: Environment) -> None:
    results = run(
        environment,
        "import { Acme } from 'acme';\n\nnew Acme({}).sned();",
        "const x: number = 1;",
        "import { Acme } from 'missing';",
        "process.exit(0);",
        "await Promise.reject(new RangeError('far'));",
    )
    assert [result.failure.partition("\n")[0] for result in results] == [
        "TypeError: (intermediate value).sned is not a function (line 3)",
        "it ends without having sent a request",
        "Error: Cannot find module 'missing'",
        "process.exit(0)",
        "RangeError: far (line 1)",
    ]


def test_cells_of_one_process_share_what_they_declare(environment: Environment) -> None:
    whole = "import { Acme } from 'acme';\nconst client = new Acme({});\nawait client.send('1');"
    results = run(
        environment, whole, "await client.send('2');", "other.send('3');", form=Form.ENDPOINT
    )
    assert [result.sent for result in results] == ["POST /v1/users/1", "POST /v1/users/2", ""]
    assert results[2].failure == "ReferenceError: other is not defined (line 1)"


def test_files_and_credentials_are_there(environment: Environment) -> None:
    send = f"await fetch('{URL}', {{ method: 'POST' }});"
    results = run(
        environment,
        "import fs from 'fs';\nfor await (const _ of fs.createReadStream('/path/to/a.mp3')) {}\n"
        f"fs.readFileSync('b.json', 'utf8');\n{send}",
        f"if (process.env.ACME_ACCOUNT !== process.env['ACME_API_KEY']) throw 1;\n{send}",
        f"if (process.env['ACME_' + 'REGION']) throw new Error('region');\n{send}",
    )
    assert [result.failure for result in results] == ["", "", ""]


@pytest.mark.parametrize("isolation", [*Isolation])
def test_harm_fails(environment: Environment, isolation: Isolation, tmp_path: Path) -> None:
    if isolation is Isolation.NAMESPACES and available_isolation() is not isolation:
        pytest.skip("this system gives no namespaces")
    secret = tmp_path / "secret"
    secret.write_text("SECRET")
    (endless,) = run(environment, "while (true);", isolation=isolation, seconds=0.7)
    assert endless.failure == "it took more than 0.7 seconds"
    results = run(
        environment,
        "const x = []; while (true) x.push(new Array(1e6).fill(x.length));",
        "import net from 'net'; net.connect(80, '192.0.2.1');",
        "import dgram from 'dgram'; dgram.createSocket('udp4').send('x', 53, '192.0.2.1');",
        "import { execSync } from 'child_process'; execSync('kill -9 ' + process.ppid);",
        "process.kill(process.ppid, 'SIGKILL');",
        f"import fs from 'fs'; fs.writeFileSync('{tmp_path}/new', 'x');",
        f"import fs from 'fs'; console.log(fs.readFileSync('{secret}'));",
        LAYERS["fetch"],
        isolation=isolation,
        seconds=30,  # the bound on memory is to end the first, not this
    )
    assert results[0].failure.startswith("its process ended with signal")
    assert [bool(result.failure) for result in results] == [True] * 7 + [False]
    assert not any(result.sent for result in results[:-1])
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_statements_keep_their_lines() -> None:
    source = "import {\n  A,\n  B as C,\n} from 'a';\nexport {};\nconst { d } = C, e = 1;\n"
    assert cell(source, shared=False) == (
        'const { A, B: C } = await __import("a");\n\n\n\n\nconst { d } = C, e = 1;\n'
    )
    assert cell(source, shared=True).splitlines()[5] == "({ d } = C);(e = 1);"


def test_a_bundle_of_modules_changes_nothing(environment: Environment) -> None:
    call = "await new Acme({}).send('42');"
    tampering = (
        "import fs from 'fs';\nAcme.prototype.send = () => fetch('https://api.acme.test/other');\n"
        "for (let fd = 3; fd < 30; fd++) try { fs.writeSync(fd, 'x'.repeat(9), 0); } catch {}"
    )
    sources = [f"import {{ Acme }} from 'acme';\n{call}"] * 8
    sources[1] = f"import {{ Acme }} from 'acme';\n{tampering}\n{call}"
    sources[2] = "import { Acme } from 'acme';\nimport { A } from 'missing';\n"
    failures = [result.failure for result in run(environment, *sources)]
    assert failures[1]
    assert failures[2] == "Error: Cannot find module 'missing'"
    assert [failures[0], *failures[3:]] == [""] * 6
