"""One HTTP session with a service: its address, its token, and requests until one is answered."""

from __future__ import annotations

import ipaddress
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import requests
from requests.adapters import HTTPAdapter

from snippet_widget._version import __version__
from snippet_widget.client.connection_failures import connection_failure
from snippet_widget.client.responses import ServiceResponse
from snippet_widget.client.retries import (
    MAX_RETRIES,
    connection_retries,
    seconds_to_wait,
    transient_retries,
)
from snippet_widget.errors import (
    AnswerInterrupted,
    ConfigurationError,
    TooManyRequests,
)
from snippet_widget.token_administration import TOKENS_PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from requests.adapters import BaseAdapter

    from snippet_widget.access_token import AccessToken

_QUERY = re.compile("[?#]")
_MOST_KNOWN = 16


class _Request(NamedTuple):
    """What is sent, as often as that is worth it."""

    method: str
    path: str
    body: bytes | None
    query: Mapping[str, Any] | None
    headers: Mapping[str, str]
    timeout: float

    @property
    def repetitions(self) -> int:
        """How often it may be sent again where nobody knows whether it was carried out."""
        return 0 if self.path.startswith(TOKENS_PATH) else MAX_RETRIES


class ServiceSession:
    """Requests to one service, each answered or raised as what went wrong.

    Lookups only read and a publication carries an ``Idempotency-Key``, so what fails in passing (no
    connection, a reset, an answer that breaks off, 502, 503, 504) is tried three times in all; a
    429 again after its ``Retry-After``, while patience lasts. What is asked of tokens is sent once
    that there is a connection: made twice, a token would be one that nobody knows of.

    Parameters
    ----------
    url
        As `checked_address` returns it.
    token
        Sent with each request; None: none is.
    timeout
        Seconds to wait for the connection, and again for each part of the answer.
    patience
        Seconds that one request may wait because of 429, all its pauses together.
    adapter
        What carries the requests; by default HTTP over the network.
    name
        What messages call the service; its address when None.
    without_token
        Why there is no token, and what to do, for the message of a 401.
    sleep
        Waits.
    """

    def __init__(  # noqa: PLR0913 - keywords, each with a default
        self,
        url: str,
        token: AccessToken | None,
        *,
        timeout: float,
        patience: float = 0.0,
        adapter: BaseAdapter | None = None,
        name: str | None = None,
        without_token: str = "",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = url
        self.name = name or self.url
        self._timeout = timeout
        self._patience = patience
        self._without_token = without_token
        self._token = token
        self._sleep = sleep
        self._known: dict[str, ServiceResponse] = {}
        # A proxy cannot reach what listens on this machine alone.
        host = urlsplit(self.url).hostname or ""
        self._proxies = {"no_proxy": host} if _is_loopback(host) else None
        self._session = requests.Session()
        self._session.auth = _Bearer(token)
        self._session.headers["User-Agent"] = f"snippet-widget/{__version__}"
        self._session.trust_env = adapter is None  # proxies and netrc are the network's
        carrier = adapter or HTTPAdapter(max_retries=transient_retries())
        self._session.mount("http://", carrier)
        self._session.mount("https://", carrier)
        if adapter is None:
            self._session.mount(
                self.url + TOKENS_PATH, HTTPAdapter(max_retries=connection_retries())
            )

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        self._session.close()

    def send(  # noqa: PLR0913 - what a request is
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        query: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> ServiceResponse:
        """Send a request and return the response, whatever it says.

        What is got again is asked for on the condition that it has changed (RFC 9110, 13.1.2).

        Parameters
        ----------
        headers
            Besides those of every request.
        timeout
            Seconds to wait for it, instead of the session's.
        """
        key = f"{path}?{urlencode(query or {}, doseq=True)}" if method == "GET" else ""
        known = self._known.get(key)
        sent = dict(headers or {})
        if known is not None:
            sent["If-None-Match"] = known.headers["ETag"]
        if body is not None:
            sent["Content-Type"] = "application/json"
        request = _Request(method, path, body, query, sent, timeout or self._timeout)
        answer = self._answered(request)
        if known is not None and answer.status == requests.codes.not_modified:
            return known
        if key and answer.status == requests.codes.ok and "ETag" in answer.headers:
            self._known.pop(key, None)
            self._known[key] = answer
            if len(self._known) > _MOST_KNOWN:
                self._known.pop(next(iter(self._known)), None)
        return answer

    def _answered(self, request: _Request) -> ServiceResponse:
        """Send a request until it is answered, as often as that is worth it."""
        waited, attempt, interrupted = 0.0, 0, 0
        while True:
            outcome = self._exchange(request)
            if isinstance(outcome, AnswerInterrupted) and interrupted < request.repetitions:
                interrupted += 1
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            if outcome.status != TooManyRequests.status:
                return outcome
            pause = seconds_to_wait(attempt, outcome.retry_after)
            if waited + pause > self._patience:
                return outcome
            self._sleep(pause)
            waited, attempt = waited + pause, attempt + 1

    def _exchange(self, request: _Request) -> ServiceResponse | BaseException:
        """Return what came, or what is to be raised without the frames below this one.

        Their variables hold the token, and a traceback may show them (``%xmode Verbose``).
        """
        try:
            answer = self._session.request(
                request.method,
                self.url + request.path,
                params=request.query,
                data=request.body,
                headers=request.headers,
                timeout=request.timeout,
                allow_redirects=False,
                stream=True,
                proxies=self._proxies,
            )
            return ServiceResponse.read(self.name, answer, self._token, self._without_token)
        except requests.RequestException as error:
            return connection_failure(error, self.name, request.timeout)
        except BaseException as error:  # noqa: BLE001 - an interrupt too has those frames
            error.__cause__ = error.__context__ = None
            return error.with_traceback(None)


def checked_address(url: str) -> str:
    """Return a service's address without blanks around it and slashes at its end.

    Raises
    ------
    ConfigurationError
        It is not one of ``http`` or ``https``, or it has more than host, port and path.
    """
    if "@" in url:  # what stands before it may be a password
        raise ConfigurationError(
            "The service's address must be like https://snippets.example, without a user's name "
            "and password. Give the token separately."
        )
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    shown = _QUERY.split(url, maxsplit=1)[0]
    if not usable:
        raise ConfigurationError(
            f"{shown!r} is not the address of a service. It must be like https://snippets.example."
        )
    if parts.query or parts.fragment:  # which may be a secret
        raise ConfigurationError(
            f"{shown!r} is followed by a query or a fragment, which the address of a service "
            "does not have. Give the token separately."
        )
    return url.strip().rstrip("/")


class _Bearer(requests.auth.AuthBase):
    """The token as `Session.auth`: a netrc file cannot replace it, no redirect carries it away."""

    def __init__(self, token: AccessToken | None) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token is not None:
            request.headers["Authorization"] = self._token.header()
        return request


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
