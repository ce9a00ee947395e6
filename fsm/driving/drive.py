"""Drives an engine through vectors, and gathers what it did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from ..edition import load_edition
from .engine import Engine, EngineError
from .playing import Difference, play_vector
from .words import Hello, Vector


class Result(msgspec.Struct, frozen=True):
    """What an engine did with a vector: the first difference, or none; ``lacks`` is what it cannot do.

    With something that it lacks it is not asked.
    """

    vector: Vector
    difference: Difference | None = None
    lacks: tuple[str, ...] = ()


class Broken(msgspec.Struct, frozen=True):
    """A rule that an engine broke, under an edition, in words, with the vectors that show it."""

    number: str
    edition: str
    says: str
    vectors: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """What an engine did with all vectors."""

    engine: str
    can: tuple[str, ...]
    results: tuple[Result, ...]

    @property
    def differences(self) -> tuple[Result, ...]:
        """The vectors with which the engine did something else."""
        return tuple(result for result in self.results if result.difference is not None)

    @property
    def played(self) -> int:
        """How many vectors the engine was driven through."""
        return sum(not result.lacks for result in self.results)

    @property
    def lacking(self) -> list[tuple[str, int]]:
        """What the engine cannot do, and how many vectors need it, the most needed first."""
        return Counter(name for result in self.results for name in result.lacks).most_common()

    def broken(self) -> Iterator[Broken]:
        """The rules that were broken, each difference under its most telling rule; the most broken first."""
        found: dict[tuple[str, str], list[str]] = {}
        for result in self.differences:
            edition = result.vector.setup.edition
            for number in result.difference.rules[:1] if result.difference else ():
                found.setdefault((number, edition), []).append(result.vector.id)
        for (number, edition), ids in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
            yield Broken(number, edition, load_edition(edition).line(number), tuple(ids))


def drive(
    engine: Engine, vectors: Sequence[Vector], first: bool = False, told: Callable[[Result], None] = lambda _: None
) -> Report:
    """Drives an engine through all vectors that it has the capabilities for; ``told`` gets each result at once.

    ``first`` stops at the first difference. ``EngineError``, with the vector, if the engine is unusable.
    """
    hello = engine.hello()
    results: list[Result] = []
    for vector in vectors:
        result = _drive_one(engine, vector, hello)
        results.append(result)
        told(result)
        if first and result.difference is not None:
            break
    return Report(hello.engine or engine.name, hello.can, tuple(results))


def _drive_one(engine: Engine, vector: Vector, hello: Hello) -> Result:
    lacks = tuple(name for name in vector.needs if name not in hello.can)
    if lacks:
        return Result(vector, lacks=lacks)
    try:
        return Result(vector, play_vector(engine, vector, hello))
    except EngineError as error:
        raise EngineError(f"{error}; in the scenario {vector.id}: {vector.name}") from None
