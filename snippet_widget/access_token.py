"""A token that cannot be read off: not from a repr, a traceback's variables or a saved notebook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

_B64TOKEN = re.compile(r"[A-Za-z0-9\-._~+/]+=*", re.ASCII)  # RFC 6750, section 2.1

_SHORTEST_SECRET = 8


class AccessToken:
    """A bearer token. Making one raises nothing: `require_valid` does, once its text is hidden.

    Parameters
    ----------
    text
        The token; blanks and line ends around it, as in a mounted secret, do not count.
    source
        Where it was given, for messages: ``token`` or ``SNIPPET_WIDGET_TOKEN``.
    """

    __slots__ = ("_reveal", "source")

    def __init__(self, text: str, source: str = "token") -> None:
        value = str(text).strip()
        self._reveal: Callable[[], str] = lambda: value
        self.source = source

    @classmethod
    def of(cls, given: str | AccessToken | None) -> AccessToken | None:
        """Return what was given as a token; call it first, so that no variable has the text."""
        return cls(given) if isinstance(given, str) else given

    def require_valid(self) -> None:
        """Make sure that it can stand in a header (RFC 6750, section 2.1, ``b64token``).

        Raises
        ------
        ConfigurationError
            It cannot; the message does not quote it.
        """
        if not self._reveal():
            raise ConfigurationError(
                f"The access token in {self.source} is empty. Give the service's token, or leave "
                f"{self.source} out."
            )
        if not _B64TOKEN.fullmatch(self._reveal()):
            raise ConfigurationError(
                f"What is given as {self.source} is not an access token: it may have letters, "
                "digits and -._~+/ only, with = at its end (RFC 6750, section 2.1). Give only the "
                "token, without the word Bearer, quotes or line breaks."
            )

    def header(self) -> str:
        """Return the value of the header ``Authorization``, hidden as well."""
        return _HiddenText(f"Bearer {self._reveal()}")

    def removed_from(self, content: bytes) -> bytes:
        """Return bytes without the token in them; a short one may be a part of a word."""
        if len(self._reveal()) < _SHORTEST_SECRET:
            return content
        return content.replace(self._reveal().encode(), b"(hidden)")

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same token."""
        return isinstance(other, AccessToken) and self._reveal() == other._reveal()

    def __hash__(self) -> int:
        """Return the hash of the token."""
        return hash(self._reveal())

    def __repr__(self) -> str:
        """Return a text without the token."""
        return "AccessToken(hidden)"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Refuse to be written anywhere."""
        raise TypeError("An access token cannot be pickled.")


class _HiddenText(str):
    """A text that a dictionary of headers does not print: tracebacks show their variables."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'Bearer (hidden)'"
