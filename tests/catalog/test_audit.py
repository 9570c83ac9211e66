"""Whatever changes a catalog is recorded: what, when, and by whom."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget.catalog import Actor, SdkStatus
from snippet_widget.models import SdkSelector
from snippet_widget.publication import PublishMode
from snippet_widget.service.tokens import create_token, rotate_token
from tests.publication_builder import a_publication
from tests.service_builder import with_catalog

if TYPE_CHECKING:
    from snippet_widget.catalog import Catalog

SDK = SdkSelector("python", "acme", "1.0.0")


def test_each_change_is_recorded_once(catalog_url: str) -> None:
    async def use(catalog: Catalog) -> None:
        acting = catalog.acting_as(Actor("ann", "203.0.113.9", "ann:1"))
        publication = a_publication("python:acme==1.0.0")
        await acting.publish("org", "api", publication)
        await acting.publish_all("org", "api", [publication], mode=PublishMode.SKIP)  # nothing
        dry = {"mode": PublishMode.REPLACE, "dry_run": True}
        await acting.publish_all("org", "api", [a_publication(source="y")], **dry)  # type: ignore[arg-type]
        await catalog.publish("org", "api", a_publication(source="x"), replace=True)
        await catalog.set_status("org", "api", SDK, SdkStatus.YANKED, "wrong")
        await catalog.set_status("org", "api", SDK, SdkStatus.PUBLISHED, "")
        await catalog.rename_package("org", "api", SDK, "acme2")
        await catalog.rename_api("org", "api", "api2")
        await catalog.rename_organization("org", "org2")
        await catalog.unpublish("org2", "api2", SdkSelector("python", "acme2", "1.0.0"))
        assert await catalog.unpublish("org2", "api2", SDK) is None
        _, grant = await create_token(acting, {"a", "b"}, write=True, label="hub")
        await catalog.revoke_token(grant.id)
        await catalog.revoke_token("none")
        entries = await catalog.audit()
        assert [(e.change.action.value, e.change.subject) for e in reversed(entries)] == [
            ("publish", "python:acme==1.0.0"),
            ("change", "python:acme==1.0.0"),
            ("yank", "python:acme==1.0.0"),
            ("reinstate", "python:acme==1.0.0"),
            ("rename", "python:acme"),
            ("rename", "api"),
            ("rename", "org"),
            ("unpublish", "python:acme2==1.0.0"),
            ("token-create", grant.id),
            ("token-revoke", grant.id),
        ]
        made = entries[1]
        assert (made.actor, made.address, made.change.detail) == (
            *("ann", "203.0.113.9", "write, a, b, hub"),
        )
        assert abs(made.at - time.time()) < 120
        assert "@" in entries[0].actor  # user and machine
        assert [e.change.action.value for e in await catalog.audit("org", "api")] == [
            *("rename", "reinstate", "yank", "change", "publish"),
        ]
        assert len(await catalog.audit_of_request("ann:1")) == 2
        assert len(await catalog.audit(most=3)) == 3

    with_catalog(catalog_url, use)


def test_an_organization_s_changes_are_also_those_of_the_tokens_that_cover_it(
    catalog_url: str,
) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.publish("acme", "api", a_publication())
        _, both = await create_token(catalog, {"acme", "other"}, label="hub")
        _, every = await create_token(catalog, None)
        _, other = await create_token(catalog, {"other"}, label="theirs")
        _, new, _ = await rotate_token(catalog, both.id, overlap=60, expires_at=None, created_by="")
        for grant in (both, every, other):
            await catalog.revoke_token(grant.id)
        listed = [
            (e.change.action.value, e.change.subject) for e in reversed(await catalog.audit("acme"))
        ]
        assert listed == [
            ("publish", "python:acme==1.0.0"),
            *(("token-create", grant.id) for grant in (both, every, new)),
            ("token-expire", both.id),
            *(("token-revoke", grant.id) for grant in (both, every)),
        ]
        revoked = [e.change for e in await catalog.audit() if e.change.action.value[6:] == "revoke"]
        assert [(c.subject, c.detail) for c in revoked] == [
            *((other.id, "theirs"), (every.id, ""), (both.id, "hub")),
        ]
        orgs = {e.change.subject: e.change.org for e in await catalog.audit()}
        assert orgs == {
            "python:acme==1.0.0": "acme",
            other.id: "other",
            **dict.fromkeys((both.id, every.id, new.id), ""),  # of several organizations, or all
        }
        ended = next(e.change for e in await catalog.audit() if "expire" in e.change.action.value)
        assert ended.detail.endswith("Z, hub")
        only = await catalog.audit("acme", "api")
        assert [e.change.action.value for e in only] == ["publish"]

    with_catalog(catalog_url, use)
