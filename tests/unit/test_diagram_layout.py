"""Where things stand, in pictures of every kind: nothing overlaps, and no way crosses a tile or a text."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise

import pytest
from cases import joined
from drawing import DIAGRAMS, GRAPHS, WIDE, crosses, eight, ink, inside

from fsm.diagram.layout.geometry import Layout, Point, Rect
from fsm.diagram.layout.metrics import line_width
from fsm.diagram.layout.tiles import line_rows
from fsm.diagram.layout.turn import lay_out_turn
from fsm.diagram.model import END, START
from fsm.diagram.pictures.turn import turn_picture

FAMILIES = ("phase", "step", "eventful", "flow", "poster", "machine", "rule", "pair", "shaped")

Layouts = dict[str, Layout]


SHAPED = [name for name in DIAGRAMS if name.startswith("shaped")]
"""Rules and pairs in other looks: four of five differ from another in the edition, or in the look alone."""


def _rare(name: str) -> bool:
    """Whether a picture is one of many that are alike, of which a dozen or less is tried every day."""
    by_chance = re.search(r"(?:random|eventful:) (\d+)", name)
    return int(by_chance[1]) >= 8 if by_chance else name in SHAPED and name not in SHAPED[::5]


def _names(family: str, *, rare: bool) -> list[str]:
    return [name for name in DIAGRAMS if name.split()[0].rstrip(":") == family and _rare(name) == rare]


@cache
def _layouts(family: str, *, rare: bool) -> Layouts:
    return {name: DIAGRAMS[name]().layout for name in _names(family, rare=rare)}


_ALIKE = [family for family in FAMILIES if _names(family, rare=True)]


@pytest.fixture(
    params=[
        *(pytest.param(family, marks=pytest.mark.slow if family == "machine" else ()) for family in FAMILIES),
        *(pytest.param(f"{family} and others", marks=pytest.mark.slow) for family in _ALIKE),
    ]
)
def layouts(request: pytest.FixtureRequest) -> Layouts:
    """The pictures of a family, by name; most of those that are alike are a family of their own."""
    family, _, rare = request.param.partition(" ")
    return _layouts(family, rare=bool(rare))


def test_there_are_pictures_of_every_family() -> None:
    sizes = {(family, rare): len(_names(family, rare=rare)) for family in FAMILIES for rare in (False, True)}
    assert sum(sizes.values()) == len(DIAGRAMS)
    assert all(sizes[family, False] > 10 for family in FAMILIES if family != "poster")
    assert {"step", "eventful", "flow", "machine", "shaped"} <= set(_ALIKE)


each_turn = joined(GRAPHS, lambda name: lay_out_turn(turn_picture(GRAPHS[name]), **WIDE))


def test_boxes_tiles_and_texts_stand_apart(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        boxes = [placed.rect for placed in layout.boxes]
        tiles = [placed.rect for placed in layout.tiles]
        texts = [text.rect for text in layout.texts]
        for rects in (boxes, tiles, texts):
            assert not any(one.overlaps(other) for one, other in combinations(rects, 2)), name
        assert not any(tile.overlaps(text) for tile in tiles for text in texts), name


def test_each_tile_lies_in_its_box_and_all_on_the_page(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        places = {placed.tile.id: placed.rect for placed in layout.tiles}
        boxes = {placed.box.id: placed.rect for placed in layout.boxes}
        for placed in layout.boxes:
            assert all(inside(places[tile.id], placed.rect) for tile in placed.box.tiles), name
        page = Rect(0, 0, layout.width, layout.height)
        rects = [*boxes.values(), *(text.rect for text in layout.texts)]
        rects += [*(pill.rect for pill in layout.pills), *filter(None, (layout.start, layout.end))]
        assert all(inside(rect, page) for rect in rects), name


def test_no_text_is_wider_than_its_place(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        for text in layout.texts:
            assert all(line_width(line) <= text.rect.width + 0.01 for line in text.lines), (name, text.id)


def test_no_text_lies_on_the_border_of_a_box(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        for text in layout.texts:
            for placed in layout.boxes:
                assert inside(text.rect, placed.rect) or not text.rect.overlaps(placed.rect), (
                    name,
                    text.id,
                    placed.box.id,
                )


def test_pills_leave_other_texts_and_tiles_alone(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        for pill in layout.pills:
            assert not any(pill.rect.overlaps(ink(text)) for text in layout.texts), (name, pill.id)
            assert not any(pill.rect.overlaps(other.rect) for other in layout.pills if other is not pill), (
                name,
                pill.id,
            )
            own = pill.id.partition("-")[2]
            assert not any(pill.rect.overlaps(p.rect) for p in layout.tiles if p.tile.id != own), (name, pill.id)


def test_no_way_crosses_a_tile_a_text_or_a_pill(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        obstacles = [p.rect for p in layout.tiles] + [p.rect for p in layout.texts] + [p.rect for p in layout.pills]
        for path in layout.paths:
            for one, other in pairwise(path.points):
                assert one.x == other.x or one.y == other.y, name
                assert not any(crosses(one, other, rect) for rect in obstacles), (name, path.edge.id)


def test_ways_go_past_what_they_do_not_belong_to(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        boxes = {tile.id: placed.rect for placed in layout.boxes for tile in placed.box.tiles}
        for path in layout.paths:
            ends = (path.edge.source, path.edge.target)
            others = [placed.rect for placed in layout.boxes if placed.rect not in [boxes.get(end) for end in ends]]
            assert not any(crosses(a, b, rect) for a, b in pairwise(path.points) for rect in others), (
                name,
                path.edge.id,
            )


def test_ways_do_not_lie_on_each_other(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        lines = [(path, *ends) for path in layout.paths for ends in pairwise(path.points)]
        for (one, a, b), (other, c, d) in combinations(lines, 2):
            level = a.y == b.y == c.y == d.y and max(min(a.x, b.x), min(c.x, d.x)) < min(max(a.x, b.x), max(c.x, d.x))
            upright = a.x == b.x == c.x == d.x and max(min(a.y, b.y), min(c.y, d.y)) < min(max(a.y, b.y), max(c.y, d.y))
            clash = level or upright
            assert not clash, (name, one.edge.id, other.edge.id)


def test_ways_begin_and_end_at_what_they_join(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        places = {placed.tile.id: placed.rect for placed in layout.tiles}
        heads = {tile.id: placed.rect for placed in layout.boxes for tile in placed.box.tiles}
        for path in layout.paths:
            ends = ((path.edge.source, path.points[0], layout.start), (path.edge.target, path.points[-1], layout.end))
            for id, point, beyond in ends:
                rects = [beyond] if id in (START, END) else [(heads if layout.picture.level == "phase" else places)[id]]
                if path.edge.kind == "created" and id == path.edge.target:  # a whole phase that was created
                    rects.append(heads[id])
                assert any(_touches(point, rect) for rect in rects if rect), (name, path.edge.id, point, rects)


def _touches(point: Point, rect: Rect) -> bool:
    """Whether a point lies on the border of a rectangle."""
    level = point.x in (rect.x, rect.right) and rect.y <= point.y <= rect.bottom
    return level or (point.y in (rect.y, rect.bottom) and rect.x <= point.x <= rect.right)


def test_each_id_stands_for_one_thing(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        ids = [placed.tile.id for placed in layout.tiles]
        ids += [text.id for text in layout.texts] + [pill.id for pill in layout.pills]
        ids += [path.edge.id for path in layout.paths]
        assert len(ids) == len(set(ids)), name
        assert len({placed.box.id for placed in layout.boxes}) == len(layout.boxes), name


def test_the_edition_is_never_cut_from_the_title(layouts: Layouts) -> None:
    for name, layout in layouts.items():
        if "pair " in name:  # the names of the two editions are the title
            continue
        shown = " ".join("".join(run.text for run in line) for text in layout.texts for line in text.lines)
        assert "Comprehensive Rules, " in shown, name
        assert "Comprehensive Rules, …" not in shown, name


@each_turn
def test_the_path_of_play_is_one_chain_through_all_played_tiles(steps: Layout) -> None:
    main = [path.edge for path in steps.paths if path.edge.kind == "main"]
    played = sorted((placed.tile for placed in steps.tiles if placed.tile.order), key=lambda tile: tile.order)
    assert [edge.source for edge in main] == [START, *(tile.id for tile in played)]
    assert [edge.target for edge in main] == [*(tile.id for tile in played), END]


def test_ways_from_what_created_something_are_drawn_where_there_is_room() -> None:
    wanted = drawn = 0
    for layout in list(_layouts("eventful", rare=False).values())[:20]:
        wanted += sum(1 for edge in layout.picture.edges if edge.kind == "created")
        drawn += sum(1 for path in layout.paths if path.edge.kind == "created")
    assert drawn > wanted / 2


@pytest.mark.parametrize("rare", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", ["step", "eventful"])
def test_what_happened_is_on_the_tile_and_the_rest_is_counted(family: str, rare: bool) -> None:
    for placed in (placed for layout in _layouts(family, rare=rare).values() for placed in layout.tiles):
        lines = ["".join(run.text for run in row.line) for row in line_rows(placed.tile) if row.line]
        assert all(line_width(row.line) <= placed.rect.width - 4 - row.indent for row in placed.rows)
        assert sum(row.height for row in placed.rows) == placed.rect.height - (
            22 if placed.tile.kind == "entry" else 40
        )
        more = [line for line in lines if line.startswith("+") and line.endswith(" more")]
        told = sum(1 for line in lines if line.startswith("·"))
        assert told + (int(more[0][1:].split()[0]) if more else 0) == len(placed.tile.said)
        assert len(lines) <= 10


@pytest.mark.parametrize("level", ["phase", "step"])
def test_many_phases_wrap_to_rows_of_four(level: str) -> None:
    tops = [placed.rect.y for placed in lay_out_turn(turn_picture(eight(), level=level), **WIDE).boxes]  # type: ignore[arg-type]
    assert [tops.count(top) for top in dict.fromkeys(tops)] == [4, 4, 4, 1]
    base = lay_out_turn(turn_picture(GRAPHS["base"], level=level), **WIDE)  # type: ignore[arg-type]
    assert len({placed.rect.y for placed in base.boxes}) == 1
