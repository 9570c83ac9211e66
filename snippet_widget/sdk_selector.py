"""How a person writes which SDK they mean: ``python:acme==1.0``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.errors import ConfigurationError
from snippet_widget.languages import canonical_type
from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from collections.abc import Iterable

    NamedSdks = str | SdkSelector | Iterable[str | SdkSelector]

_PINNED = re.compile(
    r"(?P<package>(?P<scope>@[\w.-]+/)?\w[\w.-]*)==(?P<version>[\w.+!-]+)", re.ASCII
)
_RANGE = re.compile(r"(?P<named>[^<>~^!=\s]+)\s*(?:[<>~^]|!=|==\s*[\w.]+(?:,|\.\*))")
_FORMS = (
    "python:acme==1.0, typescript:@acme/sdk==1.0.0, java:com.acme:acme-java==2.1.0, "
    "go:github.com/acme/acme-go==0.3.0"
)


def parse_sdk(text: str) -> SdkSelector:
    """Read ``TYPE[:PACKAGE[==VERSION]]``; the type ends at the first colon.

    Examples
    --------
    >>> parse_sdk("java:com.acme:acme-java==2.1.0").package
    'com.acme:acme-java'

    Raises
    ------
    ConfigurationError
        It is nothing of that form.
    """
    type_, colon, rest = text.strip().partition(":")
    package, equals, version = rest.partition("==")
    parts = [type_.strip(), package.strip(), version.strip()]
    given = [True, bool(colon), bool(equals)]
    if found := _RANGE.match(text.strip()):
        raise ConfigurationError(_one_version(text, found["named"]))
    wrong = any(has != bool(part) for has, part in zip(given, parts, strict=True))
    if wrong or any(set(part) & set(" \t\r\n\0=") for part in parts):
        raise ConfigurationError(
            f"{text!r} names no SDK.{_meant(text.strip())} Write TYPE:PACKAGE==VERSION, for "
            f"example {_FORMS}."
        )
    return SdkSelector(canonical_type(parts[0]), parts[1] or None, parts[2] or None)


def parse_directive_sdks(text: str, version: str | None) -> tuple[SdkSelector, ...]:
    """Read what the options ``sdk``, several with commas, and ``version`` of a directive ask for.

    Raises
    ------
    ConfigurationError
        One is nothing of that form, or the version is not that of one SDK.
    """
    sdks = tuple(parse_sdk(each) for each in text.split(",") if each.strip())
    if version is None:
        return sdks
    if len(sdks) != 1 or sdks[0].version is not None:
        raise ConfigurationError(
            "`version` is that of one SDK: name it with `sdk`, or write sdk: python:acme==1.0 for "
            "each."
        )
    return (msgspec.structs.replace(sdks[0], version=version),)


def parse_sdks(sdks: NamedSdks) -> tuple[SdkSelector, ...]:
    """Return the SDKs that a program names: one or several, each as text or as a selector.

    Examples
    --------
    >>> parse_sdks("python:acme") == parse_sdks([SdkSelector("python", "acme")])
    True

    Raises
    ------
    ConfigurationError
        One is neither, or a text that `parse_sdk` cannot read.
    """
    given = [sdks] if isinstance(sdks, (str, SdkSelector)) else sdks
    return tuple(map(_parsed, given))


def _parsed(sdk: str | SdkSelector) -> SdkSelector:
    if isinstance(sdk, str):
        return parse_sdk(sdk)
    if isinstance(sdk, SdkSelector):
        return sdk
    raise ConfigurationError(
        f'{sdk!r} names no SDK. Give a text such as "python:acme==1.0", or an SdkSelector.'
    )


def _one_version(text: str, named: str) -> str:
    sdk = named if ":" in named else "TYPE:PACKAGE"
    return (
        f"{text!r} names a range of versions, and one version is asked for: {sdk}==VERSION. The "
        "range that a notebook's cell may follow goes into its version_range, in the cell's "
        "metadata under snippet_widget."
    )


def _meant(text: str) -> str:
    """Return which SDK somebody meant who left the language out, as pip and npm have it."""
    found = _PINNED.fullmatch(text)
    if not found:
        return ""
    type_ = "typescript" if found["scope"] else "python"
    return f" Did you mean {type_}:{found['package']}=={found['version']}?"


def parse_published_sdk(text: str) -> SdkSelector:
    """Read ``TYPE:PACKAGE==VERSION``, all of it given.

    Raises
    ------
    ConfigurationError
        Package or version are missing, or it is nothing of that form.
    """
    selector = parse_sdk(text)
    if selector.package is None or selector.version is None:
        missing = "package" if selector.package is None else "version"
        raise ConfigurationError(
            f"{text!r} names no {missing}. Write TYPE:PACKAGE==VERSION, for example {_FORMS}."
        )
    return selector


def parse_document_sdk(text: str) -> SdkSelector:
    """Read as `parse_published_sdk` does, and ``curl`` alone, which no package is of.

    Raises
    ------
    ConfigurationError
        As there.
    """
    selector = parse_sdk(text)
    without = (selector.package, selector.version) == (None, None)
    return selector if selector.type == "curl" and without else parse_published_sdk(text)


def sdk_text(selector: SdkSelector) -> str:
    """Return a selector as `parse_sdk` reads it.

    Examples
    --------
    >>> sdk_text(SdkSelector("python", "acme", "1.0"))
    'python:acme==1.0'
    """
    package = f":{selector.package}" if selector.package else ""
    version = f"=={selector.version}" if selector.version else ""
    return f"{selector.type}{package}{version}"
