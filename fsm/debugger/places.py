"""Places as people call them, ``main 2``, ``Bob's upkeep``, ``T3.combat#2``, and where a game has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ..edition import MAINS, Edition
from ..errors import AddressError
from ..files import packaged_data
from ..game import Event, State
from ..recording import Recording
from ..turn import Address, parse_address
from ..turn.graph import ROOT
from ..wording.parts import kind_name
from ..words import shown

MAIN = "main"
"""The place that is any main phase."""

BEGINS = ("game.begin", "turn.begin", "phase.begin", "step.begin")
SKIPS = ("turn.skip", "phase.skip", "step.skip")

_TEXTS: dict[str, Any] = packaged_data("debugger/places.toml")
_TURN = re.compile(r"(?:t|turn )([0-9]{1,7})(?: |\Z)")


class Place(msgspec.Struct, frozen=True):
    """A place: an address; or the phases and steps of some ``kinds``, inserted ones too; in the turns of a player."""

    address: Address = Address()
    kinds: tuple[str, ...] = ()
    player: str = ""

    def is_of(self, event: Event) -> bool:
        """Whether an event is about this place: that it begins, or that it, or the phase it is in, is skipped."""
        state, graph, node = event.state, event.state.graph, event.node
        if self.player and not (event.player is not None and self._is_of_player(state, event.player)):
            return False
        if self.address.turn not in (None, state.turn):
            return False
        inside = graph.children(node) if event.kind == "phase.skip" else ()
        if self.kinds:
            return any(graph.node(one).kind in self.kinds for one in (node, *inside))
        if event.kind == "game.begin":
            return self.address.turn == 0
        return self.address.locate(graph) in (node, *inside)

    def has(self, state: State) -> bool:
        """Whether play is at this place."""
        if self.address.turn != state.turn or self.kinds or self.player:
            return False
        return self.address.locate(state.graph) in (state.at.stop, state.at.phase, ROOT)

    def _is_of_player(self, state: State, seat: int) -> bool:
        return state.game.seat(self.player) in state.team(seat)


def read_place(text: str, edition: Edition, players: Sequence[str] = ()) -> Place:
    """The place that a text means; ``AddressError`` has the names of places."""
    try:
        address = parse_address("_".join(text.split()), edition.kinds)
    except AddressError as error:
        place = _named(text, edition, players)
        if place is None:
            such = f", also as {shown(players[0])}'s upkeep" if players else ""
            names = ", ".join((*edition.kinds.places, MAIN, "turn"))
            why = str(error).partition("; ")[0]
            raise AddressError(f"{why}; places are {names}{such}") from None
        return place
    parts = [part for part in (address.phase, address.step) if part]
    plain = address.turn is None and len(parts) == 1 and not (address.phase_number or address.step_number)
    return Place(kinds=tuple(parts)) if plain else Place(address)


def _named(text: str, edition: Edition, players: Sequence[str]) -> Place | None:
    """The place that is named in other words than those of an address."""
    said, player = text.strip(), ""
    for name in sorted(players, key=len, reverse=True):
        if match := re.match(rf"{re.escape(name)}(?:['’]s)? +", said, re.IGNORECASE):
            said, player = said[match.end() :], name
            break
    said = _plain(said)
    if match := _TURN.match(said):
        said, turn = said[match.end() :], int(match[1])
        address = Address(turn)
        if not said:
            return Place(address, player=player)
    else:
        address = Address()
        if said == "turn":
            return Place(player=player)
    kinds = tuple(kind for kind, names in _names(edition) if said in names)
    return Place(address, kinds, player) if kinds else None


def _plain(text: str) -> str:
    """The words of a name, in small letters, without those that make no difference."""
    words = re.split(r"[\s_.-]+", text.casefold())
    return " ".join(word for word in words if word and word not in _TEXTS["left_out"])


def _names(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What each phase and step is called."""
    for kind in edition.kinds.places:
        main = (MAIN,) if kind in MAINS else ()
        known = _TEXTS["names"].get(kind, ())
        yield kind, (_plain(kind), _plain(kind_name(edition, kind)), *main, *known)


def begins_of(recording: Recording, place: Place) -> list[int]:
    """The positions at which a place begins."""
    return _of(recording, place, BEGINS)


def skips_of(recording: Recording, place: Place) -> list[int]:
    """The positions at which a place is skipped."""
    return _of(recording, place, SKIPS)


def _of(recording: Recording, place: Place, kinds: Iterable[str]) -> list[int]:
    found = (at for kind in kinds for at in recording.places.kinds.get(kind, ()))
    return sorted(at for at in found if place.is_of(recording[at].event))
