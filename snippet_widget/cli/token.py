"""``snippet-widget token``: who may ask the service."""

from __future__ import annotations

import asyncio
import getpass
import os
import socket
import time
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.catalog import existing_catalog, open_catalog
from snippet_widget.cli.options import catalog_option
from snippet_widget.errors import ConfigurationError
from snippet_widget.service.tokens import create_token, parse_expiry, parse_lifetime, rotate_token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Grant, Token


@click.group("token")
def command() -> None:
    """Create, list, rotate and revoke access tokens."""


_expires_option = click.option(
    "--expires",
    metavar="90d",
    help="How long it is valid: 30m, 12h, 90d, 4w, or to the end of a day, 2027-01-31 (UTC).",
)


@command.command("create")
@click.option("--org", "orgs", metavar="ID", multiple=True, help="Organization; repeatable.")
@click.option("--all-orgs", is_flag=True, help="All organizations, also those to come.")
@click.option("--write", is_flag=True, help="Its bearer may also publish there.")
@_expires_option
@click.option("--label", default="", help="What it is for, to know it again in the list.")
@catalog_option
def create(  # noqa: PLR0913 - one for each option
    orgs: tuple[str, ...],
    *,
    all_orgs: bool,
    write: bool,
    expires: str | None,
    label: str,
    catalog_url: str,
) -> None:
    """Make a token and print it, alone, on standard output: it is shown this once."""
    if bool(orgs) == all_orgs:
        raise ConfigurationError(
            "Say what the token covers: --org ID for each organization, or --all-orgs."
        )
    lifetime = None if expires is None else parse_expiry(expires)

    async def make() -> tuple[str, Grant, set[str]]:
        async with open_catalog(catalog_url) as catalog:
            known = {api.org for api in await catalog.apis()}
            covered = None if all_orgs else orgs
            made = await create_token(
                catalog,
                covered,
                label=label,
                lifetime=lifetime,
                write=write,
                created_by=_this_user(),
            )
            return (*made, known)

    token, grant, known = asyncio.run(make())
    for org in sorted(set(orgs) - known):
        click.echo(f"Nothing is published in the organization {org!r} yet.", err=True)
    uses = "reading and publishing in" if write else "reading in"
    click.echo(f"Token {grant.id}, for {uses} {_covered(grant)}; not shown again:", err=True)
    click.echo(token)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@catalog_option
def list_(*, as_json: bool, catalog_url: str) -> None:
    """List the tokens, without their text, which is not kept."""

    async def read() -> Sequence[Token]:
        async with existing_catalog(catalog_url) as catalog:
            return await catalog.tokens()

    tokens = [_described(token) for token in asyncio.run(read())]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(tokens), indent=2).decode())
        return
    if not tokens:
        click.echo("There are no tokens. Make one with `snippet-widget token create`.", err=True)
    for token in tokens:
        orgs = ", ".join(token["organizations"] or ["all organizations"])
        may = "write" if token["write"] else "read"
        until = f"until {token['expires_at'][:10]}" if token["expires_at"] else "no end"
        made = f"{token['created_at'][:10]} by {token['created_by'] or 'unknown'}"
        line = (
            f"{token['id']}  {token['state']:8} {may:5} {until:16} {made}  {orgs}  {token['label']}"
        )
        click.echo(line.rstrip())


@command.command("rotate")
@click.argument("token_id", metavar="ID")
@click.option(
    "--overlap", default="7d", show_default=True, help="How long both are valid: 30m, 12h, 7d."
)
@_expires_option
@catalog_option
def rotate(token_id: str, overlap: str, expires: str | None, catalog_url: str) -> None:
    """Make a token that allows the same as another, and let that one end after a while."""
    lifetime = None if expires is None else parse_expiry(expires)
    seconds = parse_lifetime(overlap)

    async def make() -> tuple[str, Grant]:
        async with open_catalog(catalog_url) as catalog:
            return await rotate_token(
                catalog, token_id, overlap=seconds, lifetime=lifetime, created_by=_this_user()
            )

    token, grant = asyncio.run(make())
    click.echo(f"Token {grant.id} replaces {token_id}, which ends in {overlap}:", err=True)
    click.echo(token)


@command.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@catalog_option
def revoke(ids: tuple[str, ...], catalog_url: str) -> None:
    """End tokens at once, by the ids that `list` shows."""

    async def end() -> list[str]:
        async with open_catalog(catalog_url) as catalog:
            return [id_ for id_ in ids if not await catalog.revoke_token(id_)]

    unknown = asyncio.run(end())
    for id_ in ids:
        if id_ not in unknown:
            click.echo(f"Revoked {id_}.", err=True)
    if unknown:
        raise ConfigurationError(
            f"There is no token {', '.join(unknown)}. `snippet-widget token list` shows the ids."
        )


def _described(token: Token) -> dict[str, Any]:
    grant = token.grant
    return {
        "id": grant.id,
        "label": token.label,
        "organizations": None if grant.organizations is None else sorted(grant.organizations),
        "write": grant.write,
        "state": _state(token),
        "created_at": _instant(token.created_at),
        "created_by": token.created_by or None,
        "expires_at": _instant(grant.expires_at),
        "revoked_at": _instant(token.revoked_at),
    }


def _this_user() -> str:
    """Return who runs the command, as the system knows them."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, in a container say
        user = str(os.getuid())
    return f"{user}@{socket.gethostname()}"


def _state(token: Token) -> str:
    if token.revoked_at is not None:
        return "revoked"
    expires_at = token.grant.expires_at
    return "expired" if expires_at is not None and expires_at <= time.time() else "valid"


def _instant(seconds: int | None) -> str | None:
    if seconds is None:
        return None
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def _covered(grant: Grant) -> str:
    return "all organizations" if grant.organizations is None else ", ".join(grant.organizations)
