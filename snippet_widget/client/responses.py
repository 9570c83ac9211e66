"""What a service answered: read with a bound, decoded, or raised as what went wrong."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import requests
from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

from snippet_widget.client.foreign_errors import (
    NEXT_STEPS,
    STATUSES,
    as_sentence,
    meant_problem,
    name_and_text,
)
from snippet_widget.decoding import decode_json
from snippet_widget.errors import (
    AnswerInterrupted,
    Forbidden,
    InvalidRequest,
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

    from snippet_widget.access_token import AccessToken

TRANSIENT_STATUSES = (502, 503, 504)
"""Status codes of what may be gone at the next try."""

_MOST_BYTES = 64 * 1024 * 1024  # a page of all SDK versions of a large API has a tenth of that
_PIECE = 64 * 1024
_MOVED = (301, 302, 303, 307, 308)
_PROXY_LOGIN = 407
_PROBLEM = "application/problem+json"

_MAKES_TOKENS = "snippet-widget token create"
"""What ours say of it is not said again."""

_Decoded = TypeVar("_Decoded")


@dataclass(frozen=True)
class ServiceResponse:
    """One response, whatever it says.

    Parameters
    ----------
    service
        The service's address, or what else messages call it.
    status, reason, headers
        Of the response.
    content
        Its body, decompressed.
    without_token
        Why the request had no token, and what to do; empty where it had one.
    """

    service: str
    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes
    without_token: str = ""

    @classmethod
    def read(
        cls, service: str, answer: requests.Response, token: AccessToken | None, without_token: str
    ) -> Self:
        """Read a response whose body has not been read yet, piece by piece.

        Raises
        ------
        UnexpectedAnswer
            It is too large, compressed or not, or cannot be decompressed.
        AnswerInterrupted, ServiceUnavailable
            It ended, or stood still, in the middle.
        """
        content = bytearray()
        try:
            for piece in answer.iter_content(_PIECE):
                content += piece
                if len(content) > _MOST_BYTES:
                    raise UnexpectedAnswer(
                        f"{service} answered with more than {_MOST_BYTES >> 20} MB, which was not "
                        "read on. Is it a snippet service? Name fewer SDKs at a time if it is."
                    )
        except requests.exceptions.ContentDecodingError:
            raise UnexpectedAnswer(
                f"What {service} answered cannot be decompressed. Is it a snippet service?"
            ) from None
        except requests.RequestException as error:
            broken = isinstance(error, requests.exceptions.ChunkedEncodingError)
            raise (AnswerInterrupted if broken else ServiceUnavailable)(
                f"{service} stopped in the middle of its answer. Try again, or allow it more time "
                "(SNIPPET_WIDGET_TIMEOUT)."
            ) from None
        finally:
            answer.close()
        body = bytes(content)
        if answer.status_code != requests.codes.ok and token is not None:
            body = token.removed_from(body)  # what declines may quote the request
        return cls(
            service, answer.status_code, answer.reason or "", answer.headers, body, without_token
        )

    @property
    def retry_after(self) -> float | None:
        """Seconds that the service asks to wait (RFC 9110, section 10.2.3); None: it does not."""
        return retry_after(self.headers)

    def decoded(self, type_: type[_Decoded]) -> _Decoded:
        """Return what the body of a success says.

        Raises
        ------
        RequestProblem, UnexpectedAnswer, ServiceUnavailable
            What a response without success stands for, or a success that is no such JSON.
        """
        if self.status != requests.codes.ok:
            raise self._described() or self._named() or self._by_status()
        with self.as_specified():
            return decode_json(self.content, type_)

    @contextmanager
    def as_specified(self) -> Iterator[None]:
        """Raise `UnexpectedAnswer` when what is decoded inside is not as the specification says."""
        try:
            yield
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise UnexpectedAnswer(
                f"What {self.service} answered is not what the specification says: {error}. "
                "Is it a snippet service?"
            ) from error

    # ---- A service of ours ---------------------------------------------------------------

    def _described(self) -> RequestProblem | None:
        """Return the problem that a body of RFC 9457 describes; None: it describes none."""
        if not self.headers.get("Content-Type", "").startswith(_PROBLEM):
            return None
        try:
            problem = decode_json(self.content, _Problem)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        kind = problem_classes().get(problem.type, RequestProblem)
        detail = problem.detail or problem.title
        if kind is Unauthorized:
            how = "" if _MAKES_TOKENS in detail else f"`{_MAKES_TOKENS}` makes one."
            detail = self._unauthorized(detail, how)
        return kind(
            detail,
            candidates=problem.candidates,
            errors=problem.errors,
            headers=self._retry_header(),
        )

    # ---- Another service -----------------------------------------------------------------

    def _named(self) -> RequestProblem | None:
        """Return the problem that another service's JSON names; None: it names none."""
        name, text = name_and_text(self.content)
        kind = meant_problem(name, text, self.status)
        if kind is None:
            return None
        if kind is Unauthorized:
            return Unauthorized(self._unauthorized(text))
        message = f"{self.service} answered: {as_sentence(text or name)}"
        if kind is TooManyRequests:
            message += f" {self._when()}"
        elif kind in NEXT_STEPS:
            message += f" {NEXT_STEPS[kind]}"
        return kind(message, headers=self._retry_header())

    def _by_status(self) -> Exception:
        """Return the error of a response that describes none, as other services' may."""
        status = f"{self.status} {self.reason}".strip()
        if self.status in STATUSES and self.status != InvalidRequest.status:
            return self._refused_by_status(status)
        if self.status == _PROXY_LOGIN:
            return ServiceUnavailable(
                f"The proxy on the way to {self.service} asks for a login ({status}). Put it into "
                "HTTPS_PROXY or HTTP_PROXY, or name the service's host in NO_PROXY."
            )
        if self.status in _MOVED and "Location" in self.headers:
            return UnexpectedAnswer(
                f"{self.service} has moved to {self.headers['Location']} ({status}). Use that "
                "address if you trust it: the token is not sent there by itself."
            )
        _, text = name_and_text(self.content)
        message = f"({status}): {as_sentence(text)}" if text else f"({status})."
        if self.status in TRANSIENT_STATUSES:
            return ServiceUnavailable(
                f"{self.service} is unavailable now {message} Try again later."
            )
        if text:
            return UnexpectedAnswer(f"{self.service} failed {message}")
        return UnexpectedAnswer(
            f"{self.service} answered {status}, and not as a snippet service does. Check the "
            "address."
        )

    def _refused_by_status(self, status: str) -> RequestProblem:
        if self.status == Unauthorized.status:
            return Unauthorized(self._unauthorized(""))
        if self.status == Forbidden.status:
            return Forbidden(
                f"{self.service} answered {status}, and not as a snippet service does. Check the "
                f"address. {NEXT_STEPS[Forbidden]}"
            )
        return TooManyRequests(
            f"{self.service} asks for fewer requests ({status}). {self._when()}",
            headers=self._retry_header(),
        )

    def _unauthorized(self, text: str, how: str = "") -> str:
        """Return what to say of a 401; `how` only where the service is one of ours."""
        message = f" {as_sentence(text)}" if text else ""
        if self.without_token:
            return f"{self.service} needs a token.{message} {self.without_token} {how}".rstrip()
        steps = "Give a valid one: token=…, --token or SNIPPET_WIDGET_TOKEN."
        return f"{self.service} does not accept this token.{message} {steps} {how}".rstrip()

    def _when(self) -> str:
        seconds = self.retry_after
        return "Try again in a moment." if not seconds else f"Try again in {seconds:.0f} s."

    def _retry_header(self) -> dict[str, str]:
        given = self.headers.get("Retry-After")
        return {} if given is None else {"Retry-After": given}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a ``Retry-After``, a date or a number; None where there is none."""
    given = headers.get("Retry-After")
    try:
        return None if given is None else Retry().parse_retry_after(given)
    except InvalidHeader:
        return None


class _Problem(msgspec.Struct):
    type: str = "about:blank"
    title: str = "Request declined"
    detail: str = ""
    candidates: list[dict[str, Any]] = []
    errors: list[dict[str, str]] = []
