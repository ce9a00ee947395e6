"""``fsm new``, ``fsm expect`` and ``fsm watch``: begun, given expectations, run as saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from commands import GOOD, Fsm, Lesson

from fsm.edition import edition_ids
from fsm.library import lessons
from fsm.scenario import judge, parse_scenarios, read_scenarios, run_scenario
from fsm.scenario.writing.expected import with_expectations
from fsm.scenario.writing.starting import file_name, new_scenario


def test_a_new_file_runs_and_is_not_replaced(fsm: Fsm, tmp_path: Path) -> None:
    made = fsm("new", "Whose  turn is next?")
    assert (made.exit_code, made.stdout.splitlines()[0]) == (0, "whose-turn-is-next.turn.yaml")
    file = tmp_path / "whose-turn-is-next.turn.yaml"
    (scenario,) = read_scenarios(file)
    assert scenario.name == "Whose turn is next?"
    assert not any(scenario.rules.values())
    assert (scenario.expects, run_scenario(scenario).turns) == (False, ((1, "Ann"),))
    assert fsm("run", file.name).exit_code == 0
    file.write_text("mine")
    again = fsm("new", "Whose turn is next?")
    assert (again.exit_code, again.stdout, file.read_text()) == (2, "", "mine")
    assert "this file exists, and is not replaced" in again.stderr


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_has_a_file_to_start_from(edition: str) -> None:
    text = new_scenario("a: b # c", edition, ("Zoë", "no", "A b"), "x.turn.yaml")
    (scenario,) = parse_scenarios(text)
    assert (scenario.name, scenario.editions, scenario.players) == ("a: b # c", (edition,), ("Zoë", "no", "A b"))
    assert run_scenario(scenario).turns == ((1, "Zoë"),)


def test_what_the_comments_offer_works_too() -> None:
    text = new_scenario("Offered", "cr2026", ("Ann", "Bob", "Cleo"), "x.turn.yaml")
    offered = re.sub(
        r"^( *)# ((?:- at|  responding_to|  \w+: \{|expect:|  turns:).*)$", r"\1\2", text, flags=re.MULTILINE
    )
    offered = offered.replace("players: [Ann, Bob, Cleo]\n", "").replace("# players: {", "players: {")
    assert text.count("#") - offered.count("#") == 10
    (scenario,) = parse_scenarios(offered)
    recording = run_scenario(scenario)
    cast = [frame.event.get("name") for frame in recording if frame.event.kind == "stack.push"]
    assert cast == ["Time Walk", "Opt", "A Card of My Own"]
    assert judge(scenario, recording) == []


def test_a_file_may_begin_like_another(fsm: Fsm, tmp_path: Path, lesson: Lesson) -> None:
    other = lesson(GOOD)
    assert fsm("new", "Mine", "--like", other, "-o", "mine.turn.yaml").exit_code == 0
    assert (tmp_path / "mine.turn.yaml").read_text() == f"# Begun from: a lesson\n{GOOD.replace('a lesson', 'Mine')}"
    both = fsm("new", "Mine too", "--like", other, "--players", "Ann,Bob")
    assert (both.exit_code, "leave --edition and --players out" in both.stderr) == (2, True)


def test_a_file_to_begin_like_is_named_where_it_fails(fsm: Fsm, tmp_path: Path, lesson: Lesson) -> None:
    wrong = fsm("new", "Mine", "--like", lesson(GOOD.replace("[Ann]", "[Bob]")))
    assert wrong.exit_code == 2
    assert re.match(r"\S*x\.turn\.yaml:\d+:\d+: turn 1 differs, expected Bob, found Ann", wrong.stderr)
    assert [file.name for file in tmp_path.iterdir()] == ["x.turn.yaml"]


def test_a_new_file_gets_its_folder(fsm: Fsm) -> None:
    assert fsm("new", "Mine", "-o", "a/b/mine.turn.yaml").exit_code == 0
    assert fsm("run", "a/b/mine.turn.yaml").exit_code == 0


def test_names_of_files() -> None:
    assert file_name("  Ann's TURN: again & again  ") == "anns-turn-again-again.turn.yaml"
    assert file_name("追加ターン") == "追加ターン.turn.yaml"
    assert len(file_name("word " * 40)) <= 60 + len(".turn.yaml")
    assert "/" not in file_name("../../etc/passwd")


def test_unusable_titles_and_players_are_said(fsm: Fsm, tmp_path: Path) -> None:
    for arguments, said in (
        (("???",), "has no letter or digit"),
        (("x", "--players", "Ann"), "found 1 player, expected two or more"),
        (
            ("x", "--players", "Ann,Ann"),
            "fsm: two players are called 'Ann'; found the title 'x' and the players Ann, Ann",
        ),
        (("x", "-e", "cr1999"), "there is no edition 'cr1999'"),
    ):
        done = fsm("new", *arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert said in done.stderr
    assert not list(tmp_path.iterdir())


def test_watching_goes_on_through_errors(fsm: Fsm, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    name = lesson(GOOD)

    def saved(paths: tuple[str, ...], suffix: str) -> Iterator[tuple[list[str], list[str]]]:
        assert (list(paths), suffix) == ([name], ".turn.yaml")
        yield [name], []
        lesson("name: [")
        yield [name], []
        lesson(GOOD.replace("[Ann]", "[Bob]"))
        yield [name], []
        yield [], [name]
        lesson(GOOD)
        yield [name], []
        raise KeyboardInterrupt

    monkeypatch.setattr("fsm.watching.saved_files", saved)
    done = fsm("watch", name)
    assert done.exit_code == 130
    assert done.stdout.count("Turn 1 · Ann") == 3
    assert done.stdout.count(f"{name}: all expectations hold") == 2
    assert "this is not YAML" in done.stderr
    assert "turns differ" in done.stderr or "turn 1 differs" in done.stderr
    assert f"{name}: the file is gone" in done.stderr


def test_several_watched_files_are_judged_at_first(fsm: Fsm, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [lesson(GOOD, "a.turn.yaml"), lesson(GOOD.replace("[Ann]", "[Bob]"), "b.turn.yaml")]

    def saved(_: object, __: str) -> Iterator[tuple[list[str], list[str]]]:
        yield names, []
        raise KeyboardInterrupt

    monkeypatch.setattr("fsm.watching.saved_files", saved)
    done = fsm("watch", *names)
    assert done.stdout.splitlines() == ["1 of 2 files hold"]
    assert "b.turn.yaml:" in done.stderr
    assert "watching 2 files" in done.stderr


def test_watching_refuses_an_unknown_edition_at_once(fsm: Fsm, lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsm.watching.saved_files", lambda *_: iter([([], [])]))
    done = fsm("watch", lesson(GOOD), "-e", "cr1999")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("fsm: there is no edition 'cr1999'")


ASKED = """# An argument.
name: x
edition: [cr2026, cr2006]
players: {Ann: {battlefield: [Grizzly Bears]}, Bob: }
script:
  - at: T1.precombat_main
    Ann: [{cast: Relentless Assault}, {cast: Time Walk}]   # in this order
  - at: T1.declare_attackers
    Ann: {attack: Grizzly Bears}
