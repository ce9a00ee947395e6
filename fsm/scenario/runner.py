"""Runs a scenario: its script, and the documented defaults for decisions without a script entry.

Each entry of the script has to happen exactly as written: an entry whose moment never came, or that
was illegal, is an error at its line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable
from operator import attrgetter
from typing import Any

import msgspec

from ..edition import Edition, load_edition, naming
from ..errors import IllegalAction, InputError, LimitReached
from ..game import (
    EVENT_KINDS,
    LIMITS,
    Action,
    Card,
    Limits,
    Player,
    Refusal,
    State,
    default_action,
    find_card,
    play,
    start_game,
    why_not,
)
from ..game.state.budget import AUDIT, Ledger, audit, over, size_of
from ..game.state.decision import Priority
from ..game.state.pile import ENDLESS, UNKNOWN, Pile, card_meant, on_top, pile_of
from ..game.state.teams import starting_life
from ..recording import Answer, Attempt, Frame, Recording
from ..shape import Path
from ..turn import Address, parse_address
from ..turn.graph import ROOT
from ..words import nearest
from .acting import action_of, asks, why_unasked
from .model import Act, Entry, Expect, Setup
from .reader import Scenario
from .simplified import simplified

RECENT = 5_000
"""How many of the last events are searched for the cause of an endless run."""

NO_TURN = 10_000_000
"""A turn number that is never reached: the goal if only the end of the game is expected."""


def run_scenario(scenario: Scenario, edition: str | None = None, limits: Limits = LIMITS) -> Recording:
    """Runs a scenario under one edition, by default its first, until every expectation can be judged.

    ``InputError`` with the line of the script if an entry was illegal or never came up, or if
    the run exceeds the limits.
    """
    rules = load_edition(edition or scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        return _Run(scenario, rules, limits).recording()


def run_so_far(
    scenario: Scenario, edition: str | None = None, limits: Limits = LIMITS
) -> tuple[Recording, InputError | None]:
    """Runs a scenario like ``run_scenario``, or as far as possible; returns the error that stopped it, if any.

    ``InputError`` only if the game cannot begin.
    """
    rules = load_edition(edition or scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        run = _Run(scenario, rules, limits)
        try:
            return run.recording(), None
        except InputError as error:
            if not run.frames:
                raise
            return run.so_far("error"), error


class _Run:
    """A run in progress: the state, the recorded events, and the rest of the script."""

    def __init__(self, scenario: Scenario, edition: Edition, limits: Limits = LIMITS) -> None:
        self.scenario = scenario
        self.edition = edition
        self.limits, self.actions, self.work, self.counted = limits, 0, 0, 0
        self.left = [(entry, name, act, path) for entry in scenario.script for name, act, path in entry.acts]
        self.goal = _goal(scenario, scenario.stands_for(edition))
        self.frames: list[Frame] = []
        self.attempts: list[Attempt] = []
        self.answers: list[Answer] = []
        self.lines: dict[int, int] = {}
        self.paths: dict[int, Path] = {}
        self.named: dict[str, Path] = {}
        self.under_way: Path = ("players",)
        self.log = Ledger()
        try:
            self.state = self.start()
        except LimitReached as limit:
            raise self.too_much(limit) from None

    def start(self) -> State:
        """The state at the first decision; the events before it are recorded."""
        scenario = self.scenario
        state, events = start_game(
            self.edition,
            scenario.players,
            tuple(_player(setup, self.life(seat), scenario.cards) for seat, setup in enumerate(scenario.setups)),
            self.battlefield(),
            scenario.first,
            scenario.cards.values(),
            options=scenario.options,
            limits=self.limits,
        )
        self.log.extend(events)
        self.record(0, 0)
        return _tapped(state, scenario)

    def battlefield(self) -> list[tuple[int, Card]]:
        own = self.scenario.cards
        return [
            (seat, reference if isinstance(reference, Card) else find_card(str(reference), own))
            for seat, setup in enumerate(self.scenario.setups)
            for reference in setup.battlefield
        ]

    def life(self, seat: int) -> int:
        """The starting life of a player: theirs or a teammate's in the file, or else that of the rules."""
        team = next((team for team in self.scenario.options.teams if seat in team), (seat,))
        said = [life for mate in team if (life := self.scenario.setups[mate].life) is not None]
        return said[0] if said else starting_life(self.edition, self.scenario.options, seat)

    def recording(self) -> Recording:
        try:
            while not self.over():
                self.go_on()
                self.spend()
        except LimitReached as limit:
            raise self.too_much(limit) from None
        if self.left:
            raise self.never_came(self.left[0][0], self.left[0][3])
        return self.so_far()

    def so_far(self, status: str = "ok") -> Recording:
        """The recording so far."""
        spent = Limits(len(self.log), 0, self.work, self.log.weigh(), self.actions)
        frames = self.trimmed()
        return Recording(
            frames,
            self.scenario.name,
            self.scenario.file,
            status,
            attempts=tuple(self.attempts),
            simplified=simplified(self.scenario),
            left=self.limits.less(spent),
            answers=tuple(self.answers[: bisect_right(self.answers, len(frames), key=attrgetter("seq"))]),
        )

    def spend(self) -> None:
        """Counts the work of an action: the size of the state, for every priority, step, phase and event."""
        self.actions += 1
        if self.actions > self.limits.actions:
            over("actions: the game goes on", self.limits.actions)
        size, events = size_of(self.state), len(self.log) - self.counted
        self.work += 1 + (size >> 3) + events * (size >> 5)
        self.counted = len(self.log)
        if self.work > self.limits.work:
            over("units of work", self.limits.work)
        if len(self.log) - self.log.weighed > AUDIT:
            audit(self.log, self.state)

    def over(self) -> bool:
        """Whether the game is over, or the last place of interest has passed."""
        return self.state.outcome is not None or _is_past(self.state, self.goal)

    def go_on(self) -> None:
        """Takes the next action: of the script if its moment is now, otherwise the default."""
        state = self.state
        if self.left:
            entry, name, act, path = self.left[0]
            if self.is_now(entry, name, act):
                self.left.pop(0)
                if act.refused:
                    self.attempt(name, act, path)
                else:
                    self.do(self.translated(name, act, path), self.scenario.document.line(path), path)
                return
            if self.is_unasked(entry, act):
                self.left.pop(0)
                self.attempt(name, act, path, asked=False)
                return
            if state.turn > (entry.at.turn or 0):
                raise self.never_came(entry, path)
        self.do(default_action(state), 0, ())

    def is_now(self, entry: Entry, name: str, act: Act) -> bool:
        state, decision = self.state, self.state.decision
        if decision is None or not self.is_there(entry):
            return False
        if act.concede:
            return True
        if decision.player != state.game.seat(name) or not asks(decision, act):
            return False
        if not isinstance(decision, Priority):
            return True
        top = state.stack[-1].name if state.stack else None
        return top == entry.responding_to

    def is_there(self, entry: Entry) -> bool:
        """Whether play is at the place of an entry."""
        at = self.state.at
        return self.state.turn == entry.at.turn and entry.at.locate(at.graph) in (at.stop, at.phase, ROOT)

    def is_unasked(self, entry: Entry, act: Act) -> bool:
        """Whether play is past an attack or block that must be refused, without a decision about it."""
        if not act.refused or (act.attack is None and act.block is None) or not self.is_there(entry):
            return False
        step = "declare_attackers" if act.attack is not None else "declare_blockers"
        here = entry.at.locate(self.state.graph) == self.state.at.stop or self.state.at.node.kind == step
        return here and isinstance(self.state.decision, Priority)

    def translated(self, name: str, act: Act, path: tuple[str | int, ...]) -> Action:
        try:
            return action_of(self.state, self.state.game.seat(name), act)
        except IllegalAction as error:
            raise self.scenario.error(f"{name}: {error}", path, on_key=True) from None

    def attempt(self, name: str, act: Act, path: tuple[str | int, ...], asked: bool = True) -> None:
        """Tries an action that has to be refused; the game stays unchanged in either case."""
        edition, refused = self.scenario.stands_for(self.edition), act.refused
        rules = refused.get(edition, ()) if isinstance(refused, dict) else ()
        refusal = why_not(self.state, self.translated(name, act, path)) if asked else self.unasked(name, act, path)
        said, by = (str(refusal), refusal.rules) if refusal is not None else ("", ())
        self.attempts.append(Attempt(path, self.state.address, said, by, rules, len(self.frames)))

    def unasked(self, name: str, act: Act, path: tuple[str | int, ...]) -> Refusal:
        try:
            return why_unasked(self.state, self.state.game.seat(name), act)
        except IllegalAction as error:
            raise self.scenario.error(f"{name}: {error}", path, on_key=True) from None

    def do(self, action: Action, line: int, path: tuple[str | int, ...]) -> None:
        before, mark = self.state, len(self.log)
        self.under_way = path
        try:
            self.state = play(before, action, self.log)
        except IllegalAction as error:
            name = before.name(action.player)
            raise self.scenario.error(
                f"{name} cannot do this at {before.address}: {error}", path, on_key=True
            ) from None
        self.answers.append(Answer(before, action, mark, path))
        for stacked in self.state.stack if line else ():
            self.lines.setdefault(stacked.id, line)
            self.paths.setdefault(stacked.id, path)
            self.named.setdefault(stacked.name, path)
        self.record(mark, line)

    def record(self, mark: int, line: int) -> None:
        """Makes the frames of the events since a mark, each with the line of the script that caused it."""
        add = self.frames.append
        for number, event in enumerate(self.log[mark:], mark + 1):
            kind = event.kind
            if kind == "stack.resolve":
                line = self.lines.get(event.get("object"), 0)
            elif line and kind in ("step.begin", "phase.begin", "turn.begin", "priority.get"):
                line = 0
            add(Frame(number, event, line))

    def trimmed(self) -> tuple[Frame, ...]:
        """The frames up to the end of the last place of interest."""
        at, turn = None, 0
        for position, event in enumerate(self.log):
            state = event.state
            if (state.at is not at or state.turn != turn) and _is_past(state, self.goal):
                return tuple(self.frames[:position])
            at, turn = state.at, state.turn
        return tuple(self.frames)

    def never_came(self, entry: Entry, path: tuple[str | int, ...]) -> InputError:
        return self.scenario.error(_why_never(self, entry), path, on_key=True)

    def too_much(self, limit: LimitReached) -> InputError:
        """An error at the script's entry, or otherwise the card, that exceeded a limit."""
        by, at = limit.by or self.busiest(), f" at {self.log[-1].state.address}" if self.log else ""
        if not limit.by:
            at += f", most of it by {by}" if by else f": {EVENT_KINDS[self.log[-1].kind].says}" if self.log else ""
        path = self.paths.get(limit.object) or self.where(by) or self.under_way
        more = ", or allow more, as with --limit 10" if limit.can_be_raised else ""
        more += " (the runs before in this file took the rest)" if self.limits.shared else ""
        return self.scenario.error(f"{limit}{at}; give the scenario an until:, or stop what repeats itself{more}", path)

    def busiest(self) -> str:
        """The name of the ability or spell that triggers and resolves most often at the end."""
        names = Counter(str(e.get("name")) for e in self.log[-RECENT:] if e.kind in ("trigger", "stack.resolve"))
        return names.most_common(1)[0][0] if names else ""

    def where(self, name: str) -> Path:
        """The path of the scenario's card of that name: its definition, or its first place; empty if there is none."""
        own = self.scenario.cards
        if name in own:
            return ("cards", list(own).index(name))
        for player, setup in zip(self.scenario.players, self.scenario.setups, strict=True):
            for n, card in enumerate(setup.battlefield):
                if name in (card, getattr(card, "name", None)):
                    return ("players", player, "battlefield", n)
        return self.named.get(name, ())


