"""Publications of one API in seven languages, for services that are asked over the wire."""

from __future__ import annotations

from snippet_widget.languages import language
from snippet_widget.models import Example, Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint

PACKAGES = {
    "python": "acme-sdk",
    "typescript": "@acme/sdk",
    "java": "com.acme:acme-java",
    "go": "github.com/acme/acme-go",
    "ruby": "acme_sdk",
    "csharp": "Acme.Sdk",
    "kotlin": "com.acme:acme-kotlin",
}
"""The package of each language; kotlin is one that the table of languages does not know."""

VERSIONS = ("1.10.0", "1.9.0")
"""In the order of their publication: the one published last is not the highest."""


def endpoint_names(count: int = 60) -> list[tuple[str, str]]:
    """Return methods and paths; one in ten is written without its leading slash."""
    methods = ("GET", "POST", "DELETE")
    return [
        (methods[n % 3], f"{'' if n % 10 == 7 else '/'}v1/things{n:02}/{{thing_id}}")
        for n in range(count)
    ]


def languages_publications(count: int = 60) -> list[Publication]:
    """Return `VERSIONS` of each of `PACKAGES`, oldest publication first."""
    return [
        one_publication(SdkSelector(type_, package, version), count)
        for version in VERSIONS
        for type_, package in PACKAGES.items()
    ]


def one_publication(sdk: SdkSelector, count: int = 60) -> Publication:
    """Return one SDK version; the first endpoint has the examples ``default`` and ``minimal``.

    The second endpoint has no async source of python and java.
    """
    return Publication(
        sdk,
        tuple(
            PublishedEndpoint(
                method,
                path,
                full=_snippet(
                    sdk, f"from acme import Acme\n\nclient = Acme()\nclient.call_{n}()", n
                ),
                endpoint=_snippet(sdk, f"client.call_{n}()", n),
            )
            for n, (method, path) in enumerate(endpoint_names(count))
        ),
    )


def _snippet(sdk: SdkSelector, source: str, number: int) -> Snippet:
    source = f"{source}  # {sdk.type} {sdk.version}"
    sources = _sources(sdk, source)
    if number == 1:
        sources.pop("async_client", None)
    examples = tuple(
        Example(name, _sources(sdk, f"{source} {name}")) for name in ("default", "minimal")
    )
    return Snippet(
        type=sdk.type,
        sdk=Sdk(sdk.package or "", sdk.version or ""),
        sources=sources if number else examples[0].sources,
        examples=() if number else examples,
    )


def _sources(sdk: SdkSelector, source: str) -> dict[str, str]:
    return {client: f"{source} {client}\n" for client in language(sdk.type).clients}
