"""Judges a recording by its scenario's expectations: each failure has its line, what was found, and what expected."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from ... import shape
from ...edition import naming
from ...errors import LONGEST, expect_type
from ...game import Permanent, Player, State
from ...game.objects.cards.commanders import wounds_of
from ...game.objects.cards.links import piles
from ...game.objects.permanents.statuses import statuses
from ...game.objects.permanents.variants import is_card_there
from ...game.objects.players.mana import counters_of, pool_of
from ...game.state.piles.pile import ENDLESS, Pile, names, size
from ...game.state.players.who import defenders
from ...recording import Frame, Recording
from ...shape import Path
from ...turn import Address, parse_address
from ...turn.graph import ROOT
from ...words import listed, shown
from ..model import Cards, Expect, Happening, PlayerState, Sight, StateExpected
from ..reading.expecting import normal, parse_steps, project, spelled, wrong_marks
from ..reading.reader import Scenario
from ..running.moments import what_was
from .events import Matches, check_order, cost_of, where_missing, where_stop

MANY_ALIKE = 1000
"""How many cards of one name are listed one by one."""


class Failure(msgspec.Struct, frozen=True):
    """One expectation that does not hold: its place, what was found, what was expected, and the nearest event."""

    file: str
    line: int
    column: int
    what: str
    found: str
    expected: str
    event: int = 0

    def __str__(self) -> str:
        lines = [f"{self.file}:{self.line}:{self.column}: {self.what}"]
        if self.expected or self.found:
            lines += [f"  expected  {self.expected}", f"  found     {self.found}"]
        return "\n".join(shown(line, LONGEST) for line in lines)


def judge(scenario: Scenario, recording: Recording) -> list[Failure]:
    """The failed expectations of a scenario under the edition of its run; empty if all hold.

    ``ArgumentError`` if these are no scenario and no recording.

    >>> from fsm import read_scenarios, run_scenario
    >>> (scenario,) = read_scenarios("relentless-assault")
    >>> judge(scenario, run_scenario(scenario))
    []
    """
    expect_type(scenario, Scenario, "a scenario, such as one of read_scenarios(path)")
    expect_type(recording, Recording, "a recording, such as run_scenario(scenario)")
    judged, edition = _Judge(scenario, recording), scenario.stands_for(recording.edition)
    with naming([scenario.kinds, recording.edition.kinds]):
        expected = [f for expect, path in scenario.expected(edition) for f in judged.failures(expect, path)]
    return [*judged.refusals(), *expected]


class _Judge:
    def __init__(self, scenario: Scenario, recording: Recording) -> None:
        self.scenario, self.recording, self.looked = scenario, recording, 0

    def failures(self, expect: Expect, path: Path) -> Iterator[Failure]:
        if expect.turns is not None:
            yield from self.turns(expect.turns, (*path, "turns"))
        for key, text in (expect.steps or {}).items():
            yield from self.steps(key, text, (*path, "steps", key))
        for n, text in enumerate(expect.order or ()):
            yield from self.order(text, (*path, "order", n))
        yield from self.seen(expect, path)
        for name, sight in (expect.sees or {}).items():
            yield from _Judge(self.scenario, self.recording.seen_by(name)).seen(sight, (*path, "sees", name))
        if expect.winner is not None:
            yield from self.winner(expect.winner, (*path, "winner"))

    def seen(self, expect: Expect | Sight, path: Path) -> Iterator[Failure]:
        """The failures that a view of a run can have too."""
        for key, state in (expect.state or {}).items():
            assert isinstance(state, StateExpected)  # noqa: S101  # by its shape
            yield from self.state(key, state, (*path, "state", key))
        if expect.happens is not None:
            yield from self.happens(expect.happens, (*path, "happens"))
        for n, item in enumerate(expect.never or ()):
            yield from self.never(item, (*path, "never", n))

    def failure(self, path: Path, what: str, found: object = "", expected: object = "", event: int = 0) -> Failure:
        place = self.scenario.error("", path)
        return Failure(place.file, place.line, place.column, what, str(found), str(expected), event)

    def refusals(self) -> Iterator[Failure]:
        """The expected refusals that did not happen, or happened by another rule."""
        for tried in self.recording.attempts:
            by = f" by {' or '.join(tried.rules)}" if tried.rules else ""
            path = (*tried.path, "refused")
            if not tried.said:
                what = f"this was not refused: it is legal at {tried.address}"
                yield self.failure(path, what, "it is legal", f"refused{by}", tried.event)
            elif tried.rules and not set(tried.rules) & set(tried.by):
                what = f"this was refused for another reason at {tried.address}"
                yield self.failure(path, what, tried.said, f"refused{by}", tried.event)

    def turns(self, expected: tuple[str, ...], path: Path) -> Iterator[Failure]:
        found = tuple(name for _, name in self.recording.turns[: len(expected)])
        if found != expected:
            at = next(n for n in range(len(expected)) if found[n : n + 1] != expected[n : n + 1])
            begun = self.recording.places.kinds.get("turn.begin", [])
            event = begun[at] + 1 if at < len(begun) else len(self.recording)
            yield self.failure((*path, at), f"turn {at + 1} differs", ", ".join(found), ", ".join(expected), event)

    def steps(self, key: str, text: str, path: Path) -> Iterator[Failure]:
        turn = parse_address(key).turn or 0
        graph = self.recording.graphs.get(turn)
        if graph is None:
            was = what_was(self.recording, parse_address(key))
            yield self.failure(path, f"{key} never began", was, text, len(self.recording))
            return
        tokens = parse_steps(text)
        projected, expected = project(graph, tokens), normal(tokens)
        found = tuple(token for token, _ in projected)
        if found != expected:
            at = next(n for n in range(len(found) + 1) if found[n : n + 1] != expected[n : n + 1])
            only = wrong_marks(graph, tokens)
            what = f"the steps of {key} differ {f'only in marks: {only}' if only else f'at place {at + 1}'}"
            event = where_stop(self.recording, turn, projected[at][1] if at < len(projected) else ROOT)
            yield self.failure(path, what, spelled(found), spelled(expected), event)

    def order(self, text: str, path: Path) -> Iterator[Failure]:
        self.looked += cost_of(self.recording, text)
        if self.looked > self.recording.limits.work:
            many = f"more than {self.recording.limits.work:,} places in the turns of this run"
            raise self.scenario.error(f"the orders look for {many}; name the turns, T1.untap, or give --limit 2", path)
        disorder = check_order(self.recording, text)
        if disorder is not None:
            yield self.failure(path, disorder.what, disorder.found, disorder.expected, disorder.event)

    def state(self, key: str, expected: StateExpected, path: Path) -> Iterator[Failure]:
        frame = self.moment(parse_address(key), expected.fields.when, expected.fields.after)
        if frame is None:
            yield self.missed(key, expected.fields.after, path)
            return
        later = self.moment(parse_address(key), "ends", None)
        wrong = frame if later is None or expected.fields.after is not None else later
        ends = {field for field, _, _ in differences(wrong.state, expected)}
        for field, wanted, found in differences(frame.state, expected):
            hint = "" if field in ends else "; it is so at its end: add when: ends"
            what = f"{field} at {key} differs (event {frame.seq}){hint}"
            yield self.failure((*path, *field.split(".")), what, found, wanted, frame.seq)

    def missed(self, key: str, after: str | None, path: Path) -> Failure:
        """That a place never began, or nothing of a name resolved there."""
        at = parse_address(key)
        inside, event = self.recording.inside(at), where_missing(self.recording, at)
        if after is None or not inside:
            return self.failure(path, f"{key} never began", what_was(self.recording, at), key, event)
        events = (self.recording[n].event for n in inside)
        resolved = [str(event.get("name")) for event in events if event.kind == "stack.resolve"]
        found = f"{listed(resolved)} resolved there" if resolved else "nothing resolved there"
        return self.failure(path, f"{after} did not resolve at {key}", found, f"{after} resolves", event)

    def moment(self, address: Address, when: str, after: str | None) -> Frame | None:
        """The frame of a state expectation."""
        frames = [self.recording[n] for n in self.recording.inside(address)]
        if after is not None:
            resolved = [
                n for n, f in enumerate(frames) if f.event.kind == "stack.resolve" and f.event.get("name") == after
            ]
            if not resolved:
                return None
            frames = frames[resolved[0] :]
        if not frames:
            return None
        if when == "begins" and after is None:
            return frames[0]
        if when == "ends":
            return frames[-1]
        return next((f for f in frames if f.event.kind == "priority.get"), frames[-1])

    def happens(self, items: tuple[Any, ...], path: Path) -> Iterator[Failure]:
        position = 0
        for n, item in enumerate(items):
            found = self.matches.of(item)
            at = bisect_left(found, position)
            if at == len(found):
                why = "this happened only before the one above" if found else "this did not happen"
                event = found[-1] + 1 if found else self.missing(item)
                yield self.failure((*path, n), f"{why}: {_expected_event(item)}", event=event)
                return
            position = found[at] + 1

    def missing(self, item: Address | Happening) -> int:
        """The event at which something that did not happen was to happen: the last at its place, or of the run."""
        at = item if isinstance(item, Address) else item.at
        if at is None:
            return len(self.recording)
        assert isinstance(at, Address)  # noqa: S101  # by its shape
        inside = self.recording.inside(at)
        return inside[-1] + 1 if inside else where_missing(self.recording, at)

    def never(self, item: Any, path: Path) -> Iterator[Failure]:
        for at in self.matches.of(item)[:1]:
            frame = self.recording[at]
            what = f"{_expected_event(item)} must never happen, but it did at {frame.address}"
            yield self.failure(path, what, event=frame.seq)

    @cached_property
    def matches(self) -> Matches:
        """The matching events."""
        return Matches(self.recording)

    def winner(self, expected: str, path: Path) -> Iterator[Failure]:
        outcome = self.recording.final.outcome
        found = "the game went on" if outcome is None else "nobody"
        if outcome is not None and outcome.winner is not None:
            state = self.recording.final
            winners = [state.name(seat) for seat in state.team(outcome.winner)]
            found = expected if expected in winners else winners[0]
        if found != expected:
            yield self.failure(path, "the winner differs", found, expected, len(self.recording))


def _expected_event(item: Address | Happening) -> str:
    if isinstance(item, Address):
        return f"the beginning of {item}"
    parts = [f"{key}: {getattr(item, key)}" for key in shape.fields(Happening) if getattr(item, key) is not None]
    return ", ".join(parts)


def differences(state: State, expected: StateExpected) -> Iterator[tuple[str, object, object]]:
    """The differences of a state from what is expected: the field, what was expected, what was found."""
    found: dict[str, object] = {
        "active": state.name(state.active),
        "priority": _name(state, state.priority),
        "stack": [o.name for o in reversed(state.stack)],
        "lasting": sorted(e.name for e in state.lasting),
        "extra_turns": _extra_turns(state) if expected.fields.extra_turns is not None else (),
        "defending": _defending(state, expected.fields.defending),
        "daytime": state.designations.daytime or "neither",
        "monarch": _name(state, state.designations.holder("monarch")),
        "initiative": _name(state, state.designations.holder("initiative")),
        "piles": piles(state) if expected.fields.piles is not None else {},
        "controlled_by": _name(state, state.ahead.controlled_by),
    }
    for field, value in found.items():
        wanted = getattr(expected.fields, field)
        if wanted is not None:
            in_any_order = field in ("lasting", "defending") and isinstance(wanted, tuple)
            wanted = sorted(wanted) if in_any_order else list(wanted) if isinstance(wanted, tuple) else wanted
            if wanted != value:
                yield field, _shown(wanted), _shown(value)
    for name, player in expected.players.items():
        yield from _player_differences(state, name, player)


def _extra_turns(state: State) -> list[str]:
    """The players of the pending extra turns, the next one first."""
    return [state.name(turn.player) for turn in state.rotation.pending]


def _defending(state: State, wanted: object) -> object:
    """The one defending player, or, where a list is wanted, all players who may be attacked, by name."""
    if isinstance(wanted, tuple):
        in_combat = state.graph.node(state.at.phase).kind == "combat"
        return sorted(state.name(seat) for seat in defenders(state)) if in_combat else []
    return _name(state, state.combat.defender if state.combat is not None else None)


def _name(state: State, seat: int | None) -> str:
    return "nobody" if seat is None else state.name(seat)


BY_NAME: dict[str, Callable[[State, Permanent], object]] = {
    "loyalty": lambda _, p: p.loyalty,
    "chosen": lambda _, p: p.word or "nothing",
    "types": lambda state, p: (*state.supertypes(p.card), *state.types(p), *state.subtypes(p)),
    "status": lambda _, p: sorted(statuses(p)),
    "power_toughness": lambda state, p: f"{state.power(p)}/{state.toughness(p)}",
    "attached": lambda state, p: next((one.card.name for one in state.permanents() if one.id == p.attached), "nothing"),
}
"""What is expected of permanents by name."""


OF_PLAYER: dict[str, Callable[[State, int], object]] = {
    "speed": lambda state, seat: state.designations.speed(seat),
    "counters": counters_of,
    "commander_damage": wounds_of,
}
"""What is expected of a player besides life, mana and piles."""


def _player_differences(state: State, name: str, expected: PlayerState) -> Iterator[tuple[str, object, object]]:
    seat = state.game.seat(name)
    player = state.players[seat]
    own = list(state.permanents(seat))
    attacking = {a.id for a in state.combat.attackers} if state.combat else set()
    blocking = {blocker for blocker, _ in state.combat.blocks} if state.combat else set()
    for field in shape.fields(PlayerState):
        wanted = getattr(expected, field)
        if wanted is None:
            continue
        if field in OF_PLAYER:
            value: object = OF_PLAYER[field](state, seat)
        elif field in ("life", "mana"):
            value = _held(player, field, wanted)
        elif field in BY_NAME:
            mine = (p for p in reversed(state.battlefield) if p.controller == seat and p.card.name in wanted)
            value = {p.card.name: BY_NAME[field](state, p) for p in mine if field == "status" or not p.phased_out}
            wanted = {name: sorted(said) for name, said in wanted.items()} if field == "status" else wanted
        elif field in ("emblems", "command"):
            cards = [e for e in state.standing.emblems if e.owner == seat and is_card_there(e) is (field == "command")]
            owned = [e.card.name for e in cards]
            owned += names(player.command) if field == "command" else ()
            value, wanted = sorted(owned), sorted(wanted)
        elif field in ("battlefield", "phased_out", "tapped", "attacking", "blocking"):
            chosen = {
                "battlefield": own,
                "phased_out": [p for p in state.battlefield if p.phased_out and p.owner == seat],
                "tapped": [p for p in own if p.tapped],
                "attacking": [p for p in own if p.id in attacking],
                "blocking": [p for p in own if p.id in blocking],
            }
            value, wanted = sorted(p.card.name for p in chosen[field]), sorted(wanted)
        else:
            value, wanted = _piles(field, getattr(player, "library" if field == "top" else field), wanted)
        if value != wanted:
            yield f"{name}.{field}", _shown(wanted), _shown(value)


def _held(player: Player, field: str, wanted: object) -> object:
    """A player's life or mana; the mana by its type, if that is how it is expected."""
    if not isinstance(wanted, dict):
        return getattr(player, field)
    found = Counter(dict.fromkeys(wanted, 0))
    for kind, many in pool_of(player):
        found[kind.type] += many
    return dict(found)


