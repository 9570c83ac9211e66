"""The error tree: catch the branch you can do something about.

::

    SnippetWidgetError
    +-- ConfigurationError            an argument, a setting or an option cannot be used
    |   +-- NoVersionInRange          no published version lies in a range
    |   +-- NewerThanPublished        a document holds a newer SDK than what it is compared with
    +-- ServiceError                  the snippet service gave no answer that can be used
    |   +-- ServiceUnavailable        nothing answered at that address, or not in time
    |   |   +-- AnswerInterrupted     an answer broke off in the middle
    |   +-- CertificateRejected       what answered there cannot prove that it is the service
    |   +-- UnexpectedAnswer          what answered does not speak the specification
    +-- RequestProblem                the service understood and declined (RFC 9457)
    |   +-- InvalidRequest      400   the body is not what the operation takes
    |   +-- InvalidPage         400   the page is not a whole number from 1
    |   +-- OrgIdRequired       400   the API is defined in several organizations
    |   +-- ApiIdRequired       400   the token covers several APIs
    |   +-- Unauthorized        401   no token, or none that is valid
    |   +-- Forbidden           403   the token is valid, and does not cover what was asked for
    |   +-- ServiceReadOnly     403   the service may read its catalog, not write it
    |   +-- OrgNotFound         404
    |   +-- ApiNotFound         404
    |   +-- EndpointNotFound    404
    |   +-- SdkNotFound         404
    |   +-- RouteNotFound       404   no operation at that URL
    |   +-- TokenNotFound       404   no token of that id that the caller may administer
    |   +-- MethodNotAllowed    405
    |   +-- RequestTimeout      408   the body arrived too slowly
    |   +-- VersionExists       409   that SDK version is published, and is to stay as it is
    |   +-- TokenReplaced       409   a token has a successor: that one is to be used
    |   +-- BodyTooLarge        413
    |   +-- UnsupportedMediaType 415
    |   +-- TooManyRequests     429   slower, please
    |   +-- CatalogUnavailable  503   the store is unavailable; the request is safe to repeat
    +-- CatalogError                  the catalog cannot do what was asked
    |   +-- CatalogUnusable           not a catalog of ours, damaged, read-only or full
    |   |   +-- CatalogReadOnly       it can be read, and not written from here
    |   +-- CatalogNotFound           there is none at the place that was named
    |   +-- CatalogEmpty              nothing is published in it
    |   +-- CatalogNotEmpty           a backup is not restored over what it holds
    |   +-- AlreadyPublished          that SDK version is there; `replace` was not asked for
    +-- SourceError                   a source of snippets cannot be read
    |   +-- SourceNotFound            no such file, package or version
    |   |   +-- ApiMismatch           an SDK is of another API than the one it was to be added to
    |   +-- UnsafeArchive             the archive is broken, or made to harm its reader
    |   +-- LayoutNotRecognized       a readable package of no family of SDKs known here
    +-- NotebookError                 a notebook cannot be read or written
    +-- EnvironmentFailed             no environment to run an SDK's snippets in could be made

A `RequestProblem` is raised where the service decides, sent as ``application/problem+json`` and
raised again by the client as the same class, found by its ``type``.

The classes are public; the wording of their messages is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_CANDIDATES_NAMED = 8


class SnippetWidgetError(Exception):
    """Anything that this package raises on purpose. Its text says what to do next."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython prints of it in a cell: what to do, rather than where it happened."""
        return [f"{type(self).__name__}: {self}"]


class ConfigurationError(SnippetWidgetError, ValueError):
    """An argument, a setting or a command line option cannot be used as it is."""


class ServiceError(SnippetWidgetError):
    """The snippet service gave no answer that can be used."""


class ServiceUnavailable(ServiceError):
    """Nothing answered at the service's address, or not in time. Safe to repeat."""


class AnswerInterrupted(ServiceUnavailable):
    """An answer broke off: whoever sent it has ended. Safe to repeat."""


class CertificateRejected(ServiceError):
    """The address is one of HTTPS, and its certificate is not trusted here. Nothing was sent."""


class UnexpectedAnswer(ServiceError):
    """Something answered that does not speak the specification, a proxy's login page say."""


