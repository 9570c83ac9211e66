"""The process that reads what somebody else made, with limits on its memory and its time.

Takes a `ReaderTask` as JSON on standard input and writes a `ReadResult` as JSON on standard output.
"""

# ruff: noqa: PLC0415 - a process reads one source: what reads other kinds doubles its start.

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from snippet_widget import errors
from snippet_widget.decoding import decode_json
from snippet_widget.errors import LayoutNotRecognized, SnippetWidgetError, SourceNotFound
from snippet_widget.models import SdkSelector
from snippet_widget.publication import Problem, Publication
from snippet_widget.publishing.descriptions.operation_metadata import OperationMetadata
from snippet_widget.publishing.package import Package
from snippet_widget.publishing.reader_limits import MEMORY, limit_resources

_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")


class ReadFile(msgspec.Struct, frozen=True, tag=True):
    """Read the snippets of a file or a folder.

    Parameters
    ----------
    path
        Where it is.
    sdks
        SDKs that the document's snippets are for.
    """

    path: str
    sdks: tuple[SdkSelector, ...] = ()

    @property
    def name(self) -> str:
        """What messages call it."""
        return Path(self.path).name

    @property
    def folder(self) -> Path | None:
        """A folder whose modules are not to be imported; None: there is none such."""
        return _folder_of(self.path)


class ReadInstalled(msgspec.Struct, frozen=True, tag=True):
    """Read the snippets of an installed distribution.

    Parameters
    ----------
    root
        Of the environment.
    name, version, files
        Of the distribution.
    """

    root: str
    name: str
    version: str
    files: tuple[str, ...]

    @property
    def folder(self) -> Path | None:
        """As of `ReadFile`: what reads lies in the same folder."""
        return None


class ReadMetadata(msgspec.Struct, frozen=True, tag=True):
    """Read of a description what it says of its operations, and no samples."""

    path: str

    @property
    def name(self) -> str:
        """As of `ReadFile`."""
        return Path(self.path).name

    @property
    def folder(self) -> Path | None:
        """As of `ReadFile`."""
        return _folder_of(self.path)


Job = ReadFile | ReadInstalled | ReadMetadata


class ReaderTask(msgspec.Struct, frozen=True):
    """What the process is given.

    Parameters
    ----------
    job
        What to read.
    memory
        Bytes of address space that reading may take.
    """

    job: Job
    memory: int = MEMORY


class ReadResult(msgspec.Struct, frozen=True):
    """What was read, or why not.

    Parameters
    ----------
    publications
        One for each SDK.
    wants_sdist
        Whether the package's sdist holds snippets that were not in this file.
    metadata
        What a description says of each operation, by method and path.
    error, message
        Class (of `snippet_widget.errors`) and text of what went wrong.
    """

    publications: tuple[Publication, ...] = ()
    wants_sdist: bool = False
    metadata: tuple[tuple[str, str, OperationMetadata], ...] = ()
    error: str = ""
    message: str = ""


def read(job: Job) -> ReadResult:
    """Read one source.

    Raises
    ------
    SourceError
        It cannot be read.
    """
    if isinstance(job, ReadInstalled):
        from snippet_widget.publishing.archives import python_packages

        return _of_package(python_packages.installed(job.root, job.files, job.name, job.version))
    path = Path(job.path)
    if isinstance(job, ReadMetadata):
        from snippet_widget.publishing.descriptions.documents import read_metadata

        return ReadResult(metadata=tuple(read_metadata(path)))
    if path.is_dir():
        from snippet_widget.publishing.checkouts.reading import read_folder

        read = read_folder(path, job.sdks)
        return _of_package(read) if isinstance(read, Package) else ReadResult(read)
    if _is_archive(path):
        return _of_package(_package(path))
    from snippet_widget.publishing.descriptions.documents import read_document

    return ReadResult(read_document(path, job.sdks))


def _folder_of(text: str) -> Path:
    path = Path(text)
    return path if path.is_dir() else path.parent


def _is_archive(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(512)
    except OSError as error:
        raise SourceNotFound(f"{path.name} cannot be read: {error.strerror}.") from error
    by_name = path.name.endswith((".whl", ".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz"))
    return by_name or head.startswith(_ARCHIVES) or head[257:262] == b"ustar"


def _package(path: Path) -> Package:
    from snippet_widget.publishing.archives import npm_tarballs, python_packages

    package = python_packages.archive_package(path) or npm_tarballs.archive_package(path)
    if package is None:
        raise LayoutNotRecognized(
            f"{path.name} is an archive, but neither a wheel, nor an sdist, nor an npm tarball. "
            "Publish the file that the package registry offers."
        )
    return package


def _of_package(package: Package) -> ReadResult:
    from snippet_widget.publishing.assembly import assemble
    from snippet_widget.publishing.documentation import documentation_url
    from snippet_widget.publishing.families import family_of

    family = family_of(package)
    extracted = family.read(package)
    extracted.problems += [Problem(remark) for remark in package.remarks]
    extracted.docs = documentation_url(package)
    publication = assemble(package.type, package.name, package.version, extracted)
    if not publication.endpoints:
        raise LayoutNotRecognized(
            f"{package} looks like an SDK generated by {family.LABEL}, but no endpoint could be "
            "read from it. Nothing was published."
        )
    return ReadResult((publication,), wants_sdist=family.wants_sdist(package))


def main() -> None:
    """Do one job."""
    task = decode_json(sys.stdin.buffer.read(), ReaderTask)
    limit_resources(task.memory)
    try:
        result = read(task.job)
    except SnippetWidgetError as error:
        result = ReadResult(error=type(error).__name__, message=str(error))
    except (MemoryError, RecursionError) as error:
        result = ReadResult(
            error=errors.UnsafeArchive.__name__,
            message=f"Reading {task.job.name} needs more memory than is given to it "
            f"({type(error).__name__}). No SDK known here does. Nothing was published.",
        )
    sys.stdout.buffer.write(msgspec.json.encode(result))


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # taking all apart that was read would take a sixth of its time again
