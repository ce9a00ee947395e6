"""Pictures of a whole game: a timeline with a lane for each player or team, and a tile for each turn in a lane.

The path of play joins the tiles; the phases of a turn are chips, letters on its tile. Events of unknown kinds are
ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from ...edition import Edition
from ..errors import DiagramError
from ..model import END, START, Box, DrawnTurn, Edge, Note, Picture, Tile, dotted, play_edge
from .naming import EXTRA, clean, heading, rule_note, rule_text, rule_texts
from .notes import chips_legend, chips_of

if TYPE_CHECKING:
    from ...recording import Made, RecordedTurn, Recording


class Seats(msgspec.Struct, frozen=True):
    """The seats of each lane, and the names of the players by seat."""

    lanes: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]

    def label(self, seat: int) -> str:
        """The names of the players in the lane of a seat."""
        return " and ".join(self.names[other] for lane in self.lanes if seat in lane for other in lane)


def seats_of(recording: Recording) -> Seats:
    """Find the lanes: one for each team of the game's options, and one for each other player."""
    names = tuple(clean(name) or "?" for name in recording.players)
    lanes: list[tuple[int, ...]] = []
    teams = [tuple(team) for team in recording.final.game.options.teams]
    for seat in range(len(names)):
        own = next((team for team in teams if seat in team), (seat,))
        if own not in lanes:
            lanes.append(own)
    return Seats(tuple(lanes), names)


def _lane(
    recording: Recording, turns: tuple[RecordedTurn, ...], tiles: list[Tile], seats: Seats, own: tuple[int, ...]
) -> Box:
    """Make the lane of some seats, with the turns that lie in it."""
    gone = _departures(recording, turns, tiles, own)
    later = [turn for turn in turns if turn.seat in own and gone and turn.at > gone[-1][0]]  # after a restart
    ends = len({seat for _, seat, _ in gone}) == len(own) and not later
    name = seats.label(own[0])
    notes = [note for _, _, note in gone]
    outcome = recording.final.outcome
    if outcome is not None and outcome.winner in own:
        rules = rule_texts(recording.edition, outcome.rules)
        notes.append(Note("wins", rule=", ".join(outcome.rules), tooltip=rules))
    return Box(
        id=f"lane-{own[0]}",
        name=name,
        rule="",
        hue="lane",
        tiles=tuple(tile for tile, turn in zip(tiles, turns, strict=True) if turn.seat in own),
        tooltip=name,
        notes=tuple(notes),
        kind="lane",
        until=tiles[gone[-1][0]].id if ends and gone else "",
    )


def _departures(
    recording: Recording, turns: tuple[RecordedTurn, ...], tiles: list[Tile], own: tuple[int, ...]
) -> list[tuple[int, int, Note]]:
    """Find the players of a lane who left the game: the index of the turn, the seat, and a note about it."""
    found = []
    for turn in turns:
        lost = {f.event.player for f in turn.frames if f.event.kind == "player.lose"}
        for frame in turn.frames:
            seat = frame.event.player
            if frame.event.kind != "player.leave" or seat is None or seat not in own:
                continue
            who = f"{clean(recording.players[seat])} " if len(own) > 1 else ""
            where = f"in turn {turn.number}" if turn.number else "between turns"
            rules = frame.event.rules
            tooltip = rule_texts(recording.edition, rules)
            text = f"{who}{'lost' if seat in lost else 'left'} {where}"
            note = Note(text, rule=", ".join(rules), tooltip=tooltip, at=tiles[turn.at].id)
            found.append((turn.at, seat, note))
    return found


MOST_TURNS = 2_000
"""The most turns of a timeline: more would take minutes, and be unreadable."""

ENDINGS = ("end_turn_cleanup",)
"""The topics of the rules by which an effect ends a turn."""


def timeline_picture(recording: Recording, title: str = "", subtitle: str = "") -> Picture:
    """Make the timeline of a recording; ``DiagramError`` if it has too many turns."""
    from ...recording import pending_turns, recorded_turns

    turns = recorded_turns(recording)
    if len(turns) > MOST_TURNS:
        why = f"the timeline has {len(turns):,} turns, and at most {MOST_TURNS:,} can be drawn"
        raise DiagramError(f"{why}; end the run earlier with until:, or draw single turns")
    ids = turn_ids(turns)
    seats = seats_of(recording)
    tiles = [_tile(turn, ids[turn.at]) for turn in turns]
    edges = (*_path(turns, ids), *_created(turns, ids), *_skips(turns, ids))
    return Picture(
        title=heading(title or recording.name) or "A game",
        subtitle=dotted(heading(subtitle), clean(recording.edition.title)),
        boxes=tuple(_lane(recording, turns, tiles, seats, own) for own in seats.lanes),
        edges=edges,
        legend=(*_waiting(recording, pending_turns(recording)), *_legend(recording.edition, turns, tiles, edges)),
        begins="The game begins",
        ends=_outcome(recording) or "The recording ends here; the game goes on",
        over=recording.final.outcome is not None,
    )


