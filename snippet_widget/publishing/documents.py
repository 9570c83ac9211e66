"""Descriptions of APIs as sources: what is no archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.errors import LayoutNotRecognised

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import Publication


def read_document(path: Path, sdks: Sequence[SdkSelector]) -> tuple[Publication, ...]:  # noqa: ARG001
    """Read a file that is no archive.

    Parameters
    ----------
    path
        The file.
    sdks
        Whom its snippets belong to, one for each language.

    Raises
    ------
    LayoutNotRecognised
        It is nothing that is known here.
    """
    raise LayoutNotRecognised(
        f"{path.name} is no wheel, sdist, npm tarball or API description that is known here."
    )
