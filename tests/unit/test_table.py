"""The flat table: what each row says, and what it refuses to compile."""

from __future__ import annotations

import pytest

from fsm.edition import edition_ids
from fsm.errors import MachineError
from fsm.turn import base_turn, compile_table, insert_phases, skip
from fsm.turn.chart import OVER, ChartMove, make_chart
from fsm.turn.machine import build_machine
from fsm.turn.pieces import walk

EVERY = pytest.mark.parametrize("edition", edition_ids())


@EVERY
def test_every_stop_has_four_rows_and_the_end_one(edition: str) -> None:
    graph = insert_phases(base_turn(edition), "combat", ("combat",), "x")
    assert len(graph.table) == 4 * (len(graph.path) + 2) + 1  # with the second combat damage steps that may come
    assert graph.table.start.name == "turn/beginning/untap/beginning"
    assert graph.table[OVER].moves == ()


@EVERY
def test_a_row_knows_its_place(edition: str) -> None:
    graph = insert_phases(base_turn(edition), "combat", ("combat",), "x")
    row = graph.table["turn/combat+1/declare_attackers/priority"]
    assert (row.stop, row.substate, row.phase) == ("combat+1/declare_attackers", "priority", "combat+1")
    assert row.address == "combat#2.declare_attackers"
    assert row.node.kind == "declare_attackers"
    assert repr(row) == "<Configuration turn/combat+1/declare_attackers/priority>"


def test_moves_name_guards_exits_and_entries() -> None:
    row = base_turn("cr2026").table["turn/beginning/draw/priority"]
    ending, resolving = row.regular_moves
    assert dict(ending.guards) == {"all_passed": True, "stack_empty": True}
    assert dict(resolving.guards) == {"all_passed": True, "stack_empty": False}
    assert ending.exits == ("turn/beginning/draw/priority",)
    assert ending.enters == ("turn/beginning/draw/ending",)
    assert "not stack_empty" in repr(resolving)


def test_what_the_rules_may_insert_has_rows_of_its_own() -> None:
    graph = base_turn("cr2026")
    row = graph.table["turn/combat/combat_damage+1/priority"]
    assert row.address == "combat.combat_damage#2"
    assert row.graph.notation() == "U Up D | M1 | BC DA DB CD +1:CD EC | M2 | E CL"
    assert [move.to.name for move in row.regular_moves] == [
        "turn/combat/combat_damage+1/ending",
        "turn/combat/combat_damage+1/resolving",
    ]
    (onward,) = graph.table["turn/combat/combat_damage/ending"].regular_moves
    assert onward.to.graph is graph
    (after,) = graph.table["turn/combat/combat_damage+1/ending"].regular_moves
    assert after.to is onward.to
    assert onward.to.name == "turn/combat/end_of_combat/beginning"


def test_the_ways_by_rules_are_tried_first() -> None:
    row = base_turn("cr2026").table["turn/beginning/draw/priority"]
    opened, *regular = row.moves
    assert (opened.guards, opened.topic, opened.rewrites) == ((("ends_turn", True),), "end_turn_cleanup", True)
    assert [move.to for move in regular] == [move.to for move in row.regular_moves]
    assert not any(move.rewrites for move in row.regular_moves)


def test_a_move_between_phases_leaves_the_phase_but_not_the_turn() -> None:
    (move,) = base_turn("cr2026").table["turn/beginning/draw/ending"].regular_moves
    assert move.exits == ("turn/beginning/draw/ending", "turn/beginning/draw", "turn/beginning")
    assert move.enters == ("turn/precombat_main", "turn/precombat_main/beginning")


def test_the_last_move_of_the_turn_leaves_everything() -> None:
    (move,) = base_turn("cr2026").table["turn/ending/cleanup/ending"].regular_moves
    assert move.exits[-1] == "turn"
    assert move.enters == (OVER,)


def test_a_table_is_made_once() -> None:
    graph = skip(base_turn("cr2026"), "combat", "x")
    assert graph.table is graph.table
    assert compile_table(graph) is not graph.table


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (ChartMove("over", "turn/beginning/nowhere"), "leads to turn/beginning/nowhere, which is not a state"),
        (ChartMove("over", "over", (("all_past", True),)), "asks the guard all_past; guards are all_passed"),
    ],
)
def test_a_misspelt_state_or_guard_is_said_when_it_is_compiled(move: ChartMove, message: str) -> None:
    chart = make_chart(base_turn("cr2026"))
    with pytest.raises(MachineError, match=message):
        walk(build_machine(chart.states, (move, *chart.moves), chart.initial))


def test_a_row_is_made_when_it_is_asked_for() -> None:
    graph = skip(base_turn("cr2026"), "combat", "x")
    assert graph.table["turn/postcombat_main/ending"] is graph.table["turn/postcombat_main/ending"]
    for name in ("turn/combat/declare_attackers/ending", "turn/ending/ending", "turn/nowhere/ending", "turn", "x"):
        assert name not in graph.table
        assert graph.table.get(name) is None
    assert next(iter(graph.table)) == OVER
    assert len(list(graph.table)) == len(graph.table)
