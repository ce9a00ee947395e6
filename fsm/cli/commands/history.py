"""``fsm history``: how the turn changed since 1993, and the answer to a scenario."""

from __future__ import annotations

import shutil
import sys

import click

from ...errors import InputError
from ..common import LIMIT, option, scenarios
from ..streams import echo, echo_error
from ..values import CHANGED, COMPARED, MOMENT


@click.command()
@click.argument("what", metavar="[FILE | DAY | EDITION]", type=CHANGED, default="")
@option("--by WORD", "Compare turns, steps, state, events or expect; without it, turns, steps and state.", COMPARED)
@option("--from DAY", "List changes from this day on, or from this year, month or edition.", MOMENT, name="first")
@option("--to DAY", "List changes up to this day, or to the end of this year or month.", MOMENT, name="last")
@LIMIT
def history(what: str, by: str | None, first: str | None, last: str | None, limit: int) -> None:
    """Tell when the turn changed, or the answer to a scenario.

    A scenario FILE is run under every edition since 1999, and the days are told on which its answer changed: the turns,
    their steps, or the state at the end. What decided it is found by trying: of what differs in two editions, the least
    that turns one answer into the other. --by events compares every event, --by expect what the file expects.

    Without FILE, each change since 1993 has one line: its day, its kind, what holds since then, and the set it came
    with. A year or a month lists its changes. With a DAY, such as 2009-07-11, or an EDITION, all that changed then is
    told in full: what held before, the numbers of the rules before and since, and the scenarios that show it, with the
    commands that run them. If nothing changed on that day, the last change before it is told. The exit code is 1 if a
    list has nothing.
    """
    from ...edition import hole, points
    from ...history.points import between, days_of, is_moment, is_time, list_points, told_day

    width = shutil.get_terminal_size((100, 24)).columns
    if what and (first or last):
        raise InputError("--from and --to list changes; name no day or file beside them")
    if what and not is_moment(what):
        _answers(what, by or "all", limit, width)
        return
    if by:
        raise InputError("--by compares the runs of a scenario; name its file")
    if what and not is_time(what):
        if unknown := hole(what):
            echo_error(f"fsm: {unknown}")
        echo("\n".join(told_day(what, width)))
        return
    since, until = what or first, what or last
    begin = days_of(since)[0] if since else points()[0].day
    end = days_of(until)[1] if until else points()[-1].day
    if end < begin:
        raise InputError(f"--from {first} is later than --to {last}; name the earlier day first")
    found = between(begin, end)
    if not found:
        echo_error(f"nothing changed from {begin} to {end}; fsm history {end} tells the last change before")
        sys.exit(1)
    echo("\n".join(list_points(found, width)))


def _answers(what: str, by: str, limit: int, width: int) -> None:
    """Tells when the answers of the scenarios of a file changed, and what decided it."""
    from ...game import LIMITS
    from ...history import history_lines, history_of
    from ...library import find_scenario

    for n, scenario in enumerate(scenarios(find_scenario(what))):
        found = history_of(scenario, by, limits=LIMITS.times(limit))
        echo("\n" * bool(n) + "\n".join(history_lines(found, by, width)))
