"""A debugging session: a scenario, its recording, the cursor, and the breakpoints.

It is the only mutable part of the debugger. All front ends use it, and none uses the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path, PureWindowsPath
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

from ..edition import edition_id, playable
from ..errors import CardError, FsmError, IllegalAction
from ..files import read_text
from ..game import LIMITS, Limits, Scheduled, State, legal_actions, schedule
from ..library import Titled
from ..recording import Answer
from ..recording.view import view
from ..recording.viewed import seen_state
from ..scenario import Failure, Scenario, choose_scenario, judge, parse_scenarios, run_so_far
from ..scenario.reading.yaml import MAX_BYTES
from ..scenario.running.runner import Begun
from ..scenario.writing.script import as_file, written
from ..shape import Path as Place
from ..words import listed, nearest, shown
from .breakpoints import Breakpoint, Condition, Found, Stopped, Watch, file_and_line, find_stops, log_text
from .catching import FILTERS, Caught, caught
from .cursor import Cursor
from .expressions import ExpressionError
from .questions import Change, Reason, changes, why
from .tape import Tape
from .whatif import (
    MOST_TRIED,
    branch,
    failed_act,
    first_difference,
    later_acts,
    next_answer,
    parse_deed,
    seen_branch,
    waiting,
)

if TYPE_CHECKING:
    from ..diagram import Diagram

PATIENCE = 20
"""How many seconds a run may take to the next stop: conditions and watched values are looked at after each event."""

MOST_CHECKED = 20
"""At so many stops a condition is tried as it is made."""

MOST_OPTIONS = 200
"""How many legal actions are listed."""


class Session(Cursor):
    """One scenario under one edition, with a cursor over its recording, or over what a ``viewer`` sees of it."""

    def __init__(
        self, scenario: Scenario, source: str, edition: str = "", limits: Limits = LIMITS, viewer: str = "",
        begun: Begun | None = None,
    ) -> None:  # fmt: skip
        self.scenario, self.text, self.limits, self.viewer = scenario, source.splitlines(), limits, viewer
        self.begun = begun
        self.edition = edition_id(edition) or scenario.editions[0]
        self.breakpoints: dict[int, Breakpoint] = {}
        self.watches: dict[int, Watch] = {}
        self.filters: dict[str, Condition | None] = {}
        self.before: Session | None = None
        self.which, self.more, self.instead, self.left_out = "", 0, 0, tuple[int, ...]()
        self._last, self.valueless = 0, list[str]()
        self._record()

    @classmethod
    def open(cls, file: str, edition: str = "", which: str = "", limits: Limits = LIMITS, viewer: str = "") -> Session:
        """A session on a scenario file; ``which`` of its scenarios, by number or name, by default the first."""
        text = read_text(file, MAX_BYTES)
        scenarios = parse_scenarios(text, "<stdin>" if file == "-" else file)
        which = file.scenario if isinstance(file, Titled) and not which else which
        session = cls(choose_scenario(scenarios, which), text, edition, limits, viewer)
        session.which, session.more = which, len(scenarios) - 1
        return session

    def _record(self) -> None:
        self.whole, self.error = run_so_far(self.scenario, self.edition, self.limits, self.begun)
        recording = self.whole.seen_by(self.viewer) if self.viewer else self.whole
        self.tape = Tape(recording, 0 if self.viewer else self.scenario.document.line(("players",)))
        self.at, self.chosen = 0, 0
        self.__dict__.pop("failures", None)
        self.__dict__.pop("_filtered", None)

    @property
    def source(self) -> list[str]:
        """The lines of the scenario; none for a viewer, who does not see the script."""
        return [] if self.viewer else self.text

    @cached_property
    def failures(self) -> list[Failure]:
        """The failed expectations of the scenario, under an edition that it names; none for a viewer."""
        if self.viewer or self.error is not None or not self.scenario.stands_for(self.recording.edition):
            return []
        return judge(self.scenario, self.recording)

    # Going on.

    def run(self, backwards: bool = False, to: int | None = None) -> Stopped:
        """Moves to the next (or last) breakpoint, watched change or caught event, but not past ``to``."""
        step = -1 if backwards else 1
        end = (0 if backwards else self.tape.last) if to is None else to
        told: list[str] = []
        self.chosen, patience = 0, monotonic() + PATIENCE
        while self.at != end and (self.at < end) != backwards:
            if monotonic() > patience:
                return Stopped("slow", f"conditions took more than {PATIENCE} seconds; go on again", tuple(told))
            self.at, self.valueless = self.at + step, []
            reached = [b for b in self.breakpoints.values() if self._reached(b)]
            told += [log_text(b.log, self.value_text) for b in reached if b.log]
            stopping = [b for b in reached if not b.log]
            changed = self._changed(self.at + backwards, backwards)
            names = [name for name in FILTERS if self._caught(name)]
            if stopping or changed or names:
                return self._stopped(stopping, changed, names, tuple(told))
        if to is not None and self.at == to:
            return Stopped("goto", told=tuple(told))
        edge = "start" if backwards else "end"
        return Stopped(edge, f"{edge} of recording", tuple(told))

    def _reached(self, breakpoint: Breakpoint) -> bool:
        if not breakpoint.enabled or self.at not in breakpoint.at:
            return False
        if not self._holds(breakpoint.asks, f"the condition of breakpoint {breakpoint.number}"):
            return False
        breakpoint.hits += 1
        if breakpoint.ignore:
            breakpoint.ignore -= 1
            return False
        return breakpoint.wants(breakpoint.hits)

    def _caught(self, name: str) -> bool:
        there = name in self.filters and self.at in self._filtered[name]
        return there and self._holds(self.filters[name], f"the condition of {name}")

    def _holds(self, asks: Condition | None, whose: str) -> bool:
        """Whether a condition holds here; play stops as well, and says so, where it has no value."""
        try:
            return asks is None or bool(asks(self.names()))
        except ExpressionError as error:
            self.valueless.append(f"{whose} has no value here: {error}")
            return True

    def _changed(self, at: int, backwards: bool) -> list[str]:
        """The watched expressions that an event changed, as it is told after the event, or before it."""
        found = []
        for watch in self.watches.values():
            old, new = (self._watched(watch, position) for position in (at - 1, at))
            if old != new:
                was, now = ("is", ", and becomes") if backwards else ("was", " and is")
                found.append(f"{watch.text} {was} {shown(repr(old), 200)}{now} {shown(repr(new), 200)}")
        return found

    def _watched(self, watch: Watch, at: int) -> Any:
        try:
            return watch.asks(self.names(at))
        except ExpressionError:
            return None

    def _stopped(
        self, reached: list[Breakpoint], changed: list[str], names: list[str], told: tuple[str, ...]
    ) -> Stopped:
        for breakpoint in reached:
            if breakpoint.temporary:
                del self.breakpoints[breakpoint.number]
        texts = [f"breakpoint {b.number}, {b.found.means}" for b in reached] + self.valueless + changed
        known = ((FILTERS[name], self._filtered[name][self.at]) for name in names)
        texts += [": ".join(filter(None, both)) for both in known]
        reason = "breakpoint" if reached else "watch" if changed else "caught"
        return Stopped(reason, "; ".join(texts), told, tuple(b.number for b in reached))

    @cached_property
    def _filtered(self) -> Caught:
        """The stops of each filter, with what is known about them; to a viewer nothing is told."""
        found = caught(self.tape, self.scenario, self.failures, self.error)
        return {name: dict.fromkeys(stops, "") for name, stops in found.items()} if self.viewer else found

    # Places to stop.

    def find(self, place: str) -> Found:
        """The stops of a place; ``FsmError`` says why it cannot be reached."""
        file, line = file_and_line(place) or ("", 0)
        if file and Path(self.scenario.file).name not in (Path(file).name, PureWindowsPath(file).name):
            raise FsmError(f"{shown(file, 60)} is not the scenario that is debugged; b {line} is a line of this one")
        return find_stops(place, self.tape)

    def stop_at(self, place: str, condition: str = "", temporary: bool = False) -> Breakpoint:
        """A new breakpoint; ``FsmError`` says why it cannot be reached."""
        asks, found = self.compile(condition) if condition else None, self.find(place)
        self.check(asks, found.stops)
        self._last += 1
        made = Breakpoint(self._last, place, found, condition, asks, temporary=temporary)
        self.breakpoints[made.number] = made
        return made

    def check(self, asks: Condition | None, stops: Iterable[int]) -> None:
        """``ExpressionError`` for a condition that has no value at any of the first stops."""
        wrong: ExpressionError | None = None
        for at in sorted(stops)[:MOST_CHECKED]:
            try:
                if asks is not None:
                    asks(self.names(at))
            except ExpressionError as error:
                wrong = wrong or error
            else:
                return
        if wrong is not None:
            raise wrong

    def catch(self, name: str, condition: str = "") -> None:
        """Stops at the events of a filter, where a condition holds; ``FsmError`` if there is no such filter."""
        if name not in FILTERS:
            raise FsmError(f"{shown(name, 40)!r} cannot be caught{nearest(name, FILTERS)}; there are {listed(FILTERS)}")
        self.filters[name] = self.compile(condition) if condition else None

    def watch(self, text: str) -> Watch:
        """Stops whenever the value of an expression changes; ``ExpressionError`` if it has none anywhere."""
        asks = self.compile(text)
        asks(self.names())
        self._last += 1
        self.watches[self._last] = Watch(self._last, text, asks)
        return self.watches[self._last]

    def remove(self, number: int) -> None:
        """Removes a breakpoint or a watch; ``FsmError`` if there is none with that number."""
        if self.breakpoints.pop(number, None) is None and self.watches.pop(number, None) is None:
            raise FsmError(f"there is no breakpoint {number}")

    # Questions.

    def changed(self, at: int | None = None) -> tuple[Change, ...]:
        """What changed with the event of a stop."""
        at = self.at if at is None else at
        if at == 0 or self.tape[at].state is self.tape[at - 1].state:
            return ()
        before, after = (view(self.tape[position].state) for position in (at - 1, at))
        return tuple(changes(before, after))

    def why(self, at: int | None = None) -> Reason:
        """Why the event of a stop happened."""
        at = self.at if at is None else at
        return why(self.tape, at, self._filtered["refused"].get(at, ""))

    def schedule(self) -> tuple[Scheduled, ...]:
        """What is still to come, and who put it there."""
        return schedule(self.state)

    def diagram(self, at: int | None = None, so_far: bool = False) -> Diagram:
        """The picture of the turn at a stop, with its place lit; ``FsmError`` before the first turn."""
        state = self.state if at is None else self.tape[at].state
        if not state.turn:
            raise FsmError("no turn has begun yet; step on")
        inside = state.graph.addresses.get(state.at.stop)
        recording = self.so_far() if so_far else self.recording
        return recording.turn(state.turn).diagram(at=inside or None)

    def waiting(self) -> State | None:
        """The next state that waits for a player: the one at the cursor, or the first one after it."""
        state = waiting(self.whole, self.at)
        return seen_state(state, self.viewer) if state is not None and self.viewer else state

    def ahead(self) -> tuple[Answer, ...]:
        """What players do after the cursor."""
        return self.whole.answers[next_answer(self.whole, self.at) :]

    def legal(self) -> tuple[Any, ...]:
        """The legal acts of the player who decides next, up to a limit."""
        state = self.waiting()
        if state is None:
            return ()
        actions = zip(range(MOST_OPTIONS), legal_actions(state), strict=False)
        return tuple(written(state, action) for _, action in actions)

    # What if.

    def what_if(self, said: str, later: bool = False) -> Session:
        """A session on a run in which the player who decides next acts otherwise; this session stays unchanged.

        With ``later`` the acts of the script after it are done as well, as far as they then can be.
        """
        deed = parse_deed(said, self.legal())
        here = self.scenario, self.edition, self.whole, self.at, deed
        instead, acts = later_acts(self.scenario, self.whole, self.at) if later and not self.viewer else ((), [])
        made = seen_branch(*here, self.viewer) if self.viewer else branch(*here, acts)
        other, lost = self._tried(*made), list[Place]()
        while (at := failed_act(other.scenario, other.error, acts)) is not None:
            lost += acts[at : at + 1] if len(lost) < MOST_TRIED else acts[at:]
            acts = [act for act in acts if act not in lost]
            other = self._tried(*branch(*here, acts))
        if other.error is not None:
            raise IllegalAction(other.error.message)
        line = self.scenario.document.line
        other.instead, other.left_out = line(instead) if instead else 0, tuple(line(act) for act in lost)
        other.follow(self)
        same = self.at if self.ahead() else len(self.whole) + len(self.whole.beyond)
        other.at = min(first_difference(self.recording, other.recording, same), other.tape.last)
        return other

    def _tried(self, text: str, begun: Begun | None) -> Session:
        (scenario,) = parse_scenarios(text, "<what if>")
        try:
            return Session(scenario, text, self.edition, self.limits, self.viewer, begun)
        except CardError:
            if begun is None:
                raise
            raise FsmError(f"what follows here depends on cards that {shown(self.viewer)} does not see") from None

    def under(self, edition: str) -> Session:
        """A session on this scenario by the rules of another edition, at the first event that comes otherwise."""
        if self.begun:
            raise FsmError("this run begins in the middle of a game, by the rules of that; go back before")
        other = Session(self.scenario, "\n".join(self.text), playable(edition).id, self.limits, self.viewer)
        other.follow(self)
        other.at = min(first_difference(self.recording, other.recording, len(self.recording)), other.tape.last)
        return other

    def follow(self, before: Session) -> None:
        """Takes the breakpoints and watched values of the session that it comes from, to which it leads back."""
        self.before = before
        self.watches, self.filters, self._last = dict(before.watches), dict(before.filters), before._last
        for old in before.breakpoints.values():
            kept = self.breakpoints[old.number] = msgspec.structs.replace(old, lost="")
            self._find_again(kept)
            if old.found.kind == "line" and self.scenario is not before.scenario:
                kept.lose("this is a line of the scenario itself; back returns to it")

    def as_text(self, folder: Path = Path()) -> str:
        """The scenario as text: a file of it, in that folder, reproduces this run; ``FsmError`` for a viewer."""
        if self.viewer:
            who = shown(self.viewer)
            raise FsmError(f"a scenario of this run would tell what {who} does not see; debug without --as to save one")
        if self.before is None:
            return "\n".join(self.text) + "\n"
        return as_file(self.scenario, self.edition, folder)

    def restart(self) -> None:
        """Reads the scenario's file again and reruns it; a breakpoint whose place is gone has no stops."""
        if self.scenario.file and not self.scenario.file.startswith("<"):
            fresh = Session.open(self.scenario.file, self.edition, self.which, self.limits)
            self.scenario, self.text = fresh.scenario, fresh.text
        self._record_again()

    def reread(self, text: str) -> None:
        """Runs another text of this scenario, such as one that goes on for longer; the cursor stays."""
        (self.scenario,), self.text, at = parse_scenarios(text, self.scenario.file), text.splitlines(), self.at
        self._record_again()
        self.go(at)

    def _record_again(self) -> None:
        self._record()
        for breakpoint in self.breakpoints.values():
            self._find_again(breakpoint)

    def _find_again(self, breakpoint: Breakpoint) -> None:
        breakpoint.hits = 0
        if breakpoint.lost and self.before is not None:
            return  # the text of a what-if run never changes
        try:
            breakpoint.asks = self.compile(breakpoint.condition) if breakpoint.condition else None
            breakpoint.found, breakpoint.lost = self.find(breakpoint.place), ""
        except FsmError as error:
            breakpoint.lose(str(error))
