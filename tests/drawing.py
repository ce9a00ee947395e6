"""Pictures of all kinds, of turns: regular, rewritten by rules, and rewritten by chance; and what is where in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from fsm.diagram import Diagram, compare_diagram, poster_diagram, rule_diagram, turn_diagram
from fsm.diagram.layout.geometry import Point, Rect, Text
from fsm.diagram.layout.metrics import line_width
from fsm.diagram.layout.turn import lay_out_turn
from fsm.diagram.model import LEVELS, Edge
from fsm.diagram.pictures.rule import all_rules
from fsm.diagram.pictures.turn import turn_picture, view_of
from fsm.edition import edition_ids, load_edition
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
    reverse_phases,
    second_combat_damage,
    skip,
    skip_blocks_and_damage,
)

BASE = base_turn("cr2026")


def eight() -> TurnGraph:
    """A turn with eight extra phases."""
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
    "eight extra phases": eight(),
    "nobody attacks": skip_blocks_and_damage(BASE, "combat/declare_attackers"),
    "second damage": second_combat_damage(BASE, "combat/combat_damage"),
    "cleanup again": repeat_cleanup(repeat_cleanup(BASE, "ending/cleanup"), "ending/cleanup"),
    "ended": end_turn(BASE, "combat/declare_attackers", "Time Stop"),
    "ended early": end_turn(eight(), "beginning/upkeep", "Time Stop"),
    "combat ended": end_combat(BASE, "combat/declare_attackers", "Mandate of Peace"),
    "first and last phase skipped": skip(skip(BASE, "beginning", "A"), "ending", "B"),
    "nothing is played": skip(parse_turn("U Up D | M1"), "beginning", "A"),
    "one phase": parse_turn("U Up D"),
    "the phases in reverse": parse_turn("E CL | M1 | BC DA DB CD EC | M2 | U Up D"),
    "reversed": reverse_phases(BASE, "turn", "Topsy Turvy"),
    "reversed with extra phases": reverse_phases(eight(), "turn", "W" * 80),
    "eleven upkeeps": insert_steps(BASE, "beginning/upkeep", ("upkeep",) * 10, "Paradox Haze"),
    "ten steps of combat": insert_steps(BASE, "combat/declare_blockers", ("declare_blockers",) * 5, "a card"),
    **{f"random {seed}": _random(seed) for seed in range(60)},
}


LONG = "Maximiliana Wilhelmina von Hohenstaufen!"
"""A name of forty letters."""


_MANY = {f"random {seed}" for seed in range(24, 60)}
"""Turns that are drawn at one level only."""


WIDE: dict[str, Any] = {"direction": "right"}
"""The look of pictures whose phases, or the parts of whose chains, stand side by side."""


def _turns() -> dict[str, Callable[[], Diagram]]:
    made: dict[str, Callable[[], Diagram]] = {}
    for name, graph in GRAPHS.items():
        for level in LEVELS if name not in _MANY else ("step",):
            made[f"{level}: {name}"] = partial(turn_diagram, graph, title="A turn", subtitle=LONG, level=level)
    for edition in edition_ids():
        for level in LEVELS:
            made[f"{level}: {edition}"] = partial(turn_diagram, base_turn(edition), title=LONG, level=level)
    places = {
        "base": ("beginning", "upkeep", "combat.combat_damage", "cleanup", "turn"),
        "eight extra phases": ("combat#3.beginning_of_combat", "declare_attackers"),
        "cleanup again": ("cleanup#2", "ending"),
        "ended": ("declare_attackers", "postcombat_main"),
        "first and last phase skipped": ("beginning", "combat"),
        "nothing is played": ("draw",),
    }
    for name, addresses in places.items():
        for at in addresses:
            for level in LEVELS:
                made[f"{level}: {name} at {at}"] = partial(turn_diagram, GRAPHS[name], level=level, at=at)
    state = "turn/combat/declare_attackers/priority"
    made["machine: a state"] = partial(turn_diagram, BASE, level="machine", at=state)
    return made


def eventful(seed: int, at: str | None = None) -> Diagram:
    """A turn with things that happened in it: lines on its tiles, what was ended, and what was created where."""
    random = Random(seed)  # noqa: S311 -- likewise
    graph = _random(seed)
    picture = turn_picture(graph, view=view_of(graph, None, at))
    stops = [tile for box in picture.boxes for tile in box.tiles]
    boxes = []
    for box in picture.boxes:
        tiles = []
        for tile in box.tiles:
            texts = ["Ann casts Time Walk", "W" * 30, "Bob: -3 life (17) " * 4, "", "x" * 400]
            said = tuple(random.choices(texts, k=random.choice([0, 0, 1, 3, 7, 40])))
            may_end = tile.order and "cleanup" not in tile.id
            ended = random.choice(["turn ended", "combat ended"]) if may_end and random.random() < 0.2 else ""
            tiles.append(replace(tile, said=said, ended=ended))
        boxes.append(replace(box, tiles=tuple(tiles)))
    played = [tile.id for tile in stops if tile.order]
    made = [tile.id for tile in stops if tile.accent and played]
    ways = {(random.choice(played), id) for id in made for _ in range(random.choice([1, 1, 3]))}
    edges = [Edge(f"created-{a}-{b}", a, b, "created", "", accent=True) for a, b in sorted(ways) if a != b]
    picture = replace(picture, boxes=tuple(boxes), edges=(*picture.edges, *edges))
    return Diagram(lay_out_turn(picture, **WIDE), arrange=partial(lay_out_turn, picture))


FLOWS: tuple[dict[str, Any], ...] = (
    {"direction": "down"},
    {"aspect": "16:9"},
    {},
    {"aspect": "page"},
    {"width": 800},
)
"""Looks that place the phases of a turn one below the other."""


def _flows() -> dict[str, Callable[[], Diagram]]:
    """Half of the same turns, at the levels of phases and steps, and some machines, each in another look."""
    turns = {**_turns(), **_eventful()}
    machines = [name for name in turns if name.startswith("machine")]
    chosen = [*[name for name in turns if name not in machines][::2], *machines[::6]]
    return {
        f"flow {name}": partial(_with_look, turns[name], FLOWS[number % len(FLOWS)])
        for number, name in enumerate(chosen)
    }


def _with_look(make: Callable[[], Diagram], look: dict[str, Any]) -> Diagram:
    return make().with_look(**look)


def _posters() -> dict[str, Callable[[], Diagram]]:
    return {f"poster {edition}": partial(poster_diagram, base_turn(edition)) for edition in edition_ids()}


def _eventful() -> dict[str, Callable[[], Diagram]]:
    made: dict[str, Callable[[], Diagram]] = {f"eventful: {seed}": partial(eventful, seed) for seed in range(60)}
    at = {f"eventful: {seed} at {at}": partial(eventful, seed, at) for seed in range(0, 60, 5) for at in _PLACES}
    return made | at


_PLACES = ("upkeep", "declare_attackers", "ending")


def _rules() -> dict[str, Callable[[], Diagram]]:
    numbers = ("300", "300.6", "300.8", "500", "508.8", "712", "724")
    made: dict[str, Callable[[], Diagram]] = {f"rule {n}": partial(rule_diagram, n) for n in numbers}
    for name, rule in all_rules().items():
        for edition in edition_ids():
            if rule.cited(load_edition(edition)):
                made[f"rule {name} {edition}"] = partial(rule_diagram, name, edition)
    return made


def _pairs() -> dict[str, Callable[[], Diagram]]:
    ids = edition_ids()
    return {f"pair {one} {other}": partial(compare_diagram, one, other) for one in ids for other in ids}


SHAPES: tuple[dict[str, Any], ...] = ({"aspect": "16:9"}, {"width": 390}, {"aspect": "page"}, {})
"""Looks that place rules and pairs in columns."""


def _shaped() -> dict[str, Callable[[], Diagram]]:
    """Rules and pairs, each in another look."""
    made = {**_rules(), **_pairs()}
    return {
        f"shaped {name}": partial(_with_look, make, SHAPES[number % len(SHAPES)])
        for number, (name, make) in enumerate(made.items())
    }


def _with(look: dict[str, Any], made: dict[str, Callable[[], Diagram]]) -> dict[str, Callable[[], Diagram]]:
    return {name: partial(_with_look, make, look) for name, make in made.items()}


DIAGRAMS: dict[str, Callable[[], Diagram]] = {
    **_with(WIDE, _turns()),
    **_eventful(),
    **_flows(),
    **_posters(),
    **_with(WIDE, _rules()),
    **_with({"width": 1100}, _pairs()),
    **_shaped(),
}
"""Pictures of every kind, by a name; made when they are asked for."""


def inside(inner: Rect, outer: Rect) -> bool:
    """Whether a rectangle lies in another."""
    across = outer.x <= inner.x and inner.right <= outer.right + 0.01
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom + 0.01


def ink(text: Text) -> Rect:
    """Where a text can be seen: as wide as its longest line."""
    return replace(text.rect, width=max((line_width(line) for line in text.lines), default=0.0))


def crosses(one: Point, other: Point, rect: Rect) -> bool:
    """Whether an upright or level line goes through the inside of a rectangle."""
    left, right = sorted((one.x, other.x))
    upper, lower = sorted((one.y, other.y))
    across = left < rect.right - 0.5 and rect.x + 0.5 < right + 0.01
    return across and upper < rect.bottom - 0.5 and rect.y + 0.5 < lower + 0.01
