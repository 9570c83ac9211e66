"""A token in the place of another: the same for all stores.

That one was replaced is in the record of changes: whoever replaces it once more would make a second
token, and two people would each think that theirs is the one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from snippet_widget.catalog.audit import replacement_in
from snippet_widget.errors import TokenReplaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def refuse_replaced(
    token_id: str, ends: Iterable[tuple[str, str]], valid: Mapping[str, str]
) -> None:
    """Refuse to replace a token that has a valid one in its place, or in the place of that.

    Parameters
    ----------
    token_id
        Of the token.
    ends
        Subject and detail of all that was recorded as `Action.TOKEN_EXPIRE`.
    valid
        Who made each token that is valid, by its id.

    Raises
    ------
    TokenReplaced
        It has; the message names that one, and who made it.
    """
    replaced = defaultdict(list)
    for old, detail in ends:
        replaced[old].append(replacement_in(detail))
    successors = [token_id]
    for each in successors:  # those of a successor come to the end
        successors += replaced.pop(each, ())
    for successor in successors[1:]:
        if successor in valid:
            raise TokenReplaced(
                f"The token {token_id} was replaced already, by {successor}, which "
                f"{valid[successor] or 'somebody'} made. Use that one; rotate it where its text is "
                "lost."
            )
