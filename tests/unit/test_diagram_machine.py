"""Pictures of the machine: all of it, and nothing else; and where a picture looks from."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import joined
from drawing import GRAPHS

from fsm.diagram import DiagramError, turn_diagram
from fsm.diagram.model import END, LEVELS, START, Picture
from fsm.diagram.pictures.machine import (
    NEXT,
    machine_picture,
    outline_picture,
    state_id,
    template,
    template_picture,
    ways_of,
)
from fsm.diagram.pictures.naming import element_id
from fsm.edition import edition_ids, load_edition
from fsm.turn import GUARDS, OVER, REWRITING, SUBSTATES, TurnGraph, TurnMachine, base_turn, insert_steps
from fsm.turn.machine import states_and_transitions

EVERY = pytest.mark.parametrize("edition", edition_ids())
BASE = base_turn("cr2026")
HOUSE = """
title = "Everybody blocks at once"
like = "cr2026"
[steps.declare_blockers]
priority = "never"
[steps.untap]
priority = "always"
"""


def _state(name: str) -> str:
    """A state's path in the machine as the id that it has in a picture."""
    return END if name == OVER else element_id(name.removeprefix("turn/"))


def _played(state: str) -> bool:
    return bool(BASE.table[state].transitions) and BASE.table[state].graph is BASE


def _moves(picture: Picture) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.target, edge.label) for edge in picture.edges if edge.kind == "main"}


def _described(graph: TurnGraph) -> set[tuple[str, str, str]]:
    """All moves of the machine that ``transitions`` gets but those that a rewrite opens, with their guards in words."""
    described: set[tuple[str, str, str]] = set()
    sources: set[str] = set()
    for move in states_and_transitions(graph, set(GUARDS) - REWRITING)[1]:
        words = [*move.get("conditions", []), *(f"not {guard}" for guard in move.get("unless", []))]
        label = " and ".join(words) or ("otherwise" if move["source"] in sources else "")
        described.add((_state(move["source"]), _state(move["dest"]), label))
        sources.add(move["source"])
    return described


@joined(GRAPHS)
def test_every_move_of_the_machine_is_drawn_with_its_guards(name: str) -> None:
    graph = GRAPHS[name]
    first = _state(graph.table.start.name)
    assert _moves(machine_picture(graph)) == {(START, first, "")} | _described(graph)


@joined(GRAPHS)
def test_every_state_that_play_can_come_to_is_drawn_in_its_stop(name: str) -> None:
    graph = GRAPHS[name]
    drawn = {(box.id, tile.id) for box in machine_picture(graph).boxes for tile in box.tiles}
    reached = {
        (element_id(row.stop), _state(row.name))
        for row in graph.table.values()
        if row.transitions and row.graph is graph
    }
    assert drawn == reached


@EVERY
def test_the_names_of_states_are_those_of_the_machine(edition: str) -> None:
    class Model:
        def all_passed(self) -> bool:
            return True

        stack_empty = all_passed

    machine = TurnMachine(Model(), base_turn(edition))
    picture = machine_picture(machine.graph)
    known = {tile.id for box in picture.boxes for tile in box.tiles}
    while machine.state != OVER:
        assert _state(machine.state) in known
        assert machine.advance()


@EVERY
def test_a_step_without_priority_has_neither_priority_nor_resolving(edition: str) -> None:
    states = {box.id: [tile.name for tile in box.tiles] for box in machine_picture(base_turn(edition)).boxes}
    assert states["beginning.untap"] == ["beginning", "ending"]
    assert states["beginning.upkeep"] == states["ending.cleanup"] == ["beginning", "priority", "resolving", "ending"]


@EVERY
def test_the_cleanup_step_asks_first_and_loops(edition: str) -> None:
    picture = machine_picture(base_turn(edition))
    ways = {
        edge.target.rpartition(".")[2]: edge.label
        for edge in picture.edges
        if edge.source == "ending.cleanup.beginning"
    }
    assert ways == {"priority": "needs_priority", "ending": "otherwise"}
    loops = [(edge.source, edge.target) for edge in picture.edges if edge.kind == "guard"]
    assert ("ending.cleanup.ending", "ending.cleanup.beginning") in loops
    assert ("combat.declare_attackers.ending", "combat.end_of_combat.beginning") in loops


def _differing(graph: TurnGraph) -> dict[str, list[str]]:
    said = {
        tile.id: [f"{note.lead} {note.text}".strip() for note in tile.does]
        for box in outline_picture(graph).boxes
        for tile in box.tiles
    }
    return {id: notes for id, notes in said.items() if notes}


@EVERY
def test_the_inside_of_a_step_is_drawn_once_with_the_moves_of_the_machine(edition: str) -> None:
    graph = base_turn(edition)
    picture = template_picture(graph)
    inside = {state_id(state) for state in (*SUBSTATES, NEXT)}
    assert {tile.id for tile in picture.boxes[0].tiles} == inside
    moves = {(e.source.removeprefix("inside."), e.target.removeprefix("inside."), e.label) for e in picture.edges}
    assert moves == {
        ("beginning", "priority", ""),
        ("priority", "ending", "all_passed and stack_empty"),
        ("priority", "resolving", "all_passed and not stack_empty"),
        ("resolving", "priority", ""),
        ("ending", "next", "all_passed and stack_empty"),
    }
    assert all(edge.rule in graph.edition.rules for edge in picture.edges)


@EVERY
def test_only_the_untap_and_cleanup_steps_differ_inside(edition: str) -> None:
    assert _differing(base_turn(edition)) == {
        "beginning.untap": ["no priority or resolving", "ending: no guard"],
        "ending.cleanup": ["beginning: priority if needs_priority, otherwise ending", "ending: no guard"],
    }


