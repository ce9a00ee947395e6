"""Where the package obeys the topics of rules: the functions that say so, and the rewrite rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from ..edition.topics import OBEYED

ROOT = Path(__file__).parents[1]
ROOMS = ("cards", "game", "turn")
"""The rooms that play; pictures and reports only cite what these do."""

Places = Mapping[str, tuple[str, ...]]
"""The places of each topic, as ``file:line``."""


@cache
def places() -> Places:
    """Where the package obeys each topic, by files and lines."""
    found: dict[str, set[tuple[str, int]]] = {}
    for room in ROOMS:
        for module in walk_packages([str(ROOT / room)], f"{ROOT.name}.{room}."):
            import_module(module.name)  # its functions say their topics as it is loaded
    for topic, file, line in (*_functions(), *_rewrites()):
        if file.is_relative_to(ROOT):
            found.setdefault(topic, set()).add((file.relative_to(ROOT.parent).as_posix(), line))
    return {topic: tuple(f"{file}:{line}" for file, line in sorted(there)) for topic, there in found.items()}


def _functions() -> Iterator[tuple[str, Path, int]]:
    for topic, functions in OBEYED.items():
        for function in functions:
            yield topic.name, Path(function.__code__.co_filename), function.__code__.co_firstlineno


def _rewrites() -> Iterator[tuple[str, Path, int]]:
    from ..turn import rotation, rules

    for name, rewrites in ((rules.__file__, rules.REWRITES), (rotation.__file__, rotation.TURN_REWRITES)):
        file = Path(name)
        rows = file.read_text(encoding="utf-8").splitlines()
        for rule in rewrites.values():
            yield rule.topic, file, next(n for n, row in enumerate(rows, 1) if f'name="{rule.name}"' in row)
