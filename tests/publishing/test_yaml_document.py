"""YAML into plain objects, within bounds."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snippet_widget.publishing.descriptions.yaml_document import MAX_DEPTH, read_yaml

PLAIN = st.recursive(
    st.none() | st.booleans() | st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcdef", min_size=1), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1\nb: [x, null, ~, true]\n", {"a": "1", "b": ["x", None, None, True]}),
        ("on: off\nversion: 1.10", {"on": "off", "version": "1.10"}),
        ("date: 2024-01-01", {"date": "2024-01-01"}),
        ("'null': 'null'", {"null": "null"}),
        ("200: ok", {"200": "ok"}),
        ("text: |\n  a\n  b\n", {"text": "a\nb\n"}),
        ("text: >-\n  a\n\n\n  b\n", {"text": "a\n\nb"}),
        ("- &b {x: 1, y: 2}\n- {<<: *b, x: 3}", [{"x": "1", "y": "2"}, {"x": "3", "y": "2"}]),
        ("<<: [{x: 1}, {x: 2}]", {"x": "1"}),
        ("a: !!python/object/apply:os.system [rm]", {"a": ["rm"]}),
        ("\ufeffa: b", {"a": "b"}),
        ("", None),
    ],
)
def test_yaml_becomes_plain_objects(text: str, value: Any) -> None:
    assert read_yaml(text) == value


def test_alias_is_the_same_object_and_no_copy() -> None:
    read = read_yaml("a: &a [x]\nb: *a\n")
    assert read["a"] is read["b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [1\nb: 2", "line 2, column 2"),
        ("a: *nowhere", r"\*nowhere has no anchor at line 1, column 4"),
        ("a: 1\n---\nb: 2", "more than one document at line 2"),
        ("[" * (MAX_DEPTH + 1), "deep at line 1"),
        ("{[1]: 2}", "collection as a key"),
        ("a: \0", "line|not allowed"),
        ("\t- a", "token"),
    ],
)
def test_what_is_no_yaml_says_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_yaml(text)


@pytest.mark.parametrize(
    "bomb",
    [
        "[" * 1_000_000,
        "{a: " * 300_000,
        "- " * 300_000,
        "a: &a [x]\n" + "".join(f"k{n}: &k{n} [{', '.join(['*a'] * 1000)}]\n" for n in range(200)),
    ],
)
def test_bombs_are_over_soon(bomb: str) -> None:
    began = time.process_time()
    with suppress(ValueError):
        read_yaml(bomb)
    assert time.process_time() - began < 5


def test_nested_aliases_stay_small() -> None:
    laughs = "l0: &l0 [lol]\n" + "".join(
        f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 100)
    )
    assert len(read_yaml(laughs)["l99"]) == 10


def test_merge_keys_that_grow_are_refused() -> None:
    keys = ", ".join(f"k{n}: v" for n in range(1000))
    grower = f"a: &a {{{keys}}}\nb: {{<<: [{', '.join(['*a'] * 1001)}]}}"
    with pytest.raises(ValueError, match="merge keys"):
        read_yaml(grower)


@given(PLAIN)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
def test_what_a_peer_writes_comes_back(value: Any) -> None:
    assert read_yaml(yaml.safe_dump(value, allow_unicode=True)) == value


@given(st.text(st.sampled_from("ab:-?[]{}&*!|>'\"%@` \n\t#,<~.\\"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        read_yaml(text)
