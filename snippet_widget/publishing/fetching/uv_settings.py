"""Which package indexes a user has set for uv, in its variables and its files.

Read as uv's documentation tells ("Configuration files", "Package indexes"): variables first, then
the nearest ``uv.toml`` or ``pyproject.toml`` above the working folder, then the user's file and
the system's. Passwords stay where they are read into: no repr and no message shows them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TOML: Any = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
_DEFAULT = ("UV_DEFAULT_INDEX", "UV_INDEX_URL")
_EXTRA = ("UV_INDEX", "UV_EXTRA_INDEX_URL")
_NAMED = re.compile(r"^(?:([\w.-]+)=)?(\w+://.*|[^=]*)$", re.DOTALL)


@dataclass(frozen=True)
class UvSettings:
    """What is set for uv; empty where nothing is.

    Parameters
    ----------
    default
        URL of the index that is asked last.
    extra
        URLs of those that are asked before it.
    find_links
        URLs or folders of files.
    insecure
        Hosts whose certificates are not checked.
    no_index
        Whether no index may be asked.
    """

    default: str = field(default="", repr=False)
    extra: tuple[str, ...] = field(default=(), repr=False)
    find_links: tuple[str, ...] = field(default=(), repr=False)
    insecure: tuple[str, ...] = ()
    no_index: bool = False


def uv_settings(environment: Mapping[str, str], folder: Path) -> UvSettings:
    """Return what variables and files set, as seen from a working folder.

    Raises
    ------
    ConfigurationError
        A file is no TOML.
    """
    files = [_of_file(environment, table) for table in _tables(environment, folder)]
    found = [_of_variables(environment), *files]
    return UvSettings(
        default=next((one.default for one in found if one.default), ""),
        extra=tuple(dict.fromkeys(url for one in found for url in one.extra)),
        find_links=tuple(dict.fromkeys(link for one in found for link in one.find_links)),
        insecure=tuple(dict.fromkeys(host for one in found for host in one.insecure)),
        no_index=any(one.no_index for one in found),
    )


def pip_variables(settings: UvSettings, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that tell pip the same; beside what is set for pip itself."""

    def joined(name: str, values: tuple[str, ...]) -> dict[str, str]:
        both = " ".join([*values, environment.get(name, "")]).strip()
        return {name: both} if values else {}

    return {
        **({"PIP_INDEX_URL": settings.default} if settings.default else {}),
        **joined("PIP_EXTRA_INDEX_URL", settings.extra),
        **joined("PIP_FIND_LINKS", settings.find_links),
        **joined("PIP_TRUSTED_HOST", settings.insecure),
        **({"PIP_NO_INDEX": "1"} if settings.no_index else {}),
    }


def _of_variables(environment: Mapping[str, str]) -> UvSettings:
    named = next((environment[name] for name in _DEFAULT if environment.get(name)), "")
    return UvSettings(
        default=_with_credentials(environment, named),
        extra=tuple(
            _with_credentials(environment, url)
            for name in _EXTRA
            for url in environment.get(name, "").split()
        ),
        find_links=tuple(filter(None, environment.get("UV_FIND_LINKS", "").split(","))),
        insecure=tuple(environment.get("UV_INSECURE_HOST", "").split()),
        no_index=environment.get("UV_NO_INDEX", "").lower() in {"1", "true", "yes", "on"},
    )


def _of_file(environment: Mapping[str, str], table: dict[str, Any]) -> UvSettings:
    default, extra = str(table.get("index-url") or ""), []
    for index in _dicts(table.get("index")):
        url = _with_credentials(environment, str(index.get("url", "")), str(index.get("name", "")))
        if index.get("default"):
            default = url
        elif not index.get("explicit"):
            extra.append(url)
    return UvSettings(
        default=default,
        extra=(*filter(None, extra), *_texts(table.get("extra-index-url"))),
        find_links=_texts(table.get("find-links")),
        insecure=_texts(table.get("allow-insecure-host")),
        no_index=table.get("no-index") is True,
    )


def _tables(environment: Mapping[str, str], folder: Path) -> Iterator[dict[str, Any]]:
    if environment.get("UV_NO_CONFIG"):
        return
    if environment.get("UV_CONFIG_FILE"):
        yield _read(Path(environment["UV_CONFIG_FILE"]).expanduser())
        return
    for above in (folder, *folder.parents):
        if (above / "uv.toml").is_file():
            yield _read(above / "uv.toml")
            break
        project = _read(above / "pyproject.toml").get("tool")
        if isinstance(project, dict) and isinstance(project.get("uv"), dict):
            yield project["uv"]
            break
    home = environment.get("HOME") or environment.get("USERPROFILE")
    user = environment.get("XDG_CONFIG_HOME") or environment.get("APPDATA")
    if user or home:
        yield _read(Path(user or f"{home}/.config") / "uv" / "uv.toml")
    yield _read(Path("/etc/uv/uv.toml"))


def _read(path: Path) -> dict[str, Any]:
    try:
        table: dict[str, Any] = _TOML.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return {}
    except _TOML.TOMLDecodeError as error:
        raise ConfigurationError(
            f"{path} is no valid TOML ({error}), so the package indexes set there cannot be read. "
            "Mend it, or set UV_NO_CONFIG=1 to leave uv's files out."
        ) from None
    return table


def _with_credentials(environment: Mapping[str, str], text: str, name: str = "") -> str:
    """Return the URL of ``name=https://…``, with what UV_INDEX_NAME_USERNAME and _PASSWORD say."""
    found = _NAMED.match(text)
    name, url = (name or found.group(1) or "", found.group(2)) if found else (name, text)
    parts = urlsplit(url)
    prefix = f"UV_INDEX_{re.sub('[^A-Z0-9]', '_', name.upper())}"
    user = environment.get(f"{prefix}_USERNAME", "") if name else ""
    password = environment.get(f"{prefix}_PASSWORD", "") if name else ""
    if not (user or password) or "@" in parts.netloc:
        return url
    secret = f":{quote(password, safe='')}" if password else ""
    return parts._replace(netloc=f"{quote(user, safe='')}{secret}@{parts.netloc}").geturl()


def _dicts(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
