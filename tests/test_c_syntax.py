"""One statement is found in Java and Go by scanning, whatever the text is."""

from __future__ import annotations

import pytest

from snippet_widget.syntax.c_family import call_statement


def test_strings_and_comments_do_not_count() -> None:
    source = (
        'var client = new AcmeClient("client.no();");\n// client.not()\nclient.users.get("}");\n'
    )
    assert call_statement(source) == 'client.users.get("}");'


def test_chained_calls_on_following_lines_belong_to_the_statement() -> None:
    assert call_statement("client.users()\n    .get()\nother()\n") == "client.users()\n    .get()"


@pytest.mark.parametrize(
    "hostile", ["/*" * 50_000, '"' * 99_999, "a" * 100_000, "client.(" * 9_999]
)
def test_text_made_to_take_quadratic_time_does_not(hostile: str) -> None:
    assert call_statement(hostile) is None
