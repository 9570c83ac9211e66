"""The tree of errors in the module's docstring is the one that there is."""

from __future__ import annotations

import re

from snippet_widget import errors

_LINE = re.compile(r"^    ((?:[| ]   )*)\+-- (\w+)", re.MULTILINE)


def test_the_documented_tree_has_every_error_below_its_parent() -> None:
    ancestors, documented = ["SnippetWidgetError"], set()
    for indentation, name in _LINE.findall(errors.__doc__ or ""):
        ancestors[len(indentation) // 4 + 1 :] = [name]
        documented.add((ancestors[-2], name))
    assert documented == {
        (each.__base__.__name__, each.__name__)
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, errors.SnippetWidgetError)
        if each is not errors.SnippetWidgetError and each.__base__ is not None
    }
