"""The notebook form is cut out of the source, never written anew."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from snippet_widget.notebook_form import notebook_form

ASYNC = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(
    api_key="YOUR_KEY",
)


async def main() -> None:
    # greet
    response = await client.users.create(
        name="Ada",
    )
    print(response)


asyncio.run(main())
"""


def test_notebook_form_moves_the_body_of_main_to_the_top_level() -> None:
    assert notebook_form(ASYNC) == dedent("""\
        from acme import AsyncAcme

        client = AsyncAcme(
            api_key="YOUR_KEY",
        )

        # greet
        response = await client.users.create(
            name="Ada",
        )
        print(response)
        """)


def test_notebook_form_looks_through_the_main_guard() -> None:
    source = dedent("""\
        import asyncio
        async def go():
            await f()
        if __name__ == "__main__":
            asyncio.run(go())
        """)
    assert notebook_form(source) == "await f()\n"


@pytest.mark.parametrize(
    ("source", "form"),
    [
        (
            "import asyncio\nasync def main():\n    return await f()\nprint(asyncio.run(main()))\n",
            "async def main():\n    return await f()\nprint((await main()))\n",
        ),
        (
            "import asyncio\nasync def main(n):\n    await f(n)\nasyncio.run(main(3))\n",
            "async def main(n):\n    await f(n)\nawait main(3)\n",
        ),
        (
            "import anyio\nasync def main():\n    return 1\nanyio.run(main)\n",
            "import anyio\nasync def main():\n    return 1\nawait main()\n",
        ),
        (
            "async def main():\n    return 1\nloop().run_until_complete(main())\n",
            "async def main():\n    return 1\nawait main()\n",
        ),
    ],
)
def test_main_that_must_stay_a_function_is_awaited(source: str, form: str) -> None:
    assert notebook_form(source) == form


@pytest.mark.parametrize(
    "source",
    [
        "client.users.create(\n    name='Ada',  # a comment stays\n)\n",
        "await client.users.get()\n",
        "this is no python\n",
        "import asyncio\ndef start():\n    asyncio.run(main())\n",
    ],
)
def test_notebook_form_leaves_the_rest_alone(source: str) -> None:
    assert notebook_form(source) == source


def test_notebook_form_compiles_with_top_level_await() -> None:
    form = notebook_form(ASYNC)
    assert "asyncio" not in form
    compile(form, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def test_strings_in_main_are_not_dedented() -> None:
    source = 'import asyncio\nasync def main():\n    await f("""a\n    b""")\nasyncio.run(main())\n'
    assert notebook_form(source) == 'await f("""a\n    b""")\n'


@pytest.mark.parametrize(
    ("source", "form"),
    [
        (
            (
                "from a import Acme\n\nwith Acme(\n    key='x',\n) as acme:\n\n"
                "    r = acme.get()\n    # done\n    print(r)\n"
            ),
            (
                "from a import Acme\n\nacme = Acme(\n    key='x',\n)\n\n"
                "r = acme.get()\n# done\nprint(r)\n"
            ),
        ),
        (
            (
                "import asyncio\n\nasync def main():\n    async with Acme() as acme:\n"
                "        await acme.get()\n\nasyncio.run(main())\n"
            ),
            "acme = Acme()\nawait acme.get()\n",
        ),
        ("with open('a') as f:\n    acme.put(f)\n", None),
        ("with Lock() as held:\n    acme.put(held)\n", None),
        ("with Acme() as acme: acme.get()\n", None),
        ("with Acme() as acme, Other() as b:\n    acme.get()\n", None),
    ],
)
def test_client_stays_open_for_the_cells_below(source: str, form: str | None) -> None:
    """Of all of mistralai, the call alone failed below a cell that closed its client."""
    assert notebook_form(source) == (source if form is None else form)
