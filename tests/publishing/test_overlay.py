"""Overlays that bring code samples (Speakeasy's ``codeSamples.yaml``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.errors import SourceError
from snippet_widget.publishing.descriptions.overlay import applied, target_steps
from snippet_widget.publishing.descriptions.references import Description
from tests.description_builder import written

if TYPE_CHECKING:
    from pathlib import Path


def overlay(*actions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"overlay": "1.0.0", "info": {}, "actions": list(actions), **fields}


def result(folder: Path, files: dict[str, Any]) -> tuple[Any, list[str]]:
    description = Description(written(folder, files))
    document, problems = applied(description, description.root())
    return document.value, [problem.message for problem in problems]


@pytest.mark.parametrize(
    ("target", "steps"),
    [
        ('$["paths"]["/users/{id}"]["get"]', ["paths", "/users/{id}", "get"]),
        ("$['paths']['/a.b']['get']", ["paths", "/a.b", "get"]),
        ('$.paths["/a"].get', ["paths", "/a", "get"]),
        ("$.paths./a/{id}/b.c.post.summary", ["paths", "/a/{id}/b.c", "post", "summary"]),
        ("$", []),
        ("$.paths.*.get", None),
        ("$..x", None),
        ("$.paths[?(@.x)]", None),
        ("paths", None),
        (5, None),
        ("$" + ".a" * 51, None),
    ],
)
def test_targets_of_names_are_understood(target: Any, steps: list[str] | None) -> None:
    assert target_steps(target) == steps


def test_updates_are_merged_as_the_specification_has_it(tmp_path: Path) -> None:
    assert result(
        tmp_path,
        {
            "o.json": overlay(
                {"target": '$["paths"]["/a"]["get"]', "update": {"x": [1], "y": {"z": 1}}},
                {"target": '$["paths"]["/a"]["get"]', "update": {"x": [2], "y": {"w": 2}}},
                {"target": '$["paths"]["/a"]["get"]["x"]', "update": 3},
                {"target": "$", "update": {"servers": []}},
                {"target": '$["paths"]["/b"]', "remove": True},
            )
        },
    ) == ({"paths": {"/a": {"get": {"x": [1, 2, 3], "y": {"z": 1, "w": 2}}}}, "servers": []}, [])


def test_target_that_is_not_understood_is_a_problem(tmp_path: Path) -> None:
    document, problems = result(
        tmp_path, {"o.json": overlay({"target": "$.paths.*", "update": {"x": 1}})}
    )
    assert document == {}
    assert problems == ["Action 1 is left out: its target '$.paths.*' names no place."]


@pytest.mark.parametrize("extends", ["api.json", "./api.json"])
def test_description_beside_it_is_extended_and_not_changed(tmp_path: Path, extends: str) -> None:
    base = {"servers": [{"url": "/v1"}], "paths": {"/a": {"get": {"tags": ["t"]}}}}
    action = {"target": '$["paths"]["/a"]["get"]', "update": {"x": 1}}
    document, problems = result(
        tmp_path, {"o.json": overlay(action, extends=extends), "api.json": base}
    )
    assert problems == []
    assert document == {**base, "paths": {"/a": {"get": {"tags": ["t"], "x": 1}}}}


@pytest.mark.parametrize("extends", ["https://acme.test/a.json", "../a.json", "file:///a", 7])
def test_description_elsewhere_is_not_read(tmp_path: Path, extends: Any) -> None:
    written(tmp_path, {"a.json": {"servers": []}})
    action = {"target": "$.info", "update": {"title": "t"}}
    files = {"o.json": overlay(action, extends=extends)}
    assert result(tmp_path / "sub", files) == ({"info": {"title": "t"}}, [])


def test_updates_that_grow_by_aliases_are_refused(tmp_path: Path) -> None:
    grown = "  x0: &x0 {a: {}}\n" + "".join(
        f"  x{n}: &x{n} {{a: *x{n - 1}, b: *x{n - 1}}}\n" for n in range(1, 60)
    )
    text = (
        f"overlay: 1.0.0\nstore:\n{grown}actions:\n" + "- {target: $.a, update: {deep: *x59}}\n" * 2
    )
    with pytest.raises(SourceError, match="merge more than"):
        result(tmp_path, {"o.yaml": text})