@EVERY
def test_a_step_that_differs_cites_a_rule_of_its_edition(edition: str) -> None:
    tiles = [tile for box in outline_picture(base_turn(edition)).boxes for tile in box.tiles if tile.does]
    assert all(tile.does[0].rule in load_edition(edition).rules for tile in tiles)


def test_what_differs_is_found_in_the_machine_and_not_by_the_name_of_the_step(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    graph = base_turn(load_edition(file))
    assert _differing(graph)["combat.declare_blockers"] == ["no priority or resolving", "ending: no guard"]
    assert "beginning.untap" not in _differing(graph)


@joined(GRAPHS)
def test_a_step_is_marked_if_and_only_if_its_moves_differ(name: str) -> None:
    graph = GRAPHS[name]
    usual = list(template(graph.edition))
    differing = {element_id(stop) for stop in graph.path if list(ways_of(graph, stop)) != usual}
    assert set(_differing(graph)) == differing


def test_the_formats_of_text_keep_the_whole_machine() -> None:
    text = turn_diagram(BASE, level="machine").render("puml").decode()
    assert text.count('state "resolving"') == sum("priority" in state for state in BASE.table if _played(state)) == 11


def test_skipped_steps_are_named_though_the_machine_has_none() -> None:
    def said(graph: TurnGraph) -> str:
        picture = machine_picture(graph)
        notes = [note for frame in picture.outer_boxes for note in frame.box.notes]
        return " ".join(f"{note.lead} {note.text} {note.rule}" for note in notes)

    assert "without Declare blockers: no attackers 508.8" in said(GRAPHS["nobody attacks"])
    assert "10 extra by Paradox Haze 500.9" in said(GRAPHS["eleven upkeeps"])


def test_a_turn_in_which_nothing_is_played_goes_from_start_to_end() -> None:
    picture = machine_picture(GRAPHS["nothing is played"])
    assert [(edge.source, edge.target) for edge in picture.edges] != []
    empty = machine_picture(_all_skipped())
    assert [(edge.source, edge.target) for edge in empty.edges] == [(START, END)]
    assert turn_diagram(_all_skipped(), level="machine").svg().startswith("<svg")


def _all_skipped() -> TurnGraph:
    from fsm.turn import parse_turn

    return parse_turn("[(U Up D)]")


@pytest.mark.parametrize("level", LEVELS)
def test_what_lies_before_and_after_a_place(level: str) -> None:
    graph = insert_steps(BASE, "beginning/upkeep", ("upkeep",), "Paradox Haze")
    picture = turn_diagram(graph, level=level, at="T1.upkeep#2").layout.picture
    parts = [tile for box in picture.boxes for tile in box.tiles]
    assert [part.name for part in parts if part.past] == ["Untap", "Upkeep"]
    assert [part.name for part in parts if part.here] == ["Upkeep"]
    later = [part.name for part in parts if part.future]
    assert (later[:2], later[-1], len(later)) == (["Draw", "Precombat"], "Cleanup", 10)
    gone = [edge for edge in picture.edges if not edge.future and edge.kind == "main"]
    assert all("ending.cleanup" not in (edge.source, edge.target) for edge in gone)


def test_a_whole_phase_can_be_the_place() -> None:
    boxes = turn_diagram(BASE, at="combat").layout.picture.boxes
    assert [(box.past, box.here, box.future) for box in boxes] == [
        (True, False, False),
        (True, False, False),
        (False, True, False),
        (False, False, True),
        (False, False, True),
    ]
    assert not any(tile.past or tile.future for tile in boxes[2].tiles)


def test_to_highlight_a_place_dims_nothing() -> None:
    picture = turn_diagram(BASE, highlight="upkeep").layout.picture
    assert not any(tile.past or tile.future for box in picture.boxes for tile in box.tiles)
    assert not any(edge.future for edge in picture.edges)


def test_a_state_of_the_machine_can_be_the_place() -> None:
    diagram = turn_diagram(BASE, level="machine", at="turn/combat/declare_attackers/priority")
    tiles = [placed.tile.id for placed in diagram.layout.tiles if placed.tile.here]
    assert tiles == ["inside.priority", "combat.declare_attackers"]
    assert [pill.text for pill in diagram.layout.pills] == ["here", "here"]


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("upkeep#2", r"this turn has no upkeep#2; it has beginning, beginning.untap"),
        ("T1.nonsense", "is not a phase or step.*; this turn has beginning"),
        ("turn/beginning/nonsense/priority", "this turn has beginning"),
        ("over", "this turn has beginning"),
        ("", "this turn has beginning"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_a_place_that_there_is_not_is_answered_by_those_that_there_are(level: str, at: str, message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        turn_diagram(BASE, level=level, at=at)


def test_a_picture_looks_from_one_place() -> None:
    with pytest.raises(DiagramError, match="one place"):
        turn_diagram(BASE, at="upkeep", highlight="draw")


def test_an_unknown_level_is_answered_by_those_that_there_are() -> None:
    with pytest.raises(DiagramError, match=r'\'fase\' \(did you mean "phase"\?\); there are: phase, step, machine'):
        turn_diagram(BASE, level="fase")


def test_a_turn_draws_itself() -> None:
    assert BASE.diagram() == turn_diagram(BASE)
    assert BASE.diagram(level="phase", at="draw") == turn_diagram(BASE, level="phase", at="draw")
    assert BASE.diagram("machine").svg().startswith("<svg")
