"""Engines that answer what nobody expects: the reference engine, which does something odd now and then."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NoReturn

from engines.reference import Engine
from mutating import HOSTILE

SHARE = 0.1
"""How often an odd engine does something odd."""


class _Map(Mapping[str, Any]):
    """A mapping that is no dictionary, and may do something as it is read."""

    def __init__(self, inner: Any, do: Callable[[], Any]) -> None:
        self.inner, self.do = inner, do

    def __getitem__(self, key: str) -> Any:
        self.do()
        return self.inner[key]

    def __iter__(self) -> Iterator[str]:
        self.do()
        return iter(self.inner)

    def __len__(self) -> int:
        return len(self.inner)


class Odd(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


class Gone(BaseException):
    """An exception that most code does not catch."""


def _raise(error: type[BaseException] | BaseException) -> NoReturn:
    raise error


def _nothing() -> None:
    return None


RAISED: tuple[Any, ...] = (
    ValueError("x\x1b[31m\n"), KeyError(), Odd(), RecursionError(), StopIteration(), MemoryError(), SystemExit(0),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x" * 5_000), OSError(2, "no"), ExceptionGroup("many", [ValueError()]),
)  # fmt: skip

WORSE: tuple[Callable[[], Any], ...] = (
    lambda: _raise(Gone()),
    lambda: _raise(GeneratorExit()),
    lambda: _raise(KeyboardInterrupt()),
    lambda: os._exit(0),
    lambda: os._exit(1),
    lambda: os.close(1),
    lambda: os.closerange(0, 64),
    lambda: [stream.close() for stream in (sys.stdout, sys.__stdout__) if stream],
    lambda: setattr(sys, "stdout", None),
    lambda: setattr(sys, "stderr", Odd()),
    lambda: threading.Thread(target=os._exit, args=(0,)).start(),
    lambda: os.kill(os.getpid(), 9),
    lambda: [sys.modules.pop(name) for name in list(sys.modules)],
    lambda: sys.setrecursionlimit(60),
    lambda: sys.stdout.write("hello"),
    lambda: setattr(sys, "exit", None),
    lambda: os.write(1, b"{}\n" * 3),
)
"""What only an engine in a process of its own may do."""


def odd_engine(seed: int, worse: bool = False) -> type[Engine]:
    """An engine; the same for the same seed. ``worse``: it also does what would end or damage this process."""
    random = Random(seed)  # noqa: S311  # any engines, the same each time

    def odd(answer: Any) -> Any:
        if random.random() > SHARE:
            return answer
        if worse and random.random() < 0.5:
            return random.choice(WORSE)() or answer
        return random.choice((_hostile, _changed, _wrapped, _raising))(random, answer)

    def start(self: Engine, setup: Any) -> Any:
        return odd(Engine.start(self, setup))

    def act(self: Engine, act: Any) -> Any:
        return odd(Engine.act(self, act))

    def pass_(self: Engine) -> Any:
        return odd(Engine.pass_(self))

    can = random.sample(Engine.can, random.choice((len(Engine.can), len(Engine.can), 3)))
    said = random.choice((can, can, can, tuple(can), _hostile(random, None)))
    named: dict[str, Any] = {"can": said, "editions": random.choice(((), ["cr2026"], _hostile(random, None)))}
    return type("OddEngine", (Engine,), {"start": start, "act": act, "pass_": pass_, **named})


def _hostile(random: Random, _: Any) -> Any:
    more = (object(), {1: 2}, {(): 1}, b"x", {1, 2}, iter(()), "\ud800", 1e400, 1 + 2j, type, ..., {"seen": ...})
    return random.choice((*HOSTILE, *more))


def _changed(random: Random, answer: Any) -> Any:
    """The answer with another value somewhere in it."""
    seen = [dict(one) for one in answer["seen"]] if isinstance(answer, dict) and answer.get("seen") else [{}]
    one = random.choice(seen)
    fields = ("begins", "turn", "active", "phase", "step", "by", "controller", "ends", "x")
    one[random.choice(fields)] = _hostile(random, None)
    return random.choice(
        (seen, {"seen": seen}, {"seen": seen, "over": _hostile(random, None)}, {"error": "x\x1b[2J\n"})
    )


def _wrapped(random: Random, answer: Any) -> Any:
    """The answer as a mapping of another kind, which may raise something as it is read."""
    do = _nothing if random.random() < 0.3 else lambda: _raise(random.choice(RAISED))
    if not isinstance(answer, dict):
        return tuple(answer)
    return random.choice((_Map(answer, do), {"seen": [_Map(one, do) for one in answer.get("seen", ())]}))


def _raising(random: Random, _: Any) -> NoReturn:
    raise random.choice(RAISED)


def odd_line(random: Random) -> bytes:
    """A line of a program that answers what it likes."""
    begins = (
        '{"begins": "turn", "active": "Ann"}',
        '{"begins": "step", "step": "upkeep"}',
        '{"ends": "x"}',
        "{}",
        "[]",
    )
    seen = f'{{"seen": [{", ".join(random.choices(begins, k=random.randrange(4)))}]}}'
    lines = (
        seen, seen, seen, "{}", "[]", "", "3", '"x"', "null", '{"error": "\\ud800"}', '{"over": 1}', "{" * 9_999,
        '{"seen": ' + "[" * 9_999, '{"can": ["x"]}', '{"failed": 3}', '{"failed": "x"}', '{"seen": [{"turn": 1e999}]}',
    )  # fmt: skip
    raw = random.choice(lines).encode()
    if random.random() < 0.2:
        at = random.randrange(len(raw) + 1)
        raw = raw[:at] + random.choice((b"\xff", b"\0", b"\n", b"\xc3", b"\x1b", b'"')) + raw[at:]
    return raw + random.choice((b"\n",) * 9 + (b"", b"\r\n", b"\n\n"))


def main(seed: int) -> None:
    """A program that answers with odd lines."""
    random = Random(seed)  # noqa: S311
    out = sys.stdout.buffer
    for line in sys.stdin:
        good = b'{"can": ["extra_turns"]}\n' if "hello" in line else odd_line(random)
        out.write(good if random.random() > SHARE else odd_line(random))
        out.flush()
        if random.random() < SHARE / 3:
            sys.exit(random.choice((0, 1, "x")))


if __name__ == "__main__":
    main(int(sys.argv[1]))
