"""Examples that cannot work as published: repaired where that is mechanical, else warned about."""

from __future__ import annotations

from textwrap import dedent, indent
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing.python.calls import Calls
from snippet_widget.publishing.python.example_checker import ExampleChecker
from snippet_widget.publishing.python.modules import Modules
from tests.package_builder import package

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.publishing.extraction import CheckedProgram

METADATA = """\
Metadata-Version: 2.1
Name: acme
Version: 1.0
Requires-Dist: httpx
Requires-Dist: telemetry-api ; extra == "tracing"

"""
SDK = {
    "acme/__init__.py": "from .client import Acme, AsyncAcme\nfrom .models import Part, User\n",
    "acme/tracing.py": dedent("""\
        def trace(client):
            raise ImportError("pip install 'acme[tracing]'")
        """),
    "acme/core.py": "from typing import IO, Union\nFile = Union[IO[bytes], bytes, str]\n",
    "acme/models.py": dedent("""\
        import pydantic

        class Base(pydantic.BaseModel):
            kind: str

        class User(Base):
            name: str = pydantic.Field(alias="userName")
            age: int = pydantic.Field(default=1)
            tags: list = []

        class Part(Base):
            def __init__(self, **values):
                super().__init__(kind="part", **values)
        """),
    "acme/generated.py": dedent("""\
        import typing
        from . import core
        from .raw import RawMedia

        OMIT = typing.cast(typing.Any, ...)
        Kind = typing.Union[typing.Literal["mono", "stereo"], typing.Any]

        class Media:
            def __init__(self):
                self._raw_client = RawMedia()

            def send(self, *, id: str, audio: core.File, count: int, kind: Kind): pass
            def many(self, *, files: typing.List[core.File]): pass
            def body(self, *, request: typing.Union[bytes, typing.Iterator[bytes]]): pass
            def model(self, *, user: User): pass
            def image(self, *, file: typing.Optional[core.File] = OMIT, label: str = OMIT):
                return self._raw_client.image(file=file)
            def audio(self) -> typing.Iterator[bytes]:
                yield b""
            def events(self) -> typing.Iterator[str]:
                yield ""
            def detailed(self):
                yield 1
            def check(self): pass
            def tokenize(self, *, text: str): pass
            def plain(self): pass

        class AsyncMedia(Media):
            async def send(self, *, id: str): pass
            async def audio(self) -> typing.AsyncIterator[bytes]:
                yield b""
            async def events(self) -> typing.AsyncIterator[str]:
                yield ""
            def stream(self) -> "Stream": pass

        class Stream:
            def __aiter__(self): pass
        """),
    "acme/raw.py": dedent("""\
        class RawMedia:
            def image(self, file):
                return {"file": file} if file is not None else {}
        """),
    "acme/client.py": dedent("""\
        import typing
        from typing import Never
        from .generated import AsyncMedia, Media

        class HandMadeMedia(Media):
            def detailed(self, *, sign: bool = False):
                return list(super().detailed())

            def tokenize(self, *, text: str, offline: bool = True):
                if offline:
                    return [text]
                return super().tokenize(text=text)

            check: Never = None

        class BaseAcme:
            def __init__(self, *, token=None):
                self._media = None

            @property
            def media(self):
                if self._media is None:
                    from .generated import Media
                    self._media = Media()
                return self._media

        class Acme(BaseAcme):
            def __init__(self, *, token=None):
                super().__init__(token=token)
                self._media = HandMadeMedia()

        class AsyncAcme(BaseAcme):
            @property
            def media(self) -> AsyncMedia:
                return typing.cast(AsyncMedia, self._media)
        """),
    "acme-1.0.dist-info/METADATA": METADATA,
}


def _checked(
    statement: str,
    *,
    client: str = "Acme",
    imports: str = "",
    files: Mapping[str, str] = MappingProxyType({}),
) -> CheckedProgram:
    """Check a program that makes a call of ``client.media``, of an SDK with other files."""
    built = package({**SDK, **files})
    modules = Modules(built)
    name = (
        statement[statement.index("client.media.") :].split("(", maxsplit=1)[0].rpartition(".")[2]
    )
    place = ("acme/generated.py", "AsyncMedia" if client == "AsyncAcme" else "Media")
    function = modules.method(place, name)
    assert function is not None
    body = statement
    if client == "AsyncAcme":
        body = f"async def main():\n{indent(statement, '    ')}\n\nasyncio.run(main())"
        imports = f"import asyncio\n{imports}"
    source = f"{imports}from acme import {client}\nclient = {client}()\n{body}\n"
    return ExampleChecker(built, modules).checked(source, f"client.media.{name}", function, place)


