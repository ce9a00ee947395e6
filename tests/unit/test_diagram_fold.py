"""What repeats itself in a turn is drawn once, with how often: a picture stays one that a person can read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fsm.diagram import FORMATS, Diagram, turn_diagram
from fsm.diagram.drawing.dot import LONGEST, literal
from fsm.diagram.model import END, LEVELS, START, Picture
from fsm.diagram.pictures.fold import MOST_ALIKE, fold
from fsm.diagram.pictures.turn import turn_picture
from fsm.scenario import parse_scenarios, run_scenario
from fsm.turn import TurnGraph, base_turn, end_turn, insert_phases, insert_steps

MORNINGS = """
players: [Ann, Bob]
cards: [{name: Many Mornings, type: instant, effects: [{extra_steps: {step: upkeep, count: 60}}]}]
script:
  - {at: T1.upkeep, Ann: {cast: Many Mornings}}
  - {at: T1.upkeep#2, Ann: {cast: Time Stop}}
until: T1
"""


def upkeeps(count: int) -> TurnGraph:
    graph = base_turn("cr2026")
    for _ in range(count):
        graph = insert_steps(graph, "beginning/upkeep", ("upkeep",), "Mornings")
    return graph


def combats(count: int) -> TurnGraph:
    graph = base_turn("cr2026")
    for _ in range(count):
        graph = insert_phases(graph, "precombat_main", ("combat", "postcombat_main"), "War")
    return graph


def names(picture: Picture) -> list[str]:
    return [tile.name for tile in picture.boxes[0].tiles]


def play_goes_from_start_to_end(picture: Picture) -> bool:
    ways = {edge.source: edge.target for edge in picture.edges if edge.kind == "main"}
    here, seen = START, set()
    while here != END and here not in seen:
        seen.add(here)
        here = ways[here]
    played = {tile.id for box in picture.boxes for tile in box.tiles if tile.order}
    return here == END and seen - {START} == played


def test_steps_alike_are_drawn_once_between_the_first_and_the_last() -> None:
    picture = fold(turn_picture(upkeeps(60)))
    assert names(picture) == ["Untap", "Upkeep", "Upkeep", "Upkeep", "Upkeep", "Draw"]
    assert [tile.pill for tile in picture.boxes[0].tiles][2:5] == ["extra", "× 58", "extra"]
    assert [note.lead for note in picture.boxes[0].notes] == ["60 extra, the newest first,"]
    assert play_goes_from_start_to_end(picture)


def test_phases_alike_are_drawn_once_with_all_their_steps() -> None:
    picture = fold(turn_picture(combats(50)))
    assert [box.pill for box in picture.boxes] == [
        "", "", "extra", "extra", "× 48", "× 48", "extra", "extra", "", "", "",
    ]  # fmt: skip
    assert [box.name for box in picture.boxes[3:6]] == ["Main 2", "Combat", "Main"]
    made = [note.lead for box in picture.boxes[2:8] for note in box.notes]
    assert made == ["extra, made 50th,"] * 2 + ["extra"] * 2 + ["extra, made first,"] * 2
    assert play_goes_from_start_to_end(picture)


@pytest.mark.parametrize("count", range(1, MOST_ALIKE + 1))
def test_a_few_alike_are_drawn_one_by_one(count: int) -> None:
    for graph in (upkeeps(count), combats(count)):
        assert fold(turn_picture(graph)) == turn_picture(graph)


@pytest.mark.parametrize("make", [upkeeps, combats])
def test_a_picture_does_not_grow_with_what_repeats_itself(make: Callable[[int], TurnGraph]) -> None:
    few, many = (turn_diagram(make(count)).layout for count in (10, 50))
    assert (many.width, many.height) == (few.width, few.height)


def test_what_different_effects_made_is_not_folded() -> None:
    graph = base_turn("cr2026")
    for n in range(20):
        graph = insert_phases(graph, "precombat_main", ("combat",), f"War {n}")
        graph = insert_steps(graph, "beginning/upkeep", ("upkeep",), f"Morning {n}")
    assert fold(turn_picture(graph)) == turn_picture(graph)


def test_what_differs_is_not_folded() -> None:
    graph = upkeeps(20)
    ended = end_turn(graph, graph.path[8], "Time Stop")
    picture = fold(turn_picture(ended))
    times = [(f"{tile.name} {tile.pill}".split(" extra")[0].strip(), tile.skipped) for tile in picture.boxes[0].tiles]
    assert times == [
        *(("Untap", False), ("Upkeep", False), ("Upkeep", False), ("Upkeep × 5", False), ("Upkeep", False)),
        *(("Upkeep", True), ("Upkeep × 11", True), ("Upkeep", True), ("Draw", True)),
    ]
    assert play_goes_from_start_to_end(picture)


def recorded() -> Diagram:
    (scenario,) = parse_scenarios(MORNINGS)
    return run_scenario(scenario).turn(1).diagram()


def test_a_note_says_once_what_is_skipped_many_times() -> None:
    (scenario,) = parse_scenarios(MORNINGS)
    notes = [note.text for note in turn_picture(run_scenario(scenario).turn(1).graph).boxes[0].notes]
    assert "Upkeep × 59: turn ended by Time Stop" in notes


@pytest.mark.parametrize("format", FORMATS)
def test_sixty_upkeeps_and_then_time_stop_are_drawn(format: str) -> None:
    assert 1_000 < len(recorded().render(format)) < 500_000


@pytest.mark.parametrize("level", LEVELS)
def test_sixty_upkeeps_are_drawn_at_every_level(level: str) -> None:
    assert turn_diagram(upkeeps(60), level=level).svg()


@pytest.mark.parametrize("format", ["mmd", "puml"])
def test_formats_of_text_say_how_often(format: str) -> None:
    text = turn_diagram(combats(50)).render(format).decode()
    assert "48" in text
    drawn = [line for line in text.splitlines() if line.strip().startswith("state ")]
    assert sum("Beginning of combat" in line for line in drawn) == 4


def test_a_text_that_graphviz_could_not_read_is_cut() -> None:
    assert len(literal("&" * 100_000)) < 16_384
    assert literal("&" * 100_000).endswith("…")
    assert len(literal("short")) < LONGEST
