"""The scenes of a recorded turn, and a cursor over the events of a scene, which makes sentences of them.

A scene is what happened in a step, or in a main phase, or before the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from ..game import Event
from ..recording import Attempt, Frame
from ..turn import TurnGraph
from ..turn.graph import ROOT
from ..wording import event_sentence
from ..wording.parts import numbered_place, side, what, who
from ..words import counted, shown
from .sentences import Piece, Sentence, joined, plural, sentence

OMITTED = frozenset(
    {
        *(
            "priority.get",
            "step.end",
            "phase.end",
            "turn.end",
            "turn.begin",
            "turn.skip",
            "game.begin",
            "combat.defender",
        ),
        *("mana.pay", "mana.activate", "permanent.wear_off", "card.reveal"),
    }
)
"""The kinds of events that no scene tells: they are ordinary, or what follows them tells it."""


class Scene(msgspec.Struct, frozen=True):
    """A step or a main phase as it was played: its node, the state's graph there, and its events.

    ``began`` are the events with which it began; the scene before the first step of a turn has none, and no ``node``.
    """

    node: str
    graph: TurnGraph
    began: tuple[Event, ...]
    frames: tuple[Frame, ...]

    @property
    def kind(self) -> str:
        """The kind of its step or phase; empty before the first one."""
        return self.graph.node(self.node).kind if self.node != ROOT else ""

    @property
    def place(self) -> str:
        """The edition's name of it, with its number in the turn: ``the second upkeep step``."""
        return numbered_place(self.graph, self.node)


def scenes(frames: Sequence[Frame]) -> list[Scene]:
    """The scenes of the events of a turn, in order; what a phase begins with belongs to its first step."""
    found: list[Scene] = []
    node, graph = ROOT, frames[0].state.graph
    began: list[Event] = []
    inside: list[Frame] = []

    def close() -> None:
        if node != ROOT or inside:
            found.append(Scene(node, graph, tuple(began), tuple(inside)))

    for frame in frames:
        event = frame.event
        if event.kind == "step.begin" and node == event.state.graph.parent(event.node):
            node, graph, began = event.node, event.state.graph, [*began, event]
        elif event.kind in ("phase.begin", "step.begin"):
            close()
            node, graph, began, inside = event.node, event.state.graph, [event], []
        else:
            inside.append(frame)
    close()
    return found


Groups = Mapping[str, "Callable[[Narrator], Iterator[Sentence]]"]
Effects = Mapping[str, "Callable[[Narrator], list[Piece]]"]

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

ALIKE = frozenset(
    {
        *("permanent.enter", "permanent.leave", "permanent.tap", "permanent.cease", "token.cease"),
        *("combat.enter", "card.move"),
    }
)
"""The kinds of events that are told together if the same happens to several objects in a row."""

_ZONES = {"library": "libraries"}

NOTHING = "it does nothing"

COSTS = ("permanent.tap", "permanent.leave", "combat.remove", "card.discard", "mana.pay")
"""The kinds of events that may come between a tapping and what it is a cost of."""


