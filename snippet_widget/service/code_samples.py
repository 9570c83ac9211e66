"""How each operation is called, for its OpenAPI description (``x-codeSamples``).

The package's own clients, and one for TypeScript that reads such a description. They are published
as the sample API that runs: `snippet_widget.samples`.
"""

from __future__ import annotations

_SYNC = """\
from snippet_widget import connect

client = connect()

{call}
"""

_ASYNC = """\
import asyncio

from snippet_widget import connect_async

client = connect_async()


async def main() -> None:
    {call}


asyncio.run(main())
"""

_TYPESCRIPT = """\
import createClient from "openapi-fetch";
// npx openapi-typescript http://127.0.0.1:8000/openapi.json -o snippets.d.ts
import type {{ paths }} from "./snippets";

const client = createClient<paths>({{
    baseUrl: "http://127.0.0.1:8000",
    headers: {{ Authorization: "Bearer YOUR_TOKEN" }},
}});

const {{ data, error }} = await client.{call};
console.log(data ?? error);
"""

LOAD = """\
page = {wait}client.load(
    org_id="skylark",
    api_id="birdsong",
)
for path, methods in page.snippets.items():
    print(*methods, path)"""

GET = """\
snippets = {wait}client.get(
    "POST",
    "/v1/recordings/identify",
    org_id="skylark",
    api_id="birdsong",
)
for snippet in snippets:
    print(snippet.sdk.package, snippet.sdk.version, snippet.call)"""

CATALOG = """\
catalog = {wait}client.catalog()
for organization in catalog.organizations:
    print(organization.id, [api.id for api in organization.apis])"""

LOAD_TYPESCRIPT = """\
POST("/snippets/load", {
    body: { orgId: "skylark", apiId: "birdsong" },
})"""

GET_TYPESCRIPT = """\
POST("/snippets", {
    body: {
        endpoint: { method: "POST", path: "/v1/recordings/identify" },
        orgId: "skylark",
        apiId: "birdsong",
    },
})"""

CATALOG_TYPESCRIPT = 'GET("/catalog")'


def code_samples(call: str, typescript: str) -> list[dict[str, str]]:
    """Return the code samples of an operation: Python sync, Python async, TypeScript.

    Parameters
    ----------
    call
        In Python, with ``{wait}`` where async code awaits.
    typescript
        The method of the client, and its arguments.
    """
    indented = call.format(wait="await ").replace("\n", "\n    ")
    return [
        _sample("python", "sync", _SYNC.format(call=call.format(wait=""))),
        _sample("python", "async", _ASYNC.format(call=indented)),
        _sample("typescript", "", _TYPESCRIPT.format(call=typescript)),
    ]


def _sample(language: str, label: str, source: str) -> dict[str, str]:
    return {"lang": language, "source": source} | ({"label": label} if label else {})
