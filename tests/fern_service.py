"""A snippets service that is as Fern's is, oddities included: each of them is a switch.

Built from what is known of that service's answers, for clients to be tried against:
`fern_server.fern_service` serves it over HTTP.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qs, urlsplit

from snippet_widget.models import SdkSelector, Snippet
from snippet_widget.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.publication import Publication

TOKEN = "a-token-of-fern"  # noqa: S105
OTHER_TOKEN = "a-token-of-nothing"  # noqa: S105

_PAGE_ROWS = 100
_METHODS = ("PUT", "POST", "GET", "PATCH", "DELETE")
_TAKEN_METHODS = (*_METHODS, "HEAD")
_TWO_SOURCES = ("python", "java")
_NAMES = {"java": ("group", "artifact"), "go": ("githubRepo",), "ruby": ("gem",)}
_UNUSED = ("warnings", "examples")

ErrorShape = Literal["named", "text", "defined"]


@dataclass(frozen=True)
class FernOptions:
    """The service's oddities; with all of them off it answers as the specification reads.

    Parameters
    ----------
    phantom_methods
        Every path lists PUT, POST, GET, PATCH and DELETE, most of them with an empty list.
    pages_of_rows
        A page is 100 rows, newest publication first, and the last one can be empty; else a page
        is 100 endpoints with all of their snippets.
    every_version
        Without ``sdks`` every version of every SDK comes; else the highest of each.
    last_published
        A selector without version means the one published last; else the highest.
    ecosystem_names
        The ``sdk`` of java, go and ruby has their own names and no ``package``.
    ignores_load_level
        The whole program comes at every level.
    type_alone_is_nothing
        A selector of a type alone finds nothing (java: 400); else all packages of the language.
    unknown_endpoint_is_empty
        An endpoint that is not there is an empty list; else 404.
    nulls
        Optional fields that have no value are null; else absent. A source is one of them.
    html_not_found
        Any other URL is answered with a page for people; else with an empty object.
    letter_by_letter
        Methods and paths are compared as they were published.
    errors
        ``{"error", "content"}``, a bare JSON string, or ``{"defined", "code", "status",
        "message"}``.
    bad_token_status
        The status of a token that nobody knows, which the service fails to resolve.
    """

    phantom_methods: bool = True
    pages_of_rows: bool = True
    every_version: bool = True
    last_published: bool = True
    ecosystem_names: bool = True
    ignores_load_level: bool = True
    type_alone_is_nothing: bool = True
    unknown_endpoint_is_empty: bool = True
    nulls: bool = True
    html_not_found: bool = True
    letter_by_letter: bool = True
    errors: ErrorShape = "named"
    bad_token_status: int = 503


PLAIN = FernOptions(
    phantom_methods=False,
    pages_of_rows=False,
    every_version=False,
    last_published=False,
    ecosystem_names=False,
    ignores_load_level=False,
    type_alone_is_nothing=False,
    unknown_endpoint_is_empty=False,
    nulls=False,
    html_not_found=False,
    letter_by_letter=False,
)
"""None of the oddities but the shape of its errors."""

ODDITIES = tuple(each.name for each in fields(FernOptions) if isinstance(each.default, bool))


def options_with(oddity: str) -> FernOptions:
    """Return the options of a service with one oddity alone, with ``all`` or ``none`` of them."""
    alone: dict[str, Any] = {oddity: True}
    return {"all": FernOptions(), "none": PLAIN}.get(oddity) or replace(PLAIN, **alone)


@dataclass(frozen=True)
class Row:
    """One stored snippet: of one endpoint, SDK version and example.

    Parameters
    ----------
    published
        Number of the publication that it came with; higher is later.
    full, endpoint
        The snippet at each load level.
    example
        ``exampleIdentifier``, where the endpoint has several.
    """

    org: str
    api: str
    published: int
    sdk: SdkSelector
    method: str
    path: str
    full: dict[str, Any]
    endpoint: dict[str, Any]
    example: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What a later publication of the same replaces."""
        return (self.org, self.api, self.sdk, self.method, self.path, self.example)


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
            self._store(_rows_of(org, api, publication))

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
            return rows if self.options.every_version else _highest(rows)
        return [row for selector in selectors for row in self._matching(rows, selector)]

    def _matching(self, rows: list[Row], selector: dict[str, Any]) -> list[Row]:
        type_ = selector.get("type")
        names = _NAMES.get(str(type_), ("package",))
        of_type = [row for row in rows if row.sdk.type == type_]
        missing = [name for name in names if not isinstance(selector.get(name), str)]
        if missing and self.options.type_alone_is_nothing:
            if type_ == "java":
                raise Refusal(400, "BadRequest", f"Missing required key {missing[0]!r}")
            return []
        asked = {name: selector.get(name) for name in names if name not in missing}
        of_package = [row for row in of_type if asked.items() <= _own_names(row.sdk).items()]
        return self._of_version(of_package, selector.get("version"))

    def _of_version(self, rows: list[Row], version: str | None) -> list[Row]:
        if version is not None:
            return [row for row in rows if row.sdk.version == version]
        if self.options.last_published:
            return [row for row in rows if row.sdk == rows[0].sdk]
        return _highest(rows)

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
        own = _own_names(row.sdk)
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


def _highest(rows: list[Row]) -> list[Row]:
    """Return the rows of the highest version of each package."""
    highest: dict[tuple[str, str | None], SdkSelector] = {}
    for sdk in dict.fromkeys(row.sdk for row in rows):
        package = (sdk.type, sdk.package)
        highest[package] = max(highest.get(package, sdk), sdk, key=_newness)
    return [row for row in rows if row.sdk == highest[row.sdk.type, row.sdk.package]]


def _newness(sdk: SdkSelector) -> Any:
    return version_key(sdk.type, sdk.version or "")


def _own_names(sdk: SdkSelector) -> dict[str, str]:
    """Return a package in the names of its ecosystem."""
    package = sdk.package or ""
    if sdk.type == "java":
        group, _, artifact = package.rpartition(":")
        return {"group": group, "artifact": artifact}
    if sdk.type == "go":
        return {"githubRepo": f"https://{package.removeprefix('https://')}"}
    return {_NAMES.get(sdk.type, ("package",))[0]: package}


def _created_sdk(created: dict[str, Any]) -> SdkSelector:
    sdk = created["sdk"]
    names = _NAMES.get(created["type"], ("package",))
    if not all(isinstance(sdk.get(name), str) for name in (*names, "version")):
        raise Refusal(400, "BadRequest", "Input validation failed")
    package = ":".join(sdk[name] for name in names).removeprefix("https://")
    return SdkSelector(created["type"], package, sdk["version"])


def _rows_of(org: str, api: str, publication: Publication) -> Iterator[Row]:
    for endpoint in publication.endpoints:
        for example, full in _examples(endpoint.full):
            short = dict(_examples(endpoint.endpoint)).get(example, full)
            yield Row(
                org, api, 0, publication.sdk, endpoint.method, endpoint.path, full, short, example
            )


def _examples(snippet: Snippet | None) -> list[tuple[str | None, dict[str, Any]]]:
    if snippet is None:
        return []
    named = [(e.name, _sources(snippet.type, e.sources)) for e in snippet.examples]
    return [*named] or [(None, _sources(snippet.type, snippet.sources))]


def _sources(type_: str, sources: dict[str, str]) -> dict[str, Any]:
    """Return the sources; one that python or java has none of is null."""
    clients = ("sync_client", "async_client") if type_ in _TWO_SOURCES else ("client",)
    return {client: sources.get(client) for client in clients}


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
