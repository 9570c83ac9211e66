"""What a card says about the run of its code: what it sends, or why it failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snippet_widget.models import Run, Snippet


def shown_run(
    snippet: Snippet, client: str, example: str, *, published: bool, required_only: bool = False
) -> Run | None:
    """Return the run that a card speaks of; None where its code was never run.

    Parameters
    ----------
    example
        Name of the example; one that a snippet has alone may be run without its name.
    published
        The code is as published, a program; else in notebook form.
    required_only
        It has the required arguments alone, and was run as that.
    """
    forms = ["program", "notebook"] if published else ["notebook", "program"]
    forms = ["required"] if required_only else forms
    runs = {
        run.form: run
        for run in snippet.verified
        if run.client == client and (run.example or example) == example
    }
    return next((runs[form] for form in forms if form in runs), None)


def sentence(run: Run | None) -> str:
    """Return what a run that was right has shown: ``Runs: sends POST /v2/chat``.

    Examples
    --------
    >>> from snippet_widget.models import Run
    >>> sentence(Run(client="sync_client", sent="POST /v2/chat"))
    'Runs: sends POST /v2/chat'
    """
    return f"Runs: sends {run.sent}" if run is not None and not run.failure else ""


def failures(run: Run | None) -> tuple[str, ...]:
    """Return the warning that a run which failed is."""
    return (f"When run, it failed: {run.failure}",) if run is not None and run.failure else ()
