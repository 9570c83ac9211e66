"""Stainless's Python packages: the map out of wheels, the snippets out of sdists."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.stainless import python as stainless_python
from tests.package_builder import build_sdist, build_wheel, package
from tests.stainless_builder import TESTS, stainless_sdist
from tests.stainless_builder import stainless_python as wheel_files

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.publication import Publication

GET = 'user = client.users.get(\n    "user_id",  # theirs\n)'


def sdist(folder: Path, methods: str = "", tests: str = "", api_md: str = "") -> Publication:
    path = build_sdist(folder, stainless_sdist(methods, tests, api_md))
    (publication,) = read_source(str(path))
    return publication


def test_wheel_is_a_map_without_snippets(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_wheel(tmp_path, wheel_files())))
    assert [(e.method, e.path, e.full) for e in publication.endpoints] == [
        ("GET", "/v1/status", None),
        ("GET", "/v1/users/{user_id}", None),
        ("GET", "/v1/users", None),
        ("POST", "/v1/users/search", None),
    ]
    assert stainless_python.wants_sdist(package(wheel_files()))
    (problem,) = publication.problems
    assert problem.message.endswith(
        "acme keeps those in its sdist, which is not read from here. To have them: "
        "snippet-widget publish pypi:acme==1.0 --org ORG --api API --replace"
    )


def test_calls_of_tests_become_whole_programs(tmp_path: Path) -> None:
    _, get, *_ = sdist(tmp_path).endpoints
    assert get.full is not None
    assert get.endpoint is not None
    assert get.full.call == "client.users.get"
    assert get.full.sources == {
        "sync_client": f"from acme import Acme\n\nclient = Acme()\n{GET}",
        "async_client": (
            "import asyncio\n\nfrom acme import AsyncAcme\n\nclient = AsyncAcme()\n\n\n"
            "async def main() -> None:\n    user = await client.users.get(\n"
            '        "user_id",\n    )\n\n\nasyncio.run(main())'
        ),
    }
    assert get.endpoint.sources == {
        "sync_client": GET,
        "async_client": 'user = await client.users.get(\n    "user_id",\n)',
    }
    assert get.full.warnings == ()
    assert "import and construction of the client are added" in get.full.repairs[0]


def test_all_parameters_are_a_second_example_without_the_helpers_of_tests(tmp_path: Path) -> None:
    _, get, *_ = sdist(tmp_path).endpoints
    assert get.full is not None
    plain, everything = get.full.examples
    assert (plain.name, everything.name) == ("client.users.get", "with all parameters")
    assert everything.sources["sync_client"].startswith("from datetime import date\n\nfrom acme")
    assert 'since=date.fromisoformat("2019-12-27"),' in everything.sources["sync_client"]


def test_endpoint_without_a_test_has_no_snippet_and_deprecation_is_said(tmp_path: Path) -> None:
    _, _, listed, search = sdist(tmp_path).endpoints
    assert search.full is None
    assert listed.full is not None
    assert listed.full.warnings == ("sync: the SDK marks client.users.list as deprecated",)


@pytest.mark.parametrize(
    ("methods", "tests", "api_md", "message"),
    [
        (
            "    def results(self, url: str):\n        return self._get(url)\n",
            "",
            "",
            "The path that client.users.results calls is computed, not written down.",
        ),
        (
            "",
            TESTS.replace("client.users.list", "client.users.other"),
            "",
            "A test calls client.users.other, which sends no request that can be found.",
        ),
        (
            "",
            "",
            '- <code title="post /people">client.users.<a href="./u.py">get</a>()</code>',
            "client.users.get sends GET /users/{user_id}; api.md says POST /people.",
        ),
    ],
)
def test_what_does_not_fit_is_a_problem(
    tmp_path: Path, methods: str, tests: str, api_md: str, message: str
) -> None:
    publication = sdist(tmp_path, methods, tests, api_md)
    assert [problem.message for problem in publication.problems] == [message]


def test_path_that_is_computed_is_taken_from_the_list_of_methods(tmp_path: Path) -> None:
    results = "    def results(self, url: str):\n        return self._get(url)\n"
    listed = '- <code title="get /results/{id}">client.users.<a href="./u.py">results</a>()</code>'
    publication = sdist(tmp_path, results, "", listed)
    assert "/v1/results/{id}" in [endpoint.path for endpoint in publication.endpoints]
    assert publication.problems == ()


def test_argument_that_does_not_exist_is_warned_of(tmp_path: Path) -> None:
    tests = TESTS.replace('"user_id",  # theirs', 'user_id="u", nick="n"')
    _, get, *_ = sdist(tmp_path, "", tests).endpoints
    assert get.full is not None
    assert get.full.warnings == ("sync: client.users.get takes no argument nick",)


def test_old_layout_constructs_resources_in_init() -> None:
    users = "class Users:\n    def get(self):\n        return self._get('/users')\n"
    admin = "from .users import Users\n\n\nclass Admin:\n    def __init__(self, client):\n"
    files = {
        "acme/_base_client.py": "class SyncAPIClient:\n    pass\n",
        "acme/_client.py": (
            "from ._base_client import SyncAPIClient\nfrom . import resources\n\n\n"
            "class Acme(SyncAPIClient):\n    def __init__(self):\n"
            "        self.admin = resources.Admin(self)\n"
        ),
        "acme/resources/__init__.py": "from .admin import Admin\n",
        "acme/resources/admin.py": f"{admin}        self.users = Users(client)\n",
        "acme/resources/users.py": users,
    }
    (found,) = stainless_python.read(package(files)).found
    assert (found.endpoint, found.call) == ("GET /users", "client.admin.users.get")


def test_other_packages_are_not_recognized() -> None:
    assert not stainless_python.recognizes(package({"acme/_client.py": "class Acme:\n    pass\n"}))
    assert not stainless_python.recognizes(package({}, "typescript"))


def test_request_that_another_answer_leads_to_is_said_not_to_be_the_first(tmp_path: Path) -> None:
    methods = dedent("""\
        def results(self, user_id):
            user = self.get(user_id)
            return self._get(user.results_url)

        def both(self, user_id):
            user = self.get(user_id)
            return self._get(f"/both/{user_id}", user)
        """)
    listed = '- <code title="get /results/{id}">client.users.<a href="./u.py">results</a>()</code>'
    tests = TESTS.replace("users.get(", "users.results(", 1) + TESTS.replace(
        "users.get(", "users.both(", 1
    )
    publication = sdist(tmp_path, indent(methods, "    "), TESTS + tests, listed)
    warnings = {e.path: e.full.warnings for e in publication.endpoints if e.full is not None}
    first = (
        "client.users.results first sends GET /v1/users/{user_id}, whose answer says where to ask"
    )
    assert [warning.partition(": ")[2] for warning in warnings["/v1/results/{id}"]] == [first]
    assert warnings["/v1/both/{user_id}"] == ()
