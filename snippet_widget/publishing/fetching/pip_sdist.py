"""The sdist of one version as the file it is, found and downloaded by pip's own code.

``pip download`` builds what it downloads as source, which runs it. pip's finder and session do
not, and with them all that a user has set for pip holds: indexes, find-links, credentials,
keyrings, proxies, certificates, trusted hosts. pip checks no hash of a file that it does not
install; that is done here.

Run as a process: ``pip_sdist NAME VERSION FOLDER BYTES``. Ends with `NO_SDIST` where there is none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.version import Version
from pip._internal.commands.download import DownloadCommand
from pip._internal.exceptions import NetworkConnectionError
from pip._internal.network.utils import raise_for_status

from snippet_widget.publishing.fetching.pypi import NO_SDIST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from optparse import Values

    from pip._internal.models.link import Link
    from pip._internal.network.session import PipSession

_OPTIONS = ("--no-deps", "--no-binary=:all:", "--ignore-requires-python", "--pre", "--no-input")
_CHUNK = 2**16


class SdistCommand(DownloadCommand):
    """``pip download`` without its last step, the build."""

    def run(self, options: Values, args: list[str]) -> int:
        """Download the sdist of ``NAME VERSION`` into ``FOLDER``, of at most ``BYTES``."""
        name, version, folder, largest = args
        with self.get_default_session(options) as session:
            finder = self._build_package_finder(options=options, session=session)
            for candidate in finder.find_all_candidates(name):
                found = Version(str(candidate.version))  # pip has a copy of its own of that class
                if found == Version(version) and not candidate.link.is_wheel:
                    _download(session, candidate.link, Path(folder), int(largest))
                    return 0
        return NO_SDIST


def _download(session: PipSession, link: Link, folder: Path, largest: int) -> None:
    path = folder / Path(link.filename).name
    with path.open("wb") as target:
        for chunk in _chunks(session, link):
            target.write(chunk)
            if target.tell() > largest:
                raise NetworkConnectionError("File too large")
    if link.has_hash:
        link.as_hashes().check_against_path(str(path))


def _chunks(session: PipSession, link: Link) -> Iterator[bytes]:
    identity = {"Accept-Encoding": "identity"}
    response = session.get(link.url_without_fragment, headers=identity, stream=True)
    raise_for_status(response)
    yield from response.iter_content(_CHUNK)


if __name__ == "__main__":
    command = SdistCommand("download", "Download an sdist without building it.")
    sys.exit(command.main([*_OPTIONS, *sys.argv[1:]]))
