"""Where things stand in timelines: nothing overlaps, no way crosses a turn or a text, whatever the game was."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from cases import joined

from fsm.diagram.layout.geometry import Layout, Point, Rect, crosses
from fsm.diagram.layout.lanes import lay_out_lanes
from fsm.diagram.layout.metrics import line_width
from fsm.diagram.layout.timeline import lay_out_timeline
from fsm.diagram.model import END, START, Box, Chip, Edge, Note, Picture, Tile

LETTERS = "BMCME"
HUES = {"B": "beginning", "M": "main", "C": "combat", "E": "ending"}
NAMES = [
    "W" * 40,
    "Ann",
    "Maximiliane von und zu Hohenstein-Ansbach",
    "i" * 40,
    "Bo",
    "x y " * 10,
    "無限の力" * 10,
    "Zoë",
]


def _chips(random: Random, id: str) -> tuple[Chip, ...]:
    letters = list(LETTERS) + random.choices("CM", k=random.choice([0, 0, 0, 2, 4, 9, 30]))
    chips = []
    for at, letter in enumerate(letters):
        text = letter + random.choice(["", "", "", "+1", "−2", "+3−1"])
        accent, skipped, faded = (random.random() < 0.2 for _ in range(3))
        chips.append(Chip(f"{id}.{at}", text, HUES[letter], letter, accent, skipped, faded))
    return tuple(chips)


def _tile(random: Random, at: int, skipped: bool, extra: bool) -> Tile:
    id = f"skipped-{at}" if skipped else f"turn-{at}"
    by = random.choice(["Time Walk", "The Name of a Card That Goes On and On and On", "W" * 60])
    texts = random.choice([(), (), ("turn order reversed",), (f"controlled by {'W' * 40}", "ended by Time Stop")])
    return Tile(
        id=id,
        name="Turn" if skipped else f"Turn {at}",
        detail=f"skipped: {by}" if skipped else f"by {by}" if extra else "",
        order=at,
        tooltip="",
        pill=f"extra #{at}" if extra else "",
        accent=extra and not skipped,
        skipped=skipped,
        kind="turn",
        chips=() if skipped else _chips(random, id),
        tags=() if skipped else tuple(Note(text) for text in texts),
    )


def _game(turns: int, players: int, seed: int) -> Picture:
    """Any game: whoever's turns, some extra, some skipped, all or none; each extra one made in any turn before."""
    random = Random(seed)  # noqa: S311 -- any games, the same each time
    skipping, extra = random.choice([0.0, 0.2, 0.8, 1.0]), random.choice([0.0, 0.3, 1.0])
    tiles = [_tile(random, at, random.random() < skipping, random.random() < extra) for at in range(1, turns + 1)]
    owners = [random.randrange(players) for _ in tiles]
    taken = [tile.id for tile in tiles if not tile.skipped]
    ways = [Edge(f"{a}-{b}", a, b, "main", "") for a, b in pairwise([START, *taken, END])]
    for place, tile in enumerate(tiles):
        before = [other.id for other in tiles[:place] if not other.skipped]
        if tile.pill and before:
            source = random.choice(before[-3:] if random.random() < 0.8 else before)
            label = random.choice(["", "created 2nd, taken first", "created 11th, due last"])
            ways.append(Edge(f"created-{tile.id}", source, tile.id, "created", "", label=label))
    return Picture(
        title="W" * 80,
        subtitle="W" * 80,
        boxes=tuple(_lane(random, seat, tiles, owners) for seat in range(players)),
        edges=tuple(ways),
        legend=(
            Note("Ann, by Time Walk (made 2nd)", lead="next extra turn:"),
            *(Note("inserted", sample=Chip("legend-c", "C", "combat", accent=True)), Note("a rule", "500.7")),
            Note("for somebody with a long name by a long card " * 8, lead="extra #1"),
        ),
    )


