"""What each card holds, and what it puts into a cell."""

from __future__ import annotations

import msgspec
import pytest

from snippet_widget.cards.cell import fence
from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cards.example_labels import corresponding_example
from snippet_widget.models import EndpointSelector, Example, Parameter, Run, Sdk, Snippet
from snippet_widget.provenance import digest
from tests.panel_builder import python_snippet, typescript_snippet

QUERY = SnippetQuery("acme", "shop", EndpointSelector("GET", "/v1/users"))


def test_python_comes_before_typescript_and_sync_before_async() -> None:
    cards = card_contents([typescript_snippet("a"), python_snippet("a")], QUERY)
    assert [card.title for card in cards] == ["Python · sync", "Python · async", "TypeScript"]


def test_async_is_in_notebook_form_with_the_published_one_at_hand() -> None:
    _, card = card_contents([python_snippet("users.list")], QUERY)
    assert (card.has_published, card.has_repairs) == (True, False)
    assert card.cell_source.endswith("await client.users.list()")
    assert "asyncio" not in card.cell_source
    _, published = card_contents(
        [python_snippet("users.list")], QUERY, DisplayOptions(published=True)
    )
    assert published.cell_source.endswith("asyncio.run(main())")


def test_other_languages_go_into_markdown_with_a_fence() -> None:
    (card,) = card_contents([typescript_snippet("users.list")], QUERY)
    assert card.cell_type == "markdown"
    assert card.cell_source == (
        '```typescript\nawait new Acme({ token: "YOUR_TOKEN" }).users.list();\n```'
    )
    assert card.code == 'await new Acme({ token: "YOUR_TOKEN" }).users.list();\n'


def test_what_has_to_be_filled_in_of_typescript_is_found_in_its_fence() -> None:
    (card,) = card_contents([typescript_snippet("users.list")], QUERY)
    (place,) = card.placeholders
    assert card.cell_source[slice(*place)] == "YOUR_TOKEN"


def test_fence_is_longer_than_any_in_the_code() -> None:
    assert fence("a\n````\nb", "text") == "`````text\na\n````\nb\n`````"


def test_cell_knows_its_source() -> None:
    card, _ = card_contents([python_snippet("users.list")], QUERY)
    record = card.metadata["snippet_widget"]
    assert record["sdk"] == {"type": "python", "package": "acme", "version": "2.0.0"}
    assert record["digest"] == digest(card.cell_source)


def test_examples_are_a_choice() -> None:
    snippet = Snippet(
        type="go",
        sdk=Sdk("acme", "1"),
        sources={"client": "one()"},
        examples=(Example("short", {"client": "one()"}), Example("long", {"client": "two()"})),
    )
    (first,) = card_contents([snippet], QUERY)
    (second,) = card_contents([snippet], QUERY, DisplayOptions(examples={"go": 1}))
    assert (first.code, first.examples, second.code) == ("one()", ("short", "long"), "two()")


def _named(call: str, name: str) -> Example:
    return Example(name, {"sync_client": f"client = Acme()\n{call}"})


def test_examples_are_told_apart_by_their_arguments_where_their_names_say_nothing() -> None:
    base = "client.users.get"
    examples = (
        _named("client.users.get(id='1')", base),
        _named("client.users.get(id='1', tags=[], note='n', more=1)", f"{base} (2)"),
        _named("client.users.get(id='2')", f"{base} (3)"),
        _named("client.users.get(id='1')", f"{base} (4)"),
        _named("client.users.get(id='3')", "Of a team"),
        _named("client.users.get_all()", "client.users.get_all"),
    )
    names = tuple(each.name for each in examples)
    python = Snippet(
        type="python", sdk=Sdk("acme", "1"), sources=examples[0].sources, examples=examples
    )
    other = tuple(Example(name, {"client": "x"}) for name in (*names[:2], f"{base} (9)"))
    typescript = Snippet(
        type="typescript", sdk=Sdk("acme", "1"), sources={"client": "x"}, examples=other
    )
    first, second = card_contents([typescript, python], QUERY)
    assert (first.examples, second.examples) == (names, tuple(each.name for each in other))
    assert first.example_labels == (
        "client.users.get",
        "Example 2: with tags, note, …",
        "Example 3: id='2'",
        "Example 4",
        "Of a team",
        "client.users.get_all",
    )
    assert second.example_labels == (
        "client.users.get",
        "Example 2: with tags, note, …",
        "Example 3",
    )


def _in_typescript(call: str, arguments: str, name: str) -> Example:
    program = f"const client = new Acme();\nawait client.{call}({arguments});"
    return Example(name, {"client": program})


def test_each_language_tells_its_own_examples_apart() -> None:
    said = '{ role: "user", content: "Tell me about LLMs" }'
    seen = '{ role: "user", content: { imageUrl: { url: "x" } } }'
    examples = (
        _in_typescript("chat", f"{{ messages: [{said}] }}", "client.chat"),
        _in_typescript("chat", f"{{ messages: [{said}], documents: [] }}", "client.chat (2)"),
        _in_typescript("chat", f"{{ messages: [{seen}] }}", "client.chat (3)"),
        _in_typescript("chatStream", f"{{ messages: [{said}] }}", "client.chatStream"),
    )
    typescript = Snippet(
        type="typescript", sdk=Sdk("acme", "1"), sources=examples[0].sources, examples=examples
    )
    calls = [_named(f"{name}()", name) for name in ("client.chat", "client.chat_stream")]
    python = Snippet(
        type="python", sdk=Sdk("acme", "1"), sources=calls[0].sources, examples=tuple(calls)
    )
    first, second = card_contents([typescript, python], QUERY)
    assert first.example_labels == ("client.chat", "client.chat_stream")
    assert second.example_labels == (
        "client.chat",
        "Example 2: with documents",
        "Example 3: with imageUrl, url",
        "client.chatStream",
    )
    alone = card_contents([python], QUERY)
    assert alone[0].example_labels == first.example_labels


