"""Every row of a catalog in a file, tokens (as hashes) and the record of changes included.

A backup is gzip over lines of JSON: what it is, then ``[table, [values…]]`` for each row (see
`catalog.backup.TABLES`), then their number. It is restored into either kind of store.
"""

from __future__ import annotations

import gzip
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from snippet_widget.catalog import existing_catalog, open_catalog, sqlite_path
from snippet_widget.catalog.backup import TABLES
from snippet_widget.decoding import decode_json
from snippet_widget.errors import CatalogUnusable, ConfigurationError, SourceError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from snippet_widget.catalog import Catalog
    from snippet_widget.catalog.backup import Row

FORMAT = 1
_MARK = "snippet_widget_backup"


async def back_up(url: str | None, path: Path) -> tuple[str, int]:
    """Write a catalog into a new file that only its owner may read.

    Returns
    -------
    name, rows
        The catalog's name, and the number of rows.

    Raises
    ------
    ConfigurationError
        The file exists, or cannot be made.
    """
    async with existing_catalog(url) as catalog:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise ConfigurationError(
                f"{path} cannot be written: {error.strerror}. Name another file."
            ) from error
        with os.fdopen(descriptor, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as file:
            return catalog.name, await _write(catalog, file)


async def _write(catalog: Catalog, file: Any) -> int:
    encode = msgspec.json.encode
    file.write(encode({_MARK: FORMAT, "catalog": catalog.name}) + b"\n")
    count = 0
    async for row in catalog.dump():
        file.write(encode(row) + b"\n")
        count += 1
    file.write(encode({"rows": count}) + b"\n")
    return count


async def restore(url: str | None, path: Path) -> tuple[str, int]:
    """Store a backup in a catalog that is empty, all of it or nothing, and compare each row.

    Returns
    -------
    name, rows
        As `back_up`.

    Raises
    ------
    SourceError
        The file is no backup, damaged or cut off.
    CatalogNotEmpty
        Something is in the catalog.
    CatalogUnusable
        A row is not as it was, afterwards.
    """
    async with _removed_if_refused(url), open_catalog(url) as catalog:
        with path.open("rb") as raw:
            count = await catalog.restore(_each(raw, path))
        with path.open("rb") as raw:
            await _compare(_each(raw, path), catalog.dump(), catalog.name)
        return catalog.name, count


@asynccontextmanager
async def _removed_if_refused(url: str | None) -> AsyncIterator[None]:
    """Leave no file where there was none when a backup turns out to be no good."""
    made = sqlite_path(url)
    if made is not None and made.exists():
        made = None
    try:
        yield
    except SourceError:
        if made is not None:
            for end in ("", "-wal", "-shm"):
                made.with_name(made.name + end).unlink(missing_ok=True)
        raise


async def copy_whole(source_url: str, target_url: str) -> tuple[str, str, int]:
    """Copy every row of a catalog into one that is empty, and compare each.

    Returns
    -------
    source, target, rows
        Their names, and the number of rows.

    Raises
    ------
    CatalogNotEmpty, CatalogUnusable
        As `restore`.
    """
    async with existing_catalog(source_url) as source, open_catalog(target_url) as target:
        if source.name == target.name:
            raise ConfigurationError(f"{source.name} cannot be copied to itself. Name another.")
        count = await target.restore(source.dump())
        await _compare(source.dump(), target.dump(), target.name)
        return source.name, target.name, count


async def _compare(wanted: AsyncIterator[Row], found: AsyncIterator[Row], name: str) -> None:
    """Return when two catalogs have the same rows in the same order.

    Raises
    ------
    CatalogUnusable
        They have not.
    """
    async for row in wanted:
        other: Row | None = await anext(found, None)
        if other is None or (row[0], list(row[1])) != (other[0], list(other[1])):
            raise CatalogUnusable(
                f"A row of the table {row[0]} is not the same in {name}. Was something published "
                "meanwhile? Start again, with an empty catalog."
            )
    if await anext(found, None) is not None:
        raise CatalogUnusable(
            f"{name} has more rows than its source. Start again, with an empty catalog."
        )


async def _each(raw: BinaryIO, path: Path) -> AsyncIterator[Row]:
    for row in _rows(raw, path):
        yield row


def _rows(raw: BinaryIO, path: Path) -> Iterator[Row]:
    damaged = f"{path} is not a backup of a catalog, or it is damaged. Nothing was restored."
    count = 0
    try:
        with gzip.GzipFile(fileobj=raw) as file:
            head = decode_json(file.readline())
            if not isinstance(head, dict) or head.get(_MARK) != FORMAT:
                raise SourceError(damaged)
            for line in file:
                read = decode_json(line)
                if isinstance(read, dict):
                    if read.get("rows") != count:
                        break
                    return
                table, values = read
                if len(values) != len(TABLES[table]):
                    break
                count += 1
                yield table, values
    except (OSError, EOFError, msgspec.MsgspecError, ValueError, KeyError) as error:
        raise SourceError(damaged) from error
    raise SourceError(damaged)
