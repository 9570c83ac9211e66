"""A client of Python package indexes (PEP 503 and 691) for the files that pip must not touch.

pip itself is asked what its user has set and what its default index is; what is set for uv comes
first. Passwords are taken from URLs and .netrc; only pip, for wheels, asks a keyring. Hashes are
checked where an index gives them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit
from urllib.request import url2pathname

import requests
from packaging.utils import InvalidSdistFilename, canonicalize_name, parse_sdist_filename
from packaging.version import InvalidVersion, Version
from requests.adapters import HTTPAdapter

from snippet_widget.errors import SourceError, UnsafeArchive
from snippet_widget.publishing.fetching.downloading import LARGEST, SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from snippet_widget.publishing.fetching.uv_settings import UvSettings

_ACCEPT = (
    "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, "
    "text/html;q=0.1"
)
_SECONDS = 60
_LARGEST_PAGE = 50 * 2**20


@dataclass(frozen=True)
class File:
    """One file of a package as an index lists it."""

    name: str
    url: str
    sha256: str = ""


def download_sdist(name: str, version: str, folder: Path, uv: UvSettings) -> Path | None:
    """Download the sdist of one version from the first index that has it; None where none does.

    Raises
    ------
    SourceError
        An index or the download failed.
    UnsafeArchive
        The file is not the one whose hash the index gives.
    """
    settings = _pip_settings()
    session = _session(settings, uv)
    for place in _places(settings, uv):
        for file in _listing(session, place, name):
            if _is_sdist(file.name, name, version):
                return _download(session, file, folder)
    return None


def _pip(*arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - fixed arguments
        [sys.executable, "-m", "pip", *arguments],
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    return done.stdout


def _pip_settings() -> dict[str, str]:
    """Return what pip's files and variables set, as ``pip download`` would see it."""
    found: dict[str, dict[str, str]] = {"global": {}, "download": {}, ":env:": {}}
    for line in _pip("config", "list").splitlines():
        key, _, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if section in found:
            try:
                found[section][name] = str(ast.literal_eval(value))
            except (ValueError, SyntaxError):
                continue
    return {**found["global"], **found["download"], **found[":env:"]}


def _places(pip: Mapping[str, str], uv: UvSettings) -> list[str]:
    """Return the indexes and folders to look in, uv's before pip's."""
    links = [*uv.find_links, *pip.get("find-links", "").split()]
    if uv.no_index or pip.get("no-index", "").lower() in {"1", "true", "yes", "on"}:
        return links
    main = uv.default or pip.get("index-url") or _default_index()
    return [*uv.extra, main, *pip.get("extra-index-url", "").split(), *links]


def _default_index() -> str:
    """Return pip's own default, which its help text gives."""
    said = " ".join(_pip("download", "--help").split())
    found = re.search(r"--index-url <url>.*?\(default (\S+?)\)", said)
    if found is None:
        raise SourceError("pip does not say which index it uses. Set PIP_INDEX_URL to one.")
    return found.group(1)


class _Unverified(HTTPAdapter):
    """For hosts that a user has called trusted: their certificates are not checked."""

    def cert_verify(self, conn: Any, url: Any, verify: Any, cert: Any) -> None:  # noqa: ARG002
        """Check nothing."""
        super().cert_verify(conn, url, False, cert)  # type: ignore[no-untyped-call]  # noqa: FBT003


def _session(settings: Mapping[str, str], uv: UvSettings) -> requests.Session:
    session = requests.Session()
    for host in (*uv.insecure, *settings.get("trusted-host", "").split()):
        session.mount(f"https://{host}/", _Unverified())
        if ":" not in host:
            session.mount(f"https://{host}:", _Unverified())
    if settings.get("cert"):
        session.verify = settings["cert"]
    if settings.get("client-cert"):
        session.cert = settings["client-cert"]
    if settings.get("proxy"):
        session.proxies = {"http": settings["proxy"], "https": settings["proxy"]}
    return session


