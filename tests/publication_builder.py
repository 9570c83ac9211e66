"""Builds publications for tests, out of ``POST /v1/x`` and short words."""

from __future__ import annotations

from snippet_widget.languages import language
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint


def a_snippet(sdk: SdkSelector, source: str) -> Snippet:
    """Return a snippet whose every client's source is `source` and the client's name."""
    return Snippet(
        type=sdk.type,
        sdk=Sdk(sdk.package or "", sdk.version or ""),
        sources={client: f"{source}  # {client}" for client in language(sdk.type).clients},
    )


def a_publication(
    sdk: str = "python:acme==1.0.0", *endpoints: str, source: str = "call", silent: str = ""
) -> Publication:
    """Return a publication of an SDK, written ``type:package==version``.

    Parameters
    ----------
    endpoints
        ``GET /users/{id}`` each; one ``GET /ping`` when there is none.
    source
        What the snippets' sources begin with.
    silent
        An endpoint that the SDK knows and has no snippet of.
    """
    type_, _, rest = sdk.partition(":")
    package, _, version = rest.partition("==")
    selector = SdkSelector(type_, package, version)
    return Publication(
        selector,
        tuple(
            _endpoint(selector, text, source if text != silent else "")
            for text in (*(endpoints or ("GET /ping",)), *filter(None, [silent]))
        ),
    )


def _endpoint(sdk: SdkSelector, text: str, source: str) -> PublishedEndpoint:
    method, path = text.split(" ", 1)
    if not source:
        return PublishedEndpoint(method, path)
    return PublishedEndpoint(
        method,
        path,
        full=a_snippet(sdk, f"import acme; {source} {text}"),
        endpoint=a_snippet(sdk, f"{source} {text}"),
    )
