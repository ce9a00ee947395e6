"""Damaged scenario files: seeded mutations of the corpus, of its data and of its bytes; and what is done with each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fsm.errors import LONGEST, MOST_TOLD, InputError, InputErrors
from fsm.recording import Recording, play_by_play, read_trace, schedule_lines, trace_lines
from fsm.scenario import judge, parse_scenarios, read_yaml, run_scenario
from fsm.turn import parse_turn, print_turn

SCENARIOS = Path(__file__).parents[1] / "scenarios"
SHORT = 150
"""How many events are few enough to tell at each what is still to come."""

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 99, 10_000, 10_001, 1.5, 2**63, -(2**70), "", " ", "~", "null", "x",
    [], {}, [[]], [None], {"": None}, "T1", "T2.upkeep", "T1.combat#2", "T0", "T1.", "T9999999999", "T1.upkeep#0",
    "Ann", "Bob", "nobody", "each", "target", "chosen", "chooser", "self", "source", "creatures", "active", "pass",
    "concede", "Bear#2", "Bear#0", "#", "cr2006", "cr2011", "U Up D", "< <", "untap < upkeep", "yes", "no", "game",
    "Time Walk", "Relentless Assault", "\u200b", "\x1b[31m", "A\nB", "龍", "x" * 300, "direction TB", "%%", "<b>&\"'",
)  # fmt: skip
SNIPPETS = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n", b"\t", b" ", b":", b"- ", b"{", b"}", b"[", b"]", b"'", b'"', b"&a ",
    b"*a", b"!!str ", b"!x ", b"%YAML 9.9\n", b"---\n", b"...\n", b"|\n", b">-\n", b"? ", b"#", b"<<: ", b"\x1b",
    b"\xc2\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"0x", b"1e999", b"~", b"\\", b",", b"@", b"`",
)  # fmt: skip


class Pairs(list[tuple[str, Any]]):
    """A mapping as it is written: a key may stand in it twice."""


@cache
def corpus() -> tuple[bytes, ...]:
    """The files of the corpus whose games are short."""
    files = sorted(SCENARIOS.rglob("*.turn.yaml"))
    return tuple(raw for file in files if len(raw := file.read_bytes()) < 4_000 and b"winner" not in raw)


@cache
def trees() -> tuple[Any, ...]:
    """The data of all documents of the corpus."""
    return tuple(_pairs(document.data) for raw in corpus() for document in read_yaml(raw.decode(), "corpus"))


@cache
def parts() -> tuple[dict[str, list[Any]], list[Any], list[str]]:
    """What stands in the corpus: values by key, scalars, and keys."""
    by_key: dict[str, list[Any]] = defaultdict(list)
    scalars: list[Any] = list(HOSTILE)
    for _, value in (found for tree in trees() for found in _walk(tree)):
        for key, inner in value if isinstance(value, Pairs) else ():
            by_key[key].append(inner)
        if not isinstance(value, list):
            scalars.append(value)
    return by_key, scalars, sorted(by_key)


def _pairs(data: Any) -> Any:
    if isinstance(data, dict):
        return Pairs((key, _pairs(value)) for key, value in data.items())
    return [_pairs(value) for value in data] if isinstance(data, list) else data


Place = tuple[list[Any], int] | None


def _walk(tree: Any, place: Place = None) -> Iterator[tuple[Place, Any]]:
    """All parts of a tree, with the list they stand in."""
    yield place, tree
    for n, item in enumerate(tree) if isinstance(tree, list) else ():
        yield from _walk(item[1] if isinstance(tree, Pairs) else item, (tree, n))


def damaged(seed: int) -> bytes:
    """A scenario file of the corpus with something done to its data or to its bytes; the same for the same seed."""
    random = Random(seed)  # noqa: S311  # any files, the same each time
    if seed % 3 == 0:
        return _with_bytes_changed(random)
    tree = _copied(random.choice(trees()))
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        found = [(place, value) for place, value in _walk(tree) if place is not None]
        random.choice(CHANGES)(random, tree, *random.choice(found)) if found else None
    return _written(tree, random.random() < 0.5).encode("utf-8", "surrogatepass")


def _with_bytes_changed(random: Random) -> bytes:
    raw = random.choice(corpus())
    for _ in range(random.choice((1, 1, 2, 4))):
        at, length = random.randrange(len(raw) + 1), random.choice((1, 1, 2, 5, 40))
        before, cut, after = raw[:at], raw[at : at + length], raw[at + length :]
        raw = random.choice(
            (
                before + after,
                before + bytes(b ^ 1 << random.randrange(8) for b in cut[:1]) + cut[1:] + after,
                before + random.choice(SNIPPETS) + cut + after,
                before + cut * 2 + after,
                before + cut[::-1] + after,
                before,
                _lines_changed(random, raw),
            )
        )
    return raw


def _lines_changed(random: Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True) or [b""]
    n = random.randrange(len(lines))
    other = random.choice(random.choice(corpus()).splitlines(keepends=True))
    changed: tuple[list[bytes], ...] = (
        [],
        [lines[n]] * 2,
        [b"  " + lines[n]],
        [lines[n].lstrip()],
        [lines[n], other],
        [other],
    )
    return b"".join((*lines[:n], *random.choice(changed), *lines[n + 1 :]))


def _put(place: Place, value: Any) -> None:
    if place is not None:
        holder, n = place
        holder[n] = (holder[n][0], value) if isinstance(holder, Pairs) else value


def _other_scalar(random: Random, tree: Any, place: Place, value: Any) -> None:
    _put(place, random.choice(parts()[1]))


def _hostile(random: Random, tree: Any, place: Place, value: Any) -> None:
    _put(place, random.choice(HOSTILE))


def _other_of_that_key(random: Random, tree: Any, place: Place, value: Any) -> None:
    if place is not None and isinstance(place[0], Pairs):
        _put(place, _copied(random.choice(parts()[0].get(place[0][place[1]][0]) or [None])))


def _any_part(random: Random, tree: Any, place: Place, value: Any) -> None:
    _put(place, _copied(random.choice(parts()[0][random.choice(parts()[2])])))


def _more_keys(random: Random, tree: Any, place: Place, value: Any) -> None:
    """A key of the corpus with a value that it has somewhere, in any mapping."""
    if isinstance(value, Pairs):
        key = random.choice(parts()[2])
        value.insert(random.randrange(len(value) + 1), (key, _copied(random.choice(parts()[0][key]))))


def _other_key(random: Random, tree: Any, place: Place, value: Any) -> None:
    if isinstance(value, Pairs) and value:
        n = random.randrange(len(value))
        value[n] = (random.choice(parts()[2]), value[n][1])


def _deleted(random: Random, tree: Any, place: Place, value: Any) -> None:
    if place is not None:
        del place[0][place[1]]


def _twice(random: Random, tree: Any, place: Place, value: Any) -> None:
    """A list's item, or a key of a mapping, a second time."""
    if place is not None:
        place[0].insert(place[1], _copied(place[0][place[1]]))


