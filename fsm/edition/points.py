"""The points in time at which the turn changed, since 1993: one for each single change."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec

from ..files import packaged_data
from .ids import days

PointKind = Literal["changes", "adds", "clarifies", "renumbers"]
Mark = Literal["added", "removed", "changed", "moved", "order"]

Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]


class Point(msgspec.Struct, frozen=True):
    """One change of the turn, or of what a turn does.

    ``day`` is that of the first text that has it, ``came_with`` the set it came with. ``says`` is what holds since
    then, and ``before`` what held until then. ``topics`` are those whose rules say it; ``settings``, what of the data
    of editions decides it. ``parts`` are the kinds of phases and steps where a picture marks it, or ``turn``: none if
    it is not about turns; ``mark`` is what becomes of them. ``scenarios`` show both sides, by folder and name;
    ``unshown`` says why none can. ``sure`` is ``text`` if it was read in a text of the rules.
    """

    day: Day
    came_with: Line = msgspec.field(name="with")
    kind: PointKind
    says: Line
    mark: Mark
    before: Text = ""
    topics: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    unshown: Text = ""
    sure: Literal["text", "memory"] = "text"


@cache
def points() -> tuple[Point, ...]:
    """All points, oldest first.

    >>> points()[0].day, [one.says for one in points() if one.day == "2002-02-20"]
    ('1993-08-05', ['Extra turns are added directly after the current turn: the newest is taken first.'])
    """
    return msgspec.convert(packaged_data("edition/data/history.toml")["points"], tuple[Point, ...])


def around(day: str) -> tuple[str, str]:
    """The ids of the last edition from before a day, and of the first one since then; empty if there is none.

    >>> around("2002-02-20"), around("2019-05-03"), around("1993-08-05")
    (('cr2001-07-23', 'cr2002-02-20'), ('cr2018-04-27', 'cr2019-07-12'), ('', 'cr1993-08-05'))
    """
    before = [id for id, first in days().items() if first < day]
    since = [id for id, first in days().items() if first >= day]
    return before[-1] if before else "", since[0] if since else ""
