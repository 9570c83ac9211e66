"""Hands test files to pytest's workers, the browser's to half of them.

A test of the browser keeps a processor busy, the others wait: for processes, ports and databases.
Side by side they fill the machine, and half of the workers start a JupyterLab instead of all.
Tests in Notebook 7 go to one worker: it alone starts its server.
Of the few files that take minutes of waiting and share nothing, each test is handed out alone.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from tests.order import TEST_BY_TEST

_FOLDER = "tests/browser/"
_NOTEBOOK7 = f"{_FOLDER}notebook7"


class BrowserApart(LoadFileScheduling):  # type: ignore[misc]
    """Every second worker begins with the browser's files, the others end with them."""

    def _assign_work_unit(self, node: Any) -> None:
        wanted = list(self.assigned_work).index(node) % 2 == 0
        for scope in self.workqueue:
            if scope.startswith(_FOLDER) == wanted:
                self.workqueue.move_to_end(scope, last=False)
                break
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        if "[open_notebook7" in nodeid:
            return _NOTEBOOK7
        scope: str = super()._split_scope(nodeid)
        return nodeid if scope in TEST_BY_TEST else scope
