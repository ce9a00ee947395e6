"""Looks for a game that gives exactly a trace of its structure: instants are cast just before what they change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from checking import CHANGES, Entry, at_level, entries
from playing import NAMES, card

from fsm.edition import Edition, load_edition
from fsm.errors import FsmError
from fsm.game import Card, Cast, Event, Priority, State, start_game, step
from fsm.recording import Frame, Recording
from fsm.recording.trace import event_fields
from fsm.scenario import default_action

KEYS = ("kind", "turn", "active", "phase", "step", "node", "player", "by", "extra")
CHANGED = frozenset(kind for kind in CHANGES if kind not in ("player.leave", "game.restart", "turn.reverse"))
PATIENCE = 400
"""How many actions the search for a game may take."""

SHAPES: list[Any] = [
    {"extra_turn": {"player": "target"}},
    {"extra_phases": ["combat", "main"]},
    *({"extra_phases": [phase]} for phase in ("combat", "beginning", "ending", "main")),
    *({"extra_steps": {"step": step, "where": "before_next"}} for step in ("upkeep", "end", "end_of_combat")),
    *({"extra_steps": {"step": step, "where": "after_this_phase"}} for step in ("upkeep", "end")),
    {"extra_steps": "upkeep"},
    *({"skip": {"what": what, "player": "target"}} for what in ("turn", "combat", "main", "draw", "untap", "end")),
    "end_turn",
    "end_combat",
    "reverse_turn_order",
]  # fmt: skip


def cast_game(random: Random, edition: str) -> list[Entry]:
    """The structure of a game in which a few instants of these shapes are cast."""
    players = random.choice((2, 3))
    state, events = start_game(edition, NAMES[:players])
    all_events = list(events)
    for number in range(random.randrange(1, 5)):
        for _ in range(random.randrange(1, 30)):
            state, events = step(state, default_action(state))
            all_events += events
        if isinstance(state.decision, Priority):
            effect = random.choice(SHAPES)
            cast = Cast(state.decision.player, _spell(f"Spell {number}", effect), *_target(effect, random, players))
            state, events = step(state, cast)
            all_events += events
    last = state.turn + 2
    while state.turn < last:
        state, events = step(state, default_action(state))
        all_events += events
    return structure(all_events)


def structure(events: list[Event]) -> list[Entry]:
    """The header, and the structure that events tell."""
    trace = at_level(entries(Recording(tuple(Frame(n, event) for n, event in enumerate(events, 1)))), "structure")
    return [entry for entry in trace if entry.get("kind") not in ("game.begin", "game.end")]


def _spell(name: str, effect: Any) -> Card:
    return card(name, effects=[effect], targets="player" if "target" in str(effect) else "none")


def _target(effect: Any, random: Random, players: int) -> tuple[int, ...]:
    return (random.randrange(players),) if "target" in str(effect) else ()


class Search:
    """A depth-first search for a game: passes go on, and what the trace tells next says what may be cast."""

    def __init__(self, trace: list[Entry]) -> None:
        self.header, *self.events = trace
        self.edition: Edition = load_edition(self.header["edition"])
        self.names = self.header["players"]
        self.left = PATIENCE
        self.inserts = any(event["kind"] == "turn.insert" for event in self.events)
        """Whether the trace announces extra turns; else only their beginnings tell of them."""

    def found(self) -> bool:
        """Whether there is a game that gives exactly this trace."""
        seat = self.names.index(self.events[0]["active"])
        state, events = start_game(self.edition, self.names, first=seat)
        at = self._matches(0, events)
        return at is not None and self._goes_on(state, at)

    def _matches(self, at: int, events: tuple[Event, ...]) -> int | None:
        """The position in the trace after some events, or None if they are others."""
        for event in events:
            unseen = event.kind == "turn.insert" and not self.inserts
            if event.kind == "game.begin" or not _is_structure(event.kind) or unseen:
                continue
            if at == len(self.events):
                return at  # the trace ends here
            fields, told = event_fields(Frame(1, event)), self.events[at]
            if any(fields.get(key) != told.get(key) for key in KEYS):
                return None
            at += 1
        return at

    def _goes_on(self, state: State, at: int) -> bool:
        while at < len(self.events):
            self.left -= 1
            if self.left < 0 or state.outcome is not None:
                return False
            if isinstance(state.decision, Priority) and not state.stack:
                for spells in self._casts(state, at):
                    after = self._cast(state, at, spells)
                    if after is not None and self._goes_on(*after):
                        return True
            state, events = step(state, default_action(state))
            matched = self._matches(at, events)
            if matched is None:
                return False
            at = matched
        return True

    def _cast(self, state: State, at: int, spells: list[tuple[str, Any, int | None]]) -> tuple[State, int] | None:
        """The state after some spells have been cast and have resolved, as the trace tells."""
        for name, effect, target in spells:
            if not isinstance(state.decision, Priority):
                return None
            try:
                state, events = step(state, Cast(state.decision.player, _spell(name, effect), target))
            except FsmError:
                return None
            height = len(state.stack)
            while True:
                matched = self._matches(at, events)
                if matched is None:
                    return None
                at = matched
                if len(state.stack) < height or at == len(self.events):
                    break
                state, events = step(state, default_action(state))
        return state, at

    def _casts(self, state: State, at: int) -> Iterator[list[tuple[str, Any, int | None]]]:
        """What may be cast now: it does what the trace tells next, or skips what would begin next."""
        told = self.events[at]
        kind, by = told["kind"], told.get("by", "")
        seat = self.names.index(told["player"]) if told.get("player") else None
        if by and kind in CHANGED and state.priority == state.active:
            yield from ([(by, effect, seat if "target" in str(effect) else None)] for effect in self._effects(at))
        elif kind in ("step.end", "phase.end") and state.priority == state.active:
            skips = list(self._skips(at))
            if skips and not any(one[0] in self.done(at) for one in skips):
                yield skips

    def done(self, at: int) -> set[str]:
        """The names of what has taken effect before."""
        return {event.get("by", "") for event in self.events[:at]}

    def _effects(self, at: int) -> Iterator[Any]:
        """The effects whose first event may be this one."""
        told = self.events[at]
        match told["kind"]:
            case "turn.insert":
                yield {"extra_turn": {"player": "target"}}
            case "order.reverse":
                yield "reverse_turn_order"
            case "phase.insert":
                kinds = [e["phase"] for e in self.events[at : at + 2] if e["kind"] == "phase.insert"]
                for count in range(len(kinds), 0, -1):
                    for after in ("this_phase", "first_postcombat_main"):
                        yield {"extra_phases": {"phases": kinds[:count], "after": after}}
                for step_kind in self.edition.kinds.steps_of.get(str(told["phase"]), ()):
                    yield {"extra_steps": {"step": step_kind, "where": "after_this_phase"}}
            case "step.insert":
                yield {"extra_steps": told["step"]}
                for anchor in self.edition.kinds.steps_of.get(str(told["phase"]), ()):
                    yield {"extra_steps": {"step": told["step"], "where": "before_next", "anchor": anchor}}
            case "step.skip" | "phase.skip":
                yield from ("end_turn", "end_combat")

    def _skips(self, at: int) -> Iterator[tuple[str, Any, int | None]]:
        """The skips, and extra turns never announced, of before the next step in which somebody may act."""
        for event in self.events[at:]:
            kind = event["kind"]
            spec = self.edition.all_steps.get(str(event.get("step")))
            if kind == "step.begin" and (spec is None or spec.priority == "always"):
                return
            if kind == "phase.begin" and not self.edition.kinds.steps_of.get(str(event.get("phase"))):
                return
            if kind == "turn.begin" and event.get("by") and not self.inserts:
                yield event["by"], {"extra_turn": {"player": "target"}}, self.names.index(event["active"])
            if kind.endswith(".skip") and event.get("by"):
                what = {"turn.skip": "turn", "phase.skip": event.get("phase")}.get(kind, event.get("step"))
                yield event["by"], {"skip": {"what": what, "player": "target"}}, self.names.index(event["player"])


def _is_structure(kind: str) -> bool:
    level, _, what = kind.partition(".")
    return kind in CHANGES or (level in ("turn", "phase", "step") and what in ("begin", "end"))
