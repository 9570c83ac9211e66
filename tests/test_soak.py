"""The soak of ``benchmarks/soak.py``, shortly: each answer is checked while things happen.

``SNIPPET_WIDGET_TEST_SOAK`` is its length in minutes; then it runs on SQLite, too.
"""

from __future__ import annotations

import os

import pytest

from benchmarks.soak import soak
from tests.pgbouncer import PROGRAM

_GIVEN = os.environ.get("SNIPPET_WIDGET_TEST_SOAK")
MINUTES = float(_GIVEN or "0.1")


@pytest.mark.timeout(MINUTES * 60 + 240)
@pytest.mark.parametrize("store", ["sqlite", "postgresql"] if _GIVEN else ["postgresql"])
def test_every_answer_is_one_that_may_be_while_things_happen(store: str) -> None:
    run = soak(store, MINUTES)
    assert run.wrong == []
    assert run.answers["look_up 200"] > 0
    assert run.answers["killed"] > 0
    if store == "postgresql":
        assert run.answers["primary failed over"] > 0
        assert run.answers["pooler restarted"] > 0 or PROGRAM is None