def _lane(random: Random, seat: int, tiles: list[Tile], owners: list[int]) -> Box:
    own = tuple(tile for tile, owner in zip(tiles, owners, strict=True) if owner == seat)
    notes: tuple[Note, ...] = ()
    until = ""
    last = own[-1].order if own else 1
    ends = [tile.id for tile in tiles if tile.order >= last and not tile.skipped]  # nobody leaves in a skipped turn
    if ends and random.random() < 0.3:
        until = random.choice(ends)
        notes = (Note("lost in turn 27", "800.4a", at=until),)
    elif random.random() < 0.2:
        notes = (Note("wins", "104.2a"),)
    return Box(f"lane-{seat}", NAMES[seat], "", "lane", own, "", notes, kind="lane", until=until)


GAMES = [(turns, players) for turns in (1, 2, 3, 5, 8, 13, 21, 30) for players in range(2, 9)]
LOOKS: list[tuple[str, int]] = [("16:9", 0), ("4:3", 0), ("page", 0), ("", 390), ("", 800)]
STRIPS = {f"{t} turns, {p} players": (t, p, 0) for t, p in GAMES} | {"no turn at all": (0, 2, 0)}
ROWS = {
    f"{name} in rows": (*game[:2], 1, LOOKS[number % len(LOOKS)])
    for number, (name, game) in enumerate(STRIPS.items())
    if game[0] >= 5  # of fewer turns a strip has room
}


@cache
def _layout(name: str) -> Layout:
    if name in STRIPS:
        return lay_out_lanes(_game(*STRIPS[name]))
    turns, players, seed, (aspect, width) = ROWS[name]
    return lay_out_timeline(_game(turns, players, seed), "", aspect, width)


each_layout = joined({**STRIPS, **ROWS}, _layout)
each_strip = joined(STRIPS, _layout)
each_in_rows = joined(ROWS, _layout)


def _inside(inner: Rect, outer: Rect) -> bool:
    across = outer.x - 0.01 <= inner.x and inner.right <= outer.right + 0.01
    return across and outer.y - 0.01 <= inner.y and inner.bottom <= outer.bottom + 0.01


def _core(rect: Rect) -> Rect:
    return Rect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1)


@pytest.mark.slow
@each_layout
def test_lanes_turns_and_texts_stand_apart(layout: Layout) -> None:
    boxes = [placed.rect for placed in layout.boxes]
    tiles = [placed.rect for placed in layout.tiles]
    texts = [text.rect for text in layout.texts]
    small = [badge.rect for badge in layout.badges if "lane-end" not in badge.classes] + [p.rect for p in layout.pills]
    for rects in (boxes, tiles, texts, small):
        assert not any(one.overlaps(other) for one, other in combinations(rects, 2))
    assert not any(tile.overlaps(text) for tile in tiles for text in texts)
    assert not any(one.overlaps(text) for one in small for text in texts)


def _ends(layout: Layout) -> dict[str, Rect]:
    """The start and the end, which rows do not have."""
    return {id: place for id, place in ((START, layout.start), (END, layout.end)) if place}


@each_layout
def test_everything_has_its_place_on_the_page(layout: Layout) -> None:
    page = Rect(0, 0, layout.width, layout.height)
    places = {placed.tile.id: placed.rect for placed in layout.tiles}
    for placed in layout.boxes:
        assert all(_inside(places[tile.id], placed.rect) for tile in placed.box.tiles)
    rects = [p.rect for p in layout.boxes] + [t.rect for t in layout.texts] + [*_ends(layout).values()]
    assert all(_inside(rect, page) for rect in rects)
    assert all(0 <= p.x <= layout.width and 0 <= p.y <= layout.height for path in layout.paths for p in path.points)


@each_layout
def test_each_turn_stands_once_in_its_lane(layout: Layout) -> None:
    wanted = [tile.id for box in layout.picture.boxes for tile in box.tiles]
    assert sorted(placed.tile.id for placed in layout.tiles) == sorted(wanted)
    assert all(text.lines for text in layout.texts)
    lanes = {tile.id: box.id for box in layout.picture.boxes for tile in box.tiles}
    for placed in layout.boxes:
        assert all(placed.box.id.startswith(f"{lanes[tile.id]}.") for tile in placed.box.tiles)


