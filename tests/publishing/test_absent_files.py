"""An example that uploads a file, and has none, says so."""

from __future__ import annotations

import pytest

from snippet_widget.models import Parameter
from snippet_widget.publishing.absent_files import absent_file
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.fern import python as fern_python
from tests.fern_builder import fern_python as fern_files
from tests.package_builder import package

FILE = Parameter("file", "Optional[File]")
CSV = Parameter("csvFile", "core.file.Uploadable | undefined")
URL = Parameter("source_url", "str")

UPLOAD = '''
    def upload(self, *, name: str, file: typing.Optional[core.File] = OMIT):
        """
        Upload.

        Examples
        --------
        from acme import Acme

        client = Acme(
            token="YOUR_TOKEN",
        )
        client.users.upload(
            name="name",
        )
        """
        return self._client_wrapper.httpx_client.request("upload", method="POST")
'''


def test_card_of_an_upload_without_its_file_says_so() -> None:
    read = fern_python.read(package(fern_files(UPLOAD)))
    other, upload = assemble("python", "acme", "1.0", read).endpoints
    assert other.full is not None
    assert upload.full is not None
    assert (upload.path, other.full.warnings) == ("/v2/upload", ())
    assert upload.full.warnings == (
        "sync: no file is given (argument file): it may fail without one",
    )


def test_all_names_of_files_are_told() -> None:
    takes = [FILE, CSV, Parameter("image", "FileTypes")]
    assert absent_file("PUT", takes, "client.x()") == (
        "no file is given (argument file, csvFile or image): it may fail without one"
    )


@pytest.mark.parametrize(
    ("method", "takes", "source"),
    [
        ("POST", [FILE], 'client.x(file=open("a", "rb"))'),
        ("POST", [FILE], "client.x(file=audio)"),
        ("POST", [CSV], "await client.x({ csvFile })"),
        ("POST", [CSV], 'await client.x(createReadStream("a"), { name: "a" })'),
        ("POST", [FILE, URL], 'client.x(source_url="https://a.test/b.mp3")'),
        ("POST", [Parameter("file", "File", required=True)], "client.x()"),
        ("POST", [Parameter("file_id", "str"), Parameter("kind", "FileKind")], "client.x()"),
        ("GET", [FILE], "client.x()"),
    ],
)
def test_nothing_is_said_of_what_may_be_as_it_should(
    method: str, takes: list[Parameter], source: str
) -> None:
    assert absent_file(method, takes, source) is None
