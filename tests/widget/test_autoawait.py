"""Async snippets are warned about where the kernel does not await at the top level."""

from __future__ import annotations

from types import SimpleNamespace

from snippet_widget.widget.autoawait import AWAIT_IS_OFF, await_warnings


def test_kernel_that_does_not_await_is_named() -> None:
    shell = SimpleNamespace(autoawait=False)
    assert await_warnings("async_client", shell) == (AWAIT_IS_OFF,)
    assert await_warnings("sync_client", shell) == ()


def test_kernel_that_awaits_needs_no_word() -> None:
    assert await_warnings("async_client", SimpleNamespace(autoawait=True)) == ()
