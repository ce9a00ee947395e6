"""The machine on ``transitions``: it attaches to anybody's model, and what is missing is said when it is built."""

from __future__ import annotations

import pytest
from transitions.extensions.nesting import NestedState

from fsm.edition import edition_ids, load_edition
from fsm.errors import FsmError, MachineError
from fsm.turn import (
    OPTIONAL,
    OVER,
    REWRITING,
    TurnGraph,
    TurnMachine,
    TurnModel,
    advance,
    base_turn,
    insert_phases,
    make_chart,
    reverse_phases,
    skip,
)
from fsm.turn.machine import first_state, states_and_transitions
from fsm.turn.transition import SEPARATOR


class Plain:
    """A model with nothing but what a model has to answer, and its machine."""

    __slots__ = ("machine", "passed", "stack")

    def __init__(self, graph: TurnGraph | None = None) -> None:
        self.stack: list[str] = []
        self.passed = False
        self.machine = TurnMachine(self, graph)

    @property
    def state(self) -> str:
        return self.machine.state

    def advance(self) -> bool:
        return self.machine.advance()

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
    model.go("turn/ending/cleanup/beginning")
    model.advance()
    assert model.state == f"turn/ending/cleanup/{then}"


def test_a_model_that_says_nothing_of_cleanup_gets_no_priority_there() -> None:
    model = Plain()
    model.go("turn/ending/cleanup/ending")
    model.passed = True
    assert model.advance()
    assert model.state == OVER
    assert not model.advance()


def test_a_missing_guard_is_said_when_the_machine_is_built() -> None:
    class Mute:
        def all_passed(self) -> bool:
            return True

    with pytest.raises(MachineError, match=r"the model Mute has no method stack_empty\(\)"):
        TurnMachine(Mute())  # type: ignore[arg-type]

    class Misled(Plain):
        __slots__ = ()
        no_attackers = True

    with pytest.raises(MachineError, match=r"the model Misled has no method no_attackers\(\)"):
        Misled()

    class Wrong(Mute):
        stack_empty = True

    with pytest.raises(MachineError, match=r"no method stack_empty\(\)"):
        TurnMachine(Wrong())  # type: ignore[arg-type]
    assert isinstance(Plain(), TurnModel)
    assert not isinstance(Mute(), TurnModel)


def test_the_separator_is_this_machines_own() -> None:
    Plain()
    assert NestedState.separator == "_"
    assert SEPARATOR == "/"


def test_there_are_no_automatic_moves() -> None:
    model = Plain()
    assert set(model.machine.events) == {"advance"}


def test_nothing_is_set_on_the_model() -> None:
    class Told:
        def all_passed(self) -> bool:
            return True

        stack_empty = all_passed

    model = Told()
    machine = TurnMachine(model)
    assert machine.advance()
    assert vars(model) == {}
    assert not hasattr(model, "advance")


@pytest.mark.parametrize("edition", edition_ids())
def test_moves_are_declared_at_the_root_with_full_paths(edition: str) -> None:
    states, transitions = states_and_transitions(base_turn(edition))
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
    model = Plain(graph)
    assert model.state == OVER


def test_two_models_do_not_disturb_each_other() -> None:
    graph = insert_phases(base_turn("cr2006"), "combat", ("combat",), "x")
    one, other = Plain(graph), Plain()
    one.go("turn/combat+1/end_of_combat/priority")
    assert other.state == "turn/beginning/untap/beginning"


class Answering(Plain):
    """A model that answers all guards as it is told."""

    __slots__ = ("answers",)

    def __init__(self, graph: TurnGraph | None = None) -> None:
        self.answers: dict[str, bool] = {}
        super().__init__(graph)

    def needs_priority(self) -> bool:
        return self.answers.get("needs_priority", False)

    def no_attackers(self) -> bool:
        return self.answers.get("no_attackers", False)

    def second_damage(self) -> bool:
        return self.answers.get("second_damage", False)

    def cleanup_repeats(self) -> bool:
        return self.answers.get("cleanup_repeats", False)

    def ends_turn(self) -> bool:
        return self.answers.get("ends_turn", False)

    def ends_combat(self) -> bool:
        return self.answers.get("ends_combat", False)

    def turn_ended(self) -> bool:
        return self.answers.get("turn_ended", False)


OPENED = [
    ("combat/declare_attackers/ending", "no_attackers", "combat/end_of_combat/beginning"),
    ("combat/combat_damage/ending", "second_damage", "combat/combat_damage+1/beginning"),
    ("ending/cleanup/beginning", "needs_priority", "ending/cleanup/priority"),
    ("ending/cleanup/ending", "cleanup_repeats", "ending/cleanup/beginning"),
    ("combat/declare_blockers/resolving", "ends_combat", "combat/declare_blockers/ending"),
    ("combat/declare_blockers/ending", "ends_combat", "postcombat_main/beginning"),
    ("beginning/upkeep/resolving", "ends_turn", "beginning/upkeep/ending"),
    ("beginning/upkeep/ending", "ends_turn", "ending/cleanup/beginning"),
]