IN_ORDER = ("graveyard", "library", "schemes", "top")
"""The piles whose cards have an order (cr2006 217.2-217.4, later 401, 404), so that lists are compared in order."""


def _piles(field: str, pile: Pile, wanted: int | Cards | tuple[str, ...]) -> tuple[object, object]:
    """The found and the expected pile: counted, in order from the top, or sorted."""
    if isinstance(wanted, int):
        return size(pile), wanted
    ordered = wanted.in_order is not None if isinstance(wanted, Cards) else field in IN_ORDER
    names = (wanted.in_order or wanted.any_order or ()) if isinstance(wanted, Cards) else wanted
    found = _from_top(pile, len(names)) if field == "top" else _cards(pile)
    return (found, list(names)) if ordered else (sorted(found), sorted(names))


def _from_top(pile: Pile, count: int) -> list[str]:
    """The names of the first cards of a pile, the top one first."""
    return list(islice((str(name) for name, many in reversed(pile) for _ in range(many)), count))


def _cards(pile: Pile) -> list[str]:
    """The names of all cards of a pile, the top one first; many equal ones are counted."""
    names: list[str] = []
    for name, count in reversed(pile):
        names += (
            [str(name)] * count if count < MANY_ALIKE else [f"{name} x {count:,}" if count < ENDLESS else "without end"]
        )
    return names


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value)
