"""What a service answered: read with a bound, decoded, or raised as what went wrong."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import requests

from snippet_widget.errors import (
    RequestProblem,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
    UnexpectedAnswer,
    problem_classes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from typing_extensions import Self

TRANSIENT_STATUSES = (502, 503, 504)
"""Status codes of what may be gone at the next try."""

_MOST_BYTES = 64 * 1024 * 1024  # a page of all SDK versions of a large API has a tenth of that
_PIECE = 64 * 1024
_MOVED = (301, 302, 303, 307, 308)
_PROBLEM = "application/problem+json"

_Decoded = TypeVar("_Decoded")


@dataclass(frozen=True)
class ServiceResponse:
    """One answer, whatever it says.

    Parameters
    ----------
    url
        The service's address, for messages.
    status, reason, headers
        Of the answer.
    content
        Its body, decompressed.
    """

    url: str
    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes

    @classmethod
    def read(cls, url: str, answer: requests.Response) -> Self:
        """Read an answer whose body has not been read yet, piece by piece.

        Raises
        ------
        UnexpectedAnswer
            It is too large, compressed or not, or cannot be decompressed.
        ServiceUnavailable
            It ended, or stood still, in the middle.
        """
        content = bytearray()
        try:
            for piece in answer.iter_content(_PIECE):
                content += piece
                if len(content) > _MOST_BYTES:
                    raise UnexpectedAnswer(
                        f"{url} answered with more than {_MOST_BYTES >> 20} MB, which was not read "
                        "on. Is it a snippet service? Name fewer SDKs at a time if it is."
                    )
        except requests.exceptions.ContentDecodingError as error:
            raise UnexpectedAnswer(
                f"What {url} answered cannot be decompressed. Is it a snippet service?"
            ) from error
        except requests.RequestException as error:
            raise ServiceUnavailable(
                f"{url} stopped in the middle of its answer. Try again, or allow it more time "
                "(SNIPPET_WIDGET_TIMEOUT)."
            ) from error
        finally:
            answer.close()
        return cls(url, answer.status_code, answer.reason or "", answer.headers, bytes(content))

    def decoded(self, type_: type[_Decoded]) -> _Decoded:
        """Return what the body of a success says.

        Raises
        ------
        RequestProblem, UnexpectedAnswer, ServiceUnavailable
            What an answer without success stands for, or a success that is no such JSON.
        """
        if self.status != requests.codes.ok:
            raise self._described() or self._by_status()
        with self.as_specified():
            return msgspec.json.decode(self.content, type=type_)

    @contextmanager
    def as_specified(self) -> Iterator[None]:
        """Raise `UnexpectedAnswer` when what is decoded inside is not as the specification says."""
        try:
            yield
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UnexpectedAnswer(
                f"What {self.url} answered is not what the specification says: {error}. "
                "Is it a snippet service?"
            ) from error

    def _described(self) -> RequestProblem | None:
        """Return the problem that a body of RFC 9457 describes; None: it describes none."""
        if not self.headers.get("Content-Type", "").startswith(_PROBLEM):
            return None
        try:
            problem = msgspec.json.decode(self.content, type=_Problem)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        kind = problem_classes().get(problem.type, RequestProblem)
        return kind(
            problem.detail or problem.title,
            candidates=problem.candidates,
            errors=problem.errors,
            headers={n: v for n, v in self.headers.items() if n.lower() == "retry-after"},
        )

    def _by_status(self) -> Exception:
        """Return the error of an answer that describes none, as other services' answers may."""
        url, status = self.url, f"{self.status} {self.reason}".strip()
        if self.status in (401, 403):
            return Unauthorized(f"{url} does not accept the access token ({status}).")
        if self.status == TooManyRequests.status:
            return TooManyRequests(f"{url} asks for fewer requests ({status}). Wait a moment.")
        if self.status in TRANSIENT_STATUSES:
            return ServiceUnavailable(f"{url} is not available now ({status}). Try again later.")
        if self.status in _MOVED and "Location" in self.headers:
            return UnexpectedAnswer(
                f"{url} has moved to {self.headers['Location']} ({status}). Use that address if "
                "you trust it: the token is not sent there by itself."
            )
        return UnexpectedAnswer(
            f"{url} answered {status}, and not as a snippet service does. Check the address."
        )


class _Problem(msgspec.Struct):
    type: str = "about:blank"
    title: str = "Request declined"
    detail: str = ""
    candidates: list[dict[str, Any]] = []
    errors: list[dict[str, str]] = []
