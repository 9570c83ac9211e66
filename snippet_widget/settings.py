"""Every setting: its name, environment variable, default and help, in one table.

Only the doors (command line, magics, `panel()`, `create_app()`) read the environment, through
`Settings.from_environment`; everything below them is handed its values.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Mapping


def _setting(default: Any, help_: str) -> Any:
    return field(default=default, metadata={"help": help_})


@dataclass(frozen=True)
class Settings:
    """What can be set. The environment variable of ``timeout`` is ``SNIPPET_WIDGET_TIMEOUT``."""

    url: str | None = _setting(None, "Address of a team's snippet service; none: the embedded one.")
    token: str | None = field(
        default=None,
        repr=False,
        metadata={"help": "Access token for that service (see `snippet-widget token create`)."},
    )
    catalog: str | None = _setting(
        None, "Catalog: sqlite:///FILE or postgresql://…; none: a file in your data folder."
    )
    timeout: float = _setting(10.0, "Seconds to wait for the service, for connect and for answer.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read the variables that are set and not empty.

        Raises
        ------
        ConfigurationError
            A value is not of its setting's type; the message names the variable.
        """
        values = {
            setting.name: _read(variable, environment[variable], setting.default)
            for setting in fields(cls)
            if environment.get(variable := variable_name(setting.name))
        }
        return cls(**values)


def variable_name(setting: str) -> str:
    """Return the environment variable of a setting.

    Examples
    --------
    >>> variable_name("catalog")
    'SNIPPET_WIDGET_CATALOG'
    """
    return f"SNIPPET_WIDGET_{setting.upper()}"


def _read(variable: str, text: str, default: Any) -> Any:
    kind = type(default) if default is not None else str
    try:
        return kind(text)
    except ValueError:
        raise ConfigurationError(
            f"{variable}={text!r} is not a number. Set it to one, or unset it for {default}."
        ) from None