def _call(checked: CheckedProgram) -> str:
    """Return what stands after the client's construction, without the frame of `_checked`."""
    body = checked.source.partition("()\n")[2]
    return dedent(body.removeprefix("async def main():\n").partition("\n\nasyncio")[0]).strip()


@pytest.mark.parametrize(
    ("statement", "repaired"),
    [
        (
            'client.media.send(id="1", count=2, kind="mono")',
            'client.media.send(id="1", count=2, kind="mono", audio=open("path/to/audio", "rb"))',
        ),
        (
            'client.media.send(\n    id="1",\n    count=2,\n    audio=b"",\n)',
            'client.media.send(\n    id="1",\n    count=2,\n    audio=b"",\n    kind=\'mono\',\n)',
        ),
        ("client.media.many()", 'client.media.many(files=[open("path/to/files", "rb")])'),
        ("client.media.body()", 'client.media.body(request=b"YOUR_BYTES")'),
        (
            'client.media.image(label="x")',
            'client.media.image(label="x", file=open("path/to/file", "rb"))',
        ),
        (
            'client.media.tokenize(text="x")',
            'client.media.tokenize(text="x", offline=False)',
        ),
    ],
    ids=["file", "lines", "list of files", "bytes", "omitted file", "override"],
)
def test_argument_that_the_call_needs_is_added(statement: str, repaired: str) -> None:
    checked = _checked(statement)
    assert _call(checked) == repaired
    assert len(checked.repairs) == 1
    assert checked.warnings == []


_DROPPED = "convert(remove_omit_from_dict(remove_none_from_dict(files), omit))"
_KEPT = "convert(remove_none_from_dict(files))"


@pytest.mark.parametrize(
    ("file", "marker", "converted", "added"),
    [
        ("file", "omit=OMIT", _DROPPED, False),  # elevenlabs 2.78.0, dubbing.create
        ("core.with_content_type(file=file)", "omit=OMIT", _DROPPED, True),  # squareup
        ("file", "omit=OMIT", _KEPT, True),
        ("file", "retries=1", _DROPPED, True),
        ("[('file', each) for each in file]", "omit=OMIT", _DROPPED, True),
    ],
    ids=["dropped", "wrapped", "client keeps it", "marker not named", "iterated"],
)
def test_optional_file_is_added_where_the_sdk_would_read_its_default(
    file: str, marker: str, converted: str, *, added: bool
) -> None:
    files = f'{{**({{"file": {file}}} if file is not None else {{}})}}'
    raw = f"""\
class RawMedia:
    def image(self, file):
        return self.http.request("v1/image", method="POST", files={files}, {marker})
"""
    http = f"class HttpClient:\n    def request(self, *, files, omit): return {converted}\n"
    sdk = {"acme/raw.py": raw, "acme/_core/http_client.py": http}
    checked = _checked("client.media.image()", files=sdk)
    call = 'client.media.image(file=open("path/to/file", "rb"))'
    assert _call(checked) == (call if added else "client.media.image()")
    reason = "the SDK reads its default as if it were a file, and fails"
    assert checked.repairs == ([f"the argument file was added: {reason}"] if added else [])


def test_arguments_too_long_for_a_line_get_one_each() -> None:
    label = "a label that is as long as a label of two lines would be"
    checked = _checked(f'client.media.image(label="{label}")')
    assert _call(checked) == dedent(f"""\
        client.media.image(
            label="{label}",
            file=open("path/to/file", "rb"),
        )""")
    asynchronous = _checked(f'r = client.media.send(id="{label}, and more")', client="AsyncAcme")
    assert "\n" not in _call(asynchronous)  # only awaited: what the vendor wrote stays


