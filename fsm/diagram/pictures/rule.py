"""Pictures of a rewrite rule: the chain that it matches, and the chain that it puts there.

The chains are those of the rule itself (see ``fsm.turn.pattern``). A rule with an example is
shown on the regular turn of the edition, any other rule with the names in its own chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise

import msgspec
from msgspec.structs import replace

from ...edition import DEFAULT, Edition, edition_ids, in_order, load_edition, played_ids
from ...turn import (
    REWRITES,
    TURN_REWRITES,
    Node,
    RewriteRule,
    Rotation,
    RotationRule,
    TurnGraph,
    base_turn,
    next_turn,
    start_rotation,
    turn_graph,
)
from ...turn.pattern import read_chain
from ...words import in_words, nearest
from ..errors import DiagramError
from ..model import Box, DrawnTurn, Edge, Note, Picture, Tile, dotted, play_edge
from .naming import EXTRA, clean, element_id, made_by, phase_names, rule_text, stop_name
from .turn import tooltip


def all_rules() -> dict[str, RewriteRule]:
    """Collect the rules that rewrite a turn and those that rewrite the order of turns, by name."""
    return REWRITES | TURN_REWRITES


def find_rules(which: str | RewriteRule, edition: str | None) -> tuple[Edition, tuple[RewriteRule, ...]]:
    """Find the rewrite rules with a name, or with the number of a rule or section of an edition.

    A ``RewriteRule`` is returned as it is. If no edition is given, the default edition is searched
    first, then the others that are called by a year, oldest first, then all others, newest first.
    ``DiagramError`` lists the known names or numbers.
    """
    editions = [load_edition(edition)] if edition else _editions()
    others = () if edition else map(load_edition, reversed(played_ids()))
    if isinstance(which, RewriteRule):
        return next((one for one in editions if one.cite(which.topic)), editions[0]), (which,)
    by_number = is_number(which, editions)
    named = [rule for name, rule in all_rules().items() if name == which]
    for one in chain(editions, others):
        found = _with_number(which, one) if by_number else tuple(rule for rule in named if rule.cited(one))
        if found:
            return one, found
    if edition and not any(rule.cited(editions[0]) for rule in all_rules().values()):
        raise DiagramError(f"{editions[0].id} has no rule that changes a turn; name another edition")
    if by_number:
        raise DiagramError(f"no rewrite belongs to rule {which[:40]}; one belongs to these: {_known(editions)}")
    if named:
        known = ", ".join(name for name, rule in all_rules().items() if rule.cited(editions[0]))
        raise DiagramError(f"{editions[0].id} has no rule for {which}; it has rules for {known}")
    names = ", ".join(all_rules())
    raise DiagramError(f"there is no rewrite {which[:80]!r}{nearest(which, all_rules())}; there are: {names}")


def is_number(which: str, editions: Sequence[Edition]) -> bool:
    """Whether a text is the number of a rule, also one such as H.1 that an edition of your own has."""
    return which[:1].isdigit() or any(which in edition.rules for edition in editions)


def _editions() -> list[Edition]:
    return [load_edition(id) for id in sorted(edition_ids(), key=lambda name: (name != DEFAULT, name))]


def _with_number(number: str, edition: Edition) -> tuple[RewriteRule, ...]:
    rules = all_rules().values()
    exact = tuple(rule for rule in rules if number in rule.cited(edition))
    return exact or tuple(rule for rule in rules if any(_is_under(n, number) for n in rule.cited(edition)))


def _is_under(number: str, section: str) -> bool:
    """Whether a rule belongs to a section: 724.1d to 724.1 and to 724, but 500.10 not to 500.1."""
    rest = number.removeprefix(section)
    return rest != number and not rest[:1].isdigit() and not section.endswith(".")


def _known(editions: list[Edition]) -> str:
    """List the numbers that have a rewrite; editions with the same numbers share a list."""
    lists: dict[str, list[str]] = {}
    for edition in editions:
        numbers = {number for rule in all_rules().values() for number in rule.cited(edition)}
        lists.setdefault(", ".join(sorted(numbers, key=in_order)), []).append(edition.id)
    return "; ".join(f"{', '.join(ids)}: {numbers}" for numbers, ids in lists.items())


CAPTIONS = ("Before", "After", "Done twice")
PLAYERS = ("Ann", "Bob")
DOTS = "…"
HERE = "here"
"""The pill of the part that the rule is applied to."""
ORDERED = ("newer", "older")
"""The pills of what was inserted once the rule was applied twice: the second time, and the first."""


class Slot(msgspec.Struct, frozen=True):
    """A position in a chain; the same ``key`` stands for the same part before and after."""

    key: str
    tile: Tile


Chain = tuple[Slot, ...]


def rule_picture(which: str | RewriteRule, edition: str | None = None) -> tuple[Picture, tuple[DrawnTurn, ...]]:
    """Make the picture of the rewrite rules with a number or name, and the list of the turns that it shows."""
    rules, found = find_rules(which, edition)
    number = which if isinstance(which, str) and is_number(which, [rules]) else ""
    boxes: list[Box] = []
    edges: list[Edge] = []
    turns: list[DrawnTurn] = []
    for rule in found:
        group = _title(rule) if len(found) > 1 else ""
        chains = tuple(_chains(rule, rules))
        panels = [_panel(rule, rules, number, chain, group) for number, chain in enumerate(chains)]
        boxes += [*panels[:-1], replace(panels[-1], notes=tuple(_notes(rule, rules)))]
        edges += [edge for panel, chain in zip(panels, chains, strict=True) for edge in _edges(panel, chain)]
        turns += _drawn_turns(rule, rules)
    numbers = number or ", ".join(dict.fromkeys(filter(None, (rules.number(rule.topic) for rule in found))))
    picture = Picture(
        title=_title(found[0]) if len(found) == 1 else f"Rule {numbers}: {in_words(len(found))} rewrites",
        subtitle=dotted(f"rule {numbers}" if numbers and len(found) == 1 else "", clean(rules.title)),
        boxes=tuple(boxes),
        edges=tuple(edges),
        level="chain",
    )
    return picture, tuple(turns)


def _title(rule: RewriteRule) -> str:
    """Say in a sentence what a rule does; a rule without one says its name."""
    return clean(rule.title) or rule.name.replace("_", " ").capitalize()


def _panel(rule: RewriteRule, edition: Edition, number: int, chain: Chain, group: str) -> Box:
    """Put a chain into a box with its caption."""
    id = f"{rule.name}-{number + 1}"
    tiles = tuple(replace(slot.tile, id=f"{id}-{element_id(slot.key)}") for slot in chain)
    return Box(
        id=id,
        name=CAPTIONS[number],
        rule=edition.number(rule.topic) if number else "",
        hue="other",
        tiles=tiles,
        tooltip=rule_text(edition, edition.number(rule.topic)),
        group=group,
    )


def _edges(panel: Box, chain: Chain) -> Iterator[Edge]:
    """Join the tiles that play visits, past those that are skipped."""
    played = [tile for tile in panel.tiles if not tile.skipped]
    for one, other in pairwise(played):
        yield play_edge(one.id, other.id, accent=one.accent or other.accent)


def _notes(rule: RewriteRule, edition: Edition) -> Iterator[Note]:
    """Describe the rule: its line and number, and the card of its example; who wants its chains points at them."""
    number = edition.number(rule.topic)
    chains = f"{rule.matches} becomes {rule.puts}"
    yield Note(clean(edition.line(number)), number, tooltip=chains)
    if by := _shown_by(rule, edition):
        yield Note(f"Shown{by}, on the regular turn", tooltip=chains)


def _shown_by(rule: RewriteRule, edition: Edition) -> str:
    """Name the card of a rule's example, if there is one."""
    if not rule.example or isinstance(rule, RotationRule):
        return ""
    marks = (mark for node in _graphs(rule, edition)[1] for mark in (node.inserted, node.skipped, node.reversed))
    return next((made_by(mark) for mark in marks if mark is not None), "")


