"""A Fern SDK of a fictional vendor, written by us in the shape that the generator gives."""

from __future__ import annotations

from textwrap import dedent, indent

WRAPPER = """\
class SyncClientWrapper:
    pass


class AsyncClientWrapper:
    pass
"""

ENVIRONMENT = """\
import enum


class AcmeEnvironment(enum.Enum):
    PRODUCTION = "https://api.acme.test/v2"
    STAGING = "https://staging.acme.test/v3"
"""


def fern_python(methods: str = "", *, example: str = "", async_example: str = "") -> dict[str, str]:
    """Return a package whose `users.get` has these examples, with more methods beside it."""
    client = _client("", "", example or EXAMPLE, methods)
    async_client = _client("Async", "async ", async_example or ASYNC_EXAMPLE, "")
    return {
        "acme/__init__.py": "from .client import Acme, AsyncAcme\n",
        "acme/client.py": _root("", "Sync") + "\n\n" + _root("Async", "Async"),
        "acme/environment.py": ENVIRONMENT,
        "acme/core/client_wrapper.py": WRAPPER,
        "acme/users/__init__.py": "",
        "acme/users/client.py": f"{IMPORTS}\n\n{client}\n\n{async_client}",
        "acme/users/raw_client.py": _raw("", "") + "\n\n" + _raw("Async", "async "),
    }


IMPORTS = "from .raw_client import AsyncRawUsersClient, RawUsersClient"

EXAMPLE = """\
from acme import Acme

client = Acme(
    token="YOUR_TOKEN",
)
client.users.get(
    user_id="user_id",
)
"""

ASYNC_EXAMPLE = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(
    token="YOUR_TOKEN",
)


async def main() -> None:
    await client.users.get(
        user_id="user_id",
    )


asyncio.run(main())
"""


def docstring(example: str) -> str:
    """Return a method's docstring with an example, indented as in a class."""
    return indent(f'"""\nGet a user.\n\nExamples\n--------\n{example}"""\n', " " * 8)


def _client(prefix: str, async_: str, example: str, methods: str) -> str:
    raw = f"{prefix}RawUsersClient"
    await_ = "await " if async_ else ""
    return (
        f"class {prefix}UsersClient:\n"
        f"    def __init__(self, *, client_wrapper):\n"
        f"        self._raw_client = {raw}(client_wrapper=client_wrapper)\n\n"
        f"    {async_}def get(self, user_id: str, *, expand: bool = False, request_options=None):\n"
        f"{docstring(example)}"
        f"        _response = {await_}self._raw_client.get(user_id)\n"
        f"        return _response.data\n\n{indent(dedent(methods), '    ')}"
    )


def _raw(prefix: str, async_: str) -> str:
    await_ = "await " if async_ else ""
    return dedent(f"""\
        from ..core.jsonable_encoder import jsonable_encoder


        class {prefix}RawUsersClient:
            def __init__(self, *, client_wrapper):
                self._client_wrapper = client_wrapper

            {async_}def get(self, user_id, *, request_options=None):
                _response = {await_}self._client_wrapper.httpx_client.request(
                    f"users/{{jsonable_encoder(user_id)}}",
                    method="GET",
                )
                return _response
        """)


def _root(prefix: str, kind: str) -> str:
    return dedent(f"""\
        from .core.client_wrapper import AsyncClientWrapper, SyncClientWrapper
        from .users.client import AsyncUsersClient, UsersClient


        class {prefix}Acme:
            def __init__(self, *, token: str, base_url=None):
                self._client_wrapper = {kind}ClientWrapper(token=token)
                self._users = None

            @property
            def users(self):
                if self._users is None:
                    self._users = {prefix}UsersClient(client_wrapper=self._client_wrapper)
                return self._users
        """)
