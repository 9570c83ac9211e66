"""How fast and how far: `python -m benchmarks.NAME`, ratios and tables printed in one run."""
