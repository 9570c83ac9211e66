"""Whether a request that was sent is one to the endpoint that its snippet is published under."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from snippet_widget.endpoints import path_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from snippet_widget.verifying.runner import RecordedRequest

_URL = re.compile(rb"""(?:https?|wss?)://((?:\{[^{}\s]*\}|[\w.:$-])+)((?:/[\w.~%-]+)+)/?["'`]""")
_CODE = {".py", ".js", ".cjs", ".mjs"}
_WILD = re.compile(r"\$?\{[^{}]*\}")


def sends(
    request: RecordedRequest, method: str, path: str, documented: Callable[[str, str], bool]
) -> bool:
    """Return whether a request is one to an endpoint.

    Parameters
    ----------
    method, path
        The endpoint; any value that is not empty takes the place of a parameter.
    documented
        ``documented(host, prefix)``: whether the server's URL has that path, which stands before
        the endpoint's own.
    """
    if request.method != method:
        return False
    url = urlsplit(request.url)
    prefix = base_path(url.path, path)
    return prefix is not None and (prefix == "" or documented(url.hostname or "", prefix))


def base_path(sent: str, path: str) -> str | None:
    """Return what stands before an endpoint's path in one that was sent; None: another path.

    Examples
    --------
    >>> base_path("/v1/users/42", "/users/{id}")
    '/v1'
    """
    template, segments = path_key(path).strip("/").split("/"), sent.strip("/").split("/")
    start = len(segments) - len(template)
    if start < 0 or not all(map(_fits, template, segments[start:])):
        return None
    return "".join(f"/{segment}" for segment in segments[:start])


def _fits(template: str, segment: str) -> bool:
    pattern = ".+".join(map(re.escape, template.split("{}")))
    return re.fullmatch(pattern, unquote(segment), re.DOTALL) is not None


class ServerUrls:
    """The servers that an SDK's own code names, with their paths: read once, when first asked.

    Parameters
    ----------
    folders
        Where the SDK's files are.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._found: frozenset[tuple[str, str]] | None = None

    def documented(self, host: str, prefix: str, source: str = "") -> bool:
        """Return whether a server of that host with that path is named: by the SDK, or a text."""
        if self._found is None:
            self._found = frozenset(url for data in self._files() for url in _urls(data))
        named = [*self._found, *_urls(source.encode())]
        return any(path == prefix and _same_host(name, host) for name, path in named)

    def _files(self) -> Iterable[bytes]:
        for folder in self._folders:
            for path in folder.rglob("*"):
                if path.suffix in _CODE and path.is_file():
                    yield path.read_bytes()


def _urls(data: bytes) -> set[tuple[str, str]]:
    return {
        (host.decode("utf-8", "replace"), path.decode("utf-8", "replace"))
        for host, path in _URL.findall(data)
    }


def _same_host(template: str, host: str) -> bool:
    parts = _WILD.split(template.partition(":")[0] if "{" not in template else template)
    return re.fullmatch(".+".join(map(re.escape, parts)), host) is not None