def _swapped(random: Random, tree: Any, place: Place, value: Any) -> None:
    other, its = random.choice([found for found in _walk(tree) if found[0] is not None])
    if not any(part is value for _, part in _walk(its)) and not any(part is its for _, part in _walk(value)):
        _put(place, its)
        _put(other, value)


def _wrapped(random: Random, tree: Any, place: Place, value: Any) -> None:
    _put(place, random.choice(([value], [value, value], Pairs([(random.choice(parts()[2]), value)]))))


def _nudged(random: Random, tree: Any, place: Place, value: Any) -> None:
    if isinstance(value, int) and not isinstance(value, bool):
        _put(place, value + random.choice((-1, 1, 10, -100, 5_000)))


CHANGES: tuple[Callable[[Random, Any, Place, Any], None], ...] = (
    _other_scalar, _other_scalar, _hostile, _other_of_that_key, _other_of_that_key, _other_of_that_key, _any_part,
    _more_keys, _more_keys, _other_key, _deleted, _twice, _swapped, _wrapped, _nudged,
)  # fmt: skip


def _copied(tree: Any) -> Any:
    if isinstance(tree, Pairs):
        return Pairs((key, _copied(value)) for key, value in tree)
    if isinstance(tree, tuple):
        return (tree[0], _copied(tree[1]))
    return [_copied(value) for value in tree] if isinstance(tree, list) else tree


def _written(tree: Any, lines: bool, depth: int = 0) -> str:
    """A tree as flow YAML, on one line or each part on its own."""
    between = ",\n" + "  " * depth if lines else ", "
    if isinstance(tree, Pairs):
        inner = (f"{json.dumps(key)}: {_written(value, lines, depth + 1)}" for key, value in tree)
        return f"{{{between.join(inner)}}}"
    if isinstance(tree, dict):
        return _written(_pairs(tree), lines, depth)
    if isinstance(tree, list):
        return f"[{between.join(_written(value, lines, depth + 1) for value in tree)}]"
    return json.dumps(tree, ensure_ascii=depth % 2 == 0)


def read_and_run(text: str, file: str = "damaged.turn.yaml") -> str:
    """Does all that is done with a scenario file; what it was refused with, or an empty text.

    Whatever is raised but an ``InputError`` with a place is a finding.
    """
    try:
        for scenario in parse_scenarios(text, file):
            for edition in scenario.editions[:2]:
                recording = run_scenario(scenario, edition)
                failures = judge(scenario, recording)
                _tell(recording)
                assert all(line.isprintable() for failure in failures for line in str(failure).split("\n"))
                assert all(failure.line and failure.column for failure in failures)
    except InputError as error:
        return _checked(error, text, file)
    return ""


def _checked(error: InputError, text: str, file: str) -> str:
    """What an error says, or each of several: on one line, of a place that is there."""
    for one in error.errors if isinstance(error, InputErrors) else (error,):
        _check_one(one, text, file)
    assert len(str(error).splitlines()) <= MOST_TOLD + 1
    return str(error)


def _check_one(error: InputError, text: str, file: str) -> None:
    assert error.file == file, f"an error without a file: {error}"
    assert 1 <= error.line <= len(text.splitlines()) + 1, f"an error at a line that is not there: {error}"
    assert error.column >= 1, f"an error without a column: {error}"
    assert str(error).isprintable()
    assert len(str(error)) <= LONGEST


def _tell(recording: Recording) -> None:
    """All that is made of a recording: texts, the trace, notation, what was to come (everywhere, if it is short)."""
    assert all(line.isprintable() for line in play_by_play(recording, everything=True))
    trace = read_trace("\n".join(trace_lines(recording, schedule=len(recording) < SHORT)))
    assert len(trace.events) == len(recording)
    for graph in recording.graphs.values():
        parse_turn(print_turn(graph), graph.edition.id)
    assert list(schedule_lines(recording.final))
