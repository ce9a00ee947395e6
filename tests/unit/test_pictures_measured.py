"""Each kind of picture on a slide, in an article, on a phone: its letters, its lines, and what is empty of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from drawing import crosses, ink
from msgspec.structs import replace

from fsm.diagram import (
    Diagram,
    compare_diagram,
    explored_diagram,
    history_diagram,
    poster_diagram,
    rule_diagram,
    scenario_diagram,
    timeline_diagram,
    turn_diagram,
)
from fsm.diagram.layout.geometry import Layout, Point, Rect
from fsm.diagram.layout.metrics import SMALL
from fsm.diagram.pictures.explored import FEW
from fsm.exploring import explore, sequences
from fsm.recording import Recording
from fsm.scenario import read_scenarios, run_scenario
from fsm.turn import base_turn

SCENARIOS = Path(__file__).parents[2] / "scenarios"
BASE = base_turn("cr2026")


def _played(file: str) -> Recording:
    return run_scenario(read_scenarios(SCENARIOS / file)[0], "cr2026")


def _explored(file: str) -> Diagram:
    scenario = read_scenarios(SCENARIOS / file)[0]
    return explored_diagram(explore(scenario, whole=True), sequences(scenario, FEW))


KINDS: dict[str, Callable[[], Diagram]] = {
    "turn": lambda: turn_diagram(BASE, title="A turn"),
    "poster": lambda: poster_diagram(BASE),
    "scenario": lambda: scenario_diagram(_played("relentless-assault.turn.yaml").turn(1)),
    "timeline": lambda: timeline_diagram(
        _played("16-three-orders/02-two-extra-turns-in-one-turn-of-three-players.turn.yaml")
    ),
    "rule": lambda: rule_diagram("insert_phases", "cr2026"),
    "compare": lambda: compare_diagram("cr2006", "cr2026"),
    "explored": lambda: _explored("28-explored/01-a-creature-attacks-in-one-of-two-combats.turn.yaml"),
    "machine": lambda: turn_diagram(BASE, level="machine"),
}
MORE: dict[str, Callable[[], Diagram]] = {
    "history": history_diagram,
    "history of eight years": lambda: history_diagram("2003", "2011"),
    "history with all rules": lambda: history_diagram(detail="rules"),
    "phases": lambda: turn_diagram(BASE, level="phase"),
    "turn with rules": lambda: turn_diagram(BASE, detail="rules"),
    "events": lambda: scenario_diagram(_played("12-extra-phases/10-aurelia.turn.yaml").turn(1), events=True),
    "events of two legends": lambda: scenario_diagram(
        _played("13-extra-steps/08-aurelia-and-obeka.turn.yaml").turn(1), events=True
    ),
    "scenario of nine phases": lambda: scenario_diagram(
        _played("12-extra-phases/02-two-assaults-in-one-main-phase.turn.yaml").turn(1)
    ),
    "timeline of thirty turns": lambda: timeline_diagram(
        _played("09-extra-turns/26-thirty-turns-of-eight-players.turn.yaml")
    ),
    "compare with a house edition": lambda: compare_diagram(
        "cr2026", str(SCENARIOS / "27-house-rules/reflection.toml")
    ),
    "scenario that ended": lambda: scenario_diagram(
        _played("09-extra-turns/14-the-end-step-that-never-comes.turn.yaml").turn(2)
    ),
    "explored, counted": lambda: _explored("28-explored/04-what-may-become-of-a-turn.turn.yaml"),
    "machine of 2006": lambda: turn_diagram(base_turn("cr2006"), level="machine"),
}
LOOKS: dict[str, tuple[dict[str, Any], float]] = {
    "16:9": ({"aspect": "16:9"}, 1280),
    "4:3": ({"aspect": "4:3"}, 1024),
    "article": ({}, 800),
    "800": ({"width": 800}, 800),
    "390": ({"width": 390}, 390),
}
"""Looks by name, each with the width in pixels at which it is seen; nothing is said of the one for an article."""

LETTERS = 11.0
"""The least size of letters, in pixels."""
NEAR = 1.0
"""How far, in points, a line must be from a text above or below it."""
TIP = 8.0
"""How long, in points, the last part of a line with corners must be: the tip of an arrow has 7.5."""
HOLE = 0.3
"""The largest part of a page that one empty rectangle may take."""
EMPTY = 1 / 3
"""The largest part of a slide that may be empty in all, with the margins and what is between the phases."""
FULL = ("turn", "scenario", "machine", "rule")


@cache
def diagram(kind: str) -> Diagram:
    return (KINDS | MORE)[kind]()


@cache
def drawn(kind: str, look: str) -> Diagram:
    return diagram(kind).with_look(**LOOKS[look][0])


@cache
def dot(kind: str, look: str) -> str:
    return drawn(kind, look).dot()


def page(shown: Layout) -> Rect:
    return shown.page or Rect(0, 0, shown.width, shown.height)


def each(to_mend: dict[str, str] | None = None) -> pytest.MarkDecorator:
    """Each kind in each look, what is like another in make prove; and what is still to mend, with the reason."""
    every = []
    for kind, look in product((*KINDS, *MORE), LOOKS):
        marks = [pytest.mark.slow] if kind in MORE else []
        if why := (to_mend or {}).get(f"{kind} {look}"):
            marks.append(pytest.mark.xfail(strict=True, reason=why))
        every.append(pytest.param(kind, look, marks=marks, id=f"{kind}-{look}"))
    return pytest.mark.parametrize(("kind", "look"), every)


@each()
def test_its_least_letters_can_be_read(kind: str, look: str) -> None:
    sizes = {float(size) for size in re.findall(r'(?:POINT-SIZE|fontsize)="?([\d.]+)', dot(kind, look))}
    assert min(sizes) * LOOKS[look][1] / page(drawn(kind, look).layout).width >= LETTERS


@each()
def test_no_text_is_cut(kind: str, look: str) -> None:
    texts = re.findall(r">([^<>]*…)</", dot(kind, look))
    assert [unescape(text) for text in texts if text != "…"] == []


@each()
def test_no_line_runs_through_texts_or_boxes(kind: str, look: str) -> None:
    assert list(_struck(drawn(kind, look).layout)) == []


def _struck(shown: Layout) -> Iterator[tuple[str, str]]:
    """The edges that cross a text, a tile, or a box in which they neither begin nor end; turns stand in lanes."""
    homes = {tile.id: placed.rect for placed in shown.boxes for tile in placed.box.tiles}
    boxes = [(placed.box.id, placed.rect) for placed in shown.boxes if placed.box.kind != "lane"]
    obstacles = [(text.id, _grown(ink(text))) for text in shown.texts]
    obstacles += [(placed.tile.id, placed.rect) for placed in shown.tiles]
    obstacles += [(pill.id, pill.rect) for pill in shown.pills]
    obstacles += [(badge.id, badge.rect) for badge in shown.badges]
    for path in shown.paths:
        own = [homes.get(end) for end in (path.edge.source, path.edge.target)]
        for id, rect in (*obstacles, *(box for box in boxes if box[1] not in own)):
            if any(crosses(one, other, rect) for one, other in pairwise(path.points)):
                yield path.edge.id, id


@pytest.mark.parametrize("kind", ["events", "events of two legends", "scenario of nine phases"])
def test_the_point_of_a_slide_is_as_large_as_its_title(kind: str) -> None:
    texts = {text.id: text for text in drawn(kind, "16:9").layout.texts}
    sizes = {id: max(run.size for line in texts[id].lines for run in line) for id in ("title", "caption")}
    assert sizes["caption"] >= sizes["title"]


def test_what_happened_can_be_read_from_the_last_row() -> None:
    assert 1280 * SMALL / page(drawn("events", "16:9").layout).width >= 15.5


@each()
def test_no_number_of_a_rule_stands_alone_on_a_line(kind: str, look: str) -> None:
    shown = drawn(kind, look).layout
    lines = [row.line for placed in shown.tiles if placed.tile.does for row in placed.rows]
    lines += [line for text in shown.texts if text.id.startswith(("note", "legend")) for line in text.lines]
    alone = ["".join(run.text for run in line) for line in lines]
    details = {placed.tile.detail for placed in shown.tiles}
    assert [text for text in alone if re.fullmatch(r"\d[\d.]*[a-z]?", text.strip()) and text not in details] == []


@pytest.mark.parametrize("kind", ["timeline", "rule", "compare", "events"])
@pytest.mark.parametrize("look", ["16:9", "4:3"])
def test_a_slide_begins_with_its_title_and_stands_in_the_middle(kind: str, look: str) -> None:
    shown = drawn(kind, look).layout
    around = page(shown)
    assert shown.texts[0].rect.y - around.y <= 24
    parts = [*(box.rect for box in shown.boxes), *(tile.rect for tile in shown.tiles), *map(ink, shown.texts)]
    left, right = min(rect.x for rect in parts) - around.x, around.right - max(rect.right for rect in parts)
    assert abs(left - right) <= around.width / 16


def _grown(rect: Rect) -> Rect:
    """A text, and what is too close above or below it."""
    return replace(rect, y=rect.y - NEAR, height=rect.height + 2 * NEAR)


@each()
def test_arrows_have_room_for_their_tips(kind: str, look: str) -> None:
    paths = [path for path in drawn(kind, look).layout.paths if len(path.points) > 2 and path.edge.kind == "main"]
    short = [path.edge.id for path in paths if _length(*path.points[-2:]) < TIP]
    assert short == []


def _length(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


@each()
def test_no_large_part_is_empty(kind: str, look: str) -> None:
    hole, _ = _empty(drawn(kind, look).layout)
    assert hole <= HOLE


@pytest.mark.parametrize("look", ["16:9", "4:3"])
@pytest.mark.parametrize("kind", FULL)
def test_a_slide_is_full(kind: str, look: str) -> None:
    _, empty = _empty(drawn(kind, look).layout)
    assert empty <= EMPTY


def _empty(shown: Layout) -> tuple[float, float]:
    """The largest empty rectangle, and all that is empty: each as a part of the page."""
    around = page(shown)
    taken = [placed.rect for placed in shown.boxes] + [placed.rect for placed in shown.tiles]
    taken += [pill.rect for pill in shown.pills] + [badge.rect for badge in shown.badges] + [*map(ink, shown.texts)]
    xs = sorted({around.x, around.right, *(x for rect in taken for x in (rect.x, rect.right))})
    ys = sorted({around.y, around.bottom, *(y for rect in taken for y in (rect.y, rect.bottom))})
    largest = empty = 0.0
    tops = [ys[0] for _ in xs]  # how far up each column of the grid is empty
    for top, bottom in pairwise(ys):
        beside = [rect for rect in taken if rect.y < bottom and top < rect.bottom]
        for at, (left, right) in enumerate(pairwise(xs)):
            if any(rect.x < right and left < rect.right for rect in beside):
                tops[at] = bottom
            else:
                empty += (right - left) * (bottom - top)
        for at, left in enumerate(xs[:-1]):
            upper = tops[at]
            for until in range(at, len(xs) - 1):
                upper = max(upper, tops[until])
                if upper >= bottom:
                    break
                largest = max(largest, (xs[until + 1] - left) * (bottom - upper))
    area = around.width * around.height
    return largest / area, empty / area


def test_what_is_wrong_is_found() -> None:
    """A page without its last phases is too empty, and lines run through tiles that are out of place."""
    turn = drawn("turn", "16:9").layout
    few = replace(turn, boxes=turn.boxes[:2], tiles=turn.tiles[:4], texts=turn.texts[:4])
    (hole, empty), (larger, more) = _empty(turn), _empty(few)
    assert (hole < HOLE < larger, empty < EMPTY < more) == (True, True)
    moved = tuple(replace(placed, rect=placed.rect.moved(0, 30)) for placed in turn.tiles)
    assert list(_struck(replace(turn, tiles=moved)))