def _column(layout: Layout, id: str) -> int:
    """The number of the column of rows that a turn is in; a strip is one."""
    return next(int(p.box.id.rpartition(".")[2]) for p in layout.boxes if id in {tile.id for tile in p.box.tiles})


@each_strip
def test_turns_follow_each_other_to_the_right(layout: Layout) -> None:
    tiles = sorted(layout.tiles, key=lambda placed: placed.tile.order)
    assert all(other.rect.x > one.rect.right for one, other in pairwise(tiles))


@each_in_rows
def test_turns_follow_each_other_down_and_in_the_next_column(layout: Layout) -> None:
    tiles = sorted(layout.tiles, key=lambda placed: placed.tile.order)
    columns = [_column(layout, placed.tile.id) for placed in tiles]
    for (one, column), (other, next_column) in pairwise(zip(tiles, columns, strict=True)):
        assert other.rect.y > one.rect.bottom if column == next_column else next_column == column + 1


@each_layout
def test_each_lane_has_the_name_of_its_owner(layout: Layout) -> None:
    names = {box.id: box.name for box in layout.picture.boxes}
    headings = {text.id.removeprefix("heading-"): text for text in layout.texts if text.id.startswith("heading-")}
    assert headings.keys() == {placed.box.id for placed in layout.boxes}
    for placed in layout.boxes:
        heading = headings[placed.box.id]
        said = "".join(run.text for line in heading.lines for run in line)
        assert "".join(said.split()) == "".join(names[placed.box.id.rpartition(".")[0]].split())
        assert heading.rect.bottom == pytest.approx(placed.rect.y) or _inside(heading.rect, placed.rect)


@each_in_rows
def test_each_turn_has_the_name_of_its_player_beside_it(layout: Layout) -> None:
    owner = {tile.id: box.name for box in layout.picture.boxes for tile in box.tiles}
    names = {text.id.removeprefix("name-"): text for text in layout.texts if text.id.startswith("name-")}
    for placed in layout.tiles:
        name = names[placed.tile.id]
        said = "".join(run.text for line in name.lines for run in line)
        assert "".join(said.split()) == "".join(owner[placed.tile.id].split())
        assert name.rect.y <= placed.rect.cy <= name.rect.bottom
        assert name.rect.x > placed.rect.right


@each_layout
def test_an_arrow_leads_to_each_extra_turn_and_its_order_is_said(layout: Layout) -> None:
    wanted = {edge.id: edge for edge in layout.picture.edges if edge.kind == "created"}
    assert {path.edge.id for path in layout.paths if path.edge.kind == "created"} == wanted.keys()
    said = {text.id: " ".join(run.text for line in text.lines for run in line) for text in layout.texts}
    for edge in wanted.values():
        if not layout.start:
            beside = said.get(f"said-{edge.target}", "") + said.get(f"more-{edge.target}", "")
            assert "".join(edge.label.split()) in "".join(beside.split())


@each_in_rows
def test_rows_cut_nothing(layout: Layout) -> None:
    texts = [text for text in layout.texts if not text.id.startswith(("title", "subtitle", "legend"))]
    assert not [text.id for text in texts for line in text.lines for run in line if "…" in run.text]


@each_strip
def test_chips_and_pills_stay_on_their_tile(layout: Layout) -> None:
    tiles = {placed.tile.id: placed for placed in layout.tiles}
    for badge in layout.badges:
        if badge.id.startswith("chip-turn"):
            assert _inside(badge.rect, tiles[badge.id.removeprefix("chip-").rpartition(".")[0]].rect), badge.id
    for pill in layout.pills:
        assert any(_inside(pill.rect, placed.rect) for placed in layout.tiles), pill.id
    for id, placed in tiles.items():
        own = [t for t in layout.badges if t.id.startswith(f"chip-{id}.")]
        assert len(own) == len(placed.tile.chips)


@each_in_rows
def test_what_is_inserted_or_skipped_in_a_turn_stands_beside_it(layout: Layout) -> None:
    shown = {badge.id for badge in layout.badges}
    for placed in layout.tiles:
        odd = [chip for chip in placed.tile.chips if chip.accent or chip.skipped or chip.faded or len(chip.text) > 1]
        assert {f"chip-{chip.id}" for chip in odd} <= shown