class Narrator:
    """A cursor over the events of a scene, which makes sentences of them.

    ``triggered`` are the abilities that have triggered so far. ``attempts`` are the refused actions that are still to
    be told; those of this scene are taken out. ``groups`` tell the events that happen by themselves, by their kind, and
    ``effects`` those that an effect causes; others are told one by one. ``by`` is what resolves: it was just named.
    """

    def __init__(
        self, scene: Scene, triggered: set[object], attempts: list[Attempt], groups: Groups, effects: Effects
    ) -> None:
        self.groups, self.effects_by_kind = groups, effects
        self.scene, self.triggered, self.attempts = scene, triggered, attempts
        self.events = [frame.event for frame in scene.frames]
        self.at = 0
        self.waiting: list[Event] = []
        self.by = ""

    @property
    def here(self) -> Event | None:
        """The event at the cursor; None behind the last one."""
        return self.events[self.at] if self.at < len(self.events) else None

    def take(self) -> Event:
        """The event at the cursor, which goes past it."""
        self.at += 1
        return self.events[self.at - 1]

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of the scene, in order."""
        while (event := self.here) is not None:
            yield from self._refused(self.scene.frames[self.at].seq)
            if event.kind in OMITTED or event.kind == "priority.pass" or self.is_cost() or self.is_leaving():
                self.at += 1
            elif event.kind in self.groups:
                yield from self.groups[event.kind](self)
            else:
                yield Sentence(joined(self._caused(event)))

    def _refused(self, seq: int) -> Iterator[Sentence]:
        """The attempts before an event."""
        while self.attempts and self.attempts[0].event < seq:
            attempt = self.attempts.pop(0)
            tells = attempt.tells.replace(f"; this is {attempt.address}", f"; this is {self.scene.place}")
            yield sentence(tells, attempt.by)

    def run(self, kinds: tuple[str, ...], same: Callable[[Event], object] = lambda _: None) -> list[Event]:
        """The events from here on of some kinds and alike in something; the cursor goes past them."""
        start, key = self.at, same(self.events[self.at])
        while (event := self.here) is not None and event.kind in kinds and same(event) == key:
            self.at += 1
        return self.events[start : self.at]

    def effects(self, name: object) -> list[Piece]:
        """What resolves does: clauses up to the next priority; the card that goes to its graveyard is left out."""
        pieces: list[Piece] = []
        self.by = shown(str(name))
        while (event := self.here) is not None and event.kind not in ENDS_EFFECTS:
            if self.is_spent(event) or event.kind in OMITTED or self.is_leaving():
                self.at += 1
            else:
                pieces += self._caused(event)
        self.by = ""
        return pieces if len(pieces) == 1 else [_one_of_several(piece) for piece in pieces]

    def _caused(self, event: Event) -> list[Piece]:
        """An event, with those that are told together with it."""
        clauses = self.effects_by_kind.get(event.kind)
        return clauses(self) if clauses else [self.alike()]

    def alike(self) -> Piece:
        """An event as a clause; objects to which the same happens together are counted."""
        event = self.events[self.at]
        if event.kind not in ALIKE:
            self.at += 1
            return about(event, _without_source(clause(event), self.by))
        happens = _happens(event)
        events = self.run((event.kind,), lambda other: (_happens(other), self.is_spent(other)))
        while self.here is not None and self.is_leaving() and _happens(self.events[self.at + 1]) == happens:
            self.at += 1
            events += self.run((event.kind,), _happens)
        names = counted(_object(one) for one in events)
        if len(events) == 1:
            return Piece(clause(event), event.rules, names)
        said = {clause(one).removeprefix(f"{_object(one)} ") for one in events}
        return Piece(f"{names} {plural(said.pop() if len(said) == 1 else happens)}", event.rules, names)

    def is_spent(self, event: Event) -> bool:
        """Whether the card that resolves goes to its graveyard, as it does without a word."""
        return event.kind == "card.move" and event.get("to") == "graveyard" and what(event, "card") == self.by

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


def _object(event: Event) -> str:
    """The object that something happens to."""
    return what(event, "card" if event.kind == "card.move" else "name")


def _happens(event: Event) -> str:
    """What happens to an object, in the same words for objects of all players."""
    happens = clause(event).removeprefix(f"{_object(event)} ")
    zone = str(event.get("to", ""))
    return happens.replace(f"{who(event)}'s {zone}", f"their owners' {_ZONES.get(zone, f'{zone}s')}")


def _without_source(said: str, name: str) -> str:
    """What something does as it resolves, where its name was just said."""
    nothing = f"{name} does nothing: "
    if said.startswith(nothing):
        return f"{NOTHING} ({said.removeprefix(nothing)})"
    return said.removesuffix(f", by {name}")


def _one_of_several(piece: Piece) -> Piece:
    """A clause beside others: what does something does not do nothing."""
    if not piece.text.startswith(NOTHING):
        return piece
    return Piece("one of its effects" + piece.text.removeprefix("it"), piece.rules)


def about(event: Event, said: str) -> Piece:
    """A clause about an event; if it begins with the player or the team of the event, that is its subject."""
    actor = side(event)
    return Piece(said, event.rules, actor if actor and said.startswith(f"{actor} ") else "")


def clause(event: Event) -> str:
    """One event as a clause within a sentence."""
    said = event_sentence(event)
    lower = event.kind in LOWER and (event.kind != "combat.block" or not event.get("blocks"))
    return said[:1].lower() + said[1:] if lower else said
