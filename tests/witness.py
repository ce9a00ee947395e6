"""Looks for a game that gives exactly a trace of its structure: instants are cast just before what they change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from checking import CHANGES, LEVELS, STRUCTURE, Entry, at_level, entries
from playing import NAMES, card

from fsm.edition import Edition, load_edition
from fsm.errors import FsmError
from fsm.game import (
    Action,
    Card,
    Cast,
    Choose,
    ChooseOption,
    ChooseUntap,
    Event,
    KeepTapped,
    Priority,
    State,
    start_game,
    step,
)
from fsm.game.state.state import set_permanent
from fsm.recording import Frame, Recording
from fsm.recording.trace import event_fields
from fsm.scenario import default_action
from fsm.wording import EVENT_KINDS

Spell = tuple[str, Any, int | None]
"""The name of a spell, its effect, and the seat that it targets."""

KEYS = ("kind", "turn", "active", "phase", "step", "node", "player", "by", "extra")
PLAY = frozenset(("combat.attack", "priority.get", "priority.pass", "stack.push", "stack.resolve", "stack.remove"))
"""The kinds besides the structure that are compared at the full level."""
CHANGED = frozenset(kind for kind in CHANGES if kind not in ("player.leave", "game.restart", "turn.reverse"))
PATIENCE = 1_500
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


def cast_game(random: Random, edition: str, level: str = "structure") -> list[Entry]:
    """The trace, at a level, of a game in which a few instants of these shapes are cast."""
    players = random.choice((2, 3))
    state, events = start_game(edition, NAMES[:players])
    all_events = list(events)
    for number in range(random.randrange(1, 5)):
        for _ in range(random.randrange(1, 30)):
            state, events = step(state, default_action(state))
            all_events += events
        if isinstance(state.decision, Priority):
            effect = random.choice(SHAPES)
            target = next(iter(_target(effect, random, players)), None)
            cast = Cast(state.decision.player, _spell(f"Spell {number}", effect), target)
            state, events = step(state, cast)
            all_events += events
    last = state.turn + 2
    while state.turn < last:
        state, events = step(state, default_action(state))
        all_events += events
    trace = entries(Recording(tuple(Frame(n, event) for n, event in enumerate(all_events, 1))))
    return [entry for entry in at_level(trace, level) if entry.get("kind") not in ("game.begin", "game.end")]


def _spell(name: str, effect: Any) -> Card:
    return card(name, effects=_several(effect), targets="player" if "target" in str(effect) else "none")


def _several(effect: Any) -> list[Any]:
    """The effects of a spell that has one or several."""
    return effect if isinstance(effect, list) else [effect]


def _target(effect: Any, random: Random, players: int) -> tuple[int, ...]:
    return (random.randrange(players),) if "target" in str(effect) else ()


class Path(NamedTuple):
    """How many events of the trace have come, which skips have been cast, and the ids of objects as they came."""

    at: int = 0
    cast: frozenset[str] = frozenset()
    ids: tuple[tuple[Any, Any], ...] = ()


def _same_object(ids: tuple[tuple[Any, Any], ...], mine: Any, told: Any) -> tuple[tuple[Any, Any], ...] | None:
    """The ids of objects with another pair, or None if one of them is that of another object."""
    if (mine, told) in ids or mine is told is None:
        return ids
    return None if any(mine == one or told == other for one, other in ids) else (*ids, (mine, told))


def _same(mine: Entry, told: Entry) -> bool:
    """Whether an event is what the trace tells; of a reversal it may leave out by whom it is, and in which step."""
    if mine["kind"] == "order.reverse":
        near = str(mine["node"]).startswith(str(told.get("node", "")))
        return near and all(mine.get(key) == told[key] for key in KEYS if key != "node" and told.get(key) is not None)
    return all(mine.get(key) == told.get(key) for key in KEYS)


class Trigger(NamedTuple):
    """The permanent with an ability that triggers in a turn, and the seat that the ability targets."""

    permanents: tuple[tuple[int, Card], ...] = ()
    turn: int = 0
    target: int | None = None


def _of_nobody(before: tuple[str, str | None], now: tuple[str, str | None]) -> bool:
    """Whether something is put on the stack by somebody who did not get priority just before."""
    return now[0] == "stack.push" and before != ("priority.get", now[1])


class Search:
    """A depth-first search for a game: passes go on, and what the trace tells next says what may be cast."""

    def __init__(self, trace: list[Entry], level: str = "structure", whole: bool = False) -> None:
        """``whole``: at the full level, events of which only the place is judged are compared, too."""
        self.header, *events = trace
        judged = frozenset(EVENT_KINDS) if whole else STRUCTURE | PLAY
        kinds = judged & (LEVELS[level][0] or judged)
        told = {event["kind"] for event in events}
        self.kinds = kinds - (CHANGES - told)  # changes of a kind that the trace never tells happen unseen
        self.events = [event for event in events if event["kind"] in kinds]
        self.full = "priority.pass" in self.kinds
        self.edition: Edition = load_edition(self.header["edition"])
        self.names = self.header["players"]
        self.trigger = Trigger()
        self.left = PATIENCE * (3 if self.full else 1)

    def found(self) -> bool:
        """Whether there is a game that gives exactly this trace."""
        begins = self.events[0]
        first = (self.names.index(begins["active"]) - begins["turn"] + 1) % len(self.names)
        for trigger in self._triggers():
            self.trigger = trigger
            state, events = start_game(self.edition, self.names, None, self.trigger.permanents, first)
            if self.trigger.turn > 1:
                state = set_permanent(state, 1, tapped=True)
            path = self._matches(Path(), events)
            if path is not None and self._goes_on(state, path):
                return True
        return False

    def _triggers(self) -> Iterator[Trigger]:
        """An ability that triggers as a step or phase begins, or none.

        It is put on the stack before anybody gets priority. Its permanent stays tapped until that turn, and leaves.
        """
        yield Trigger()
        told = [(event["kind"], event.get("player")) for event in self.events] if self.full else []
        at = next((n for n in range(1, len(told)) if _of_nobody(*told[n - 1 : n + 1])), None)
        if at is None or "name" not in self.events[at]:
            return
        event = self.events[at]
        seat, place = self.names.index(event["player"]), [event[key] for key in ("turn", "phase", "step")]
        begun = [e for e in self.events[:at] if e["kind"] == told[at - 1][0]]
        nth = sum([e[key] for key in ("turn", "phase", "step")] == place for e in begun)
        when = {"when": event["step"] or event["phase"], "nth": nth, "while": ["untapped"]}
        if when["when"] == "upkeep" and nth == 1 and event["turn"] > 1:
            when = {"when": "untaps"}
        for name, effect, target in self._named(event["name"], at):
            targets = {} if target is None else {"targets": "player"}
            ability = {**when, **targets, "do": [*_several(effect), {"move": {"what": name, "to": "exile"}}]}
            permanent = card(name, type="artifact", triggers=[ability], static=[{"may_stay_tapped": True}])
            yield Trigger(((seat, permanent),), event["turn"], target)

    def _by_default(self, state: State) -> Action:
        """The default action; the permanent that an ability of the trace is from stays tapped until it triggers."""
        decision, target = state.decision, self.trigger.target
        if isinstance(decision, ChooseUntap) and state.turn < self.trigger.turn:
            return KeepTapped(decision.player, decision.permanents)
        if isinstance(decision, ChooseOption) and target is not None and self.names[target] in decision.options:
            return Choose(decision.player, decision.options.index(self.names[target]))
        return default_action(state)

    def _matches(self, path: Path, events: tuple[Event, ...]) -> Path | None:
        """How far the trace tells what has happened, or None if it tells something else."""
        for event in events:
            if event.kind == "game.begin" or event.kind not in self.kinds:
                continue
            if path.at == len(self.events):
                return path  # the trace ends here
            fields, told = event_fields(Frame(1, event)), self.events[path.at]
            ids = _same_object(path.ids, fields.get("object"), told.get("object"))
            if ids is not None and _same(fields, told):
                path = path._replace(at=path.at + 1, ids=ids)
            elif path.at:  # the trace may begin at any event
                return None
        return path

    def _goes_on(self, state: State, path: Path) -> bool:
        while path.at < len(self.events):
            self.left -= 1
            if self.left < 0 or state.outcome is not None:
                return False
            if isinstance(state.decision, Priority):
                for spells in self._casts(state, path):
                    after = self._cast(state, path, spells)
                    if after is not None and self._goes_on(*after):
                        return True
            state, events = step(state, self._by_default(state))
            matched = self._matches(path, events)
            if matched is None:
                return False
            path = matched
        return True

    def _cast(self, state: State, path: Path, spells: list[Spell]) -> tuple[State, Path] | None:
        """The state after some spells have been cast, and have resolved unless the trace tells of passes."""
        for name, effect, target in spells:
            if not isinstance(state.decision, Priority):
                return None
            try:
                state, events = step(state, Cast(state.decision.player, _spell(name, effect), target))
            except FsmError:
                return None
            if "skip" in effect or "extra_turn" in effect:
                path = path._replace(cast=path.cast | {name})
            height = len(state.stack)
            while True:
                matched = self._matches(path, events)
                if matched is None:
                    return None
                path = matched
                if self.full or len(state.stack) < height or path.at == len(self.events):
                    break
                state, events = step(state, default_action(state))
        if not path.at and "skip" not in str(spells):
            return None  # the trace begins with what a spell does: not with this one
        return state, path

    def _casts(self, state: State, path: Path) -> Iterator[list[Spell]]:
        """What may be cast now: what the trace says, or what does what it tells next."""
        at, told = path.at, self.events[path.at]
        if self.full:
            if told["kind"] == "stack.push":
                yield from ([spell] for spell in self._named(told.get("name", ""), at))
        elif not state.stack and told["kind"] == "order.reverse":
            if self.names.index(told.get("player", self.names[0])) == state.priority:
                yield [(told.get("by", "Somebody"), "reverse_turn_order", None)]
        elif not state.stack and state.priority == state.active:
            skips = [spell for spell in self._skips(at) if spell[0] not in path.cast]
            if told.get("by") and told["kind"] in CHANGED:
                for spell in self._effects(told["by"], at):
                    others = [other for other in skips if other[0] != spell[0]]
                    yield from ([spell], [*others, spell]) if others else ([spell],)
            if skips:
                yield skips

    def _named(self, name: str, at: int) -> Iterator[Spell]:
        """What a spell may be, by what its name does from here on."""
        first = next((n for n in range(at, len(self.events)) if self.events[n].get("by") == name), None)
        if first is None:
            yield name, {"life": 1}, None
            return
        yield from self._effects(name, first)
        yield from self._skip(self.events[first])

    def _effects(self, name: str, at: int) -> Iterator[Spell]:
        """The spells whose first event may be this one."""
        told = self.events[at]
        seat = self.names.index(told["player"]) if told.get("player") else None
        for effect in self._shapes(at, told):
            yield name, effect, seat if "target" in str(effect) else None

    def _shapes(self, at: int, told: Entry) -> Iterator[Any]:
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
                yield [{"extra_phases": [kind]} for kind in kinds]  # the phase of the second effect comes first
                for step_kind in self.edition.kinds.steps_of.get(str(told["phase"]), ()):
                    yield {"extra_steps": {"step": step_kind, "where": "after_this_phase"}}
            case "step.insert":
                yield {"extra_steps": told["step"]}
                for anchor in self.edition.kinds.steps_of.get(str(told["phase"]), ()):
                    yield {"extra_steps": {"step": told["step"], "where": "before_next", "anchor": anchor}}
            case "step.skip" | "phase.skip":
                yield from ("end_turn", "end_combat")

    def _skips(self, at: int) -> Iterator[Spell]:
        """The skips, and extra turns never announced, of before the next step in which somebody may act."""
        for event in self.events[at:]:
            kind = event["kind"]
            spec = self.edition.all_steps.get(str(event.get("step")))
            if kind == "step.begin" and (spec is None or spec.priority == "always"):
                return
            if kind == "phase.begin" and not self.edition.kinds.steps_of.get(str(event.get("phase"))):
                return
            yield from self._skip(event)
            if kind == "turn.begin" and "step.begin" not in self.kinds:
                return

    def _skip(self, event: Entry) -> Iterator[Spell]:
        """The spell that makes an event, if it is a skip or an extra turn never announced."""
        kind, by = event["kind"], event.get("by")
        if by and kind == "turn.begin" and "turn.insert" not in self.kinds:
            yield by, {"extra_turn": {"player": "target"}}, self.names.index(event["active"])
        if by and kind.endswith(".skip"):
            what = {"turn.skip": "turn", "phase.skip": event.get("phase")}.get(kind, event.get("step"))
            yield by, {"skip": {"what": what, "player": "target"}}, self.names.index(event["player"])
