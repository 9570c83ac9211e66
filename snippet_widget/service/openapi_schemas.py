"""The OpenAPI document's schemas that no type of ours has: of snippets, problems, parameters."""

from __future__ import annotations

from typing import Any

from snippet_widget.models import LONGEST_NAME

REFERENCE = "#/components/schemas/{name}"
"""Where a schema stands in the document."""


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema."""
    return {"$ref": REFERENCE.format(name=name)}


_STRING = {"type": "string"}

TOKEN_ID = {**_STRING, "pattern": "^[0-9a-f]{8}$"}

IDS: tuple[dict[str, Any], ...] = tuple(
    {"name": name, "in": "query", "schema": {**_STRING, "minLength": 1, "maxLength": LONGEST_NAME}}
    for name in ("orgId", "apiId")
)

PAGE_PARAMETER = {
    "name": "page",
    "in": "query",
    "description": "Page to load, from 1: the `next` of the answer before.",
    "schema": {"type": "integer", "minimum": 1},
}

_SDK_PATTERN = r'^[a-z]{1,30}(:["-9;?-\]_-}]{1,200}(==[!-)+.-9;<>-~-]{1,200})?)?$'
"""What names a range of versions is refused: ``<``, ``>=``, ``~=``, ``^``, ``!=``, ``==1.*``."""

SDK_PARAMETER = {
    "name": "sdk",
    "in": "query",
    "description": "`TYPE:PACKAGE==VERSION`, package and version optional; repeatable. The latest "
    "of each when left out.",
    "schema": {"type": "array", "items": {**_STRING, "pattern": _SDK_PATTERN}},
}

_BY_CLIENT = {"type": "object", "additionalProperties": _STRING}

SNIPPET = {
    "type": "object",
    "description": "Source code that calls an endpoint through one SDK version. Open: clients meet "
    "languages and fields that they do not know.",
    "required": ["type", "sdk"],
    "properties": {
        "type": {"type": "string", "examples": ["python", "typescript", "java", "go"]},
        "sdk": {
            "type": "object",
            "required": ["package", "version"],
            "properties": {
                "package": _STRING,
                "version": _STRING,
                "group": {"type": "string", "description": "Addition, of java."},
                "artifact": {"type": "string", "description": "Addition, of java."},
                "githubRepo": {"type": "string", "description": "Addition, of go."},
                "github_repo": {"type": "string", "description": "Addition, of go: the same."},
                "gem": {"type": "string", "description": "Addition, of ruby."},
                "status": {
                    "type": "string",
                    "enum": ["yanked", "deprecated"],
                    "description": "Addition: why not to use this version; absent as a rule.",
                },
            },
        },
        "sync_client": {
            "type": "string",
            "description": "python, java; always there, empty where there is none",
        },
        "async_client": {"type": "string", "description": "as sync_client"},
        "client": {"type": "string", "description": "typescript, go and all others"},
        "exampleIdentifier": {
            "type": "string",
            "description": "Addition: the name of the example whose source this is.",
        },
        "call": {"type": "string", "description": "Addition: how the SDK spells the call."},
        "warnings": {"type": "array", "items": _STRING, "description": "Addition."},
        "repairs": {"type": "array", "items": _STRING, "description": "Addition."},
        "verified": {
            "type": "array",
            "description": "Addition: what running the sources has shown.",
            "items": {
                "type": "object",
                "required": ["client"],
                "properties": dict.fromkeys(
                    ("client", "example", "form", "sent", "failure", "at", "by"), _STRING
                ),
            },
        },
        "examples": {
            "type": "array",
            "description": "Addition: all the vendor's examples, where there are several.",
            "items": {"type": "object", "required": ["name"], "properties": {"name": _STRING}},
        },
        "published": _BY_CLIENT | {"description": "Addition: as published, where repaired."},
        "required_only": _BY_CLIENT
        | {"description": "Addition: with the required arguments alone, where that is less."},
        "summary": {"type": "string", "description": "Addition: what the call does."},
        "tags": {
            "type": "array",
            "items": _STRING,
            "description": "Addition: what the endpoint belongs to.",
        },
        "deprecated": {
            "type": "string",
            "description": "Addition: why the endpoint should not be used any more; absent as a "
            "rule.",
        },
        "parameters": {
            "type": "array",
            "description": "Addition, at load level full: what the call takes.",
            "items": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": _STRING,
                    "type": _STRING,
                    "required": {"type": "boolean"},
                    "default": _STRING,
                    "description": _STRING,
                },
            },
        },
        "docs": {"type": "string", "description": "Addition: URL of the documentation."},
        "credentials": _BY_CLIENT
        | {"description": "Addition: variable that the SDK reads, by argument of its client."},
    },
}

SNIPPETS = {"type": "array", "items": ref("Snippet")}

PAGE = {
    "type": "object",
    "required": ["snippets"],
    "properties": {
        "snippets": {
            "type": "object",
            "description": "Endpoint path -> HTTP method -> snippets.",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": SNIPPETS,
            },
        },
        "next": {
            "type": "integer",
            "minimum": 2,
            "description": "Pass it as `page`; absent on the last page.",
        },
    },
}

PROBLEM = {
    "type": "object",
    "description": "RFC 9457, with `candidates` and `errors`; `error` and `content` are what the "
    "official clients of Fern's snippets API raise by.",
    "required": ["type", "title", "status", "detail", "error", "content"],
    "properties": {
        "type": _STRING,
        "title": _STRING,
        "status": {"type": "integer"},
        "detail": _STRING,
        "error": _STRING,
        "content": {"type": "string", "description": "The same as `detail`."},
        "candidates": {"type": "array", "items": {"type": "object"}},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "detail"],
                "properties": {"pointer": _STRING, "detail": _STRING},
            },
        },
    },
}
