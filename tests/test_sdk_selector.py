"""``TYPE:PACKAGE==VERSION`` as people write it."""

from __future__ import annotations

import re

import pytest

from snippet_widget.errors import ConfigurationError
from snippet_widget.models import SdkSelector
from snippet_widget.sdk_selector import parse_published_sdk, parse_sdk


@pytest.mark.parametrize(
    ("text", "selector"),
    [
        ("python:acme==1.0", SdkSelector("python", "acme", "1.0")),
        ("ts:@acme/sdk==1.0.0", SdkSelector("typescript", "@acme/sdk", "1.0.0")),
        ("java:com.acme:acme-java==2.1.0", SdkSelector("java", "com.acme:acme-java", "2.1.0")),
        ("Go:github.com/acme/go==0.3.0", SdkSelector("go", "github.com/acme/go", "0.3.0")),
        ("C#:Acme==1", SdkSelector("csharp", "Acme", "1")),
        ("python:acme", SdkSelector("python", "acme")),
        (" python ", SdkSelector("python")),
    ],
)
def test_type_ends_at_the_first_colon(text: str, selector: SdkSelector) -> None:
    assert parse_sdk(text) == selector


@pytest.mark.parametrize(
    "text", ["", ":", "python:", ":acme", "python:acme==", "python:==1", "python:acme==1==2", "a b"]
)
def test_other_texts_are_refused_with_examples(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"python:acme==1\.0"):
        parse_sdk(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("cohere==5.5.8", "Did you mean python:cohere==5.5.8?"),
        ("@acme/sdk==1.0.0", "Did you mean typescript:@acme/sdk==1.0.0?"),
        ("a b==1", "names no SDK. Write"),
    ],
)
def test_language_that_was_left_out_is_proposed(text: str, meant: str) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(meant)):
        parse_sdk(text)


@pytest.mark.parametrize(
    ("text", "sdk"),
    [
        ("python:x>=1,<2", "python:x"),
        ("python:x<2", "python:x"),
        ("python:x ~= 1.0", "python:x"),
        ("python:x==1.*", "python:x"),
        ("python:x==1,!=1.2", "python:x"),
        ("ts:@acme/sdk^1.0", "ts:@acme/sdk"),
        ("x>=1", "TYPE:PACKAGE"),
    ],
)
def test_range_of_versions_is_sent_where_it_belongs(text: str, sdk: str) -> None:
    said = f"names a range of versions, and one version is asked for: {sdk}==VERSION. The range "
    with pytest.raises(ConfigurationError, match=re.escape(said)) as raised:
        parse_sdk(text)
    assert "version_range" in str(raised.value)


@pytest.mark.parametrize(("text", "missing"), [("python", "package"), ("python:a", "version")])
def test_publishing_needs_all_of_it(text: str, missing: str) -> None:
    with pytest.raises(ConfigurationError, match=f"names no {missing}"):
        parse_published_sdk(text)