def timeline_turns(recording: Recording) -> tuple[DrawnTurn, ...]:
    """The turns of a recording, each with its graph."""
    from ...recording import recorded_turns

    return tuple(drawn_turn(turn) for turn in recorded_turns(recording))


def drawn_turn(turn: RecordedTurn) -> DrawnTurn:
    """The graph of a recorded turn, and the facts about it."""
    extra = f"extra #{turn.extra} by {clean(turn.by)}" if turn.extra else ""
    name = f"Turn {turn.number}" if turn.number else "A skipped turn"
    return DrawnTurn(name, turn.graph, clean(turn.player), extra, clean(turn.skipped))


def turn_ids(turns: tuple[RecordedTurn, ...]) -> list[str]:
    """An id for each turn: ``turn-3``, and ``turn-3-again-1`` if a restarted game has a second turn 3."""
    seen: dict[str, int] = {}
    ids = []
    skips = 0
    for turn in turns:
        skips += not turn.number
        stem = f"turn-{turn.number}" if turn.number else f"skipped-{skips}"
        again = seen.get(stem, 0)
        seen[stem] = again + 1
        ids.append(f"{stem}-again-{again}" if again else stem)
    return ids


def _tile(turn: RecordedTurn, id: str) -> Tile:
    edition = turn.recording.edition
    skipped = not turn.number
    by = f"skipped: {clean(turn.skipped)}" if skipped else f"by {clean(turn.by)}" if turn.extra else ""
    return Tile(
        id=id,
        name="Turn" if skipped else f"Turn {turn.number}",
        detail=by,
        order=turn.at + 1,
        tooltip=_tooltip(turn),
        pill=EXTRA if turn.extra else "",
        accent=bool(turn.extra) and not skipped,
        skipped=skipped,
        kind="turn",
        chips=() if skipped else chips_of(turn, id),
        tags=tuple(_tags(turn, edition)),
    )


def _tooltip(turn: RecordedTurn) -> str:
    edition = turn.recording.edition
    parts = [f"{f'Turn {turn.number}' if turn.number else 'A turn'} of {clean(turn.player)}"]
    if turn.extra:
        parts.append(f"extra #{turn.extra} by {clean(turn.by)}")
    if not turn.number:
        parts.append(f"skipped by {clean(turn.skipped)}")
    parts += [f"ended by {clean(by)}. {rule_text(edition, rule)}" for by, rule in _ended(turn)]
    parts.append(rule_texts(edition, turn.rules))
    return dotted(*parts)


def _tags(turn: RecordedTurn, edition: Edition) -> list[Note]:
    """Make the tags of a turn: who controls the player, that it was ended, that the turn order was reversed."""
    tags = []
    for frame in turn.frames:
        event = frame.event
        cited = rule_texts(edition, event.rules)
        by = f" by {clean(str(event.get('by')))}" if event.get("by") else ""
        if event.kind == "control.begin":
            text = f"controlled by {clean(turn.controller)}"
            tags.append(Note(text, tooltip=f"{text}{by and ','}{by}. {cited}"))
        elif event.kind in _REMARKS:
            text = _REMARKS[event.kind]
            tags.append(Note(text, tooltip=f"{text}{by}. {cited}"))
    for by, rule in _ended(turn):
        text = f"ended by {clean(by)}" if by else "ended"
        tags.append(Note(text, tooltip=f"{text}. {rule_text(edition, rule)}"))
    return tags


_REMARKS = {"order.reverse": "turn order reversed", "game.restart": "game restarted"}
"""The kinds of events that become a tag on their turn."""


def _ended(turn: RecordedTurn) -> list[tuple[str, str]]:
    """The effects that ended a turn, each once, with the rule."""
    marks = (node.skipped for node in turn.graph if node.skipped) if turn.number else ()
    return list(dict.fromkeys((mark.by, mark.rule) for mark in marks if mark.topic in ENDINGS))


def _path(turns: tuple[RecordedTurn, ...], ids: list[str]) -> list[Edge]:
    """Join the turns that were taken, in order of play."""
    taken = [(ids[turn.at], turn) for turn in turns if turn.number]
    edges = []
    for (source, _), (target, other) in pairwise([(START, None), *taken, (END, None)]):
        tooltip = rule_texts(turns[0].recording.edition, other.rules if other else ()) if turns else ""
        edges.append(play_edge(source, target, tooltip, accent=bool(other and other.extra)))
    return edges