def _why_never(run: _Run, entry: Entry) -> str:
    address = str(entry.at)
    recording = Recording(tuple(run.frames))
    if not recording.begins(entry.at):
        turns = len(recording.turns)
        begun = f"the turns were {turns}" if (entry.at.turn or 0) > turns else _steps_of(recording, entry.at.turn or 1)
        return f"this never came up: {address} did not begin; {begun}"
    if entry.responding_to is not None:
        names = {str(f.event.get("name")) for f in run.frames if f.event.kind == "stack.push"}
        hint = nearest(entry.responding_to, names - {entry.responding_to})
        return f"this never came up: {entry.responding_to!r} was not on top of the stack then{hint}"
    return (
        f"this never came up: {run.left[0][1]} could not do it at {address} with an empty stack "
        "(add responding_to: NAME to act on top of something)"
    )


def _steps_of(recording: Recording, turn: int) -> str:
    graph = recording.graphs.get(turn)
    return f"turn {turn} was {graph.notation()}" if graph else "there was no such turn"


def _is_past(state: State, place: Address) -> bool:
    """Whether play is past a place: a turn, or a phase or step of it."""
    turn, graph = place.turn or 1, state.graph
    if state.turn != turn:
        return state.turn > turn
    node = place.locate(graph)
    if node is None or node == ROOT:
        return False
    if state.at.stop == ROOT:
        return True
    inside = graph.children(node) or (node,)
    return graph.stops.index(inside[-1]) < graph.stops.index(state.at.stop)


