"""A range of versions of one package, as people write it: ``acme>=1,<2``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.errors import ConfigurationError
from snippet_widget.languages import canonical_type
from snippet_widget.versions import in_range

if TYPE_CHECKING:
    from snippet_widget.models import SdkSelector

_PINNED = re.compile(r"(?:(?P<type>[a-z]+):)?(?P<package>@?[^\s<>=!~@,]+)\s*(?P<range>[<>=!~].*)")


@dataclass(frozen=True)
class VersionRange:
    """The versions of one package that documents may hold.

    Parameters
    ----------
    type
        Language of the SDK; any when None.
    package
        As documents record it.
    allowed
        ``>=1,<2``.
    """

    type: str | None
    package: str
    allowed: str

    @classmethod
    def parse(cls, text: str) -> VersionRange:
        """Read ``acme>=1,<2`` or ``typescript:@acme/sdk<3``.

        Raises
        ------
        ConfigurationError
            That is no package with a range.
        """
        found = _PINNED.fullmatch(text.strip())
        if not found:
            raise ConfigurationError(
                f"{text!r} is not a range of versions. Write PACKAGE and RANGE, as in 'acme>=1,<2' "
                "or 'typescript:@acme/sdk<3'."
            )
        type_ = canonical_type(found["type"]) if found["type"] else None
        try:
            in_range(type_ or "python", "1", found["range"])
        except ValueError as error:
            raise ConfigurationError(f"{text!r} is not a range of versions: {error}.") from None
        return cls(type_, found["package"], found["range"])

    @property
    def name(self) -> str:
        """The package as it was written: ``acme``, or ``typescript:@acme/sdk``."""
        return f"{self.type}:{self.package}" if self.type else self.package

    def is_for(self, sdk: SdkSelector) -> bool:
        """Tell whether an SDK's versions are limited by this."""
        return self.type in (None, sdk.type) and self.package == sdk.package
