"""What the official clients of Fern's snippets API call our problems: they raise by these names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget import errors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.errors import RequestProblem

_NAMES: Mapping[type[RequestProblem], str] = {
    errors.Unauthorized: "UnauthorizedError",
    errors.Forbidden: "UserNotInOrgError",
    errors.OrgIdRequired: "OrgIdRequiredError",
    errors.ApiIdRequired: "ApiIdRequiredError",
    errors.OrgNotFound: "OrgIdNotFound",
    errors.ApiNotFound: "OrgIdAndApiIdNotFound",
    errors.EndpointNotFound: "EndpointNotFound",
    errors.SdkNotFound: "SDKNotFound",
    errors.InvalidPage: "InvalidPageError",
    errors.CatalogUnavailable: "UnavailableError",
}


def error_name(problem: RequestProblem) -> str:
    """Return the name of the clients' class; where they have none, that of ours."""
    return _NAMES.get(type(problem)) or type(problem).__name__
