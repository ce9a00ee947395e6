"""Effects on turns, phases and steps: extra, skipped and ended ones, what waits for them, and who controls them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ...edition import kinds_in_use
from ...names import Name
from ...shape import Words
from ..abilities import AWAITED
from ..kinds import Kind
from ..terms import Count, Effect, Effects, If, OnePhase, Phase, Players, Skippable, Step, Until, Who, effect

DelayedTo = Annotated[str, Words(lambda: (*kinds_in_use().places, "main", *AWAITED))]
"""What a delayed ability waits for: a phase or step (``main`` is any main phase), or an event."""


@effect("extra_turn")
class ExtraTurns(Effect, frozen=True):
    """Adds turns directly after this one; ``riders`` happen as each of these turns begins."""

    player: Players = Who("you")
    count: Count = 1
    riders: Effects = ()


@effect("extra_phases")
class ExtraPhases(Effect, frozen=True):
    """Adds phases, as one unit, after this phase, or after this main or combat phase (if it is one).

    ``first_postcombat_main`` is the second main phase of the turn, unless that is over. ``at_beginning`` are the
    effects of a delayed ability that triggers at the beginning of the first of these phases.
    """

    phases: Annotated[tuple[Phase, ...], msgspec.Meta(min_length=1)]
    after: Literal["this_phase", "this_main_phase", "this_combat_phase", "first_postcombat_main"] = "this_phase"
    at_beginning: Effects = ()


@effect("extra_steps")
class ExtraSteps(Effect, frozen=True):
    """Adds a step after this step, before the next step of a kind, or as a phase of its own after this phase.

    ``count: damage`` adds as many steps as the triggering event dealt damage.
    """

    step: Step
    count: Count | Literal["damage"] = 1
    where: Literal["after_this_step", "before_next", "after_this_phase"] = "after_this_step"
    anchor: Step | None = None
    player: Players = Who("active")


@effect("skip")
class Skip(Effect, frozen=True):
    """Lets a player skip the next ``count`` turns, phases or steps of a kind, or all of them for a time.

    ``next_turn``: only those of the player's next turn count. ``then`` happens each time, first of all in the
    turn, phase or step that begins next (614.10b).
    """

    what: Skippable
    player: Players = Who("you")
    count: Count = 1
    all: bool = False
    until: Until = Until("game")
    next_turn: bool = False
    then: Effects = ()


@effect("end_turn")
class EndTurn(Effect, frozen=True):
    """Ends the turn."""


@effect("end_combat")
class EndCombat(Effect, frozen=True):
    """Ends the combat phase."""


@effect("delayed")
class Delayed(Effect, frozen=True):
    """Creates a delayed triggered ability: at the beginning of the next such step or phase, or on an event, once.

    ``whose: you``: only in its controller's turns. ``this_turn``: only in this turn; ``next_turn``: not in this turn.
    ``each``: every time. It waits ``until`` its duration is over. ``name`` is the ability's name, by default that
    of the card or ability that created it. ``whose``, ``of`` and ``while`` of an event are as for a trigger.
    """

    at: DelayedTo
    do: Effects
    whose: Literal["any", "you", "opponents"] = "any"
    this_turn: bool = False
    next_turn: bool = False
    each: bool = False
    until: Until = Until("game")
    of: tuple[Kind, ...] = ()
    while_: tuple[If, ...] = msgspec.field(default=(), name="while")
    name: Name = ""


@effect("control_turn")
class ControlTurn(Effect, frozen=True):
    """Lets ``controller`` control the next turn that a player takes; ``riders`` happen as that turn begins."""

    player: Players = Who("target")
    controller: Who = Who("you")
    riders: Effects = ()


@effect("control_phase")
class ControlPhase(Effect, frozen=True):
    """Lets its controller control a player during the next phase of a kind that this player has."""

    player: Players = Who("target")
    phase: OnePhase = "combat"


@effect("reverse_turn_order")
class ReverseTurnOrder(Effect, frozen=True):
    """Reverses the turn order; pending extra turns keep their order."""


@effect("restart_game")
class RestartGame(Effect, frozen=True):
    """Restarts the game: it ends, and a new one begins, in which its controller takes the first turn.

    Cards that a linked ability has exiled (``link``) stay in exile, those ``of`` a kind. Then ``then`` happens just
    before the first untap step; in it ``those`` are these cards.
    """

    link: Name = ""
    of: Kind | None = None
    then: Effects = ()


@effect("daytime")
class Daytime(Effect, frozen=True):
    """Makes it day or night, or the ``other``: day if it is night, otherwise night."""

    to: Literal["day", "night", "other"]
