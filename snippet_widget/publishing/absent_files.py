"""Files that a vendor's example leaves out, of a call that uploads them.

An SDK calls each of them optional where one of several, or an address instead, will do: then the
example has none at all, and the service refuses it (``speech_to_text.convert`` of elevenlabs).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.models import Parameter

_SENDING = ("POST", "PUT", "PATCH")
_FILE_TYPE = re.compile(r"\b(?:File|FileTypes|FileContent|BinaryIO|Uploadable)\b")
_FILE_VALUE = re.compile(r"\b(?:open|createReadStream|toFile|File|Blob)\(")
_ADDRESS = re.compile(r"(?:url|uri)$", re.IGNORECASE)
"""An argument that says where the file is, instead of the file."""


def absent_file(method: str, parameters: Sequence[Parameter], source: str) -> str | None:
    """Return what to say of a program that sends no file; None where it may be as it should.

    Parameters
    ----------
    method
        The HTTP method.
    parameters
        What the call takes.
    source
        The program.
    """
    files = [each for each in parameters if _FILE_TYPE.search(each.type)]
    if method not in _SENDING or not files or any(each.required for each in files):
        return None
    addresses = (each for each in parameters if _ADDRESS.search(each.name))
    if _FILE_VALUE.search(source) or any(_is_given(each, source) for each in (*files, *addresses)):
        return None
    names = " or ".join(_listed([each.name for each in files]))
    return f"no file is given (argument {names}): it may fail without one"


def _is_given(parameter: Parameter, source: str) -> bool:
    return re.search(rf"\b{re.escape(parameter.name)}\s*[=:,}}]", source) is not None


def _listed(names: list[str]) -> Iterator[str]:
    """Yield all but the last name with commas, and the last."""
    if names[:-1]:
        yield ", ".join(names[:-1])
    yield names[-1]
