"""``python -m benchmarks [NAME...]``: run the benchmarks named, or all of them."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import benchmarks

_BY_NAME = ("__main__", "moved_documents", "soak")  # the second asks PyPI; both take minutes
_PARTS = (
    *("_data", "_events", "_latency", "_load", "_model"),
    *("_peers", "_plot", "_queries", "_readers", "_runs", "_workers"),
)


def main() -> int:
    """Run each benchmark in a process of its own; return 1 when one failed."""
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    all_ = [name for name in found if not name.endswith(_PARTS) and name not in _BY_NAME]
    failed = False
    for name in sys.argv[1:] or all_:
        print(f"== {name}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False)
        failed = failed or done.returncode != 0
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
