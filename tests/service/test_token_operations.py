"""Tokens are made, listed, rotated and revoked over HTTP, by a token that may; all is recorded."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
import requests
from click.testing import CliRunner

from snippet_widget.catalog import Grant
from snippet_widget.cli import main
from snippet_widget.client import SnippetClient, TokenClient
from snippet_widget.errors import (
    CatalogReadOnly,
    CatalogUnusable,
    Forbidden,
    TokenReplaced,
    Unauthorized,
)
from snippet_widget.service.token_uses import TokenUses
from snippet_widget.token_administration import RotationRequest, TokenRequest
from tests.publication_builder import a_publication
from tests.service_builder import RunningService, publish, running_service, with_catalog
from tests.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snippet_widget.catalog import Catalog

GRANTS = {
    "admin-of-all": Grant("all", admin=True),
    "admin-of-org": Grant("one", frozenset({"org"}), admin=True),
    "writer": Grant("writer", write=True),
}


@pytest.fixture(scope="module")
def service(store: str, new_catalog_url: Callable[[str], str]) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    publish(url, "org", "api", a_publication())
    with running_service(url, grants=GRANTS) as running:
        yield running


def ask(service: RunningService, method: str, path: str, token: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "203.0.113.9"}
    return requests.request(method, service.url + path, json=body, headers=headers, timeout=30)


def test_a_token_is_made_used_rotated_and_revoked(service: RunningService) -> None:
    with SnippetClient(service.url, "admin-of-all") as client:
        tokens = TokenClient(client)
        made = tokens.create(TokenRequest(("org",), "hub", "90d"))
        with SnippetClient(service.url, made.token) as reader:
            assert len(reader.get("GET", "/ping")) == 1
        (listed,) = (token for token in tokens.tokens() if token.id == made.id)
        assert (listed.state, listed.label, listed.created_by) == ("valid", "hub", "token all")
        assert listed.expires_at is not None
        after = tokens.rotate(made.id, RotationRequest("1h"))
        assert (after.organizations, after.write) == (("org",), False)
        (replaced,) = (token for token in tokens.tokens() if token.id == made.id)
        assert after.replaced_expires_at == replaced.expires_at
        assert made.replaced_expires_at is None
        assert tokens.revoke(after.id)
        assert not tokens.revoke("none")
        with (
            SnippetClient(service.url, after.token) as reader,
            pytest.raises(Unauthorized, match="is not known here, or was revoked"),
        ):
            reader.get("GET", "/ping")
    recorded = with_catalog(service.catalog_url, lambda catalog: catalog.audit(most=4))
    assert [(each.change.action.value, each.actor) for each in recorded] == [
        ("token-revoke", "token all"),
        ("token-expire", "token all"),
        ("token-create", "token all"),
        ("token-create", "token all"),
    ]


def test_of_two_who_rotate_a_token_at_once_one_has_the_new_one(service: RunningService) -> None:
    made = ask(service, "POST", "/tokens", "admin-of-all", {"organizations": ["org"]}).json()
    path, barrier = f"/tokens/{made['id']}/rotate", threading.Barrier(4)

    def rotate(token: str) -> Any:
        barrier.wait(30)
        return ask(service, "POST", path, token)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(rotate, ["admin-of-all", "admin-of-org"] * 2))
    refused = [answer for answer in answers if answer.status_code == 409]
    (new,) = (answer.json() for answer in answers if answer.status_code == 200)
    assert [answer.json()["type"] for answer in refused] == ["token-replaced"] * 3
    assert all(f"already, by {new['id']}, which token " in a.json()["detail"] for a in refused)
    listed = {token["id"] for token in ask(service, "GET", "/tokens", "admin-of-all").json()}
    assert len(listed & {made["id"], new["id"]}) == 2
    with SnippetClient(service.url, "admin-of-all") as client, pytest.raises(TokenReplaced):
        TokenClient(client).rotate(made["id"], RotationRequest())


def test_nobody_gives_what_they_do_not_have(service: RunningService) -> None:
    everything = {"organizations": None}
    other = {"organizations": ["org", "other"]}
    mine = {"organizations": ["org"], "write": True}
    assert ask(service, "GET", "/tokens", "writer").status_code == 403
    assert ask(service, "POST", "/tokens", "admin-of-org", everything).status_code == 403
    assert ask(service, "POST", "/tokens", "admin-of-org", other).status_code == 403
    made = ask(service, "POST", "/tokens", "admin-of-org", mine).json()
    foreign = ask(service, "POST", "/tokens", "admin-of-all", other).json()
    listed = {token["id"] for token in ask(service, "GET", "/tokens", "admin-of-org").json()}
    assert made["id"] in listed
    assert foreign["id"] not in listed
    refused = ask(service, "POST", f"/tokens/{foreign['id']}/revoke", "admin-of-org")
    assert (refused.status_code, refused.json()["type"]) == (404, "token-not-found")
    newest = with_catalog(service.catalog_url, lambda catalog: catalog.audit(most=1))
    assert newest[0].address == "203.0.113.9"  # as the proxy on this machine says


def test_a_body_that_is_too_large_says_what_to_leave_out(service: RunningService) -> None:
    refused = ask(service, "POST", "/tokens", "admin-of-all", {"organizations": ["x" * 70_000]})
    assert (refused.status_code, refused.json()["type"]) == (413, "body-too-large")
    assert "Name fewer organizations" in refused.json()["detail"]


@pytest.mark.parametrize(
    "body", [None, {"organizations": []}, {"organizations": ["org"], "expires": "never"}, [1]]
)
def test_what_is_no_request_is_said(service: RunningService, body: Any) -> None:
    refused = ask(service, "POST", "/tokens", "admin-of-all", body)
    assert (refused.status_code, refused.json()["type"]) == (400, "invalid-request")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("expires_at", "2020-01-01T00:00:00Z", "called 'expires'"),
        ("expiresAt", "2020-01-01", "called 'expires'"),
        ("nosuch", 1, "organizations, label, expires, write, admin"),
        ("label", "a\nb", "label of a token"),
        ("label", "\0", "label of a token"),
        ("label", "x" * 201, "longer than 200"),
        ("organizations", [""], "organization of a token"),
        ("organizations", ["a\nb"], "organization of a token"),
        ("organizations", ["x" * 60_000], "longer than 200"),
    ],
)
def test_what_no_token_has_is_refused(
    service: RunningService, field: str, value: Any, said: str
) -> None:
    body = {"organizations": ["org"], field: value}
    refused = ask(service, "POST", "/tokens", "admin-of-all", body)
    assert refused.status_code == 400
    assert said in refused.json()["detail"]
    assert len(refused.content) < 1000


def test_only_a_token_that_was_not_revoked_is_rotated(service: RunningService) -> None:
    made = ask(service, "POST", "/tokens", "admin-of-all", {"organizations": ["org"]}).json()
    rotate = f"/tokens/{made['id']}/rotate"
    misspelled = ask(service, "POST", rotate, "admin-of-all", {"overlapp": "30m"})
    assert misspelled.status_code == 400
    assert misspelled.json()["errors"][0]["detail"] == "the field is called 'overlap'"
    revoke = f"/tokens/{made['id']}/revoke"
    revoked = ask(service, "POST", revoke, "admin-of-all").json()
    assert (revoked["state"], revoked["label"]) == ("revoked", "")
    assert ask(service, "POST", revoke, "admin-of-all").json() == revoked  # since when it was
    assert revoked in ask(service, "GET", "/tokens", "admin-of-all").json()
    for path in (rotate, "/tokens/none/rotate"):
        refused = ask(service, "POST", path, "admin-of-all", {})
        assert (refused.status_code, refused.json()["type"]) == (404, "token-not-found")
        assert ".." not in refused.json()["detail"]


def test_the_command_asks_a_service(service: RunningService) -> None:
    def run(*arguments: str, token: str = "admin-of-all") -> Any:  # noqa: S107
        place = ["--url", service.url, "--token", token]
        return CliRunner().invoke(main, ["token", *arguments, *place])

    made = run("create", "--org", "org", "--admin", "--label", "second")
    assert made.exit_code == 0, made.output
    assert "administering tokens" in made.stderr
    listed = run("list", token=made.stdout.strip())
    assert "second" in listed.stdout
    id_ = next(line.split()[0] for line in listed.stdout.splitlines() if "second" in line)
    assert run("rotate", id_, "--overlap", "1h").exit_code == 0
    assert f"Revoked {id_}" in run("revoke", id_).stderr
    assert run("revoke", "none").exit_code == 1
    refused = run("list", token="writer")  # noqa: S106
    assert refused.exit_code == 1
    assert "may not administer tokens" in refused.stderr


def test_the_last_use_of_a_token_is_recorded(
    new_catalog_url: Callable[[str], str], store: str
) -> None:
    url = new_catalog_url(store)
    publish(url, "org", "api", a_publication())
    made = CliRunner().invoke(main, ["token", "create", "--all-orgs", "--catalog", url])

    async def last_use(catalog: Catalog) -> int | None:
        return (await catalog.tokens())[0].last_used_at

    async def stamp(catalog: Catalog) -> int:
        return (await catalog.state()).stamp

    assert with_catalog(url, last_use) is None
    before = with_catalog(url, stamp)
    with running_service(url) as service:
        with SnippetClient(service.url, made.stdout.strip()) as client:
            client.get("GET", "/ping")
        used = with_catalog(url, lambda catalog: wait_until_async(lambda: last_use(catalog)))
    assert used is not None
    assert abs(used - time.time()) < 120
    assert with_catalog(url, stamp) == before  # what is cached stays
    assert "used 20" in CliRunner().invoke(main, ["token", "list", "--catalog", url]).stdout


@pytest.mark.parametrize(
    ("error", "is_refused"), [(CatalogReadOnly("No."), True), (CatalogUnusable("Gone."), False)]
)
def test_a_right_is_missed_only_where_a_write_was_refused(
    error: CatalogUnusable, *, is_refused: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        tried: asyncio.Queue[str] = asyncio.Queue()

        class Failing:
            async def record_uses(self, uses: dict[str, int]) -> None:
                tried.put_nowait(*uses)
                raise error

        uses = TokenUses(Failing(), every=0.001)  # type: ignore[arg-type]
        uses.note("first")
        await asyncio.wait_for(tried.get(), 30)
        uses.note("first")
        if not is_refused:  # then it is tried again
            await asyncio.wait_for(tried.get(), 30)

    asyncio.run(use())
    assert str(error) in caplog.text
    assert ("GRANT UPDATE" in caplog.text) == is_refused


def test_a_publication_over_the_wire_is_its_tokens(service: RunningService) -> None:
    with SnippetClient(service.url, "writer") as client:
        result = client.create("org", "wired", [a_publication()])
        assert result is not None
        assert result.revision == 1  # the API's own, whatever others publish
        with pytest.raises(Forbidden):
            TokenClient(client).tokens()
    listed = CliRunner().invoke(main, ["audit", "--api", "wired", "--catalog", service.catalog_url])
    assert "publish       org/wired  python:acme==1.0.0 (1 endpoint," in listed.stdout
    assert "by token writer at 127.0.0.1" in listed.stdout


def test_a_request_that_is_sent_again_is_told_what_it_did(service: RunningService) -> None:
    body = {
        "orgId": "org",
        "apiId": "again",
        "mode": "new",
        "snippets": {
            "type": "go",
            "sdk": {"package": "acme", "version": "1.0.0"},
            "snippets": [
                {"endpoint": {"method": "GET", "path": "/x"}, "snippet": {"client": "acme.X()"}}
            ],
        },
    }

    def send(token: str, key: str) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
        url = f"{service.url}/snippets/create"
        return requests.post(url, json=body, headers=headers, timeout=60)

    first, second, other = send("writer", "k"), send("writer", "k"), send("writer", "l")
    assert (first.status_code, second.status_code, other.status_code) == (200, 200, 409)
    assert second.json() == {**first.json(), "repeated": True}
    assert other.json()["type"] == "already-published"
