"""The lanes of a timeline: one for each player, or for each team that takes its turns together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...model import Box, Note, Tile
from ..naming import clean, rule_texts

if TYPE_CHECKING:
    from ....recording import RecordedTurn, Recording


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
