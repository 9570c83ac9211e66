"""How a person wants the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snippet_widget.provenance import Form

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class DisplayOptions:
    """What of a snippet is shown, and in which form.

    Parameters
    ----------
    published
        Async programs as published, with ``asyncio.run``, rather than in notebook form.
    environment
        Credentials read from environment variables rather than the placeholders as published.
    examples
        Number of the example chosen, by ``TYPE PACKAGE`` or by language; the first where none is.
    program
        Async programs for a script, with ``asyncio.run``, repaired where that was needed.
    required_only
        The arguments alone that a call needs, where it is published so.
    """

    published: bool = False
    environment: bool = False
    examples: Mapping[str, int] = field(default_factory=dict)
    program: bool = False
    required_only: bool = False

    @property
    def form(self) -> Form:
        """The form of code that these options make."""
        if self.published:
            return Form.PUBLISHED
        return Form.PROGRAM if self.program else Form.NOTEBOOK
