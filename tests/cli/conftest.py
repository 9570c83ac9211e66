"""What files of this folder share; most of them make a catalog of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.document_versions import catalog_of_version_1
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of a catalog with version 1 of an SDK, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return catalog_of_version_1(tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a SQLite catalog with one endpoint, for what does not depend on the store."""
    publish(str(tmp_path / "catalog.db"), "org", "api", a_publication())
    return tmp_path / "catalog.db"
