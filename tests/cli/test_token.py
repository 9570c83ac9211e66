"""``snippet-widget token``, and what its tokens open."""

from __future__ import annotations

import getpass
import json
import re
import socket
import time
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.catalog import Grant, default_catalog_path
from snippet_widget.cli import main
from snippet_widget.client import SnippetClient
from snippet_widget.durations import parse_expiry
from snippet_widget.errors import Unauthorized
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service, with_catalog

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from snippet_widget.catalog import Catalog


def token(catalog: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["token", *arguments, "--catalog", catalog])


def test_create_prints_the_token_alone_on_standard_output(catalog_url: str) -> None:
    made = token(catalog_url, "create", "--all-orgs")
    assert made.exit_code == 0
    assert made.stdout == made.stdout.strip() + "\n"
    assert len(made.stdout) > 40


def test_a_token_opens_its_organizations_until_it_is_revoked(catalog_url: str) -> None:
    publish(catalog_url, "one", "api", a_publication("python:one==1"))
    publish(catalog_url, "two", "api", a_publication("python:two==1"))
    publish(catalog_url, "three", "api", a_publication("python:three==1"))
    made = token(catalog_url, "create", "--org", "one", "--org", "two", "--label", "ci")
    with running_service(catalog_url) as service:
        client = SnippetClient(service.url, made.stdout.strip())
        overview = client.catalog()
        assert overview is not None
        assert [org.id for org in overview.organizations] == ["one", "two"]
        (listed,) = json.loads(token(catalog_url, "list", "--json").stdout)
        assert (listed["label"], listed["state"]) == ("ci", "valid")
        assert token(catalog_url, "revoke", listed["id"]).exit_code == 0
        with pytest.raises(Unauthorized, match="revoked"):
            client.catalog()
        assert "revoked" in token(catalog_url, "list").stdout


def test_the_file_holds_no_token(tmp_path: Path) -> None:
    catalog = str(tmp_path / "catalog.db")
    text = token(catalog, "create", "--all-orgs").stdout.strip()
    files = [path.read_bytes() for path in tmp_path.iterdir()]
    assert files
    assert not any(text.encode() in content for content in files)


def test_a_token_without_organizations_is_refused(catalog_url: str) -> None:
    for arguments in (["create"], ["create", "--org", "a", "--all-orgs"]):
        refused = token(catalog_url, *arguments)
        assert refused.exit_code == 1
        assert "--org ID for each organization, or --all-orgs" in refused.stderr


@pytest.mark.parametrize(
    ("lifetime", "says"), [("90d", "valid"), ("soon", None), ("0d", None), ("-1d", None)]
)
def test_expires_is_a_length_of_time(catalog_url: str, lifetime: str, says: str | None) -> None:
    made = token(catalog_url, "create", "--all-orgs", f"--expires={lifetime}")
    if says is None:
        assert made.exit_code == 1
        assert "Write 30m, 12h, 90d or 4w" in made.stderr
    else:
        (listed,) = json.loads(token(catalog_url, "list", "--json").stdout)
        assert listed["state"] == says
        assert listed["expires_at"] > listed["created_at"]


def test_revoking_what_is_not_there_is_an_error(catalog_url: str) -> None:
    token(catalog_url, "create", "--all-orgs")
    refused = token(catalog_url, "revoke", "nothing")
    assert refused.exit_code == 1
    assert "There is no token nothing" in refused.stderr


def test_a_token_says_who_made_it_and_until_when_it_is_valid(catalog_url: str) -> None:
    token(catalog_url, "create", "--all-orgs", "--expires", "2999-12-31")
    (listed,) = json.loads(token(catalog_url, "list", "--json").stdout)
    assert listed["expires_at"].startswith("3000-01-01T00:00:0")
    assert listed["created_by"] == f"{getpass.getuser()}@{socket.gethostname()}"
    assert listed["created_by"] in token(catalog_url, "list").stdout
    past = token(catalog_url, "create", "--all-orgs", "--expires", "2020-01-31")
    assert past.exit_code == 1
    assert "2020-01-31 is in the past" in past.stderr
    long = token(catalog_url, "create", "--all-orgs", "--expires", "99999999d")
    assert "90d or 4w, up to 999999 of them." in long.stderr


