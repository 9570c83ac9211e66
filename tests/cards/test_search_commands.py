"""Finding the endpoint that a pasted curl command asks."""

from __future__ import annotations

import pytest

from tests.search_builder import index_of, names

CONNECTORS = {
    ("GET", "/v1/connectors"): "connectors.list",
    ("POST", "/v1/connectors"): "connectors.create",
    ("GET", "/v1/connectors/{id}"): "connectors.get",
    ("PATCH", "/v1/connectors/{id}"): "connectors.update",
    ("DELETE", "/v1/connectors/{id}"): "connectors.delete",
    ("PUT", "/v1/files/{name}"): "files.put",
    ("POST", "/v1/chat"): "chat",
}
URL = "https://api.cohere.com/v1/connectors"


@pytest.mark.parametrize(
    ("command", "endpoint"),
    [
        (f"curl -X DELETE {URL}/ID", "DELETE /v1/connectors/{id}"),
        (f"curl {URL}/ID -X DELETE", "DELETE /v1/connectors/{id}"),
        (f"curl -XDELETE '{URL}/ID?a=1'", "DELETE /v1/connectors/{id}"),
        (f'$ curl -sSX "DELETE" "{URL}/ID"', "DELETE /v1/connectors/{id}"),
        (f"curl --request DELETE --url {URL}/ID", "DELETE /v1/connectors/{id}"),
        (f"curl --request=patch --url={URL}/ID", "PATCH /v1/connectors/{id}"),
        (
            f"curl --request DELETE \\\n  --url {URL}/ID \\\n  --header 'accept: a/b'",
            "DELETE /v1/connectors/{id}",
        ),
        (  # as a field of one line takes it
            f"curl --request DELETE \\  --url {URL}/ID \\  --header 'accept: a/b'",
            "DELETE /v1/connectors/{id}",
        ),
        (f"curl {URL}^\n  -X POST", "POST /v1/connectors"),
        (f"curl --request DELETE \\--url {URL}/ID", "DELETE /v1/connectors/{id}"),
        (f"!curl {URL}/ID", "GET /v1/connectors/{id}"),
        (f"curl -H 'Referer: https://x.test/y' {URL}", "GET /v1/connectors"),
        (f"curl -o /tmp/v1/chat {URL}", "GET /v1/connectors"),
        (f'curl {URL} -d \'{{"name": "co.chat(1)"}}\'', "POST /v1/connectors"),
        (f"curl {URL} -d@body.json", "POST /v1/connectors"),
        (f"curl {URL} --data-raw \"{{'url': 'https://x.test/v1/chat'}}\"", "POST /v1/connectors"),
        (f"curl {URL} --json '{{", "POST /v1/connectors"),
        (f"curl -F file=@/v1/chat {URL}", "POST /v1/connectors"),
        (f"curl -X PATCH {URL}/ID -d name=x", "PATCH /v1/connectors/{id}"),
        (f"curl -G {URL} -d limit=3", "GET /v1/connectors"),
        ("curl -T song.mp3 $BASE_URL/v1/files/song", "PUT /v1/files/{name}"),
        ("curl https://api.cohere.com/v1/chat", "POST /v1/chat"),  # the only one there
    ],
)
def test_a_pasted_command_finds_the_endpoint_of_its_method(command: str, endpoint: str) -> None:
    assert names(index_of(CONNECTORS).find(command))[:1] == [endpoint]


@pytest.mark.parametrize("words", ["curl", "how to curl", "curl -X", "curl --url", "curl '"])
def test_what_asks_nothing_is_words(words: str) -> None:
    assert index_of(CONNECTORS).find(words).total >= 0
