"""A client of Fern's snippets API that is as strict as the official ones.

It reads an answer into the types that such a service's clients have, and loses the whole answer
where a required field is missing; a refusal is raised as the class that the body's ``error``
names.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import requests
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class _Strict(BaseModel):
    # Built when first used: each process of tests imports this, one of them uses it.
    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)


class PackageSdk(_Strict):
    package: str
    version: str


class JavaSdk(_Strict):
    group: str
    artifact: str
    version: str


class GoSdk(_Strict):
    githubRepo: str  # noqa: N815 - the wire's
    github_repo: str  # the Python client's union drops the alias
    version: str


class RubySdk(_Strict):
    gem: str
    version: str


class _Snippet(_Strict):
    example_identifier: str | None = Field(None, alias="exampleIdentifier")


class TypeScriptSnippet(_Snippet):
    type: Literal["typescript"]
    sdk: PackageSdk
    client: str


class CsharpSnippet(_Snippet):
    type: Literal["csharp"]
    sdk: PackageSdk
    client: str


class PythonSnippet(_Snippet):
    type: Literal["python"]
    sdk: PackageSdk
    sync_client: str
    async_client: str


class JavaSnippet(_Snippet):
    type: Literal["java"]
    sdk: JavaSdk
    sync_client: str
    async_client: str


class GoSnippet(_Snippet):
    type: Literal["go"]
    sdk: GoSdk
    client: str


class RubySnippet(_Snippet):
    type: Literal["ruby"]
    sdk: RubySdk
    client: str


FernSnippet = Annotated[
    TypeScriptSnippet | CsharpSnippet | PythonSnippet | JavaSnippet | GoSnippet | RubySnippet,
    Field(discriminator="type"),
]

_SNIPPETS: TypeAdapter[list[Any]] = TypeAdapter(
    list[FernSnippet], config=ConfigDict(defer_build=True)
)


class FernPage(_Strict):
    next: int | None = None
    snippets: dict[str, dict[str, list[FernSnippet]]]


class ApiError(Exception):
    """A refusal that the clients have no class for."""

    def __init__(self, status: int, content: str) -> None:
        super().__init__(content)
        self.status = status
        self.content = content


class UnauthorizedError(ApiError):
    pass


class UserNotInOrgError(ApiError):
    pass


class UnavailableError(ApiError):
    pass


class ApiIdRequiredError(ApiError):
    pass


class OrgIdRequiredError(ApiError):
    pass


class OrgIdNotFound(ApiError):
    pass


class OrgIdAndApiIdNotFound(ApiError):
    pass


class EndpointNotFound(ApiError):
    pass


class SDKNotFound(ApiError):
    pass


class InvalidPageError(ApiError):
    pass


_CLASSES = {cls.__name__: cls for cls in ApiError.__subclasses__()}


class FernClient:
    """Ask a service.

    Parameters
    ----------
    url, token
        Where, and as whom.
    """

    def __init__(self, url: str, token: str | None) -> None:
        self._url = url
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, method: str, path: str, **fields: Any) -> list[Any]:
        """Return the snippets of an endpoint; `fields` are the request's others."""
        body = {"endpoint": {"method": method, "path": path}, **fields}
        return _SNIPPETS.validate_json(self._post("/snippets", body))

    def load(self, page: int | None = None, **fields: Any) -> FernPage:
        """Return a page of all snippets."""
        query = "" if page is None else f"?page={page}"
        return FernPage.model_validate_json(self._post(f"/snippets/load{query}", fields))

    def create(self, **fields: Any) -> None:
        """Publish the snippets of an SDK."""
        self._post("/snippets/create", fields)

    def _post(self, path: str, body: Any) -> bytes:
        answer = requests.post(self._url + path, json=body, headers=self._headers, timeout=30)
        if answer.ok:
            return answer.content
        refusal = answer.json()
        kind = _CLASSES.get(refusal["error"], ApiError)
        raise kind(answer.status_code, refusal["content"])
