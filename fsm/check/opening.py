"""Mulligans as a trace tells of them: who may still take one, in which order, and what it costs.

cr2006 and cr2008 101.4, cr2011 103.4, cr2026 103.5.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..edition import Edition
from ..game.flow.opening import HAND, MULLIGAN, OPENING_HAND, deciding_together, free_mulligans, to_bottom
from ..game.state.game import Teams
from .observed import Observed

OPENING = ("mulligan", "hand.bottom", "choice")
"""The kinds of events that are judged."""

KEEP, TAKE = MULLIGAN


class Opening:
    """What players have said and done about their hands before the first turn.

    ``round``: the number of the mulligan that the players of ``group`` take or decline now.
    """

    def __init__(self, edition: Edition, order: Sequence[int], names: Sequence[str], teams: Teams) -> None:
        self.edition, self.names = edition, names
        self.free, self.groups = free_mulligans(edition, len(names), teams), deciding_together(edition, order, teams)
        self.group, self.round = 0, 1
        self.taken, self.below = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
        self.said: dict[int, str] = {}
        self.kept: set[int] = set()

    def take(self, event: Observed, seat: int) -> str:
        """Takes an event; why it is impossible, or nothing."""
        if seat not in self.taken:
            return f"{event.player} is not in this game"
        if event.kind == "choice":
            return self._say(seat, str(event.option)) if event.name == OPENING_HAND else ""
        return self._mulligan(event, seat) if event.kind == "mulligan" else self._bottom(event, seat)

    def _cost(self, seat: int) -> int:
        return max(0, self.taken[seat] - self.free)

    def _say(self, seat: int, option: str) -> str:
        """A player keeps their hand, or says that they will take a mulligan."""
        if option not in MULLIGAN:
            return f"a player may {KEEP} the opening hand or take a {TAKE}, and not {option}"
        why = self._turn_of(seat, self.taken[seat] + 1)
        if why:
            return why
        if self.said.get(seat) == TAKE:
            return f"{self.names[seat]} has said so already, and takes the mulligan first"
        group = self.groups[self.group]
        if any(group.index(other) > group.index(seat) for other in self.said):
            return f"{self.names[seat]} would have said so before, in turn order"
        self.said[seat] = option
        if option == KEEP:
            self.kept.add(seat)
        return ""

    def _mulligan(self, event: Observed, seat: int) -> str:
        number = self.taken[seat] + 1
        why = self._turn_of(seat, number)
        if why:
            return why
        self.taken[seat] = number
        self.said.pop(seat, None)
        hand = HAND if to_bottom(self.edition) else HAND - self._cost(seat)
        if isinstance(event.amount, int) and event.amount > hand:
            return f"the hand after this mulligan has {hand} cards, not {event.amount}"
        return ""

    def _turn_of(self, seat: int, number: int) -> str:
        """Why a player cannot take or decline that mulligan of theirs now, or nothing; a later round may begin."""
        name = self.names[seat]
        if seat in self.kept:
            return f"{name} has kept a hand, and takes no mulligan any more"
        if self._cost(seat) >= HAND:
            return f"no card would be left in {name}'s hand: it is kept"
        group = next((n for n, seats in enumerate(self.groups) if seat in seats), self.group)
        if (group, number) < (self.group, self.round):
            return f"{name} let others take a mulligan after theirs, and so kept the hand"
        if (group, number) > (self.group, self.round):
            self.group, self.round, self.said = group, number, {}
        return ""

    def _bottom(self, event: Observed, seat: int) -> str:
        """A player puts cards on the bottom of the library, once for each mulligan."""
        name = self.names[seat]
        if not to_bottom(self.edition):
            return "in this edition a new hand has fewer cards instead, and none go to the bottom of the library"
        if self.below[seat] >= self.taken[seat]:
            return f"{name} has taken no mulligan for which cards would be put on the bottom"
        self.below[seat] = self.taken[seat]
        if isinstance(event.amount, int) and event.amount > self._cost(seat):
            return f"{name} puts at most {self._cost(seat)} on the bottom of the library, not {event.amount}"
        return ""
