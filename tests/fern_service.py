"""A snippets service that is as Fern's is, oddities included: each of them is a switch.

Built from what is known of that service's answers, for clients to be tried against:
`fern_server.fern_service` serves it over HTTP.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from snippet_widget.models import SdkSelector
from tests.fern_options import FernOptions
from tests.fern_rows import PACKAGE_NAMES, Row, highest_versions, own_names, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.publication import Publication

TOKEN = "a-token-of-fern"  # noqa: S105
OTHER_TOKEN = "a-token-of-nothing"  # noqa: S105

_PAGE_ROWS = 100
_METHODS = ("PUT", "POST", "GET", "PATCH", "DELETE")
_TAKEN_METHODS = (*_METHODS, "HEAD")
_UNUSED = ("warnings", "examples")


class Refusal(Exception):
    """The service declines.

    Parameters
    ----------
    error
        The name that the official clients raise by.
    """

    def __init__(self, status: int, error: str, content: str) -> None:
        super().__init__(content)
        self.status = status
        self.error = error
        self.content = content


@dataclass
class FernService:
    """The running service, and what is to happen to the requests to come.

    Parameters
    ----------
    options
        May be exchanged at any time.
    tokens
        Organizations by token.
    url
        Where it answers.
    requests
        Path with query, and body, of each request so far.
    retry_after
        Taken from the front: each answers one request with 429 and that ``Retry-After``.
    resets
        Number of requests whose connection is reset instead of answered.
    failures
        Taken from the front: each answers one request with that status and an empty body.
    delay
        Seconds before each answer.
    """

    options: FernOptions
    tokens: dict[str, frozenset[str]]
    url: str = ""
    requests: list[tuple[str, Any]] = field(default_factory=list)
    retry_after: list[str] = field(default_factory=list)
    resets: int = 0
    failures: list[int] = field(default_factory=list)
    delay: float = 0
    _rows: dict[tuple[object, ...], Row] = field(default_factory=dict)
    _publications: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reset(self) -> None:
        """Be as at first, whatever a test has made happen."""
        self.options = FernOptions()
        self.resets = 0
        self.retry_after.clear()
        self.failures.clear()

    def publish(self, org: str, api: str, *publications: Publication) -> None:
        """Store publications, the earliest first."""
        for publication in publications:
            self._store(rows_of(org, api, publication))

    def rows(self, org: str, api: str) -> list[Row]:
        """Return what is stored of an API: newest publication first, an SDK's rows together."""
        found = [row for row in self._rows.values() if (row.org, row.api) == (org, api)]
        return sorted(found, key=lambda row: -row.published)

    def answer(self, path: str, token: str | None, body: Any) -> Any:
        """Return the JSON value of an operation's answer; None: it has none.

        Raises
        ------
        Refusal
            The service declines.
        """
        parts = urlsplit(path)
        if token is None:
            raise Refusal(401, "UnauthorizedError", "You must be authorized to load snippets")
        if token not in self.tokens:
            status = self.options.bad_token_status
            raise Refusal(status, "UnavailableError", "Failed to resolve organizations")
        if not isinstance(body, dict):
            raise Refusal(400, "BadRequest", "Input validation failed")
        if parts.path == "/snippets/create":
            return self._create(self.tokens[token], body)
        rows = self._selected(self._of_api(self.tokens[token], body), body.get("sdks"))
        if parts.path == "/snippets":
            return self._get(rows, body)
        return self._load(rows, parts.query, body)

    def _store(self, rows: Iterable[Row]) -> None:
        with self._lock:
            self._publications += 1
            for row in rows:
                numbered = Row(**{**vars(row), "published": self._publications})
                self._rows.pop(row.key, None)
                self._rows[row.key] = numbered

    def _of_api(self, orgs: frozenset[str], body: dict[str, Any]) -> list[Row]:
        org, api = body.get("orgId"), body.get("apiId")
        if org is not None and org not in orgs:
            raise Refusal(401, "UnauthorizedError", f"You are not a member of organization {org}")
        names = {(row.org, row.api) for row in self._rows.values() if row.org in orgs}
        found = sorted(n for n in names if org in (None, n[0]) and api in (None, n[1]))
        if len(found) == 1:
            return self.rows(*found[0])
        raise _no_single_api(orgs, found, org, api)

    def _selected(self, rows: list[Row], selectors: Any) -> list[Row]:
        if not selectors:
            return rows if self.options.every_version else highest_versions(rows)
        return [row for selector in selectors for row in self._matching(rows, selector)]

    def _matching(self, rows: list[Row], selector: dict[str, Any]) -> list[Row]:
        type_ = selector.get("type")
        names = PACKAGE_NAMES.get(str(type_), ("package",))
        of_type = [row for row in rows if row.sdk.type == type_]
        missing = [name for name in names if not isinstance(selector.get(name), str)]
        if missing and self.options.type_alone_is_nothing:
            if type_ == "java":
                raise Refusal(400, "BadRequest", f"Missing required key {missing[0]!r}")
            return []
        asked = {name: selector.get(name) for name in names if name not in missing}
        of_package = [row for row in of_type if asked.items() <= own_names(row.sdk).items()]
        return self._of_version(of_package, selector.get("version"))

    def _of_version(self, rows: list[Row], version: str | None) -> list[Row]:
        if version is not None:
            return [row for row in rows if row.sdk.version == version]
        if self.options.last_published:
            return [row for row in rows if row.sdk == rows[0].sdk]
        return highest_versions(rows)

    def _get(self, rows: list[Row], body: dict[str, Any]) -> list[dict[str, Any]]:
        endpoint = body.get("endpoint")
        if not isinstance(endpoint, dict) or endpoint.get("method") not in _TAKEN_METHODS:
            raise Refusal(400, "BadRequest", "Input validation failed")
        found = [row for row in rows if self._is(row, endpoint)]
        example = body.get("exampleIdentifier")
        if example is not None:
            found = [row for row in found if row.example == example]
        if not found and not self.options.unknown_endpoint_is_empty:
            raise Refusal(404, "EndpointNotFound", "Snippet not found")
        return [self._wire(row, body) for row in found[:_PAGE_ROWS]]

    def _is(self, row: Row, endpoint: dict[str, Any]) -> bool:
        method, path = str(endpoint.get("method")), str(endpoint.get("path"))
        if self.options.letter_by_letter:
            return (row.method, row.path) == (method, path)
        return row.method == method.upper() and row.path.strip("/") == path.strip("/")

    def _load(self, rows: list[Row], query: str, body: dict[str, Any]) -> dict[str, Any]:
        given = parse_qs(query).get("page", ["1"])[0]
        page = int(given) if given.lstrip("-").isdigit() else 1
        if page <= 0:
            raise Refusal(400, "InvalidPageError", "Query parameter 'page' must be >= 1")
        chosen, more = self._page(rows, page)
        snippets: dict[str, dict[str, list[Any]]] = {}
        for row in chosen:
            empty: dict[str, list[Any]] = (
                {method: [] for method in _METHODS} if self.options.phantom_methods else {}
            )
            methods = snippets.setdefault(row.path, empty)
            methods.setdefault(row.method, []).append(self._wire(row, body))
        following = {"next": page + 1} if more else {"next": None} if self.options.nulls else {}
        return {"snippets": snippets, **following}

    def _page(self, rows: list[Row], page: int) -> tuple[list[Row], bool]:
        first = (page - 1) * _PAGE_ROWS
        if self.options.pages_of_rows:
            chosen = rows[first : first + _PAGE_ROWS]
            return chosen, len(chosen) == _PAGE_ROWS
        names = list(dict.fromkeys((row.method, row.path) for row in rows))
        wanted = set(names[first : first + _PAGE_ROWS])
        return [r for r in rows if (r.method, r.path) in wanted], len(names) > first + _PAGE_ROWS

    def _wire(self, row: Row, body: dict[str, Any]) -> dict[str, Any]:
        short = body.get("loadLevel") == "endpoint" and not self.options.ignores_load_level
        own = own_names(row.sdk)
        sdk = own if self.options.ecosystem_names else {"package": row.sdk.package, **own}
        snippet = {
            "exampleIdentifier": row.example,
            **dict.fromkeys(_UNUSED),
            "type": row.sdk.type,
            "sdk": {**sdk, "version": row.sdk.version},
            **(row.endpoint if short else row.full),
        }
        return snippet if self.options.nulls else _without_nulls(snippet)

    def _create(self, orgs: frozenset[str], body: dict[str, Any]) -> None:
        org, api, created = body.get("orgId"), body.get("apiId"), body.get("snippets")
        if not isinstance(org, str) or not isinstance(api, str) or not isinstance(created, dict):
            raise Refusal(400, "BadRequest", "Input validation failed")
        if org not in orgs:
            raise Refusal(401, "UnauthorizedError", f"You are not a member of organization {org}")
        sdk = _created_sdk(created)
        self._store(
            Row(
                org,
                api,
                0,
                sdk,
                each["endpoint"]["method"],
                each["endpoint"]["path"],
                each["snippet"],
                each["snippet"],
                each.get("exampleIdentifier"),
            )
            for each in created["snippets"]
        )