def test_a_rotated_token_allows_the_same_and_the_old_one_ends(catalog_url: str) -> None:
    publish(catalog_url, "one", "api", a_publication())
    old = token(catalog_url, "create", "--org", "one", "--label", "ci", "--write").stdout.strip()
    (before,) = json.loads(token(catalog_url, "list", "--json").stdout)
    rotated = token(catalog_url, "rotate", before["id"], "--overlap", "30m")
    new = rotated.stdout.strip()
    listed = {t["id"]: t for t in json.loads(token(catalog_url, "list", "--json").stdout)}
    replaced = listed.pop(before["id"])
    (made,) = listed.values()
    same = ("label", "organizations", "write", "state")
    assert [made[name] for name in same] == [before[name] for name in same]
    assert replaced["expires_at"] is not None
    assert f"replaces {before['id']}, which ends at {replaced['expires_at']}:" in rotated.stderr
    assert made["expires_at"] is None
    with running_service(catalog_url) as service:
        for text in (old, new):
            with SnippetClient(service.url, text) as client:
                assert len(client.get("GET", "/ping")) == 1
    unknown = token(catalog_url, "rotate", "nothing")
    assert unknown.exit_code == 1
    assert "There is no valid token nothing" in unknown.stderr
    again = token(catalog_url, "rotate", before["id"])
    assert (again.exit_code, again.stdout) == (1, "")
    assert f"The token {before['id']} was replaced already, by {made['id']}, " in again.stderr
    assert f"which {made['created_by']} made." in again.stderr
    next_ = token(catalog_url, "rotate", made["id"], "--overlap", "30m")
    token(catalog_url, "revoke", made["id"])
    assert token(catalog_url, "rotate", before["id"]).exit_code == 1  # the next one is valid
    (third,) = re.findall(r"Token (\w+) replaces", next_.stderr)
    token(catalog_url, "revoke", third)  # nobody has a token in its place any more
    again = token(catalog_url, "rotate", before["id"])
    assert f"already, and does, at {replaced['expires_at']}:" in again.stderr
    recorded = CliRunner().invoke(main, ["audit", "--json", "--catalog", catalog_url]).stdout
    ends = [
        each["detail"]
        for each in json.loads(recorded)
        if (each["action"], each["subject"]) == ("token-expire", before["id"])
    ]
    replacements = [re.findall(r"Token (\w+) replaces", r.stderr)[0] for r in (again, rotated)]
    assert ends == [f"replaced by {id_}, at {replaced['expires_at']}, ci" for id_ in replacements]


def test_a_token_that_has_expired_is_not_rotated(catalog_url: str) -> None:
    end = int(time.time())

    async def write_expired(catalog: Catalog) -> None:
        grant = Grant("1a2b3c4d", frozenset({"one"}), expires_at=end)
        await catalog.create_token(b"hash", grant, "short", "ann")

    with_catalog(catalog_url, write_expired)
    refused = token(catalog_url, "rotate", "1a2b3c4d")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "The token 1a2b3c4d has expired. Make another with" in refused.stderr
    minute = datetime.fromtimestamp(end, timezone.utc).strftime("%Y-%m-%d %H:%M")
    assert f"until {minute} " in token(catalog_url, "list").stdout


def test_the_service_of_the_environment_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    served, other = f"sqlite:///{tmp_path}/catalog.db", str(tmp_path / "other.db")
    publish(served, "acme", "api", a_publication())
    with running_service(served, grants={"administrator": Grant("all", admin=True)}) as service:
        monkeypatch.setenv("SNIPPET_WIDGET_URL", service.url)
        monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", "administrator")
        made = CliRunner().invoke(main, ["token", "create", "--org", "acme"])
        assert f"\nService: {service.url}\n" in f"\n{made.stderr}"
        assert made.stdout.count("\n") == 1
        with SnippetClient(service.url, made.stdout.strip()) as client:
            assert len(client.get("GET", "/ping")) == 1
        listed = CliRunner().invoke(main, ["token", "list"])
        assert listed.stdout.count("acme") == 1, listed.output
        named = token(other, "create", "--org", "acme")
        assert f"Catalog: {other}" in named.stderr
        assert CliRunner().invoke(main, ["token", "list"]).stdout == listed.stdout
        refused = CliRunner().invoke(main, ["audit"])
        assert refused.exit_code == 1
        assert "--catalog URL, or SNIPPET_WIDGET_CATALOG" in refused.stderr
        audit = CliRunner().invoke(main, ["audit", "--catalog", served])
        assert "token-create" in audit.stdout
        assert f"Catalog: {tmp_path}/catalog.db" in audit.stderr
    assert not default_catalog_path().exists()


def test_a_day_ends_at_midnight_whatever_time_it_is() -> None:
    assert parse_expiry("2999-12-31") == 32_503_680_000  # 3000-01-01T00:00:00Z


def test_the_list_shows_the_last_day_and_all_that_a_token_may(catalog_url: str) -> None:
    token(catalog_url, "create", "--all-orgs", "--expires", "2999-12-31", "--write", "--admin")
    shown = token(catalog_url, "list").stdout
    assert "write+admin" in shown
    assert "until 2999-12-31 " in shown
    audit = CliRunner().invoke(main, ["audit", "--catalog", catalog_url])
    assert "(write+admin, all organizations)" in audit.stdout
    token(catalog_url, "create", "--org", "acme")
    entries = ["audit", "--most", "1", "--catalog", catalog_url]
    (made,) = json.loads(CliRunner().invoke(main, [*entries, "--json"]).stdout)
    assert (made["action"], made["org"], made["api"]) == ("token-create", "acme", "")
    assert f"  acme  {made['subject']} (read, acme)" in CliRunner().invoke(main, entries).stdout


@pytest.mark.parametrize("command", [("token", "list"), ("publish", "--org", "o", "--api", "a")])
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--catalog", "c.db", "--url", "http://localhost:1"), "name two places"),
        (("--catalog", "c.db", "--token", "secret"), "name two places"),
        (("--token", "secret"), "--token is for a service, and none is named"),
    ],
)
def test_a_catalog_or_a_service_is_named(
    command: tuple[str, ...], options: tuple[str, ...], says: str
) -> None:
    done = CliRunner().invoke(main, [*command, *options])
    assert (done.exit_code, says in done.stderr) == (1, True)
    assert "secret" not in done.output
