"""A vendor's example against its SDK: what is mechanical is repaired, the rest becomes warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.publishing.extraction import CheckedProgram
from snippet_widget.publishing.python.call_repairs import CallRepairs, find_call
from snippet_widget.publishing.python.calls import Calls, Method
from snippet_widget.publishing.python.client_credentials import client_credentials
from snippet_widget.publishing.python.conformance import Conformance
from snippet_widget.publishing.python.extras import Extras
from snippet_widget.publishing.python.imports import Imports
from snippet_widget.publishing.python.repairs import repaired
from snippet_widget.publishing.python.required_only import required_construction, required_only
from snippet_widget.publishing.python.sdk_repairs import SdkRepairs
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    import ast

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import ClassName, Function, Modules


class ExampleChecker:
    """Checks the examples of one package.

    Parameters
    ----------
    package
        The SDK, for its metadata.
    modules
        Its modules.
    """

    def __init__(self, package: Package, modules: Modules) -> None:
        self._modules = modules
        self._imports = Imports(modules)
        self._calls = Calls(modules)
        self.clients: set[ClassName] = set()
        """The clients of the examples seen so far."""
        self._sdk_repairs = SdkRepairs(modules, self._imports)
        self._call_repairs = CallRepairs(modules, self._calls)
        self._conformance = Conformance(modules, self._imports, Extras(package, modules))

    def checked(
        self, source: str, call: str, function: Function, owner: ClassName
    ) -> CheckedProgram:
        """Repair and check one example.

        Parameters
        ----------
        source
            A whole program.
        call
            The SDK call it shows, ``client.users.get``.
        function
            The method that sends the endpoint's request, of the class that is walked when
            endpoints are read.
        owner
            That class.
        """
        published = source
        source, of_form = repaired(source)
        source, named = self._sdk_repairs.repaired(source)
        method = self._reached(source, call) or Method(owner, function)
        before = _arguments(source, call)
        source, of_call = self._call_repairs.repaired(source, call, method, function)
        warnings = self._conformance.warnings(source, call, method, function)
        repairs, shorter = [*of_form, *named, *of_call], ""
        if method.function is function:  # what a vendor's override needs is not in its signature
            added = _arguments(source, call) - before
            shorter = required_only(source, call, method.function, added)
            shorter = self._with_required_construction(shorter or source, call) or shorter
        return CheckedProgram(source, published, repairs, warnings, shorter)

    def credentials(self) -> dict[str, str]:
        """Return the variable that the SDK itself reads, by argument of the clients seen so far."""
        return client_credentials(self._modules, sorted(self.clients))

    def _reached(self, source: str, call: str) -> Method | None:
        """Return the method that a call reaches from the class that the program imports."""
        construction, place = self._client(source, call)
        if construction is None or place is None:
            return None
        self.clients.add(place)
        return self._calls.method(place, call.split(".")[1:])

    def _with_required_construction(self, source: str, call: str) -> str:
        """Return a program whose client is made of what it needs alone; nothing where it is."""
        construction, place = self._client(source, call)
        init = self._modules.method(place, "__init__") if place is not None else None
        if construction is None or init is None:
            return ""
        return required_construction(source, construction, init)

    def _client(self, source: str, call: str) -> tuple[ast.Call | None, ClassName | None]:
        """Return how a program makes the client of a call, and the client's class."""
        tree = python_syntax.parse(source)
        if tree is None:
            return None, None
        names = tuple(call.split("."))[1:]
        constructions = python_syntax.constructions(tree)
        for called, _ in python_syntax.sdk_calls(tree):
            if called[1:] == names and called[0] in constructions:
                construction = constructions[called[0]]
                client = python_syntax.dotted(construction.func)[-1]
                return construction, self._imports.places(tree).get(client)
        return None, None


def _arguments(source: str, call: str) -> set[str]:
    """Return the names of a call's arguments."""
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    return {keyword.arg or "" for keyword in node.keywords} if node is not None else set()
