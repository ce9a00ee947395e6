"""The machine on ``transitions``: it attaches to anybody's model, and what is missing is said when it is built."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from transitions import MachineError as NoMove
from transitions.extensions.nesting import NestedState

from fsm.edition import edition_ids
from fsm.errors import MachineError
from fsm.turn import TurnMachine, TurnModel, base_turn, insert_phases, skip
from fsm.turn.machine import OVER, SEPARATOR, describe, first_state


class Plain:
    """A model with nothing but what a model has to answer; the machine adds the rest."""

    state: str
    advance: Callable[[], bool]

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.passed = False

    def all_passed(self) -> bool:
        return self.passed

    def stack_empty(self) -> bool:
        return not self.stack

    def go(self, state: str) -> None:
        """Passes until there."""
        for _ in range(100):
            if self.state == state:
                self.passed = False
                return
            self.passed = True
            assert self.advance()
        raise AssertionError(f"{state} was not reached")


def test_a_step_with_priority_waits_for_all_to_pass_with_an_empty_stack() -> None:
    model = Plain()
    TurnMachine(model)
    model.go("turn/beginning/upkeep/priority")
    assert not model.advance()
    assert model.state == "turn/beginning/upkeep/priority"
    model.passed, model.stack = True, ["Opt"]
    assert model.advance()
    assert model.state == "turn/beginning/upkeep/resolving"
    model.stack.clear()
    model.passed = False
    assert model.advance()
    assert model.state == "turn/beginning/upkeep/priority"
    assert not model.advance()
    model.passed = True
    assert model.advance()
    assert model.state == "turn/beginning/upkeep/ending"
    assert model.advance()
    assert model.state == "turn/beginning/draw/beginning"


def test_nobody_gets_priority_in_the_untap_step() -> None:
    model = Plain()
    TurnMachine(model)
    states = [model.state]
    while model.state != "turn/beginning/upkeep/beginning":
        assert model.advance()
        states.append(model.state)
    assert states == [
        "turn/beginning/untap/beginning",
        "turn/beginning/untap/ending",
        "turn/beginning/upkeep/beginning",
    ]


class Needy(Plain):
    """A model that says whether the cleanup step needs priority."""

    needs = False

    def needs_priority(self) -> bool:
        return self.needs


@pytest.mark.parametrize(("needs", "then"), [(True, "priority"), (False, "ending")])
def test_a_model_may_say_that_the_cleanup_step_needs_priority(needs: bool, then: str) -> None:
    model = Needy()
    model.needs = needs
    TurnMachine(model)
    model.go("turn/ending/cleanup/beginning")
    model.advance()
    assert model.state == f"turn/ending/cleanup/{then}"


def test_a_model_that_says_nothing_of_cleanup_gets_no_priority_there() -> None:
    model = Plain()
    TurnMachine(model)
    model.go("turn/ending/cleanup/ending")
    model.passed = True
    assert model.advance()
    assert model.state == OVER
    with pytest.raises(NoMove, match=r"advance"):
        model.advance()


def test_a_missing_guard_is_said_when_the_machine_is_built() -> None:
    class Mute:
        def all_passed(self) -> bool:
            return True

    with pytest.raises(MachineError, match=r"the model Mute has no method stack_empty\(\)"):
        TurnMachine(Mute())

    class Wrong(Mute):
        stack_empty = True

    with pytest.raises(MachineError, match=r"no method stack_empty\(\)"):
        TurnMachine(Wrong())
    assert isinstance(Plain(), TurnModel)
    assert not isinstance(Mute(), TurnModel)


def test_the_separator_is_this_machines_own() -> None:
    TurnMachine(Plain())
    assert NestedState.separator == "_"
    assert SEPARATOR == "/"


def test_there_are_no_automatic_moves() -> None:
    model = Plain()
    machine = TurnMachine(model)
    assert set(machine.events) == {"advance"}
    assert not [name for name in dir(model) if name.startswith("to_")]


@pytest.mark.parametrize("edition", edition_ids())
def test_moves_are_declared_at_the_root_with_full_paths(edition: str) -> None:
    states, transitions = describe(base_turn(edition))
    assert states[0] == OVER
    assert all(t["source"].count(SEPARATOR) >= 2 for t in transitions)
    assert all(t["dest"] == OVER or t["dest"].startswith("turn/") for t in transitions)


def test_only_what_play_goes_through_has_states() -> None:
    graph = skip(skip(base_turn("cr2026"), "combat", "x"), "beginning/draw", "x")
    names = set(graph.table)
    assert not [name for name in names if "combat/" in name or "draw" in name]
    assert "turn/postcombat_main/priority" in names


def test_a_turn_all_of_which_is_skipped_is_over_at_once() -> None:
    graph = base_turn("cr2026")
    for phase in graph.children():
        graph = skip(graph, phase, "x")
    assert first_state(graph) == OVER
    model = Plain()
    TurnMachine(model, graph)
    assert model.state == OVER


def test_two_models_do_not_disturb_each_other() -> None:
    graph = insert_phases(base_turn("cr2006"), "combat", ("combat",), "x")
    one, other = Plain(), Plain()
    TurnMachine(one, graph)
    TurnMachine(other)
    one.go("turn/combat+1/end_of_combat/priority")
    assert other.state == "turn/beginning/untap/beginning"