def _created(turns: tuple[RecordedTurn, ...], ids: list[str]) -> list[Edge]:
    """Make an edge from the turn in which an extra turn was created to that extra turn."""
    orders = _orders(turns)
    edges = []
    for turn in turns:
        made = turn.made
        if made is None:
            continue
        order = orders.get(turn.at, "")
        cited = rule_texts(turn.recording.edition, made.rules)
        what = f"extra #{made.number} for {clean(turn.player)} by {clean(made.by)}"
        edges.append(
            Edge(
                id=f"created-{ids[made.turn]}-{ids[turn.at]}",
                source=ids[made.turn],
                target=ids[turn.at],
                kind="created",
                tooltip=dotted(what, order, cited),
                label=order,
            )
        )
    return edges


def _skips(turns: tuple[RecordedTurn, ...], ids: list[str]) -> Iterator[Edge]:
    """Make an edge from the turn in which a turn was made to be skipped to that turn."""
    made: dict[tuple[int | None, str], tuple[int, tuple[str, ...]]] = {}
    for turn in turns:
        if known := made.pop((turn.seat, turn.skipped), None):
            source, rules = known
            tooltip = dotted(f"skipped by {clean(turn.skipped)}", rule_texts(turn.recording.edition, rules))
            yield Edge(f"created-{ids[source]}-{ids[turn.at]}", ids[source], ids[turn.at], "created", tooltip)
        for event in (frame.event for frame in turn.frames):
            if event.kind == "skip.create" and event.get("what") == "turn":
                made[event.player, str(event.get("by"))] = turn.at, event.rules


def _orders(turns: tuple[RecordedTurn, ...]) -> dict[int, str]:
    """Describe the order of extra turns that were pending at the same time: made 2nd, taken first."""
    words: dict[int, str] = {}
    for group in _together([turn for turn in turns if turn.made]):
        made = sorted(group, key=lambda turn: turn.made.seq if turn.made else 0)
        for taken, turn in enumerate(group, 1):
            last = len(group)
            when = "first" if taken == 1 else "last" if taken == last else ordinal(taken)
            what = "taken" if turn.number else "due"
            words[turn.at] = f"made {ordinal(made.index(turn) + 1)}, {what} {when}"
    return words


def _together(extra: list[RecordedTurn]) -> list[list[RecordedTurn]]:
    """Group the extra turns that were pending at the same time; each group in order of play."""
    groups: list[list[RecordedTurn]] = []
    end = -1
    for turn in sorted(extra, key=lambda turn: turn.made.seq if turn.made else 0):
        created = turn.made.seq if turn.made else 0
        if created > end:
            groups.append([])
        groups[-1].append(turn)
        end = max(end, turn.frames[0].seq)
    return [sorted(group, key=lambda turn: turn.at) for group in groups if len(group) > 1]


def ordinal(number: int) -> str:
    """The ordinal of a number.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _waiting(recording: Recording, pending: tuple[Made, ...]) -> list[Note]:
    """Note the extra turns that were not taken: those to come in the order of play, then those of players who left."""
    made = {turn.number: turn for turn in pending}
    order = [made.pop(turn.number) for turn in recording.final.rotation.pending if turn.number in made]
    age = {turn.number: place for place, turn in enumerate(sorted(order, key=lambda turn: turn.number), 1)}
    notes = []
    for place, turn in enumerate((*order, *made.values())):
        who, by = clean(recording.players[turn.seat]), clean(turn.by)
        lead, text = "next extra turn:" if not place else "then:", f"{who}, by {by}"
        if turn.number in made:
            lead, text = f"extra #{turn.number}", f"for {who} by {by} never came"
        elif len(order) > 1:
            text = f"{text} (made {ordinal(age[turn.number])})"
        notes.append(Note(text, lead=lead, tooltip=rule_texts(recording.edition, turn.rules)))
    return notes


def _legend(
    edition: Edition, turns: tuple[RecordedTurn, ...], tiles: list[Tile], edges: tuple[Edge, ...]
) -> list[Note]:
    notes = chips_legend([chip for tile in tiles for chip in tile.chips])
    if any(turn.made for turn in turns):
        (first,) = edition.choices["extra_turns"]
        notes.append(rule_note(edition, f"Dotted: created by; extra turns: {first.replace('_', ' ')}", "extra_turn"))
    elif any(edge.kind == "created" for edge in edges):
        notes.append(Note("Dotted: from the turn in which that was created"))
    if any(not turn.number for turn in turns):
        notes.append(rule_note(edition, "Dashed tile: a turn that was skipped", "skip"))
    return notes


def _outcome(recording: Recording) -> str:
    outcome = recording.final.outcome
    if outcome is None:
        return ""
    who = "A draw" if outcome.winner is None else f"{clean(recording.players[outcome.winner])} wins"
    return f"{who}: {outcome.why} ({', '.join(outcome.rules)})"
