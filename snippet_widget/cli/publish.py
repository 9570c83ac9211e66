"""``snippet-widget publish``: publish the snippets of SDKs and descriptions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from snippet_widget.access_token import AccessToken
from snippet_widget.cli.interruption import INTERRUPTED
from snippet_widget.cli.options import catalog_option
from snippet_widget.cli.output_files import require_output
from snippet_widget.cli.publish_annotations import print_github, write_summary
from snippet_widget.cli.publish_gate import checked_conditions, failures, findings
from snippet_widget.cli.publish_plan import PublishPlan, publish_plan
from snippet_widget.cli.publish_preview import write_preview
from snippet_widget.cli.publish_progress import Progress
from snippet_widget.cli.publish_report import (
    PublishSummary,
    print_json,
    print_outcome,
    print_table,
)
from snippet_widget.cli.publish_target import (
    CatalogTarget,
    Outcome,
    Release,
    ServiceTarget,
    publish_target,
)
from snippet_widget.errors import ConfigurationError
from snippet_widget.plurals import counted
from snippet_widget.publication import PublishMode
from snippet_widget.publishing.endpoint_metadata import with_metadata
from snippet_widget.publishing.merging import merge_publications
from snippet_widget.publishing.overrides import with_overrides
from snippet_widget.publishing.path_alignment import align_paths
from snippet_widget.publishing.sources import read_metadata, read_source
from snippet_widget.sdk_selector import parse_document_sdk

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import Publication

_PRINTERS: dict[str, Callable[[PublishSummary], None]] = {
    "text": print_table,
    "json": print_json,
    "github": print_github,
}


@click.command("publish")
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option("--org", metavar="ID", help="Organization that defines the API.")
@click.option("--api", metavar="ID", help="API that the SDKs call.")
@click.option(
    "--sdk",
    "sdks",
    multiple=True,
    metavar="TYPE:PACKAGE==VERSION",
    callback=lambda _, __, texts: tuple(map(parse_document_sdk, texts)),
    help="SDKs that the document's snippets are for, one for each language in it; curl without a "
    "package for calls without an SDK.",
)
@click.option(
    "--description",
    metavar="FILE",
    help="OpenAPI description of the API, for all SDKs: internal endpoints are left out, "
    "deprecated ones are marked, and its summaries and tags are added.",
)
@click.option(
    "--overrides",
    metavar="FILE",
    help="Correct what is read, as this snippets.toml says.",
)
@catalog_option
@click.option(
    "--url",
    metavar="URL",
    help="Publish to this service instead of a catalog. [env: SNIPPET_WIDGET_URL]",
)
@click.option(
    "--token",
    metavar="TOKEN",
    callback=lambda _, __, text: AccessToken.of(text),
    help="Its access token, made with `token create --write`; safer in the environment, "
    "SNIPPET_WIDGET_TOKEN.",
)
@click.option("--replace", is_flag=True, help="Replace SDK versions that are published already.")
@click.option(
    "--skip-existing",
    is_flag=True,
    help="Leave SDK versions that are published already as they are.",
)
@click.option("--dry-run", is_flag=True, help="Say what would happen; store nothing.")
@click.option(
    "--preview",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Store nothing; write a page with the cards as they would be.",
)
@click.option(
    "--fail-on",
    "conditions",
    multiple=True,
    metavar="CONDITION",
    callback=lambda _, __, texts: checked_conditions(texts),
    help="Store nothing and exit with 1 where there are warnings, problems, secrets, or "
    "coverage<95 (percent of the endpoints with a snippet); repeatable.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(_PRINTERS)),
    default="text",
    show_default=True,
    help="How to report; github: annotations of a workflow.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option(
    "--summary",
    "summary_file",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="GITHUB_STEP_SUMMARY",
    metavar="FILE",
    help="Append a summary in Markdown. [env: GITHUB_STEP_SUMMARY, with --format github]",
)
@click.option("--quiet", is_flag=True, help="Print only the outcome.")
@click.pass_context
def command(  # noqa: PLR0913 - one for each option
    context: click.Context,
    sources: tuple[str, ...],
    *,
    org: str | None,
    api: str | None,
    sdks: tuple[SdkSelector, ...],
    description: str | None,
    overrides: str | None,
    catalog_url: str | None,
    url: str | None,
    token: AccessToken | None,
    replace: bool,
    skip_existing: bool,
    dry_run: bool,
    preview: Path | None,
    conditions: tuple[str, ...],
    form: str,
    summary_file: Path | None,
    quiet: bool,
) -> None:
    """Read the snippets of SOURCEs, without running any of it, and publish them.

    A SOURCE is installed:NAME, pypi:NAME[==VERSION], npm:NAME[@VERSION], a wheel, an sdist, an npm
    tarball, a Fern snippet.json, an OpenAPI document, an export of another catalog, the URL of one
    of these, - for standard input, or a folder: a checkout of an SDK, or marked Markdown. Several
    SOURCEs meet on the endpoints of the one API, and with what was published of it before. All
    are read before anything is stored, and stored together or not at all.

    Without a SOURCE, snippets.toml in this folder says all of it: organization, API, sources with
    their SDKs, and per endpoint, SDK, client and example what is added, replaced, hidden, ordered,
    titled or deprecated by hand.

    Where a service is named, by --url or SNIPPET_WIDGET_URL, they are sent there; --catalog writes
    into a catalog.

    \b
    Examples:
      snippet-widget publish --org elevenlabs --api elevenlabs pypi:elevenlabs
      snippet-widget publish --org acme --api users acme-1.0-py3-none-any.whl npm:@acme/sdk
      snippet-widget publish --org acme --api users openapi.yaml --sdk python:acme==1.0
      snippet-widget publish --dry-run
    """  # noqa: D301 - click's own mark for lines to keep
    place = publish_target(url, token, catalog_url)
    mode = _mode(replace=replace, skip_existing=skip_existing)
    plan = publish_plan(
        sources,
        sdks,
        org=org,
        api=api,
        description=description,
        overrides=overrides,
        conditions=conditions,
    )
    given = context.get_parameter_source("summary_file") is ParameterSource.COMMANDLINE
    summary_file = summary_file if given or form == "github" else None
    require_output(summary_file)
    require_output(preview)
    summary = published(plan, place, mode, dry_run=dry_run or preview is not None)
    if preview is not None:
        previewed = write_preview(preview, plan.org, plan.api, summary.publications)
        click.echo(f"Preview of {counted(previewed, 'endpoint')}: {preview}", err=True)
    (print_outcome if quiet and form == "text" else _PRINTERS[form])(summary)
    if summary_file:
        write_summary(summary, summary_file)
    if summary.failed:
        sys.exit(1)


def published(
    plan: PublishPlan, place: CatalogTarget | ServiceTarget, mode: PublishMode, *, dry_run: bool
) -> PublishSummary:
    """Read and store what is planned; an interruption says what was stored by then."""
    storing = False
    try:
        with Progress(len(plan.sources)) as progress:
            publications = _read(plan, progress)
            failed = failures(publications, findings(publications), plan.conditions)
            outcome = Outcome("", "", publications)
            if not failed:
                progress.stage("store")
                storing = not dry_run
                wanted = Release(plan.org, plan.api, publications, mode, dry_run)
                outcome = place.publish(wanted)
    except KeyboardInterrupt:
        stored = "Nothing was stored."
        if storing:
            stored = f"Either all or nothing was stored in {plan.org}/{plan.api}: look there first."
        click.echo(f"Interrupted. {stored}", err=True)
        sys.exit(INTERRUPTED)
    return PublishSummary(plan.org, plan.api, outcome, mode, dry_run, failed)


def _mode(*, replace: bool, skip_existing: bool) -> PublishMode:
    if replace and skip_existing:
        raise ConfigurationError("--replace and --skip-existing cannot be combined. Name one.")
    if replace:
        return PublishMode.REPLACE
    return PublishMode.SKIP if skip_existing else PublishMode.NEW


def _read(plan: PublishPlan, progress: Progress) -> tuple[Publication, ...]:
    read: list[Publication] = []
    for source in plan.sources:
        progress.source(source.text)
        read += read_source(source.text, sdks=source.sdks, on_stage=progress.stage)
    progress.stage("check")
    publications = tuple(read)
    if len(plan.sources) > 1:
        publications = merge_publications(align_paths(publications))
    if plan.description:
        publications = with_metadata(publications, read_metadata(plan.description))
    return with_overrides(publications, plan.manifest) if plan.manifest else publications
