"""Plays a game with an engine, by what somebody types or at random, and writes down what it did as a trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from ..errors import InputError
from ..recording import Seen
from ..words import nearest, shown
from .counts import POSITIONS
from .engine import Engine, EngineError
from .instructions import ACTS, AnyInstruction, Capability, ExtraTurn
from .words import Act, Ask, Setup

PASS = "pass"
SHARE = 0.15
"""How often something happens in a random game, where a player has priority."""


class Recorder:
    """A game with an engine, and the lines of its trace so far: a header, and what has begun."""

    def __init__(self, engine: Engine, setup: Setup) -> None:
        self.engine, self.setup = engine, setup
        header = {"format": "turn-trace", "version": "1.0", "edition": setup.edition, "players": setup.players}
        self.lines: list[dict[str, Any]] = [{"type": "header", **header}]
        self.active, self.over = setup.first, False

    def ask(self, ask: Ask) -> tuple[Seen, ...]:
        """Asks the engine, writes down what has begun since, and returns it; ``EngineError`` if it does not do that."""
        answer = self.engine.ask(ask)
        if answer.error or answer.cannot:
            raise EngineError(f"{self.engine.name} did not do this: {shown(answer.error or answer.cannot, 200)}")
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
            instruction = read_instruction(word, rest)
            if isinstance(instruction, ExtraTurn):
                self.tell("turn.insert", player=instruction.player, by=word)
            yield from self.ask(Ask("act", act=Act(word, self.active, (instruction,))))
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


def read_instruction(word: str, fields: Iterable[str]) -> AnyInstruction:
    """An instruction as it is told in reports: ``skip what=draw player=Bob``; ``InputError`` if it is none."""
    known = [str(kind.__struct_config__.tag) for kind in ACTS]
    if word not in known:
        raise InputError(f"found {shown(word, 40)!r}, expected pass or one of {', '.join(known)}{nearest(word, known)}")
    types = {one.encode_name: one for one in msgspec.structs.fields(ACTS[known.index(word)])}
    said: dict[str, Any] = {"do": word}
    for field in fields:
        name, equals, value = field.partition("=")
        if not equals or name not in types:
            hint = f"expected name=value of {', '.join(types) or 'nothing'}{nearest(name, types)}"
            raise InputError(f"found {shown(field, 60)!r}, {hint}")
        many = name in ("creatures", "phases", "players", "names", "skips")
        named = [{"name": one} if name == "creatures" else one for one in value.split(",")]
        said[name] = named if many else int(value) if value.isdecimal() and len(value) < 10 else value
    try:
        done: AnyInstruction = msgspec.convert(said, AnyInstruction)
    except msgspec.ValidationError as error:
        raise InputError(f"{word}: {shown(str(error), 200)}") from None
    return done


def random_lines(random: Random, moves: int, able: frozenset[Capability]) -> Iterator[str]:
    """Lines for a random game of that many moves, of what an engine can do."""
    acts = [act for one in POSITIONS if len(one.players) == 2 and set(one.needs) <= able for act in one.acts]
    some = [do for act in acts for do in act.do if set(do.needed) <= able]
    for _ in range(moves):
        yield told(random.choice(some)) if some and random.random() < SHARE else PASS


def told(do: AnyInstruction) -> str:
    """An instruction as a line."""
    fields: dict[str, Any] = msgspec.to_builtins(do)
    return " ".join([fields.pop("do"), *(f"{name}={_value(value)}" for name, value in fields.items())])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(one["name"] if isinstance(one, dict) else str(one) for one in value)
    return str(value)
