"""A cursor over the events of a scene, which makes sentences of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..game import Event, tell
from ..recording import Attempt
from ..words import shown
from .scenes import UNTOLD, Scene
from .sentences import Piece, Sentence, sentence

Groups = Mapping[str, "Callable[[Teller], Iterator[Sentence]]"]
Effects = Mapping[str, "Callable[[Teller], list[Piece]]"]

ENDS_EFFECTS = frozenset(
    ("priority.get", "stack.push", "stack.resolve", "trigger", "step.end", "phase.end", "mana.burn")
)
"""The kinds of events with which the effects of what resolved are over."""

LOWER = frozenset(
    {
        *("order.reverse", "turn.reverse", "game.restart", "game.end", "combat.block", "daytime.change"),
        *("combat.assign", "card.time"),
    }
)
"""The kinds of events whose sentence begins with a word that is no name."""

COSTS = ("permanent.tap", "permanent.leave", "combat.remove", "card.discard", "mana.pay")
"""The kinds of events that may come between a tapping and what it is a cost of."""


class Teller:
    """A cursor over the events of a scene, which makes sentences of them.

    ``triggered`` are the abilities that have triggered so far. ``attempts`` are the refused actions that are still to
    be told; those of this scene are taken out. ``groups`` tell the events that happen by themselves, by their kind, and
    ``effects`` those that an effect causes; others are told one by one.
    """

    def __init__(
        self, scene: Scene, triggered: set[object], attempts: list[Attempt], groups: Groups, effects: Effects
    ) -> None:
        self.groups, self.effects_by_kind = groups, effects
        self.scene, self.triggered, self.attempts = scene, triggered, attempts
        self.events = [frame.event for frame in scene.frames]
        self.at = 0
        self.waiting: list[Event] = []

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of the scene, in order."""
        while self.at < len(self.events):
            event = self.events[self.at]
            yield from self._refused(self.scene.frames[self.at].seq)
            if event.kind in UNTOLD or event.kind == "priority.pass" or self.is_cost() or self.is_leaving():
                self.at += 1
            elif event.kind in self.groups:
                yield from self.groups[event.kind](self)
            else:
                self.at += 1
                yield sentence(clause(event), event.rules)

    def _refused(self, seq: int) -> Iterator[Sentence]:
        """The attempts before an event."""
        while self.attempts and self.attempts[0].event < seq:
            attempt = self.attempts.pop(0)
            why = attempt.said.rpartition(" (")[0] if attempt.by else attempt.said
            yield sentence(f"what {shown(str(attempt.path[2]))} tries is not allowed: {why}", attempt.by)

    def run(self, kinds: tuple[str, ...], same: Callable[[Event], object] = lambda _: None) -> list[Event]:
        """The events from here on of some kinds and alike in something; the cursor goes past them."""
        start, key = self.at, same(self.events[self.at])
        while self.at < len(self.events):
            event = self.events[self.at]
            if event.kind not in kinds or same(event) != key:
                break
            self.at += 1
        return self.events[start : self.at]

    def effects(self, name: object) -> list[Piece]:
        """What resolves does: clauses up to the next priority; the card that goes to its graveyard is left out."""
        pieces: list[Piece] = []
        while self.at < len(self.events):
            event = self.events[self.at]
            gone = event.kind == "card.move" and event.get("card") == name and event.get("to") == "graveyard"
            if event.kind in ENDS_EFFECTS:
                break
            if gone or event.kind in UNTOLD or self.is_leaving():
                self.at += 1
            elif event.kind in self.effects_by_kind:
                pieces += self.effects_by_kind[event.kind](self)
            else:
                self.at += 1
                pieces.append(Piece(_without_source(clause(event), shown(str(name))), event.rules))
        return pieces

    def is_leaving(self) -> bool:
        """Whether a permanent is removed from combat because it leaves the battlefield next."""
        here, *after = self.events[self.at : self.at + 2]
        leaves = bool(after) and after[0].kind == "permanent.leave" and after[0].get("object") == here.get("object")
        return here.kind == "combat.remove" and leaves

    def is_cost(self) -> bool:
        """Whether a permanent is tapped to attack, or for an ability that is activated next."""
        rest = (event for event in self.events[self.at :] if event.kind not in COSTS)
        following = next(rest, None)
        costs = ("combat.attack", "stack.push", "mana.activate", "mana.add")
        return self.events[self.at].kind == "permanent.tap" and following is not None and following.kind in costs


def _without_source(said: str, name: str) -> str:
    """What something does as it resolves, where its name was just said."""
    nothing = f"{name} does nothing: "
    if said.startswith(nothing):
        return f"it does nothing ({said.removeprefix(nothing)})"
    return said.removesuffix(f", by {name}")


def clause(event: Event) -> str:
    """One event as a clause within a sentence."""
    said = tell(event)
    lower = event.kind in LOWER and (event.kind != "combat.block" or not event.get("blocks"))
    return said[:1].lower() + said[1:] if lower else said
