"""The machine as a model for SPIN: it stores as many states as ``fsm explore`` finds, and checks what it is asked."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from consuming import need, spin
from walking import CASES

from fsm.diagram import timeline_diagram, turn_diagram
from fsm.edition import edition_ids
from fsm.exploring import Explored, explore
from fsm.recording import Recording
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import TurnGraph, base_turn, parse_turn, skip

pytestmark = pytest.mark.consumers

NAMES = ("Ann", "Bob", "Cid")
INSTANT = "{name: Word, type: instant, effects: []}"


def model(graph: TurnGraph) -> str:
    return turn_diagram(graph).render("pml").decode()


def counted(printed: str) -> tuple[int, int]:
    """How many states SPIN stored, and how many actions it took: to come to the first state is no action."""
    assert "errors: 0" in printed, printed
    states, steps = (re.search(rf"(\d+) {word}", printed) for word in ("states, stored", "transitions"))
    assert states
    assert steps
    return int(states[1]), int(steps[1]) - 1


def explored(text: str, edition: str) -> Explored:
    (scenario,) = parse_scenarios(text)
    found = explore(scenario, edition)
    assert found.complete
    return found


def played(text: str, edition: str) -> Recording:
    (scenario,) = parse_scenarios(text)
    return run_scenario(scenario, edition)


def hands(players: int, spells: int, more: str = "") -> str:
    """Players with so many instants; the first has others too."""
    words = ", ".join(["Word"] * spells)
    seats = (f"{name}: {{hand: [{words}{more if name == NAMES[0] else ''}]}}" for name in NAMES[:players])
    return f"players: {{{', '.join(seats)}}}\nattack: multiple\n"


def casts(players: int, place: str) -> str:
    return f"{{at: {place}, {', '.join(f'{name}: cast' for name in NAMES[:players])}}}"


NUMBERS = [(2, 1, 3), (2, 3, 2), (3, 2, 2)]
"""Players, the instants of each, and the height of the stack."""


@pytest.mark.parametrize(("players", "spells", "height"), NUMBERS)
@pytest.mark.parametrize("edition", edition_ids())
def test_spin_finds_the_states_of_the_base_turn(
    edition: str, players: int, spells: int, height: int, tmp_path: Path
) -> None:
    numbers = (f"-DPLAYERS={players}", f"-DSPELLS={spells}", f"-DHEIGHT={height}")
    printed = spin(tmp_path, model(base_turn(edition)), *numbers)
    # The base turn is the second one: in the first a draw step may be skipped. Everybody only passes there.
    said = f"cards: [{INSTANT}]\nuntil: T2\nexplore: {{stack: {height}, choose: [{casts(players, 'T2')}]}}"
    found = explored(hands(players, spells) + said, edition)
    before = sum(count for place, count in found.places.items() if place.startswith("T1"))
    assert counted(printed) == (found.states - before, found.transitions - before)


FIRST = f"cards: [{INSTANT}]\nuntil: T1\nexplore: {{stack: 3}}"


@pytest.mark.parametrize("edition", edition_ids())
def test_spin_finds_the_states_of_a_turn_without_a_draw_step(edition: str, tmp_path: Path) -> None:
    graph = played(hands(2, 2) + FIRST, edition).turn(1).graph
    found = explored(hands(2, 2) + FIRST, edition)
    assert "[D]" in graph.notation()
    assert counted(spin(tmp_path, model(graph), "-DSPELLS=2")) == (found.states, found.transitions)


REWRITTEN = f"""
cards:
  - {INSTANT}
  - {{name: Rally, type: instant, effects: [{{extra_phases: [combat, postcombat_main]}}]}}
