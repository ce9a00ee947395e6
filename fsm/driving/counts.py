"""Counts of small positions: how many sequences of steps there are, for authors of engines to compare theirs with.

In a position some acts may happen, each at most once, in any order, wherever a player gets priority in the first turn.
Its count to a depth is the number of different sequences of that many turns, main phases and steps, over all the ways;
and its sum is one of all sequences to the last depth, since wrong ones may be as many as right ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

import msgspec

from ..edition import DEFAULT
from . import instructions as i
from .engine import Engine, EngineError
from .words import Act, Ask, Setup, needs_of
from .words import counts as is_counted

DEPTHS = (12, 24, 40)
"""How many turns, main phases and steps are counted; the last one goes into the second turn."""


class Position(msgspec.Struct, frozen=True):
    """What may happen, and among which players; the first of them begins.

    ``count`` is how many sequences there are, to each of the depths, and their sum: ``2, 3, 4 8c1f90aa``; ``other`` is
    that under other editions.
    """

    name: str
    count: str
    acts: tuple[Act, ...] = ()
    players: tuple[str, ...] = ("Ann", "Bob")
    other: dict[str, str] = {}

    @property
    def needs(self) -> tuple[str, ...]:
        """The capabilities that it takes."""
        return needs_of(Setup(DEFAULT, self.players, self.players[0]), self.acts)

    def count_in(self, edition: str) -> str:
        """Its count and its sum under an edition."""
        return self.other.get(edition, self.count)


def _acts(**named: i.AnyInstruction) -> tuple[Act, ...]:
    return tuple(Act(name, "Ann", (do,)) for name, do in named.items())


FOR_EACH = (i.ExtraTurn("Bob"), i.ExtraTurn("Ann"))
HAZE = i.ExtraSteps("upkeep", "Ann")
THREE = ("Ann", "Bob", "Cleo")
ASSAULT = i.ExtraPhases(("combat",))
WITH_MAIN = i.ExtraPhases(("combat", "postcombat_main"), "this_main_phase")
FIRST_STRIKE, WOLF = i.Attack((i.Creature("Bear", "first"),)), i.EnterAttacking((i.Creature("Wolf"),))
UNTIL_2011 = ("cr2006", "cr2008", "cr2011")

POSITIONS = (
    Position("nothing", "1, 1, 1 e25c0ec4"),
    Position("two extra turns", "2, 3, 4 06dc8b3a", _acts(Hour=i.ExtraTurn("Ann"), Day=i.ExtraTurn("Bob"))),
    Position("an extra turn for each", "2, 2, 2 1cf2e716", (Act("Days", "Ann", FOR_EACH),)),
    Position("a skipped turn", "2, 3, 3 acf9a47e", _acts(Sleep=i.Skip("turn", "Bob"), Day=i.ExtraTurn("Bob"))),
    Position("an extra combat", "5, 5, 5 f43fc877", _acts(Assault=ASSAULT)),
    Position("two extra combats", "9, 11, 11 f384f161", _acts(Assault=WITH_MAIN, Rush=ASSAULT)),
    Position("a skip and a combat more", "9, 9, 14 8737b751", _acts(Silence=i.Skip("combat", "Ann"), Assault=ASSAULT)),
    Position("an extra upkeep", "2, 4, 4 68757fc3", _acts(Haze=HAZE, Hub=i.Skip("upkeep", "Bob"))),
    Position("a turn that ends", "14, 21, 21 71d1bb6e", _acts(Stop=i.EndTurn(), Bell=i.Trigger("cleanup"))),
    Position(
        "a combat that ends", "22, 23, 23 8e232839", _acts(Peace=i.EndCombat(), Assault=ASSAULT),
        other=dict.fromkeys(UNTIL_2011, "5, 5, 5 f43fc877"),
    ),
    Position(
        "an attack", "3, 3, 3 caa5ec8b", _acts(Attack=FIRST_STRIKE, Raid=WOLF), other={"cr2006": "2, 2, 2 9909836c"},
    ),
    Position("three players", "2, 3, 3 0ce2cb1a", _acts(Turn=i.ReverseTurns(), Leave=i.Leave(("Cleo",))), THREE),
)  # fmt: skip
"""Small positions, of many kinds."""


def sequences(engine: Engine, position: Position, edition: str, depth: int) -> set[tuple[str, ...]]:
    """All sequences of a position to a depth; ``EngineError`` if the engine fails in one of them, or cannot do it."""
    found: set[tuple[str, ...]] = set()
    scripts: list[tuple[tuple[int, int], ...]] = [()]
    while scripts:
        script = scripts.pop()
        seen, stops = _played(engine, position, edition, depth, script)
        found.add(tuple(seen[:depth]))
        left = [act for act in range(len(position.acts)) if act not in {act for _, act in script}]
        first = script[-1][0] if script else 0
        scripts += [(*script, (stop, act)) for stop in range(first, stops) for act in left]
    return found


def _played(
    engine: Engine, position: Position, edition: str, depth: int, script: Sequence[tuple[int, int]]
) -> tuple[list[str], int]:
    """What is seen if these acts happen at these stops, to that depth; and at how many stops something may happen."""
    seen: list[str] = []
    stop = 0
    go_on = _ask(engine, Ask("start", setup=Setup(edition, position.players, position.players[0])), seen)
    while go_on and sum(one in position.players for one in seen) < 2 and len(seen) < depth:
        go_on = all(_ask(engine, Ask("act", act=position.acts[act]), seen) for at, act in script if at == stop)
        go_on = go_on and _ask(engine, Ask("pass"), seen)
        stop += 1
    while go_on and len(seen) < depth:
        go_on = _ask(engine, Ask("pass"), seen)
    return seen, stop


def _ask(engine: Engine, ask: Ask, seen: list[str]) -> bool:
    """Asks, and adds what was seen; whether the game goes on."""
    answer = engine.ask(ask)
    if answer.error or answer.cannot:
        raise EngineError(answer.error or f"it cannot do this: {answer.cannot}")
    told = [one.active if one.begins == "turn" else one.step or one.phase for one in answer.seen if is_counted(one)]
    seen += told
    return not answer.over and (ask.ask != "pass" or bool(told))


def count_of(engine: Engine, position: Position, edition: str) -> str:
    """How many sequences a position has, to each of the depths, and the sum of the longest: the CRC-32 of their lines.

    A line is a sequence with commas between its parts, and the lines are sorted.
    """
    longest = sequences(engine, position, edition, DEPTHS[-1])
    counts = ", ".join(str(len({one[:depth] for one in longest})) for depth in DEPTHS)
    return f"{counts} {crc32(chr(10).join(sorted(map(','.join, longest))).encode()):08x}"


def compared(engine: Engine, edition: str) -> Iterator[tuple[Position, str, str]]:
    """Each position that an engine has the capabilities for, its count, and the one that the engine comes to.

    In place of that stands why there is none, if the engine fails; it begins the next position anew.
    """
    able = engine.hello().able
    for position in POSITIONS:
        if not set(position.needs) <= able:
            continue
        try:
            found = count_of(engine, position, edition)
        except EngineError as error:
            found = str(error)
            engine.anew()
        yield position, position.count_in(edition), found
