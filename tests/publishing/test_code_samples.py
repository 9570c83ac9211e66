"""The code samples of each extension that vendors use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.publishing.descriptions.code_samples import Sample, code_samples
from snippet_widget.publishing.descriptions.references import Description, Node
from tests.description_builder import written

if TYPE_CHECKING:
    from pathlib import Path

PY = Sample("python", "get()\n")


def samples(folder: Path, operation: dict[str, Any]) -> list[Sample]:
    path = written(folder, {"api.json": operation})
    found = list(code_samples(Description(path), Node(operation, path)))
    assert all(isinstance(sample, Sample) for sample in found)
    return [sample for sample in found if isinstance(sample, Sample)]


@pytest.mark.parametrize("name", ["x-codeSamples", "x-code-samples", "x-custom-examples"])
@pytest.mark.parametrize(
    "items",
    [
        [{"lang": "python", "label": "L", "source": "get()"}],
        [{"language": "python", "name": "L", "code": "get()"}],
        [{"lang": "python", "label": "L", "source": {"$ref": "#/shared"}}],
    ],
)
def test_sample_lists(tmp_path: Path, name: str, items: list[Any]) -> None:
    assert samples(tmp_path, {name: items, "shared": "get()"}) == [Sample("python", "get()\n", "L")]


@pytest.mark.parametrize(
    ("extension", "value", "found"),
    [
        (
            "x-readme",
            {"code-samples": [{"language": "python", "code": "get()", "install": "pip"}]},
            [PY],
        ),
        (
            "x-fern-examples",
            [
                {
                    "name": "First",
                    "code-samples": [
                        {"sdk": "python", "code": "get()", "name": "Sync"},
                        {"language": "ruby", "code": "get", "install": "gem"},
                    ],
                },
                {"path-parameters": {"id": 1}},
            ],
            [Sample("python", "get()\n", "First · Sync"), Sample("ruby", "get\n", "First")],
        ),
        (
            "x-oaiMeta",
            {"name": "Get", "examples": {"request": {"python": "get()", "node.js": "go()"}}},
            [PY, Sample("node.js", "go()\n")],
        ),
        (
            "x-oaiMeta",
            {"examples": [{"title": "A", "request": {"python": "get()"}, "response": "{}"}]},
            [Sample("python", "get()\n", "A")],
        ),
        ("x-stainless-snippets", {"python": "get()"}, [PY]),
        ("x-stainless-snippets", {"python": {"source": "get()"}}, [PY]),
        ("x-stainless-examples", {"request": {"python": "get()"}}, [PY]),
        (
            "x-stainless-examples",
            [{"title": "A", "request": {"python": "get()"}}],
            [Sample("python", "get()\n", "A")],
        ),
        (
            "x-scalar-examples",
            [{"title": "A", "request": {"python": "get()"}}],
            [Sample("python", "get()\n", "A")],
        ),
        ("x-scalar-examples", [{"lang": "python", "source": "get()"}], [PY]),
        (
            "x-codeSamples",
            [{"lang": "cURL (next page)", "source": "c"}],
            [Sample("cURL", "c\n", "next page")],
        ),
    ],
)
def test_each_extension(tmp_path: Path, extension: str, value: Any, found: list[Sample]) -> None:
    assert samples(tmp_path, {extension: value}) == found


@pytest.mark.parametrize(
    "value", [None, "text", 7, [], [None], [{"lang": "python"}], {"python": 3}]
)
@pytest.mark.parametrize("extension", ["x-codeSamples", "x-readme", "x-oaiMeta", "x-fern-examples"])
def test_other_shapes_hold_nothing(tmp_path: Path, extension: str, value: Any) -> None:
    assert samples(tmp_path, {extension: value}) == []


def test_the_more_specific_extension_is_first_and_the_same_text_is_there_once(
    tmp_path: Path,
) -> None:
    operation = {
        "x-oaiMeta": {"examples": {"request": {"Python": "get()"}}},
        "x-codeSamples": [{"lang": "python", "source": "get()"}, {"lang": "go", "source": "Get()"}],
        "x-fern-examples": [{"code-samples": [{"sdk": "python", "code": "fern()"}]}],
    }
    assert [sample.source for sample in samples(tmp_path, operation)] == [
        "fern()\n",
        "get()\n",
        "Get()\n",
    ]


def test_a_broken_reference_leaves_the_other_samples(tmp_path: Path) -> None:
    items = [{"$ref": "#/nowhere"}, {"lang": "python", "source": "get()"}]
    path = written(tmp_path, {"api.json": {"x-codeSamples": items}})
    description = Description(path)
    broken, sample = code_samples(description, description.root())
    assert "points to nothing" in str(broken)
    assert sample == PY
