"""Why a service could not be asked: failures of the connection, as our errors."""

from __future__ import annotations

import ssl

import requests
from urllib3.exceptions import NameResolutionError, ProtocolError

from snippet_widget.errors import CertificateRejected, ServiceUnavailable, SnippetWidgetError

_FAILURES: tuple[tuple[type[requests.RequestException], str], ...] = (
    (
        requests.exceptions.ProxyError,
        (
            "The proxy on the way to {0} cannot be used. Check HTTPS_PROXY and HTTP_PROXY, or "
            "name the service's host in NO_PROXY."
        ),
    ),
    (
        requests.exceptions.ConnectTimeout,
        (
            "{0} accepted no connection within {1:g} seconds. Is its host up, and is the network "
            "or VPN that leads to it?"
        ),
    ),
    (
        requests.exceptions.Timeout,
        (
            "{0} is responding slowly: it did not answer within {1:g} seconds. Try again, or "
            "allow it more time (SNIPPET_WIDGET_TIMEOUT)."
        ),
    ),
    (
        requests.exceptions.ConnectionError,
        (
            "Nothing answers at {0}. Is the service running (`snippet-widget serve`), and is the "
            "address right?"
        ),
    ),
)
"""The more special ones first."""


def connection_failure(
    error: requests.RequestException, service: str, seconds: float
) -> SnippetWidgetError:
    """Return what an exception of requests means, and what to do.

    Parameters
    ----------
    error
        Of it only the type's name is shown: its text may quote what was sent.
    service
        The service's name in the message.
    seconds
        The time-out.
    """
    reason = _reason(error)
    if isinstance(error, requests.exceptions.SSLError):
        return CertificateRejected(_tls_text(reason).format(service))
    if isinstance(reason, NameResolutionError):
        text = "The host of {0} is not known to this network. Check the address's spelling."
    elif isinstance(reason, ProtocolError):
        text = "{0} closed the connection without an answer. Try again in a moment."
    else:
        known = (text for kind, text in _FAILURES if isinstance(error, kind))
        text = next(known, f"{{0}} could not be asked ({type(error).__name__}). Check the address.")
    return ServiceUnavailable(text.format(service, seconds))


def _reason(error: BaseException) -> BaseException:
    """Return what urllib3 gave up for."""
    inner = error.args[0] if error.args else None
    reason = getattr(inner, "reason", inner)
    return reason if isinstance(reason, BaseException) else error


def _tls_text(reason: BaseException) -> str:
    cause = reason.args[0] if reason.args else None
    if not isinstance(cause, ssl.SSLCertVerificationError):
        return "{0} does not speak HTTPS as this machine does. Check the address and its port."
    return (
        "The certificate of {0} is not trusted here. Check the address; where an authority of "
        "your own signed it, set REQUESTS_CA_BUNDLE to the file with that authority's certificate."
    )
