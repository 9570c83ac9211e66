"""What a killed run has left in memory is removed; what another run still uses is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.memory_folder import memory_folder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_is_there_until_its_end_and_one_that_was_left_until_the_next(
    tmp_path: Path,
) -> None:
    left = tmp_path / "snippet-widget-test-left"
    (left / "data").mkdir(parents=True)
    others = tmp_path / "theirs"
    others.mkdir()
    with memory_folder(tmp_path, room=0) as first:
        (first / "file").touch()
        with memory_folder(tmp_path, room=0) as second:
            assert {*tmp_path.iterdir()} == {first, second, others}
        assert [*first.iterdir()] == [first / "file"]
    assert [*tmp_path.iterdir()] == [others]


def test_where_there_is_no_room_in_memory_the_folder_is_on_the_disk(tmp_path: Path) -> None:
    for memory, room in ((tmp_path, 1 << 60), (tmp_path / "none", 0)):
        with memory_folder(memory, room) as folder:
            assert folder.is_dir()
            assert not folder.is_relative_to(tmp_path)
        assert not folder.exists()
