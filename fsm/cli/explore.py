"""``fsm explore``: every way that the open choices of a scenario can go."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ..files import STANDARD, output_name, write_file
from .common import EDITION, edition_id, scenarios
from .streams import tell, tell_error

if TYPE_CHECKING:
    from ..exploring import Explored, Finding
    from ..exploring.search import Progress
    from ..scenario import Scenario


@click.command()
@click.argument("file")
@EDITION
@click.option("--scenario", "which", metavar="NAME", default="", help="Which scenario of the file, by name or number.")
@click.option(
    "--states", type=click.IntRange(1, 100_000_000), default=100_000, metavar="N", help="At most N states (100,000)."
)
@click.option(
    "--depth", type=click.IntRange(1, 1_000_000), default=10_000, metavar="N", help="At most N actions deep (10,000)."
)
@click.option("--seconds", type=click.FloatRange(0.01), metavar="S", help="At most S seconds.")
@click.option("-o", "--output", metavar="OUT", help="Write the way of the first statement that fails to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
def explore(
    file: str,
    edition: str | None,
    which: str,
    states: int,
    depth: int,
    seconds: float | None,
    output: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Walk every way that the open choices of a scenario FILE can go, the shortest ways first.

    Under explore: the file says which choices are open (choose:, by default all) and what holds: always:, never:,
    reachable:. The exit code is 1 if a statement does not hold, and the shortest counterexample is printed as a
    scenario that fsm debug opens; with -o it is written to a file. scenarios/EXPLORING.md explains it.
    """
    from ..exploring import Bounds, explored_json, explored_lines
    from ..exploring import explore as explore_scenario

    target = output_name(output, file) if output is not None else None
    scenario = _scenario(file, edition, which)
    bounds = Bounds(states, depth, seconds)
    found = []
    for id in [edition_id(edition)] if edition else scenario.editions:
        found.append(explore_scenario(scenario, id, bounds, None if quiet else _progress))
        if not as_json and target != STANDARD:
            tell("\n".join(explored_lines(found[-1])))
    if as_json:
        import json

        tell(json.dumps([explored_json(one) for one in found], indent=2, ensure_ascii=False))
    _write(found, target, as_json)
    sys.exit(0 if all(one.holds for one in found) else 1)


def _scenario(file: str, edition: str | None, which: str) -> Scenario:
    from ..scenario import choose_scenario

    return choose_scenario(scenarios(file, edition), which)


def _progress(progress: Progress) -> None:
    from ..exploring.report import progress_line

    tell_error(progress_line(progress))


def _write(found: list[Explored], target: str | None, as_json: bool) -> None:
    """Writes the way of the first statement that fails, or else of the first that is reached."""
    ways = [finding for one in found for finding in one.findings if finding.way]
    first: Finding | None = min(ways, key=lambda finding: finding.holds, default=None)
    if target is not None:
        if first is None:
            raise InputError("no statement has a way that could be written; nothing was written", target)
        write_file(target, first.way.encode())
    elif first is not None and not first.holds and not as_json:
        tell(f"\n{first.way}".rstrip())
