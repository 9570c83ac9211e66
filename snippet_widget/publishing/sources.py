"""What a source is called on the command line, and where each kind is read from."""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

import msgspec

from snippet_widget.errors import ConfigurationError, SourceError, SourceNotFound
from snippet_widget.models import SdkSelector
from snippet_widget.publication import Problem
from snippet_widget.publishing import reader_process
from snippet_widget.publishing.fetching import npm, pypi
from snippet_widget.publishing.fetching.downloading import LARGEST
from snippet_widget.publishing.reader_worker import ReadFile, ReadInstalled, ReadMetadata

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from snippet_widget.publication import Publication
    from snippet_widget.publishing.descriptions.operation_metadata import OperationMetadata
    from snippet_widget.publishing.reader_worker import Job, ReadResult

_URL = re.compile(r"https?://", re.IGNORECASE)


def _silent(stage: str) -> None:
    """Report to nobody."""


def read_source(
    text: str, *, sdks: Sequence[SdkSelector] = (), on_stage: Callable[[str], None] = _silent
) -> tuple[Publication, ...]:
    """Read the snippets of one source; nothing of it is imported or run.

    Parameters
    ----------
    text
        ``installed:NAME``, ``pypi:NAME[==VERSION]``, ``npm:NAME[@VERSION]``, a URL, ``-`` for
        standard input, or the path of a file or folder.
    sdks
        SDKs that the document's snippets are for, one for each language in it.
    on_stage
        Called with what is being done: ``download``, ``read``.

    Returns
    -------
    One publication for each SDK in the source.

    Raises
    ------
    SourceError
        The source cannot be found or read. The message says what to do.
    ConfigurationError
        The text names no source.
    """
    matched = _SCHEME.fullmatch(text.strip())
    if matched is None:
        with _local(text, on_stage) as path:
            on_stage("read")
            return _read_local(ReadFile(str(path), tuple(sdks)))
    scheme, name = matched.group(1), matched.group(2).strip()
    if not name:
        raise ConfigurationError(f"{text!r} names no package. A source is {FORMS}.")
    with tempfile.TemporaryDirectory(prefix="snippet-widget-") as folder:
        return _SCHEMES[scheme].read(name, Path(folder), on_stage)


def has_scheme(text: str) -> bool:
    """Return whether a source begins with the word of a registry, ``pypi:``, or ``installed:``."""
    return _SCHEME.fullmatch(text) is not None


def read_metadata(text: str) -> Sequence[tuple[str, str, OperationMetadata]]:
    """Return what an OpenAPI description says of its operations, by method and path.

    Raises
    ------
    SourceError
        It cannot be found or read, or is not an OpenAPI description.
    """
    with _local(text, _silent) as path:
        return reader_process.read(ReadMetadata(str(path))).metadata


@contextmanager
def _local(text: str, on_stage: Callable[[str], None]) -> Iterator[Path]:
    """Give the file or folder that a source is, fetched if it is not on this machine."""
    if text != "-" and not _URL.match(text):
        yield _file(text)
        return
    with tempfile.TemporaryDirectory(prefix="snippet-widget-") as folder:
        on_stage("download")
        yield _standard_input(Path(folder)) if text == "-" else _download(text, Path(folder))


def _download(url: str, folder: Path) -> Path:
    from snippet_widget.publishing.fetching.urls import download  # noqa: PLC0415 - requests

    return download(url, folder)


def _standard_input(folder: Path) -> Path:
    path = folder / "standard-input"
    data = sys.stdin.buffer.read(LARGEST + 1)
    if not data.strip():
        raise SourceError("There is nothing on standard input.")
    if len(data) > LARGEST:
        raise SourceError(f"Standard input exceeds {LARGEST // 2**20} MiB.")
    path.write_bytes(data)
    return path


def _file(text: str) -> Path:
    path = Path(text).expanduser()
    if not text.strip() or not (path.is_file() or path.is_dir()):
        raise SourceNotFound(f"There is no file {text}. A source is {FORMS}.")
    return path.resolve()


def _from_environment(
    name: str, _: Path, on_stage: Callable[[str], None]
) -> tuple[Publication, ...]:
    on_stage("read")
    return _read_local(_installed(name))