script: [{{at: T1.upkeep, Ann: {{cast: Rally}}}}]
until: T1
explore: {{stack: 3, choose: [%s]}}
"""
LATER = ("combat", "postcombat_main", "precombat_main", "combat#2", "postcombat_main#2", "ending")
"""The phases after the beginning phase of that turn."""


@pytest.mark.parametrize("edition", edition_ids())
def test_spin_finds_the_states_of_a_rewritten_turn(edition: str, tmp_path: Path) -> None:
    """Phases are added in the upkeep step, and what is open comes after it; so the model skips that step."""
    text = hands(2, 1, ", Rally") + REWRITTEN % ", ".join(casts(2, f"T1.{phase}") for phase in LATER)
    graph = skip(played(text, edition).turn(1).graph, "beginning/upkeep", "the model")
    assert "+1:(BC DA" in graph.notation()
    found = explored(text, edition)
    before = found.places["T1.beginning.upkeep"]
    assert counted(spin(tmp_path, model(graph))) == (found.states - before, found.transitions - before)


GIFT = """
players: [Ann, Bob]
script: [{at: T1.upkeep, Bob: {cast: {name: Gift, type: instant, effects: [{extra_turn: Ann}]}}}]
until: T4
"""


def test_spin_finds_the_states_of_several_turns(tmp_path: Path) -> None:
    """An extra turn for Ann, in which nobody casts anything any more."""
    recording = played(GIFT, "cr2026")
    assert [name for _, name in recording.turns] == ["Ann", "Ann", "Bob", "Ann"]
    turns = timeline_diagram(recording).render("pml").decode()
    found = explored(f"{GIFT}explore: {{choose: []}}", "cr2026")
    gift = 4  # Bob casts it, both pass, and Ann has priority again
    assert counted(spin(tmp_path, turns, "-DSPELLS=0")) == (found.states - gift, found.transitions - gift)


# what SPIN is asked

PAGE = Path(__file__).parents[2] / "docs" / "EXPLORING.md"
BLOCK = r"(?:<!-- file: (\S+\.pml) -->\n```promela\n(.*?)^```\n\n)?^```bash\n(.*?)^```\n\n```text\n(.*?)^```"


def test_the_commands_of_the_page_print_what_it_says(tmp_path: Path) -> None:
    for program in ("spin", "gcc"):
        need(program, program)
    blocks = re.findall(BLOCK, PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for name, claim, commands, expected in blocks:
        if name:
            (tmp_path / name).write_text(claim, encoding="utf-8")
        shell = [need("bash", "bash"), "-euc", commands]
        done = subprocess.run(
            shell, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, check=True, text=True
        )
        assert done.stdout == expected


ACTIVE_FIRST = "ltl active_first { [] (game.passed == 0 && game.height == 0 -> game.holder == game.whose) }"
ENDS = "ltl ends { [] <> (game.passed == 0 && game.used[0] == 0 && game.used[1] == 0) }"
ALONE = "ltl alone { [] (game.height < 2) }"


def test_what_holds_in_every_way_is_proved(tmp_path: Path) -> None:
    for claim in (ACTIVE_FIRST, ENDS):
        assert "errors: 0" in spin(tmp_path, model(base_turn("cr2026")), claim=claim)
    assert "errors: 1" in spin(tmp_path, model(base_turn("cr2026")), claim=ALONE)


def test_a_wrong_machine_is_found(tmp_path: Path) -> None:
    """A step that ends with a spell on the stack, one in which no spell resolves, and priority for the wrong player."""
    right = model(base_turn("cr2026"))
    hasty = right.replace("all_passed(game) && stack_empty(game) -> goto", "all_passed(game) -> goto")
    assert "assertion violated (game.height==0)" in spin(tmp_path, hasty)
    stuck = right.replace("all_passed(game) && !stack_empty(game) -> goto", "false -> goto")
    assert "invalid end state" in spin(tmp_path, stuck)
    biased = right.replace("game.holder = game.whose", "game.holder = 1")
    assert "errors: 1" in spin(tmp_path, biased, claim=ACTIVE_FIRST)


@pytest.mark.parametrize("name", CASES)
def test_spin_reads_every_machine(name: str, tmp_path: Path) -> None:
    printed = spin(tmp_path, CASES[name].text("pml"), "-DSPELLS=0")
    lanes = CASES[name].lanes
    assert counted(printed)[0] > 0
    assert printed.count("proctype play") == len(lanes)


def test_attackers_lead_through_blockers_and_damage(tmp_path: Path) -> None:
    one, other = (
        counted(spin(tmp_path, model(base_turn("cr2026")), "-DSPELLS=0", f"-Dno_attackers={answer}"))
        for answer in ("true", "false")
    )
    assert other[0] - one[0] == 2 * 2


def test_a_turn_without_priority_has_one_state(tmp_path: Path) -> None:
    assert counted(spin(tmp_path, model(parse_turn("U | CL"))))[0] == 1
