"""Events: what happened, which rules it obeys, where, and the state after it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ...edition import Edition
from ...turn.graph import ROOT
from .budget import AUDIT, audit
from .state import State

KINDS = {
    "game.begin": "the game begins",
    "game.end": "the game ends",
    "game.restart": "the game ends without a winner and a new one begins",
    "turn.begin": "a turn begins",
    "turn.end": "a turn ends",
    "turn.insert": "an extra turn is added",
    "turn.skip": "a turn is skipped",
    "turn.reverse": "a turn takes its phases in reverse order",
    "phase.begin": "a phase begins",
    "phase.end": "a phase ends",
    "phase.insert": "an extra phase is added",
    "phase.skip": "a phase is skipped",
    "step.begin": "a step begins",
    "step.end": "a step ends",
    "step.insert": "an extra step is added",
    "step.skip": "a step is skipped",
    "order.reverse": "the turn order is reversed",
    "control.create": "an effect that will let a player control another's turn or phase is created",
    "control.begin": "a player controls another's turn or phase",
    "skip.create": "an effect that will skip something is created",
    "priority.get": "a player gets priority",
    "priority.pass": "a player passes",
    "stack.push": "a spell, an ability or combat damage is put on the stack",
    "stack.copy": "a copy of a spell is put on the stack",
    "stack.resolve": "the top object of the stack resolves",
    "stack.remove": "an object leaves the stack without resolving",
    "trigger": "an ability triggers",
    "trigger.not": "an ability does not trigger, as its condition does not hold",
    "trigger.delayed": "a delayed triggered ability is created",
    "trigger.lost": "an ability that triggered ceases to exist before it reaches the stack",
    "effect.begin": "an effect with a duration begins",
    "effect.end": "an effect with a duration ends",
    "effect.nothing": "an effect does nothing",
    "choice": "a player chooses what an effect does, or whether it does it",
    "card.draw": "a player draws a card",
    "card.discard": "a player discards a card",
    "card.move": "a card is put into another zone",
    "land.play": "a player plays a land",
    "life.change": "a life total changes",
    "mana.activate": "a mana ability is activated",
    "mana.add": "mana is added to a pool",
    "mana.pay": "mana is paid",
    "mana.empty": "a mana pool empties",
    "mana.burn": "unused mana is lost, and life with it",
    "permanent.enter": "a permanent enters the battlefield",
    "permanent.leave": "a permanent leaves the battlefield",
    "permanent.cease": "a token that phased out ceases to exist",
    "permanent.tap": "a permanent becomes tapped",
    "permanent.untap": "a permanent becomes untapped",
    "permanent.stay": "a player leaves a permanent tapped",
    "permanent.face_up": "a permanent is turned face up",
    "permanent.attach": "a permanent is attached to another one",
    "permanent.exert": "a creature is exerted as it attacks",
    "permanent.phase": "a permanent phases in or out",
    "permanent.wear_off": "damage is removed from a permanent",
    "permanent.counters": "counters are put on a permanent or removed from it",
    "permanent.lore": "a lore counter is put on a Saga",
    "damage": "damage is dealt",
    "combat.defender": "a defending player is chosen",
    "combat.attack": "attackers are declared",
    "combat.put": "a creature is put onto the battlefield attacking",
    "combat.block": "blockers are declared",
    "combat.order": "a damage assignment order is announced",
    "combat.assign": "combat damage is assigned",
    "combat.remove": "a creature is removed from combat",
    "daytime.change": "it becomes day or night",
    "scheme.motion": "a scheme is set in motion",
    "title.take": "a player takes a title: becomes the monarch, or takes the initiative",
    "player.venture": "a player ventures into a dungeon",
    "player.lose": "a player loses the game",
    "player.leave": "a player leaves the game",
}
"""The one vocabulary of events; text, traces, pictures and checks all read it."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened: its kind, the numbers of the rules it obeys, and the state after it.

    ``node`` is the id in that state's graph of where it happened; ``detail`` are further facts
    by name, as texts, numbers or lists of them.
    """

    kind: str
    rules: tuple[str, ...]
    state: State
    node: str = ROOT
    player: int | None = None
    detail: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """One of the further facts."""
        for known, value in self.detail:
            if known == name:
                return value
        return default


Log = list[Event] | None
"""Where events go; None if nobody wants them."""


def emit(log: Log, kind: str, state: State, topics: str, player: int | None = None, **detail: Any) -> None:
    """Notes an event at the place where play is, citing the rules that govern the topics (spaced)."""
    if log is not None:
        rules = cited(state.game.edition, topics)
        log.append(Event(kind, rules, state, state.at.stop, player, tuple(detail.items())))
        if not len(log) % AUDIT:
            audit(log, state)


@lru_cache(maxsize=1024)
def cited(edition: Edition, topics: str) -> tuple[str, ...]:
    """The numbers of the rules that govern several topics (spaced), in that order."""
    return tuple(number for topic in topics.split() for number in edition.cite(topic))