def test_model_that_nobody_can_make_up_is_a_warning() -> None:
    checked = _checked("client.media.model()")
    assert checked.warnings == ["client.media.model needs the argument user"]
    assert not checked.repairs


@pytest.mark.parametrize(
    ("statement", "repaired"),
    [
        ("client.media.audio()", 'data = b"".join(client.media.audio())'),
        ("x = client.media.audio()", 'x = b"".join(client.media.audio())'),
        ("client.media.events()", "for item in client.media.events():\n    print(item)"),
        ("x = client.media.events()", "x = list(client.media.events())"),
    ],
)
def test_generator_is_read_to_its_end(statement: str, repaired: str) -> None:
    checked = _checked(statement)
    assert _call(checked) == repaired
    (repair,) = checked.repairs
    assert "generator" in repair
    assert checked.warnings == []


@pytest.mark.parametrize(
    ("statement", "repaired"),
    [
        (
            "await client.media.audio()",
            'data = b"".join([chunk async for chunk in client.media.audio()])',
        ),
        (
            "await client.media.events()",
            "async for item in client.media.events():\n    print(item)",
        ),
        (
            "x = await client.media.events()",
            "x = [item async for item in client.media.events()]",
        ),
        (
            "x = await client.media.events()\nasync for y in x:\n    print(y)",
            "x = client.media.events()\nasync for y in x:\n    print(y)",
        ),
        ("x = await client.media.stream()", "x = client.media.stream()"),
        ('client.media.send(id="1")', 'await client.media.send(id="1")'),
    ],
)
def test_wrong_await_becomes_right(statement: str, repaired: str) -> None:
    checked = _checked(statement, client="AsyncAcme")
    assert _call(checked) == repaired
    assert len(checked.repairs) == 1
    assert checked.warnings == []


@pytest.mark.parametrize(
    "statement",
    [
        "for x in client.media.events():\n    print(x)",
        "x = client.media.events()\nfor y in x:\n    print(y)",
        "client.media.detailed(sign=True)",  # a hand-written override: no generator, more arguments
        'client.media.image(file=open("f"))',
        "client.media.plain()",
        'client.media.tokenize(text="x", offline=False)',
    ],
)
def test_what_works_stays_as_it_is(statement: str) -> None:
    checked = _checked(statement)
    assert (_call(checked), checked.repairs, checked.warnings) == (statement, [], [])


def test_method_that_never_returns_is_a_warning() -> None:
    checked = _checked("client.media.check()")
    assert checked.warnings == [
        "client.media.check only raises an error in this version of the SDK"
    ]


def test_call_is_resolved_from_the_class_that_is_imported() -> None:
    calls = Calls(Modules(package(SDK)))
    reached = {
        client: calls.attribute(("acme/client.py", client), "media")
        for client in ("BaseAcme", "Acme", "AsyncAcme")
    }
    assert reached == {
        "BaseAcme": ("acme/generated.py", "Media"),
        "Acme": ("acme/client.py", "HandMadeMedia"),
        "AsyncAcme": ("acme/generated.py", "AsyncMedia"),
    }


@pytest.mark.parametrize(
    ("construction", "warnings"),
    [
        ('User(kind="a", userName="b")', []),
        ('User(kind="a", name="b")', []),
        ("Part()", []),
        ("User(**values())", []),
        ('User(kind="a")', ["User needs the field name"]),
        ("User(name=1)", ["User needs the field kind"]),
    ],
)
def test_models_are_checked_like_calls(construction: str, warnings: list[str]) -> None:
    imports = "from acme import Part, User\nvalues = dict\n"
    checked = _checked(f"client.media.model(user={construction})", imports=imports)
    assert checked.warnings == warnings


def test_extra_that_an_import_needs_is_named() -> None:
    checked = _checked("client.media.plain()", imports="import telemetry.api\nimport httpx\n")
    assert checked.warnings == [
        "telemetry.api has to be installed as well: pip install 'acme[tracing]'"
    ]


def test_extra_that_a_function_names_is_named() -> None:
    imports = "from acme.tracing import trace\n"
    checked = _checked("trace(client)\nclient.media.plain()", imports=imports)
    assert checked.warnings == ["trace needs an extra: pip install 'acme[tracing]'"]
