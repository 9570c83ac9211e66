"""The service beside a model of it in plain Python: whatever happens, they say the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import requests
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    precondition,
    rule,
    run_state_machine_as_test,
)

from snippet_widget.service.tokens import create_token
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, run_service, with_catalog

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.catalog import Catalog
    from tests.postgresql_catalogs import EmptyCatalogs

ORGS = ("north", "south")
APIS = ("maps", "rides")
OLD_TO_NEW = {
    "python:p": ("2.0rc1", "1.9", "1.10"),  # a pre-release is the last that one wants
    "go:g": ("2.0.0-beta.1", "1.2.0"),
}
FEW = tuple(f"{method} /things/{{id}}/{n}" for n in range(3) for method in ("GET", "PUT"))
MANY = tuple(f"GET /many/{n}" for n in range(120))
ENDPOINTS = (*FEW, *MANY)

orgs = st.sampled_from(ORGS)
apis = st.sampled_from(APIS)
packages = st.sampled_from(tuple(OLD_TO_NEW))
some_endpoints = st.one_of(
    st.lists(st.sampled_from(FEW), min_size=1, unique=True).map(tuple), st.just(MANY)
)
asked_orgs = st.sampled_from((*ORGS, *ORGS, None))
asked_apis = st.sampled_from((*APIS, *APIS, None))
chosen_packages = st.one_of(st.none(), packages)

Problem = tuple[int, str]


@dataclass
class ApiModel:
    """One API: which endpoints in which order, and the sources of each SDK version."""

    order: list[str] = field(default_factory=list)
    sdks: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)

    def chosen(self, package: str | None) -> list[dict[str, str]] | Problem:
        """Return the endpoints with their sources, for each SDK meant by a request."""
        found = []
        for name, versions in OLD_TO_NEW.items():
            published = [v for v in versions if (name, v) in self.sdks]
            if published and package in (None, name):
                found.append(self.sdks[name, published[-1]])
        return found or (404, "sdk-not-found")


class Model:
    """All of the catalog."""

    def __init__(self) -> None:
        self.apis: dict[tuple[str, str], ApiModel] = {}

    def meant(self, covered: set[str], org: str | None, api: str | None) -> ApiModel | Problem:
        left = {
            key: model
            for key, model in self.apis.items()
            if key[0] in covered and org in (None, key[0]) and api in (None, key[1])
        }
        if len(left) == 1:
            return next(iter(left.values()))
        if left:
            one_api = len({key[1] for key in left}) == 1
            return (400, "org-id-required" if one_api else "api-id-required")
        known = covered if covered != set(ORGS) else {key[0] for key in self.apis}
        unknown_org = org is not None and org not in known
        return (404, "org-not-found" if unknown_org else "api-not-found")


def sources_of(snippets: list[dict[str, Any]]) -> list[str]:
    return [str(s.get("client") or s["sync_client"]).split("  #")[0] for s in snippets]


class Machine(RuleBasedStateMachine):
    """What may happen to a catalog and be asked of its service, in any order."""

    take_catalog: Callable[[], str]
    give_back_catalog: Callable[[str], None]

    def __init__(self) -> None:
        super().__init__()
        self.url = self.take_catalog()
        self.service = run_service(self.url)
        self.model = Model()
        self.tokens: dict[str, tuple[str, set[str]]] = {}
        self.counter = 0

    def teardown(self) -> None:
        self.service.thread.stop()
        self.give_back_catalog(self.url)

    @rule(org=orgs, api=apis, package=packages, data=st.data(), endpoints=some_endpoints)
    def publish(
        self, org: str, api: str, package: str, data: st.DataObject, endpoints: tuple[str, ...]
    ) -> None:
        version = data.draw(st.sampled_from(OLD_TO_NEW[package]))
        self.counter += 1
        source = f"v{self.counter}"
        publication = a_publication(f"{package}=={version}", *endpoints, source=source)
        publish(self.url, org, api, publication, replace=True)
        model = self.model.apis.setdefault((org, api), ApiModel())
        model.order += [endpoint for endpoint in endpoints if endpoint not in model.order]
        model.sdks[package, version] = {
            endpoint: f"import acme; {source} {endpoint}" for endpoint in endpoints
        }

    @rule(org=orgs)
    def make_token(self, org: str) -> None:
        async def make(catalog: Catalog) -> str:
            token, grant = await create_token(catalog, [org])
            self.tokens[token] = (grant.id, {org})
            return token

        with_catalog(self.url, make)

    @precondition(lambda machine: machine.tokens)
    @rule(data=st.data())
    def revoke_token(self, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from(sorted(self.tokens)))
        token_id, _ = self.tokens.pop(token)

        async def revoke(catalog: Catalog) -> None:
            await catalog.revoke_token(token_id)

        with_catalog(self.url, revoke)
        assert self.ask(token, "/snippets/load", {}).status_code == 401

    @rule(
        data=st.data(),
        org=asked_orgs,
        api=asked_apis,
        endpoint=st.sampled_from((*FEW, MANY[0], MANY[119])),
        package=chosen_packages,
    )
    def look_up(
        self,
        data: st.DataObject,
        org: str | None,
        api: str | None,
        endpoint: str,
        package: str | None,
    ) -> None:
        token, covered = self.caller(data)
        method, path = endpoint.split(" ")
        body = self.body(org, api, package, endpoint={"method": method, "path": path})
        answer = self.ask(token, "/snippets", body)
        expected = self.expected(covered, org, api, package)
        if isinstance(expected, list):
            model = self.model.meant(covered, org, api)
            assert isinstance(model, ApiModel)
            if not any(endpoint in sources for sources in model.sdks.values()):
                expected = (404, "endpoint-not-found")
        if isinstance(expected, tuple):
            assert (answer.status_code, answer.json()["type"]) == expected
            return
        assert answer.status_code == 200
        assert sources_of(answer.json()) == [s[endpoint] for s in expected if endpoint in s]

    @rule(
        data=st.data(),
        org=asked_orgs,
        api=asked_apis,
        package=chosen_packages,
    )
    def read_all_pages(
        self, data: st.DataObject, org: str | None, api: str | None, package: str | None
    ) -> None:
        token, covered = self.caller(data)
        body = self.body(org, api, package)
        expected = self.expected(covered, org, api, package)
        answer = self.ask(token, "/snippets/load", body)
        if isinstance(expected, tuple):
            assert (answer.status_code, answer.json()["type"]) == expected
            return
        model = self.model.meant(covered, org, api)
        assert isinstance(model, ApiModel)
        known = [e for e in model.order if any(e in sources for sources in expected)]
        hundreds = {model.order.index(e) // 100 + 1 for e in known}
        page, seen = 1, []
        while True:
            following = answer.json().get("next")
            got = {
                f"{method} {path}": sources_of(snippets)
                for path, methods in answer.json()["snippets"].items()
                for method, snippets in methods.items()
            }
            here = [e for e in known if model.order.index(e) // 100 + 1 == page]
            assert got == {e: [s[e] for s in expected if e in s] for e in here}
            assert following == min((h for h in hundreds if h > page), default=None)
            seen += here
            if following is None:
                break
            page = following
            answer = self.ask(token, "/snippets/load", body, page=page)
        assert seen == known

    def caller(self, data: st.DataObject) -> tuple[str, set[str]]:
        token = data.draw(st.sampled_from([TOKEN, *sorted(self.tokens)]))
        return token, (set(ORGS) if token == TOKEN else self.tokens[token][1])

    def expected(
        self, covered: set[str], org: str | None, api: str | None, package: str | None
    ) -> list[dict[str, str]] | Problem:
        model = self.model.meant(covered, org, api)
        return model if isinstance(model, tuple) else model.chosen(package)

    def body(self, org: str | None, api: str | None, package: str | None, **more: Any) -> Any:
        body = {"orgId": org, "apiId": api, **more}
        if package:
            type_, name = package.split(":")
            body["sdks"] = [{"type": type_, "package": name}]
        return body

    def ask(self, token: str, path: str, body: Any, **query: int) -> requests.Response:
        return requests.post(
            self.service.url + path,
            json=body,
            params=query,
            headers={"Authorization": f"Bearer {token}"},
            timeout=30,
        )


def test_the_service_agrees_with_its_model(
    store: str, new_catalog_url: Callable[[str], str], postgresql_catalogs: EmptyCatalogs
) -> None:
    class MachineOnFile(Machine):
        take_catalog = staticmethod(lambda: new_catalog_url("sqlite"))
        give_back_catalog = staticmethod(lambda _url: None)

    class MachineOnServer(Machine):  # a database is made once: that takes longer than its use
        take_catalog = staticmethod(postgresql_catalogs.take)
        give_back_catalog = staticmethod(postgresql_catalogs.give_back)

    run_state_machine_as_test(
        {"sqlite": MachineOnFile, "postgresql": MachineOnServer}[store],
        settings=settings(
            max_examples=10,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
