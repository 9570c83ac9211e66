"""OpenAPI Generator's Python packages, of today and of before 2023."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.models import Parameter
from snippet_widget.publishing import read_source
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.openapi_generator import python as openapi_generator_python
from snippet_widget.publishing.python.repairs import IMPORTED
from tests.package_builder import build_wheel, package

if TYPE_CHECKING:
    from pathlib import Path

CONFIGURATION = """\
class Configuration:
    def __init__(self, host=None):
        self._base_path = "https://api.acme.test/v2" if host is None else host
"""
TODAY = """\
class UsersApi:
    def get_user(self, user_id):
        _param = self._get_user_serialize(user_id=user_id)

    def get_user_with_http_info(self, user_id):
        _param = self._get_user_serialize(user_id=user_id)

    def _get_user_serialize(self, user_id):
        return self.api_client.param_serialize(
            method='GET',
            resource_path='/users/{user_id}',
            path_params=_path_params,
        )
"""
BEFORE = """\
class UsersApi(object):
    def get_user(self, user_id, **kwargs):
        return self.get_user_with_http_info(user_id, **kwargs)

    def get_user_with_http_info(self, user_id, **kwargs):
        return self.api_client.call_api(
            '/users/{user_id}', 'GET',
            path_params,
        )
"""


def files(api: str) -> dict[str, str]:
    return {
        "acme/__init__.py": "",
        "acme/api_client.py": "class ApiClient:\n    pass\n",
        "acme/configuration.py": CONFIGURATION,
        "acme/api/__init__.py": "",
        "acme/api/users_api.py": api,
    }


@pytest.mark.parametrize("api", [TODAY, BEFORE])
def test_endpoints_are_listed_without_snippets(tmp_path: Path, api: str) -> None:
    (publication,) = read_source(str(build_wheel(tmp_path, files(api))))
    assert [(e.method, e.path, e.full) for e in publication.endpoints] == [
        ("GET", "/v2/users/{user_id}", None)
    ]
    (found,) = openapi_generator_python.read(package(files(api))).found
    assert found.call == "UsersApi.get_user"


README = """\
# acme

```python
import acme

configuration = acme.Configuration()
configuration.access_token = os.environ["TOKEN"]

with acme.ApiClient(configuration) as api_client:
    api_instance = acme.UsersApi(api_client)
    api_response = api_instance.get_user("user_id_example")
```

```python
api_instance.get_user("no whole program")
```
"""


def test_program_of_the_readme_is_a_snippet() -> None:
    described = TODAY.replace(
        "user_id):", 'user_id: Annotated[str, Field(description="Who.")]):', 1
    )
    built = package({**files(described), "README.md": README})
    extracted = openapi_generator_python.read(built)
    (endpoint,) = assemble("python", "acme", "1.0", extracted).endpoints
    assert endpoint.full is not None
    assert endpoint.full.sources == {
        "sync_client": "import os\n" + README.split("```python\n")[1].partition("\n```")[0]
    }
    assert endpoint.full.repairs == (IMPORTED,)
    assert endpoint.full.warnings == ()
    assert endpoint.full.parameters == (
        Parameter("user_id", type="str", required=True, description="Who."),
    )


def test_other_packages_are_not_recognized() -> None:
    assert not openapi_generator_python.recognizes(package({"acme/api/users.py": TODAY}))
    assert not openapi_generator_python.recognizes(package(files(TODAY), "typescript"))
