"""Which files were saved: all at first, then those that changed and have settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from fsm.errors import InputError
from fsm.watching import saved_files

Look = tuple[list[str], list[str]]


def looks(paths: list[Path], *changes: Callable[[], object]) -> Iterator[Look]:
    """What is seen if these changes are made, one before each look, until they are used up."""
    coming = iter(changes)

    def wait(_: float) -> None:
        change = next(coming, None)
        if change is None:
            raise KeyboardInterrupt
        change()

    try:
        yield from saved_files(map(str, paths), ".turn.yaml", wait)
    except KeyboardInterrupt:
        return


def nothing() -> None:
    pass


def test_a_saved_file_is_told_once_and_only_when_it_has_settled(tmp_path: Path) -> None:
    file = tmp_path / "a.turn.yaml"
    file.write_text("one")
    seen = looks(
        [file],
        nothing,
        lambda: file.write_text("one, two"),
        lambda: file.write_text("one, two, three"),
        nothing,
        nothing,
    )
    assert next(seen) == ([str(file)], [])
    assert next(seen) == ([str(file)], [])
    assert file.read_text() == "one, two, three"
    assert list(seen) == []


def test_a_file_that_an_editor_replaces_is_saved_and_one_that_is_gone_is_told(tmp_path: Path) -> None:
    file, other = tmp_path / "a.turn.yaml", tmp_path / "a.turn.yaml~"
    file.write_text("one")

    def replace() -> None:
        other.write_text("two")
        other.replace(file)

    seen = looks([file], replace, nothing, file.unlink, nothing, lambda: file.write_text("x"), nothing)
    assert list(seen) == [([str(file)], []), ([str(file)], []), ([], [str(file)]), ([str(file)], [])]


def test_a_folder_gets_new_files_and_others_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "a.turn.yaml").write_text("one")
    new = tmp_path / "below" / "b.turn.yaml"
    new.parent.mkdir()
    seen = looks([tmp_path], lambda: new.write_text("x"), lambda: (tmp_path / "notes.txt").write_text("x"), nothing)
    assert list(seen) == [([str(tmp_path / "a.turn.yaml")], []), ([str(new)], [])]


def test_what_cannot_be_watched_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        next(looks([tmp_path / "none.turn.yaml"]))
    with pytest.raises(InputError, match=r"no \*\.turn\.yaml file is here"):
        next(looks([tmp_path]))


def test_many_files_are_looked_at_less_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.turn.yaml").write_text("one")
    clock = iter((0.0, 0.005, 1.0, 9.0))
    monkeypatch.setattr("fsm.watching.perf_counter", lambda: next(clock))
    waited: list[float] = []

    def wait(seconds: float) -> None:
        if len(waited) == 2:
            raise KeyboardInterrupt
        waited.append(seconds)

    with pytest.raises(KeyboardInterrupt):
        list(islice(saved_files([str(tmp_path)], ".turn.yaml", wait), 5))
    assert waited == [0.25, 0.5]
