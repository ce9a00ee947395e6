"""What is set apart of a state, in noted numbers and unread piles, and what an action makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cards.abilities import COUNTED
from ..game import Player, State
from ..game.state.state import replace, set_standing
from .noted import HIGH, LOW, Asked, Noted, Origin
from .unread import UNMOVED, Moved, UnreadPile

Grown = tuple[bool, int]
"""What became of a number: whether it is what it was and so much more, or only so much."""

Change = tuple[Grown, Moved, Moved]
"""What became of a player's life total, hand and graveyard."""

UNGROWN: Grown = (True, 0)

UNCHANGED: Change = (UNGROWN, UNMOVED, UNMOVED)

Ranges = tuple[tuple[int, int, int], ...]
"""Places of numbers, each with the lowest and the highest number."""

Count = tuple[str, int]
"""Something that is counted, and the seat of the player."""

Counts = tuple[tuple[str, int, int], ...]

Changes = tuple[tuple[Change, ...], Grown, tuple[tuple[Count, Grown], ...]]
"""What became of the players, of the number of spells cast, and of those counts that are not what they were."""


class Notes:
    """What is set apart of a state, noted: one after the other, for one state at a time.

    The numbers are the life totals, the sizes of the hands and of the graveyards, the spells that the active player has
    cast this turn, and how often players have done what they are counted for, by ``counts``.
    """

    def __init__(self, players: int, counts: Sequence[Count]) -> None:
        self.counts, self.secret = counts, True
        self.numbers: Sequence[int] = ()
        self.asked: list[Origin] = []
        origins = [Origin(self, place) for place in range(3 * players + 1 + len(counts))]
        self._lives, self._sizes, graves = (origins[n * players : (n + 1) * players] for n in range(3))
        self._cast, *done = origins[3 * players :]
        self._done = dict(zip(counts, done, strict=True))
        self._life = [Noted.of(origin) for origin in self._lives]
        self._closed, self._graves = list(map(UnreadPile, self._sizes)), list(map(UnreadPile, graves))
        self._showing: dict[tuple[int, str], list[UnreadPile]] = {}
        self._hands = self._closed
        self._players: tuple[Player, ...] = ()
        self._spells = Noted.of(self._cast)
        self._often = tuple((what, seat, Noted.of(origin)) for (what, seat), origin in self._done.items())

    def start(
        self, state: State, numbers: Sequence[int], seat: int = 0, shown: str = "", secret: bool = False
    ) -> State:
        """The state with noted numbers, and with noted piles; a card that a player shows is on top of their hand.

        No number is told if they are ``secret``.
        """
        self.numbers, self.secret = numbers, secret
        for origin in self.asked:
            origin.low, origin.high = LOW, HIGH
        self.asked.clear()
        self._hands = self._with_shown(seat, shown) if shown else self._closed
        self._players = tuple(
            replace(player, life=life, hand=hand.pile, graveyard=grave.pile)
            for player, life, hand, grave in zip(state.players, self._life, self._hands, self._graves, strict=True)
        )
        standing, now = state.standing, state.this_turn
        return replace(
            state,
            players=self._players,
            standing=replace(standing, designations=replace(standing.designations, cast=self._spells)),
            this_turn=replace(now, counts=(*of_permanents(now.counts), *self._often)) if self._often else now,
        )

    def _with_shown(self, seat: int, shown: str) -> list[UnreadPile]:
        found = self._showing.get((seat, shown))
        if found is None:
            pile = UnreadPile(self._sizes[seat], shown)
            found = self._showing[seat, shown] = [*self._closed[:seat], pile, *self._closed[seat + 1 :]]
        return found

    @property
    def ranges(self) -> Ranges:
        """The numbers that were asked for, and for which of them every question so far has the same answer."""
        return tuple((origin.place, origin.low, origin.high) for origin in self.asked)

    def changes(self, state: State) -> Changes:
        """What has become of what was set apart; ``Asked`` if that cannot be told."""
        players = enumerate(zip(state.players, self._players, strict=True))
        changes = tuple(UNCHANGED if now is before else self._change(now, seat) for seat, (now, before) in players)
        return changes, grown(state.designations.cast, self._cast), tuple(self._counted(state))

    def _change(self, player: Player, seat: int) -> Change:
        hand, grave = self._hands[seat].moved(player.hand), self._graves[seat].moved(player.graveyard)
        return grown(player.life, self._lives[seat]), hand, grave

    def _counted(self, state: State) -> Iterator[tuple[Count, Grown]]:
        """The counts that are not what they were; those that are gone are 0."""
        counts = {(what, seat): often for what, seat, often in state.this_turn.counts if what in COUNTED}
        for count in dict.fromkeys((*self._done, *counts)):
            became = grown(counts.get(count, 0), self._done.get(count))
            if became != UNGROWN:
                yield count, became


def grown(number: int, origin: Origin | None) -> Grown:
    """How a number comes from an origin; ``Asked`` if it comes from another one."""
    if not isinstance(number, Noted):
        return False, number
    if number.origin is not origin:
        raise Asked
    return True, number.more


def with_counts(state: State, cast: int, counts: Counts) -> State:
    """The state with other numbers of what players have done this turn."""
    known, now = state.designations, state.this_turn
    if known.cast is not cast:
        state = set_standing(state, designations=replace(known, cast=cast))
    if not (now.counts or counts):
        return state
    return replace(state, this_turn=replace(now, counts=(*of_permanents(now.counts), *counts)))


def of_permanents(counts: Counts) -> Counts:
    """The counts of what happens to permanents."""
    return tuple(count for count in counts if count[0] not in COUNTED)
