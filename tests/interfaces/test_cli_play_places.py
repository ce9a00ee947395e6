"""``fsm play``: the places that a player types, and what it says of where play stands."""

from __future__ import annotations

import pytest
from commands import Fsm

from fsm.debugger.places import Place, read_place
from fsm.edition import edition_ids, load_edition
from fsm.errors import AddressError
from fsm.turn import Address


def play(fsm: Fsm, *words: str, options: tuple[str, ...] = (), code: int = 0) -> list[str]:
    """The lines that are printed after the words are typed, without the greeting."""
    done = fsm("play", *options, stdin="\n".join((*words, "q")).encode())
    assert done.exit_code == code
    return done.stdout.split("h lists all words.\n", 1)[1].splitlines()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("end step", Place(kinds=("end",))),
        ("the End Step", Place(kinds=("end",))),
        ("end of turn", Place(kinds=("end",))),
        ("ending phase", Place(kinds=("ending",))),
        ("main", Place(kinds=("precombat_main", "postcombat_main"))),
        ("main phase 2", Place(kinds=("postcombat_main",))),
        ("second main phase", Place(kinds=("postcombat_main",))),
        ("end of combat", Place(kinds=("end_of_combat",))),
        ("combat", Place(kinds=("combat",))),
        ("next turn", Place()),
        ("turn 3", Place(Address(3))),
        ("T3 end step", Place(Address(3), ("end",))),
        ("T3.main 2", Place(Address(3), ("postcombat_main",))),
        ("Bob's upkeep", Place(kinds=("upkeep",), player="Bob")),
        ("bob's next turn", Place(player="Bob")),
        ("combat#2", Place(Address(None, "combat", 2))),
        ("T3.combat#2.declare_attackers", Place(Address(3, "combat", 2, "declare_attackers"))),
    ],
)
def test_one_reader_reads_all_words_for_places(text: str, place: Place) -> None:
    assert read_place(text, load_edition("cr2026"), ["Ann", "Bob"]) == place


def test_the_names_of_an_edition_are_places_of_it() -> None:
    for id in edition_ids():
        edition = load_edition(id)
        names = {step: edition.step(step).name for step in edition.kinds.steps}
        assert {step: read_place(name, edition).kinds for step, name in names.items()} == {s: (s,) for s in names}


def test_what_is_no_place_is_answered_with_the_names_of_places() -> None:
    with pytest.raises(AddressError, match=r"'lunch' is not a phase or step; places are beginning, .*, main, turn"):
        read_place("lunch", load_edition("cr2026"))


def test_nobody_has_priority_where_the_rules_give_none(fsm: Fsm) -> None:
    places = [line for line in play(fsm, "to cleanup", "to T2.untap", "to T2.upkeep") if line.startswith("[")]
    assert places[1:] == [
        "[T1.ending.cleanup] nobody has priority here (514.3), next: Bob has priority at T2.beginning.upkeep",
        "[T2.beginning.untap] nobody has priority here (502.4), next: Bob has priority at T2.beginning.upkeep",
        "[T2.beginning.upkeep] Bob has priority",
    ]
    said = play(fsm, "have sundial", "to T1.end", "activate sundial", "to cleanup")
    assert said[-2] == places[1]


def test_why_answers_with_the_skip_of_what_was_skipped(fsm: Fsm) -> None:
    said = play(
        fsm, "cast {name: Brine, type: sorcery, effects: [{skip: {what: untap, player: Bob}}]}", "to T2.upkeep",
        "why declare_blockers", "why T1.draw", "why T2.untap", "why declare attackers",
    )  # fmt: skip
    asked = {line.partition(") why ")[2]: said[at + 1 : at + 3] for at, line in enumerate(said) if ") why " in line}
    assert asked["declare_blockers"][0] == "- Declare blockers step is skipped"
    assert asked["declare_blockers"][1].startswith("  508.8  If no creature was declared")
    assert asked["T1.draw"][0] == "- Draw step is skipped"
    assert asked["T1.draw"][1].startswith("  103.8a ")
    assert asked["T2.untap"][0] == "- Untap step is skipped: Brine"
    assert asked["T2.untap"][1].startswith("  500.11 ")
    assert asked["declare attackers"][0] == "Declare attackers step"


def test_why_of_the_debugger_tells_skips_too(fsm: Fsm) -> None:
    done = fsm("debug", "06/02", "-c", "why declare_blockers", "-c", "b end step", "-c", "q")
    assert "- Declare blockers step is skipped" in done.stdout
    assert "Breakpoint 1 at the beginning of end step, in any turn (1 stop)" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("to T3.draw", "to T3"), "you are in T3 already"),
        (("to T1.draw",), "T1.draw does not come after this: Draw step is skipped at T1 (103.8a); schedule lists"),
        (("to declare blockers",), "Declare blockers step is skipped at T1 (508.8)"),
        (("to lunch",), "places are beginning, precombat_main,"),
    ],
)
def test_a_place_that_does_not_come_is_said_with_its_reason(fsm: Fsm, words: tuple[str, ...], told: str) -> None:
    said = play(fsm, *words, code=2)
    assert told in next(line for line in said if line.startswith("*** "))


def test_words_of_places_lead_there(fsm: Fsm) -> None:
    words = ("to end step", "to main 2", "to next turn", "to Bob's upkeep", "to turn 7")
    places = [line for line in play(fsm, *words) if line.startswith("[")]
    assert [line.partition("]")[0] for line in places[1:]] == [
        "[T1.ending.end", "[T2.postcombat_main", "[T3.beginning.upkeep", "[T4.beginning.upkeep", "[T7.beginning.upkeep"
    ]  # fmt: skip
