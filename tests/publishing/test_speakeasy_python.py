"""Speakeasy's Python packages: a map of endpoints, and the programs of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.speakeasy import python as speakeasy_python
from tests.package_builder import build_wheel, package

if TYPE_CHECKING:
    from pathlib import Path

USERS = """\
from acme.basesdk import BaseSDK


class Users(BaseSDK):
    def get(self, *, user_id):
        req = self._build_request(
            method="GET", path="/users/{user_id}", base_url=base_url, request=request
        )

    async def get_async(self, *, user_id):
        req = self._build_request_async(
            method="GET", path="/users/{user_id}", base_url=base_url, request=request
        )

    def _hidden(self):
        req = self._build_request(method="GET", path="/hidden")

    def computed(self, path):
        req = self._build_request(method="GET", path=path)
"""
FILES = {
    "acme/__init__.py": "from .sdk import Acme\n",
    "acme/basesdk.py": "class BaseSDK:\n    pass\n",
    "acme/sdkconfiguration.py": 'SERVER_EU = "eu"\nSERVERS = {SERVER_EU: "https://a.test/api/v1"}\n',
    "acme/sdk.py": """\
from typing import TYPE_CHECKING
from .basesdk import BaseSDK

if TYPE_CHECKING:
    from acme.admin import Admin


class Acme(BaseSDK):
    admin: "Admin"
    timeout: int
    _sub_sdk_map = {
        "users": ("acme.users", "Users"),
        "gone": ("acme.gone", "Gone"),
    }
""",
    "acme/users.py": USERS,
    "acme/admin.py": """\
from .basesdk import BaseSDK
from .users import Users


class Admin(BaseSDK):
    users: Users

    def stream(self):
        req = self._build_request(method="POST", path="/events#stream")
""",
    "acme/azure/sdk.py": "from ..basesdk import BaseSDK\n\n\nclass Azure(BaseSDK):\n    pass\n",
}


def test_endpoints_are_listed_without_snippets(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_wheel(tmp_path, FILES)))
    assert [(e.method, e.path, e.full) for e in publication.endpoints] == [
        ("POST", "/api/v1/events", None),
        ("GET", "/api/v1/users/{user_id}", None),
    ]
    assert publication.problems[0].message.endswith("with --sdk python:acme==1.0.")


def test_calls_are_those_of_the_root_sync_and_async_once() -> None:
    found = speakeasy_python.read(package(FILES)).found
    assert [one.call for one in found] == [
        "client.admin.stream",
        "client.admin.users.get",
        "client.users.get",
    ]


def test_other_packages_are_not_recognized() -> None:
    assert not speakeasy_python.recognizes(package({"acme/basesdk.py": "class BaseSDK: ..."}))
    assert not speakeasy_python.recognizes(package(FILES, "typescript"))


README = """\
## Usage

```python
from acme import Acme

with Acme(token="T") as a_client:
    res = a_client.users.get(user_id="1")
    print(res)
```

```python
import asyncio
from acme import Acme

async def main():
    async with Acme() as a_client:
        print(await a_client.users.get_async(user_id="1"))

asyncio.run(main())
```

## Retries

```python
client = Acme()
client.users.get(wrong=1)
```

```python
client = Acme()
client.users.get(user_id="1")
client.admin.stream()
```

```python
client = OtherVendor()
client.admin.stream()
```

```python
client = Acme(...
client.admin.stream()
```

```bash
client.admin.stream()
```
"""


def test_programs_of_the_readme_are_snippets_of_the_one_call_that_they_make() -> None:
    metadata = f"Metadata-Version: 2.4\nName: acme\nVersion: 1.0\n\n{README}"
    told = package({**FILES, "acme-1.0.dist-info/METADATA": metadata})
    stream, nested, plain, retries = speakeasy_python.read(told).found
    assert (stream.sources, nested.sources) == ({}, {})
    assert (plain.call, plain.name, plain.warnings) == ("client.users.get", "Usage", [])
    assert plain.sources["sync_client"].startswith("from acme import Acme\n\nwith Acme(")
    assert "await a_client.users.get_async" in plain.sources["async_client"]
    assert (retries.name, retries.endpoint) == ("Retries", "GET /api/v1/users/{user_id}")
    assert "sync: client.users.get takes no argument wrong" in retries.warnings


def test_where_the_other_snippets_are_is_said() -> None:
    (problem,) = speakeasy_python.read(package({**FILES, "README.md": README})).problems
    assert problem.message.startswith("acme itself shows one, in its README.")
