"""What an inserted cell knows about itself."""

from __future__ import annotations

from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.provenance import Origin, digest, provenance


def test_cell_knows_where_its_snippet_came_from() -> None:
    origin = Origin(
        org="acme",
        api="ping",
        method="GET",
        path="/ping",
        sdk=SdkSelector("python", "acme", "1.2.0"),
        client="async_client",
        load_level=LoadLevel.ENDPOINT,
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
            "digest": digest("await client.ping()"),
        }
    }


def test_digest_is_of_the_text_in_utf_8() -> None:
    assert digest("é\n") == (
        "sha256:edd3a863872a04239eb29ad4bc12fc892b3d4ae57cc7e786a3697816f8e141c2"
    )
