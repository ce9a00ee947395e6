"""Pictures of explorations: what ways share is dimmed, and bars are as high as steps have states."""

from __future__ import annotations

import pytest

from fsm.diagram import explored_diagram
from fsm.diagram.layout.explored import HIGHEST
from fsm.diagram.pictures.explored import WIDEST
from fsm.exploring import Explored


def found(places: dict[str, int]) -> Explored:
    states = sum(places.values())
    return Explored("Found", "found.turn.yaml", "cr2026", states, states, (states,), places, {}, "", 0.1)


def way(*kinds: str) -> list[tuple[int, str, str]]:
    return [(1, "Ann", kind) for kind in kinds]


def test_what_a_way_shares_with_one_above_it_is_dimmed() -> None:
    ways = [way("untap", "upkeep", "draw"), way("untap", "end"), way("untap", "upkeep", "end", "cleanup")]
    boxes = explored_diagram(found({"T1.upkeep": 1}), ways).layout.picture.boxes
    assert [[tile.future for tile in box.tiles] for box in boxes] == [
        [False, False, False],
        [True, False],
        [True, True, False, False],
    ]


def test_a_turn_that_is_as_above_is_dimmed_as_a_whole() -> None:
    ways = [[*way("untap", "end"), (2, "Bob", "untap")], [*way("untap", "end"), (2, "Ann", "untap")]]
    boxes = explored_diagram(found({"T1.upkeep": 1}), ways).layout.picture.boxes
    assert [(box.name, box.future) for box in boxes] == [
        ("Way 1, turn 1: Ann", False),
        ("Way 1, turn 2: Bob", False),
        ("Way 2, turn 1: Ann", True),
        ("Way 2, turn 2: Ann", False),
    ]


def test_bars_are_as_high_as_there_are_states() -> None:
    places = {"T1.beginning.upkeep": 10, "T1.precombat_main": 40, "T1.ending.end": 20}
    layout = explored_diagram(found(places)).layout
    assert [bar.rect.height for bar in layout.badges] == [pytest.approx(HIGHEST * n / 40) for n in (10, 40, 20)]
    assert [bar.rect.bottom for bar in layout.badges] == [layout.badges[0].rect.bottom] * 3
    assert [text.lines[0][0].text for text in layout.texts if text.id.startswith("count-")] == ["10", "40", "20"]
    assert [tile.tile.tooltip for tile in layout.tiles] == [
        "Upkeep: 10 states",
        "Precombat main: 40 states",
        "End step: 20 states",
    ]


def test_steps_stand_in_the_order_of_play_however_they_were_found() -> None:
    kinds = ("beginning_of_combat", "end_of_combat", "declare_blockers")
    places = dict.fromkeys((*(f"T1.combat.{kind}" for kind in kinds), "T1.ending.end", "T1.postcombat_main"), 1)
    (box,) = explored_diagram(found(places)).layout.picture.boxes
    assert [tile.name for tile in box.tiles] == ["BC", "DB", "EC", "M1", "E"]


def test_a_long_turn_is_continued_below() -> None:
    places = {f"T1.beginning.upkeep#{n}": 1_000 * n for n in range(1, WIDEST + 3)}
    layout = explored_diagram(found(places)).layout
    assert [(box.name, len(box.tiles)) for box in layout.picture.boxes] == [
        ("Turn 1", WIDEST),
        ("Turn 1, continued", 2),
    ]
    assert all(tile.rect.right <= layout.width for tile in layout.tiles)
    rects = [tile.rect for tile in layout.tiles] + [text.rect for text in layout.texts if text.id.startswith("count-")]
    assert not any(one.overlaps(other) for at, one in enumerate(rects) for other in rects[:at])
