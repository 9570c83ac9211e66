"""What each card holds: one client of one snippet, ready to be shown, copied and inserted.

Pure functions of what the service answered: the live cards (`widget.components.card`) and the
static ones (`cards.static`) are drawn from the same contents.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.cards.cell import KERNEL_LANGUAGE, call_alone, cell_of
from snippet_widget.cards.code_forms import chosen_example, code_forms
from snippet_widget.cards.credential_names import Variables
from snippet_widget.cards.credentials import credential_variables, from_environment
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cards.example_labels import example_labels
from snippet_widget.cards.placeholders import Placeholder, placeholders
from snippet_widget.cards.runs import failures, sentence, shown_run
from snippet_widget.cards.sdk_compatibility import COMPATIBLE, SdkCompatibility, sdk_compatibility
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import client_label, language_order, remarks_of
from snippet_widget.models import (
    CLIENTS,
    EndpointSelector,
    LoadLevel,
    Parameter,
    SdkSelector,
    Snippet,
)
from snippet_widget.provenance import Credentials, Form, Origin, provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from snippet_widget.cards.code_forms import CodeForms
    from snippet_widget.models import Example

SHOWN_CHARACTERS = 200_000
"""A browser lays out so much without stuttering; copying and inserting take the whole source."""


_UNREPAIRED = "Shown as published, without the automatic fixes: it may not work."
_WEB = re.compile(r"https?://")


@dataclass(frozen=True)
class SnippetQuery:
    """Where the snippets of one card row come from.

    Parameters
    ----------
    org, api
        As asked of the service.
    endpoint
        Method and path.
    load_level
        As asked.
    """

    org: str | None
    api: str | None
    endpoint: EndpointSelector
    load_level: LoadLevel = LoadLevel.FULL


@dataclass(frozen=True)
class Kernel:
    """What cards ask about the kernel that their code is for.

    Parameters
    ----------
    installed
        Returns the version of a distribution there, None where it is not installed.
    warnings
        Returns why the code of a client (``async_client``) may not run there, for people.
    """

    installed: Callable[[str], str | None]
    warnings: Callable[[str], tuple[str, ...]]


@dataclass(frozen=True)
class CardContent:
    """One card: a client of a snippet.

    Parameters
    ----------
    type, client
        Language and the snippet's field: together the card's place in the row.
    title
        ``Python · sync``: the card's name.
    sdk
        Type, package and version.
    code
        What is shown and copied.
    cell_source, cell_type, metadata
        What is inserted: a code cell, or Markdown with a fence for another language.
    call_source, call_metadata
        The call alone, for a notebook that has the imports and the client; empty where there is
        none.
    placeholders, call_placeholders
        What has to be filled in, in `cell_source` and `call_source`.
    has_published
        The code is a notebook form; the one published is another.
    has_repairs
        The one published has faults that were repaired.
    example, examples
        Number of the example shown, and the names of all where there are several.
    example_labels
        What these are called where one chooses.
    warnings, repairs
        Why it may not work as published, and what was repaired.
    verified
        What running it has shown, for people; empty where nobody has, or where it failed, which is
        among the warnings.
    variables
        Environment variables that can take the place of placeholders.
    sdk_compatibility
        Whether the kernel has that SDK.
    summary
        What the call does, as the SDK says; empty where it does not.
    parameters
        What the call takes, the required ones first; empty where that is not known.
    docs
        URL of the vendor's documentation; empty where none is known.
    has_required_only
        There is a form with the required arguments alone, and not the vendor's text is shown.
    """

    type: str
    client: str
    title: str
    sdk: SdkSelector
    code: str
    cell_source: str
    cell_type: str
    metadata: dict[str, Any]
    call_source: str = ""
    call_metadata: dict[str, Any] = field(default_factory=dict)
    placeholders: tuple[Placeholder, ...] = ()
    call_placeholders: tuple[Placeholder, ...] = ()
    has_published: bool = False
    has_repairs: bool = False
    example: int = 0
    examples: tuple[str, ...] = ()
    example_labels: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    verified: str = ""
    variables: tuple[str, ...] = ()
    sdk_compatibility: SdkCompatibility = COMPATIBLE
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    docs: str = ""
    has_required_only: bool = False

    @cached_property
    def html(self) -> str:
        """`code` as HTML, at most `SHOWN_CHARACTERS` of it; made when it is first drawn."""
        from snippet_widget.cards.highlight import highlight  # noqa: PLC0415 - loads Pygments

        return highlight(self.code[:SHOWN_CHARACTERS], self.type)

    @property
    def name(self) -> str:
        """Its column, by which it is hidden: ``python async_client``."""
        return f"{self.type} {self.client}"

    @property
    def sdk_name(self) -> str:
        """Language and package: ``python acme``."""
        return f"{self.type} {self.sdk.package}"

    @property
    def key(self) -> str:
        """What no other card of the endpoint has: ``python acme async_client``."""
        return f"{self.sdk_name} {self.client}"

    @property
    def sdk_label(self) -> str:
        """For people: ``acme 1.2.0``."""
        return visible(f"{self.sdk.package} {self.sdk.version}")


def card_contents(
    snippets: Iterable[Snippet],
    query: SnippetQuery,
    display: DisplayOptions | None = None,
    kernel: Kernel | None = None,
) -> tuple[CardContent, ...]:
    """Return the cards of one endpoint's snippets, Python first, sync before async.

    Parameters
    ----------
    snippets, query
        What the service answered, and to what.
    display
        How a person wants the cards; as published, in notebook form, when None.
    kernel
        The kernel that Python code is for; when None the cards say nothing about any.
    """
    display = display or DisplayOptions()
    snippets = tuple(snippets)
    cards = [
        _card(snippet, client, query, display)
        for snippet in sorted(snippets, key=lambda snippet: language_order(snippet.type))
        for client in sorted(snippet.sources, key=CLIENTS.index)
        if snippet.sources[client].strip()
    ]
    named = _with_packages(_with_labels(cards, snippets))
    return tuple(_for_kernel(card, kernel) if kernel else card for card in named)


def _with_labels(cards: Sequence[CardContent], snippets: Sequence[Snippet]) -> list[CardContent]:
    """Return the cards with what their examples are called."""
    labels = example_labels(snippets)
    return [
        replace(card, example_labels=tuple(labels[card.sdk_name][name] for name in card.examples))
        for card in cards
    ]


def _with_packages(cards: Sequence[CardContent]) -> Iterator[CardContent]:
    """Yield the cards, with the package in the title where a language has several."""
    packages = Counter(type_ for type_, _ in {(card.type, card.sdk.package) for card in cards})
    for card in cards:
        named = f"{card.title} · {visible(card.sdk.package or '')}"
        yield replace(card, title=named) if packages[card.type] > 1 else card


def _for_kernel(card: CardContent, kernel: Kernel) -> CardContent:
    """Return a card with what is to be said about the kernel, if its code is for one."""
    if card.type != KERNEL_LANGUAGE:
        return card
    package, version = card.sdk.package or "", card.sdk.version or ""
    return replace(
        card,
        warnings=(*card.warnings, *kernel.warnings(card.client)),
        sdk_compatibility=sdk_compatibility(package, version, kernel.installed),
    )


def _card(
    snippet: Snippet, client: str, query: SnippetQuery, display: DisplayOptions
) -> CardContent:
    number, example = chosen_example(snippet, client, display)
    forms = code_forms(snippet.type, client, example, display)
    naming = Variables(snippet.sdk.package, snippet.credentials)
    variables = credential_variables(forms.shown, snippet.type, naming).values()
    substituted = display.environment and variables
    code = from_environment(forms.shown, snippet.type, naming) if substituted else forms.shown
    cell_source, cell_type = cell_of(code, snippet.type)
    origin = _origin(snippet, client, query, display, number)
    card = CardContent(
        type=snippet.type,
        client=client,
        title=client_label(snippet.type, client),
        sdk=selector_of(snippet),
        code=code,
        cell_source=cell_source,
        cell_type=cell_type,
        metadata=provenance(cell_source, origin),
        placeholders=_placeholders(code, cell_source, snippet.type, naming),
        has_published=forms.notebook != forms.published,
        has_repairs=forms.published != forms.program,
        example=number,
        examples=tuple(each.name for each in snippet.examples),
        variables=tuple(variables),
        summary=snippet.summary,
        parameters=snippet.parameters,
        docs=snippet.docs if _WEB.match(snippet.docs) else "",
        has_required_only=bool(example.required_only.get(client)) and not forms.is_vendors,
    )
    call = _call(forms.notebook, snippet, client, query, display)
    with_call = _with_call(card, call, origin, naming) if call else card
    return _with_remarks(with_call, snippet, example, forms, display)


def _placeholders(
    code: str, cell_source: str, type_: str, naming: Variables
) -> tuple[Placeholder, ...]:
    """Return what has to be filled in of a cell, whose code may stand in a fence."""
    program = code.strip("\n")
    return placeholders(program, type_, naming, before=cell_source.partition(program)[0])


def _with_call(card: CardContent, call: str, origin: Origin, naming: Variables) -> CardContent:
    """Return a card with the call alone."""
    return replace(
        card,
        call_source=call,
        call_metadata=provenance(call, _origin_of_call(origin)),
        call_placeholders=placeholders(call, KERNEL_LANGUAGE, naming),
    )


def _with_remarks(
    card: CardContent, snippet: Snippet, example: Example, forms: CodeForms, display: DisplayOptions
) -> CardContent:
    """Return a card with why it may not work, what was repaired, and what running it has shown."""
    run = shown_run(
        snippet,
        card.client,
        example.name,
        published=display.published or forms.notebook == forms.published,
        required_only=forms.is_shorter,
    )
    is_unrepaired = display.published and card.has_repairs
    return replace(
        card,
        warnings=(
            *filter(None, [snippet.deprecated, _UNREPAIRED if is_unrepaired else ""]),
            *remarks_of(card.client, example.warnings),
            *failures(run),
        ),
        repairs=() if is_unrepaired else remarks_of(card.client, example.repairs),
        verified=sentence(run),
    )


def _call(
    notebook: str, snippet: Snippet, client: str, query: SnippetQuery, display: DisplayOptions
) -> str:
    """Return the call alone, of a whole program in the kernel's language."""
    if snippet.type != KERNEL_LANGUAGE or query.load_level is LoadLevel.ENDPOINT:
        return ""
    if display.environment:
        naming = Variables(snippet.sdk.package, snippet.credentials)
        notebook = from_environment(notebook, snippet.type, naming)
    return call_alone(notebook, snippet.type, client)


def selector_of(snippet: Snippet) -> SdkSelector:
    """Return the selector of exactly the snippet's SDK."""
    return SdkSelector(snippet.type, snippet.sdk.package, snippet.sdk.version)


def _origin(
    snippet: Snippet, client: str, query: SnippetQuery, display: DisplayOptions, example: int
) -> Origin:
    return Origin(
        org=query.org,
        api=query.api,
        method=query.endpoint.method,
        path=query.endpoint.path,
        sdk=selector_of(snippet),
        client=client,
        load_level=query.load_level,
        example=snippet.examples[example].name if snippet.examples else None,
        form=display.form,
        credentials=Credentials.ENVIRONMENT if display.environment else Credentials.PLACEHOLDER,
        required_only=display.required_only,
    )


def _origin_of_call(origin: Origin) -> Origin:
    return msgspec.structs.replace(origin, load_level=LoadLevel.ENDPOINT, form=Form.CALL)
