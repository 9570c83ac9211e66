"""The catalog: published snippets and access tokens, in SQLite or PostgreSQL.

``contract.py`` says what a catalog does; `open_catalog` picks the store by its URL.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from snippet_widget.catalog.audit import Action, Actor, AuditEntry, Change
from snippet_widget.catalog.contract import PAGE_ENDPOINTS, Catalog
from snippet_widget.catalog.records import (
    Api,
    CatalogState,
    EndpointName,
    EndpointRuns,
    EndpointSnippets,
    Grant,
    PageEndpoint,
    PublishedSdk,
    PublishReport,
    SdkStatus,
    SnippetPage,
    Token,
)
from snippet_widget.errors import CatalogNotFound, ConfigurationError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

__all__ = [
    "PAGE_ENDPOINTS",
    "Action",
    "Actor",
    "Api",
    "AuditEntry",
    "Catalog",
    "CatalogState",
    "Change",
    "EndpointName",
    "EndpointRuns",
    "EndpointSnippets",
    "Grant",
    "PageEndpoint",
    "PublishReport",
    "PublishedSdk",
    "SdkStatus",
    "SnippetPage",
    "Token",
    "catalog_name",
    "default_catalog_path",
    "existing_catalog",
    "migrate_catalog",
    "open_catalog",
    "open_replicated_catalog",
    "require_catalog",
    "sqlite_path",
]


def default_catalog_path() -> Path:
    """Return the file that is used when no catalog is named, in the user's data folder."""
    return platformdirs.user_data_path("snippet_widget", appauthor=False) / "catalog.db"


def sqlite_path(url: str | None) -> Path | None:
    """Return the file that a catalog's URL names; None when it names no SQLite file.

    ``sqlite:///relative.db``, ``sqlite:////absolute.db`` (as SQLAlchemy writes them) and plain
    paths are files; no URL is the default file.

    Raises
    ------
    ConfigurationError
        It is neither a file nor a URL of a kind of catalog there is.
    """
    if not url:
        return default_catalog_path()
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url).expanduser()
    if scheme in ("postgresql", "postgres"):
        return None
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest[1:]).expanduser()
    raise ConfigurationError(
        f"A catalog's URL begins with sqlite:/// or postgresql://, not {scheme}://. "
        "Write sqlite:///FILE for a file here, sqlite:////FILE for one from the root."
    )


def catalog_name(url: str | None) -> str:
    """Return the catalog that a URL names for people and logs, without a password.

    Raises
    ------
    ConfigurationError
        As `sqlite_path`, or asyncpg is missing.
    """
    path = sqlite_path(url)
    if path is not None:
        return str(path)
    with _asyncpg_needed():
        from snippet_widget.catalog.postgresql.connecting import masked_url  # noqa: PLC0415
    return masked_url(str(url))


def require_catalog(url: str | None) -> None:
    """Raise where a catalog that is only to be read is not there: opening it would make it.

    Parameters
    ----------
    url
        As named by somebody, as in `open_catalog`; the default catalog, None, is made as needed.

    Raises
    ------
    CatalogNotFound
        There is no such file.
    ConfigurationError
        The URL is of no kind of catalog there is.
    """
    path = sqlite_path(url) if url else None
    if path is not None and not path.exists():
        raise CatalogNotFound(
            f"There is no catalog at {path.absolute()}. Correct --catalog or "
            "SNIPPET_WIDGET_CATALOG; `snippet-widget publish` makes a new one, `snippet-widget "
            f"migrate --catalog {url}` an empty one."
        )


@asynccontextmanager
async def open_catalog(
    url: str | None = None, *, connections: int | None = None, make: bool = True
) -> AsyncIterator[Catalog]:
    """Open a catalog, made as needed, and close it at the end.

    A SQLite file is brought up to date; a team's database is only by `migrate_catalog`, as other
    versions of this package may be using it.

    Parameters
    ----------
    url
        ``sqlite:///FILE``, a file's path or ``postgresql://…``; none: `default_catalog_path`.
    connections
        The most that are opened to a database server in order to read; 10 when None.
    make
        Whether to make the tables in a database server's database that has none.

    Raises
    ------
    CatalogNotFound
        The database has no tables, and none are to be made.
    ConfigurationError
        The URL is of no kind of catalog there is.
    CatalogUnusable
        What is there is no catalog of ours, damaged or read-only.
    CatalogUnavailable
        The database is unavailable or locked.
    """
    path = sqlite_path(url)
    if path is None:
        async with _postgresql(str(url), connections, make=make) as store:
            yield store
        return
    from snippet_widget.catalog.sqlite.store import SqliteCatalog  # noqa: PLC0415

    catalog = SqliteCatalog(path)
    try:
        yield catalog
    finally:
        catalog.close()


@asynccontextmanager
async def existing_catalog(url: str | None) -> AsyncIterator[Catalog]:
    """Open a catalog as `open_catalog` does, and make none where one was named that is not there.

    Raises
    ------
    CatalogNotFound
        As `require_catalog`, or the database has no tables; all else as `open_catalog`.
    """
    require_catalog(url)
    async with open_catalog(url, make=False) as catalog:
        yield catalog


@asynccontextmanager
async def open_replicated_catalog(
    url: str | None, read_url: str, most_lag: float, *, connections: int | None = None
) -> AsyncIterator[Catalog]:
    """Open a catalog that is read from a replica, make none, and close it at the end.

    Parameters
    ----------
    url
        Of the primary, which is written to.
    read_url
        Of a physical replica of it.
    most_lag
        Seconds that an answer may be behind the primary.
    connections
        As in `open_catalog`, to each of both.

    Raises
    ------
    ConfigurationError
        One of them is a file; all else as `open_catalog`.
    """
    if sqlite_path(url) is not None or sqlite_path(read_url) is not None:
        raise ConfigurationError(
            "Only PostgreSQL has replicas: name two postgresql:// URLs, or none to read from."
        )
    from snippet_widget.catalog.replicated import ReplicatedCatalog  # noqa: PLC0415

    async with (
        open_catalog(url, connections=connections, make=False) as primary,
        open_catalog(read_url, connections=connections, make=False) as replica,
    ):
        yield ReplicatedCatalog(primary, replica, most_lag)


async def migrate_catalog(url: str | None = None) -> tuple[str, int, int]:
    """Bring a catalog up to date, or make it.

    Returns
    -------
    name, before, now
        The catalog's name, the number of its schema before (0: there was none), and that of this
        version. One that was higher before is compatible, and left as it is.

    Raises
    ------
    ConfigurationError, CatalogUnusable, CatalogUnavailable
        As `open_catalog`.
    """
    path = sqlite_path(url)
    if path is None:
        with _asyncpg_needed():
            from snippet_widget.catalog.postgresql.store import (  # noqa: PLC0415
                migrate_postgresql,
            )
        return await migrate_postgresql(str(url))
    from snippet_widget.catalog.sqlite.schema import MIGRATIONS, schema_of_file  # noqa: PLC0415

    before = schema_of_file(path)
    async with open_catalog(url) as catalog:
        return catalog.name, before, len(MIGRATIONS)


def _postgresql(
    url: str, connections: int | None, *, make: bool
) -> AbstractAsyncContextManager[Catalog]:
    with _asyncpg_needed():
        from snippet_widget.catalog.postgresql.store import postgresql_catalog  # noqa: PLC0415
    if connections is None:
        return postgresql_catalog(url, make=make)
    return postgresql_catalog(url, connections, make=make)


@contextmanager
def _asyncpg_needed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            "A catalog in PostgreSQL needs asyncpg. Run: pip install 'snippet-widget[postgresql]'"
        ) from error
