"""Reading a large SDK by two processes gives what one would."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing import read_source
from snippet_widget.publishing.parallel_map import WORTH_FORKING, parallel_map
from tests.fern_builder import fern_python
from tests.package_builder import build_wheel

if TYPE_CHECKING:
    from pathlib import Path

METHOD = '''
def m{0}(self, id, *, note=None):
    """
    Examples
    --------
    from acme import Acme

    client = Acme(token="T")
    client.users.m{0}(id="1", nick="{0}")
    """
    return self._client_wrapper.httpx_client.request("m/{0}", method="POST")
'''


def test_large_sdk_is_read_whole_and_in_order(tmp_path: Path) -> None:
    count = WORTH_FORKING + 10
    files = fern_python("".join(METHOD.format(number) for number in range(count)))
    (publication,) = read_source(str(build_wheel(tmp_path, files)))
    found = [e.full for e in publication.endpoints if e.path.startswith("/v2/m/")]
    assert [full.call for full in found if full] == [f"client.users.m{n}" for n in range(count)]
    assert [full.warnings for full in found if full] == [
        (f"sync: client.users.m{n} takes no argument nick",) for n in range(count)
    ]


@pytest.mark.parametrize("least", [1, 100])
def test_results_are_those_of_one_process(least: int) -> None:
    assert parallel_map(str, range(9), list[str], least) == [str(number) for number in range(9)]


def test_second_process_that_fails_is_made_up_for() -> None:
    parent = os.getpid()

    def done(item: int) -> int:
        if os.getpid() != parent:
            raise MemoryError
        return item

    assert parallel_map(done, range(9), list[int], 1) == [*range(9)]
