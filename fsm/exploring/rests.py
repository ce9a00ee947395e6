"""Rests: what is set apart of a state, which is life totals, hands and graveyards, as one number."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain
from typing import Generic, TypeVar

from ..cards.abilities import COUNTED
from ..game import State
from ..game.state.piles.pile import NO_CARDS, Pile, put
from ..game.state.state import replace
from .notes import UNCHANGED, UNGROWN, Changes, Count, Grown, with_counts
from .unread import Runs, after, runs_of, size_of

BITS = 32
"""In so many lower bits of a number that stands for two, there is the second."""

MASK = (1 << BITS) - 1

NO_CHANGE = 0
"""The number of the change that changes nothing."""

Numbers = tuple[int, ...]

Rest = tuple[Numbers, Numbers, Numbers, int, Numbers]
"""The life totals, the numbers of the hands and of the graveyards, how many spells were cast this turn, and how often
players have done what they are counted for, without zeros at the end."""

T = TypeVar("T", bound=Hashable)


class Numbered(Generic[T]):
    """Gives each value a number, the next one if it is new."""

    def __init__(self, *values: T) -> None:
        self.values = list(values)
        self._numbers = {value: n for n, value in enumerate(values)}

    def __call__(self, value: T) -> int:
        """The number of a value."""
        found = self._numbers.setdefault(value, len(self.values))
        if found == len(self.values):
            self.values.append(value)
        return found


class Rests:
    """The rests, and what changes make of them.

    ``hands`` are the numbers of each rest's hands. Its ``numbers`` are what ranges are about: the life totals, the
    sizes of the hands and of the graveyards, the spells cast this turn, and the ``counts`` of players known so far.
    """

    def __init__(self) -> None:
        self.numbers: list[Numbers] = []
        self.hands: list[Numbers] = []
        self._rests = Numbered[Rest]()
        self._piles = Numbered[Runs](())
        self._changes = Numbered[Changes](((), UNGROWN, ()))
        self._after: dict[int, int] = {}
        self.counts: list[Count] = []
        self._known: dict[int, Pile] = {}
        self.nothing = self._rest(((), (), (), 0, ()))

    def of(self, state: State) -> int:
        """The number of what is set apart of a state."""
        players = state.players
        hands = tuple(self._piles(runs_of(chain.from_iterable(player.hand.blocks))) for player in players)
        graves = tuple(self._piles(runs_of(chain.from_iterable(player.graveyard.blocks))) for player in players)
        return self._rest(
            (tuple(player.life for player in players), hands, graves, state.designations.cast, self._counts(state))
        )

    def change(self, changes: Changes) -> int:
        """The number of a change."""
        players, cast, counts = changes
        unchanged = cast == UNGROWN and not counts and all(one == UNCHANGED for one in players)
        return NO_CHANGE if unchanged else self._changes(changes)

    def after(self, rest: int, change: int) -> int:
        """The rest after a change."""
        at = rest << BITS | change
        found = self._after.get(at)
        if found is None:
            found = self._after[at] = self._rest(self._changed(rest, change))
        return found

    def restored(self, rest: int, core: State) -> State:
        """The state of a core with what was set apart."""
        *piles, cast, numbers = self._rests.values[rest]
        players = tuple(
            replace(player, life=life, hand=self.pile(hand), graveyard=self.pile(grave))
            for player, life, hand, grave in zip(core.players, *piles, strict=True)
        )
        known = zip(self.counts, numbers, strict=False)
        counts = tuple((what, seat, number) for (what, seat), number in known if number)
        return with_counts(replace(core, players=players), cast, counts)

    def pile(self, number: int) -> Pile:
        """The cards of a hand or a graveyard."""
        found = self._known.get(number)
        if found is None:
            found = NO_CARDS
            for name, card, count in self._piles.values[number]:
                found = put(found, name, count, card)
            self._known[number] = found
        return found

    def meet(self, changes: Changes) -> bool:
        """Whether a change is of counts that were not known before; now they are."""
        known = len(self.counts)
        for count, _ in changes[2]:
            if count not in self.counts:
                self.counts.append(count)
        if len(self.counts) == known:
            return False
        self.numbers = [self._numbers(rest) for rest in self._rests.values]
        return True

    def _counts(self, state: State) -> Numbers:
        """How often players have done what they are counted for."""
        counts = {(what, seat): number for what, seat, number in state.this_turn.counts if what in COUNTED}
        self.meet(((), UNGROWN, tuple((count, UNGROWN) for count in counts)))
        return _trimmed(counts.get(count, 0) for count in self.counts)

    def _rest(self, rest: Rest) -> int:
        found = self._rests(rest)
        if found == len(self.numbers):
            self.numbers.append(self._numbers(rest))
            self.hands.append(rest[1])
        return found

    def _numbers(self, rest: Rest) -> Numbers:
        lives, hands, graves, cast, counts = rest
        sizes = (size_of(self._piles.values[pile]) for pile in (*hands, *graves))
        return (*lives, *sizes, cast, *counts, *(0,) * (len(self.counts) - len(counts)))

    def _changed(self, rest: int, change: int) -> Rest:
        *before, cast, numbers = self._rests.values[rest]
        players, casts, often = self._changes.values[change]
        lives, hands, graves = [], [], []
        for life, hand, grave, (gained, from_hand, from_grave) in zip(*before, players, strict=True):
            lives.append(_grown(life, gained))
            hands.append(self._piles(after(self._piles.values[hand], from_hand)))
            graves.append(self._piles(after(self._piles.values[grave], from_grave)))
        counts = dict(zip(self.counts, numbers, strict=False))
        counts.update((count, _grown(counts.get(count, 0), grown)) for count, grown in often)
        done = _trimmed(counts.get(count, 0) for count in self.counts)
        return tuple(lives), tuple(hands), tuple(graves), _grown(cast, casts), done


def _grown(number: int, grown: Grown) -> int:
    stays, more = grown
    return number + more if stays else more


def _trimmed(numbers: Iterable[int]) -> Numbers:
    """The numbers without zeros at the end."""
    found = list(numbers)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def bare(state: State) -> State:
    """A state without what is set apart."""
    players = tuple(replace(player, life=0, hand=NO_CARDS, graveyard=NO_CARDS) for player in state.players)
    return with_counts(replace(state, players=players), 0, ())
