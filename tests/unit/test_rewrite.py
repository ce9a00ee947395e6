"""The rewrite rules: what each puts where, newest first, and what it refuses."""

from __future__ import annotations

import pytest

from fsm.edition import edition_ids, load_edition
from fsm.errors import LimitReached, RewriteError
from fsm.turn import (
    REWRITES,
    Mark,
    TurnGraph,
    base_turn,
    end_combat,
    end_turn,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    insert_steps_before,
    parse_turn,
    repeat_cleanup,
    reverse_phases,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)
from fsm.turn.interpreter import MAX_INSERTED

EVERY = pytest.mark.parametrize("edition", edition_ids())
BASE = base_turn("cr2026")
EXTRA = ("combat", "postcombat_main")


def notation(graph: TurnGraph) -> str:
    return graph.notation()


def test_every_rule_is_registered_with_what_it_matches_and_puts() -> None:
    assert set(REWRITES) == {
        *("insert_phases", "insert_steps", "insert_steps_before", "insert_step_after_phase", "skip", "end_combat"),
        *("skip_blocks_and_damage", "second_combat_damage", "repeat_cleanup", "renew_cleanup", "end_turn"),
        "reverse_phases",
    }
    for name, rule in REWRITES.items():
        assert rule.name == name
        assert rule.matches != rule.puts
        assert any(load_edition(id).cite(rule.topic) for id in edition_ids())


@EVERY
def test_extra_phases_come_as_a_unit_directly_after_their_anchor(edition: str) -> None:
    graph = insert_phases(base_turn(edition), "precombat_main", EXTRA, "Relentless Assault")
    assert notation(graph) == "U Up D | M1 | +1:(BC DA DB CD EC) | +2:M2 | BC DA DB CD EC | M3 | E CL"
    mark = graph.node("combat+1").inserted
    assert mark is not None
    assert (mark.topic, mark.by) == ("extra_phase", "Relentless Assault")
    assert mark.rule == {"cr2006": "300.7", "cr2008": "300.7"}.get(edition, "500.8")


def test_what_comes_after_the_second_main_phase_follows_it() -> None:
    graph = insert_phases(BASE, "postcombat_main", EXTRA, "World at War", after_second_main=True)
    assert notation(graph) == "U Up D | M1 | BC DA DB CD EC | M2 | +1:(BC DA DB CD EC) | +2:M3 | E CL"
    behind = insert_phases(graph, "postcombat_main", EXTRA, "Relentless Assault")
    assert [n.by for n in marks(behind)] == ["Relentless Assault"] * 2 + ["World at War"] * 2
    before = insert_phases(graph, "precombat_main", ("combat",), "no main phase")
    assert [n.by for n in marks(before)] == ["no main phase"] + ["World at War"] * 2
    moved = insert_phases(before, "precombat_main", EXTRA, "Relentless Assault")
    assert notation(moved) == (
        "U Up D | M1 | +4:(BC DA DB CD EC) | +5:M2 | +1:(BC DA DB CD EC) | +2:M3 | +3:(BC DA DB CD EC) | "
        "BC DA DB CD EC | M4 | E CL"
    )
    again = insert_phases(moved, "precombat_main", EXTRA, "the newest")
    assert [n.by for n in marks(again)] == [
        *("the newest", "the newest", "World at War", "World at War"),
        *("Relentless Assault", "Relentless Assault", "no main phase"),
    ]


def test_what_came_after_a_skipped_main_phase_stays_where_it_is() -> None:
    graph = insert_phases(BASE, "postcombat_main", ("combat",), "World at War", after_second_main=True)
    skipped = skip(graph, "postcombat_main", "Fatigue")
    later = insert_phases(skipped, "combat+1", ("postcombat_main",), "x")
    assert notation(later) == "U Up D | M1 | BC DA DB CD EC | [M2] | +1:(BC DA DB CD EC) | +2:M3 | E CL"


def marks(graph: TurnGraph) -> list[Mark]:
    """Why phases were inserted, in the order of the turn."""
    return [mark for phase in graph.children() if (mark := graph.node(phase).inserted) is not None]


