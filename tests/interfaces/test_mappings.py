"""Mappings: the logs of other programs are read as traces, in the shapes of three public engines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from cases import case
from commands import Fsm, Program

LOGS = Path(__file__).parents[1] / "logs"
"""Made-up logs, in the shapes of the engines they are named after, and a mapping for each."""

SHAPES = {
    "xmage": ("xmage.log", "4 events, 4 turns"),
    "forge": ("forge.log", "31 events, 3 turns"),
    "boardgame": ("boardgame.jsonl", "15 events, 0 turns"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_log_of_an_engine_is_checked_as_it_is(fsm: Fsm, name: str) -> None:
    log, events = SHAPES[name]
    done = fsm("check", str(LOGS / log), "--map", str(LOGS / f"{name}.toml"))
    assert (done.exit_code, f"possible ({events}, cr2026)" in done.output) == (0, True), done.output


@pytest.mark.parametrize(
    ("name", "lost", "line", "why"),
    [
        ("xmage", ">Turn 2 ", 4, "turn 2 comes next, found turn 3"),
        ("xmage", ">Turn 3 ", 5, "turn 3 comes next, found turn 4"),
        ("forge", "Red's Untap step", 4, "beginning.untap comes next"),
        ("forge", "Goblins' Declare Attackers Step", 30, "combat.declare_attackers comes next"),
        ("boardgame", '"phase": "battle"', 7, "combat comes next"),
    ],
)
def test_a_line_left_out_of_a_log_is_missed_at_the_next(
    fsm: Fsm, tmp_path: Path, name: str, lost: str, line: int, why: str
) -> None:
    rows = (LOGS / SHAPES[name][0]).read_text().splitlines(keepends=True)
    (tmp_path / "log").write_text("".join(row for row in rows if lost not in row))
    done = fsm("check", "log", "--map", str(LOGS / f"{name}.toml"))
    assert done.exit_code == 1
    assert why in done.output, done.output
    assert int(done.output.split(":")[1]) == line, done.output


SEVERAL = """
edition = "cr2026"
players = ["Ann", "Bob"]
lines = [
  {match = '^-- Turn (?P<turn>[0-9]+)$', keep = true},
  {match = '^active: (?P<active>[A-Za-z]+)$', set = {kind = "turn.begin"}},
  {match = '^step (?P<step>[a-z_]+)$', set = {kind = "step.begin"}},
]
"""


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("-- Turn 2\nactive: Bob", "possible (4 events, 2 turns, cr2026)"),
        ("-- Turn 3\nactive: Bob", "log:8:1: impossible"),
    ],
)
def test_an_event_of_several_lines(fsm: Fsm, tmp_path: Path, second: str, found: str) -> None:
    steps = "step untap\nstep upkeep\n"
    (tmp_path / "log").write_text(f"hello\n-- Turn 1\nactive: Ann\n{steps}-- the end of the turn\n{second}\n")
    (tmp_path / "map.toml").write_text(SEVERAL)
    done = fsm("check", "log", "--map", "map.toml", "--silent", "draw,end,cleanup,combat", "--effects", "unknown")
    assert found in done.output, done.output


TEAMS = """
edition = "cr2026"
players = ["Ann", "Bob", "Cat", "Dan"]
teams = [["Ann", "Bob"], ["Cat", "Dan"]]
counts = "turns of each player"
lines = [{match = '^Turn (?P<turn>[0-9]+) of (?P<active>.+)$', set = {kind = "turn.begin"}}]
[values.active]
Red = "Ann"
Blue = "Cat"
"""


@pytest.mark.parametrize(
    ("turns", "found"),
    [
        ("1 Red, 1 Blue, 2 Red, 2 Blue", "possible (4 events, 4 turns, cr2026)"),
        ("1 Red, 1 Blue, 1 Blue, 2 Red", "assumed line 3: an extra turn for Cat"),
        ("1 Red, 2 Red, 1 Blue, 3 Red", "assumed line 2: an extra turn for Ann"),
        ("7 Blue, 8 Red, 8 Blue", "possible (3 events, 3 turns, cr2026)"),
        ("1 Red, 2 Red", "log:2:1: impossible"),
    ],
)
def test_the_turns_of_teams_have_numbers_of_their_own(fsm: Fsm, tmp_path: Path, turns: str, found: str) -> None:
    (tmp_path / "log").write_text("".join(f"Turn {one.replace(' ', ' of ')}\n" for one in turns.split(", ")))
    (tmp_path / "map.toml").write_text(TEAMS)
    effects = "none" if "impossible" in found else "unknown"
    done = fsm("check", "log", "--map", "map.toml", "--effects", effects)
    assert found in done.output, done.output


@pytest.mark.parametrize("last", ["\n", ""])
@pytest.mark.parametrize("name", SHAPES)
def test_a_log_may_have_its_newest_line_first(fsm: Fsm, tmp_path: Path, name: str, last: str) -> None:
    log, events = SHAPES[name]
    rows = (LOGS / log).read_text().splitlines()
    mapping = 'order = "newest first"\n' + (LOGS / f"{name}.toml").read_text()
    (tmp_path / "newest.toml").write_text(mapping)
    (tmp_path / "log").write_text("\n".join(reversed(rows)) + last)
    done = fsm("check", "log", "--map", "newest.toml")
    assert (done.exit_code, f"possible ({events}, cr2026)" in done.output) == (0, True), done.output
    assert f"{len(rows)} lines" in done.output


def test_what_is_wrong_in_a_log_that_is_newest_first_is_named_by_its_line(
    fsm: Fsm, program: Program, tmp_path: Path
) -> None:
    rows = [row for row in (LOGS / "xmage.log").read_text().splitlines() if ">Turn 2 " not in row]
    (tmp_path / "newest.toml").write_text('order = "newest first"\n' + (LOGS / "xmage.toml").read_text())
    (tmp_path / "log").write_text("\n".join(reversed(rows)))
    line = 1 + next(at for at, row in enumerate(reversed(rows)) if ">Turn 3 " in row)
    done = fsm("check", "log", "--map", "newest.toml")
    assert (done.exit_code, f"log:{line}:1: impossible" in done.output) == (1, True), done.output
    piped = program("check", "-", "--map", str(tmp_path / "newest.toml"), stdin=(tmp_path / "log").read_bytes())
    said = piped.stdout.decode()
    assert (piped.returncode, f"<stdin>:{line}:1: impossible" in said) == (1, True), said
    (tmp_path / "log").write_text("")
    assert fsm("check", "log", "--map", "newest.toml").exit_code == 2


@pytest.mark.parametrize(
    ("before", "added", "possible"),
    [
        ("Phase: Ai(2)-Goblins' Main phase, postcombat", "Phase: AdditionalAi(2)-Goblins' Upkeep step", True),
        ("Phase: Ai(2)-Goblins' Main phase, postcombat", "Phase: Ai(2)-Goblins' Upkeep step", False),
        ("Turn: Turn 3", "Phase: RepeatAi(2)-Goblins' Cleanup step", True),
        ("Turn: Turn 3", "Phase: RepeatAi(2)-Goblins' End step", False),
    ],
)
def test_the_log_of_forge_says_what_was_added(
    fsm: Fsm, tmp_path: Path, before: str, added: str, possible: bool
) -> None:
    (tmp_path / "log").write_text((LOGS / "forge.log").read_text().replace(before, f"{added}\n{before}"))
    done = fsm("check", "log", "--map", str(LOGS / "forge.toml"))
    assert done.exit_code == (0 if possible else 1), done.output


BAD = {
    "players = [1": "map.toml:1:",
    'colour = "red"\n[fields]\nkind = "event"': "map.toml:1:1: unknown key 'colour'",
    '[fields]\nkidn = "event"': "map.toml:2:1: found 'kidn' (did you mean \"kind\"?)",
    "[fields]\nkind = 7": "map.toml:2:8: found 7, expected a text",
    'edition = "cr2026"': "map.toml:1:1: found neither or both of fields and lines",
    '[[lines]]\nmatch = "(a+)+b"\nset = { kind = "turn.begin" }': "map.toml:2:9: found a repetition inside a repeated",
    '[[lines]]\nmatch = "("\nset = { kind = "turn.begin" }': "map.toml:2:9: not a regular expression",
    f'[[lines]]\nmatch = "{"x" * 600}"\nset = {{ kind = "turn.begin" }}': "map.toml:2:9: found a regular expression",
    '[[lines]]\nmatch = "(?P<trun>x)"\nset = { kind = "turn.begin" }': "map.toml:2:9: unknown group 'trun'",
    '[[lines]]\nmatch = "x"': "map.toml:2:9: this line has no kind",
    '[[lines]]\nmatch = "nothing"\nset = { kind = "turn.begin" }': "log:1:1: none of 3 lines is an event",
}


def test_what_is_wrong_with_a_mapping_is_said_at_its_place(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "log").write_text("one\ntwo\nthree\n")
    for text, said in BAD.items():
        with case(text):
            (tmp_path / "map.toml").write_text(text)
            done = fsm("check", "log", "--map", "map.toml", "--edition", "cr2026")
            assert (done.exit_code, done.stderr[: len(said)]) == (2, said), done.stderr
            assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("turn", ['"\u00b2"', "-3", "9" * 30, '"99999999999999999999"', "2.5", "true"])
def test_what_is_no_number_of_a_turn_is_said_at_its_line(fsm: Fsm, tmp_path: Path, turn: str) -> None:
    (tmp_path / "log").write_text(f'{{"turn": 1, "what": "turn.begin"}}\n{{"turn": {turn}, "what": "turn.begin"}}\n')
    (tmp_path / "map.toml").write_text('edition = "cr2026"\n[fields]\nturn = "turn"\nkind = "what"\n')
    done = fsm("check", "log", "--map", "map.toml")
    assert (done.exit_code, done.stderr[:27]) == (2, "log:2:1: by the mapping: Ex")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_an_expression_that_takes_for_ever_is_ended(program: Program, tmp_path: Path) -> None:
    (tmp_path / "log").write_text("x" * 1_900 + "\n")
    (tmp_path / "map.toml").write_text("[[lines]]\nmatch = 'x*x*x*x*x*x*y'\nset = { kind = 'turn.begin' }\n")
    start = time.monotonic()
    done = program("check", "log", "--map", "map.toml", "--edition", "cr2026")
    assert (done.returncode, b"log:1:1: a regular expression of the mapping takes longer" in done.stderr) == (2, True)
    assert time.monotonic() - start < 20