"""
ANSWERED = """expect:
  turns: [Ann, Ann]
  steps: {T1: 'U Up [D] | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA [DB] [CD] EC | M3 | E CL'}
  state:
    T2:
      when: ends
      Ann:
        life: 20
        battlefield: [Grizzly Bears]
        graveyard: [Time Walk, Relentless Assault]
      Bob: {life: 18}
"""


def test_what_happens_is_written_as_expected(fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    file.write_text(f"{ASKED}\n# The end.\n---\nplayers: [Ann, Bob]\n", encoding="utf-8")
    done = fsm("expect", "x.turn.yaml", "--scenario", "1")
    assert (done.exit_code, done.stdout) == (0, ANSWERED)
    assert done.stderr == "nothing is written; --yes writes it into the file\n"
    assert fsm("expect", "x.turn.yaml", "--scenario", "1", "--yes").exit_code == 0
    assert file.read_text(encoding="utf-8") == f"{ASKED}\n# The end.\n{ANSWERED}---\nplayers: [Ann, Bob]\n"
    assert fsm("expect", "x.turn.yaml", "--scenario", "2", "-y").exit_code == 0
    assert fsm("test", "x.turn.yaml").exit_code == 0


def test_what_is_expected_is_replaced_only_on_request(fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    old = "# Why.\nexpect:\n  turns: [Bob]\n# Not this.\n"
    file.write_text(f"{old}{ASKED}", encoding="utf-8")
    done = fsm("expect", "x.turn.yaml", "-y")
    assert done.exit_code == 2
    assert done.stderr.startswith("x.turn.yaml:2:1: expect: says what is expected already;")
    assert fsm("expect", "x.turn.yaml", "-y", "--replace").exit_code == 0
    assert file.read_text(encoding="utf-8") == f"# Why.\n# Not this.\n{ASKED}{ANSWERED}"


def test_expectations_that_differ_by_edition_stand_under_each(fsm: Fsm) -> None:
    said = "edition: [cr2026, cr2006]\nplayers: {Ann: {mana: 2}, Bob: }\nuntil: T1.upkeep\n"
    whole = fsm("expect", "-", stdin=said.encode()).stdout
    assert whole.startswith(said)
    assert "expect_in:\n" in whole
    assert [line.strip() for line in whole.splitlines() if "Ann: {life" in line] == [
        "Ann: {life: 20}",
        "Ann: {life: 18}",
    ]
    assert fsm("run", "-", stdin=whole.encode()).exit_code == 0


def test_nothing_is_written_where_it_cannot_stand(fsm: Fsm, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    file.write_text("{players: [Ann, Bob]}\n", encoding="utf-8")
    done = fsm("expect", "x.turn.yaml", "-y")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("x.turn.yaml:1:1: nothing can be added: write the file with each key on a line")
    assert file.read_text(encoding="utf-8") == "{players: [Ann, Bob]}\n"


def test_what_is_expected_of_a_game_that_has_not_begun() -> None:
    text = "players: [Ann, Bob]\nuntil: T0\n"
    _, added = with_expectations(text, "x.turn.yaml")
    assert yaml.safe_load(added) == {
        "expect": {"state": {"T0": {"when": "ends", "Ann": {"life": 20}, "Bob": {"life": 20}}}}
    }


@pytest.mark.slow
def test_what_happens_in_the_corpus_can_be_written_everywhere() -> None:
    for lesson in lessons()[::5]:
        text = lesson.file.read_text(encoding="utf-8")
        for number, _ in enumerate(parse_scenarios(text, str(lesson.file))):
            with_expectations(text, str(lesson.file), number, replace=True)
