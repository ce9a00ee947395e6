"""``fsm debug``: a session through a pipe, and what bad input gets."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import GOOD, ROOT, Fsm, Lesson, Program

from fsm.debugger import Session
from fsm.debugger.lines import ALIASES, HELP, INSTEAD
from fsm.debugger.options import legal_lines
from fsm.debugger.terminal import Terminal
from fsm.pages.session import main

ASSAULT = str(ROOT / "scenarios" / "relentless-assault.turn.yaml")


def debug(*lines: str, file: str = ASSAULT, edition: str = "cr2026") -> list[str]:
    """What a session says to some lines, without its greeting; each answer begins with its prompt and line."""
    said = io.StringIO()
    terminal = Terminal(Session.open(file, edition), stdin=io.StringIO("".join(f"{x}\n" for x in lines)), stdout=said)
    terminal.cmdloop()
    return said.getvalue().splitlines()


def after(line: str, said: list[str]) -> list[str]:
    """What was said after a line, up to the next prompt."""
    start = next(n for n, text in enumerate(said) if text.endswith(f") {line}"))
    rest = said[start + 1 :]
    end = next((n for n, text in enumerate(rest) if text.startswith(("(fsm", "(com"))), len(rest))
    return rest[:end]


def test_a_scenario_is_stepped_through_both_ways(fsm: Fsm) -> None:
    script = b"s\nb T1.combat\nc\nwhy\nturn\nr\nrs\nrr\nq\n"
    done = fsm("debug", ASSAULT, "-e", "cr2026", stdin=script)
    said = done.stdout.splitlines()
    assert (done.exit_code, done.stderr) == (0, "")
    assert said[:2] == [
        "> relentless-assault.turn.yaml(3)  before the first turn  [1/98]  103.8",
        "-> The game begins; Ann takes the first turn",
    ]
    assert after("b T1.combat", said) == ["Breakpoint 1 at the beginning of T1.combat (1 stop)"]
    assert after("c", said)[:3] == [
        "[breakpoint 1, the beginning of T1.combat]",
        "> relentless-assault.turn.yaml(6)  T1.combat  [30/98]  506, 500.8",
        "-> + Combat phase, inserted: Relentless Assault",
    ]
    assert "  combat was inserted by Relentless Assault (500.8), at T1.precombat_main, event 22, line 6" in after(
        "why", said
    )
    assert after("turn", said) == ["T1 Ann: U Up [D] | M1 | +1:(>BC< DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL"]
    assert after("r", said)[1] == "-> + Postcombat main phase, inserted: Relentless Assault"
    assert after("rs", said)[1] == "-> The combat phase ends"
    assert after("rr", said)[1] == "-> + Combat phase, inserted: Relentless Assault"


def test_blank_lines_repeat_motions_and_counts_and_joined_commands_work() -> None:
    said = debug("s 2", "", "p seq", "", "s;; p seq", "q")
    assert [line for line in said if line.isdecimal()] == ["4", "6"], "a blank line after p repeats the motion"


def test_next_goes_over_what_begins_and_return_out_of_it() -> None:
    said = debug("j T1.upkeep", "n", "s", "s", "r", "rn", "q")
    stops = [line for line in said if line.startswith("-> ")]
    assert stops[1:] == [
        "-> Upkeep step",
        "-> The beginning phase ends",
        "-> Precombat main phase",
        "-> Ann gets priority",
        "-> + Combat phase, inserted: Relentless Assault",
        "-> Precombat main phase",
    ]


def test_breakpoints_of_each_kind() -> None:
    said = debug(
        "b 6", "b upkeep", "b 500.8", "b CR 508", "b step.skip", "b relentless assault", "b", "cl 1", "cl 9", "q"
    )
    listed = after("b", said)
    assert [line[5:].split(",")[0].split(":")[0] for line in listed] == [
        "line 6",
        "the beginning of upkeep",
        "rule 500.8",
        "rule 508",
        "step.skip",
        "what Relentless Assault does",
    ]
    assert after("cl 9", said) == ["*** there is no breakpoint 9"]


def test_conditions_counts_temporary_ones_and_commands() -> None:
    said = debug(
        "b priority.get, active == 'Ann' and priority == 'Bob'", "ignore 1 1", "commands 1", "p passes", "end",
        "c", "p seq", "hit 1 >= 99", "tbreak T1.end", "n", "c", "b", "q",
    )  # fmt: skip
    assert "the next 1 are passed over" in after("ignore 1 1", said)[0]
    assert after("c", said)[-1] == "1", "the commands were done: Ann had passed"
    assert "[breakpoint 2, the beginning of T1.end]" in said
    assert len(after("b", said)) == 1, "a temporary breakpoint is gone after its stop"


def test_watch_display_and_catch() -> None:
    said = debug("watch Ann.hand", "c", "display stack", "s", "s", "cl", "catch inserted", "c", "undisplay", "q")
    assert "Ann.hand was" in after("c", said)[0]
    assert any(line.startswith("display stack: ") for line in said)
    assert "[a turn, phase or step is inserted]" in said
    said = debug("catch inserted, if turn == 9", "c", "p at", "catch inserted", "rc", "q")
    assert "inserted: caught only if turn == 9" in after("catch inserted, if turn == 9", said)
    assert after("c", said)[0] == "[end of recording]"
    assert after("catch inserted", said) == ["inserted: not caught any more"]


def test_next_from_the_start_goes_to_the_first_turn() -> None:
    said = debug("n", "n", "j T1", "rn", "q")
    assert [line for line in said if line.startswith("-> ")] == [
        "-> The game begins; Ann takes the first turn",
        "-> Turn 1 · Ann",
        "-> Turn 1 ends",
        "-> Turn 1 · Ann",
        "-> The game begins; Ann takes the first turn",
    ]


def test_a_list_goes_on_where_it_ended() -> None:
    said = debug("l 1, 4", "l", "l", "l .", "s", "l", "l 6", "q")
    assert after("l 1, 4", said)[-1] == "   4    script:"
    assert after("l", said)[0].startswith("   5      - at:")
    lists = [n for n, line in enumerate(said) if line == "(fsm) l"]
    assert said[lists[1] + 1] == "[end of file]"
    assert after("l .", said)[0] == said[lists[2] + 1], "after a motion a list is again about the place"
    assert after("l 6", said)[0].startswith("   6 ")


def test_conditions_as_gdb_writes_them() -> None:
    said = debug("b upkeep if turn in (1, 2)", "tbreak 6, if Ann.life == 20", "b", "q")
    assert after("tbreak 6, if Ann.life == 20", said) == ["Temporary breakpoint 2 at line 6 (2 stops)"]
    assert [line.partition(", only if ")[2] for line in after("b", said)] == ["turn in (1, 2)", "Ann.life == 20, once"]


def test_a_silent_breakpoint_says_only_what_its_commands_say() -> None:
    said = debug("b T1.combat", "commands", "silent", "p phase", "end", "c", "c", "q")
    assert after("c", said) == ["combat"]


def test_ctrl_c_gives_a_new_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: Iterator[str | type[BaseException]]
    typed = iter(["b upkeep", "commands 1", "p turn", KeyboardInterrupt, "p 1 + 1", EOFError])

    def typing(_: str) -> str:
        line = next(typed)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr("builtins.input", typing)
    said = io.StringIO()
    terminal = Terminal(Session.open(ASSAULT, "cr2026"), stdout=said)
    terminal.completekey = ""
    terminal.cmdloop()
    assert said.getvalue().endswith("\n[interrupted; q ends the session]\n2\n\n")
    assert said.getvalue().count("h lists the commands") == 1
    assert terminal.session.breakpoints[1].commands == ()


def test_completion_knows_what_a_command_takes() -> None:
    terminal = Terminal(Session.open(ASSAULT, "cr2026"), stdin=io.StringIO(), stdout=io.StringIO())

    def completed(line: str) -> list[str]:
        return terminal.completedefault(line.rsplit(maxsplit=1)[-1], line)

    assert completed("p Ann.li") == ["Ann.library", "Ann.life"]
    assert completed("b T1.comb") == ["T1.combat", "T1.combat_damage"]
    assert completed("whatif ca") == ["cast"]
    assert completed("h sch") == ["schedule"]
    assert completed("catch f") == ["failed"]
    assert completed("edition cr2009-") == ["cr2009-05-01", "cr2009-07-11", "cr2009-09-04"]
    assert completed("restart tu") == completed("p nobody.x") == []


def test_another_edition_is_another_run_from_what_comes_otherwise(tmp_path: Path) -> None:
    old = str(ROOT / "scenarios" / "45-since-1999" / "01-the-oldest-extra-turn-first.turn.yaml")
    saved = tmp_path / "newest-first.turn.yaml"
    tried = ("edition 2002-12-25", "p turn, active", "b", f"save {saved}", "back")
    more = ("edition nonsense", "edition 1995", "edition 2001-08-01", "q")
    said = debug("edition", "b 14", *tried, *more, file=old, edition="2001-12-25")
    assert after("edition", said) == ["Comprehensive Rules, 23 July 2001 (Apocalypse) (cr2001-07-23)"]
    first = after("edition 2002-12-25", said)
    assert first[0].endswith("(cr2002-02-20): this comes otherwise; back returns]")
    assert after("p turn, active", said) == ["2, Bob"]
    assert after("b", said) == ["  1  line 14"], "a line of the scenario is one of the other run as well"
    assert saved.exists()
    assert after("back", said)[0].endswith("before the first turn  [1/341]")
    assert after("edition nonsense", said)[0].startswith("*** there is no edition 'nonsense'; ")
    assert after("edition 1995", said)[0].startswith("*** no game can be played under cr1995-04-01: ")
    assert after("edition 2001-08-01", said)[0].endswith("nothing comes otherwise, to the end; back returns]")


def test_what_if_and_back_and_save(tmp_path: Path) -> None:
    file = tmp_path / "branch.turn.yaml"
    said = debug("j T1.upkeep", "legal", "whatif 1", "back", "s", "whatif cast Nonsense", "q")
    assert after("legal", said)[1] == "   1  pass"
    fight = str(ROOT / "scenarios" / "06-combat" / "11-damage-on-the-stack.turn.yaml")
    attack = after("legal", debug("j T1.declare_attackers", "legal", "q", file=fight, edition="cr2006"))
    assert attack[0].startswith("Ann decides which creatures attack at T1.combat.declare_attackers")
    assert after("back", said)[0].startswith("> relentless-assault")
    named = debug("j T1.upkeep", "whatif cast shock on b", "p stack", "back", "whatif cast time w", "q")
    assert after("p stack", named) == ["Shock"]
    assert after("whatif cast time w", named) == ["*** 'time w' may be Time Walk or Time Warp; type more of it"]
    assert after("whatif cast Nonsense", said)[0].startswith("***"), "there is no such card"
    said = debug("j T1.precombat_main", "whatif cast Time Walk", "p stack", f"save {file}", f"save {file}", "q")
    assert after("p stack", said) == ["Time Walk"]
    assert after(f"save {file}", said)[0] == f"Wrote {file}"
    again = debug("b Time Walk", "c", "q", file=str(file))
    assert any("casts Time Walk" in line for line in again)
    assert "is there already" in said[-2]


def test_a_what_if_run_goes_on_until_an_extra_turn_is_seen() -> None:
    said = debug("j T1.precombat_main", "whatif cast Time Walk", "j T2", "p active, extra", "c", "p turn", "q")
    assert after("p active, extra", said) == ["Ann, Time Walk"]
    assert after("c", said)[2] == "-> Turn 2 ends"


def test_after_the_end_of_the_script_there_are_actions_too() -> None:
    said = debug("j end", "legal", "whatif cast Shock", "whatif {cast: Shock, target: Ann}", "p at, stack", "q")
    assert after("legal", said)[:2] == [
        "The script ends here; then Bob has priority at T2.beginning.upkeep; whatif NUMBER does one of these:",
        "   1  pass",
    ]
    assert "needs a player or a permanent" in after("whatif cast Shock", said)[0]
    assert after("p at, stack", said) == ["T2.beginning.upkeep, [Shock]"]
    viewed = Session.open(ASSAULT, "cr2026", viewer="Bob")
    viewed.go(viewed.tape.last)
    assert "T2.beginning.upkeep" in "".join(legal_lines(viewed))
    other = viewed.what_if("{cast: Shock, target: Ann}")
    assert other.recording.turn(3).number == 3, "Bob goes on from where the script ends"


def test_where_the_game_is_over_there_is_nothing_to_do() -> None:
    lost = str(ROOT / "scenarios" / "17-players-who-leave" / "18-the-last-opponent-leaves.turn.yaml")
    said = debug("j end", "legal", "q", file=lost)
    assert after("legal", said) == ["no player has a decision after this: the game is over"]


def test_legal_says_which_cards_could_be_cast(lesson: Lesson, tmp_path: Path) -> None:
    known = "{name: x, players: {Ann: {hand: [Time Walk, Shock, Forest, a card]}, Bob: {}}, until: T1}"
    said = debug("j T1.upkeep", "legal", "whatif cast", "q", file=str(tmp_path / lesson(known)))
    legal, asked = after("legal", said), after("whatif cast", said)
    assert legal[1:4] == ["   1  pass", "   2  {cast: Shock, target: Bob}", "   3  {cast: Shock, target: Ann}"]
    assert legal[4].startswith("      not now: Time Walk (sorcery) may be cast only in a main phase")
    assert legal[5].startswith("      not now: Forest, since a land is played during your own main phase")
    assert legal[6] == "      an unknown card of the hand can become any card: whatif cast NAME"
    assert legal[7].endswith(" cards; whatif cast lists them")
    assert asked[1:-1] == legal[2:-1]
    assert "; Opt; " in asked[-1]
    assert "Time Walk" not in asked[-1]


def test_values_are_shown_for_people() -> None:
    fight = str(ROOT / "scenarios" / "06-combat" / "11-damage-on-the-stack.turn.yaml")
    said = debug(
        "j T1.combat_damage", "p Ann", "p Bottle", "p bob.x", "p state", "p", "p Bob.graveyard", "q", file=fight
    )
    assert after("p Ann", said) == [
        "life: 20",
        "mana: 0",
        "hand: a card ×7",
        "library: any number",
        "battlefield:",
        "  Bottle Gnomes: 1/3, tapped",
        "lands_played: 0",
        "hand_size: 7",
    ]
    assert after("p Bottle", said)[0] == "Bottle Gnomes · artifact creature, 1/3"
    assert after("p Bottle", said)[-1] == "  on the battlefield, Ann's: Bottle Gnomes: 1/3, tapped"
    assert after("p bob.x", said)[0].startswith("*** there is no bob here")
    assert {"turn: 1", "attacking: Bottle Gnomes", "  Ann:"} <= {*after("p state", said)}
    assert after("p Bob.graveyard", said) == ["nothing"]
    assert after("p", said)[0].endswith("; state is all of them")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("Priority", "priority: "),
        ("declare_attackers", "declare attackers step: rule 508 of cr2026; doc 508 says"),
        ("combat", "combat phase: "),
        ("500.8", "500.8: "),
        ("CR 508", "508: "),
        ("step.skip", "step.skip: a step is skipped"),
        ("aurelia", "Aurelia, the Warleader · legendary creature, 3/4, flying"),
        ("untp", "*** 'untp' is not a word, step, rule, kind of event or card known here (did you mean"),
        ("time", "*** 'time' is not a word"),
    ],
)
def test_a_word_is_explained(word: str, says: str) -> None:
    assert after(f"doc {word}", debug(f"doc {word}", "q"))[0].startswith(says)


def test_a_part_of_a_card_s_name_is_a_place_to_stop() -> None:
    said = debug("b relent", "b Aurelia", "b time wa", "b time", "q")
    assert after("b relent", said) == ["Breakpoint 1 at what Relentless Assault does, and what happens to it (5 stops)"]
    assert after("b Aurelia", said)[0].endswith("happens to it: this never comes up in this run")
    assert after("b time wa", said) == ["*** 'time wa' can be Time Walk or Time Warp; write more of the name"]
    assert after("b time", said) == ["*** 'time' can be one of 6 cards; write more of the name"]


def test_lines_are_broken_between_words_at_the_width_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "50")
    said = Screen()
    terminal = Terminal(Session.open(ASSAULT, "cr2026"), stdin=io.StringIO(), stdout=said, colour=True)
    terminal.onecmd("j T1.combat;; why;; doc Time Walk;; h")
    lines = [re.sub("\033[^m]*m", "", line) for line in said.getvalue().splitlines()]
    assert max(map(len, lines)) <= 50
    monkeypatch.setenv("COLUMNS", "500")
    wide = Screen()
    terminal.stdout = wide
    terminal.onecmd("why;; doc Time Walk;; h")
    assert " ".join(wide.getvalue().split()) in " ".join(said.getvalue().split()), "no word is lost"


def test_a_verb_alone_lists_what_can_be_said() -> None:
    fight = str(ROOT / "scenarios" / "06-combat" / "11-damage-on-the-stack.turn.yaml")
    said = debug(
        "whatif attack", "j 27", "whatif attack ", "whatif attack Bottle Gnomes", "whatif block", "q", file=fight
    )
    assert after("whatif attack", said)[0].endswith("it is one at T1.combat.declare_attackers: j 27 goes there")
    assert after("whatif attack ", said) == [
        "Ann decides which creatures attack at T1.combat.declare_attackers, next; "
        "whatif NUMBER does one of these, as does whatif attack NAME, NAME:",
        "   1  {attack: []}",
        "   2  {attack: [Bottle Gnomes]}",
    ]
    assert after("whatif attack Bottle Gnomes", said)[0].startswith("[what if")
    said = debug("j T1.precombat_main", "whatif", "legal", "whatif attack", "q")
    assert after("whatif", said) == after("legal", said)
    assert after("legal", said)[3] == "      of this scenario, what can be played now: Relentless Assault"
    assert after("whatif attack", said)[0].endswith("nor is it one at any place after this")


def test_a_what_if_run_under_an_edition_file_is_saved_with_the_way_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "lessons").mkdir()
    house = (ROOT / "scenarios" / "27-house-rules" / "reflection.toml").read_text(encoding="utf-8")
    (tmp_path / "editions" / "house.toml").write_text(house, encoding="utf-8")
    script = ("j T1.precombat_main", "whatif cast Time Walk", "save lessons/branch.turn.yaml", "q")
    debug(*script, edition="editions/house.toml")
    saved = tmp_path / "lessons" / "branch.turn.yaml"
    assert "edition: ../editions/house.toml" in saved.read_text(encoding="utf-8")
    again = debug("b Time Walk", "c", "p at", "q", file="lessons/branch.turn.yaml", edition="")
    assert after("p at", again) == ["T1.precombat_main"]


def test_breakpoints_stop_in_what_if_runs_too() -> None:
    script = ("b 6", "b T1.end", "watch Ann.life", "j T1.upkeep", "s", "whatif 1", "restart", "b", "c", "p at")
    said = debug(*script, "back", "c", "q")
    assert "1  line 6, not reached: this is a line of the scenario itself" in after("b", said)[0]
    assert after("b", said)[1:] == ["  2  the beginning of T1.end", "  3  Ann.life changes"]
    assert after("p at", said) == ["T1.ending.end"]
    stops = [line for line in said if line.startswith("[breakpoint")]
    assert stops == ["[breakpoint 2, the beginning of T1.end]", "[breakpoint 1, line 6]"], (
        "back: the line is there again"
    )


def test_a_breakpoint_whose_place_is_gone_says_so(tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    text = Path(ASSAULT).read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    said = io.StringIO()
    terminal = Terminal(Session.open(str(file), "cr2026"), stdin=io.StringIO(), stdout=said)
    terminal.onecmd("b 6, turn == 1;; b Relentless Assault")
    file.write_text(GOOD, encoding="utf-8")
    terminal.onecmd("restart;; c")
    lost = [line for line in said.getvalue().splitlines() if line.startswith("***")]
    assert len(lost) == 2
    assert "line 6, only if turn == 1, not reached: line 6, or one after it: this never comes up" in lost[0]
    assert "[end of recording]" in said.getvalue()
    file.write_text(text, encoding="utf-8")
    terminal.onecmd("restart;; c")
    assert said.getvalue().count("[breakpoint 1, line 6; breakpoint 2, ") == 1


def test_the_picture_of_the_turn_is_written(tmp_path: Path) -> None:
    file = tmp_path / "turn.svg"
    said = debug("diagram", "j T1.combat", f"diagram {file}", "diagram x.bmp", "q")
    assert after(f"diagram {file}", said) == [f"Wrote {file}"]
    assert file.read_bytes().startswith(b"<?xml") or b"<svg" in file.read_bytes()
    assert after("diagram x.bmp", said)[0].startswith("***")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nexxt", "'nexxt' is not a command (did you mean"),
        ("Ann.life", "is not a command; p Ann.life prints its value"),
        ("info b", "'info' is not a command; b lists the breakpoints"),
        ("!turn = 2", "'turn = 2' cannot be read"),
        ("ignore", "which breakpoint? Say its number; b lists them"),
        ("commands", "which breakpoint?"),
        ("b other.turn.yaml:6", "other.turn.yaml is not the scenario that is debugged; b 6 is a line of this one"),
        ("b 508", "nothing comes from line 508, or from one after it; b CR 508 stops at the rule"),
        ("s 0", "is not a count"),
        ("s ²", "is not a count"),
        ("b 999", "never comes up"),
        ("b upkep", '(did you mean "upkeep"?)'),
        ("b T1.upkep", "not a phase or step"),
        ("b 500.99", "no rule 500.99"),
        ("b upkeep, actve", 'there is no actve here (did you mean "active"?)'),
        ("p turn.__class__", "cannot be asked for"),
        ("p (lambda: 1)()", "is not part of an expression"),
        ("p 9**9**9", "is not part of an expression"),
        ("p 10*10**2", "is not part of an expression"),
        ("p 'a'*10000000", "only numbers are multiplied"),
        ("p " + "(" * 300 + ")" * 300, "cannot be read"),
        ("p [1 for x in players for y in players]", "one for in an expression"),
        ("p sorted(players).x", "has no x"),
        ("p Bob.hand[99]", "no value here"),
        ("whatif fly", "is not an action"),
        ("whatif 99", "there is no action 99"),
        ("whatif attack Ann", "cannot be done"),
        ("back", "whatif and edition begin another run"),
        ("u 99", "outermost"),
        ("j 0", "there is no event 0"),
        ("until T9.upkeep", "never comes up"),
        ("condition 7 turn", "there is no breakpoint 7"),
        ("catch flies", "cannot be caught"),
        ("h nothing", "is not a command"),
        ("save", "save to which file"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_one_line(line: str, says: str) -> None:
    said = after(line, debug(line, "q"))
    assert len(said) == 1
    assert said[0].startswith("*** ")
    assert says in said[0]


def test_help_names_every_command() -> None:
    said = debug("h", "h next", "q")
    assert set(HELP) == {name.removeprefix("do_") for name in dir(Terminal) if name.startswith("do_")} - {"help"}
    assert {line.split()[0].rstrip(":") for line in after("h", said) if line.startswith("  ")} == set(HELP)
    assert "Also: next." in after("h next", said)[0]
    assert not set(INSTEAD) & {*HELP, *ALIASES}
    said = debug("?next", "!1 + 1", "cl", "display", "q")
    assert said[-7:-1] == [
        "(fsm) !1 + 1", "2", "(fsm) cl", "no breakpoints",
        "(fsm) display", "nothing is displayed; display Ann.life shows it whenever it has changed",
    ]  # fmt: skip


def test_a_scenario_that_fails_is_stepped_up_to_where_it_fails(lesson: Lesson, tmp_path: Path) -> None:
    text = "players: [Ann, Bob]\nscript:\n  - at: T1.upkeep\n    Ann: {cast: Time Walk}\nuntil: T1\n"
    said = debug("c", "q", file=str(tmp_path / lesson(text)))
    assert said[0].startswith("The run ends early: ")
    assert ":4:5: Ann cannot do this at T1.beginning.upkeep" in said[0]
    assert "-> Ann gets priority" in after("c", said)


def test_an_expectation_that_fails_is_told_and_can_be_caught(lesson: Lesson, tmp_path: Path) -> None:
    file = str(tmp_path / lesson(GOOD.replace("turns: [Ann]", "turns: [Bob]")))
    said = debug("catch failed", "c", "q", file=file)
    assert any("turn 1 differs" in line for line in said)
    assert "[an expectation fails: line 3: turn 1 differs]" in after("c", said)


def test_a_file_that_cannot_be_used_is_told_with_its_place(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("debug", lesson("players: [Ann]\n"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("x.turn.yaml:1:10: ")
    assert fsm("debug", "missing.turn.yaml").exit_code == 2
    assert fsm("debug", lesson(GOOD), "--scenario", "other").exit_code == 2
    assert fsm("debug", lesson(GOOD), "-e", "cr1999").exit_code == 2


def test_a_session_begins_where_it_is_told_and_does_commands(fsm: Fsm, lesson: Lesson) -> None:
    done = fsm("debug", lesson(GOOD), "--stop-at", "T1.end", "-c", "p step", "-c", "q")
    assert "\nend\n" in done.stdout


def test_a_session_as_a_process(program: Program, lesson: Lesson) -> None:
    done = program("debug", lesson(GOOD), stdin=b"c\np turn\n")
    assert done.returncode == 0
    assert b"\n1\n" in done.stdout


def test_a_step_of_an_edition_of_ones_own_is_a_place_to_stop() -> None:
    file = str(ROOT / "scenarios" / "27-house-rules" / "02-a-step-that-no-edition-has.turn.yaml")
    edition = str(ROOT / "scenarios" / "27-house-rules" / "reflection.toml")
    said = debug("b reflection", "c", "p step", "q", file=file, edition=edition)
    assert after("p step", said) == ["reflection"]


def test_the_picture_of_a_session_is_what_a_session_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    assert main([str(tmp_path / "debug.svg")]) == 0
    made = (tmp_path / "debug.svg").read_text(encoding="utf-8")
    assert made == (ROOT / "editors" / "debug.svg").read_text(encoding="utf-8"), "make diagrams draws it anew"
    assert main([]) == 2
