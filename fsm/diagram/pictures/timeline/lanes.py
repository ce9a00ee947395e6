"""The lanes of a timeline, one for each player or team, and its chips: the phases of a turn as letters on its tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....edition import HUES
from ....turn import Node, TurnGraph
from ...model import Box, Chip, Note, Tile
from ..naming import clean, element_id, extras, made_by, rule_text, rule_texts
from ..turn.notes import reason

if TYPE_CHECKING:
    from ....recording import RecordedTurn, Recording


MOST = 32
"""The largest number of chips on a tile; the last of them then says how many phases are left out."""


def chips_of(turn: RecordedTurn, id: str) -> tuple[Chip, ...]:
    """Make the chips of a turn, in order of play; of many, the first ones and the number of the others."""
    graph = turn.graph
    chips = tuple(_chip(graph, graph.node(phase), id, turn.begun) for phase in graph.children())
    if len(chips) <= MOST:
        return chips
    more = len(chips) - MOST + 1
    rest = Chip(f"{id}.more", f"+{more} more", "other", f"{more} further phases")
    return (*chips[: MOST - 1], rest)


def _chip(graph: TurnGraph, node: Node, id: str, begun: frozenset[str]) -> Chip:
    spec = graph.edition.phase(node.kind)
    steps = graph.children(node.id)
    skipped = graph.is_skipped(node.id) or (bool(steps) and all(graph.is_skipped(step) for step in steps))
    return Chip(
        id=f"{id}.{element_id(node.id)}",
        text=spec.letter + ("" if skipped else _counts(graph, node)),
        hue=spec.hue,
        tooltip=_tooltip(graph, node),
        accent=node.inserted is not None and not skipped,
        skipped=skipped,
        faded=not skipped and node.id not in begun,
    )


def _counts(graph: TurnGraph, node: Node) -> str:
    """The numbers of steps that were inserted into a phase, and that an effect skipped, as text."""
    steps = [graph.node(step) for step in graph.children(node.id)]
    more = sum(1 for step in steps if step.inserted)
    less = sum(1 for step in steps if step.skipped and step.skipped.by and step.skipped != node.inserted)
    return (f"+{more}" if more else "") + (f"−{less}" if less else "")


def _tooltip(graph: TurnGraph, node: Node) -> str:
    parts = [f"{_name(graph, node)}. {rule_text(graph.edition, node.rule)}"]
    for part in (node, *map(graph.node, graph.children(node.id))):
        which = "" if part is node else f"{_name(graph, part)}: "
        if part.inserted:
            rule = rule_text(graph.edition, part.inserted.rule)
            parts.append(f"{which}{extras([part.serial])}{made_by(part.inserted)}. {rule}")
        if part.skipped and part.skipped != node.inserted:
            parts.append(f"{which}{reason(part.skipped)}. {rule_text(graph.edition, part.skipped.rule)}")
    return " · ".join(parts)


def _name(graph: TurnGraph, node: Node) -> str:
    spec = graph.edition.phase(node.kind) if node.level == "phase" else graph.edition.step(node.kind)
    name = clean(spec.name)
    return name[:1].upper() + name[1:]


def chips_legend(chips: list[Chip]) -> list[Note]:
    """Explain the given chips: each letter once, then the marks."""
    hues = {chip.text[0]: chip.hue for chip in chips if chip.text[0].isalpha()}
    letters = sorted(hues, key=lambda letter: HUES.index(hues[letter]))
    notes = [_sample(letter, _meaning(hues[letter]), hues[letter]) for letter in letters]
    if any(chip.accent for chip in chips):
        notes.append(_sample("C", "inserted", "combat", accent=True))
    if any(chip.skipped for chip in chips):
        notes.append(_sample("C", "skipped", "combat", skipped=True))
    if any("+" in chip.text and chip.text[0] in hues for chip in chips):
        notes.append(_sample("B+1", "one step inserted", "beginning"))
    if any("−" in chip.text for chip in chips):
        notes.append(_sample("B−1", "one step skipped by an effect", "beginning"))
    if any(chip.faded for chip in chips):
        notes.append(_sample("E", "not reached", "ending", faded=True))
    return notes


def _meaning(hue: str) -> str:
    return "Another phase" if hue == "other" else hue.capitalize()


def _sample(
    text: str, meaning: str, hue: str, accent: bool = False, skipped: bool = False, faded: bool = False
) -> Note:
    id = f"legend-{meaning.lower().replace(' ', '-')}"
    return Note(meaning, sample=Chip(id, text, hue, meaning, accent, skipped, faded))


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of each lane, and the names of the players by seat."""

    lanes: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]

    def lane(self, seat: int) -> int:
        """The number of the lane of a seat."""
        return next(at for at, seats in enumerate(self.lanes) if seat in seats)

    def label(self, seat: int) -> str:
        """The names of the players in the lane of a seat."""
        return " and ".join(self.names[other] for other in self.lanes[self.lane(seat)])


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


def lanes(recording: Recording, turns: tuple[RecordedTurn, ...], tiles: list[Tile], seats: Seats) -> tuple[Box, ...]:
    """Make the lanes, with the turns that lie in each."""
    return tuple(_lane(recording, turns, tiles, seats, number) for number in range(len(seats.lanes)))


def _lane(recording: Recording, turns: tuple[RecordedTurn, ...], tiles: list[Tile], seats: Seats, number: int) -> Box:
    own = seats.lanes[number]
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
