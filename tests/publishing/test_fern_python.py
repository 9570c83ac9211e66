"""Fern's Python packages: endpoints, calls and examples, from layouts old and new."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.fern import python as fern_python
from tests.fern_builder import ASYNC_EXAMPLE, EXAMPLE, WRAPPER
from tests.fern_builder import fern_python as fern_files
from tests.package_builder import package

if TYPE_CHECKING:
    from snippet_widget.publication import Publication


def _publication(files: dict[str, str]) -> Publication:
    built = package(files)
    assert fern_python.recognizes(built)
    return assemble("python", "acme", "1.0", fern_python.read(built))


def test_sync_and_async_examples_meet_on_the_endpoint() -> None:
    (endpoint,) = _publication(fern_files()).endpoints
    assert (endpoint.method, endpoint.path) == ("GET", "/v2/users/{user_id}")
    assert endpoint.full is not None
    assert endpoint.full.sources == {
        "sync_client": EXAMPLE.rstrip(),
        "async_client": ASYNC_EXAMPLE.rstrip(),
    }
    assert endpoint.full.call == "client.users.get"
    assert endpoint.full.warnings == ()


def test_endpoint_level_is_the_call_alone() -> None:
    (endpoint,) = _publication(fern_files()).endpoints
    assert endpoint.endpoint is not None
    assert endpoint.endpoint.sources == {
        "sync_client": 'client.users.get(\n    user_id="user_id",\n)',
        "async_client": 'await client.users.get(\n    user_id="user_id",\n)',
    }


def test_method_without_example_is_an_endpoint_without_snippet() -> None:
    files = fern_files(
        """
        def upload(self):
            _response = self._client_wrapper.httpx_client.request("upload", method="POST")
            return _response
        """
    )
    endpoints = _publication(files).endpoints
    assert [(e.path, e.full is None) for e in endpoints] == [
        ("/v2/users/{user_id}", False),
        ("/v2/upload", True),
    ]


def test_computed_path_is_a_problem_and_no_guess() -> None:
    files = fern_files(
        """
        def other(self, where):
            return self._client_wrapper.httpx_client.request(where + 1, method="POST")
        """
    )
    publication = _publication(files)
    assert len(publication.endpoints) == 1
    (problem,) = publication.problems
    assert "client.users.other" in problem.message
    assert problem.file == "acme/users/client.py"
    assert problem.line > 0


def test_path_that_the_sdk_takes_for_a_url_is_warned_of() -> None:
    files = fern_files(
        """
        def authorize(self):
            return self._client_wrapper.httpx_client.request("users:authorize", method="POST")
        """
    )
    extracted = fern_python.read(package(files))
    files["acme/core/http_client.py"] = "url = urllib.parse.urljoin(f'{base_url}/', path)\n"
    joined = fern_python.read(package(files))
    call = "client.users.authorize"
    assert [found.warnings for found in extracted.found] == [[], []]
    assert [found.warnings for found in joined.found] == [
        [],
        [f"{call} sends another path: the SDK takes users: in it for a URL's scheme"],
    ]


def test_example_that_is_no_python_is_left_out_and_said() -> None:
    publication = _publication(fern_files(example="%%bash\ncurl https://api.acme.test"))
    (endpoint,) = publication.endpoints
    assert endpoint.full is not None
    assert list(endpoint.full.sources) == ["async_client"]
    (problem,) = publication.problems
    assert problem.message == "The example of client.users.get cannot be parsed; left out."


def test_example_of_another_call_is_left_out() -> None:
    wrong = EXAMPLE.replace("client.users.get", "client.teams.get")
    publication = _publication(fern_files(example=wrong))
    (endpoint,) = publication.endpoints
    assert endpoint.full is not None
    assert list(endpoint.full.sources) == ["async_client"]
    assert "calls client.teams.get" in publication.problems[0].message


def test_escapes_of_the_docstring_stay_as_written() -> None:
    (endpoint,) = _publication(
        fern_files(example=EXAMPLE.replace('"user_id"', '"a\\nb"'))
    ).endpoints
    assert endpoint.full is not None
    assert 'user_id="a\\nb"' in endpoint.full.sources["sync_client"]


def test_stray_yield_is_repaired_and_named() -> None:
    source = dedent("""\
        from acme import Acme

        client = Acme(token="T")
        response = client.users.get(user_id="1")
        for item in response:
            yield item
        """)
    (endpoint,) = _publication(fern_files(example=source)).endpoints
    assert endpoint.full is not None
    assert "    print(item)" in endpoint.full.sources["sync_client"]
    assert endpoint.full.repairs == ("sync: a stray `yield` at top level became print()",)


def test_early_2024_layout_is_read() -> None:
    client = dedent('''\
        import urllib.parse
        from .core.client_wrapper import SyncClientWrapper
        from .environment import AcmeEnvironment


        class Acme:
            def __init__(self, *, api_key: str):
                self._client_wrapper = SyncClientWrapper(api_key=api_key)

            def generate(self, *, prompt: str):
                """
                Generate.

                Parameters:
                    - prompt: str.
                ---
                from acme.client import Acme

                client = Acme(
                    api_key="YOUR_API_KEY",
                )
                client.generate(
                    prompt="string",
                )
                """
                _response = self._client_wrapper.httpx_client.request(
                    "POST",
                    urllib.parse.urljoin(f"{self._client_wrapper.get_base_url()}/", "v1/generate"),
                )
        ''')
    files = {"acme/client.py": client, "acme/core/client_wrapper.py": WRAPPER}
    (endpoint,) = _publication(files).endpoints
    assert (endpoint.method, endpoint.path) == ("POST", "/v1/generate")
    assert endpoint.full is not None
    assert endpoint.full.call == "client.generate"


def test_several_base_urls_have_each_their_path() -> None:
    files = fern_files(
        """
        def predict(self):
            return self._client_wrapper.httpx_client.request(
                "run", base_url=self._client_wrapper.get_environment().predict, method="POST"
            )
        """
    )
    files["acme/environment.py"] = dedent("""\
        class AcmeEnvironment:
            def __init__(self, *, default, predict):
                self.default = default

        AcmeEnvironment.PRODUCTION = AcmeEnvironment(
            default="https://a.acme.test", predict="https://p.acme.test/api/v1"
        )
        """)
    assert [e.path for e in _publication(files).endpoints] == ["/users/{user_id}", "/api/v1/run"]


def test_several_calls_of_one_endpoint_become_named_examples() -> None:
    streaming = EXAMPLE.replace("users.get", "users.get_stream")
    method = f'''
        def get_stream(self, user_id):
            """
            Examples
            --------
            {streaming.replace(chr(10), chr(10) + " " * 12)}
            """
            client = self._client_wrapper
            for chunk in client.httpx_client.stream(f"users/{{user_id}}", method="GET"):
                yield chunk
        '''
    (endpoint,) = _publication(fern_files(method)).endpoints
    assert endpoint.full is not None
    assert [example.name for example in endpoint.full.examples] == [
        "client.users.get",
        "client.users.get_stream",
    ]
    assert endpoint.full.sources == endpoint.full.examples[0].sources


def test_package_of_another_layout_is_not_recognized() -> None:
    assert not fern_python.recognizes(package({"acme/__init__.py": "x = 1\n"}))


def test_module_that_does_not_parse_is_a_problem() -> None:
    files = fern_files()
    files["acme/client.py"] = (
        files["acme/client.py"]
        .replace("from .users.client", "from .teams.client import TeamsClient\nfrom .users.client")
        .replace(
            "self._users = None",
            "self._users = None\n        self.t = TeamsClient(client_wrapper=1)",
        )
    )
    files["acme/teams/client.py"] = "class TeamsClient:\n    def ("
    publication = _publication(files)
    assert len(publication.endpoints) == 1
    assert [problem.file for problem in publication.problems] == ["acme/teams/client.py"]
