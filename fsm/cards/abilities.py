"""The vocabulary of abilities: triggered, activated and static ones, as data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..edition import kinds_in_use
from ..names import Name
from ..shape import Natural, Words
from .costs import Cost, ManaType
from .kinds import Kind, Target
from .terms import Color, Effects, Forbidden, If, Keyword, Players, Skippable, Who, Window

STATE = "its conditions hold"
"""What an ability triggers on that looks at the state of the game (cr2006 410.11, later 603.8)."""

DAYTIME = "daytime changes"
"""What an ability triggers on as day becomes night or night becomes day."""

TARGETED, TARGETED_BY_SPELL = "becomes the target", "becomes the target of a spell"
"""What an ability triggers on as its permanent becomes the target of a spell or ability, or of a spell."""

CREATURES_TARGETED = ("your creature becomes the target", "a creature becomes the target")
"""The same, for creatures that the permanent with the ability looks at."""

OF_TARGETS = (TARGETED, TARGETED_BY_SPELL, *CREATURES_TARGETED)
"""The events of what becomes a target."""

OF_TRIGGERS = {"entering triggers an ability": "enters", "attacking triggers an ability": "attacks"}
"""The events of abilities that trigger on something else that triggers, each with what causes that."""

EVENTS = (
    STATE, DAYTIME, *OF_TARGETS, *OF_TRIGGERS,
    "attacks", "blocks", "blocks a creature", "becomes blocked", "becomes blocked by a creature",
    "attacks and is not blocked", "is attacked", "its optional cost is paid", "deals combat damage", "is exerted",
    "is visited", "enters", "leaves", "dies", "untaps", "is turned face up", "attached creature attacks",
    "attached creature dies", "attached permanent leaves", "your creature attacks", "your creature deals combat damage",
    "your creature dies", "your creature enters", "a permanent enters", "a creature attacks",
    "you attack", "you attack a player", "you are attacked", "you activate", "you cast", "you discard", "you draw",
    "a permanent untaps",
    "a player attacks", "a player attacks a player", "a player casts", "a player discards", "a player draws",
)  # fmt: skip
"""The events that an ability may trigger on, besides the beginning of a phase or step."""

When = Annotated[str, Words(lambda: (*kinds_in_use().places, *EVENTS))]


class Triggered(msgspec.Struct, frozen=True):
    """A triggered ability: ``when`` a step or phase begins, or an event happens; ``nth``: only the nth time in a turn.

    ``whose`` says whose turn it has to be, or, for an event with a player, which player. An ability that triggers
    on an event names the player of the event ``chosen`` (who was attacked, who was dealt damage), and its permanent
    ``that``. ``deals combat damage`` means to a player. ``while`` is checked only as the event happens, ``if`` again
    as the ability resolves (404.3, 603.4). With ``its conditions hold`` it triggers once those under ``while`` do.
    ``targets`` are chosen as the ability is put on the stack. ``at_least`` is how many creatures it blocks, or is
    blocked by. For ``blocks a creature`` and ``becomes blocked by a creature`` the
    other creature is ``that``. ``of`` are kinds of which the object of the event has to be as it happens. For what
    becomes a target, and for an ability that is triggered, the player is who controls the spell or ability.
    """

    when: When
    do: Effects
    whose: Literal["each", "you", "opponents", "chosen"] = "each"
    nth: Natural = 0
    at_least: Natural = 0
    of: tuple[Kind, ...] = ()
    name: Name = ""
    targets: Target = Target("none")
    if_: tuple[If, ...] = msgspec.field(default=(), name="if")
    while_: tuple[If, ...] = msgspec.field(default=(), name="while")


PLAYER_EVENTS = {
    "you activate": "activate",
    "you attack": "attack",
    "you attack a player": "attack a player",
    "you are attacked": "be attacked",
    "you cast": "cast",
    "you discard": "discard",
    "you draw": "draw",
    "a player attacks": "attack",
    "a player attacks a player": "attack a player",
    "a player casts": "cast",
    "a player discards": "discard",
    "a player draws": "draw",
    "a permanent untaps": "untap",
}
"""The triggering events that belong to a player: their own actions, or what happens to their permanents.

