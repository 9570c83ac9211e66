"""What travels on the wire: the requests' selectors and the answers' snippets.

Names and optional fields are those of the specification, section "Resources and their fields".
`Snippet` is decoded by `SnippetClient` and encoded when published; nothing between rebuilds it.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from snippet_widget.ecosystems import own_names
from snippet_widget.languages import canonical_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Self

CLIENTS = ("sync_client", "async_client", "client")
"""The fields of a snippet that hold source code, in the order in which they are shown."""


LONGEST_NAME = 200
"""Characters of the name of an organization, API, package or version."""
LONGEST_PATH = 400
"""Characters of an endpoint's path."""

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
LongName = Annotated[str, msgspec.Meta(max_length=LONGEST_PATH)]


class LoadLevel(str, enum.Enum):
    """How much of a program a snippet holds (specification, "Load all snippets")."""

    FULL = "full"
    """A whole program: imports, construction of the client, the call."""
    ENDPOINT = "endpoint"
    """The call of the endpoint alone."""


class Sdk(msgspec.Struct, frozen=True):
    """The SDK a snippet belongs to: ``sdk`` of a Snippet."""

    package: str
    version: str


class SdkSelector(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which SDKs to answer for: an item of the ``sdks`` request list.

    Parameters
    ----------
    type
        Language, an alias of one (``py``) included.
    package
        Package name; every package of the language when omitted.
    version
        Package version; the latest published one when omitted.
    """

    type: Name
    package: Name | None = None
    version: Name | None = None


class SdkRequest(SdkSelector, frozen=True, omit_defaults=True):
    """A selector as it travels: it may name the package as its ecosystem does.

    Parameters
    ----------
    group, artifact
        Of a java package.
    githubRepo, github_repo
        Of a go module, in the two spellings that official clients have.
    gem
        Of a ruby package.
    """

    group: Name | None = None
    artifact: Name | None = None
    githubRepo: LongName | None = None  # noqa: N815 - the wire has both
    github_repo: LongName | None = None
    gem: Name | None = None

    @classmethod
    def of(cls, selector: SdkSelector) -> Self:
        """Return a selector in both spellings of its package."""
        names = own_names(canonical_type(selector.type), selector.package or "")
        given = names if selector.package else {}
        return cls(selector.type, selector.package, selector.version, **given)

    def names(self) -> dict[str, str]:
        """Return the names of the package that are given."""
        fields = ("package", "group", "artifact", "githubRepo", "github_repo", "gem")
        named = {name: getattr(self, name) for name in fields}
        return {name: value for name, value in named.items() if value is not None}


class EndpointSelector(msgspec.Struct, frozen=True):
    """Which endpoint to answer for: ``endpoint`` of the get-one operation."""

    method: Name
    path: LongName


class SnippetsRequest(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The body of the load-all operation (``POST /snippets/load``); null is as good as absent."""

    org_id: Name | None = None
    api_id: Name | None = None
    sdks: tuple[SdkRequest, ...] | None = ()
    load_level: LoadLevel | None = LoadLevel.FULL


class SnippetRequest(SnippetsRequest, frozen=True, omit_defaults=True, kw_only=True):
    """The body of the get-one operation (``POST /snippets``).

    Parameters
    ----------
    endpoint
        Which endpoint.
    example_identifier
        Name of the example to answer with; an SDK that has none of that name is left out. An
        addition.
    """

    endpoint: EndpointSelector
    example_identifier: str | None = None


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several examples that a vendor publishes of one endpoint, by its name.

    Parameters
    ----------
    name
        The vendor's name for it, unique within the snippet.
    sources
        Source code by field name, as in `Snippet`.
    warnings, repairs, published, required_only
        Of this example, as in `Snippet`.
    """

    name: str
    sources: dict[str, str]
    warnings: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    published: dict[str, str] = {}
    required_only: dict[str, str] = {}


class Parameter(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a call takes, as the SDK's signature and docstring say.

    Parameters
    ----------
    name
        As the SDK spells it.
    type
        For people, in the SDK's language.
    required
        Whether the call needs it.
    default
        Source of its default; empty where there is none worth saying.
    description
        For people; empty where the SDK says nothing.
    """

    name: str
    type: str = ""
    required: bool = False
    default: str = ""
    description: str = ""


class Run(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What running a source has shown: `snippet-widget verify`.

    Parameters
    ----------
    client
        The field of the source that was run.
    example
        Name of the example; empty for that of a snippet which has but one.
    form
        ``program``, as published; ``notebook``, as a notebook cell; ``endpoint``, the call alone,
        below the cell with the imports and the client; ``required``, with required arguments alone.
    sent
        ``POST /v2/chat``: the first request that it sent; empty where it sent none.
    failure
        Why that is not what it is published to send, for people; empty where it is.
    at
        When, in UTC, as RFC 3339 has it.
    by
        Which version of this package ran it.
    """

    client: str
    example: str = ""
    form: str = "program"
    sent: str = ""
    failure: str = ""
    at: str = ""
    by: str = ""


class Snippet(msgspec.Struct, frozen=True, kw_only=True):
    """Source code that calls one endpoint through one version of one SDK.

    The union on the wire is open: a type that this version does not know is as good a snippet as
    the others, and so is a field. That is why this is one class and not one class for each type.

    Parameters
    ----------
    type
        Language of the SDK in lower case, the union's discriminator: ``python``, ``typescript``…
    sdk
        Package and version.
    sources
        Source code by the wire's field: ``sync_client`` and ``async_client`` for python and java,
        ``client`` for typescript, go and all others.
    call
        How the SDK spells the call, ``client.users.get``, where known. An addition.
    warnings
        Why the snippet may not work as published, for people. An addition.
    repairs
        What was changed when it was published, for people. An addition.
    published
        By field, the source as the vendor published it, where `repairs` changed it. An addition.
    required_only
        By field, the source with the arguments alone that the call needs, where that is less. An
        addition.
    summary
        What the call does, in a sentence of the SDK. An addition.
    parameters
        What the call takes. An addition, at load level ``full``.
    tags
        What the endpoint belongs to, as its API's description groups it. An addition.
    deprecated
        Why the endpoint should not be used any more, for people; empty where it may. An addition.
    docs
        URL of the vendor's documentation. An addition.
    credentials
        Environment variable by argument of the client, as the SDK itself reads them. An addition.
    verified
        What running its sources has shown. An addition.
    examples
        All the vendor's examples, the first being `sources`; empty when there is but one. An
        addition.
    example
        Name of the example that `sources` is, ``exampleIdentifier`` on the wire; None where it has
        none. An addition.
    additional
        Fields that this version does not know, untouched.
    """

    type: str
    sdk: Sdk
    sources: dict[str, str]
    call: str | None = None
    warnings: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    example: str | None = None
    published: dict[str, str] = {}
    required_only: dict[str, str] = {}
    summary: str = ""
    parameters: tuple[Parameter, ...] = ()
    tags: tuple[str, ...] = ()
    deprecated: str = ""
    docs: str = ""
    credentials: dict[str, str] = {}
    verified: tuple[Run, ...] = ()
    additional: dict[str, Any] = {}


def examples_of(snippet: Snippet) -> list[Snippet]:
    """Return each example of a snippet as a snippet of its own; itself where there is but one."""
    if not snippet.examples:
        return [snippet]
    return [with_example(snippet, example) for example in snippet.examples]


def with_example(snippet: Snippet, example: Example) -> Snippet:
    """Return a snippet as one of its examples shows it, without the others."""
    fields = {name: getattr(example, name) for name in Example.__struct_fields__ if name != "name"}
    return msgspec.structs.replace(snippet, **fields, example=example.name, examples=())


def joined_examples(snippets: Sequence[Snippet]) -> Snippet:
    """Return the first of the snippets of one endpoint, with all of them as its named examples.

    The reverse of `examples_of`.
    """
    first = snippets[0]
    if len(snippets) == 1:
        return first
    names = [name for name in Example.__struct_fields__ if name != "name"]
    examples = tuple(
        Example(snippet.example or "", **{name: getattr(snippet, name) for name in names})
        for snippet in snippets
    )
    return msgspec.structs.replace(first, examples=examples)


class SnippetsPage(msgspec.Struct, frozen=True):
    """One page of the load-all operation's answer.

    Parameters
    ----------
    snippets
        Endpoint path -> HTTP method in upper case -> snippets, one for each SDK version. An empty
        list says that the SDKs asked for know the endpoint and publish no snippet of it.
    next
        The page to load next; None when this was the last.
    unreadable
        How many snippets were left out because they are not as the specification says.
    """

    snippets: dict[str, dict[str, list[Snippet]]]
    next: int | None = None
    unreadable: int = 0