def _chains(rule: RewriteRule, edition: Edition) -> Iterator[Chain]:
    """Make the chain before, the chain after, and, if the rule has ``again``, the chain after a second time."""
    if not rule.example:
        yield from (tuple(_named(text)) for text in (rule.matches, rule.puts))
    elif isinstance(rule, RotationRule):
        _, _, rotation = next_turn(start_rotation(len(PLAYERS)))
        yield tuple(_turns(rotation))
        for arguments in (rule.example, rule.again):
            rotation = rule.add(rotation, *arguments)
            yield tuple(_turns(rotation))
    else:
        graphs = _graphs(rule, edition)
        anchor = rule.example[0]
        shown = _window(graphs, anchor)
        for number, graph in enumerate(graphs):
            names, line = phase_names(graph), _line(graph, anchor)
            known = graphs[1].nodes if number == 2 else {}
            chain = [Slot(id, _tile(graph, id, names, id == anchor, known)) for id in line if id in shown]
            before = [_dots("before")] if line[0] not in shown else []
            after = [_dots("after")] if line[-1] not in shown else []
            yield (*before, *chain, *after)


def _named(text: str) -> Iterator[Slot]:
    """Show a chain by its own names."""
    for element in read_chain(text):
        tile = Tile(id="", name=element.name, detail="", order=0, tooltip=element.name, kind="plain")
        if element.change == "insert":
            tile = replace(tile, pill="inserted", accent=True)
        yield Slot(element.name, replace(tile, skipped=element.change == "skip"))


