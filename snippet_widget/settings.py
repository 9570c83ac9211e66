"""Every setting: its name, environment variable, default and help, in one table.

Only the entry points (command line, magics, Sphinx directive, `panel()`, `show()`, `connect()`)
read the environment, through `environment_settings`; everything below them is handed its values.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from snippet_widget.access_token import AccessToken
from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Settings:
    """What can be set. The environment variable of ``timeout`` is ``SNIPPET_WIDGET_TIMEOUT``."""

    url: str | None = None
    """Address of a team's snippet service; none: the embedded one."""

    token: AccessToken | None = None
    """Access token for that address, sent to no other (see `snippet-widget token create`)."""

    org: str | None = None
    """Organization to ask for at that address, where there are several."""

    api: str | None = None
    """API to ask for at that address, where there are several."""

    catalog: str | None = field(default=None, repr=False)  # a database's URL may hold a password
    """Catalog: sqlite:///FILE or postgresql://…; none: a file in your data folder."""

    timeout: float = 10.0
    """Seconds to wait for the service, for connect and for answer."""


def environment_settings() -> Settings:
    """Return the settings of this process's environment, of its variables that are not empty.

    Raises
    ------
    ConfigurationError
        A value is not of its setting's type; the message names the variable.
    """
    outcome = _read(os.environ)
    if isinstance(outcome, ConfigurationError):
        raise outcome
    return outcome


def variable_name(setting: str) -> str:
    """Return the environment variable of a setting.

    Examples
    --------
    >>> variable_name("catalog")
    'SNIPPET_WIDGET_CATALOG'
    """
    return f"SNIPPET_WIDGET_{setting.upper()}"


def checked_timeout(seconds: float, name: str = "timeout") -> float:
    """Return a number of seconds that can be waited for.

    Raises
    ------
    ConfigurationError
        It is not a finite number above 0.
    """
    if not 0 < seconds < math.inf:
        raise ConfigurationError(
            f"{name} is {seconds:g}, and must be a number of seconds above 0, for example 10."
        )
    return seconds


def _read(environment: Mapping[str, str]) -> Settings | ConfigurationError:
    """Return an error instead of raising it: its traceback would show the whole environment."""
    values: dict[str, Any] = {}
    for setting in fields(Settings):
        variable = variable_name(setting.name)
        text = environment.get(variable)
        if not text:
            continue
        try:
            values[setting.name] = _value(setting.name, text, variable)
        except ConfigurationError as error:
            return error.with_traceback(None)
    return Settings(**values)


def _value(setting: str, text: str, variable: str) -> Any:
    if setting == "token":
        return AccessToken(text, variable)
    if setting == "timeout":
        return _seconds(text, variable)
    return text


def _seconds(text: str, variable: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise ConfigurationError(
            f"{variable}={text!r} is not a number. Set it to one, or unset it for "
            f"{Settings.timeout:g}."
        ) from None
    return checked_timeout(seconds, variable)
