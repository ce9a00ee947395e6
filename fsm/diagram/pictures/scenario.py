"""Pictures of a recorded turn: what was inserted, skipped and ended, where that was created, and what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..model import DOTTED, Edge, Note, Picture, Tile, dotted
from .naming import clean, element_id, heading, rule_text
from .turn import WHOLE, View, dashed, turn_picture

if TYPE_CHECKING:
    from ...recording import RecordedTurn


ENDED = {"end_turn_cleanup": "turn ended", "end_combat_phase": "combat ended"}
"""The words for what ended, by the topic of the rule that skips the rest."""
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
    edges = tuple(edge for edge in picture.edges if edge.kind != "guard" or edge.source not in over)
    usual = [note for note in picture.legend if note not in dashed(picture.edges)]
    legend = (*usual[:1], *dashed(edges), *usual[1:])

    def happened(tile: Tile) -> Tile:
        (what, why), lines = ended.get(tile.id, ("", "")), said.get(tile.id, [])
        short = tuple(_shortened(line, names) for line in lines)
        return replace(tile, said=short, ended=what, tooltip=dotted(tile.tooltip, why, *lines))

    return replace(
        picture,
        boxes=tuple(replace(box, tiles=tuple(map(happened, box.tiles))) for box in picture.boxes),
        edges=(*edges, *created),
        legend=(*legend, Note(DOTTED)) if created else legend,
    )


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


def _ended(turn: RecordedTurn) -> dict[str, tuple[str, str]]:
    """Find the stops where the turn or the combat phase was ended, each with its words and the reason."""
    found: dict[str, tuple[str, str]] = {}
    for frame in turn.frames:
        event = frame.event
        if not event.kind.endswith(".skip"):
            continue
        node = event.state.graph.nodes.get(event.node)
        mark = node.skipped if node else None
        if mark is not None and mark.topic in ENDED:
            why = f"{ENDED[mark.topic]} by {clean(mark.by)}. {rule_text(event.state.edition, mark.rule)}"
            found.setdefault(element_id(event.state.at.stop), (ENDED[mark.topic], why))
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
