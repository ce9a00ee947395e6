"""The flat table: what each row says, and what it refuses to compile."""

from __future__ import annotations

import pytest

from fsm.edition import edition_ids
from fsm.turn import OVER, base_turn, compile_table, insert_phases, skip

EVERY = pytest.mark.parametrize("edition", edition_ids())


@EVERY
def test_every_stop_has_four_rows_and_the_end_one(edition: str) -> None:
    graph = insert_phases(base_turn(edition), "combat", ("combat",), "x")
    assert len(graph.table) == 4 * (len(graph.path) + 2) + 1  # with the second combat damage steps that may come
    assert graph.table.start.name == "turn/beginning/untap/beginning"
    assert graph.table[OVER].transitions == ()


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
    ending, resolving = row.regular
    assert dict(ending.guards) == {"all_passed": True, "stack_empty": True}
    assert dict(resolving.guards) == {"all_passed": True, "stack_empty": False}
    assert ending.exits == ("turn/beginning/draw/priority",)
    assert ending.enters == ("turn/beginning/draw/ending",)


def test_what_the_rules_may_insert_has_rows_of_its_own() -> None:
    graph = base_turn("cr2026")
    row = graph.table["turn/combat/combat_damage+1/priority"]
    assert row.address == "combat.combat_damage#2"
    assert row.graph.notation() == "U Up D | M1 | BC DA DB CD +1:CD EC | M2 | E CL"
    assert [one.target for one in row.regular] == [
        "turn/combat/combat_damage+1/ending",
        "turn/combat/combat_damage+1/resolving",
    ]
    (onward,) = graph.table["turn/combat/combat_damage/ending"].regular
    there = graph.table["turn/combat/combat_damage/ending"].after(onward)
    assert there.graph is graph
    assert there.name == onward.target == "turn/combat/end_of_combat/beginning"
    (after,) = graph.table["turn/combat/combat_damage+1/ending"].regular
    assert graph.table["turn/combat/combat_damage+1/ending"].after(after) is there


def test_the_ways_by_rules_are_tried_first() -> None:
    row = base_turn("cr2026").table["turn/beginning/draw/priority"]
    opened, *regular = row.transitions
    assert (opened.guards, opened.topic, opened.rewrites) == ((("ends_turn", True),), "end_turn_cleanup", True)
    assert tuple(regular) == row.regular
    assert not any(move.rewrites for move in row.regular)


def test_a_move_between_phases_leaves_the_phase_but_not_the_turn() -> None:
    (move,) = base_turn("cr2026").table["turn/beginning/draw/ending"].regular
    assert move.exits == ("turn/beginning/draw/ending", "turn/beginning/draw", "turn/beginning")
    assert move.enters == ("turn/precombat_main", "turn/precombat_main/beginning")


def test_the_last_move_of_the_turn_leaves_everything() -> None:
    (move,) = base_turn("cr2026").table["turn/ending/cleanup/ending"].regular
    assert move.exits[-1] == "turn"
    assert move.enters == (OVER,)


def test_a_table_is_made_once() -> None:
    graph = skip(base_turn("cr2026"), "combat", "x")
    assert graph.table is graph.table
    assert compile_table(graph) is not graph.table


def test_a_row_is_made_when_it_is_asked_for() -> None:
    graph = skip(base_turn("cr2026"), "combat", "x")
    assert graph.table["turn/postcombat_main/ending"] is graph.table["turn/postcombat_main/ending"]
    for name in ("turn/combat/declare_attackers/ending", "turn/ending/ending", "turn/nowhere/ending", "turn", "x"):
        assert name not in graph.table
        assert graph.table.get(name) is None
    assert next(iter(graph.table)) == OVER
    assert len(list(graph.table)) == len(graph.table)
