"""Which client a sample uses, and which samples are one example."""

from __future__ import annotations

import pytest

from snippet_widget.publishing.descriptions.code_samples import Sample
from snippet_widget.publishing.descriptions.sample_clients import uses_async_client, vendor_examples


@pytest.mark.parametrize(
    ("type_", "source", "label", "is_async"),
    [
        ("python", "client.get()", "", False),
        ("python", "await client.get()", "", True),
        ("python", "async def main():\n    await client.get()", "", True),
        ("python", "async for x in client.get():\n    pass", "", True),
        ("python", "print('await client')", "", False),
        ("python", "await client.get(", "", True),
        ("python", "client.get()", "Async", True),
        ("python", "client.get()", "Get user (asynchronous)", True),
        ("python", "client.get()", "createAsyncJob", False),
        ("python", "await client.get()", "Sync", False),
        ("py", "await client.get()", "", True),
        ("java", "AsyncAcme client = AsyncAcme.builder().build();", "", True),
        ("java", "CompletableFuture<User> user = client.get();", "", True),
        ("java", "Acme client = Acme.builder().build();", "", False),
        ("typescript", "await client.get()", "async", False),
        ("go", "client.Get()", "async", False),
    ],
)
def test_async_is_told_by_label_then_by_source(
    type_: str, source: str, label: str, *, is_async: bool
) -> None:
    assert uses_async_client(type_, source, label) is is_async


@pytest.mark.parametrize(
    ("labels", "examples"),
    [
        ([""], [("", ["s"])]),
        (["Sync", "Async"], [("", ["s", "a"])]),
        (["Python", "Python (async)"], [("", ["s", "a"])]),
        (
            ["Get", "Get (async)", "Get all", "Get all · Async"],
            [("Get", ["s", "a"]), ("Get all", ["s", "a"])],
        ),
        (["Get", "Get all"], [("Get", ["s"]), ("Get all", ["s"])]),
        (["Get", "Async"], [("Get", ["s", "a"])]),
        (["Get", "Stream async"], [("Get", ["s", "a"]), ("Stream", ["a"])]),
        (["", ""], [("", ["s"]), ("", ["s"])]),
    ],
)
def test_sync_and_async_of_one_example_meet(
    labels: list[str], examples: list[tuple[str, list[str]]]
) -> None:
    samples = [Sample("Python", f"{n}()\n", label) for n, label in enumerate(labels)]
    short = {"sync_client": "s", "async_client": "a"}
    found = vendor_examples("python", samples)
    assert [(e.name, [short[c] for c in e.sources]) for e in found] == examples


def test_typescript_is_before_javascript_and_both_are_kept() -> None:
    samples = [Sample("JavaScript", "js()\n"), Sample("TypeScript", "ts()\n")]
    found = vendor_examples("typescript", samples)
    assert [(e.name, e.sources["client"]) for e in found] == [
        ("", "ts()\n"),
        ("JavaScript", "js()\n"),
    ]


def test_nothing_gives_nothing() -> None:
    assert vendor_examples("python", []) == []