@each_layout
def test_no_text_is_wider_than_its_place(layout: Layout) -> None:
    for text in layout.texts:
        assert all(line_width(line) <= text.rect.width + 0.02 for line in text.lines), text.id
    for placed in layout.tiles:
        assert all(line_width(row.line) <= placed.rect.width - 4 - row.indent + 0.02 for row in placed.rows)
        assert sum(row.height for row in placed.rows) <= placed.rect.height - 4


@each_layout
def test_no_way_crosses_a_turn_a_text_or_a_name(layout: Layout) -> None:
    obstacles = [_core(p.rect) for p in layout.tiles] + [_core(text.rect) for text in layout.texts]
    obstacles += [_core(badge.rect) for badge in layout.badges]
    for path in layout.paths:
        for one, other in pairwise(path.points):
            assert one.x == other.x or one.y == other.y
            assert not any(crosses(one, other, rect) for rect in obstacles), path.edge.id


def _along(a: Point, b: Point, c: Point, d: Point) -> bool:
    level = a.y == b.y == c.y == d.y and max(min(a.x, b.x), min(c.x, d.x)) < min(max(a.x, b.x), max(c.x, d.x))
    upright = a.x == b.x == c.x == d.x and max(min(a.y, b.y), min(c.y, d.y)) < min(max(a.y, b.y), max(c.y, d.y))
    return level or upright


@each_layout
def test_ways_do_not_lie_on_each_other(layout: Layout) -> None:
    lines = [(path, *ends) for path in layout.paths for ends in pairwise(path.points)]
    for (one, a, b), (other, c, d) in combinations(lines, 2):
        if one is not other:
            assert not _along(a, b, c, d), (one.edge.id, other.edge.id)


@each_layout
def test_ways_begin_and_end_where_they_should(layout: Layout) -> None:
    places = {placed.tile.id: placed.rect for placed in layout.tiles} | _ends(layout)
    for path in layout.paths:
        for id, point in ((path.edge.source, path.points[0]), (path.edge.target, path.points[-1])):
            rect = places[id]
            assert point.x in (rect.x, rect.right) or point.y in (rect.y, rect.bottom), (path.edge.id, id)
            assert rect.x <= point.x <= rect.right
            assert rect.y <= point.y <= rect.bottom


@each_layout
def test_lanes_end_with_their_players(layout: Layout) -> None:
    for box in layout.picture.boxes:
        rows = [placed for placed in layout.boxes if placed.box.id.startswith(f"{box.id}.")]
        bars = [badge for badge in layout.badges if badge.id.startswith(f"end-{box.id}.")]
        assert bool(bars) == bool(box.until)
        if box.until:
            last = next(placed.rect for placed in layout.tiles if placed.tile.id == box.until)
            end = (rows[-1].rect.right - last.right, 8) if layout.start else (rows[-1].rect.bottom - last.bottom, 5)
            assert end[0] == pytest.approx(end[1])
            assert rows[-1].box.id.endswith(f".{_column(layout, box.until)}")


@pytest.mark.parametrize("look", [("16:9", 0), ("page", 0), ("", 390), ("", 100)])
def test_a_game_without_turns_has_its_lanes_all_the_same(look: tuple[str, int]) -> None:
    layout = lay_out_timeline(_game(0, 8, 3), "", *look)
    assert len(layout.boxes) == 8
    assert all(
        placed.rect.height > 0 and _inside(placed.rect, Rect(0, 0, layout.width, layout.height))
        for placed in layout.boxes
    )


def test_rows_fill_the_columns_of_a_page_evenly() -> None:
    slide = lay_out_timeline(_game(30, 2, 0), "", "16:9")
    columns = Counter(_column(slide, placed.tile.id) for placed in slide.tiles)
    assert len(columns) > 1
    assert max(columns.values()) - min(columns.values()) <= max(columns.values()) / 2
    assert (
        len({placed.box.id.rpartition(".")[2] for placed in lay_out_timeline(_game(30, 2, 0), "", "", 390).boxes}) == 1
    )