def _installed(name: str) -> ReadFile | ReadInstalled:
    try:
        distribution = importlib.metadata.distribution(name)
    except (importlib.metadata.PackageNotFoundError, ValueError):
        raise SourceNotFound(
            f"No distribution named {name!r} is installed in this environment. Install it (in a "
            f"notebook: %pip install {name}), or publish pypi:{name}."
        ) from None
    if (project := _editable(distribution)) is not None:
        sdk = SdkSelector("python", distribution.metadata["Name"], distribution.version)
        return ReadFile(str(project), (sdk,))
    files = distribution.files
    if not files:
        raise SourceNotFound(
            f"{name} is installed without a list of its files, by another tool than pip or uv. "
            f"Publish pypi:{name}=={distribution.version} instead."
        )
    root = str(Path(str(distribution.locate_file(""))).resolve())
    paths = tuple(str(file).replace("\\", "/") for file in files)
    return ReadInstalled(root, distribution.metadata["Name"], distribution.version, paths)


def _editable(distribution: importlib.metadata.Distribution) -> Path | None:
    """Return the project that is installed in place (PEP 660); None for any other one."""
    try:
        origin = json.loads(distribution.read_text("direct_url.json") or "{}")
        editable = origin.get("dir_info", {}).get("editable")
        path = Path(url2pathname(urlsplit(origin.get("url", "")).path))
    except (ValueError, AttributeError, TypeError):
        return None
    return path.resolve() if editable and path.is_dir() else None


def _from_pypi(
    requirement: str, folder: Path, on_stage: Callable[[str], None]
) -> tuple[Publication, ...]:
    on_stage("download")
    wheel = pypi.download_wheel(requirement, folder)
    on_stage("read")
    result = _with_yanked(reader_process.read(ReadFile(str(wheel.path))), wheel.yanked)
    if not result.wants_sdist:
        return result.publications
    on_stage("download")
    sdk = result.publications[0].sdk
    sdist = pypi.sdist(sdk.package or "", sdk.version or "", folder)
    if sdist is None:
        return _with_sdist_hint(result, "and no package index has that of {version}.")
    on_stage("read")
    return _with_yanked(reader_process.read(ReadFile(str(sdist))), wheel.yanked).publications


def _with_yanked(result: ReadResult, reason: str | None) -> ReadResult:
    """Return what was read, and say so where its version was taken back from its index."""
    if reason is None:
        return result
    problems = [
        Problem(
            f"{p.sdk.package} {p.sdk.version} was yanked from its index: {reason}. Publish another "
            "version, or yank this one here, too."
        )
        for p in result.publications
    ]
    return msgspec.structs.replace(
        result,
        publications=tuple(
            msgspec.structs.replace(publication, problems=(problem, *publication.problems))
            for publication, problem in zip(result.publications, problems, strict=True)
        ),
    )


def _read_local(job: Job) -> tuple[Publication, ...]:
    """Read what is on this machine, a download included; an SDK's sdist is not fetched for it."""
    return _with_sdist_hint(
        reader_process.read(job),
        "which is not read from here. To have them: snippet-widget publish "
        "pypi:{package}=={version} --org ORG --api API --replace",
    )


def _with_sdist_hint(result: ReadResult, where: str) -> tuple[Publication, ...]:
    """Return what was read, and say so where the snippets are in an sdist that was not."""
    if not result.wants_sdist:
        return result.publications
    return tuple(_hinted(publication, where) for publication in result.publications)


def _hinted(publication: Publication, where: str) -> Publication:
    sdk = publication.sdk
    hint = Problem(
        f"The endpoints are listed without snippets: {sdk.package} keeps those in its sdist, "
        + where.format(package=sdk.package, version=sdk.version)
    )
    return msgspec.structs.replace(publication, problems=(hint, *publication.problems))


def _from_npm(name: str, folder: Path, on_stage: Callable[[str], None]) -> tuple[Publication, ...]:
    on_stage("download")
    tarball = npm.tarball(name, folder)
    on_stage("read")
    return reader_process.read(ReadFile(str(tarball))).publications


class _Scheme(NamedTuple):
    """What may stand before a name and a colon: how it is written, and what reads it."""

    form: str
    read: Callable[[str, Path, Callable[[str], None]], tuple[Publication, ...]]


_SCHEMES = {
    "installed": _Scheme("installed:NAME", _from_environment),
    "pypi": _Scheme("pypi:NAME[==VERSION]", _from_pypi),
    "npm": _Scheme("npm:NAME[@VERSION]", _from_npm),
}
_SCHEME = re.compile(rf"({'|'.join(_SCHEMES)}):(.*)", re.DOTALL)
FORMS = (
    f"{', '.join(scheme.form for scheme in _SCHEMES.values())}, a URL, - for standard input, a "
    "folder (a checkout of an SDK, marked Markdown), or a file: a wheel, an sdist, an npm tarball, "
    "a Fern snippet.json, an OpenAPI document, an export of a catalog"
)