def _goal(scenario: Scenario, edition: str) -> Address:
    """The place to run to: that of ``until``, or the last turn that the script or an expectation names."""
    if scenario.until is not None:
        return scenario.until
    turns = [1, *(entry.at.turn or 1 for entry in scenario.script)]
    for expect, _ in scenario.expected(edition):
        turns += [*_turns_of(expect), *([NO_TURN] if expect.winner is not None else [])]
    return Address(max(turns))


def _turns_of(expect: Expect) -> list[int]:
    places = [*(expect.steps or {}), *(expect.state or {})]
    places += [part.strip() for text in expect.order or () for part in text.split("<")]
    addresses = [parse_address(text) for text in places]
    for item in (*(expect.happens or ()), *(expect.never or ())):
        at = item if isinstance(item, Address) else getattr(item, "at", None)
        if isinstance(at, Address):
            addresses.append(at)
    return [len(expect.turns or ()), *(address.turn or 0 for address in addresses)]


def _player(setup: Setup, life: int, own: Container[str]) -> Player:
    """A player from a setup; ``own`` are the names of the scenario's cards."""

    def piled(names: Iterable[str]) -> Pile:
        return pile_of(card_meant(name, own) for name in names)

    if setup.library is None:
        library: Pile = ((UNKNOWN, ENDLESS),)
    elif isinstance(setup.library, int):
        library = ((UNKNOWN, setup.library),) if setup.library else ()
    else:
        library = piled(reversed(setup.library))
    library = on_top(library, (card_meant(name, own) for name in reversed(setup.top)))
    hand = setup.hand
    held = piled(hand) if not isinstance(hand, int) else ((UNKNOWN, hand),) if hand else ()
    schemes = pile_of(reversed(setup.schemes))
    return Player(life, setup.mana, held, library, piled(reversed(setup.graveyard)), schemes=schemes)


def _tapped(state: State, scenario: Scenario) -> State:
    """The state with those permanents tapped that a setup names, and with their counters.

    The first step has not untapped them.
    """
    left = Counter((seat, name) for seat, setup in enumerate(scenario.setups) for name in setup.tapped)
    battlefield = []
    for permanent in state.battlefield:
        which, counters = (permanent.controller, permanent.card.name), scenario.setups[permanent.controller].loyalty
        changes: dict[str, Any] = {"tapped": True} if left[which] > 0 else {}
        left[which] -= 1
        if permanent.card.name in counters:
            changes["loyalty"] = counters[permanent.card.name]
        battlefield.append(msgspec.structs.replace(permanent, **changes) if changes else permanent)
    return msgspec.structs.replace(state, battlefield=tuple(battlefield))
