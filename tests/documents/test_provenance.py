"""What an inserted cell knows about itself."""

from __future__ import annotations

import pytest

from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.provenance import (
    Credentials,
    Form,
    Origin,
    Provenance,
    digest,
    packed,
    provenance,
    read_provenance,
    unpacked,
)


def test_cell_knows_where_its_snippet_came_from() -> None:
    origin = Origin(
        org="acme",
        api="ping",
        method="GET",
        path="/ping",
        sdk=SdkSelector("python", "acme", "1.2.0"),
        client="async_client",
        load_level=LoadLevel.ENDPOINT,
        example="short",
        form=Form.CALL,
        credentials=Credentials.ENVIRONMENT,
        version_range=">=1,<2",
    )
    metadata = provenance("await client.ping()", origin)
    assert metadata == {
        "snippet_widget": {
            "org": "acme",
            "api": "ping",
            "method": "GET",
            "path": "/ping",
            "sdk": {"type": "python", "package": "acme", "version": "1.2.0"},
            "client": "async_client",
            "load_level": "endpoint",
            "example": "short",
            "form": "call",
            "credentials": "environment",
            "role": "call",
            "version_range": ">=1,<2",
            "digest": digest("await client.ping()"),
            "original": packed("await client.ping()"),
        }
    }


def test_digest_is_of_the_text_in_utf_8() -> None:
    assert digest("é\n") == (
        "sha256:edd3a863872a04239eb29ad4bc12fc892b3d4ae57cc7e786a3697816f8e141c2"
    )


@pytest.mark.parametrize("text", ["", "é\n", "print(1)\n" * 100, "\ud800"])
def test_original_text_is_read_back(text: str) -> None:
    assert unpacked(packed(text)) == text


def test_endless_text_is_not_recorded() -> None:
    assert packed("x" * 50_001) is None


@pytest.mark.parametrize("original", [None, "", "no base64", "eA=="])
def test_what_is_no_original_is_none(original: str | None) -> None:
    assert not unpacked(original)


def test_record_is_read_back() -> None:
    origin = Origin(
        org=None,
        api="ping",
        method="GET",
        path="/ping",
        sdk=SdkSelector("go", "acme.example/go", "0.1.0"),
        client="client",
        load_level=LoadLevel.FULL,
        example=None,
        form=Form.NOTEBOOK,
        credentials=Credentials.PLACEHOLDER,
    )
    record = read_provenance({"tags": ["keep"], **provenance("text", origin)})
    assert isinstance(record, Provenance)
    assert (record.org, record.sdk, record.digest) == (None, origin.sdk, digest("text"))


def test_cell_without_our_key_has_no_record() -> None:
    assert read_provenance({"tags": []}) is None


@pytest.mark.parametrize("foreign", [None, "text", 3, [], {}, {"org": "a"}, {"sdk": {"type": 1}}])
def test_foreign_value_under_our_key_is_no_record(foreign: object) -> None:
    with pytest.raises(ValueError, match=r"Expected|missing"):
        read_provenance({"snippet_widget": foreign})
