"""``snippet-widget token``: who may ask the service, publish, and administer."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime, time, timedelta, timezone
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.access_token import AccessToken
from snippet_widget.catalog.audit import uses_of
from snippet_widget.cli.options import catalog_option
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.cli.token_target import tokens_of
from snippet_widget.durations import parse_duration
from snippet_widget.errors import ConfigurationError
from snippet_widget.token_administration import RotationRequest, TokenRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.cli.token_target import CatalogTokens, ServiceTokens
    from snippet_widget.token_administration import CreatedToken, TokenOverview


@click.group("token")
def command() -> None:
    """Create, list, rotate and revoke access tokens, of a catalog or through a service.

    Where a service is named, by --url or SNIPPET_WIDGET_URL, they are its tokens; --catalog names a
    catalog.
    """


_expires_option = click.option(
    "--expires",
    metavar="90d",
    default="",
    help="How long it is valid: 30m, 12h, 90d, 4w, or to the end of a day, 2027-01-31 (UTC).",
)

_PLACE = (
    click.option(
        "--url",
        metavar="URL",
        help="Service to ask, rather than a catalog. [env: SNIPPET_WIDGET_URL]",
    ),
    click.option(
        "--token",
        metavar="TOKEN",
        callback=lambda _, __, text: AccessToken.of(text),
        help="Its token, made with --admin; safer in the environment, SNIPPET_WIDGET_TOKEN, which "
        "goes to the address in SNIPPET_WIDGET_URL and to no other.",
    ),
    catalog_option,
)


def _place_options(command: Any) -> Any:
    """Add the options that say whose tokens a command is about."""
    for option in reversed(_PLACE):
        command = option(command)
    return command


@contextmanager
def _tokens(place: dict[str, Any]) -> Iterator[CatalogTokens | ServiceTokens]:
    """Give the tokens that the options or the environment name, and say whose they are."""
    with tokens_of(place["catalog_url"], place["url"], place["token"]) as tokens:
        yield tokens
        click.echo(tokens.place, err=True)


@command.command("create")
@click.option("--org", "orgs", metavar="ID", multiple=True, help="Organization; repeatable.")
@click.option("--all-orgs", is_flag=True, help="All organizations, future ones too.")
@click.option("--write", is_flag=True, help="Its bearer may also publish there.")
@click.option("--admin", is_flag=True, help="Its bearer may also make and revoke tokens there.")
@_expires_option
@click.option("--label", default="", help="What it is for, to recognize it in the list.")
@_place_options
def create(  # noqa: PLR0913 - one for each option
    orgs: tuple[str, ...],
    *,
    all_orgs: bool,
    write: bool,
    admin: bool,
    expires: str,
    label: str,
    **place: Any,
) -> None:
    """Make a token and print it, alone, on standard output: it is shown this once."""
    if bool(orgs) == all_orgs:
        raise ConfigurationError(
            "Name what the token covers: --org ID for each organization, or --all-orgs."
        )
    with _tokens(place) as tokens:
        request = TokenRequest(None if all_orgs else orgs, label, expires, write, admin)
        created: CreatedToken = tokens.create(request)
        unknown = sorted(set(orgs) - tokens.organizations()) if orgs else []
    for org in unknown:
        click.echo(f"Nothing is published in the organization {org!r} yet.", err=True)
    uses = _uses(created)
    click.echo(f"Token {created.id}, for {uses} {_covered(created)}; not shown again:", err=True)
    click.echo(created.token)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_place_options
def list_(*, as_json: bool, **place: Any) -> None:
    """List the tokens, without their text, which is not kept."""
    with _tokens(place) as administered:
        tokens: list[TokenOverview] = administered.tokens()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(tokens), indent=2).decode())
        return
    if not tokens:
        click.echo("There are no tokens. Make one with `snippet-widget token create`.", err=True)
    for token in tokens:
        print_line(_line(token))


def _line(token: TokenOverview) -> str:
    orgs = ", ".join(token.organizations or ["all organizations"])
    may = uses_of(write=token.write, admin=token.admin)
    until = f"until {_last_moment(token.expires_at)}" if token.expires_at else "no end"
    made = f"{token.created_at[:10]} by {token.created_by or 'unknown'}"
    used = f"used {token.last_used_at[:16]}" if token.last_used_at else "not used"
    line = f"{token.id}  {token.state:8} {may:11} {until:22} {made}  {used}  {orgs}  {token.label}"
    return line.rstrip()


def _last_moment(end: str) -> str:
    """Return the last day of a token that ends with a day, else the minute in which it ends."""
    moment = datetime.fromisoformat(end.replace("Z", "+00:00"))
    if moment.time() == time.min:
        return (moment - timedelta(days=1)).date().isoformat()
    return f"{moment:%Y-%m-%d %H:%M}"


@command.command("rotate")
@click.argument("token_id", metavar="ID")
@click.option(
    "--overlap", default="7d", show_default=True, help="How long both are valid: 30m, 12h, 7d."
)
@_expires_option
@_place_options
def rotate(token_id: str, overlap: str, expires: str, **place: Any) -> None:
    """Make a token that allows the same as another, and let that one end after a while."""
    with _tokens(place) as tokens:
        created: CreatedToken = tokens.rotate(token_id, RotationRequest(overlap, expires))
    end = _end_of_replaced(created, overlap)
    click.echo(f"Token {created.id} replaces {token_id}, which {end}:", err=True)
    click.echo(created.token)


def _end_of_replaced(created: CreatedToken, overlap: str) -> str:
    if created.replaced_expires_at is None:  # a service of a version that does not say
        return f"ends in {overlap} at the latest"
    end = datetime.fromisoformat(created.replaced_expires_at.replace("Z", "+00:00"))
    wanted = datetime.now(timezone.utc) + timedelta(seconds=parse_duration(overlap))
    if wanted - end > timedelta(minutes=1):  # more than clocks differ
        return f"was to end already, and does, at {created.replaced_expires_at}"
    return f"ends at {created.replaced_expires_at}"


@command.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@_place_options
def revoke(ids: tuple[str, ...], **place: Any) -> None:
    """End tokens at once, by the ids that `list` shows."""
    with _tokens(place) as tokens:
        unknown = [id_ for id_ in ids if not tokens.revoke(id_)]
    for id_ in ids:
        if id_ not in unknown:
            click.echo(f"Revoked {id_}.", err=True)
    if unknown:
        raise ConfigurationError(
            f"There is no token {', '.join(unknown)}. `snippet-widget token list` shows the ids."
        )


def _uses(created: CreatedToken) -> str:
    uses = ["reading"]
    if created.write:
        uses.append("publishing")
    if created.admin:
        uses.append("administering tokens")
    return " and ".join(uses) + " in"


def _covered(created: CreatedToken) -> str:
    orgs = created.organizations
    return "all organizations" if orgs is None else ", ".join(orgs)
