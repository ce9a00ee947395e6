"""Pictures of a recorded turn: what was inserted, skipped and ended, where that was created, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..model import DOTTED, Box, Edge, Note, Picture, Tile, dotted
from .naming import EXTRA, clean, element_id, heading, rule_text
from .turn import NO_PRIORITY, WHOLE, View, dashed, turn_picture

if TYPE_CHECKING:
    from ...recording import RecordedTurn


ENDED = {"end_turn_cleanup": "turn ended", "end_combat_phase": "combat ended"}
"""The words for what ended, by the topic of the rule that skips the rest."""
EXILES = {"end_turn_stack": "end_turn_cleanup", "end_combat_stack": "end_combat_phase"}
"""The topic of that rule, by the topic by which what ends the turn or combat leaves the stack as it resolves."""
AND_ENDED = ", or an effect ended the turn or combat"
LONG = 12
"""Longer names of players are shortened on the tiles."""


def scenario_picture(
    turn: RecordedTurn, events: bool = False, title: str = "", subtitle: str = "", view: View = WHOLE
) -> Picture:
    """Make the picture of a recorded turn; ``events`` adds to each tile what happened there."""
    picture = turn_picture(turn.graph, *titles(turn, title, subtitle), view)
    said = _labels_by_stop(turn) if events else {}
    names = [clean(name) for name in turn.recording.players]
    future = {tile.id for box in picture.boxes for tile in box.tiles if tile.future}
    created = tuple(replace(edge, future=edge.target in future) for edge in _created(turn))
    ended = {} if not turn.number else _ended(turn)
    ends = (frame.event for frame in turn.frames if frame.event.kind in ("step.end", "phase.end"))
    over = frozenset(element_id(event.node) for event in ends)
    got = {element_id(frame.event.state.at.stop) for frame in turn.frames if frame.event.kind == "priority.get"}
    edges = tuple(edge for edge in picture.edges if edge.kind != "guard" or edge.source not in over)
    usual = [note for note in picture.legend if note not in dashed(picture.edges)]
    solid = [replace(note, text=f"{note.text}{AND_ENDED}") if ended else note for note in usual[:1]]
    legend = (*solid, *dashed(edges), *usual[1:])

    def happened(tile: Tile) -> Tile:
        note, lines = ended.get(tile.id), said.get(tile.id, [])
        short = tuple(_shortened(line, names) for line in lines)
        what, why = (note.lead, note.tooltip) if note else ("", "")
        detail = _without(tile.detail, NO_PRIORITY) if tile.id in got else tile.detail  # something waited
        told = replace(tile, detail=detail, said=short, ended=what, tooltip=dotted(tile.tooltip, why, *lines))
        return replace(told, kind="entry") if events else told

    told = " ".join(note.text for box in picture.boxes for note in box.notes)  # they tell of what was skipped
    orders = {tile.id: tile.order for box in picture.boxes for tile in box.tiles}
    made = {edge.target: orders[edge.source] for edge in created if orders.get(edge.source)}

    def where(box: Box) -> Box:
        own = dict.fromkeys(replace(ended[tile.id], lead="") for tile in box.tiles if tile.id in ended)
        untold = (note for note in own if note.text not in told)
        tiles = (replace(tile, detail=_without(tile.detail, box.rule)) if events else tile for tile in box.tiles)
        notes = _made_at({made[tile.id] for tile in box.tiles if tile.id in made}, box.notes)
        return replace(box, tiles=tuple(map(happened, tiles)), notes=(*notes, *untold))

    def leaving(edge: Edge) -> Edge:
        note = ended.get(edge.source) if edge.kind == "main" else None
        return replace(edge, tooltip=note.tooltip) if note else edge

    return replace(
        picture,
        boxes=tuple(map(where, picture.boxes)),
        edges=(*map(leaving, edges), *created),
        legend=(*legend, Note(DOTTED)) if created else legend,
    )


def _made_at(orders: set[int], notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """The notes of a phase; the one of what is extra says at which tile it was made, if all of it was made there."""
    if len(orders) != 1:
        return notes
    at = f" (made\u00a0at\u00a0{min(orders)})"
    return tuple(replace(note, text=note.text + at) if note.lead.endswith(EXTRA) else note for note in notes)


def _without(detail: str, left_out: str) -> str:
    """The detail of a tile without a part of it, such as the rule that the heading of its phase has."""
    return dotted(*(part for part in detail.split(" · ") if part != left_out))


def titles(turn: RecordedTurn, title: str = "", subtitle: str = "") -> tuple[str, str]:
    """The title and the subtitle of a recorded turn: the scenario, and whose turn it is."""
    return heading(title or turn.recording.name), subtitle or _whose(turn)


def _whose(turn: RecordedTurn) -> str:
    """Say whose turn it is, which extra turn, and who controls the player."""
    if not turn.number:
        return f"a turn of {clean(turn.player)}, skipped: {clean(turn.skipped)}"
    extra = f"extra turn by {clean(turn.by)}" if turn.extra else ""
    controlled = f"controlled by {clean(turn.controller)}" if turn.controller else ""
    return dotted(f"turn {turn.number}, {clean(turn.player)}", extra, controlled)


def _shortened(line: str, names: list[str]) -> str:
    """Shorten the players' names in a line, to leave room for what happened; the tooltip has the full names."""
    for name in names:
        if len(name) > LONG:
            line = line.replace(name, f"{name[: LONG - 1].rstrip()}…")
    return line