def _listing(session: requests.Session, place: str, name: str) -> list[File]:
    """Return the files that an index, or a folder of files, has of a package."""
    url = place if "://" in place else Path(place).expanduser().resolve().as_uri()
    if url.startswith("file:"):
        return _local_listing(Path(url2pathname(urlsplit(url).path)), name)
    page = f"{url.rstrip('/')}/{canonicalize_name(name)}/"
    try:
        answer = session.get(page, headers={"Accept": _ACCEPT}, timeout=_SECONDS, stream=True)
        if answer.status_code in {401, 403, 404}:
            return []
        answer.raise_for_status()
        body = b"".join(_bounded(answer, f"The list of the files of {name}", _LARGEST_PAGE))
    except requests.RequestException as error:
        raise SourceError(f"A package index did not answer for {name}: {_kind(error)}.") from error
    if "json" in answer.headers.get("Content-Type", ""):
        return _json_files(body, answer.url, name)
    return _html_files(body.decode(answer.encoding or "utf-8", "replace"), answer.url)


def _local_listing(folder: Path, name: str) -> list[File]:
    page = folder / canonicalize_name(name) / "index.html"
    if page.is_file():
        return _html_files(page.read_text(encoding="utf-8"), page.as_uri())
    files = sorted(folder.glob("*")) if folder.is_dir() else []
    return [File(path.name, path.as_uri()) for path in files]


def _json_files(body: bytes, base: str, name: str) -> list[File]:
    try:
        return [_json_file(entry, base) for entry in json.loads(body)["files"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(
            f"A package index answered for {name} in JSON that no index writes (PEP 691)."
        ) from error


def _json_file(entry: Mapping[str, Any], base: str) -> File:
    hashes = entry.get("hashes") or {}
    return File(str(entry["filename"]), urljoin(base, entry["url"]), hashes.get("sha256", ""))


def _html_files(text: str, base: str) -> list[File]:
    page = _Links(base)
    page.feed(text)
    return page.files


class _Links(HTMLParser):
    """The links of an index page."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base
        self.files: list[File] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, and the base that links begin with."""
        href = dict(attrs).get("href")
        if tag == "base" and href:
            self._base = urljoin(self._base, href)
        elif tag == "a" and href:
            url, _, fragment = urljoin(self._base, href).partition("#")
            name = unquote(urlsplit(url).path.rpartition("/")[2])
            self.files.append(File(name, url, dict(parse_qsl(fragment)).get("sha256", "")))


def _is_sdist(file: str, name: str, version: str) -> bool:
    try:
        found_name, found_version = parse_sdist_filename(file)
    except (InvalidSdistFilename, InvalidVersion):
        return False
    return found_name == canonicalize_name(name) and found_version == Version(version)


def _download(session: requests.Session, file: File, folder: Path) -> Path:
    path = folder / Path(file.name).name
    digest = hashlib.sha256()
    with path.open("wb") as target:
        for chunk in _chunks(session, file):
            digest.update(chunk)
            target.write(chunk)
    if file.sha256 and digest.hexdigest() != file.sha256:
        raise UnsafeArchive(
            f"{file.name} is not the file that its index describes (its hash differs). It was not "
            "read; try again, and ask who runs the index if that goes on."
        )
    return path


def _chunks(session: requests.Session, file: File) -> Iterator[bytes]:
    if file.url.startswith("file:"):
        yield Path(url2pathname(urlsplit(file.url).path)).read_bytes()
        return
    try:
        with session.get(file.url, stream=True, timeout=_SECONDS) as answer:
            answer.raise_for_status()
            yield from _bounded(answer, file.name, LARGEST)
    except requests.RequestException as error:
        raise SourceError(f"{file.name} could not be downloaded: {_kind(error)}.") from error


def _bounded(answer: requests.Response, what: str, largest: int) -> Iterator[bytes]:
    """Yield the body of an answer, while it is neither too large nor too slow."""
    size, end = 0, time.monotonic() + SECONDS
    for chunk in answer.iter_content(2**16):
        size += len(chunk)
        if size > largest:
            raise UnsafeArchive(f"{what} is larger than {largest} bytes. It was not read.")
        if time.monotonic() > end:
            raise SourceError(f"{what} was not downloaded within {SECONDS} seconds. Try again.")
        yield chunk


def _kind(error: requests.RequestException) -> str:
    """Say what failed without the address, which may hold a password."""
    status = f" {error.response.status_code}" if error.response is not None else ""
    return f"{type(error).__name__}{status}"
