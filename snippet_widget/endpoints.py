"""When two spellings of an endpoint are the same one.

A query string, a trailing slash and the names of parameters do not matter: ``/users/{id}``,
``/users/{user_id}/`` and ``/users/:id?full=1`` are one endpoint.
"""

from __future__ import annotations

import re
from string import whitespace
from urllib.parse import urlsplit

from snippet_widget.errors import ConfigurationError, InvalidRequest

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")

_EDGES = "/" + whitespace
_QUERY = re.compile(r"[?#]")
_COLON_PARAMETER = re.compile(r"(?<=/):([A-Za-z_][A-Za-z0-9_]*)")
_PARAMETER = re.compile(r"\{[^{}/]*\}|(?<=/):[A-Za-z_][A-Za-z0-9_]*")
_CALL = re.compile(r"(?:await\s+)?[^\W\d]\w*(?:\.\w+)+\s*(?:\(.*)?", re.DOTALL)


def display_path(path: str) -> str:
    """Return a path as it is shown: one leading slash, no query, no fragment, no trailing slash.

    Examples
    --------
    >>> display_path("v1/users/:id/?full=1")
    '/v1/users/{id}'
    """
    path = path.strip()
    if "?" in path or "#" in path:
        path = _QUERY.split(path, maxsplit=1)[0]
    path = "/" + path.strip(_EDGES)
    return _COLON_PARAMETER.sub(r"{\1}", path) if "/:" in path else path


def path_key(path: str) -> str:
    """Return what is equal for all spellings of one path: parameters without their names.

    Examples
    --------
    >>> path_key("/v1/users/{user_id}/") == path_key("/v1/users/:id")
    True
    """
    shown = display_path(path)
    return _PARAMETER.sub("{}", shown) if "{" in shown else shown


def method_name(method: str) -> str:
    """Return the method in upper case.

    Raises
    ------
    InvalidRequest
        It is no HTTP method that an API publishes (RFC 9110, section 9, and PATCH of RFC 5789).
    """
    name = method.strip().upper()
    if name not in METHODS:
        raise InvalidRequest(
            f"{method!r} is not an HTTP method. Use one of {', '.join(METHODS)}.",
            errors=[{"pointer": "/endpoint/method", "detail": "not an HTTP method"}],
        )
    return name


def parse_endpoint(text: str) -> tuple[str | None, str]:
    """Split what a person types or pastes: ``POST /v1/x``, ``/v1/x`` or a whole URL.

    Returns
    -------
    method, path
        The method is None when the text does not begin with one.
    """
    head, _, rest = text.strip().partition(" ")
    if head.upper() in METHODS and rest.strip():
        return head.upper(), display_path(_without_origin(rest.strip()))
    return None, display_path(_without_origin(text.strip()))


def endpoint_with_method(text: str, usage: str) -> tuple[str, str]:
    """Split ``POST /v1/x`` where the method has to be there.

    Parameters
    ----------
    text
        As for `parse_endpoint`.
    usage
        How an endpoint is written here, with ``{}`` in its place: ``show("{}")``.

    Raises
    ------
    ConfigurationError
        The method is missing, or it is a call.
    """
    method, path = parse_endpoint(text)
    if method is not None:
        return method, path
    if _CALL.fullmatch(text.strip()):
        raise ConfigurationError(
            f"{text.strip()} is a call. Write its endpoint: {usage.format('METHOD /path')}. The "
            "filter of the panel finds the endpoint of a call."
        )
    raise ConfigurationError(f"The method is missing. Write {usage.format(f'GET {path}')}.")


def _without_origin(text: str) -> str:
    return urlsplit(text).path if "://" in text else text
