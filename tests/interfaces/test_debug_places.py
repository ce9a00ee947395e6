"""``fsm debug``: places in every turn and phase, conditions, names with commas, and what Tab offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Fsm
from debugging import HOURS, debug

from fsm.debugger.playing import new_game
from fsm.debugger.terminal import Terminal
from fsm.debugger.typed import split_names
from fsm.edition import load_edition

SECOND = """name: Only the second combat has blockers
edition: cr2026
players: {Ann: {battlefield: [Grizzly Bears]}, Bob: {battlefield: [Hill Giant]}}
script:
  - at: T1.precombat_main
    Ann: {cast: {name: More, type: sorcery, effects: [{extra_phases: [combat]}]}}
  - at: T1.combat#2.declare_attackers
    Ann: {attack: [Grizzly Bears]}
"""


def test_a_bare_step_or_phase_is_every_one_of_them() -> None:
    said = debug(
        SECOND, "b declare_blockers", "b combat", "j declare_blockers", "cl", "j start", "until declare_blockers", "q"
    )
    assert "Breakpoint 1 at the beginning of declare_blockers, in any turn (1 stop)" in said
    assert "Breakpoint 2 at the beginning of combat, in any turn (2 stops)" in said
    assert said.count("T1.combat#2.declare_blockers  [") == 2


def test_a_place_that_was_skipped_says_why_it_never_comes_up() -> None:
    said = debug(SECOND, "b T1.combat.declare_blockers", "q")
    assert "this never comes up in this run: Declare blockers step is skipped (508.8); j " in said


def test_a_player_equals_their_name() -> None:
    said = debug(HOURS, "b upkeep, active == Bob", "c", "p active == Bob", "p Bob in [active]", "p Ann == active", "q")
    assert "> x.turn.yaml" in said.partition("(fsm) c\n")[2]
    assert [line for line in said.splitlines() if line in ("True", "False")] == ["True", "True", "False"]


def test_a_condition_without_a_value_is_refused_or_stops_with_the_reason() -> None:
    said = debug(HOURS, "b upkeep, event.nothing == 1", "b stack.push, event.name == 'Opt'", "q")
    assert "*** no nothing in it" in said
    assert "Breakpoint 1 at stack.push" in said
    said = debug(HOURS, "b upkeep, extra_turns[0] == Ann", "c", "c", "q")
    assert "the condition of breakpoint 1 has no value here: " in said


def test_a_count_of_hits_is_listed_and_a_player_is_no_place() -> None:
    said = debug(HOURS, "b upkeep", "hit 1 3", "b", "b Bob", "q")
    assert said.count("only at hit 3") == 2
    assert "Bob is a player; b PLACE, CONDITION stops there while that holds, such as b upkeep, active == Bob" in said


def test_a_watched_value_is_told_for_the_way_that_play_goes() -> None:
    said = debug(HOURS, "watch turn", "j T2", "rc", "c", "q")
    assert "turn is 1, and becomes 2" in said
    assert "turn was 1 and is 2" in said


def test_why_asks_about_the_chosen_frame() -> None:
    said = debug(HOURS, "j T2.upkeep", "u", "why", "q")
    assert said.partition("why\n")[2].startswith("Beginning phase\n")


def test_undo_knows_nothing_of_what_back_has_left() -> None:
    said = debug(HOURS, "j T1.upkeep", "Ann: cast opt", "back", "j T2", "undo", "q")
    assert "nothing has been done that can be undone" in said


VAULT = """name: Time Vault stays tapped
edition: cr2026
players: {Ann: {battlefield: [Time Vault], tapped: [Time Vault]}, Bob: {}}
until: T1
"""


def test_an_answer_that_was_given_is_found() -> None:
    said = debug(HOURS.replace("Ann: {cast: Time Walk}", "Ann: pass"), "j end", "whatif attack", "q")
    assert "nor is it one at any place after this" in said
    said = debug(VAULT, "j choice", "whatif choose", "q")
    assert "the last such answer was given at" in said
    assert " goes there" in said


def test_comments_and_counts_of_passes_are_typed(fsm: Fsm, tmp_path: Path) -> None:
    done = fsm("play", stdin=b"# a comment\npass 2 # both of them\nsave new/x.turn.yaml\nq\n")
    assert done.exit_code == 0
    assert "T1.combat.beginning_of_combat" in done.stdout
    assert (tmp_path / "new" / "x.turn.yaml").exists()


def test_a_file_of_this_folder_is_meant(fsm: Fsm, tmp_path: Path) -> None:
    (tmp_path / "hours.turn.yaml").write_text(HOURS)
    assert '(did you mean "hours.turn.yaml"?)' in fsm("debug", "hour.turn.yaml").stderr


def test_known_cards_leave_the_rest_of_the_hand_unknown(fsm: Fsm) -> None:
    said = fsm("play", stdin=b"have opt in hand\nhave forest in hand\np Ann.hand\ncast time walk\nq\n").stdout
    assert "a card ×5, Opt, Forest" in said
    assert "Ann casts Time Walk" in said


NAMES = ["Aurelia, the Warleader", "Grizzly Bears", "Ox"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("aurelia, the warleader, ox", ["aurelia, the warleader", "ox"]),
        ("ox, 2 aurelia, the warleader", ["ox", "2 aurelia, the warleader"]),
        ("aurelia, ox", ["aurelia", "ox"]),
        ("", []),
    ],
)
def test_the_longest_names_are_read_before_a_text_is_split_at_commas(text: str, parts: list[str]) -> None:
    assert split_names(text, NAMES) == parts


def test_names_with_commas_are_had_and_attack_and_are_blocked(fsm: Fsm) -> None:
    typed = [
        "have aurelia, the warleader, 2 grizzly bears", "Bob have serra angel, hill giant",
        "attack aurelia, the warleader, grizzly bears",
        "block aurelia, the warleader with serra angel, grizzly bears with hill giant", "q",
    ]  # fmt: skip
    done = fsm("play", stdin="\n".join(typed).encode())
    assert "Ann has Aurelia, the Warleader and 2 Grizzly Bears from the beginning of the game" in done.stdout
    assert "Serra Angel blocks Aurelia, the Warleader and Hill Giant blocks Grizzly Bears" in done.stdout
    assert done.exit_code == 0


def offered(terminal: Terminal, line: str) -> list[str]:
    """The lines that Tab makes of one, at the delimiters of a terminal."""
    text = line[max(line.rfind(mark) for mark in " #,'") + 1 :]
    return [line[: len(line) - len(text)] + rest for rest in terminal.completedefault(text, line, 0, 0)]


def test_tab_offers_what_may_follow() -> None:
    terminal = Terminal(new_game(load_edition("cr2026"), ["Ann", "Bob"]), playing=True)
    for line in ("have aurelia, the warleader", "Bob have hill giant", "attack aurelia", "to declare blockers"):
        terminal.onecmd(line)
    assert offered(terminal, "block ") == ["block Aurelia, the Warleader"]
    assert offered(terminal, "Bob: block Aurelia, the Warleader with ") == [
        "Bob: block Aurelia, the Warleader with Hill Giant"
    ]
    assert "cast giant growth on Hill Giant" in offered(terminal, "cast giant growth on ")
    assert "j T1.combat#2.declare_attackers" in offered(terminal, "j T1.combat#2.declare_a")
    assert offered(terminal, "have aurelia, the w") == ["have aurelia, the Warleader"]