@EVERY
def test_of_two_units_after_one_phase_the_newest_is_first_and_complete(edition: str) -> None:
    once = insert_phases(base_turn(edition), "precombat_main", EXTRA, "older")
    twice = insert_phases(once, "precombat_main", EXTRA, "newer")
    assert notation(twice) == (
        "U Up D | M1 | +3:(BC DA DB CD EC) | +4:M2 | +1:(BC DA DB CD EC) | +2:M3 | BC DA DB CD EC | M4 | E CL"
    )


def test_newest_first_is_by_position_not_by_kind() -> None:
    """A unit made in an extra main phase stands after that one; the kind of the phase plays no part."""
    once = insert_phases(BASE, "precombat_main", EXTRA, "a")
    later = insert_phases(once, "postcombat_main+2", EXTRA, "b")
    assert later.children() == (
        *("beginning", "precombat_main", "combat+1", "postcombat_main+2"),
        *("combat+3", "postcombat_main+4", "combat", "postcombat_main", "ending"),
    )


def test_an_extra_beginning_phase_is_whole() -> None:
    graph = insert_phases(BASE, "ending", ("beginning",), "Sphinx of the Second Sun")
    assert notation(graph).endswith("| E CL | +1:(U Up D)")
    assert graph.path[-1] == "beginning+1/draw"


def test_an_added_main_phase_is_postcombat_wherever_it_stands() -> None:
    """305.1, 505.1a: only the first main phase of a turn is the precombat one."""
    graph = insert_phases(BASE, "combat", ("precombat_main",), "x")
    kinds = [graph.node(phase).kind for phase in graph.children()]
    assert kinds.count("precombat_main") == 1
    assert parse_turn(graph.notation(exact=True)) is graph


@EVERY
def test_extra_steps_come_alone_newest_first(edition: str) -> None:
    once = insert_steps(base_turn(edition), "beginning/upkeep", ("upkeep",), "older")
    twice = insert_steps(once, "beginning/upkeep", ("upkeep",), "newer")
    assert notation(twice) == "U Up +2:Up +1:Up D | M1 | BC DA DB CD EC | M2 | E CL"
    assert [node.inserted.by for node in twice.inserted if node.inserted] == ["older", "newer"]


def test_steps_before_an_anchor() -> None:
    graph = insert_steps_before(BASE, "ending/end", ("end",), "Y'shtola")
    assert notation(graph) == "U Up D | M1 | BC DA DB CD EC | M2 | +1:E E CL"
    first = insert_steps_before(BASE, "beginning/untap", ("upkeep", "draw"), "x")
    assert notation(first).startswith("+1:Up +2:D U Up D |")


@EVERY
def test_a_step_after_a_phase_makes_a_phase_with_that_step_only(edition: str) -> None:
    graph = insert_step_after_phase(base_turn(edition), "combat", "upkeep", "Obeka")
    assert notation(graph) == "U Up D | M1 | BC DA DB CD EC | +1:([U] Up [D]) | M2 | E CL"
    assert graph.path.count("beginning+1/upkeep") == 1
    mark = graph.node("beginning+1").inserted
    assert mark is not None
    assert mark.rule == {"cr2026": "500.10", "cr2011": "500.9"}.get(edition, "300.8")


@EVERY
def test_skipping_a_step_and_a_phase(edition: str) -> None:
    graph = skip(skip(base_turn(edition), "beginning/draw", "Fatigue"), "combat", "False Peace")
    assert notation(graph) == "U Up [D] | M1 | [(BC DA DB CD EC)] | M2 | E CL"
    mark = graph.node("combat").skipped
    assert mark is not None
    assert mark.rule == {"cr2006": "300.9", "cr2008": "300.9", "cr2011": "500.10", "cr2026": "500.11"}[edition]


def test_what_is_skipped_already_keeps_its_first_reason() -> None:
    once = skip(BASE, "combat", "first")
    assert skip(once, "combat", "second") is once


@EVERY
def test_without_attackers_blockers_and_damage_are_passed_over(edition: str) -> None:
    graph = skip_blocks_and_damage(base_turn(edition), "combat/declare_attackers")
    assert notation(graph) == "U Up D | M1 | BC DA [DB] [CD] EC | M2 | E CL"
    mark = graph.node("combat/combat_damage").skipped
    assert mark is not None
    assert (mark.topic, mark.by) == ("no_attackers", "")