@pytest.mark.parametrize(("here", "guard", "there"), OPENED)
def test_a_model_that_answers_more_can_be_led_without_rewriting(here: str, guard: str, there: str) -> None:
    model = Answering()
    model.passed = True
    for answers, expected in (({guard: True}, f"turn/{there}"), ({}, None)):
        model.machine.set_state(f"turn/{here}")
        model.answers = answers
        assert model.advance()
        assert (model.state == expected) is (expected is not None)
        row = base_turn("cr2026").table[f"turn/{here}"]
        assert advance(row, {"all_passed": True, "stack_empty": True, **answers}).name == model.state


def test_what_would_follow_the_cleanup_of_an_ended_turn_does_not() -> None:
    model = Answering(insert_phases(base_turn("cr2026"), "ending", ("beginning",), "x"))
    model.machine.set_state("turn/ending/cleanup/ending")
    model.answers = {"turn_ended": True}
    assert model.advance()
    assert model.state == OVER


def test_a_turn_that_ends_after_its_cleanup_has_to_be_rewritten() -> None:
    turned = reverse_phases(base_turn("cr2026"), "turn", "Topsy Turvy")
    row = turned.table["turn/beginning/upkeep/ending"]
    assert not [move for move in row.transitions if ("ends_turn", True) in move.guards]


@pytest.mark.parametrize("edition", edition_ids())
def test_every_move_has_a_rule_of_its_edition(edition: str) -> None:
    chart = make_chart(base_turn(edition))
    known = load_edition(edition).rules
    assert chart.transitions
    assert all(move.rule in known for move in chart.transitions)
    assert {state.rule for state in chart.states[1].children} <= set(known)
    asked = {name for move in chart.transitions for name, _ in move.guards}
    missing = {"turn_ended"} | ({"ends_combat"} if not load_edition(edition).cite("end_combat_phase") else set())
    assert asked >= set(OPTIONAL) - missing
    assert set(OPTIONAL) > REWRITING


def test_a_guard_that_nobody_asks_is_named() -> None:
    with pytest.raises(MachineError, match="there is no guard 'no_attacker' \\(did you mean \"no_attackers\""):
        advance(base_turn("cr2026").table.start, {"no_attacker": True})


@pytest.mark.parametrize(
    ("at", "address"),
    [
        ("turn", "beginning.untap"),
        ("upkeep", "beginning.upkeep"),
        ("combat", "combat.declare_attackers"),
        ("combat#2.declare_blockers", "combat#2.declare_blockers"),
        ("combat+1/combat_damage", "combat#2.combat_damage"),
        ("postcombat_main", "postcombat_main"),
    ],
)
def test_a_machine_begins_in_mid_turn(at: str, address: str) -> None:
    graph = insert_phases(skip(base_turn("cr2026"), "beginning_of_combat", "x"), "combat", ("combat",), "x")
    machine = TurnMachine(Plain(), graph, at=at)
    assert machine.address == address
    assert machine.state.endswith("/beginning")


def test_a_machine_begins_only_where_play_comes_to() -> None:
    graph = skip(base_turn("cr2026"), "combat", "x")
    with pytest.raises(MachineError, match=r"combat is skipped in this turn; expected a place that play comes to"):
        TurnMachine(Plain(), graph, at="combat")
    with pytest.raises(FsmError, match=r'there is no node \'upkep\' in this turn \(did you mean "upkeep"\?\)'):
        TurnMachine(Plain(), graph, at="upkep")
    with pytest.raises(FsmError, match="found initial, expected a model, a turn, and perhaps at='combat'"):
        TurnMachine(Plain(), graph, initial="turn/ending/end/beginning")  # type: ignore[arg-type]


def test_a_machine_says_where_play_is_until_it_is_over() -> None:
    class Willing:
        def all_passed(self) -> bool:
            return True

        stack_empty = all_passed

    machine, seen = TurnMachine(Willing(), at="postcombat_main"), list[str]()
    while machine.state != OVER:
        seen.append(machine.address)
        machine.advance()
    assert list(dict.fromkeys(seen)) == ["postcombat_main", "ending.end", "ending.cleanup"]
    assert machine.address == ""


def test_a_turn_is_its_own_address_and_a_state_is_none() -> None:
    graph = base_turn("cr2026")
    assert graph.address("turn") == ""
    with pytest.raises(FsmError, match=r'there is no node \'turn/combat\' \(did you mean "combat"'):
        graph.address("turn/combat")
    with pytest.raises(FsmError, match="there is no phase or step 'turn'; there are: beginning/untap"):
        graph.number("turn")
