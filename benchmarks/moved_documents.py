"""A repository of documents follows two real SDKs over a major version, and each cell is looked at.

Two generated notebooks and a page, with more than 300 cells, and a notebook of 100 cells that were
edited follow elevenlabs from 1.50.0 to 2.10.0 and cohere from 5.5.0 to 7.3.0. What is to become of
each edited cell is in ``moved_documents_list.txt``, which a run wrote and people read: it shows
what has changed since. What is right is said by ``git merge-file``. The SDKs come from PyPI.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

OLD = {"elevenlabs": "1.50.0", "cohere": "5.5.0"}
NEW = {"elevenlabs": "2.10.0", "cohere": "7.3.0"}
EDITED = {"elevenlabs": 75, "cohere": 25}
PAGE_ENDPOINTS = ("POST /v1/embed", "POST /v1/classify", "GET /v1/models", "POST /v1/tokenize")
LIST = Path(__file__).with_name("moved_documents_list.txt")


def main() -> int:
    """Print what was found; return 1 where a cell is not as it is to be."""
    with tempfile.TemporaryDirectory() as folder:
        # where both catalogs are already, they are not published anew
        catalogs = Path(os.environ.get("MOVED_DOCUMENTS_CATALOGS", folder))
        old, new = (_published(catalogs, name, sdks) for name, sdks in (("old", OLD), ("new", NEW)))
        both = Path(folder, "both.db")
        for source in (old, new):
            _run("catalog", "copy", source, f"sqlite:///{both}")
        problems = [
            *_moved(Path(folder, "together"), old, f"sqlite:///{both}", is_extended=True),
            *_moved(Path(folder, "apart"), old, new, is_extended=False),
        ]
    print("\n".join(problems) or "Every cell is as it is to be; the second runs changed nothing.")
    return int(bool(problems))


def _moved(folder: Path, old: str, new: str, *, is_extended: bool) -> list[str]:
    """Move a repository of documents; return what is not as it is to be.

    Parameters
    ----------
    is_extended
        The new catalog holds the old version as well, and lists endpoints in the same order. In one
        without it sections that stay keep their places, and their order may be another.
    """
    docs = folder / "docs"
    docs.mkdir(parents=True)
    before = _write_repository(docs, old, new)
    first = _check(docs, new, "--update")
    after = {path.name: path.read_bytes() for path in docs.iterdir()}
    times = {path.name: path.stat().st_mtime_ns for path in docs.iterdir()}
    second = _check(docs, new, "--update")
    again = {path.name: path.stat().st_mtime_ns for path in docs.iterdir()}
    expected = _write_generated(folder / "new", new)
    return [
        *(
            f"{name} is not as if written new"
            for name, text in expected.items()
            if not _same(text, after[name], is_ordered=is_extended)
        ),
        *(["the second run changed files"] if times != again else []),
        *_compared(before, json.loads(after["edited.ipynb"]), first, second),
    ]


def _same(one: bytes, other: bytes, *, is_ordered: bool) -> bool:
    if is_ordered or not one.startswith(b"{"):
        return one == other
    pair = [json.loads(text) for text in (one, other)]
    cells = [sorted(each.pop("cells"), key=lambda cell: str(cell["id"])) for each in pair]
    for install in [cell for each in cells for cell in each if _role(cell) == "install"]:
        for name in ("method", "path"):  # of whichever endpoint comes first
            del _record(install)[name]
    return cells[0] == cells[1] and pair[0] == pair[1]


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "snippet_widget", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _published(folder: Path, name: str, sdks: dict[str, str]) -> str:
    path = folder / f"{name}.db"
    url = f"sqlite:///{path}"
    if not path.exists():
        for package, version in sdks.items():
            names = ("--org", package, "--api", package, "--catalog", url)
            done = _run("publish", f"pypi:{package}=={version}", *names)
            print(done.stderr[-2000:] if done.returncode else f"Published {package} {version}.")
    return url


def _write_generated(folder: Path, catalog: str) -> dict[str, bytes]:
    """Write the generated documents: a notebook of each SDK, and a page with four endpoints."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in OLD:
        out = str(folder / f"{package}.ipynb")
        _run("notebook", out, "--force", "--org", package, "--api", package, "--catalog", catalog)
    scope = ("--org", "cohere", "--api", "cohere", "--catalog", catalog)
    blocks = [_run("get", each, "--format", "markdown", *scope).stdout for each in PAGE_ENDPOINTS]
    (folder / "page.md").write_text("# Cohere\n\nProse of ours.\n\n" + "\n\n".join(blocks))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _write_repository(docs: Path, old: str, new: str) -> list[dict[str, Any]]:
    """Write all documents from the old catalog; return the edited cells with what they were."""
    _write_generated(docs, old)
    edited: list[dict[str, Any]] = []
    for package, number in EDITED.items():
        cells = json.loads((docs / f"{package}.ipynb").read_text())["cells"]
        calls = [cell for cell in cells if cell["cell_type"] == "code" and _role(cell) == "call"]
        step = max(1, len(calls) // number)
        edited += [_edited(cell, n) for n, cell in enumerate(calls[::step][:number])]
    texts = _texts(docs.parent / "new", new)
    for number, cell in enumerate(edited):
        cell["new"] = texts.get(_key(cell["cell"]))
        cell["cell"]["id"] = f"edited-{number}"
    cells = [part for each in edited for part in (_prose(each["cell"]["id"]), each["cell"])]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (docs / "edited.ipynb").write_text(json.dumps(notebook, indent=1, sort_keys=True) + "\n")
    return edited


def _texts(folder: Path, catalog: str) -> dict[tuple[str, ...], str]:
    """Return the text of each call as the new version has it, by endpoint and client."""
    _write_generated(folder, catalog)
    cells = [c for p in OLD for c in json.loads((folder / f"{p}.ipynb").read_text())["cells"]]
    return {_key(cell): "".join(cell["source"]) for cell in cells if _role(cell) == "call"}


def _record(cell: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = cell["metadata"].get("snippet_widget", {})
    return record


def _role(cell: dict[str, Any]) -> str:
    return str(_record(cell).get("role"))


def _key(cell: dict[str, Any]) -> tuple[str, ...]:
    record = _record(cell)
    return record["org"], record["method"], record["path"], record["client"]


def _prose(number: str) -> dict[str, Any]:
    source = [f"Prose above {number}."]
    return {"cell_type": "markdown", "id": f"p-{number}", "metadata": {}, "source": source}


def _edited(cell: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a cell as its reader changed it, in one of five ways, with its old text."""
    old = "".join(cell["source"])
    ways = (
        lambda text: text.replace('"YOUR_API_KEY"', "my_key()").replace('"YOUR_TOKEN"', "my_key()"),
        lambda text: f"# Ours: read the handbook first.\n{text}",
        lambda text: f"{text}\nprint('done')",
        lambda text: re.sub(r"^((?:await )?client\.)", r"result = \1", text, flags=re.MULTILINE),
        lambda text: re.sub(r'="[^"]*",\n\)', '="of ours",\n)', text),
    )
    source = ways[number % len(ways)](old)
    return {
        "cell": {**cell, "source": source.splitlines(keepends=True)},
        "old": old,
        "mine": source,
    }


def _check(docs: Path, catalog: str, *options: str) -> list[dict[str, Any]]:
    done = _run("check", str(docs), "--catalog", catalog, "--json", *options)
    documents = json.loads(done.stdout)["documents"]
    count = Counter(cell["verdict"] for each in documents for cell in each["cells"])
    updated = sum(cell["updated"] for each in documents for cell in each["cells"])
    missing = sum(len(each["missing"]) for each in documents)
    print(f"exit {done.returncode}: {dict(count)}, {updated} updated, {missing} endpoints added")
    (edited,) = (each for each in documents if each["path"].endswith("edited.ipynb"))
    cells: list[dict[str, Any]] = edited["cells"]
    return cells


def _compared(
    before: list[dict[str, Any]],
    after: dict[str, Any],
    first: list[dict[str, Any]],
    second: list[dict[str, Any]],
) -> list[str]:
    """Return what is not as it is to be among the edited cells."""
    found = [_found(each, cell) for each, cell in zip(before, first, strict=True)]
    problems = [
        f"found {was!r}, to be {wanted!r}"
        for was, wanted in zip(found, LIST.read_text().splitlines(), strict=True)
        if was != wanted
    ]
    cells = after["cells"]
    for each, checked, prose, cell in zip(before, first, cells[::2], cells[1::2], strict=True):
        if prose != _prose(each["cell"]["id"]):
            problems.append(f"the prose above {each['cell']['id']} has changed")
        became, text = _by_git(each)
        if _became(checked) != became or "".join(cell["source"]) != text:
            problems.append(f"{each['cell']['id']} is {_became(checked)}, and by git {became}")
    left = [cell for cell in second if cell["outdated"] and not cell["conflicts"]]
    merged_invalid = [cell for cell in left if "would not be valid" not in cell["detail"]]
    return problems + [f"cell {cell['index']} is outdated as yet" for cell in merged_invalid]


def _found(each: dict[str, Any], checked: dict[str, Any]) -> str:
    record = _record(each["cell"])
    name = f"{record['sdk']['package']} {record['method']} {record['path']} {record['client']}"
    return f"{name}: {checked['verdict']} {_became(checked)}"


def _became(checked: dict[str, Any]) -> str:
    if checked["conflicts"]:
        return "conflict"
    if checked["outdated"]:
        return "merged" if checked["updated"] else "left"
    return "untouched"


def _by_git(each: dict[str, Any]) -> tuple[str, str]:
    """Return what becomes of an edited cell, and its text, by ``git merge-file``."""
    if each["new"] in (None, each["old"]):
        return "untouched", each["mine"]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in (("mine", each["mine"]), ("old", each["old"]), ("new", each["new"])):
            paths.append(Path(folder, name))
            paths[-1].write_text(f"{text}\n")
        command = ["git", "merge-file", "--stdout", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return "conflict", each["mine"]
    return "merged", done.stdout.removesuffix("\n")


if __name__ == "__main__":
    raise SystemExit(main())
