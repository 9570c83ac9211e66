"""What of a snippet's set-up the notebook's kernel has already; nothing of the user's is run."""

from __future__ import annotations

import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from IPython import get_ipython

from snippet_widget.languages import CLIENT_LABELS
from snippet_widget.widget.client_classes import is_client_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from snippet_widget.cards.call_setup import Binding


def missing_keys(bindings: Iterable[Binding], namespace: Mapping[str, Any]) -> list[str]:
    """Return the keys of the bindings that a namespace does not have.

    Parameters
    ----------
    bindings
        What a call needs.
    namespace
        The variables of the user.
    """
    return [each.key for each in bindings if not _is_bound(each, namespace)]


def other_client(bindings: Iterable[Binding], namespace: Mapping[str, Any]) -> str:
    """Return what a namespace has in the place of a call's client, for people; else nothing."""
    for each in bindings:
        if each.package and each.name in namespace and not _is_bound(each, namespace):
            kind = type(namespace[each.name]).__name__
            wanted = CLIENT_LABELS.get(each.client, "")
            return f"{each.name} is {kind} now, not the {wanted} client of {each.package}."
    return ""


def _is_bound(binding: Binding, namespace: Mapping[str, Any]) -> bool:
    if binding.name not in namespace:
        return False
    value = namespace[binding.name]
    kind = type(value)  # isinstance() would ask the value itself
    if binding.package:
        return is_client_of(kind, binding.package, binding.client)
    return not binding.origin or _stands_for(value, kind, binding)


def _stands_for(value: Any, kind: type, binding: Binding) -> bool:
    if binding.instance:
        return any(_is_class_of(each, binding.origin) for each in kind.__mro__)
    if issubclass(kind, ModuleType):
        return bool(value.__name__ == binding.origin)
    if issubclass(kind, type | FunctionType | BuiltinFunctionType):
        return _is_class_of(value, binding.origin)
    module, _, name = binding.origin.rpartition(".")
    return vars(sys.modules[module]).get(name) is value if module in sys.modules else False


def _is_class_of(value: Any, origin: str) -> bool:
    """Whether something is named as the origin says, in any module of its package: re-exported."""
    package, name = origin.partition(".")[0], origin.rpartition(".")[2]
    return bool(value.__name__ == name and (value.__module__ or "").partition(".")[0] == package)


class UserNamespace:
    """The variables of this kernel's user, and a call back whenever a cell has run.

    Parameters
    ----------
    changed
        Called after each cell.
    shell
        The kernel's shell; this process' own when None. Without one there are no variables.
    """

    def __init__(self, changed: Callable[[], None], shell: Any = None) -> None:
        self._shell = shell or get_ipython()
        self._changed = changed
        if self._shell is not None:
            self._shell.events.register("post_run_cell", self._on_run)

    def missing(self, bindings: Iterable[Binding]) -> list[str]:
        """Return the keys of the bindings that the user does not have."""
        variables = self._shell.user_ns if self._shell is not None else {}
        return missing_keys(bindings, variables)

    def other_client(self, bindings: Iterable[Binding]) -> str:
        """Return what the user has in the place of a call's client, for people; else nothing."""
        variables = self._shell.user_ns if self._shell is not None else {}
        return other_client(bindings, variables)

    def close(self) -> None:
        """Call back no more."""
        if self._shell is not None:
            self._shell.events.unregister("post_run_cell", self._on_run)
            self._shell = None

    def _on_run(self, _result: Any) -> None:
        self._changed()