def _labels_by_stop(turn: RecordedTurn) -> dict[str, list[str]]:
    """Collect what happened at each stop, in order."""
    from ...recording import short_lines

    said: dict[str, list[str]] = {}
    for stop, text in short_lines(turn.frames):
        line = clean(text)
        said.setdefault(element_id(stop), []).append(line[:1].upper() + line[1:])
    return said


def _ended(turn: RecordedTurn) -> dict[str, Note]:
    """Find the stops where the turn or the combat phase was ended: what ended, by what, and the rule.

    What ends it leaves the stack while it resolves, also where nothing is left to skip; only an effect that acts before
    the first step is not on the stack, and is found by what it skips.
    """
    found: dict[str, Note] = {}
    for frame in turn.frames:
        event, edition = frame.event, frame.event.state.edition
        topic = by = ""
        if event.kind == "stack.remove" and event.get("resolving"):
            topic = next((ends for topic, ends in EXILES.items() if edition.number(topic) in event.rules), "")
            by = str(event.get("name", ""))
        elif event.kind.endswith(".skip"):
            node = event.state.graph.nodes.get(event.node)
            mark = node.skipped if node else None
            topic, by = (mark.topic, mark.by) if mark else ("", "")
        if topic in ENDED:
            text, number = f"{ENDED[topic]} by {clean(by)}", edition.number(topic)
            note = Note(text, number, ENDED[topic], tooltip=f"{text}. {rule_text(edition, number)}")
            found.setdefault(element_id(event.state.at.stop), note)
    return found


def _created(turn: RecordedTurn) -> tuple[Edge, ...]:
    """Make an edge from where a part was created to the part; phases created together get one edge, to the first."""
    graph = turn.graph
    edges: dict[str, Edge] = {}
    stops = {node.id: (*graph.children(node.id), node.id)[0] for node in graph}
    following = dict(zip(graph.children(), graph.children()[1:], strict=False))
    before: tuple[str, str, str, int] = ("", "", "", 0)
    for frame in turn.frames:
        event = frame.event
        if not event.kind.endswith(".insert"):
            continue
        node = graph.nodes.get(event.node)
        if node is None or node.inserted is None or not node.inserted.by:
            continue
        source, mark = event.state.at.stop, node.inserted
        one_unit = before[1:3] == (source, mark.by) and following.get(before[0]) == node.id
        if not (one_unit and frame.seq == before[3] + 1) and source in graph.nodes:
            target = element_id(stops[node.id])
            edge = Edge(
                id=f"created-{element_id(source)}-{target}",
                source=element_id(source),
                target=target,
                kind="created",
                tooltip=f"created by {clean(mark.by)}. {rule_text(graph.edition, mark.rule)}",
                accent=True,
            )
            edges[edge.id] = edge
        before = (node.id, source, mark.by, frame.seq)
    return tuple(edges.values())
