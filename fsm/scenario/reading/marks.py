"""How tests treat a scenario: its marks, the reasons to skip it or to expect that it fails, its golden trace."""

from __future__ import annotations

import re

import msgspec

from ...edition import beside
from ...shape import Path, ShapeError, describe
from ..model import WrittenScenario
from .numbers import not_run_under

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}\Z")
TAKEN = {
    "skip": "write skip: and the reason",
    "skipif": "write skip: and the reason, by edition",
    "xfail": "write xfail: and the reason",
    "parametrize": "name several editions",
    "usefixtures": "a scenario has no fixtures",
    "filterwarnings": "a scenario has no warnings",
}
"""The marks of pytest that a scenario cannot have, each with what to do instead."""


class Marks(msgspec.Struct, frozen=True):
    """The marks of a scenario, and by edition the reasons to skip it and to expect that it fails.

    ``golden``: its runs are compared with golden traces.
    """

    names: tuple[str, ...] = ()
    skip: dict[str, str] = {}
    xfail: dict[str, str] = {}
    golden: bool = False


def read_marks(raw: WrittenScenario, ids: tuple[str, ...], file: str) -> Marks:
    """The checked marks of a scenario that runs under these editions; ``ShapeError`` says what is wrong."""
    for n, name in enumerate(raw.marks):
        if not _NAME.match(name):
            raise ShapeError(f"found {describe(name)}, expected the name of a mark, such as slow", ("marks", n))
        if name in TAKEN:
            raise ShapeError(f"{name} is no mark of a scenario; {TAKEN[name]}", ("marks", n))
        if name in raw.marks[:n]:
            raise ShapeError(f"duplicate mark {describe(name)}; leave one out", ("marks", n))
    skip, xfail = (_reasons(said, ids, file, (key,)) for key, said in (("skip", raw.skip), ("xfail", raw.xfail)))
    return Marks(raw.marks, skip, xfail, raw.golden)


def _reasons(said: str | dict[str, str] | None, ids: tuple[str, ...], file: str, path: Path) -> dict[str, str]:
    """A reason by edition: a text is the reason under each."""
    if said is None:
        return {}
    reasons, found = said if isinstance(said, dict) else dict.fromkeys(ids, said), {}
    for id, reason in reasons.items():
        here = (*path, id) if isinstance(said, dict) else path
        if beside(id, file) not in ids and id not in ids:
            raise not_run_under(id, ids, here)
        if not reason.strip():
            raise ShapeError(f"{path[0]}: is empty; write the reason", here)
        found[id if id in ids else beside(id, file)] = reason.strip()
    if not found:
        raise ShapeError(f"{path[0]}: is empty; write the reason, or leave it out", path)
    return found
