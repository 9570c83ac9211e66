"""A service over exported APIs: what a command asks where there is no network."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.catalog import open_catalog
from snippet_widget.catalog_export import (
    exported_api,
    is_export,
    read_export,
)
from snippet_widget.connecting import connect_embedded
from snippet_widget.decoding import decode_json
from snippet_widget.errors import SourceError, SourceNotFound
from snippet_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.client import SnippetClient


@contextmanager
def exported_client(files: Sequence[Path]) -> Iterator[SnippetClient]:
    """Give a client of the APIs in the files, and forget them at the end.

    Raises
    ------
    SourceError
        A file is not there, or is no export.
    """
    documents = {str(path): _document(path) for path in files}
    with tempfile.TemporaryDirectory(prefix="snippet-widget-") as folder:
        url = f"sqlite:///{Path(folder, 'catalog.db')}"
        asyncio.run(_publish(url, documents))
        with connect_embedded(Settings(catalog=url)) as client:
            yield client


async def _publish(url: str, documents: dict[str, dict[str, Any]]) -> None:
    async with open_catalog(url) as catalog:
        for name, document in documents.items():
            org, api = exported_api(document, name)
            for publication in read_export(document, name):
                await catalog.publish(org, api, publication, replace=True)


def _document(path: Path) -> dict[str, Any]:
    try:
        document = decode_json(path.read_bytes())
    except OSError as error:
        raise SourceNotFound(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} is not an export, nor JSON at all: {error}.") from None
    if not is_export(document):
        raise SourceError(f"{path} is not an export. Make one with `snippet-widget export`.")
    return dict(document)
