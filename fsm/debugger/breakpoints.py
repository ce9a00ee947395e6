"""Breakpoints: they stop a run at a line, address, step, rule, kind of event or card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ..cards.card import catalogue_names
from ..errors import AddressError, FsmError
from ..recording import Recording
from ..recording.questions import is_of
from ..wording import EVENT_KINDS, event_sentence
from ..words import listed, meant, nearest, shown
from .places import begins_of, read_place, skips_of
from .tape import Tape

_LINE = re.compile(r"(?:(?P<file>.*?[^0-9:].*?):)?(?P<line>[0-9]{1,9})(?::[0-9]{1,9})?\Z")
_RULE = re.compile(r"(?:CR\s*)([0-9]{3}(?:\.[0-9]+[a-z]*)?)\Z|([0-9]{3}\.[0-9]+[a-z]*)\Z", re.IGNORECASE)

HIT = re.compile(r"\s*(>=|>|==|=|%)?\s*([0-9]{1,9})\s*\Z")
"""A condition on the hit count of a breakpoint."""

FEW = 5
"""So many cards are listed at most, if a place may mean each of them."""

Condition = Callable[[Mapping[str, Any]], Any]


class Found(msgspec.Struct, frozen=True):
    """A breakpoint's place in one recording: its kind, its meaning in words, its line if it has one, its stops."""

    kind: str
    means: str
    stops: frozenset[int]
    line: int = 0


class Watch(msgspec.Struct, frozen=True):
    """A watched expression: its number, its text, and its function."""

    number: int
    text: str
    asks: Condition


class Breakpoint(msgspec.Struct):
    """A breakpoint: its number, the place as written, and the place in the recording.

    ``condition`` has to hold there, and ``asks`` is its function; the first ``ignore`` stops are skipped; a
    ``temporary`` one is removed after its stop; ``log`` is printed instead of stopping; ``commands`` run at the stop.
    ``lost`` says why it has no stops any more, since the scenario was read again.
    """

    number: int
    place: str
    found: Found
    condition: str = ""
    asks: Condition | None = None
    enabled: bool = True
    temporary: bool = False
    ignore: int = 0
    hits: int = 0
    log: str = ""
    commands: tuple[str, ...] = ()
    hit_condition: str = ""
    lost: str = ""

    @property
    def at(self) -> frozenset[int]:
        """The positions of its stops."""
        return self.found.stops

    def lose(self, why: str) -> None:
        """It has no stops any more, for that reason."""
        self.found, self.lost = Found(self.found.kind, self.found.means, frozenset()), why

    def wants(self, hits: int) -> bool:
        """Whether to stop at that hit: ``3`` at the third, ``>= 3`` from then on, ``% 3`` at each third."""
        match = HIT.match(self.hit_condition)
        if match is None:
            return True
        number = int(match[2])
        return {">": hits > number, ">=": hits >= number, "%": number > 0 and hits % number == 0}.get(
            match[1], hits == number
        )

    def __str__(self) -> str:
        more = [f"only if {self.condition}"] if self.condition else []
        more += ["once"] if self.temporary else []
        more += [f"not reached: {self.lost}"] if self.lost else []
        more += [f"only at hit {self.hit_condition.strip()}"] if self.hit_condition else []
        more += ["disabled"] if not self.enabled else []
        more += [f"the next {self.ignore} are passed over"] if self.ignore else []
        more += [f"reached {self.hits} times" if self.hits > 1 else "reached once"] if self.hits else []
        return f"{self.number:>3}  {shown(self.found.means)}{''.join(f', {part}' for part in more)}"


class Stopped(msgspec.Struct, frozen=True):
    """Why the cursor stopped: a step, a breakpoint, a watch, or an end of the recording.

    ``told`` are the texts of log points on the way; ``numbers`` are the breakpoints that were reached.
    """

    reason: str
    text: str = ""
    told: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


def log_text(text: str, value_of: Callable[[str], str]) -> str:
    """The text of a log point, with each ``{expression}`` replaced by its value.

    >>> log_text("{who} at {place", str.upper)
    'WHO at {place'
    """
    first, *parts = text.split("{")
    split = (part.partition("}") for part in parts)
    return first + "".join((value_of(inside) if brace else "{" + inside) + rest for inside, brace, rest in split)


