"""Options that several commands take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from snippet_widget.access_token import AccessToken
from snippet_widget.catalog import default_catalog_path
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import LoadLevel
from snippet_widget.provenance import Credentials
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.settings import (
    Settings,
    checked_timeout,
    environment_settings,
    variable_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.models import SdkSelector

_Command = Any


def _catalog_option(callback: Callable[..., str | None]) -> Callable[..., Any]:
    return click.option(
        "--catalog",
        "catalog_url",
        metavar="URL",
        envvar=variable_name("catalog"),
        callback=callback,
        help="sqlite:///FILE or postgresql://…; a file in your data folder when left out. One with "
        "a password is safer in the environment. [env: SNIPPET_WIDGET_CATALOG]",
    )


def _named_catalog(_: click.Context, __: click.Parameter, url: str | None) -> str | None:
    """Return the catalog that was named; raise where its name is empty, as that of a lost variable.

    click takes an empty variable of the environment for none.
    """
    if url is not None and not url.strip():
        raise ConfigurationError(
            "--catalog is empty. Write sqlite:///FILE or postgresql://…; your own catalog is "
            f"{default_catalog_path()}"
        )
    return url


def _own_catalog(context: click.Context, option: click.Parameter, url: str | None) -> str | None:
    """Return the catalog that was named; raise where a service was, which cannot be meant."""
    if url is None and environment_settings().url:
        command = context.command_path.partition(" ")[2]
        raise ConfigurationError(
            f"`{command}` works on a catalog, and {variable_name('url')} names a service. Name the "
            f"service's catalog: --catalog URL, or {variable_name('catalog')}; your own is "
            f"--catalog {default_catalog_path()}"
        )
    return _named_catalog(context, option, url)


catalog_option = _catalog_option(_named_catalog)

own_catalog_option = _catalog_option(_own_catalog)
"""Of commands that no service does: they do not take the default catalog for that of a service."""


def _timeout(given: float | None) -> float | None:
    try:
        return None if given is None else checked_timeout(given)
    except ConfigurationError as error:
        raise click.UsageError(f"--{error}") from error


_SERVICE_OPTIONS = (
    click.option(
        "--url",
        metavar="URL",
        help="Service to ask; one on --catalog is started when left out. [env: SNIPPET_WIDGET_URL]",
    ),
    click.option(
        "--token",
        metavar="TOKEN",
        callback=lambda _, __, text: AccessToken.of(text),
        help="Its access token; safer in the environment, SNIPPET_WIDGET_TOKEN, which goes to the "
        "address in SNIPPET_WIDGET_URL and to no other.",
    ),
    click.option(
        "--timeout",
        type=float,
        metavar="SECONDS",
        callback=lambda _, __, given: _timeout(given),
        help="Seconds to wait for it. "
        f"[env: SNIPPET_WIDGET_TIMEOUT; default: {Settings.timeout:g}]",
    ),
    catalog_option,
)

sdks_option = click.option(
    "--sdk",
    "sdks",
    metavar="TYPE:PACKAGE==VERSION",
    multiple=True,
    callback=lambda _, __, texts: _selectors(texts),
    help="SDK to answer for, package and version optional; repeatable. The latest of each "
    "when left out.",
)

_REQUEST_OPTIONS = (
    *_SERVICE_OPTIONS,
    click.option(
        "--org",
        metavar="ID",
        help="Organization, where an API is in several. [env: SNIPPET_WIDGET_ORG]",
    ),
    click.option(
        "--api", metavar="ID", help="API, where there are several. [env: SNIPPET_WIDGET_API]"
    ),
    sdks_option,
    click.option(
        "--load-level",
        type=click.Choice([level.value for level in LoadLevel]),
        default=LoadLevel.FULL.value,
        show_default=True,
        callback=lambda _, __, value: LoadLevel(value),
        help="Whole programs, or only the calls.",
    ),
)

required_only_option = click.option(
    "--required-only",
    is_flag=True,
    help="Python calls with only the arguments that they require, where that form is published.",
)

credentials_option = click.option(
    "--credentials",
    type=click.Choice([each.value for each in Credentials]),
    default=Credentials.PLACEHOLDER.value,
    show_default=True,
    callback=lambda _, __, value: Credentials(value),
    help="What stands where a secret belongs: the placeholder, or an environment variable.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print the service's JSON.")


def service_options(command: _Command) -> _Command:
    """Add the options that say which service a command asks."""
    for option in reversed(_SERVICE_OPTIONS):
        command = option(command)
    return command


def request_options(command: _Command) -> _Command:
    """Add the options of the commands that ask a service for snippets."""
    for option in reversed(_REQUEST_OPTIONS):
        command = option(command)
    return command


def is_service_named(url: str | None, token: AccessToken | None) -> bool:
    """Return whether a command is about a service: named by an option, or by the environment.

    A catalog that an option names comes before a service of the environment.

    Raises
    ------
    ConfigurationError
        Options name a service and a catalog, or a token without a service.
    """
    source = click.get_current_context().get_parameter_source("catalog_url")
    has_catalog = source is ParameterSource.COMMANDLINE
    if has_catalog and (url or token):
        raise ConfigurationError(
            "--catalog and --url or --token name two places. Name one of them."
        )
    has_service = bool(url or environment_settings().url)
    if token and not has_service:
        raise ConfigurationError(
            "--token is for a service, and none is named. Add --url, or set SNIPPET_WIDGET_URL."
        )
    return has_service and not has_catalog


def _selectors(texts: tuple[str, ...]) -> tuple[SdkSelector, ...]:
    return tuple(map(parse_sdk, texts))
