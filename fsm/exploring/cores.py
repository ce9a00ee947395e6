"""States as two numbers: a core, and a rest, which is the life totals, the hands and the graveyards.

Exploring meets the same core with many rests. What an action does in a core is learned once, with players who are
``noted``, and then applied to every rest for which it holds: a few numbers are put together instead of playing. Where
an action asks for more than that, it is played in each state.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from ..game import Action, State
from ..game.state.decision import (
    AssignDamage,
    Cast,
    DeclareAttackers,
    DeclareBlockers,
    OrderDamage,
    PlayLand,
    Priority,
)
from ..game.state.piles.pile import Pile, top_lot
from ..game.state.state import set_player
from .checks import Checks, Told
from .keys import Keys, without_idle_loop
from .noted import Asked
from .notes import UNGROWN, Changes, Notes, Ranges
from .rests import BITS, MASK, NO_CHANGE, Numbers, Rests, bare
from .walking import Walk

AS_IS = -1
"""Instead of a change: the edge leads to a whole node."""

NONE = -1
"""Instead of a rest: the state is bare."""

OFTEN = 2
"""When cores come up so often, each is learned as it is met for the first time."""

RANGES = 16
"""So many ranges of numbers are learned for one thing; then it is found out in each state."""

NOTHING: Changes = ((), UNGROWN, ())
"""What becomes of everything on a way that ends."""

APART = (type(None), Priority, DeclareAttackers, DeclareBlockers, OrderDamage, AssignDamage)
"""The decisions that name no cards in hands or graveyards."""

Edge = tuple[int, int, str, str, tuple[int, ...], Told]
"""Where an action leads: the core, shifted, or the whole node; how it changes the rest; the address there; how the way
ends if it does; the statements that its events match, and what others tell of the state after it."""

T = TypeVar("T")


class Learned(Generic[T]):
    """What was learned for ranges of numbers; ``always`` is what holds for all numbers."""

    __slots__ = ("always", "ranges")

    def __init__(self) -> None:
        self.always: T | None = None
        self.ranges: list[tuple[Ranges, T]] = []

    def learn(self, ranges: Ranges, what: T) -> T:
        """Keeps what holds for these ranges of numbers."""
        self.ranges.append((ranges, what))
        if not ranges:
            self.always = what
        return what

    def find(self, numbers: Numbers) -> T | None:
        """What holds for these numbers."""
        for ranges, what in self.ranges:
            for at, low, high in ranges:
                if not low <= numbers[at] <= high:
                    break
            else:
                return what
        return None


class Deed(Learned[Edge]):
    """An action in a core, the card that it shows from the hand, and where it leads.

    An ``opened`` one is not learned.
    """

    __slots__ = ("action", "done", "opened", "shown")

    def __init__(self, action: Action, done: int, shown: str = "", opened: bool = False) -> None:
        super().__init__()
        self.action, self.done, self.shown, self.opened = action, done, shown, opened


Deeds = tuple[Deed, ...]


class Core:
    """A core: its state, how much of the script is done, and its actions by the hand of the player who decides.

    Its state has that ``rest``, or is bare. Neither an ``opened`` core is learned, nor one met for the first time.
    """

    __slots__ = ("by_hand", "deeds", "done", "met", "opened", "rest", "seat", "state")

    def __init__(self, state: State, done: int, rest: int, opened: bool) -> None:
        self.state, self.done, self.rest, self.opened, self.met = state, done, rest, opened, False
        self.seat = state.decision.player if state.decision is not None else 0
        self.by_hand: dict[int, Learned[Deeds]] = {}
        self.deeds: dict[tuple[Action, int, str], Deed] = {}


class Cores:
    """The cores, the actions in each, and where they lead."""

    def __init__(self, walk: Walk, checks: Checks, players: int) -> None:
        self._walk, self._checks, self._keys, self.rests = walk, checks, Keys(), Rests()
        self._notes = Notes(players, ())
        self.cores: list[Core] = []
        self.visits = 0
        self._numbers: dict[Hashable, int] = {}

    @property
    def whole(self) -> int:
        """The number of states of which nothing is set apart."""
        return sum(core.rest == self.rests.nothing for core in self.cores)

    def node(self, state: State, done: int) -> int:
        """The node of a state: the number of its core, and in the lower bits that of its rest."""
        state = without_idle_loop(state)
        key = self._key(bare(state), done)
        if key is None:
            nothing = self.rests.nothing
            return self._number((self._keys(state, done),), state, done, nothing) << BITS | nothing
        rest = self.rests.of(state)
        return self._number(key, state, done, rest) << BITS | rest

    def state(self, node: int) -> State:
        """A state that a node stands for."""
        core, rest = self.cores[node >> BITS], node & MASK
        return core.state if core.rest == rest else self.rests.restored(rest, core.state)

    def deeds(self, node: int) -> Deeds:
        """The actions in a node."""
        core, rest = self.cores[node >> BITS], node & MASK
        self.visits += 1
        if not core.opened and (core.met or self.visits > OFTEN * len(self.cores)):
            learned = core.by_hand.get(self.rests.hands[rest][core.seat])
            if learned is not None and learned.always is not None:
                return learned.always
            found = self._hand_deeds(core, rest)
            if found is not None:
                return found
            core.opened = True
        core.met = True
        if core.state.outcome is not None:
            return ()
        actions, done = self._walk.options(self.state(node), core.done)
        return tuple(Deed(action, done, opened=True) for action in actions)

    def edge(self, node: int, deed: Deed) -> Edge:
        """Where an action leads."""
        found = deed.find(self.rests.numbers[node & MASK])
        if found is None and not deed.opened:
            found = self._learn_edge(self.cores[node >> BITS], node & MASK, deed)
            deed.opened = found is None
        if found is not None:
            return found
        child, address, end, matched, told = self._taken(self.state(node), deed)
        return 0 if end else self.node(child, deed.done), AS_IS, address, end, matched, told

    def there(self, node: int, to: int, change: int) -> int:
        """The node to which an edge leads from a node."""
        if change == NO_CHANGE:
            return to | node & MASK
        return to if change == AS_IS else to | self.rests.after(node & MASK, change)

    def _hand_deeds(self, core: Core, rest: int) -> Deeds | None:
        """The actions of a core with a hand; None if they depend on more than ranges of numbers."""
        which = self.rests.hands[rest][core.seat]
        learned = core.by_hand.setdefault(which, Learned())
        found = learned.find(self.rests.numbers[rest])
        if found is not None:
            return found
        return self._learn_deeds(core, rest, learned, self.rests.pile(which)) if len(learned.ranges) < RANGES else None

    def _learn_deeds(self, core: Core, rest: int, learned: Learned[Deeds], hand: Pile) -> Deeds | None:
        """The actions of a core with a hand, learned now."""
        for secret in (True, False):
            try:
                state = set_player(self._noted(core, rest, secret=secret), core.seat, hand=hand)
                actions, done = self._walk.options(state, core.done)
                keys = ((action, done, _shown(action, core.seat, hand)) for action in actions)
                deeds = tuple(core.deeds.get(key) or core.deeds.setdefault(key, Deed(*key)) for key in keys)
            except Asked:
                continue
            return learned.learn(self._notes.ranges, deeds)
        return None

    def _noted(self, core: Core, rest: int, shown: str = "", secret: bool = False) -> State:
        if len(self._notes.counts) < len(self.rests.counts):
            self._notes = Notes(len(core.state.players), tuple(self.rests.counts))
        return self._notes.start(core.state, self.rests.numbers[rest], core.seat, shown, secret)

    def _learn_edge(self, core: Core, rest: int, deed: Deed) -> Edge | None:
        """Where an action leads from a core; None if that depends on more than ranges of numbers."""
        if len(deed.ranges) == RANGES:
            return None
        try:
            child, address, end, matched, told = self._taken(self._noted(core, rest, deed.shown), deed)
            changes = NOTHING if end else self._notes.changes(child)
            if self.rests.meet(changes):
                return self._learn_edge(core, rest, deed)
            there = 0
            if not end:
                child = bare(without_idle_loop(child))
                key = self._key(child, deed.done)
                if key is None:
                    return None
                there = self._number(key, child, deed.done, NONE)
            edge = there << BITS, self.rests.change(changes), address, end, matched, told
        except Asked:
            return None
        return deed.learn(self._notes.ranges, edge)

    def _taken(self, state: State, deed: Deed) -> tuple[State, str, str, tuple[int, ...], Told]:
        """The state after an action, its address, how the way ends if it does, and what is told of it."""
        checks = self._checks
        child, address, end, log = self._walk.taken(state, deed.action, deed.done, bool(checks.events))
        matched = checks.matched(log) if log is not None else ()
        return child, address, end, matched, checks.told(child) if checks.states and not end else ()

    def _key(self, state: State, done: int) -> Hashable | None:
        """The key of a bare state; None if something refers to what was set apart."""
        if state.this_turn.loop is not None or state.agenda or type(state.decision) not in APART:
            return None
        key, refers = self._keys.parts(state, done)
        return None if refers else key

    def _number(self, key: Hashable, state: State, done: int, rest: int) -> int:
        found = self._numbers.setdefault(key, len(self.cores))
        if found == len(self.cores):
            self.cores.append(Core(state, done, rest, rest == self.rests.nothing or state.outcome is not None))
        return found


def _shown(action: Action, seat: int, hand: Pile) -> str:
    """The card that an action shows from the hand, if it is known to be there."""
    if isinstance(action, Cast | PlayLand) and action.player == seat:
        lot = top_lot(hand, action.card.name)
        if lot is not None and lot.card is None:
            return lot.name
    return ""
