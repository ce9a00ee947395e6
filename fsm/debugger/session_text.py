"""The texts of a session for a terminal: the stop, frames, source, values, reasons, and what is still to come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..game import State
from ..turn.notation import print_turn
from ..wording import event_sentence
from ..words import listed, shown
from .session import Session
from .values import value

_CODES = {"place": "1", "rule": "2", "mark": "33", "bad": "31"}
SOURCE_LINES = 5
_LINE = re.compile(r", line \d+\Z")
"""Where in a script a fact came from; a game that is typed has none."""


class SessionText:
    """The texts of one session, with or without colour."""

    def __init__(self, session: Session, colour: bool = False) -> None:
        self.session, self.colour = session, colour

    def paint(self, text: str, style: str) -> str:
        """A text in a colour, if the session has colours."""
        return f"\033[{_CODES[style]}m{text}\033[0m" if self.colour and text else text

    def stop(self) -> Iterator[str]:
        """The stop line as pdb writes it, the event in words, and the main facts of the state."""
        session, frame = self.session, self.session.frame
        file = Path(session.scenario.file).name or "scenario"
        line = f"({session.line})" if session.line else ""
        place = f"> {shown(file)}{line}  {session.tape.address(session.at)}"
        rules = ", ".join(frame.event.rules)
        yield f"{self.paint(place, 'place')}  [{frame.seq}/{len(session.tape)}]  {self.paint(rules, 'rule')}".rstrip()
        yield f"-> {event_sentence(frame.event)}"
        now = self.now()
        if now:
            yield f"   {now}"

    def now(self, state: State | None = None) -> str:
        """Who decides, what is on the stack, which abilities wait, and the extra turns; by default at the cursor."""
        state = state or self.session.state
        parts = []
        if state.outcome is not None:
            parts.append("the game is over")
        elif state.decision is not None:
            who = shown(state.name(state.decision.player))
            has = "has priority" if state.priority is not None else f"decides {state.decision.about}"
            parts.append(f"{who} {has}")
        if state.stack:
            parts.append(f"stack: {listed(shown(o.name) for o in reversed(state.stack))}")
        if state.waiting:
            parts.append(f"waiting: {listed(shown(o.name) for o in state.waiting)}")
        if state.rotation.pending:
            parts.append(f"extra turns: {listed(shown(state.name(extra.player)) for extra in state.rotation.pending)}")
        return " | ".join(parts)

    def here(self) -> str:
        """Who decides at the cursor; or, where nobody is asked, that nobody has priority there, and who is next."""
        state, later = self.session.state, self.session.waiting()
        if later is None or self._is_asked_here(later):
            return self.now(later)
        step = state.at.node
        rules = state.edition.without_priority(step.kind) if step.level == "step" else ()
        nobody = f"nobody has priority here{f' ({rules[0]})' if rules else ''}"
        return f"{nobody}, next: {self.now(later)} at {later.address}"

    def who(self) -> str:
        """Who decides at the cursor, nobody, or that the game is over."""
        later = self.session.waiting()
        if later is None or later.decision is None:
            return "over"
        return shown(later.name(later.decision.player)) if self._is_asked_here(later) else "nobody"

    def _is_asked_here(self, later: State) -> bool:
        state = self.session.state
        return (later.turn, later.at.stop) == (state.turn, state.at.stop)

    def frames(self) -> Iterator[str]:
        """The frames as pdb shows them, the innermost last."""
        session = self.session
        chosen = len(session.levels) - 1 - session.chosen
        for number, level in enumerate(session.levels):
            mark = ">" if number == chosen else " "
            place = f"  {level.address}" if level.address else ""
            line = session.tape.lines[level.began]
            yield f"{mark} {shown(level.name)}{place}  [{session.tape[level.began].seq}]" + (
                f"  line {line}" if line else ""
            )

    def source(self, first: int = 0, last: int = 0) -> Iterator[str]:
        """Lines of the scenario, with marks for the current line, breakpoints and failures."""
        session = self.session
        if not first:
            first = max(1, session.line - SOURCE_LINES)
            last = first + 2 * SOURCE_LINES
        stops = {b.found.line for b in session.breakpoints.values()}
        bad = {failure.line for failure in session.failures}
        for number in range(first, min(last, len(session.source)) + 1):
            mark = "->" if number == session.line else "!" if number in bad else "B" if number in stops else ""
            yield f"{number:>4} {self.paint(f'{mark:<2}', 'mark')} {shown(session.source[number - 1])}".rstrip()

    def why(self, at: int | None = None, script: bool = True) -> Iterator[str]:
        """Why the event happened: the rules in words, what inserted its step or phase, the line of the ``script``."""
        reason = self.session.why(at)
        yield reason.event
        width = max((len(number) for number, _ in reason.rules), default=0)
        for number, says in reason.rules:
            yield f"  {self.paint(f'{number:<{width}}', 'place')}  {says or 'not in the index'}"
        yield from (f"  {fact if script else _LINE.sub('', fact)}" for fact in reason.facts)
        if reason.line and script:
            yield f"  line {reason.line}: {shown(self.session.source[reason.line - 1].strip())}"
        if not reason.rules and not reason.facts and not (reason.line and script):
            yield "  nothing more is known about it"

    def changed(self) -> Iterator[str]:
        """What this event changed."""
        found = self.session.changed()
        yield from (f"  {shown(c.path)}: {value(c.before)} -> {value(c.after)}" for c in found)
        if not found:
            yield "  no visible change"

    def turn(self) -> str:
        """The notation of this turn, with the current place marked."""
        state = self.session.state
        if not state.turn:
            return "no turn has begun yet; s goes on"
        notation = print_turn(state.graph, here=state.at.stop)
        return f"T{state.turn} {shown(state.name(state.active))}: {notation}"

    def result(self) -> Iterator[str]:
        """How the run ended: the error that stopped it, or the expectations that do not hold."""
        session = self.session
        if session.error is not None:
            why = "" if session.viewer else f": {session.error}"
            yield self.paint(f"The run ends early{why}", "bad")
        for failure in session.failures:
            at = f"  (event {failure.event})" if failure.event else ""
            yield self.paint(f"{failure}{at}", "bad")
