"""What other services than ours say when they decline: an error's name, a text, or a status."""

from __future__ import annotations

import re

import msgspec

from snippet_widget.decoding import decode_json
from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    CatalogUnavailable,
    EndpointNotFound,
    Forbidden,
    InvalidPage,
    InvalidRequest,
    OrgIdRequired,
    OrgNotFound,
    RequestProblem,
    SdkNotFound,
    TooManyRequests,
    Unauthorized,
)

_MOST_TEXT = 500

_NAMES: dict[str, type[RequestProblem]] = {
    "UnauthorizedError": Unauthorized,
    "ApiIdRequiredError": ApiIdRequired,
    "OrgIdRequiredError": OrgIdRequired,
    "OrgIdNotFound": OrgNotFound,
    "OrgIdAndApiIdNotFound": ApiNotFound,
    "EndpointNotFound": EndpointNotFound,
    "SDKNotFound": SdkNotFound,
    "InvalidPageError": InvalidPage,
    "UnavailableError": CatalogUnavailable,
}
"""What Fern's snippets API calls its errors, in the member ``error``."""

_TEXTS: tuple[tuple[re.Pattern[str], type[RequestProblem]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), problem)
    for pattern, problem in (
        (r"multiple apis|provide an api ?id", ApiIdRequired),
        (r"multiple organizations|provide an org ?id", OrgIdRequired),
        (r"not a member of", Forbidden),
        (r"failed to resolve organizations", Unauthorized),  # whatever its status: it is the token
        (r"no organizations were resolved", OrgNotFound),
        (r"no apis were found|does not have api\b", ApiNotFound),
        (r"\bpage\b.* must be", InvalidPage),
        (r"(snippet|endpoint) not found", EndpointNotFound),
        (r"(sdk|version) not found", SdkNotFound),
    )
)
"""What its texts mean where they alone tell."""

STATUSES: dict[int, type[RequestProblem]] = {
    cls.status: cls for cls in (InvalidRequest, Unauthorized, Forbidden, TooManyRequests)
}
"""What a status means."""

NEXT_STEPS: dict[type[RequestProblem], str] = {
    ApiIdRequired: "Name the API, with `api` or SNIPPET_WIDGET_API.",
    OrgIdRequired: "Name the organization, with `org` or SNIPPET_WIDGET_ORG.",
    Forbidden: "Ask whoever runs it for access, or name an organization of yours (`org`).",
    OrgNotFound: "Check the organization's name.",
    ApiNotFound: "Check the names of organization and API, and that something is published there.",
    CatalogUnavailable: "Try again later.",
}
"""What to do."""


def name_and_text(content: bytes) -> tuple[str, str]:
    """Return an error's name and text: of three shapes, each published by some version."""
    try:
        body = decode_json(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return "", ""
    if isinstance(body, str):
        return "", _shown(body)
    if not isinstance(body, dict):
        return "", ""
    name = body.get("error") or body.get("code")
    texts = (body.get(member) for member in ("content", "message", "detail"))
    text = next((text for text in texts if isinstance(text, str)), "")
    return name if isinstance(name, str) else "", _shown(text)


def meant_problem(name: str, text: str, status: int) -> type[RequestProblem] | None:
    """Return the problem that a name, a text and a status mean; None: they mean none."""
    kind = next((problem for pattern, problem in _TEXTS if pattern.search(text)), None)
    kind = kind or _NAMES.get(name)
    if kind is None and text:
        kind = STATUSES.get(status)
    return kind


def as_sentence(text: str) -> str:
    """Return a text with a period where it has no end."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _shown(text: str) -> str:
    """Return a foreign text as one line of bounded length, without control characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _MOST_TEXT else f"{line[:_MOST_TEXT]}…"