def test_without_attackers_only_this_combat_is_shortened() -> None:
    graph = insert_phases(BASE, "combat", ("combat",), "x")
    assert notation(skip_blocks_and_damage(graph, "combat+1/declare_attackers")) == (
        "U Up D | M1 | BC DA DB CD EC | +1:(BC DA [DB] [CD] EC) | M2 | E CL"
    )


@EVERY
def test_the_second_combat_damage_step(edition: str) -> None:
    graph = second_combat_damage(base_turn(edition), "combat/combat_damage")
    assert notation(graph) == "U Up D | M1 | BC DA DB CD +1:CD EC | M2 | E CL"


@EVERY
def test_the_cleanup_step_repeats(edition: str) -> None:
    once = repeat_cleanup(base_turn(edition), "ending/cleanup")
    twice = repeat_cleanup(once, "ending/cleanup+1")
    assert notation(twice) == "U Up D | M1 | BC DA DB CD EC | M2 | E CL +1:CL +2:CL"


@EVERY
def test_ending_the_turn_goes_straight_to_cleanup(edition: str) -> None:
    graph = end_turn(base_turn(edition), "combat/declare_attackers", "Time Stop")
    assert notation(graph) == "U Up D | M1 | BC DA [DB] [CD] [EC] | [M2] | [E] CL"


def test_ending_the_turn_skips_extra_phases_that_were_to_come() -> None:
    graph = insert_phases(BASE, "precombat_main", EXTRA, "x")
    assert notation(end_turn(graph, "precombat_main", "Time Stop")) == (
        "U Up D | M1 | [+1:(BC DA DB CD EC)] | [+2:M2] | [(BC DA DB CD EC)] | [M3] | [E] CL"
    )


def test_ending_the_turn_in_its_last_cleanup_changes_nothing() -> None:
    assert end_turn(BASE, "ending/cleanup", "Time Stop") is BASE


def test_ending_the_turn_skips_what_would_come_after_its_cleanup() -> None:
    graph = insert_phases(BASE, "ending", ("beginning",), "x")
    assert notation(end_turn(graph, "postcombat_main", "Time Stop")) == (
        "U Up D | M1 | BC DA DB CD EC | M2 | [E] CL | [+1:(U Up D)]"
    )


@EVERY
def test_the_phases_come_in_reverse_and_their_steps_do_not(edition: str) -> None:
    graph = reverse_phases(base_turn(edition), "turn", "Topsy Turvy")
    assert notation(graph) == "< E CL | M1 | BC DA DB CD EC | M2 | U Up D"
    assert graph.children() == ("ending", "precombat_main", "combat", "postcombat_main", "beginning")
    assert graph.addresses["precombat_main"] == "precombat_main"
    assert graph.reversed is not None
    assert graph.reversed.by == "Topsy Turvy"
    assert parse_turn(graph.notation(exact=True), edition) is graph
    assert reverse_phases(graph, "turn", "another") is base_turn(edition)


def test_what_was_inserted_and_skipped_goes_where_its_phase_goes() -> None:
    graph = skip(insert_phases(BASE, "precombat_main", EXTRA, "x"), "combat", "y")
    turned = reverse_phases(graph, "turn", "Topsy Turvy")
    assert notation(turned) == ("< E CL | M1 | [(BC DA DB CD EC)] | +2:M2 | +1:(BC DA DB CD EC) | M3 | U Up D")
    assert reverse_phases(turned, "turn", "Topsy Turvy") is graph
    assert turned.numbers["combat+1"] == (2, 2)


def test_in_a_reversed_turn_parts_are_added_directly_after_their_anchor() -> None:
    turned = reverse_phases(BASE, "turn", "Topsy Turvy")
    assert notation(insert_phases(turned, "ending", ("combat",), "x")) == (
        "< E CL | +1:(BC DA DB CD EC) | M1 | BC DA DB CD EC | M2 | U Up D"
    )


def test_ending_a_reversed_turn_before_its_cleanup_ends_it_there() -> None:
    turned = reverse_phases(BASE, "turn", "Topsy Turvy")
    assert notation(end_turn(turned, "ending/end", "Time Stop")) == (
        "< E CL | [M1] | [(BC DA DB CD EC)] | [M2] | [(U Up D)]"
    )


