"""``snippet-widget serve``: the service for a team."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import click

from snippet_widget.catalog import (
    catalog_name,
    default_catalog_path,
    open_catalog,
    require_catalog,
    sqlite_path,
)
from snippet_widget.cli.options import catalog_option
from snippet_widget.cli.standard_streams import leave_output
from snippet_widget.durations import parse_duration
from snippet_widget.errors import CatalogUnavailable, ConfigurationError
from snippet_widget.service import Limits
from snippet_widget.service.cors import checked_origin
from snippet_widget.settings import variable_name

if TYPE_CHECKING:
    from snippet_widget.service.server import ServerOptions

_HIGHEST_PORT = 65535


@click.command("serve")
@catalog_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: a free one."
)
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes."
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=1000,
    show_default=True,
    help="Reads per second of one token and worker, twice as many at once; 0: any number.",
)
@click.option(
    "--write-rate",
    type=click.FloatRange(min=0),
    default=5,
    show_default=True,
    help="As --rate, for writes: requests that publish, or make, rotate or revoke tokens.",
)
@click.option(
    "--stale",
    metavar="10m",
    callback=lambda _, __, text: 0 if text is None else parse_duration(text),
    help="How long to send cached answers, marked by a header, while the catalog is unavailable.",
)
@click.option(
    "--cache",
    "cached_megabytes",
    type=click.IntRange(min=0),
    default=64,
    show_default=True,
    help="Megabytes of answers that each worker keeps; 0: none.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=1),
    help="Most connections to a PostgreSQL server, of all workers; 10 for each when left out.",
)
@click.option(
    "--read-catalog",
    "read_catalog_url",
    metavar="URL",
    envvar=variable_name("read_catalog"),
    help="A replica of the PostgreSQL catalog to read from. [env: SNIPPET_WIDGET_READ_CATALOG]",
)
@click.option(
    "--read-lag",
    type=click.FloatRange(min=1),
    default=10,
    show_default=True,
    help="Seconds that the replica may be behind, revoked tokens included; else --catalog is read.",
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    callback=lambda _, __, text: None if text is None else _address(text),
    help="Answer GET /metrics there, for Prometheus: of all workers together.",
)
@click.option(
    "--cors",
    metavar="ORIGIN",
    multiple=True,
    callback=lambda _, __, origins: tuple(map(checked_origin, origins)),
    help="Let web pages of that origin ask, such as https://docs.example; * is any; repeatable.",
)
@click.option("--quiet", is_flag=True, help="Don't write a line of JSON for each request.")
def command(  # noqa: PLR0913 - one for each option
    catalog_url: str | None,
    host: str,
    port: int,
    workers: int,
    *,
    rate: float,
    write_rate: float,
    stale: float,
    cached_megabytes: int,
    connections: int | None,
    read_catalog_url: str | None,
    read_lag: float,
    metrics: tuple[str, int] | None,
    cors: tuple[str, ...],
    quiet: bool,
) -> None:
    """Serve a catalog over HTTP until stopped (Ctrl+C)."""
    _require_server_libraries()
    from snippet_widget.service.server import ServerOptions  # noqa: PLC0415 - an extra

    if connections is not None and connections < workers:
        raise ConfigurationError(
            f"{workers} workers need a connection each. Give --connections {workers} or more."
        )
    if read_catalog_url is not None and sqlite_path(catalog_url) is not None:
        raise ConfigurationError("--read-catalog is for PostgreSQL. Leave it out.")
    _refuse_empty_variable(catalog_url)
    limits = Limits(
        rate=rate,
        write_rate=write_rate,
        stale_seconds=stale,
        cached_bytes=cached_megabytes * 2**20,
    )
    options = ServerOptions(
        catalog_url,
        workers,
        limits=limits,
        log_requests=not quiet,
        metrics=metrics,
        connections=connections,
        cors=cors,
        read_catalog_url=read_catalog_url,
        read_lag=read_lag,
    )
    _serve(options, host, port)


def _refuse_empty_variable(catalog_url: str | None) -> None:
    """Raise where the variable is there and empty: a file of settings that lost its value."""
    name = variable_name("catalog")
    if catalog_url is None and os.environ.get(name) == "":
        raise ConfigurationError(
            f"{name} is empty. Set it to sqlite:///FILE or postgresql://…, or unset it to serve "
            f"your own catalog, {default_catalog_path()}."
        )


def _require_server_libraries() -> None:
    try:
        import snippet_widget.service.server  # noqa: F401, PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The service needs {error.name}. Run: pip install 'snippet-widget[serve]'"
        ) from error


def _serve(options: ServerOptions, host: str, port: int) -> None:
    """Say where, and serve until stopped."""
    from snippet_widget.service.server import listening_socket, serve  # noqa: PLC0415 - an extra

    name, has_tokens = asyncio.run(_look_at(options.catalog_url))
    with listening_socket(host, port) as listening:
        address = f"[{host}]" if ":" in host else host

        def announce() -> None:
            _say(f"Serving {name} at http://{address}:{listening.getsockname()[1]}")
            if not has_tokens:
                _say("It has no access token yet: snippet-widget token create", err=True)

        try:
            serve(options, listening, announce=announce)
        except KeyboardInterrupt:
            _say("Stopped.", err=True)


def _say(text: str, *, err: bool = False) -> None:
    """Say something where that can be written: a full disk is no reason not to serve."""
    try:
        click.echo(text, err=err)
    except OSError:
        if not err:
            leave_output()


async def _look_at(catalog_url: str | None) -> tuple[str, bool]:
    """Bring the catalog up to date before anything is promised; return name, and if it has tokens.

    One that was named and is not there is not made: the name may be mistyped. One that is
    unavailable is waited for: the service answers 503 meanwhile.
    """
    require_catalog(catalog_url)
    try:
        async with open_catalog(catalog_url, make=False) as catalog:
            return catalog.name, bool(await catalog.tokens())
    except CatalogUnavailable as error:
        _say(f"{error} Until then the service answers 503.", err=True)
        return catalog_name(catalog_url), True


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > _HIGHEST_PORT:
        raise click.BadParameter(
            f"{text!r} is not an address. Write HOST:PORT, as in 127.0.0.1:9464."
        )
    return host.strip("[]") or "127.0.0.1", int(port)
