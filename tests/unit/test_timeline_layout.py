"""Where things stand in timelines: nothing overlaps, no way crosses a turn or a text, whatever the game was."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from cases import joined

from fsm.diagram.layout.geometry import Layout, Point, Rect, crosses
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
        description="",
        boxes=tuple(_lane(random, seat, tiles, owners) for seat in range(players)),
        edges=tuple(ways),
        legend=(
            Note("for Ann by Time Walk is still to come", lead="extra #1"),
            *(Note("inserted", sample=Chip("legend-c", "C", "combat", accent=True)), Note("a rule", "500.7")),
            Note("for somebody with a long name by a long card " * 8, lead="extra #1"),
        ),
    )


def _lane(random: Random, seat: int, tiles: list[Tile], owners: list[int]) -> Box:
    own = tuple(tile for tile, owner in zip(tiles, owners, strict=True) if owner == seat)
    notes: tuple[Note, ...] = ()
    until = ""
    last = own[-1].order if own else 1
    if tiles and random.random() < 0.3:
        until = random.choice([tile.id for tile in tiles if tile.order >= last])
        notes = (Note("lost in turn 27", "800.4a", at=until),)
    elif random.random() < 0.2:
        notes = (Note("wins", "104.2a"),)
    return Box(f"lane-{seat}", NAMES[seat], "", "lane", own, "", notes, kind="lane", until=until)


GAMES = [(turns, players) for turns in (1, 2, 3, 5, 8, 13, 21, 30) for players in range(2, 9)]
CASES = {f"{t} turns, {p} players, {s}": (t, p, s) for t, p in GAMES for s in range(2)}
CASES["no turn at all"] = (0, 2, 0)


@cache
def _layout(name: str) -> Layout:
    return lay_out_timeline(_game(*CASES[name]))


each_layout = joined(CASES, _layout)


def _inside(inner: Rect, outer: Rect) -> bool:
    across = outer.x - 0.01 <= inner.x and inner.right <= outer.right + 0.01
    return across and outer.y - 0.01 <= inner.y and inner.bottom <= outer.bottom + 0.01


def _core(rect: Rect) -> Rect:
    return Rect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1)


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
    assert layout.start is not None
    assert layout.end is not None
    return {START: layout.start, END: layout.end}


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
    lanes = {tile.id: box.id for box in layout.picture.boxes for tile in box.tiles}
    for placed in layout.boxes:
        assert all(placed.box.id.startswith(f"{lanes[tile.id]}.") for tile in placed.box.tiles)


@each_layout
def test_turns_follow_each_other_to_the_right_and_down(layout: Layout) -> None:
    tiles = sorted(layout.tiles, key=lambda placed: placed.tile.order)
    rows = [next(p.box.id.rpartition(".")[2] for p in layout.boxes if c.tile in p.box.tiles) for c in tiles]
    for (one, row), (other, next_row) in pairwise(zip(tiles, rows, strict=True)):
        assert other.rect.x > one.rect.right if row == next_row else int(next_row) == int(row) + 1


@each_layout
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
    obstacles += [_core(badge.rect) for badge in layout.badges if "lane-end" not in badge.classes]
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
        assert len(bars) == bool(box.until)
        if box.until:
            last = next(placed.rect for placed in layout.tiles if placed.tile.id == box.until)
            assert rows[-1].rect.right == pytest.approx(last.right + 8)
            assert rows[-1].rect.y <= last.bottom or rows[-1].rect.bottom >= last.y


def test_rows_are_filled_evenly_and_not_too_wide() -> None:
    layout = lay_out_timeline(_game(30, 8, 1))
    assert layout.width < 1900
    long = lay_out_timeline(_game(30, 2, 0))
    tops = sorted({placed.box.id.rpartition(".")[2] for placed in long.boxes})
    counts = [sum(len(p.box.tiles) for p in long.boxes if p.box.id.endswith(f".{row}")) for row in tops]
    assert sum(counts) == 30
    assert max(counts) - min(counts) <= max(counts) / 2
