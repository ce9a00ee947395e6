"""The state of a game: one frozen value without hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from ...cards.abilities import Activated
from ...cards.card import Card
from ...cards.kinds import TOKEN, fits, speaks_of_states, without_other
from ...edition import Edition, obeys
from ...turn import Configuration, ExtraTurn, Rotation, TurnGraph
from ...words import shown
from .attackers import Combat
from .decision import Decision, Priority
from .enduring import LastingEffect, SkipEffect
from .game import Game
from .index import Index, index_of
from .objects import Permanent, StackObject, place_of
from .piles.pile import NO_CARDS, Pile
from .pool import Pool
from .standing import (
    NO_DESIGNATIONS,
    NOTHING_AHEAD,
    NOTHING_STANDS,
    Ahead,
    ControlEffect,
    Covered,
    DelayedAbility,
    Designations,
    Standing,
)

__all__ = [
    "NOTHING_AHEAD",
    "NOTHING_STANDS",
    "NO_DESIGNATIONS",
    "Ahead",
    "ControlEffect",
    "Covered",
    "DelayedAbility",
    "Designations",
    "LastingEffect",
    "Permanent",
    "SkipEffect",
    "StackObject",
    "Standing",
]
"""Parts of a state that are defined in ``enduring``, ``objects`` and ``standing``."""

replace, astuple = msgspec.structs.replace, msgspec.structs.astuple


class Player(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A player: their life, mana pool and zones; ``outside`` are the cards that they own outside the game.

    ``mana`` is how much mana the pool holds; of this ``kinds`` has a color or is only for certain spells and abilities.
    ``command`` are their commanders in the command zone, while they have not left it. ``companion`` is the card outside
    the game that they revealed as theirs, until they take it.

    >>> Player(life=10).hand_size
    7
    """

    life: int = 20
    mana: int = 0
    hand: Pile = NO_CARDS
    library: Pile = NO_CARDS
    graveyard: Pile = NO_CARDS
    exile: Pile = NO_CARDS
    schemes: Pile = NO_CARDS
    outside: Pile = NO_CARDS
    ante: Pile = NO_CARDS
    command: Pile = NO_CARDS
    hand_size: int = 7
    lands_played: int = 0
    overdrew: bool = False
    left: bool = False
    kinds: Pool = ()
    companion: str = ""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: the winner (None in a draw), and the rules that say so."""

    winner: int | None
    why: str
    rules: tuple[str, ...]


Situation = tuple[
    Configuration,
    tuple[Player, ...],
    tuple[StackObject, ...],
    tuple[StackObject, ...],
    tuple[Permanent, ...],
    Standing,
    Combat | None,
    Rotation,
]
"""Where play is, the players, the stack, what waits, the battlefield, what stands, the combat and the rotation."""


class LoopWatch(msgspec.Struct, frozen=True, gc=False):
    """The search for a loop of mandatory actions, in constant memory: an earlier situation."""

    seen: int
    situation: Situation


class ThisTurn(msgspec.Struct, frozen=True, gc=False):
    """Facts about the current turn only: which extra turn it is, and the counts in it.

    ``counts`` are numbers of events, by the event and its permanent or player; ``loop`` is the search for a loop
    since the last choice that a player made. ``cast_before`` are the spells that the last turn's active player had
    cast in it, or who cast most of an active team (cr2026 502.2, 502.2a).
    """

    extra: ExtraTurn | None = None
    counts: tuple[tuple[str, int, int], ...] = ()
    loop: LoopWatch | None = None
    cast_before: int = 0


A_REGULAR_TURN = ThisTurn()


class Task(msgspec.Struct, frozen=True, gc=False):
    """A pending task; the base class of all kinds. A ``private`` one names cards that not all players may see."""

    private: ClassVar[bool] = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment; the top of the stack is its last object.

    >>> from fsm import start_game
    >>> start_game("cr2026", ["Ann", "Bob"])[0]
    <State cr2026 T1.beginning.upkeep: Priority of Ann, stack: []>
    """

    game: Game
    rotation: Rotation
    turn: int
    active: int
    at: Configuration
    players: tuple[Player, ...]
    passes: int = 0
    decision: Decision | None = None
    stack: tuple[StackObject, ...] = ()
    waiting: tuple[StackObject, ...] = ()
    battlefield: tuple[Permanent, ...] = ()
    combat: Combat | None = None
    agenda: tuple[Task, ...] = ()
    standing: Standing = NOTHING_STANDS
    this_turn: ThisTurn = A_REGULAR_TURN
    serial: int = 0
    outcome: Outcome | None = None

    @property
    def delayed(self) -> tuple[DelayedAbility, ...]:
        """The delayed triggered abilities that may still trigger."""
        return self.standing.delayed

    @property
    def lasting(self) -> tuple[LastingEffect, ...]:
        """The effects that last, the oldest first."""
        return self.standing.lasting

    @property
    def skips(self) -> tuple[SkipEffect, ...]:
        """The effects by which players skip something, the oldest first."""
        return self.standing.skips

    @property
    def ahead(self) -> Ahead:
        """The effects that wait for future turns, and those that control this one."""
        return self.standing.ahead

    @property
    def designations(self) -> Designations:
        """Day and night, titles, and schemes that are face up."""
        return self.standing.designations

    @property
    def extra(self) -> ExtraTurn | None:
        """The extra turn that the current turn is; None for a regular one."""
        return self.this_turn.extra

    @property
    def edition(self) -> Edition:
        """The edition of the rules that this game is played by."""
        return self.game.edition

    @property
    def graph(self) -> TurnGraph:
        """This turn, as it has been rewritten so far."""
        return self.at.graph

    @property
    def address(self) -> str:
        """Where play is: ``T3.combat.declare_attackers``; before the first turn, ``T0``."""
        if not self.turn:
            return "T0"
        return f"T{self.turn}.{self.at.address}" if self.at.address else f"T{self.turn}"

    @property
    def priority(self) -> int | None:
        """The seat of the player who has priority, or None."""
        return self.decision.player if type(self.decision) is Priority else None

    @property
    def decider(self) -> int | None:
        """The seat of the player who makes the decision: the one asked, or who controls their turn (507, 712, 723).

        Who controls the turn of one player controls their whole team (606.6g, later 805.8).
        """
        if self.decision is None:
            return None
        controlled = self.ahead.controlled_by is not None and self.is_active(self.decision.player)
        return self.ahead.controlled_by if controlled else self.decision.player

    def __repr__(self) -> str:
        """One line: where play is, what is asked of whom, the stack with its top last."""
        if self.outcome is not None:
            asked = f"over, {self.outcome.why}"
        elif self.decision is None:
            asked = "under way"
        else:
            asked = f"{type(self.decision).__name__} of {self.game.names[self.decision.player]}"
        stack = ", ".join(thing.name for thing in self.stack[-3:])
        below = f"{len(self.stack) - 3} more, " if len(self.stack) > 3 else ""
        return f"<State {self.game.edition.name} {self.address}: {asked}, stack: [{shown(below + stack, 100)}]>"

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.game.names[seat]

    def apnap(self) -> tuple[int, ...]:
        """The seats in turn order, the active player first (cr2006 103.4, later 101.4)."""
        rotation = self.rotation
        if self.active in rotation.seats:
            return rotation.from_seat(self.active)
        return rotation.from_seat(self.next_seat(self.active))

    def team(self, seat: int) -> tuple[int, ...]:
        """The seats that take their turns together with one, the primary player's first; without teams only that."""
        for team in self.game.options.teams:
            if seat in team:
                return team
        return (seat,)

    def is_active(self, seat: int | None) -> bool:
        """Whether it is that player's turn: they are the active player or in the active team (805.4a)."""
        return seat == self.active or (seat is not None and self.active in self.team(seat))

    def next_seat(self, seat: int) -> int:
        """The next player in turn order who is in the game."""
        return self.rotation.after(seat)

    def permanent(self, id: int | None) -> Permanent | None:
        """The permanent with that id, if it is on the battlefield and phased in."""
        at = place_of(self.battlefield, id) if id is not None else None
        return None if at is None or self.battlefield[at].phased_out else self.battlefield[at]

    def permanents(self, seat: int | None = None) -> Iterator[Permanent]:
        """The permanents that are phased in: all, or those of one player."""
        for permanent in self.battlefield:
            if not permanent.phased_out and seat in (None, permanent.controller):
                yield permanent

    @property
    def index(self) -> Index:
        """What the permanents may do, found once for this battlefield."""
        return index_of(self.battlefield)

    def power(self, permanent: Permanent) -> int:
        """A creature's power now."""
        own, lasting = permanent.power, self.standing.lasting
        return own + sum(e.power for e in lasting if e.affects == permanent.id) if lasting else own

    def toughness(self, permanent: Permanent) -> int:
        """A creature's toughness now."""
        own, lasting = permanent.toughness, self.standing.lasting
        return own + sum(e.toughness for e in lasting if e.affects == permanent.id) if lasting else own

    def types(self, permanent: Permanent) -> tuple[str, ...]:
        """A permanent's types now; the newest effect that changes them counts."""
        for effect in reversed(self.standing.lasting):
            if effect.types is not None and effect.affects == permanent.id:
                return effect.types
        return permanent.card.type

    def subtypes(self, permanent: Permanent) -> tuple[str, ...]:
        """A permanent's subtypes now; its name says nothing about them (110.5c, 111.4)."""
        for effect in reversed(self.standing.lasting):
            if effect.types is not None and effect.affects == permanent.id:
                return effect.subtypes
        return permanent.card.subtypes

    @obeys("planeswalker_rule")
    def supertypes(self, card: Card) -> tuple[str, ...]:
        """The supertypes of a card: where planeswalkers have a rule of their own, none is legendary (until 2017)."""
        if "legendary" not in card.supertypes or "planeswalker" not in card.type:
            return card.supertypes
        own_rule = self.game.edition.cite("planeswalker_rule")
        return tuple(one for one in card.supertypes if one != "legendary") if own_rule else card.supertypes

    def characteristics(self, id: int, card: Card, token: bool = False) -> frozenset[str]:
        """What a card, or a permanent or a spell with this card, is now, for ``fits``; the newest changes count.

        Its name, types, supertypes, subtypes and colors, and whether it is a token.
        """
        changes = [effect for effect in reversed(self.standing.lasting) if effect.affects == id]
        types = next(((*e.types, *e.subtypes) for e in changes if e.types is not None), (*card.type, *card.subtypes))
        colors = next((e.colors for e in changes if e.colors is not None), card.own_colors)
        types = (*types, TOKEN) if token else types
        return frozenset((card.name, *self.supertypes(card), *types, *colors))

    @obeys("spell_card")
    def is_a(self, thing: Permanent | StackObject | Card, *kinds: str) -> bool:
        """Whether a permanent, a spell or a card is of all these kinds now; an ability is of none (217.6c, 405.4)."""
        card, id = (thing, 0) if isinstance(thing, Card) else (thing.card, thing.id)
        if not kinds or card is None:
            return not kinds
        of = self.characteristics(id, card, isinstance(thing, Permanent) and thing.token)
        if isinstance(thing, Permanent) and any(speaks_of_states(kind) for kind in kinds):
            of |= self.states(thing)
        return all(fits(kind, of) for kind in kinds)

    def states(self, permanent: Permanent) -> frozenset[str]:
        """Whether a permanent is tapped, attacks or blocks now, and whether it has attacked this turn, as words."""
        combat, id = self.combat, permanent.id
        said = ["tapped" if permanent.tapped else "untapped"]
        said += ["attacked"] if permanent.attacked else []
        said += ["attacking"] if combat is not None and any(one.id == id for one in combat.attackers) else []
        said += ["blocking"] if combat is not None and any(blocker == id for blocker, _ in combat.blocks) else []
        return frozenset(said)

    def is_one_of(self, permanent: Permanent, group: str, source: int | None) -> bool:
        """Whether a permanent is of a kind; where that begins with ``other`` it is not the source."""
        kind = without_other(group)
        return self.is_a(permanent, kind) and (kind == group or permanent.id != source)

    def abilities(self, permanent: Permanent) -> tuple[Activated, ...]:
        """A permanent's activated abilities now: those of its card, then those that it has gained, the oldest first."""
        if not self.standing.lasting:
            return permanent.card.abilities
        gained = (ability for e in self.lasting if e.affects == permanent.id for ability in e.abilities)
        return (*permanent.card.abilities, *gained)

    def is_creature(self, permanent: Permanent) -> bool:
        """Whether a permanent is a creature now."""
        return "creature" in (self.types(permanent) if self.standing.lasting else permanent.card.type)

    def has(self, permanent: Permanent, keyword: str) -> bool:
        """Whether a permanent has a keyword now; the newest effect that speaks of it counts."""
        for effect in reversed(self.standing.lasting):
            if effect.affects == permanent.id:
                if keyword in effect.loses:
                    return False
                if keyword in effect.keywords:
                    return True
        return keyword in permanent.card.keywords


def set_player(state: State, seat: int, **changes: Any) -> State:
    """The state with one player changed."""
    players = state.players
    return replace(state, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))


def set_standing(state: State, **changes: Any) -> State:
    """The state with changes of what stands in it."""
    standing = replace(state.standing, **changes)
    return replace(state, standing=NOTHING_STANDS if standing == NOTHING_STANDS else standing)


def set_permanent(state: State, id: int, **changes: Any) -> State:
    """The state with one permanent changed."""
    there = state.battlefield
    at = place_of(there, id)
    if at is None:
        return state
    return replace(state, battlefield=(*there[:at], replace(there[at], **changes), *there[at + 1 :]))
