"""Runs a scenario: its script, and the documented defaults for decisions without a script entry.

Each entry of the script has to happen exactly as written: an entry whose moment never came, or that
was illegal, is an error at its line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path as FilePath
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ...edition import Edition, as_edition, naming
from ...errors import IllegalAction, InputError, LimitReached, ScriptError, expect_type
from ...game import LIMITS, Action, Event, Limits, Refusal, State, default_action, play, why_not
from ...game.state.budget import AUDIT, Ledger, audit, over, size_of
from ...recording import Answer, Attempt, Frame, Recording
from ...shape import Path, describe
from ...turn import Address
from ...wording import EVENT_KINDS, event_sentence
from ...words import listed
from ..model import Act, Entry
from ..reading.reader import Scenario, read_scenarios
from .absent import told
from .actions import action_of, why_unasked
from .beginning import begin, simplified
from .moments import (
    OPEN,
    goal_of,
    is_left,
    is_now,
    is_past,
    is_there,
    is_unasked,
    taken_alone,
    where_not,
    why_never,
)

T = TypeVar("T")

RECENT = 5_000
"""How many of the last events are searched for the cause of an endless run."""


def run_scenario(
    scenario: Scenario | str | FilePath, edition: Edition | str | None = None, limits: Limits = LIMITS
) -> Recording:
    """Runs a scenario under one edition, by default its newest, until every expectation can be judged.

    If nothing is expected, the run goes on while effects are left that change turns to come.
    It may be given by its file, as ``read_scenarios`` finds that, if there is no other in it. ``InputError`` with the
    line of the script if an entry was illegal or never came up, or if the run exceeds the limits.

    >>> run_scenario("relentless-assault").turns
    ((1, 'Ann'),)
    """
    scenario = _named(scenario)
    expect_type(limits, Limits, "limits, such as LIMITS.times(10) of fsm.game", "limits")
    rules = as_edition(edition or scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        return _Run(scenario, rules, limits).recording()


def _named(scenario: Scenario | str | FilePath) -> Scenario:
    """The scenario itself, or the only one in the file that is named."""
    what = "a scenario, the path of its file, or the name of one of the package, such as 'relentless-assault'"
    expect_type(scenario, (Scenario, str, FilePath), what)
    if isinstance(scenario, Scenario):
        return scenario
    found = read_scenarios(scenario)
    if len(found) > 1:
        why = f"found {len(found)} scenarios, expected one; run one of read_scenarios({str(scenario)!r}):"
        raise InputError(f"{why} {listed([describe(one.name) for one in found])}", found[0].file)
    return found[0]


def _refusal(state: State, seat: int, act: Act) -> Refusal | IllegalAction | None:
    """Why an act is refused by a rule, if it is; ``IllegalAction`` if a name is unknown there."""
    try:
        return why_not(state, action_of(state, seat, act))
    except IllegalAction as error:
        if not error.rules:
            raise
        return error


class Begun(msgspec.Struct, frozen=True):
    """A game that goes on: the state at its next decision, the events before it, and the actions that led there."""

    state: State
    events: tuple[Event, ...]
    answers: tuple[Answer, ...]


def run_so_far(
    scenario: Scenario, edition: Edition | str | None = None, limits: Limits = LIMITS, begun: Begun | None = None
) -> tuple[Recording, InputError | None]:
    """Runs a scenario like ``run_scenario``, or as far as possible; returns the error that stopped it, if any.

    With ``begun`` that game goes on by the script. ``InputError`` only if the game cannot begin.
    """
    rules = as_edition(edition or scenario.editions[0])
    with naming([scenario.kinds, rules.kinds]):
        run = _Run(scenario, rules, limits, begun)
        try:
            return run.recording(), None
        except ScriptError as error:
            return run.so_far("error", error), error
        except InputError as error:
            if not run.played:
                raise
            return run.so_far("error"), error


class _Alone(msgspec.Struct, frozen=True):
    """The moment after a target was taken, as the only legal one, that the act of a path names.

    ``at`` is the number of events up to that; the rest is what the run was then, with ``lengths`` of what it had.
    """

    path: Path
    at: int
    state: State
    left: tuple[tuple[Entry, str, Act, Path], ...]
    lengths: tuple[int, int, int]
    goal: Address
    open: int
    is_left: bool


class _Run:
    """A run in progress: the state, the recorded events, and the rest of the script."""

    def __init__(self, scenario: Scenario, edition: Edition, limits: Limits, begun: Begun | None = None) -> None:
        self.scenario, self.edition = scenario, edition
        self.limits, self.actions, self.work, self.counted, self.played = limits, 0, 0, 0, 0
        self.left = [(entry, name, act, path) for entry in scenario.script for name, act, path in entry.acts]
        self.goal = goal_of(scenario, scenario.stands_for(edition))
        self.open, self.is_left = 0 if scenario.expects else OPEN, False
        self.attempts: list[Attempt] = []
        self.answers: list[Answer] = [*begun.answers] if begun else []
        self.lines: dict[int, int] = {}
        self.paths: dict[int, Path] = {}
        self.named: dict[str, Path] = {}
        self.under_way: Path = ("players",)
        self.alone: _Alone | None = None
        self.log = Ledger()
        try:
            self.state, events = (begun.state, begun.events) if begun else begin(scenario, edition, limits)
            self.log.extend(events)
        except LimitReached as limit:
            raise self.too_much(limit) from None
        self.played = len(events)

    def recording(self) -> Recording:
        try:
            while not self.over() or (self.left and self.needs_no_act(self.left[0][3])):
                self.go_on()
                self.spend()
        except LimitReached as limit:
            raise self.too_much(limit) from None
        if self.left:
            raise self.never_came(self.left[0][0], self.left[0][3])
        return self.so_far()

    def so_far(self, status: str = "ok", error: ScriptError | None = None) -> Recording:
        """The recording so far, or up to where an act could have been done: that event is of its line."""
        played, end = self.frames(self.played), self.trimmed()
        if error is not None:
            end = min(end, error.event)
            asked = next((answer.seq for answer in self.answers if answer.seq > end), self.played)
            played = (*played[: end - 1], replace(played[end - 1], line=error.line), *played[end:asked])
        frames, beyond, named = played[:end], played[end:], self.scenario.stands_for(self.edition)
        return Recording(
            frames,
            self.scenario.name,
            self.scenario.file,
            status,
            attempts=tuple(self.attempts),
            simplified=simplified(self.scenario),
            limits=self.limits,
            work=self.work,
            answers=tuple(self.answers[: bisect_right(self.answers, len(frames), key=attrgetter("seq"))]),
            beyond=beyond,
            rules=self.scenario.rules.get(named, ()),
            conclusion=self.scenario.conclusion.get(named, ""),
        )

    def spend(self) -> None:
        """Counts the work of an action: the size of the state, for every priority, step, phase and event."""
        self.actions += 1
        if self.actions > self.limits.actions:
            over("actions: the game goes on", self.limits.actions)
        size, played = size_of(self.state), self.played
        self.work += 1 + (size >> 3) + (played - self.counted) * (size >> 5)
        self.counted = played
        if self.work > self.limits.work:
            over("units of work", self.limits.work)
        if played - self.log.audited > AUDIT:
            audit(self.log, self.state)

    def over(self) -> bool:
        """Whether the game is over, or the last place of interest has passed."""
        if self.state.outcome is not None:
            return True
        if not is_past(self.state, self.goal):
            self.is_left = bool(self.open) and is_left(self.state)
            return False
        if self.open and (self.is_left or self.state.extra is not None):
            self.open, self.goal = self.open - 1, Address(self.state.turn)
            return False
        return True

    def go_on(self) -> None:
        """Takes the next action: of the script if its moment is now, otherwise the default."""
        state = self.state
        if self.left:
            entry, name, act, path = self.left[0]
            if is_now(state, entry, name, act):
                self.left.pop(0)
                if act.refused:
                    self.attempt(name, act, path)
                else:
                    self.do(self.translated(action_of, name, act, path), self.scenario.document.line(path), path)
                return
            if is_unasked(state, entry, act):
                self.left.pop(0)
                self.attempt(name, act, path, asked=False)
                return
            if state.turn > (entry.at.turn or 0):
                if self.needs_no_act(path):
                    return
                raise self.never_came(entry, path)
        self.do(default_action(state), 0, ())

    def translated(self, translate: Callable[[State, int, Act], T], name: str, act: Act, path: Path) -> T:
        """What is made of an act, or an error at its line."""
        try:
            return translate(self.state, self.state.game.seat(name), act)
        except IllegalAction as error:
            raise self.undone(f"{name}: {told(error, self.log)}", path) from None

    def attempt(self, name: str, act: Act, path: Path, asked: bool = True) -> None:
        """Tries an action that has to be refused; the game stays unchanged in either case."""
        edition, refused = self.scenario.stands_for(self.edition), act.refused
        rules = refused.get(edition, ()) if isinstance(refused, dict) else ()
        refusal = self.translated(_refusal if asked else why_unasked, name, act, path)
        said, by = (str(refusal), refusal.rules) if refusal is not None else ("", ())
        self.attempts.append(Attempt(path, self.state.address, said, by, rules, self.played))

    def do(self, action: Action, line: int, path: Path) -> None:
        before, mark = self.state, len(self.log)
        self.under_way = path
        try:
            self.state = play(before, action, self.log)
        except IllegalAction as error:
            why = f"{before.name(action.player)} cannot do this at {before.address}: {error}"
            raise self.undone(why, path) from None
        self.played = len(self.log)
        if before.agenda and not path:
            self.check_done(mark)
        self.answers.append(Answer(before, action, mark, path))
        for stacked in self.state.stack if line else ():
            self.lines.setdefault(stacked.id, line)
            self.paths.setdefault(stacked.id, path)
            self.named.setdefault(stacked.name, path)
        if self.left:
            self.see_alone(mark)

    def see_alone(self, mark: int) -> None:
        """Keeps this moment, if the next act chooses what was taken since as the only legal target."""
        if not self.left or self.left[0][2].choose is None:
            return
        (entry, name, act, path), *rest = self.left
        if self.alone is not None and self.alone.path == path:
            return
        for at in range(mark, len(self.log)):
            taken = taken_alone(self.log, at)
            if taken is not None and taken[1:] == (name, act.choose) and is_there(self.log[at].state, entry):
                lengths = len(self.log), len(self.answers), len(self.attempts)
                self.alone = _Alone(path, at + 1, self.state, tuple(rest), lengths, self.goal, self.open, self.is_left)
                return

    def needs_no_act(self, path: Path) -> bool:
        """Goes back to where an act that never came up named what was taken without a question, if there it was so."""
        then = self.alone
        if then is None or then.path != path:
            return False
        events, answers, attempts = then.lengths
        self.state, self.left, self.log, self.alone = then.state, [*then.left], Ledger(self.log[:events]), None
        del self.answers[answers:], self.attempts[attempts:]
        self.goal, self.open, self.is_left, self.played = then.goal, then.open, then.is_left, events
        self.counted = min(self.counted, events)
        self.lines[self.log[then.at - 1].get("object")] = self.scenario.document.line(path)
        self.see_alone(then.at)
        return True

    def check_done(self, mark: int) -> None:
        """An act of the script that is taken back, since nobody has said what is chosen meanwhile, is an error."""
        undone = next((event for event in self.log[mark:] if event.kind == "action.undone"), None)
        paths = (answer.path for answer in reversed(self.answers) if undone and answer.action.player == undone.player)
        path = next((path for path in paths if path), None)
        if undone is not None and path is not None:
            why = f"{event_sentence(undone)}; say in the script what is chosen meanwhile"
            raise self.undone(why, path)

    def undone(self, why: str, path: Path, event: int = 0) -> ScriptError:
        """The error of an act that cannot be done, after so many events, by default all of them."""
        return ScriptError(self.scenario.error(why, path, on_key=True), path, event or self.played)

    def frames(self, end: int) -> tuple[Frame, ...]:
        """The frames of the first events, each with the line of the script that caused it."""
        frames: list[Frame] = []
        answers, line_of = iter(self.answers), self.scenario.document.line
        acted, line = next(answers, None), 0
        for number, event in enumerate(self.log[:end]):
            while acted is not None and acted.seq == number:
                line = line_of(acted.path) if acted.path else 0
                acted = next(answers, None)
            kind = event.kind
            if kind == "stack.resolve":
                line = self.lines.get(event.get("object"), 0)
            elif line and kind in ("step.begin", "phase.begin", "turn.begin", "priority.get"):
                line = 0
            frames.append(Frame(number + 1, event, line))
        return tuple(frames)

    def trimmed(self) -> int:
        """The number of events up to the end of the last place of interest; only the last action can have passed it."""
        last = self.answers[-1].seq if self.answers else 0
        for position in range(last, self.played):
            if is_past(self.log[position].state, self.goal):
                return position
        return self.played

    def never_came(self, entry: Entry, path: Path) -> ScriptError:
        recording, act = (
            Recording(self.frames(self.played)),
            next((name, act) for _, name, act, here in self.left if here == path),
        )
        until = self.scenario.until
        if until is not None and (until.turn or 0) < (entry.at.turn or 0):
            why = f"the run stops after {until} (until:), and {entry.at} comes later"
        else:
            why = why_never(recording, self.edition, entry, act, self.last())
        return self.undone(f"this never came up: {why}", path, where_not(recording, entry, act[1]))

    def last(self) -> tuple[int, int, Entry] | None:
        """The last act of the script that was done: the number of events before it, its line and its entry."""
        done = [(answer.seq, answer.path) for answer in self.answers if answer.path]
        done += [(attempt.event, attempt.path) for attempt in self.attempts]
        if not done:
            return None
        seq, path = max(done, key=lambda one: one[0])
        entry = next(entry for entry in self.scenario.script if entry.path == path[: len(entry.path)])
        return seq, self.scenario.document.line(path), entry

    def too_much(self, limit: LimitReached) -> InputError:
        """An error at the script's entry, or otherwise the card, that exceeded a limit."""
        by, at = limit.by or self.busiest(), f" at {self.log[-1].state.address}" if self.log else ""
        if not limit.by:
            at += f", most of it by {by}" if by else f": {EVENT_KINDS[self.log[-1].kind].meaning}" if self.log else ""
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
