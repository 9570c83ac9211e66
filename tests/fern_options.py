"""The oddities of Fern's snippets service, each of them a switch."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

ErrorShape = Literal["named", "text", "defined"]


@dataclass(frozen=True)
class FernOptions:
    """The service's oddities; with all of them off it answers as the specification reads.

    Parameters
    ----------
    phantom_methods
        Every path lists PUT, POST, GET, PATCH and DELETE, most of them with an empty list.
    pages_of_rows
        A page is 100 rows, newest publication first, and the last one can be empty; else a page
        is 100 endpoints with all of their snippets.
    every_version
        Without ``sdks`` every version of every SDK comes; else the highest of each.
    last_published
        A selector without version means the one published last; else the highest.
    ecosystem_names
        The ``sdk`` of java, go and ruby has their own names and no ``package``.
    ignores_load_level
        The whole program comes at every level.
    type_alone_is_nothing
        A selector of a type alone finds nothing (java: 400); else all packages of the language.
    unknown_endpoint_is_empty
        An endpoint that is not there is an empty list; else 404.
    nulls
        Optional fields that have no value are null; else absent. A source is one of them.
    html_not_found
        Any other URL is answered with a page for people; else with an empty object.
    letter_by_letter
        Methods and paths are compared as they were published.
    errors
        ``{"error", "content"}``, a bare JSON string, or ``{"defined", "code", "status",
        "message"}``.
    bad_token_status
        The status of a token that nobody knows, which the service fails to resolve.
    """

    phantom_methods: bool = True
    pages_of_rows: bool = True
    every_version: bool = True
    last_published: bool = True
    ecosystem_names: bool = True
    ignores_load_level: bool = True
    type_alone_is_nothing: bool = True
    unknown_endpoint_is_empty: bool = True
    nulls: bool = True
    html_not_found: bool = True
    letter_by_letter: bool = True
    errors: ErrorShape = "named"
    bad_token_status: int = 503


PLAIN = FernOptions(
    phantom_methods=False,
    pages_of_rows=False,
    every_version=False,
    last_published=False,
    ecosystem_names=False,
    ignores_load_level=False,
    type_alone_is_nothing=False,
    unknown_endpoint_is_empty=False,
    nulls=False,
    html_not_found=False,
    letter_by_letter=False,
)
"""None of the oddities but the shape of its errors."""

ODDITIES = tuple(each.name for each in fields(FernOptions) if isinstance(each.default, bool))


def options_with(oddity: str) -> FernOptions:
    """Return the options of a service with one oddity alone, with ``all`` or ``none`` of them."""
    alone: dict[str, Any] = {oddity: True}
    return {"all": FernOptions(), "none": PLAIN}.get(oddity) or replace(PLAIN, **alone)