They have other names than the events of permanents, since both are counted, by seat and by the number of the permanent.
"""

CREATURE_ENTERS, CREATURE_ENTERED = "have a creature enter", "had a creature enter last turn"
"""What is noted of a player in a turn, and in the next: the number of that creature, or 0 if there were several."""

NAMES_OF_COUNTED = {
    does: tuple(when for when, what in PLAYER_EVENTS.items() if what == does) for does in PLAYER_EVENTS.values()
}
"""By what is counted for each player in a turn: the names of events that are about it."""

COUNTED = frozenset(NAMES_OF_COUNTED)
"""What is counted for each player in a turn."""

ENTERS = ("your creature enters", "a permanent enters")
"""The events of what enters, which the abilities of all permanents look at."""

OF_OBJECTS = (
    *ENTERS, "a creature attacks", "your creature attacks", "your creature deals combat damage", "your creature dies",
    "attached creature attacks", "attached creature dies", "attached permanent leaves",
    "blocks a creature", "becomes blocked by a creature",
    "a permanent untaps", "you cast", "a player casts", "you discard", "a player discards", *CREATURES_TARGETED,
)  # fmt: skip
"""The events of an object that may have to be of a certain kind: a permanent besides this one, a spell, or a card."""

AWAITED = (
    *PLAYER_EVENTS, *ENTERS, "a creature attacks", "your creature attacks", "your creature deals combat damage",
    "your creature dies",
)  # fmt: skip
"""The events that a delayed ability may wait for: what players and their permanents do."""

ONCE = ("enters", "leaves", "dies", "is turned face up")
"""The events that happen to a permanent at most once."""


class Activated(msgspec.Struct, frozen=True):
    """An activated ability: its cost, its effects, and whether it is a mana ability (no stack).

    ``more_each_time`` is how much more mana it costs for each time that it was activated this turn.
    ``sacrifice`` and ``exile`` are costs; so are ``removes``: so many counters of this permanent, of the kind
    ``removes_kind``, and ``energy``: so many of its player. ``loyalty`` makes it a loyalty ability, which costs or
    adds that many counters: it is activated at sorcery timing, and each permanent has one activation each turn (606).
    ``only``: all of these conditions have to hold. ``activable``: only within all of these windows, as a card is
    ``castable``. ``once``: once in a game. ``by``: its controller, or anyone. ``special``: it is a special action (no
    stack).
    """

    do: Effects
    name: Name = ""
    mana: Cost = 0
    more_each_time: Natural = 0
    life: Natural = 0
    removes: Natural = 0
    removes_kind: Name = ""
    energy: Natural = 0
    tap: bool = False
    sacrifice: bool = False
    exile: bool = False
    mana_ability: bool = False
    special: bool = False
    once_each_turn: bool = False
    loyalty: int | None = None
    once: bool = False
    only: tuple[If, ...] = ()
    activable: tuple[Window, ...] = ()
    by: Literal["you", "anyone"] = "you"
    targets: Target = Target("none")

    @property
    def leaves(self) -> Literal["", "graveyard", "exile"]:
        """The zone into which its permanent is put as a cost, if it is."""
        return "graveyard" if self.sacrifice else "exile" if self.exile else ""


class Ward(msgspec.Struct, frozen=True):
    """What an opponent pays, so that their spell or ability is not countered by ward: mana, life, discarded cards."""

    mana: Natural = 0
    life: Natural = 0
    discard: Natural = 0


class Toll(msgspec.Struct, frozen=True):
    """What is paid besides mana: a permanent of a kind is tapped or sacrificed, cards are discarded."""

    tap: Kind | None = None
    sacrifice: Kind | None = None
    discard: Natural = 0


class Instead(msgspec.Struct, frozen=True):
    """A replacement effect on moves: what would be put into the zone ``to`` is put into ``goes`` instead.

    ``which`` is what would move: ``this`` permanent, a ``creature`` or ``permanent`` that leaves the battlefield, or a
    ``card`` from any zone, which alone may be about to enter the ``battlefield``; ``of`` are kinds of which it has to
    be. ``player`` controls that permanent, or owns that card. ``place`` is where in a library. ``then`` happens
    afterwards; in it ``those`` is what has moved.
    """

    to: Literal["graveyard", "exile", "hand", "library", "battlefield"] = "graveyard"
    goes: Literal["graveyard", "exile", "hand", "library"] = "exile"
    which: Literal["this", "creature", "permanent", "card"] = "this"
    of: tuple[Kind, ...] = ()
    player: Players = Who("each")
    place: Literal["top", "bottom"] = "top"
    then: Effects = ()


CAUSES = {
    "enters": ("enters", *ENTERS),
    "attacks": (
        *("attacks", "your creature attacks", "a creature attacks", "attached creature attacks", "is attacked"),
        *("you attack", "you attack a player", "you are attacked", "a player attacks", "a player attacks a player"),
    ),
    "dies": ("dies", "your creature dies", "attached creature dies", "leaves", "attached permanent leaves"),
    "deals combat damage": ("deals combat damage", "your creature deals combat damage"),
}
"""The triggering events that a creature or a permanent causes by what it does."""


class Again(msgspec.Struct, frozen=True):
    """Abilities of its controller's permanents trigger an additional time.

    Only those count that trigger because something ``enters``, ``attacks``, ``dies`` or ``deals combat damage``, if
    that is said under ``because``; ``of`` are kinds of which that has to be, and ``whose`` says who has to control it.
    ``having`` are kinds of which the permanent with the ability has to be.
    """

    because: Literal["any", "enters", "attacks", "dies", "deals combat damage"] = "any"
    of: tuple[Kind, ...] = ()
    whose: Literal["each", "you"] = "each"
    having: tuple[Kind, ...] = ()


class Static(msgspec.Struct, frozen=True):
    """A static ability: while the permanent is on the battlefield, players skip something, mana stays, and so on.

    ``reverse_phases``: each turn takes its phases in reverse order. ``reverse_turn_order``: with more than two
    players the turn order is reversed. Two of a kind cancel each other out. ``instead`` replaces
    moves.
    ``attack_cost``: creatures can't attack ``player`` unless their controller pays that much mana for each;
    ``attack_toll`` is what they pay besides mana. ``planeswalkers_too``: so do attacks on planeswalkers of ``player``.
    ``own_attack``: both are for this creature's own attack, whomever it
    attacks.
    ``most_at_player``: no more than that many creatures can attack ``player`` in a combat.
    ``most_attackers`` and ``most_blockers``: no more than that many creatures can attack or block in a combat.
    ``block_cost`` and ``block_toll`` are the same for blocks: those of ``player``'s creatures, this creature's
    own ones, or blocks ``of_it``. ``unblockable``: this creature, or all of its controller's, can't be blocked.
    What its own attack costs may be ``optional``: ``its optional cost is paid`` if its controller chooses so.
    A skip may be ``optional``, apply only ``while_tapped`` or if its conditions (``if``) hold, and be followed by
    ``then``: effects that come first in the turn, phase or step that begins next. ``may_stay_tapped``: its
    controller need not untap it. ``loyalty_any_time``: its loyalty abilities may be activated at instant timing.
    ``sorcery_speed``: players can cast spells only when they could cast a sorcery.
    ``any_time``: ``player`` may cast cards of that kind as if they had flash (``nonland`` for all spells).
    ``chooses``: as it enters, its controller chooses that; it is ``chosen`` in the kinds of its abilities.
    ``mana_stays`` is about the pool of ``player``: all mana there, or mana ``of_type``; ``as_type``: it becomes mana of
    that type instead of being lost. ``brings_day``: if it is neither day nor night, it becomes day.
    ``no_untap``: permanents of that kind do not untap. ``most_untap``: ``player`` can't untap more than that many
    permanents in their untap steps, or that many of ``untap_kind``. ``also_untaps``: this permanent, or all of its
    controller's (that are of ``untap_kind``), untap in the untap steps of all other players too.
    ``others_attack``: its controller's other creatures of that kind attack each combat if able.
    ``bands_with``: this creature has "bands with other" creatures of that kind, or those of its controller that are of
    the kind ``bands_of`` have it.
    ``cannot_enter``: nothing that is of one of these kinds can enter the battlefield.
    ``defines``: colors that the card has in every zone, and outside the game.
    ``spells_have``: creature spells of ``player`` have these keywords, and so have the permanents that they become.
    ``triggers_again``: abilities trigger an additional time.
    ``shows``: ``player`` plays with their ``hand``, or the ``top`` card of their library, revealed; with ``looks`` it
    is not revealed, but these players may look at it.
    ``cannot``: what ``player`` can't do, such as lose the game, or cast spells that are of ``cannot_kind``.
    ``cannot_attack``: this creature can't attack.
    ``extra_lands``: ``player`` may play that many more lands in each of their turns. ``hand_size`` is the maximum size
    of their hand; with ``no_hand_limit`` it has none.
    """

    skip: Skippable | None = None
    player: Players = Who("you")
    optional: bool = False
    while_tapped: bool = False
    then: Effects = ()
    chooses: Literal["color", "creature type", "card name", "nonland card name"] | None = None
    mana_stays: bool = False
    of_type: ManaType | None = None
    as_type: ManaType | None = None
    loyalty_any_time: bool = False
    sorcery_speed: bool = False
    any_time: Kind | None = None
    brings_day: bool = False
    no_untap: Kind | None = None
    most_untap: Natural | None = None
    untap_kind: Kind | None = None
    also_untaps: Literal["self", "yours"] | None = None
    reverse_phases: bool = False
    reverse_turn_order: bool = False
    instead: Instead | None = None
    attack_cost: Natural = 0
    attack_toll: Toll | None = None
    own_attack: bool = False
    planeswalkers_too: bool = False
    most_attackers: Natural | None = None
    most_at_player: Natural | None = None
    block_cost: Natural = 0
    block_toll: Toll | None = None
    which_blocks: Literal["of_player", "its_own", "of_it"] = "of_player"
    most_blockers: Natural | None = None
    unblockable: Literal["self", "yours"] | None = None
    may_stay_tapped: bool = False
    others_attack: Kind | None = None
    bands_with: Kind | None = None
    bands_of: Kind | None = None
    cannot_enter: tuple[Kind, ...] = ()
    defines: tuple[Color, ...] = ()
    triggers_again: Again | None = None
    shows: Literal["hand", "top"] | None = None
    looks: Players | None = None
    spells_have: tuple[Keyword, ...] = ()
    cannot: Forbidden | None = None
    cannot_kind: Kind | None = None
    cannot_attack: bool = False
    extra_lands: Natural = 0
    hand_size: Natural | None = None
    no_hand_limit: bool = False
    if_: tuple[If, ...] = msgspec.field(default=(), name="if")