def _graphs(rule: RewriteRule, edition: Edition) -> list[TurnGraph]:
    graphs = [base_turn(edition)]
    for arguments in (rule.example, rule.again):
        if arguments:
            graphs.append(rule.apply(graphs[-1], *arguments))
    return graphs


def _line(graph: TurnGraph, anchor: str) -> tuple[str, ...]:
    """All stops of a turn if the anchor is a step, otherwise all its phases."""
    return graph.stops if graph.node(anchor).level == "step" else graph.children()


def _window(graphs: list[TurnGraph], anchor: str) -> set[str]:
    """The parts to show: the anchor, all parts that change, and a neighbour on each side."""
    last, before, after = _line(graphs[-1], anchor), graphs[0], graphs[-1]
    if anchor not in last:
        return set(last)
    new = {id for id in last if id not in before.nodes or after.is_skipped(id) != before.is_skipped(id)}
    changed = [at for at, id in enumerate(last) if id == anchor or id in new]
    return set(last[max(changed[0] - 1, 0) : changed[-1] + 2])


def _tile(graph: TurnGraph, id: str, names: dict[str, str], named: bool, known: Mapping[str, Node]) -> Tile:
    """The tile of a part; ``named``: the rule is applied to it; ``known``: what was there when it was done once."""
    node = graph.node(id)
    phase = graph.node(graph.phase_of(id))
    skipped = graph.is_skipped(id)
    steps = graph.children(id)
    played = [stop_name(graph.edition, graph.node(step).kind) for step in steps if not graph.is_skipped(step)]
    only = f"only {', '.join(played)}" if len(played) < len(steps) and not skipped else ""
    extra = EXTRA if not known else ORDERED[id in known]
    return Tile(
        id="",
        name=names[id] if node.level == "phase" and steps else stop_name(graph.edition, node.kind),
        detail=dotted(node.rule, "skipped" if skipped else only),
        order=0,
        tooltip=tooltip(graph, node),
        pill=extra if node.inserted else "",
        accent=node.inserted is not None,
        skipped=skipped,
        kind="plain",
        mark=HERE if named else "",
        hue=graph.edition.phase(phase.kind).hue,
    )


def _dots(where: str) -> Slot:
    tile = Tile(id="", name=DOTS, detail="", order=0, tooltip=f"and so on, {where}", kind="state", hue="other")
    return Slot(f"and-so-on-{where}", tile)


def _turns(rotation: Rotation) -> Iterator[Slot]:
    """Follow the graph of turns from now on, once around the players; of two extra turns pills say which is older."""
    graph = turn_graph(rotation)
    extra = {f"extra {turn.number}": turn for turn in rotation.pending}
    at, left = "now", len(rotation.seats) + len(extra) + 1
    while left:
        turn = extra.get(at)
        pill = "" if turn is None else EXTRA if len(extra) == 1 else ORDERED[turn.number < rotation.created]
        seat = rotation.last if at == "now" else turn.player if turn else int(at.removeprefix("seat "))
        yield Slot(
            at.replace(" ", "-"),
            _turn_tile(PLAYERS[seat], at == "now", pill, turn.by if turn else ""),
        )
        at = next(iter(graph.successors(at)))
        left -= 1
    yield _dots("after")


def _turn_tile(player: str, now: bool, extra: str, by: str) -> Tile:
    return Tile(
        id="",
        name=f"{player}'s turn",
        detail=f"by {by}" if by else "" if now else "in turn order",
        order=0,
        tooltip=f"a turn of {player}" + (f", extra by {by}" if by else ""),
        pill=extra,
        accent=bool(extra),
        kind="plain",
        mark=HERE if now else "",
        hue="other",
    )


def _drawn_turns(rule: RewriteRule, edition: Edition) -> list[DrawnTurn]:
    """The turns that the picture shows: before and after the rule was applied."""
    base = base_turn(edition)
    if not rule.example:
        return []
    if isinstance(rule, RotationRule):
        return [DrawnTurn("before", base), DrawnTurn("after", base, extra=f"extra #1 by {rule.example[1]}")]
    return [DrawnTurn("before", base), DrawnTurn("after", rule.apply(base, *rule.example))]