class RequestProblem(SnippetWidgetError):
    """The service understood the request and declined it.

    Parameters
    ----------
    detail
        What happened, to what, and what to do: the text for people.
    candidates
        The ``{"orgId": …, "apiId": …}`` pairs, endpoints or SDKs that could have been meant.
    errors
        ``{"pointer": …, "detail": …}`` for each wrong part of a body (RFC 6901 pointers).
    headers
        Headers that the answer carries besides its content type.
    """

    status: ClassVar[int] = 400
    type: ClassVar[str] = "about:blank"
    title: ClassVar[str] = "Request declined"

    def __init__(
        self,
        detail: str,
        *,
        candidates: Sequence[dict[str, Any]] = (),
        errors: Sequence[dict[str, str]] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.candidates = list(candidates)
        self.errors = list(errors)
        self.headers = dict(headers or {})

    def __str__(self) -> str:
        """Return what happened, with the first candidates: whoever reads it sees no field."""
        if not self.candidates:
            return self.detail
        names = [_candidate_text(each) for each in self.candidates[:_CANDIDATES_NAMED]]
        more = len(self.candidates) - len(names)
        rest = f" and {more} more" if more > 0 else ""
        return f"{self.detail} The candidates are: {', '.join(names)}{rest}."


class InvalidRequest(RequestProblem):
    """The body is not what the operation takes; `errors` says where."""

    type = "invalid-request"
    title = "The request body is not valid"


class InvalidPage(RequestProblem):
    """The page is not a whole number from 1."""

    type = "invalid-page"
    title = "The page is not valid"


class OrgIdRequired(RequestProblem):
    """The same API is defined in several organizations; `candidates` lists them."""

    type = "org-id-required"
    title = "Which organization?"


class ApiIdRequired(RequestProblem):
    """The token covers several APIs; `candidates` lists them."""

    type = "api-id-required"
    title = "Which API?"


class Unauthorized(RequestProblem):
    """There is no token, or none that is valid here and now."""

    status = 401
    type = "unauthorized"
    title = "A valid token is needed"


class Forbidden(RequestProblem):
    """The token is valid, and does not cover what was asked for."""

    status = 403
    type = "forbidden"
    title = "Not allowed"


class ServiceReadOnly(RequestProblem):
    """The service may read its catalog and not write it, whatever the token allows."""

    status = 403
    type = "service-read-only"
    title = "This service only reads"


class OrgNotFound(RequestProblem):
    """No such organization among those that the token covers."""

    status = 404
    type = "org-not-found"
    title = "Organization not found"


class ApiNotFound(RequestProblem):
    """No such API among those that the token covers."""

    status = 404
    type = "api-not-found"
    title = "API not found"


class EndpointNotFound(RequestProblem):
    """The API has no such endpoint; `candidates` lists the nearest."""

    status = 404
    type = "endpoint-not-found"
    title = "Endpoint not found"


class SdkNotFound(RequestProblem):
    """The API has no such SDK or version; `candidates` lists what there is."""

    status = 404
    type = "sdk-not-found"
    title = "SDK not found"


class RouteNotFound(RequestProblem):
    """The service has no operation at that URL."""

    status = 404
    type = "route-not-found"
    title = "No such operation"


class MethodNotAllowed(RequestProblem):
    """The operation is there, under another method: see `Allow`."""

    status = 405
    type = "method-not-allowed"
    title = "Method not allowed"


class TokenNotFound(RequestProblem):
    """There is no token of that id among those that the caller may administer."""

    status = 404
    type = "token-not-found"
    title = "No such token"


class RequestTimeout(RequestProblem):
    """The body did not arrive in time."""

    status = 408
    type = "request-timeout"
    title = "The body arrived too slowly"


class VersionExists(RequestProblem):
    """The SDK version is published, and the request does not ask to change it."""

    status = 409
    type = "already-published"
    title = "Already published"


class TokenReplaced(RequestProblem):
    """The token was rotated before, and the one that replaces it is valid."""

    status = 409
    type = "token-replaced"
    title = "Replaced already"


class BodyTooLarge(RequestProblem):
    """The body is larger than the service reads."""

    status = 413
    type = "body-too-large"
    title = "The body is too large"


class UnsupportedMediaType(RequestProblem):
    """The body is not sent as JSON, or is compressed."""

    status = 415
    type = "unsupported-media-type"
    title = "The body must be JSON"


class TooManyRequests(RequestProblem):
    """The token has used up its rate; repeat after `Retry-After` seconds."""

    status = 429
    type = "too-many-requests"
    title = "Too many requests"


class CatalogUnavailable(RequestProblem):
    """The store is unavailable; repeat after `Retry-After` seconds."""

    status = 503
    type = "catalog-unavailable"
    title = "The catalog is unavailable"


class CatalogError(SnippetWidgetError):
    """The catalog cannot do what was asked; nothing in it has changed."""


class CatalogUnusable(CatalogError):
    """The database is not a catalog of ours, or damaged, read-only, locked or full."""


class CatalogReadOnly(CatalogUnusable):
    """A write was refused: to this user, or on this server. Reading is another matter."""


class CatalogNotFound(CatalogError):
    """There is no catalog at the place that was named; none was made."""


class CatalogEmpty(CatalogError):
    """Nothing is published in the catalog that was asked."""


class CatalogNotEmpty(CatalogError):
    """A catalog that a backup is to be restored into holds something already."""


class AlreadyPublished(CatalogError):
    """That SDK version is published, and replacing it was not asked for."""


class SourceError(SnippetWidgetError):
    """A source of snippets cannot be read; nothing was published."""


class SourceNotFound(SourceError):
    """There is no such file, package or version."""


class ApiMismatch(SourceNotFound):
    """An SDK is of another API than the one that it was to be added to.

    Parameters
    ----------
    reason
        Which SDK and API, and what distinguishes them.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} Add it without api=.")
        self.reason = reason


class UnsafeArchive(SourceError):
    """The archive is broken, or built to harm whoever unpacks it."""


class LayoutNotRecognized(SourceError):
    """The package can be read, and is of no family of SDKs known here."""


class NoVersionInRange(ConfigurationError):
    """No published version of an SDK lies in the range that documents may hold."""


class NewerThanPublished(ConfigurationError):
    """A document holds an SDK version that is newer than any which it is compared with."""


class NotebookError(SnippetWidgetError):
    """A notebook cannot be read or written; it is as it was.

    Parameters
    ----------
    line
        Of the file, from 1, where that is known.
    """

    def __init__(self, detail: str, *, line: int | None = None) -> None:
        super().__init__(detail)
        self.line = line


class EnvironmentFailed(SnippetWidgetError):
    """No environment could be made to run an SDK's snippets in; none was run."""


def problem_classes() -> dict[str, type[RequestProblem]]:
    """Return every class of `RequestProblem` by the ``type`` it has on the wire."""
    return {cls.type: cls for cls in _descendants(RequestProblem)}


def _descendants(cls: type[RequestProblem]) -> Iterator[type[RequestProblem]]:
    for child in cls.__subclasses__():
        yield child
        yield from _descendants(child)


def _candidate_text(fields: dict[str, Any]) -> str:
    """Return a candidate as people write it: ``org/api``, ``GET /path``, ``python:acme==1.0``."""
    if "method" in fields:
        return f"{fields['method']} {fields.get('path')}"
    if "package" in fields:
        return f"{fields.get('type')}:{fields['package']}=={fields.get('version')}"
    return "/".join(map(str, fields.values()))


def error_text(error: SnippetWidgetError) -> str:
    """Return what an error says, with the candidates that a service offers below it."""
    if not isinstance(error, RequestProblem):
        return str(error)
    detail, candidates = _on_one_line(error.detail), error.candidates
    if not candidates:
        return detail
    table = [
        [_on_one_line(str(cell)) for cell in cells]
        for cells in (candidates[0], *(fields.values() for fields in candidates))
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=False)]
    rows = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table]
    return "\n".join([detail, "", *(f"  {row}" for row in rows)])


def _on_one_line(text: str) -> str:
    """Return what a service says without lines of its own making."""
    return text.replace("\n", "⟨U+000A⟩")
