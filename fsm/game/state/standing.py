"""What stands beside the objects of a game: what lasts, what waits for turns, who controls them, and designations."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...cards.vocabulary import Effect
from .enduring import LastingEffect, SkipEffect
from .objects import ObjectId, Permanent, StackObject
from .piles.pile import CardId

MAX_SPEED = 4


class Designations(msgspec.Struct, frozen=True, gc=False):
    """What variants know: whether it is day, who holds titles, and the schemes that are face up (id, seat, name).

    ``speeds`` are those of players who have one.
    """

    daytime: str = ""
    titles: tuple[tuple[str, int], ...] = ()
    face_up: tuple[tuple[int, int, str], ...] = ()
    speeds: tuple[tuple[int, int], ...] = ()

    def speed(self, seat: int) -> int:
        """The speed of a player; 0 without one (702.179f)."""
        return dict(self.speeds).get(seat, 0)

    def holder(self, title: str) -> int | None:
        """The seat of the player who holds a title, if anyone does."""
        return dict(self.titles).get(title)


NO_DESIGNATIONS = Designations()


class DelayedAbility(msgspec.Struct, frozen=True, gc=False):
    """A delayed triggered ability: at the beginning of the next such step or phase, or on an event, or ``each`` time.

    ``turn`` is the one turn in which it may trigger, ``after`` one that has to be over before. ``node`` is the one
    phase that it means, and ``those`` are the objects that its effects speak of, ``that`` and ``found`` are what its
    source triggered on, and the card that this became; ``targets`` is what kind of thing ``target`` is. ``needs``: it
    triggers only while the card of ``those`` is where it was. ``gained`` is as for a ``StackObject``. ``of`` are kinds
    of which the object of an event has to be, and ``while_`` conditions as it happens.
    """

    id: int
    name: str
    controller: int
    at: str
    do: tuple[Effect, ...]
    whose: Literal["any", "you", "opponents"] = "any"
    turn: int | None = None
    source: int | None = None
    target: int | None = None
    chooser: int | None = None
    after: int = 0
    each: bool = False
    node: str = ""
    those: tuple[ObjectId, ...] = ()
    targets: str = "none"
    chosen: int | None = None
    that: int | None = None
    found: CardId | None = None
    needs: bool = False
    gained: int = 0
    until: str = "game"
    of: tuple[str, ...] = ()
    while_: tuple[str, ...] = ()


class Link(msgspec.Struct, frozen=True, gc=False):
    """A card that an ability has exiled, for the abilities that are linked with it: those of the same object.

    ``gained`` is the effect by which the object has the pair of abilities, 0 if it is printed on it; ``name`` is the
    link's, and ``by`` the ability's.
    """

    card: CardId
    object: int
    gained: int
    name: str
    by: str


class ControlEffect(msgspec.Struct, frozen=True, gc=False):
    """Lets a player control the next turn that another takes, or the next ``phase`` of a kind of theirs.

    ``riders`` happen as that turn begins.
    """

    id: int
    by: str
    controller: int
    player: int
    riders: tuple[Effect, ...] = ()
    phase: str = ""


class Ahead(msgspec.Struct, frozen=True, gc=False):
    """Effects that wait for future turns, and those that control this turn or phase, the newest last.

    ``first_things`` are effects, each with its source, that happen before anything else in the
    next turn that begins, ``after_skip`` those that do in the next turn, phase or step (614.10b).
    """

    controls: tuple[ControlEffect, ...] = ()
    first_things: tuple[tuple[Effect, StackObject], ...] = ()
    in_force: tuple[ControlEffect, ...] = ()
    after_skip: tuple[tuple[Effect, StackObject], ...] = ()

    @property
    def controlled_by(self) -> int | None:
        """The seat of the player who controls the active player now; of several effects the newest counts."""
        return self.in_force[-1].controller if self.in_force else None


NOTHING_AHEAD = Ahead()


class Covered(msgspec.Struct, frozen=True, gc=False):
    """A card that lies face down where its owner's cards do not; ``seats`` are the players who may look at it."""

    card: CardId
    seats: tuple[int, ...] = ()


class StoppableEffects(msgspec.Struct, frozen=True, gc=False):
    """What players may end as a special action, for mana: lasting effects and delayed abilities, by their numbers."""

    id: int
    name: str
    players: tuple[int, ...]
    mana: int
    ends: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Everything besides players and objects: delayed abilities, effects that last, skip or wait, designations.

    ``strays`` are the tokens that have left the battlefield and have not ceased to exist yet (cr2006 420.5f, 704.5d).
    ``links`` are the exiled cards of which linked abilities speak.
    ``fates`` are the replacement effects that players have chosen for objects that are about to move, ``shields`` the
    effects that they let prevent damage first.
    ``kept`` are the legendary permanents that players have chosen to stay.
    ``covered`` are cards that lie face down in exile, or in a hand while something is being played. ``playing`` are the
    numbers of the top cards of all libraries as that began. ``revealed`` are the top cards that all players see, and
    ``concealed`` those that they do not see any more. ``emblems``
    are in the command zone. ``stoppable`` is what players may end. ``counters`` are those that players have: of whom,
    their kind, and how many. ``wounds`` are the combat damage that players have been dealt by commanders: to
    whom, the commander's owner and name, and how much. ``stuck`` are the stickers on cards.
    It seldom changes, and a state in which nothing stands has ``NOTHING_STANDS`` itself.
    """

    delayed: tuple[DelayedAbility, ...] = ()
    lasting: tuple[LastingEffect, ...] = ()
    skips: tuple[SkipEffect, ...] = ()
    ahead: Ahead = NOTHING_AHEAD
    designations: Designations = NO_DESIGNATIONS
    strays: tuple[CardId, ...] = ()
    links: tuple[Link, ...] = ()
    kept: tuple[int, ...] = ()
    fates: tuple[tuple[ObjectId, tuple[int, int]], ...] = ()
    shields: tuple[tuple[tuple[int | None, int | None, int | None], int], ...] = ()
    covered: tuple[Covered, ...] = ()
    emblems: tuple[Permanent, ...] = ()
    stoppable: tuple[StoppableEffects, ...] = ()
    playing: tuple[int, ...] | None = None
    revealed: tuple[CardId, ...] = ()
    concealed: tuple[CardId, ...] = ()
    counters: tuple[tuple[int, str, int], ...] = ()
    wounds: tuple[tuple[int, int, str, int], ...] = ()
    stuck: tuple[tuple[CardId, LastingEffect], ...] = ()


NOTHING_STANDS = Standing()
