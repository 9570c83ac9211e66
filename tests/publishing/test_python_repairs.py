"""Mechanical repairs leave the rest of the text as it was, and are named."""

from __future__ import annotations

from textwrap import dedent

import pytest

from snippet_widget.publishing.python.repairs import PRINTED, WRAPPED, repaired


def test_stray_yield_becomes_print() -> None:
    source = "for item in pages:  # all\n    yield item\n"
    assert repaired(source) == ("for item in pages:  # all\n    print(item)\n", [PRINTED])


def test_yield_in_the_function_that_is_run_becomes_print() -> None:
    source = "async def main():\n    async for x in f():\n        yield x\nasyncio.run(main())\n"
    assert "        print(x)\n" in repaired(source)[0]


def test_yield_of_a_real_generator_stays() -> None:
    source = "def pages():\n    yield 1\n\nfor page in pages():\n    pass\n"
    assert repaired(source) == (source, [])


def test_top_level_await_is_wrapped_for_scripts() -> None:
    source = (
        'from acme import AsyncAcme\n\nclient = AsyncAcme()\nawait client.get(\n    """a\nb""",\n)'
    )
    assert repaired(source) == (
        dedent('''\
            import asyncio

            from acme import AsyncAcme

            client = AsyncAcme()


            async def main() -> None:
                await client.get(
                    """a
            b""",
                )


            asyncio.run(main())'''),
        [WRAPPED],
    )


@pytest.mark.parametrize("source", ["client.get()\n", "no python (\n", ""])
def test_what_needs_no_repair_stays(source: str) -> None:
    assert repaired(source) == (source, [])
