"""What ``publish`` reads: the sources and options of a command, and those of ``snippets.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.cli.publish_gate import checked_conditions
from snippet_widget.errors import ConfigurationError
from snippet_widget.publishing.manifest import NAME, Manifest, ManifestSource, read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import SdkSelector


@dataclass(frozen=True)
class PublishPlan:
    """What is to be read, and as what it is published.

    Parameters
    ----------
    org, api
        Where it belongs.
    sources
        What is read.
    description
        Description of the API that speaks for all of its SDKs; None: there is none.
    conditions
        What keeps it from being stored.
    manifest
        Corrections by hand; None: there are none.
    """

    org: str
    api: str
    sources: Sequence[ManifestSource]
    description: str | None
    conditions: tuple[str, ...]
    manifest: Manifest | None


def publish_plan(  # noqa: PLR0913 - one for each option
    texts: Sequence[str],
    sdks: tuple[SdkSelector, ...],
    *,
    org: str | None,
    api: str | None,
    description: str | None,
    overrides: str | None,
    conditions: tuple[str, ...],
) -> PublishPlan:
    """Return what options and ``snippets.toml`` say together: an option stands over the file.

    Raises
    ------
    ConfigurationError
        There is nothing to read, or no organization and API; or the file cannot be used.
    """
    manifest, sources = _sources(texts, sdks, overrides)
    by_default = manifest.fail_on if manifest else ()
    return PublishPlan(
        _named("org", org, manifest),
        _named("api", api, manifest),
        sources,
        description or (manifest.description if manifest else None),
        conditions or checked_conditions(by_default),
        manifest,
    )


def _sources(
    texts: Sequence[str], sdks: tuple[SdkSelector, ...], overrides: str | None
) -> tuple[Manifest | None, Sequence[ManifestSource]]:
    whole = list(texts) or [overrides or NAME]
    if len(whole) == 1 and whole[0].endswith(".toml"):
        path = Path(whole[0])
        if not texts and not overrides and not path.is_file():
            raise ConfigurationError(
                f"There is nothing to publish. Name a SOURCE, or write a {NAME} in this folder "
                "(`snippet-widget publish --help` shows both)."
            )
        manifest = read_manifest(path)
        if not manifest.sources:
            raise ConfigurationError(f"{path} names no [[source]]. Add one, or name a SOURCE.")
        return manifest, [_with_sdks(source, sdks) for source in manifest.sources]
    corrections = read_manifest(Path(overrides)) if overrides else None
    return corrections, [ManifestSource(text, sdks) for text in whole]


def _with_sdks(source: ManifestSource, given: Sequence[SdkSelector]) -> ManifestSource:
    """Return a source with the versions that options give for its packages."""
    versions = {(sdk.type, sdk.package): sdk for sdk in given}
    return ManifestSource(
        source.text,
        tuple(versions.get((sdk.type, sdk.package), sdk) for sdk in source.sdks),
    )


def _named(option: str, given: str | None, manifest: Manifest | None) -> str:
    name = given or (getattr(manifest, option) if manifest else None)
    if not name:
        what = "organization" if option == "org" else "API"
        raise ConfigurationError(
            f"Which {what}? Add --{option} ID" + (f", or {option} to {NAME}." if manifest else ".")
        )
    return str(name)
