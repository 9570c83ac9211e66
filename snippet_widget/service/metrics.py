"""Counts for ``GET /metrics``, in the text format of Prometheus (version 0.0.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
_KNOWN_PATHS = frozenset({"/snippets", "/snippets/load", "/catalog", "/openapi.json", "/healthz"})


class Metrics:
    """Requests by path and status, and how long they took.

    Parameters
    ----------
    worker
        The process that counts, where it is one of several: a scrape meets one of them, and what
        they count must not be taken for one series.
    """

    def __init__(self, worker: int | None = None) -> None:
        self._labels = "" if worker is None else f'worker="{worker}",'
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, float] = {}
        self._buckets: dict[str, list[int]] = {}

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count one answered request; paths that are no operation count together."""
        path = path if path in _KNOWN_PATHS else "other"
        self._requests[path, status] += 1
        self._seconds[path] = self._seconds.get(path, 0.0) + seconds
        buckets = self._buckets.setdefault(path, [0] * (len(_BOUNDS) + 1))
        buckets[bisect_left(_BOUNDS, seconds)] += 1

    def text(self) -> str:
        """Return what ``GET /metrics`` answers."""
        lines = [
            "# HELP snippet_widget_requests_total Requests answered.",
            "# TYPE snippet_widget_requests_total counter",
            *(
                f"snippet_widget_requests_total{{{self._labels}"
                f'path="{path}",status="{status}"}} {count}'
                for (path, status), count in sorted(self._requests.items())
            ),
            "# HELP snippet_widget_request_seconds From the request's headers to its answer's end.",
            "# TYPE snippet_widget_request_seconds histogram",
        ]
        for path in sorted(self._buckets):
            lines += self._histogram(path)
        return "\n".join(lines) + "\n"

    def _histogram(self, path: str) -> list[str]:
        name, total, lines = "snippet_widget_request_seconds", 0, []
        labels = f'{self._labels}path="{path}"'
        for bound, count in zip((*_BOUNDS, "+Inf"), self._buckets[path], strict=True):
            total += count
            lines.append(f'{name}_bucket{{{labels},le="{bound}"}} {total}')
        lines.append(f"{name}_sum{{{labels}}} {self._seconds[path]:.6f}")
        lines.append(f"{name}_count{{{labels}}} {total}")
        return lines
