"""Whatever an edition's file holds, it is refused at a place, or turns are drawn and games are played by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from odd_editions import damaged_edition, odd_edition
from random_games import RandomGame

from fsm.edition import Edition, load_edition, naming
from fsm.errors import EditionError, LimitReached
from fsm.turn import base_turn, parse_turn

FEW, MANY, AT_ONCE = 25, 2_500, 250
ACTIONS = 40


def read(folder: Path, raw: bytes) -> Edition | None:
    """The edition of these bytes, or nothing if it was refused at a place of its file."""
    file = folder / "odd.toml"
    file.write_bytes(raw)
    try:
        return load_edition(file)
    except EditionError as refused:
        error = refused
    assert error.file == str(file), error
    assert error.line, error
    return None


def check(folder: Path, seed: int) -> bool:
    """Reads an odd edition, draws its turn, and plays a random game by it; whether it was read."""
    edition = read(folder, odd_edition(seed, overrides=True).encode())
    if edition is None:
        return False
    turn = base_turn(edition)
    assert parse_turn(turn.notation(exact=True), edition) is turn
    assert turn.table
    assert turn.diagram().dot()
    random = Random(seed)  # noqa: S311  # any game, the same each time
    try:
        with naming([edition.kinds]):
            RandomGame(edition.id, random.choice((2, 2, 3, 4)), [random.randrange(10**6) for _ in range(ACTIONS)])
    except LimitReached:
        pass  # a turn in which nobody ever has priority goes on for ever
    except Exception as error:
        text = odd_edition(seed, overrides=True)
        raise AssertionError(f"odd_edition({seed}): {type(error).__name__}: {error}\n{text}") from error
    return True


def test_odd_editions_are_refused_or_played(tmp_path: Path) -> None:
    said = [check(tmp_path, seed) for seed in range(FEW)]
    assert said.count(True) > FEW / 2


@pytest.mark.parametrize("seed", [5_001_000, 5_001_013])
def test_an_edition_may_lack_what_rules_name(tmp_path: Path, seed: int) -> None:
    """One writes the cleanup step in another way, the other has no ending phase."""
    assert check(tmp_path, seed)


@pytest.mark.parametrize(
    "topic", ["pass", "step_ends", "no_attackers", "second_damage", "cleanup_priority", "end_turn_cleanup"]
)
def test_an_edition_may_lack_a_rule_of_play(tmp_path: Path, topic: str) -> None:
    numbers = load_edition("cr2026").cite(topic)
    text = ['title = "Odd"', 'like = "cr2026"', "[rules]", *(f'"{number}" = false' for number in numbers)]
    edition = read(tmp_path, "\n".join(text).encode())
    if edition is None:
        assert topic in ("end_turn_cleanup", "second_damage")  # what names it is said at its place
        return
    assert base_turn(edition).diagram().dot()
    with naming([edition.kinds]):
        RandomGame(edition.id, 2, [number * 7 for number in range(ACTIONS)])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_many_odd_editions_are_refused_or_played(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + AT_ONCE):
        check(tmp_path, seed)


def test_damaged_editions_are_refused_or_read(tmp_path: Path) -> None:
    said = [read(tmp_path, damaged_edition(seed, odd_edition(seed % 10))) is not None for seed in range(4 * FEW)]
    assert 0 < said.count(True) < 3 * FEW, "some are read, most are not"