def _no_single_api(
    orgs: frozenset[str], found: list[tuple[str, str]], org: str | None, api: str | None
) -> Refusal:
    if org is None and len(orgs) > 1:
        return Refusal(
            400,
            "OrgIdRequiredError",
            "Your user has access to multiple organizations. Please provide an orgId",
        )
    if org is None and not orgs:
        return Refusal(404, "OrgIdNotFound", "No organizations were resolved for this user")
    if found:
        return Refusal(
            400, "ApiIdRequiredError", "Multiple APIs were found; please provide an apiId"
        )
    if api is None:
        text = "No APIs were found; have you triggered SDK generation and publishing?"
        return Refusal(400, "ApiIdRequiredError", text)
    name = org or next(iter(orgs))
    return Refusal(404, "OrgIdAndApiIdNotFound", f"Organization {name} does not have API {api}")


def _created_sdk(created: dict[str, Any]) -> SdkSelector:
    sdk = created["sdk"]
    names = PACKAGE_NAMES.get(created["type"], ("package",))
    if not all(isinstance(sdk.get(name), str) for name in (*names, "version")):
        raise Refusal(400, "BadRequest", "Input validation failed")
    package = ":".join(sdk[name] for name in names).removeprefix("https://")
    return SdkSelector(created["type"], package, sdk["version"])


def _without_nulls(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def counted(page: dict[str, Any]) -> Counter[str]:
    """Return how many snippets of each language a page has."""
    return Counter(
        snippet["type"]
        for methods in page["snippets"].values()
        for snippets in methods.values()
        for snippet in snippets
    )
