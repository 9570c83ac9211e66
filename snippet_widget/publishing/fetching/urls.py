"""Fetching a file by its URL, with bounds, through the proxies that the environment names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import requests

from snippet_widget.errors import SourceError, SourceNotFound, UnsafeArchive
from snippet_widget.publishing.fetching.downloading import LARGEST

if TYPE_CHECKING:
    from pathlib import Path

_SECONDS = 30
_CHUNK = 2**16
_MISSING = {404, 410}
_CLOSED = {401, 403, 407}
_UNSAFE = re.compile(r"[^\w.+-]")


def download(url: str, folder: Path, *, largest: int = LARGEST) -> Path:
    """Download a file into a folder, under the name that its URL ends in.

    Raises
    ------
    SourceNotFound
        There is nothing at that URL.
    UnsafeArchive
        It is larger than `largest` bytes.
    SourceError
        It cannot be had; the message says why.
    """
    shown = _without_secrets(url)
    path = folder / (_UNSAFE.sub("_", unquote(urlsplit(url).path).rpartition("/")[2]) or "document")
    try:
        with requests.get(url, stream=True, timeout=_SECONDS) as response:
            _check(response.status_code, shown)
            size = 0
            with path.open("wb") as file:
                for chunk in response.iter_content(_CHUNK):
                    size += len(chunk)
                    if size > largest:
                        raise UnsafeArchive(f"{shown} is larger than {largest} bytes.")
                    file.write(chunk)
    except requests.RequestException as error:
        raise SourceError(f"{shown} cannot be downloaded: {_reason(error)}") from None
    return path


def _check(status: int, shown: str) -> None:
    if status in _MISSING:
        raise SourceNotFound(f"There is nothing at {shown} (HTTP {status}). Check the address.")
    if status in _CLOSED:
        raise SourceError(
            f"{shown} asks for credentials (HTTP {status}). Download the file and name that."
        )
    if status != requests.codes.ok:
        raise SourceError(f"{shown} answered with HTTP {status}. Try again later.")


def _reason(error: requests.RequestException) -> str:
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy (HTTPS_PROXY, HTTP_PROXY) does not let it through."
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate is not trusted here (REQUESTS_CA_BUNDLE names others)."
    if isinstance(error, requests.exceptions.Timeout):
        return f"nothing came within {_SECONDS} seconds."
    if isinstance(error, requests.exceptions.ConnectionError):
        return "its host cannot be reached. Is this machine online?"
    return f"{type(error).__name__}."


def _without_secrets(url: str) -> str:
    """Return a URL as messages may show it: without user, query and fragment."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
