"""Changes of traits that a person makes, not those that the panel draws into the same traits."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator


class UserChanges:
    """Observers of what a person chooses: called for no change that the panel itself makes.

    Parameters
    ----------
    lock
        Held while a choice is taken, and by whoever draws.
    """

    def __init__(self, lock: threading.RLock) -> None:
        self.lock = lock
        self._is_drawing = False

    @contextmanager
    def suppressed(self) -> Iterator[None]:
        """Draw without taking what is drawn for a choice."""
        before, self._is_drawing = self._is_drawing, True
        try:
            yield
        finally:
            self._is_drawing = before

    def observer(self, choose: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return an observer that hands over the changes that a person makes.

        Another thread may be drawing: it is waited for.
        """

        def observe(change: Any) -> None:
            with self.lock:
                if not self._is_drawing:
                    choose(change)

        return observe

    def setter(self, owner: Any, name: str) -> Callable[[Any], None]:
        """Return an observer that sets a trait to what a person chose."""

        def choose(change: Any) -> None:
            new = tuple(change.new) if isinstance(change.new, list) else change.new
            setattr(owner, name, new)

        return self.observer(choose)