def test_ending_a_reversed_turn_after_its_cleanup_brings_another_cleanup() -> None:
    turned = reverse_phases(BASE, "turn", "Topsy Turvy")
    graph = end_turn(turned, "combat/declare_attackers", "Time Stop")
    assert notation(graph) == "< E CL | M1 | BC DA [DB] [CD] [EC] | +1:([E] CL) | [M2] | [(U Up D)]"
    mark = graph.node("ending+1").inserted
    assert mark is not None
    assert (mark.topic, mark.rule, mark.by) == ("end_turn_cleanup", "724.1d", "Time Stop")
    assert parse_turn(graph.notation(exact=True)) is graph


def test_ending_the_combat_phase_leads_to_the_next_phase() -> None:
    graph = insert_phases(BASE, "combat", ("combat",), "x")
    assert notation(end_combat(graph, "combat/declare_attackers", "Mandate of Peace")) == (
        "U Up D | M1 | BC DA [DB] [CD] [EC] | +1:(BC DA DB CD EC) | M2 | E CL"
    )


def test_the_same_rewrite_of_the_same_graph_is_the_same_object() -> None:
    assert insert_phases(BASE, "combat", EXTRA, "x") is insert_phases(BASE, "combat", EXTRA, "x")


def test_a_rewrite_leaves_the_graph_it_was_given_alone() -> None:
    before = notation(BASE), list(BASE), list(BASE.digraph.edges)
    insert_phases(BASE, "combat", EXTRA, "x")
    skip(BASE, "combat", "x")
    assert (notation(BASE), list(BASE), list(BASE.digraph.edges)) == before


@pytest.mark.parametrize(
    ("rewrite", "message"),
    [
        (lambda: insert_phases(BASE, "combat/end_of_combat", EXTRA, "x"), "is a step; this rewrite takes a phase"),
        (lambda: insert_phases(BASE, "turn", EXTRA, "x"), "is a turn; this rewrite takes a phase"),
        (lambda: insert_phases(BASE, "comat", EXTRA, "x"), "no node 'comat'.*did you mean \"combat\""),
        (lambda: insert_phases(BASE, "combat", (), "x"), "nothing to insert"),
        (lambda: insert_phases(BASE, "combat", ("combt",), "x"), "no phase 'combt'.*did you mean \"combat\""),
        (lambda: insert_steps(BASE, "combat", ("upkeep",), "x"), "is a phase; this rewrite takes a step"),
        (lambda: insert_steps(BASE, "beginning/upkeep", ("end",), "x"), "beginning phase has no step 'end'"),
        (lambda: insert_steps(BASE, "beginning/upkeep", (), "x"), "nothing to insert"),
        (lambda: insert_steps_before(BASE, "precombat_main", ("upkeep",), "x"), "is a phase"),
        (lambda: insert_step_after_phase(BASE, "combat", "upkep", "x"), 'did you mean "upkeep"'),
        (lambda: insert_step_after_phase(BASE, "beginning/draw", "upkeep", "x"), "is a step"),
        (lambda: skip(BASE, "turn", "x"), "is a turn; this rewrite takes a phase or a step"),
        (lambda: skip(BASE, "ending/clenup", "x"), 'did you mean "ending/cleanup"'),
        (lambda: second_combat_damage(BASE, "combat"), "is a phase; this rewrite takes a step"),
        (lambda: repeat_cleanup(BASE, "nowhere"), "no node 'nowhere'"),
        (lambda: end_turn(BASE, "turn", "x"), "is a turn"),
        (lambda: end_combat(BASE, "combat", "x"), "is a phase"),
        (lambda: skip_blocks_and_damage(BASE, "combat"), "is a phase"),
        (lambda: reverse_phases(BASE, "combat", "x"), "is a phase; this rewrite takes a turn"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_mend(rewrite: object, message: str) -> None:
    assert callable(rewrite)
    with pytest.raises(RewriteError, match=message):
        rewrite()


def test_an_endless_turn_is_stopped() -> None:
    kinds = ("upkeep",) * MAX_INSERTED
    full = insert_steps(BASE, "beginning/upkeep", kinds, "x")
    assert len(full.inserted) == MAX_INSERTED
    with pytest.raises(LimitReached, match="more than 10,000 parts"):
        insert_steps(full, "beginning/upkeep", ("upkeep",), "x")
