"""The load level ``endpoint`` is cut out of the source, never written anew."""

from __future__ import annotations

from textwrap import dedent

import executing
import pytest

from snippet_widget.levels import endpoint_level

SYNC = '''\
from acme import Acme

client = Acme(
    api_key="YOUR_KEY",
)
client.users.create(
    name="Ada",  # a comment stays
    text="""two
    lines""",
)
'''


def test_python_endpoint_level_is_the_statement_of_the_call() -> None:
    assert endpoint_level(SYNC, "python", "sync_client") == dedent('''\
        client.users.create(
            name="Ada",  # a comment stays
            text="""two
            lines""",
        )''')


def test_async_endpoint_level_is_the_awaited_call() -> None:
    source = dedent("""\
        import asyncio

        from acme import AsyncAcme

        client = AsyncAcme()


        async def main() -> None:
            # greet
            response = await client.users.create(
                name="Ada",
            )
            print(response)


        asyncio.run(main())
        """)
    assert endpoint_level(source, "py", "async_client") == dedent("""\
        response = await client.users.create(
            name="Ada",
        )""")


def test_multi_line_strings_keep_their_indentation() -> None:
    source = 'def f():\n    x = client.a.b("""q\n      deep\n    """)  # why\n'
    assert endpoint_level(source, "python", "sync_client") == (
        'x = client.a.b("""q\n      deep\n    """)  # why'
    )


@pytest.mark.parametrize(
    ("source", "call"),
    [
        (
            "for x in client.a.list(n=1):\n    print(x)\n",
            "for x in client.a.list(n=1):\n    print(x)",
        ),
        (
            "async def main():\n    async with client.a.open() as s:\n        pass\n",
            "async with client.a.open() as s:\n    pass",
        ),
        (
            "def f():\n    xs = client.a.list()\n    # each\n    for x in xs:\n        print(x)\n",
            "xs = client.a.list()\nfor x in xs:\n    print(x)",
        ),
        ("xs = client.a.list()\nfor x in others:\n    print(x)\n", "xs = client.a.list()"),
        ("for x in client.a.list():\n    yield x\n", "client.a.list()"),
        (
            "async def main():\n    for x in await client.a.get():\n        pass\n",
            "await client.a.get()",
        ),
        ("with Acme() as acme:\n    res = acme.a.get()\n", "res = acme.a.get()"),
        (
            "with Acme() as acme:\n    with open('a') as f:\n        acme.a.put(f)\n    print()\n",
            "with open('a') as f:\n    acme.a.put(f)",
        ),
        ("with open('a') as f:\n    acme = Acme()\n    acme.a.put(f)\n", "acme.a.put(f)"),
        ("with Acme() as acme, open('a') as f:\n    acme.a.put(f)\n", "acme.a.put(f)"),
        ("acme = Acme()\nwith lock() as held:\n    acme.a.put()\n", "acme.a.put()"),
        ("import x\nü = 'é'; y = client.a.get('ö')\n", "y = client.a.get('ö')"),
    ],
)
def test_python_calls_are_found_wherever_they_stand(source: str, call: str) -> None:
    assert endpoint_level(source, "python", "sync_client") == call


def test_source_without_a_call_has_no_endpoint_level() -> None:
    assert endpoint_level("print('hello')\n", "python", "sync_client") is None


def test_source_that_does_not_parse_has_no_endpoint_level() -> None:
    assert endpoint_level("client.a.b(\n", "python", "sync_client") is None


def test_typescript_endpoint_level_is_the_statement_of_the_call() -> None:
    source = dedent("""\
        import { Acme } from "acme";

        const client = new Acme({ token: "T" });
        async function main() {
            const user = await client.users.create({
                name: "Ada", // stays
            });
        }
        """)
    assert endpoint_level(source, "ts", "client") == dedent("""\
        const user = await client.users.create({
            name: "Ada", // stays
        });""")


def test_typescript_call_in_a_loop_head_stands_alone() -> None:
    source = "for await (const x of await client.a.list({ n: 1 })) {\n  console.log(x);\n}\n"
    assert endpoint_level(source, "typescript", "client") == "await client.a.list({ n: 1 })"


def test_typescript_call_that_uses_what_a_loop_declares_keeps_the_loop() -> None:
    source = dedent("""\
        for (const effort of ["high", "none"] as const) {
          console.log(effort);
          const answer = await client.chat({
            effort,
          });
        }
        """)
    assert endpoint_level(source, "typescript", "client") == dedent("""\
        for (const effort of ["high", "none"] as const) {
          const answer = await client.chat({
            effort,
          });
        }""")
    other = source.replace("    effort,\n", "")
    assert (
        endpoint_level(other, "typescript", "client") == "const answer = await client.chat({\n});"
    )


def test_typescript_call_on_a_client_of_a_function_has_no_endpoint_level() -> None:
    source = "async function main() {\n  const c = new Acme();\n  await c.get();\n}\nmain();"
    assert endpoint_level(source, "typescript", "client") is None


def test_java_statement_of_the_call() -> None:
    source = dedent("""\
        package acme;
        import acme.Acme;
        public class Main {
            public static void main(String[] args) {
                Acme client = Acme.builder().apiKey("a;b(").build();
                User user = client.users().create(
                    UserRequest.builder()
                        .name("Ada")
                        .build());
                System.out.println(user);
            }
        }
        """)
    assert endpoint_level(source, "java", "sync_client") == dedent("""\
        User user = client.users().create(
            UserRequest.builder()
                .name("Ada")
                .build());""")


def test_go_statement_of_the_call() -> None:
    source = dedent("""\
        func main() {
        \tclient := acmeclient.NewClient(option.WithToken("t"))
        \tuser, err := client.Users.Create(
        \t\tcontext.TODO(),
        \t\t&acme.User{Name: "Ada"},
        \t)
        \tif err != nil {
        \t\tpanic(err)
        \t}
        }
        """)
    assert endpoint_level(source, "go", "client") == dedent("""\
        user, err := client.Users.Create(
        \tcontext.TODO(),
        \t&acme.User{Name: "Ada"},
        )""")


def test_language_without_rules_is_served_whole() -> None:
    assert endpoint_level("client.users.create()", "ruby", "client") is None


def test_trees_that_others_have_marked_end() -> None:
    """As IPython does for each traceback; its marks on `+` lead from one tree into another."""
    executing.Source("<cell>", ["first + second\n"])
    program = 'client = Client(base_url="https://" + "acme.test")\nclient.users.get(id="a" + "b")\n'
    assert endpoint_level(program, "python", "sync_client") == 'client.users.get(id="a" + "b")'
