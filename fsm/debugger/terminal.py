"""The debugger in a terminal: the commands of pdb, and those of gdb for going backwards."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial, partialmethod
from pathlib import Path
from typing import Any

from ..errors import AddressError, FsmError
from ..files import output_name
from ..recording import schedule_lines
from ..recording.text import QUIET
from ..recording.view import FACTS
from ..wording import glossary
from ..words import nearest, shown
from .acting import NOW, Acting
from .breakpoints import HIT, Breakpoint, Stopped
from .catching import FILTERS
from .explained import card_lines, explain, find_named
from .expressions import ExpressionError
from .lines import ALIASES, GROUPS, HELP, OWN, count_of, numbers_in, usage
from .options import EXAMPLES, legal_lines
from .places import begins_of, read_place, skips_of
from .session import Session
from .session_text import SessionText
from .tape import Tape
from .typed import typed_act
from .values import pretty, readable, value
from .whatif import lines_in_words

MOST_NESTED = 50
MOST_RUN = 1_000
"""How many lines the commands of breakpoints run, in all, for one line that is typed."""

AROUND = 5


class Terminal(Acting):
    """A session that is controlled by lines of text; ``help.toml`` says what each command does."""

    # Motions.

    def _move(self, motion: Callable[[Tape, int], int], text: str) -> None:
        self._stopped(self.session.move(partial(motion, self.session.tape), count_of(text)))

    do_s = partialmethod(_move, Tape.into)
    do_n = partialmethod(_move, Tape.over)
    do_r = partialmethod(_move, Tape.out)
    do_rs = partialmethod(_move, Tape.back)
    do_rn = partialmethod(_move, Tape.back_over)
    do_rr = partialmethod(_move, Tape.back_out)

    def _run(self, text: str, backwards: bool = False) -> None:
        stopped = Stopped("step")
        for _ in range(count_of(text)):
            stopped = self.session.run(backwards)
            if stopped.reason in ("start", "end", "slow"):
                break
        self._stopped(stopped)

    do_c = partialmethod(_run)
    do_rc = partialmethod(_run, backwards=True)

    def do_until(self, text: str) -> None:
        if not text:
            self.do_n("")
            return
        found = self.session.find(text)
        ahead = [stop for stop in found.stops if stop > self.session.at]
        if not ahead:
            raise FsmError(f"{found.means}: it does not come up after this; j goes back to it")
        self._stopped(self.session.run(to=min(ahead)))

    def do_j(self, text: str) -> None:
        if text in ("start", "end"):
            position = 0 if text == "start" else self.session.tape.last
        else:
            stops = self._stops(text)
            position = next((stop for stop in stops if stop > self.session.at), stops[0])
        self._stopped(self.session.go(position))

    def _stops(self, text: str) -> list[int]:
        """The positions that the number of an event, or a place, means."""
        if not (text.isdecimal() and len(text) < 9):
            return sorted(self.session.find(text).stops)
        if not 0 < int(text) <= len(self.session.tape):
            raise FsmError(f"there is no event {text}; events are 1 to {len(self.session.tape)}")
        return [int(text) - 1]

    def do_restart(self, _: str) -> None:
        self.session.restart()
        self.say("[restarted]")
        self.say(f"*** {known}" for known in self.session.breakpoints.values() if known.lost)
        self.greet()

    # Places to stop.

    def _break(self, text: str, temporary: bool = False) -> None:
        if not text:
            known = [str(b) for b in self.session.breakpoints.values()]
            known += [f"{w.number:>3}  {shown(w.text)} changes" for w in self.session.watches.values()]
            self.say(known or "no breakpoints; b PLACE makes one, such as b T1.combat or b 500.7")
            return
        place, condition = _conditional(text)
        made = self.session.stop_at(place, condition, temporary)
        count = len(made.found.stops)
        what = "Temporary breakpoint" if temporary else "Breakpoint"
        self.say(f"{what} {made.number} at {shown(made.found.means)} ({count} {'stop' if count == 1 else 'stops'})")

    do_b = partialmethod(_break)
    do_tbreak = partialmethod(_break, temporary=True)

    def do_cl(self, text: str) -> None:
        removed = False
        for number in numbers_in(text) or [*self.session.breakpoints, *self.session.watches]:
            self.session.remove(number)
            self.say(f"Removed breakpoint {number}")
            removed = True
        if not removed:
            self.say("no breakpoints")

    def do_condition(self, text: str) -> None:
        found, rest = self._breakpoint(text)
        asks = self.session.compile(rest) if rest else None
        self.session.check(asks, found.at)
        found.asks = asks
        found.condition = rest
        self.say(str(found))

    def do_ignore(self, text: str) -> None:
        found, rest = self._breakpoint(text)
        found.ignore = count_of(rest or "0", least=0)
        self.say(str(found))

    def do_hit(self, text: str) -> None:
        found, rest = self._breakpoint(text)
        if rest and not HIT.match(rest):
            raise FsmError(f"{shown(rest, 40)!r} is not a count; write 3, >= 3 or % 3")
        found.hit_condition = rest
        self.say(str(found))

    def _enable(self, text: str, on: bool = True) -> None:
        for number in numbers_in(text) or list(self.session.breakpoints):
            found, _ = self._breakpoint(str(number))
            found.enabled = on
            self.say(str(found))

    do_enable = partialmethod(_enable)
    do_disable = partialmethod(_enable, on=False)

    def _breakpoint(self, text: str) -> tuple[Breakpoint, str]:
        number, _, rest = text.partition(" ")
        found = self.session.breakpoints.get(int(number)) if number.isdecimal() and len(number) < 9 else None
        if found is None:
            what = f"there is no breakpoint {shown(number, 20)}" if number else "which breakpoint? Say its number"
            raise FsmError(f"{what}; b lists them")
        return found, rest.strip()

    def do_commands(self, text: str) -> None:
        newest = max(self.session.breakpoints, default=None)
        found, _ = self._breakpoint(text or str(newest or ""))
        self.asked_commands, self.collected = found.number, []

    def do_watch(self, text: str) -> None:
        if not text:
            raise FsmError("watch what? Such as watch Ann.life, or watch extra_turns")
        made = self.session.watch(text)
        self.say(f"Watchpoint {made.number}: {shown(text)} is {value(self.session.evaluate(text))}")

    def do_catch(self, text: str) -> None:
        name, condition = _conditional(text)
        if not text:
            self.say(
                f"{'*' if name in self.session.filters else ' '} {name:<9}{says}" for name, says in FILTERS.items()
            )
        elif name in self.session.filters and not condition:
            del self.session.filters[name]
            self.say(f"{name}: not caught any more")
        else:
            self.session.catch(name, condition)
            self.say(f"{name}: caught" + (f" only if {shown(condition, 100)}" if condition else ""))

    # Questions.

    def do_l(self, text: str) -> None:
        numbers = numbers_in(text.replace(",", " ")) if text != "." else []
        around = max(1, self.session.line - AROUND)
        first = numbers[0] if numbers else self.listed + 1 if self.listed and not text else around
        last = numbers[1] if numbers[1:] else first + 2 * AROUND
        self.listed = min(last, len(self.session.source))
        self.say(self.show.source(first, last) if first <= self.listed else "[end of file]")

    def do_ll(self, _: str) -> None:
        self.say(self.show.source(1, len(self.session.source)))

    def _show(self, text: Callable[[SessionText], Iterable[str] | str], _: str) -> None:
        self.say(text(self.show))

    do_w = partialmethod(_show, SessionText.frames)
    do_changed = partialmethod(_show, SessionText.changed)
    do_turn = partialmethod(_show, SessionText.turn)
    do_schedule = partialmethod(_show, lambda show: schedule_lines(show.session.state))

    def do_legal(self, _: str) -> None:
        self.say(legal_lines(self.session, word=self.word))

    def do_why(self, text: str) -> None:
        self.say(self.show.why(self._asked(text), script=not self.playing))

    def _asked(self, text: str) -> int:
        """The position of the event that a number or place means; in a game that is played, of what happened last."""
        here, tape = self.session.asked_at, self.session.tape
        if self.session.chosen and not text:
            return here
        if text:
            stops = self._told(text)
            before = [at for at in stops if at <= here]
            if self.playing and not before:
                raise FsmError(f"{shown(text, 60)} has not come up yet; to PLACE goes on")
            return max(before, default=stops[0])
        first = self.done[-1][1] if self.done and self.playing else here
        told = [at for at in range(here, first, -1) if tape[at].event.kind not in QUIET]
        turned = (at for at in told if tape[at].event.kind.endswith((".insert", ".skip")) and tape[at].event.get("by"))
        return next(turned, told[0] if told else here)

    def _told(self, text: str) -> list[int]:
        """The positions of what ``why`` tells of: of a place, where it begins, and where it is skipped."""
        recording = self.session.recording
        with suppress(AddressError):
            place = read_place(text, recording.edition, recording.players)
            if stops := begins_of(recording, place) or skips_of(recording, place):
                return sorted({*stops, *skips_of(recording, place)})
        return self._stops(text)

    def do_u(self, text: str) -> None:
        self.session.choose(count_of(text))
        self.do_w("")

    def do_d(self, text: str) -> None:
        self.session.choose(-count_of(text))
        self.do_w("")

    def do_p(self, text: str) -> None:
        if not text:
            self.say(f"names: {', '.join(self.session.names())}; state is all of them")
            return
        try:
            name = text if text in self.session.scenario.players else ""
            asked = f"players[{json.dumps(name, ensure_ascii=False)}]" if name else text
            found = self._state() if text == "state" else self.session.evaluate(asked)
        except ExpressionError:
            card = find_named(self.session, text)
            if card is None:
                raise
            self.say(card_lines(self.session, card))
        else:
            self.say(readable(found))

    def _state(self) -> dict[str, Any]:
        names = self.session.names()
        return {name: names[name] for name in FACTS}

    def do_doc(self, text: str) -> None:
        self.say(explain(self.session, text) if text else f"words: {', '.join(glossary())}")

    def do_pp(self, text: str) -> None:
        self.say(pretty(self.session.evaluate(text)) if text else "pp what? Such as pp players")

    def do_display(self, text: str) -> None:
        if text:
            self.session.compile(text)
            self.displayed[text] = self.session.value_text(text)
        asked = [text] if text else list(self.displayed)
        self.say(f"display {t}: {shown(self.displayed[t], 200)}" for t in asked)
        if not asked:
            self.say("nothing is displayed; display Ann.life shows it whenever it has changed")

    def do_undisplay(self, text: str) -> None:
        if text and text not in self.displayed:
            raise FsmError(f"{shown(text, 60)!r} is not displayed{nearest(text, self.displayed)}")
        self.displayed = {known: v for known, v in self.displayed.items() if text and known != text}

    def do_diagram(self, text: str) -> None:
        from ..diagram.formats import format_of

        picture = self.session.diagram(so_far=self.playing)
        path = text or str(Path(tempfile.mkdtemp(prefix="fsm-")) / f"T{self.session.state.turn}.svg")
        path = output_name(path, self.session.scenario.file)
        format_of(path)
        picture.save(path)
        self.say(f"Wrote {shown(path)}")

    # What if.

    def do_whatif(self, text: str) -> None:
        if not text or text in EXAMPLES:
            self.say(legal_lines(self.session, text))
            return
        if self.playing:  # each act is another run, which undo takes back
            self._one(text)
            return
        verb, _, rest = text.partition(" ")
        named = verb in EXAMPLES and rest and not rest.lstrip().startswith(":")
        said = json.dumps(typed_act(self.session, verb, rest.strip().removesuffix(NOW))) if named else text
        self.session = self.session.what_if(said, later=True)
        instead = f", instead of line {self.session.instead}" if self.session.instead else ""
        save = "" if self.session.viewer else ", save FILE writes it as a scenario"
        self.say(f"[what if: another run from here{instead}; back returns{save}]")
        if self.session.left_out:
            self.say(f"[left out, as it can no longer be done: {lines_in_words(self.session.left_out)}]")
        self.say(self.show.stop())

    def do_edition(self, text: str) -> None:
        here = self.session.recording.edition
        if not text:
            self.say(f"{here.title} ({here.id})")
            return
        if self.playing:
            raise FsmError("a game keeps its rules; fsm play --edition DAY begins another one")
        before, self.session = self.session, self.session.under(text)
        there, alike = self.session.recording.edition, self.session.at == before.tape.last == self.session.tape.last
        what = "nothing comes otherwise, to the end" if alike else "this comes otherwise"
        self.say(f"[{there.title} ({there.id}): {what}; back returns]")
        self.say(self.show.stop())

    def do_back(self, _: str) -> None:
        if self.playing:
            self.do_undo("")
            return
        if self.session.before is None:
            raise FsmError("this is the scenario itself; whatif and edition begin another run, rs steps back")
        self.session = self.session.before
        known = [*_before(self.session)]
        self.done = [one for one in self.done if any(one[0] is other for other in known)]
        self.say(self.show.stop())

    # The rest.

    def do_q(self, _: str) -> bool:
        return True

    def do_h(self, text: str) -> None:
        word = ALIASES.get(text, text)
        if text and word not in HELP:
            raise FsmError(f"{shown(text, 40)!r} is not a command{nearest(text, (*HELP, *ALIASES))}; h lists them")
        if text:
            others = [alias for alias, known in ALIASES.items() if known == word]
            self.say(f"{usage(word)}" + (f" Also: {', '.join(others)}." if others else ""))
            return
        for title, commands in GROUPS.items():
            self.say(f"{title}:")
            self.say(f"  {usage(name)}" for name in commands)
        self.say("A blank line repeats a motion; ;; stands between commands on a line.")
        if self.playing:
            self.say(("A card of your own, such as these; fsm cards --shape lists real cards with such effects:", *OWN))

    def _stopped(self, stopped: Stopped) -> None:
        """Says where the cursor stands now, and does what belongs to the breakpoints that were reached."""
        self.listed = 0
        self.say(map(shown, stopped.told))
        if not any("silent" in commands for commands in self._reached(stopped)):
            if stopped.reason in ("breakpoint", "watch", "caught", "slow", "end", "start"):
                self.say(f"[{shown(stopped.text)}]")
            if stopped.reason == "end":
                self.say(self.show.result())
            self.say(self.show.stop())
        for text, before in self.displayed.items():
            now = self.session.value_text(text)
            if now != before:
                self.say(f"display {text}: {shown(now, 200)}  [old: {shown(before, 200)}]")
                self.displayed[text] = now
        self._commands(stopped)

    def _commands(self, stopped: Stopped) -> None:
        if not self.nested:
            self.ran = 0
        if self.nested >= MOST_NESTED and self.ran < MOST_RUN:
            self.ran = MOST_RUN
            raise FsmError(f"commands of breakpoints call each other more than {MOST_NESTED} times")
        self.nested += 1
        try:
            for line in (line for commands in self._reached(stopped) for line in commands if line != "silent"):
                self.ran += 1
                if self.ran == MOST_RUN:
                    self.say(f"*** commands of breakpoints ran {MOST_RUN:,} lines; the others are left out")
                if self.ran < MOST_RUN:
                    self._one(line)
        finally:
            self.nested -= 1

    def _reached(self, stopped: Stopped) -> list[tuple[str, ...]]:
        """The commands of each breakpoint that was reached."""
        known = self.session.breakpoints
        return [known[number].commands for number in stopped.numbers if number in known]


def _before(session: Session) -> Iterator[Session]:
    """The sessions from which a what-if session was begun, the newest first."""
    while session.before is not None:
        session = session.before
        yield session


def _conditional(text: str) -> tuple[str, str]:
    """A place and a condition, as pdb writes them, ``6, turn == 1``, or as gdb does, ``6 if turn == 1``."""
    place, *condition = re.split(r",\s*(?:if\s)?|\sif\s", text, maxsplit=1)
    return place.strip(), "".join(condition).strip()
