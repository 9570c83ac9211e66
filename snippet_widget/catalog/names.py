"""The names that a catalog takes, of organizations, APIs and SDKs."""

from __future__ import annotations

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import AlreadyPublished, ConfigurationError
from snippet_widget.languages import canonical_type
from snippet_widget.models import LONGEST_NAME, SdkSelector

ANY_VERSION = "0"
"""Any version, to check the other names of an SDK."""


def checked_name(what: str, name: str | None) -> None:
    """Check that a name can be used, and say what it is of where it cannot.

    Raises
    ------
    ConfigurationError
        It is missing, too long, or holds characters that cannot be printed.
    """
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ConfigurationError(
            f"{name!r} cannot be the {what}. Use 1 to {LONGEST_NAME} printable characters "
            "without spaces around them."
        )


def checked_names(org: str, api: str, sdk: SdkSelector) -> SdkSelector:
    """Return the SDK with the type's canonical name, once all the names can be used.

    Raises
    ------
    ConfigurationError
        A name is missing, too long, holds characters that cannot be printed, or is not what
        the language's installer takes for a package.
    """
    names = {
        "organization": org,
        "API": api,
        "SDK's type": sdk.type,
        "SDK's package": sdk.package,
        "SDK's version": sdk.version,
    }
    for what, name in names.items():
        checked_name(what, name)
    type_ = canonical_type(sdk.type)
    if not is_installable(type_, sdk.package or "", sdk.version or ""):
        raise ConfigurationError(
            f"{sdk.package!r} {sdk.version!r} cannot be a {type_} package and its version. Use "
            "the name and the version that its registry has: `pip` or `npm` would install it."
        )
    return SdkSelector(type_, sdk.package, sdk.version)


def name_taken(name: str) -> AlreadyPublished:
    """Return the error of a new name that something else has."""
    return AlreadyPublished(f"{name} exists already. Nothing was renamed; choose another name.")