def test_examples_of_two_languages_correspond_by_name_else_by_their_call() -> None:
    python = ("client.chat", "client.chat_stream", "Of a team")
    typescript = ("client.chat", "client.chat (2)", "client.chatStream", "Of a team")
    assert [corresponding_example(name, typescript) for name in python] == [0, 2, 3]
    assert [corresponding_example(name, python) for name in typescript] == [0, None, 1, 2]
    assert corresponding_example("Of nobody", typescript) is None


@pytest.mark.parametrize("blank", ["", "  \n"])
def test_empty_sources_have_no_card(blank: str) -> None:
    snippet = Snippet(type="go", sdk=Sdk("acme", "1"), sources={"client": blank})
    assert card_contents([snippet], QUERY) == ()


def test_unknown_language_is_plain_code() -> None:
    snippet = Snippet(type="cobol", sdk=Sdk("acme", "1"), sources={"client": "CALL <X>."})
    (card,) = card_contents([snippet], QUERY)
    assert (card.title, card.html) == ("Cobol", "CALL &lt;X&gt;.")


def test_text_as_the_vendor_published_it_is_at_hand() -> None:
    example = Example(
        "short", {"sync_client": "get(id=1)"}, repairs=("id was added",), warnings=("slow",)
    )
    other = Example(
        "long",
        {"sync_client": "more(id=1)"},
        repairs=("id was added",),
        published={"sync_client": "more()"},
    )
    snippet = Snippet(
        type="python", sdk=Sdk("acme", "1"), sources=example.sources, examples=(example, other)
    )
    chosen = {"python": 1}
    (card,) = card_contents([snippet], QUERY, DisplayOptions(examples=chosen))
    options = DisplayOptions(examples=chosen, published=True)
    (published,) = card_contents([snippet], QUERY, options)
    assert (card.code, card.repairs, card.warnings) == ("more(id=1)", ("id was added",), ())
    assert (published.code, published.repairs) == ("more()", ())
    assert published.warnings == (
        "Shown as published, without the automatic fixes: it may not work.",
    )
    assert (card.has_published, card.has_repairs) == (True, True)


def test_required_arguments_alone_are_recorded_with_the_call_and_its_run() -> None:
    program = "from acme import Acme\n\nclient = Acme()\nclient.users.list({})\n"
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "1"),
        sources={"sync_client": program.format("page=1")},
        required_only={"sync_client": program.format("")},
        verified=(
            Run(client="sync_client", sent="GET /v1/users"),
            Run(client="sync_client", form="required", sent="GET /v1/users"),
        ),
    )
    (whole,) = card_contents([snippet], QUERY)
    (card,) = card_contents([snippet], QUERY, DisplayOptions(required_only=True))
    assert (card.code, card.call_source) == (program.format(""), "client.users.list()")
    assert card.verified == "Runs: sends GET /v1/users"
    assert "required_only" not in whole.metadata["snippet_widget"]
    assert card.metadata["snippet_widget"]["required_only"] is True
    assert card.call_metadata["snippet_widget"]["required_only"] is True


def test_text_as_published_is_offered_beside_the_required_arguments_alone() -> None:
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "1.0"),
        sources={"sync_client": "data = b''.join(client.read(size=3))\n"},
        repairs=("the generator is read to its end",),
        published={"sync_client": "client.read(size=3)\n"},
        required_only={"sync_client": "data = b''.join(client.read())\n"},
    )
    (shorter,) = card_contents([snippet], QUERY, DisplayOptions(required_only=True))
    assert shorter.code == "data = b''.join(client.read())\n"
    assert (shorter.has_published, shorter.has_repairs) == (True, True)
    assert shorter.has_required_only
    display = DisplayOptions(required_only=True, published=True)
    (published,) = card_contents([snippet], QUERY, display)
    assert published.code == "client.read(size=3)\n"
    assert not published.has_required_only  # it is whole
    assert published.repairs == ()


def test_what_the_call_takes_and_where_more_is_said_are_on_the_card() -> None:
    takes = (Parameter("name", "str", required=True), Parameter("limit", "int", default="10"))
    snippet = python_snippet(
        "users.list",
        parameters=takes,
        docs="https://docs.test",
        required_only={"sync_client": "client.users.list()"},
    )
    sync, other = card_contents([snippet], QUERY)
    assert (sync.parameters, sync.docs) == (takes, "https://docs.test")
    assert (sync.has_required_only, other.has_required_only) == (True, False)
    unsafe = msgspec.structs.replace(snippet, docs="javascript:alert(1)")
    assert card_contents([unsafe], QUERY)[0].docs == ""


def test_a_card_says_what_concerns_its_own_client() -> None:
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "1"),
        sources={"sync_client": "get()", "async_client": "await get()"},
        warnings=("async: slow", "both"),
        repairs=("id was added", "async: awaited", "sync: read"),
    )
    sync, asynchronous = card_contents([snippet], QUERY)
    assert (sync.repairs, sync.warnings) == (("id was added", "read"), ("both",))
    assert asynchronous.repairs == ("id was added", "awaited")
    assert asynchronous.warnings == ("slow", "both")
