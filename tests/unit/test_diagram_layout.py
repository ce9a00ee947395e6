"""Where things stand: nothing overlaps, and no way crosses a card or a text."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from fsm.diagram.geometry import Layout, Point, Rect
from fsm.diagram.layout import lay_out
from fsm.diagram.metrics import line_width
from fsm.diagram.model import END, START, Edge, Picture
from fsm.diagram.turn import turn_picture
from fsm.turn import (
    TurnGraph,
    base_turn,
    end_combat,
    end_turn,
    insert_phases,
    insert_step_after_phase,
    insert_steps,
    parse_turn,
    repeat_cleanup,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)

BASE = base_turn("cr2026")


def _eight() -> TurnGraph:
    graph = BASE
    for _ in range(4):
        graph = insert_phases(graph, "precombat_main", ("combat", "postcombat_main"), "Relentless Assault")
    return graph


def _random(seed: int) -> TurnGraph:
    """Any rewrites in any order, each where it fits."""
    random = Random(seed)  # noqa: S311 -- any turns, the same each time
    graph = base_turn(random.choice(["cr2006", "cr2011", "cr2026"]))
    for _ in range(random.randrange(1, 9)):
        node = random.choice([n for n in graph.nodes.values() if n.level != "turn"])
        by = random.choice(["Fatigue", "The Name of a Card That Goes On and On and On", "W" * 80])
        if node.level == "phase":
            kinds = ("combat", "postcombat_main", "beginning", "ending")
            graph = random.choice(
                [
                    insert_phases(graph, node.id, (random.choice(kinds),), by),
                    insert_step_after_phase(graph, node.id, "upkeep", by),
                    skip(graph, node.id, by),
                ]
            )
        else:
            changed = [
                insert_steps(graph, node.id, (node.kind,), by),
                skip(graph, node.id, by),
                end_turn(graph, node.id, by),
            ]
            if node.kind == "declare_attackers":
                changed += [skip_blocks_and_damage(graph, node.id), end_combat(graph, node.id, by)]
            if node.kind == "combat_damage":
                changed.append(second_combat_damage(graph, node.id))
            graph = random.choice(changed)
    return graph


GRAPHS = {
    "base": BASE,
    "eight extra phases": _eight(),
    "nobody attacks": skip_blocks_and_damage(BASE, "combat/declare_attackers"),
    "second damage": second_combat_damage(BASE, "combat/combat_damage"),
    "cleanup again": repeat_cleanup(repeat_cleanup(BASE, "ending/cleanup"), "ending/cleanup"),
    "ended": end_turn(BASE, "combat/declare_attackers", "Time Stop"),
    "ended early": end_turn(_eight(), "beginning/upkeep", "Time Stop"),
    "combat ended": end_combat(BASE, "combat/declare_attackers", "Mandate of Peace"),
    "first and last phase skipped": skip(skip(BASE, "beginning", "A"), "ending", "B"),
    "nothing is played": skip(parse_turn("U Up D | M1"), "beginning", "A"),
    "one phase": parse_turn("U Up D"),
    **{f"random {seed}": _random(seed) for seed in range(60)},
}


def _eventful(seed: int) -> Picture:
    """A turn with things that happened in it: lines on its cards, what was ended, and what was created where."""
    random = Random(seed)  # noqa: S311 -- likewise
    picture = turn_picture(_random(seed))
    stops = [card for box in picture.boxes for card in box.cards]
    boxes = []
    for box in picture.boxes:
        cards = []
        for card in box.cards:
            texts = ["Ann casts Time Walk", "W" * 30, "Bob: -3 life (17) " * 4, "", "x" * 400]
            said = tuple(random.choices(texts, k=random.choice([0, 0, 1, 3, 7, 40])))
            may_end = card.order and "cleanup" not in card.id
            ended = random.choice(["turn ended", "combat ended"]) if may_end and random.random() < 0.2 else ""
            cards.append(replace(card, said=said, ended=ended))
        boxes.append(replace(box, cards=tuple(cards)))
    played = [card.id for card in stops if card.order]
    made = [card.id for card in stops if card.accent and played]
    ways = {(random.choice(played), id) for id in made for _ in range(random.choice([1, 1, 3]))}
    edges = [Edge(f"created-{a}-{b}", a, b, "created", "", accent=True) for a, b in sorted(ways) if a != b]
    return replace(picture, boxes=tuple(boxes), edges=(*picture.edges, *edges))


PICTURES = {name: turn_picture(graph) for name, graph in GRAPHS.items()}
PICTURES |= {f"eventful {seed}": _eventful(seed) for seed in range(60)}


@pytest.fixture(params=PICTURES, scope="module")
def layout(request: pytest.FixtureRequest) -> Layout:
    return lay_out(PICTURES[request.param])


def _inside(inner: Rect, outer: Rect) -> bool:
    across = outer.x <= inner.x and inner.right <= outer.right + 0.01
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom + 0.01


def _crosses(one: Point, other: Point, rect: Rect) -> bool:
    """Whether an upright or level line goes through the inside of a rectangle."""
    line = Rect(min(one.x, other.x), min(one.y, other.y), abs(one.x - other.x), abs(one.y - other.y))
    core = Rect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1)
    return line.x < core.right and core.x < line.right + 0.01 and line.y < core.bottom and core.y < line.bottom + 0.01


def test_boxes_cards_and_texts_stand_apart(layout: Layout) -> None:
    boxes = [placed.rect for placed in layout.boxes]
    cards = [placed.rect for placed in layout.cards]
    texts = [text.rect for text in layout.texts]
    for rects in (boxes, cards, texts):
        assert not any(one.overlaps(other) for one, other in combinations(rects, 2))
    assert not any(card.overlaps(text) for card in cards for text in texts)


def test_each_card_lies_in_its_box_and_all_on_the_page(layout: Layout) -> None:
    places = {placed.card.id: placed.rect for placed in layout.cards}
    for placed in layout.boxes:
        assert all(_inside(places[card.id], placed.rect) for card in placed.box.cards)
    page = Rect(0, 0, layout.width, layout.height)
    boxes, texts = [p.rect for p in layout.boxes], [p.rect for p in layout.texts]
    rects = [*boxes, *texts, *(pill.rect for pill in layout.pills), layout.start, layout.end]
    assert all(_inside(rect, page) for rect in rects)


def test_no_text_is_wider_than_its_place(layout: Layout) -> None:
    for text in layout.texts:
        assert all(line_width(line) <= text.rect.width + 0.01 for line in text.lines), text.id


def test_pills_leave_other_texts_alone(layout: Layout) -> None:
    for pill in layout.pills:
        assert not any(pill.rect.overlaps(text.rect) for text in layout.texts)
        assert not any(pill.rect.overlaps(other.rect) for other in layout.pills if other is not pill)


def test_no_way_crosses_a_card_a_text_or_a_pill(layout: Layout) -> None:
    obstacles = [p.rect for p in layout.cards] + [p.rect for p in layout.texts] + [p.rect for p in layout.pills]
    for path in layout.paths:
        for one, other in pairwise(path.points):
            assert one.x == other.x or one.y == other.y
            assert not any(_crosses(one, other, rect) for rect in obstacles), path.edge.id


def test_the_path_of_play_goes_past_other_phases(layout: Layout) -> None:
    boxes = {card.id: placed.rect for placed in layout.boxes for card in placed.box.cards}
    for path in layout.paths:
        own = [boxes.get(path.edge.source), boxes.get(path.edge.target)]
        others = [placed.rect for placed in layout.boxes if placed.rect not in own]
        assert not any(_crosses(a, b, rect) for a, b in pairwise(path.points) for rect in others), path.edge.id


def test_ways_do_not_lie_on_each_other(layout: Layout) -> None:
    lines = [(path, *ends) for path in layout.paths for ends in pairwise(path.points)]
    for (one, a, b), (other, c, d) in combinations(lines, 2):
        level = a.y == b.y == c.y == d.y and max(min(a.x, b.x), min(c.x, d.x)) < min(max(a.x, b.x), max(c.x, d.x))
        upright = a.x == b.x == c.x == d.x and max(min(a.y, b.y), min(c.y, d.y)) < min(max(a.y, b.y), max(c.y, d.y))
        clash = level or upright
        assert not clash, (one.edge.id, other.edge.id)


def test_the_path_of_play_is_one_chain_through_all_played_cards(layout: Layout) -> None:
    main = [path.edge for path in layout.paths if path.edge.kind == "main"]
    played = sorted((placed.card for placed in layout.cards if placed.card.order), key=lambda card: card.order)
    assert [edge.source for edge in main] == [START, *(card.id for card in played)]
    assert [edge.target for edge in main] == [*(card.id for card in played), END]


def test_ways_from_what_created_something_are_drawn_where_there_is_room() -> None:
    wanted = drawn = 0
    for picture in [picture for name, picture in PICTURES.items() if name.startswith("eventful")][:20]:
        wanted += sum(1 for edge in picture.edges if edge.kind == "created")
        drawn += sum(1 for path in lay_out(picture).paths if path.edge.kind == "created")
    assert drawn > wanted / 2


def test_what_happened_is_on_the_card_and_the_rest_is_counted(layout: Layout) -> None:
    for placed in layout.cards:
        lines = ["".join(run.text for run in row.line) for row in placed.rows if row.line]
        assert all(line_width(row.line) <= placed.rect.width - 4 - row.indent for row in placed.rows)
        assert sum(row.height for row in placed.rows) == placed.rect.height - 40
        more = [line for line in lines if line.startswith("+") and line.endswith(" more")]
        told = sum(1 for line in lines if line.startswith("·"))
        assert told + (int(more[0][1:].split()[0]) if more else 0) == len(placed.card.said)
        assert len(lines) <= 10


def test_many_phases_wrap_to_rows_of_four() -> None:
    tops = [placed.rect.y for placed in lay_out(turn_picture(_eight())).boxes]
    assert [tops.count(top) for top in dict.fromkeys(tops)] == [4, 4, 4, 1]
    assert len({placed.rect.y for placed in lay_out(turn_picture(BASE)).boxes}) == 1
