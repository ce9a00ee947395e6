"""Plays a game with an engine, by what somebody types or at random, and writes down what it did as a trace."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from ..errors import InputError
from ..recording import Seen
from ..recording.trace import FORMAT, VERSION
from ..words import shown
from .capabilities import Capability
from .counts import POSITIONS
from .engine import Engine
from .instructions import ExtraTurn, read_instruction, told
from .words import Act, Ask, Setup

PASS = "pass"
SHARE = 0.15
"""How often something happens in a random game, where a player has priority."""


class Recorder:
    """A game with an engine, and the lines of its trace so far: a header, and what has begun."""

    def __init__(self, engine: Engine, setup: Setup) -> None:
        self.engine, self.setup = engine, setup
        header = {"format": FORMAT, "version": VERSION, "edition": setup.edition, "players": setup.players}
        self.lines: list[dict[str, Any]] = [{"type": "header", **header}]
        self.active, self.over = setup.first, False

    def ask(self, ask: Ask) -> tuple[Seen, ...]:
        """Asks the engine, writes down what it did, and returns what has begun.

        ``InputError`` if the engine says that it does not do that, ``EngineError`` if it fails.
        """
        answer = self.engine.ask(ask)
        if answer.error or answer.cannot:
            raise InputError(f"{self.engine.name} did not do this: {shown(answer.error or answer.cannot, 200)}")
        for do in ask.act.do if ask.act else ():
            if isinstance(do, ExtraTurn):
                self.tell("turn.insert", player=do.player, by=ask.act.name if ask.act else "")
        self.over = self.over or answer.over
        begun = tuple(one for one in answer.seen if not one.ends)
        for one in begun:
            self.active = one.active or self.active
            fields = msgspec.to_builtins(one)
            told = {key: fields[key] for key in ("turn", "phase", "step", "by") if key in fields}
            self.tell(f"{one.begins}.begin", **told)
        return begun

    def tell(self, kind: str, **fields: Any) -> None:
        """Writes down an event."""
        self.lines.append({"type": "event", "kind": kind, "active": self.active, **fields})

    def start(self) -> tuple[Seen, ...]:
        """Begins the game."""
        return self.ask(Ask("start", setup=self.setup))

    def do(self, typed: str) -> Iterator[Seen]:
        """Does what a line says: ``pass``, ``pass 5``, or an instruction such as ``extra_turn player=Ann``."""
        word, *rest = typed.split()
        if word != PASS:
            yield from self.ask(Ask("act", act=Act(word, self.active, (read_instruction(typed),))))
            return
        times = rest[0] if rest else "1"
        if not times.isdecimal() or len(rest) > 1 or not 0 < int(times[:6]) <= MOST_PASSES:
            raise InputError(f"found {shown(typed, 60)!r}, expected pass or pass with a number, such as pass 5")
        for _ in range(int(times)):
            if not self.over:
                yield from self.ask(Ask("pass"))

    def text(self) -> str:
        """The trace, as JSON Lines."""
        lines = [*self.lines, {"type": "end", "status": "ok", "events": len(self.lines) - 1}]
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


MOST_PASSES = 10_000
"""How often may be passed in one line."""


def random_lines(random: Random, moves: int, able: frozenset[Capability]) -> Iterator[str]:
    """Lines for a random game of that many moves, of what an engine can do."""
    acts = [act for one in POSITIONS if len(one.players) == 2 and set(one.needs) <= able for act in one.acts]
    some = [do for act in acts for do in act.do if set(do.needed) <= able]
    for _ in range(moves):
        yield told(random.choice(some)) if some and random.random() < SHARE else PASS
