"""Turns whose phases come in reverse order: what a game makes of them (the graph's own tests are in test_rewrite)."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from playing import Playing, card

from fsm.diagram import turn_diagram
from fsm.edition import edition_ids, load_edition
from fsm.game import Priority, catalogue
from fsm.turn import TurnMachine, base_turn, parse_turn, reverse_phases

EVERY = pytest.mark.parametrize("edition", edition_ids())
TURVY = catalogue()["Topsy Turvy"]
FADING = card("Fading Turvy", type="enchantment", keywords=["phasing"], static=[{"reverse_phases": True}])


def test_a_reversed_turn_is_pickled_as_what_it_is() -> None:
    graph = reverse_phases(base_turn("cr2011"), "turn", 'a "name"')
    assert pickle.loads(pickle.dumps(graph)) is graph  # noqa: S301  # our own


def test_the_notation_reads_the_mark_with_and_without_its_reason() -> None:
    plain = parse_turn("< E CL | M1 | BC DA DB CD EC | M2 | U Up D")
    assert plain.reversed is not None
    assert (plain.reversed.topic, plain.reversed.rule, plain.reversed.by) == ("golden_rule", "101.1", "")
    assert plain.notation(exact=True) == '<"golden_rule" E CL | M1 | BC DA DB CD EC | M2 | U Up D'
    assert parse_turn("E CL | M1 | BC DA DB CD EC | M2 | U Up D").reversed is None


@EVERY
def test_the_machine_of_a_reversed_turn_begins_with_its_end_step(edition: str) -> None:
    class Model:
        def all_passed(self) -> bool:
            return True

        stack_empty = all_passed

    machine = TurnMachine(Model(), reverse_phases(base_turn(edition), "turn", "x"))
    assert machine.state == "turn/ending/end/beginning"


def test_its_picture_says_so() -> None:
    shown = turn_diagram(reverse_phases(base_turn("cr2026"), "turn", "Topsy Turvy")).svg()
    text = shown if isinstance(shown, str) else shown.decode()
    assert "phases in reverse</tspan>" in text
    assert "Phases in reverse by Topsy Turvy, 101.1." in text
    assert "reverse" not in str(turn_diagram(base_turn("cr2026")).svg())


@EVERY
@pytest.mark.parametrize("number", range(5))
def test_an_odd_number_of_them_counts(edition: str, number: int) -> None:
    game = Playing(edition, players=3, battlefield=[(seat % 3, TURVY) for seat in range(number)])
    assert (game.state.graph.reversed is not None) == bool(number % 2)
    assert len(game.of_kind("turn.reverse")) == number % 2


@EVERY
def test_one_that_is_phased_out_does_not_count(edition: str) -> None:
    """It phases out in Ann's untap step, and in again in her next."""
    game = Playing(edition, players=2, battlefield=[(0, FADING)])
    game.until(lambda state: state.turn == 5)
    assert [event.state.graph.reversed is None for event in game.of_kind("turn.begin")] == [
        False,
        True,
        True,
        False,
        False,
    ]


@EVERY
def test_what_waits_for_this_turn_does_not_wait_into_the_next(edition: str) -> None:
    """The end step and the cleanup step of this turn are over."""
    game = Playing(edition, players=2, battlefield=[(0, TURVY)])
    game.to("T1.precombat_main")
    game.happen(0, {"delayed": {"at": "end", "this_turn": True, "do": [{"life": -5}]}})
    game.until(lambda state: state.turn == 3)
    assert not game.of_kind("trigger")
    assert game.state.delayed == ()


@EVERY
def test_everybody_plays_on_in_reversed_turns(edition: str) -> None:
    game = Playing(edition, players=4, battlefield=[(2, TURVY)])
    game.happen(0, {"extra_turn": "each"}, {"extra_phases": ["combat", "main"]}, {"skip": "main"})
    game.until(lambda state: state.turn == 12)
    assert game.turns()[:6] == ["Ann", "Bob", "Cat", "Dan", "Ann", "Dan"]
    assert all(event.state.graph.reversed for event in game.of_kind("turn.begin"))
    assert type(game.state.decision) is Priority


def test_a_turn_of_one_phase_stays_the_same_in_reverse_order(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    for phase in ("beginning", "precombat_main", "ending"):
        file.write_text(f'title = "One"\nlike = "cr2026"\nturn = ["{phase}"]\n', encoding="utf-8")
        turn = base_turn(load_edition(file))
        reversed_turn = reverse_phases(turn, "turn", "Topsy Turvy")
        assert reversed_turn.stops == turn.stops
        assert reverse_phases(reversed_turn, "turn", "Topsy Turvy") is turn
