"""Exports that somebody has changed, or that come from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.catalog_export import export_text
from snippet_widget.errors import SourceError
from snippet_widget.publishing import read_source
from tests.description_builder import written
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from pathlib import Path

SDK = {"type": "python", "package": "acme", "version": "1.0"}


def export(*endpoints: Any, **fields: Any) -> dict[str, Any]:
    publications = [{"sdk": SDK, "endpoints": list(endpoints)}]
    return {"snippet_widget_export": 1, "publications": publications, **fields}


def test_export_is_a_source_without_naming_an_sdk(tmp_path: Path) -> None:
    publications = (a_publication("java:acme==1", silent="GET /x"), a_publication("go:acme==2"))
    path = written(tmp_path, {"e.json": export_text("acme", "users", publications)})
    assert read_source(str(path)) == publications


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (export(snippet_widget_export=2), "format 2; this version reads 1"),
        (export(snippet_widget_export=None), "format None"),
        (export(publications=3), r"damaged export: .*publications"),
        (export({"method": "GET"}), r"damaged export: .*path"),
        (export({"method": "GET", "path": "/x", "full": {"type": "python"}}), "damaged.*sdk"),
        (export({"method": "GET", "path": "/x", "full": {"examples": 3}}), "damaged"),
        (export({"method": "GET", "path": "/x", "full": {"examples": [3]}}), "damaged"),
    ],
)
def test_damaged_exports_say_where(tmp_path: Path, document: Any, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read_source(str(written(tmp_path, {"e.json": document})))
