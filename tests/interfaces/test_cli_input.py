"""Unusable input: one line with its place, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import GOOD, Fsm, Lesson, Program

BEAR = "cards: {name: Bear, type: creature, power: 2, toughness: 2, abilities: {do: [{life: 1}]}}\n"


def bear(number: str) -> str:
    """A scenario that names a permanent by a number."""
    setup = f"players: {{Ann: {{battlefield: Bear}}, Bob: }}\n{BEAR}expect: {{turns: [Ann]}}\n"
    return f"{setup}script: [{{at: T1.upkeep, Ann: {{activate: 'Bear#{number}'}}}}]"


BAD: list[tuple[str, str | bytes, str]] = [
    ("broken YAML", "players: [Ann, Bob\nexpect: x", "x.turn.yaml:1:10: this is not YAML"),
    ("a tab", "players:\n\t- Ann", "x.turn.yaml:2:1: this is not YAML"),
    ("empty", "", "x.turn.yaml:1:1: the file is empty"),
    ("only a comment", "# nothing", "x.turn.yaml:1:1: the file is empty"),
    ("a list", "- 1", "x.turn.yaml:1:1: found a list"),
    (
        "duplicate keys",
        f"{GOOD}name: again\n",
        'x.turn.yaml:4:1: duplicate key "name" (first in line 1)',
    ),
    ("unknown key", f"{GOOD}nmae: x\n", "x.turn.yaml:4:1: unknown key 'nmae' (did you mean \"name\"?)"),
    (
        "unknown card",
        f"{GOOD}script: [{{at: T1.upkeep, Ann: {{cast: Tyme Walk}}}}]",
        "x.turn.yaml:4:38: unknown card 'Tyme Walk'",
    ),
    (
        "unknown step",
        f"{GOOD}script: [{{at: T1.upkep, Ann: pass}}]",
        "x.turn.yaml:4:15: 'upkep' in 'T1.upkep' is not a phase or step",
    ),
    (
        "impossible address",
        f"{GOOD}script: [{{at: T1.combat.draw, Ann: pass}}]",
        "x.turn.yaml:4:15: 'T1.combat.draw' cannot exist",
    ),
    ("never came up", f"{GOOD}script: [{{at: T1.draw, Ann: pass}}]", "x.turn.yaml:4:24: this never came up"),
    (
        "illegal action",
        f"{GOOD}script: [{{at: T1.upkeep, Ann: {{cast: Time Walk}}}}]",
        "x.turn.yaml:4:26: Ann cannot do this at T1.beginning.upkeep",
    ),
    ("a number that is none", bear("²"), "x.turn.yaml:4:26: Ann: no 'Bear#²' is available"),
    ("a number of 5,000 digits", bear("9" * 5000), "x.turn.yaml:4:26: Ann: no 'Bear#9999"),
    ("the permanent before the first", bear("0"), "x.turn.yaml:4:26: Ann: no 'Bear#0' is available"),
    (
        "unknown card of a permanent",
        "players:\n  Ann:\n    battlefield:\n      - name: A\n        type: artifact\n"
        "        triggers: {when: upkeep, do: [draw, {put: {card: Nonsense}}]}\n  Bob:\nexpect: {turns: [Ann]}",
        "x.turn.yaml:6:58: unknown card 'Nonsense'",
    ),
    (
        "unknown card of a spell",
        f"{GOOD}script:\n- at: T1.upkeep\n  Ann: {{cast: {{name: A, type: instant, effects: {{put: Nonsense}}}}}}",
        "x.turn.yaml:6:55: unknown card 'Nonsense'",
    ),
    (
        "unknown player of a card",
        f"{GOOD}cards:\n- name: Cat\n  type: instant\n  effects: [draw, {{extra_turn: Cat}}]",
        "x.turn.yaml:7:32: Cat: no player 'Cat'",
    ),
    ("empty expectation", "players: [Ann, Bob]\nexpect: {}", "x.turn.yaml:2:1: expect: is empty"),
    ("unknown edition", f"{GOOD}edition: cr2007\n", "x.turn.yaml:4:10: there is no edition 'cr2007'"),
    (
        "too many players",
        "players: [a, b, c, d, e, f, g, h, i]\nexpect: {turns: [a]}",
        "x.turn.yaml:1:10: found 9 players",
    ),
    ("not UTF-8", b"name: caf\xe9\n", "x.turn.yaml:1:10: this is not UTF-8"),
    ("UTF-16", "name: x\n".encode("utf-16"), "x.turn.yaml:1:1: this is not UTF-8"),
    ("binary", bytes(range(256)), "x.turn.yaml:"),
    ("null bytes", b"players: [A\0nn, Bob]", "x.turn.yaml:1:"),
    ("a tag", "!!python/object:os.system {}", "x.turn.yaml:1:1: the tag"),
    ("deep", "[" * 5000, "x.turn.yaml:1:"),
    ("alias to itself", "&a [*a]", "x.turn.yaml:1:"),
    ("huge number", f"{GOOD}rules: {'9' * 5000}", "x.turn.yaml:4:8"),
    ("huge life", "players: {Ann: {life: 99999999999999999999999}, Bob: }\nexpect: {turns: [Ann]}", "x.turn.yaml:1:23"),
    ("infinite number", f"{GOOD}rules: .inf", "x.turn.yaml:4:8"),
    (
        "a very long name",
        f"players: [{'A' * 1000}, Bob]\nexpect: {{turns: [Bob]}}",
        "x.turn.yaml:1:11: found 'AAA",
    ),
    ("half a surrogate", 'players: ["A\\ud800", Bob]\nexpect: {turns: [Bob]}', "x.turn.yaml:"),
    (
        "a bare value for an effect",
        f"{GOOD}cards: [{{name: x, effects: [{{delayed: end}}]}}]",
        "x.turn.yaml:4:39: found 'end'",
    ),
    ("a number for a text", f"{GOOD}about: 3", "x.turn.yaml:4:8: found 3, expected a text; put it in quotes"),
    (
        "endless",
        "cards: {name: E, type: artifact, triggers: {when: untap, do: {extra_turn: you}}}\n"
        "players: {Ann: {battlefield: E}, Bob: }\nexpect: {winner: Ann}",
        "x.turn.yaml:1:8: more than 300,000 events at",
    ),
]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(text, message, id=name, marks=pytest.mark.slow if name == "endless" else ())
        for name, text, message in BAD
    ],
)
def test_unusable_input_is_said_in_one_line_with_its_place(
    fsm: Fsm, tmp_path: Path, text: str | bytes, message: str
) -> None:
    (tmp_path / "x.turn.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    done = fsm("run", "x.turn.yaml", "--trace", "out.jsonl")
    assert done.stderr.startswith(message), done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 2_000
    assert done.exit_code == 2
    assert not (tmp_path / "out.jsonl").exists()
    of_act = any(said in done.stderr for said in ("never came up", "cannot do this", ": Ann: "))
    assert bool(done.stdout) is of_act, "a game is shown up to an act that cannot be done"


@pytest.mark.parametrize("text", [BAD[0][1], BAD[17][1]], ids=[BAD[0][0], BAD[17][0]])
def test_a_process_of_its_own_says_the_same(program: Program, fsm: Fsm, tmp_path: Path, text: str | bytes) -> None:
    (tmp_path / "x.turn.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    outside, within = program("run", "x.turn.yaml"), fsm("run", "x.turn.yaml")
    assert (outside.returncode, outside.stderr.decode()) == (within.exit_code, within.stderr)


def test_an_alias_bomb_is_said(fsm: Fsm, lesson: Lesson) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    done = fsm("run", lesson("\n".join(lines)))
    assert done.exit_code == 2
    assert "aliases" in done.stderr


@pytest.mark.parametrize("command", [["run"], *(["diagram", kind, "-o", "a.svg"] for kind in ("scenario", "timeline"))])
def test_fifty_megabytes_are_refused(fsm: Fsm, tmp_path: Path, command: list[str]) -> None:
    with (tmp_path / "big.turn.yaml").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    done = fsm(*command, "big.turn.yaml")
    assert (done.exit_code, done.stderr) == (
        2,
        "big.turn.yaml: the file is larger than 1,048,576 bytes, the maximum\n",
    )


def test_fifty_megabytes_of_standard_input_are_refused(fsm: Fsm) -> None:
    done = fsm("run", "-", stdin=b"# x\n" * (13 * 1024 * 1024))
    assert done.exit_code == 2
    assert "larger than" in done.stderr


@pytest.mark.parametrize("stdin", [b"\xff\xfe", b"name: caf\xe9", b""], ids=["UTF-16", "Latin-1", "nothing"])
def test_standard_input_that_is_no_text_is_said(fsm: Fsm, stdin: bytes) -> None:
    done = fsm("run", "-", stdin=stdin)
    assert done.exit_code == 2
    assert done.stderr.startswith("<stdin>:1:")


@pytest.mark.parametrize("name", ["missing.turn.yaml", ".", "", "x.turn.yaml/below"])
@pytest.mark.parametrize("command", [["run"], *(["diagram", kind, "-o", "a.svg"] for kind in ("scenario", "timeline"))])
def test_a_file_that_cannot_be_read_is_said(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, name: str, command: list[str]
) -> None:
    lesson(GOOD)
    done = fsm(*command, name)
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["run"],
        ["nonsense"],
        ["run", "x.turn.yaml", "--edition", "cr1999"],
        ["run", "x.turn.yaml", "--nonsense"],
        ["rules", "999.9"],
        ["rules", ""],
        ["rules", "3" * 5000],
        ["rules", "--edition", "cr1999"],
        ["rules", "300.6", "--edition", "../../etc/passwd"],
        ["schema", "nonsense"],
        ["diagram", "turn", "-e", "cr1999", "-o", "a.svg"],
        ["diagram", "turn"],
        ["diagram", "scenario", "x.turn.yaml", "--turn", "9", "-o", "a.svg"],
        ["diagram", "scenario", "x.turn.yaml", "--turn", "0", "-o", "a.svg"],
        ["test", "missing.turn.yaml"],
        ["test", "missing/"],
    ],
    ids=" ".join,
)
def test_a_command_that_means_nothing_is_unusable_input(
    fsm: Fsm, lesson: Lesson, tmp_path: Path, arguments: list[str]
) -> None:
    lesson(GOOD)
    done = fsm(*arguments)
    assert done.exit_code == 2
    assert done.stderr or done.stdout
    assert {path.name for path in tmp_path.iterdir()} <= {"x.turn.yaml"}
