"""Panels that share a token share its rate: they wait as they are asked to, and all complete."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget import panel
from snippet_widget.errors import TooManyRequests
from snippet_widget.service import Limits
from snippet_widget.widget.retries import Retries
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PANELS, PAGES = 8, 5


def test_panels_with_one_token_all_complete_at_a_rate_that_is_too_low_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    catalog = f"sqlite:///{tmp_path}/large.db"
    endpoints = [f"GET /e{number}" for number in range(PAGES * 100)]
    publish(catalog, "org", "api", a_publication("python:acme==1.0", *endpoints))
    with running_service(catalog, limits=Limits(rate=10)) as service:
        opened = [panel(url=service.url, token=TOKEN) for _ in range(PANELS)]
        end = time.monotonic() + 90
        for each in opened:
            assert each.wait(end - time.monotonic()), each.state.status
        for each in opened:
            assert (each.state.listed, each.state.status.level) == (PAGES * 100, "info")
            assert each.cards
            each.close()


def test_delays_are_what_is_asked_for_and_more_each_time_and_differ() -> None:
    retries = Retries(2.0)
    refused = TooManyRequests("Slower.", headers={"Retry-After": "7"})
    delays = [retries.delay("list", refused) for _ in range(12)]
    assert all(7.5 <= delay <= 7 + 30 for delay in delays)
    assert delays[0] <= 9
    assert max(delays[-4:]) > 14.5  # a quarter of half a minute at least
    assert len(set(delays)) == len(delays)
    assert retries.waiting() == {"list"}
    retries.succeeded("list")
    assert retries.delay("list", refused) <= 9