def find_stops(place: str, tape: Tape) -> Found:
    """The stops of a place in a recording; ``FsmError`` says why there are none."""
    place = place.strip()
    for kind in (_line, _rule, _event, _address, _card):
        found = kind(place, tape)
        if found is not None:
            if not found.stops:
                raise FsmError(f"{found.means}: this never comes up in this run")
            return found
    if place in tape.recording.players:
        holds = f"such as b upkeep, active == {place}"
        raise FsmError(f"{shown(place, 60)} is a player; b PLACE, CONDITION stops there while that holds, {holds}")
    known = (*EVENT_KINDS, *tape.recording.edition.kinds.places, *named_cards(tape.recording))
    raise FsmError(
        f"{shown(place, 60)!r} is not a line, address, step, rule, kind of event or card of this run"
        f"{nearest(place, known)}; such as 7, T2.combat#2, upkeep, 500.7, step.skip, or Time Walk"
    )


def file_and_line(place: str) -> tuple[str, int] | None:
    r"""The file, if there is one, and the line of a place as messages write it; None if it is something else.

    >>> file_and_line("6"), file_and_line("one.turn.yaml:6:16"), file_and_line(r"C:\my\one.turn.yaml:6")
    (('', 6), ('one.turn.yaml', 6), ('C:\\my\\one.turn.yaml', 6))
    """
    match = _LINE.match(place)
    return (match["file"] or "", int(match["line"])) if match else None


def _line(place: str, tape: Tape) -> Found | None:
    """A line of the scenario, or the next line with an event."""
    named = file_and_line(place)
    if named is None:
        return None
    asked = named[1]
    lines = {frame.line for frame in tape.recording if frame.line >= asked}
    line = min(lines, default=0)
    frames = tape.recording.frames
    stops = (p for p, f in enumerate(frames) if f.line == line and (not p or frames[p - 1].line != line))
    if not line and any(is_of(rule, str(asked)) for rule in tape.recording.edition.rules):
        raise FsmError(f"nothing comes from line {asked}, or from one after it; b CR {asked} stops at the rule")
    if not line:
        return Found("line", f"line {asked}, or one after it", frozenset(), asked)
    return Found("line", f"line {line}", frozenset(stops), line)


def _rule(place: str, tape: Tape) -> Found | None:
    match = _RULE.match(place)
    if match is None:
        return None
    number = (match[1] or match[2]).lower()
    known = tape.recording.edition.rules
    if not any(is_of(rule, number) for rule in known):
        raise FsmError(f"no rule {number} in the index of {tape.recording.edition.id}{nearest(number, known)}")
    frames = enumerate(tape.recording)
    stops = frozenset(p for p, frame in frames if any(is_of(rule, number) for rule in frame.event.rules))
    return Found("rule", f"rule {number}", stops)


def _event(place: str, tape: Tape) -> Found | None:
    if place not in EVENT_KINDS:
        return None
    stops = frozenset(p for p, frame in enumerate(tape.recording) if frame.event.kind == place)
    return Found("event", f"{place}: {EVENT_KINDS[place].meaning}", stops)


def _address(place: str, tape: Tape) -> Found | None:
    recording = tape.recording
    try:
        named = read_place(place, recording.edition, recording.players)
    except AddressError as error:
        if re.match(r"T[0-9]", place):
            raise FsmError(str(error)) from None
        return None
    means = f"the beginning of {place}" + ("" if named.address.turn is not None or named.player else ", in any turn")
    stops = begins_of(recording, named)
    if not stops and (skips := skips_of(recording, named)):
        event = recording[skips[0]].event
        why = f"{event_sentence(event).removeprefix('- ')} ({', '.join(event.rules)})"
        raise FsmError(f"{means}: this never comes up in this run: {why}; j {skips[0] + 1} goes there")
    return Found("address", means, frozenset(stops))


def _card(place: str, tape: Tape) -> Found | None:
    named = meant(place, named_cards(tape.recording)) or meant(place, catalogue_names())
    if not named:
        return None
    if len(named) > 1:
        which = listed(map(shown, sorted(named)), "or") if len(named) <= FEW else f"one of {len(named)} cards"
        raise FsmError(f"{shown(place, 60)!r} can be {which}; write more of the name")
    (name,) = named
    stops = frozenset(p for p, frame in enumerate(tape.recording) if name in _named(frame.event.detail))
    return Found("card", f"what {name} does, and what happens to it", stops)


def named_cards(recording: Recording) -> dict[str, None]:
    """The names of cards in the events of a recording."""
    return {name: None for frame in recording for name in _named(frame.event.detail)}


def _named(detail: tuple[tuple[str, Any], ...]) -> Iterator[str]:
    """The names of cards in an event."""
    for key, value in detail:
        if key in ("name", "card", "by", "on", "attacker") and isinstance(value, str):
            yield value
        elif key in ("attackers", "order") and isinstance(value, list | tuple):
            yield from (item for item in value if isinstance(item, str))
