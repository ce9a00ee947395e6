"""``fsm explore``: every way that the open choices of a scenario can go."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from ...files import STANDARD, output_name, write_file
from ...words import shown
from ..common import AS, EDITION, FILE, chosen, option, scenarios
from ..streams import echo, echo_error, echo_json
from ..values import FILE as OUTPUT

if TYPE_CHECKING:
    from ...exploring import Bounds, Explored, Finding
    from ...exploring.search import Progress
    from ...exploring.sharing import Workers
    from ...scenario import Scenario


@click.command()
@FILE
@EDITION
@option("--scenario NAME", "Which scenario of the file, by name or number.", name="which", default="")
@option("--states N", "At most N states (100,000).", click.IntRange(1, 100_000_000), default=100_000)
@option("--depth N", "At most N actions deep (10,000).", click.IntRange(1, 1_000_000), default=10_000)
@option("--seconds S", "At most S seconds.", click.FloatRange(0.01))
@option("-o --output OUT", "Write the way of the first statement that fails to this file.", OUTPUT)
@option("--perft N", "Count the different sequences of 1 to N steps.", click.IntRange(1, 1000))
@option("--processes N", "Share the work out to N processes.", click.IntRange(1, 1000))
@option("--dask ADDRESS", "Share the work out to the Dask cluster with this scheduler.")
@option("--json", "Print the result as JSON.", name="as_json")
@option("--quiet -q", "Show no progress.")
@AS
def explore(
    file: str, edition: str | None, which: str, states: int, depth: int, seconds: float | None, output: str | None,
    perft: int | None, processes: int | None, dask: str | None, as_json: bool, quiet: bool, viewer: str | None,
) -> None:  # fmt: skip
    """Walk every way that a scenario FILE leaves open.

    The shortest ways come first. Under explore: the file says which choices are open (choose:, by default all) and
    what holds: always:, never:, reachable:. The exit code is 1 if a statement does not hold, and the shortest
    counterexample is printed as a scenario that fsm debug opens; with -o it is written to a file. With --as it is
    told as that player sees it, and the script and what the statements say are not shown.
    docs/EXPLORING.md explains it.
    """
    from ...exploring import Bounds, explored_json, explored_lines, found_by
    from ...exploring import explore as explore_scenario
    from ...recording.viewed import check_viewer
    from ...scenario import choose_scenario

    target = output_name(output, file) if output is not None else None
    scenario = choose_scenario(scenarios(file, edition), which)
    if viewer is not None:
        check_viewer(scenario.players, viewer)
    bounds = Bounds(states, depth, seconds)
    ids = chosen(scenario, edition, every=True)
    if (perft is not None) + (processes is not None) + (dask is not None) > 1:
        raise click.UsageError("--perft, --processes and --dask do not go together; leave out all but one")
    if perft is not None:
        _perft(scenario, ids, perft, bounds, as_json)
        return
    found = []
    with _workers(processes, dask) as workers:
        for id in ids:
            explored = explore_scenario(scenario, id, bounds, None if quiet else _progress, workers=workers)
            found.append(explored if viewer is None else found_by(explored, viewer))
            if not as_json and target != STANDARD:
                echo("\n".join(explored_lines(found[-1])))
    if as_json:
        echo_json([explored_json(one) for one in found])
    _write(found, target, as_json)
    sys.exit(0 if all(one.holds for one in found) else 1)


def _workers(processes: int | None, dask: str | None) -> AbstractContextManager[Workers | None]:
    """Those who share the work, or nobody."""
    from ...exploring import Cluster, Processes

    if dask is not None:
        return Cluster(dask)
    return nullcontext() if processes is None else Processes(processes)


def _perft(scenario: Scenario, ids: Sequence[str], depth: int, bounds: Bounds, as_json: bool) -> None:
    """Prints the numbers of different sequences of steps by length, for each edition."""
    from ...exploring import perft

    counts = {id: perft(scenario, depth, id, bounds) for id in ids}
    if as_json:
        echo_json(counts)
        return
    for id, numbers in counts.items():
        echo(f"{scenario.name} ({id})")
        echo("  steps  sequences")
        echo("\n".join(f"  {n:>5}  {count:>9,}" for n, count in enumerate(numbers, 1) if count))


def _progress(progress: Progress) -> None:
    from ...exploring.report import progress_line

    echo_error(progress_line(progress))


def _write(found: list[Explored], target: str | None, as_json: bool) -> None:
    """Writes the way of the first statement that fails, or else of the first that is reached; or says there is none."""
    ways = [finding for one in found for finding in one.findings if finding.way]
    first: Finding | None = min(ways, key=lambda finding: finding.holds, default=None)
    if target is not None and first is None:
        echo_error(f"nothing was written to {shown(target)}: no statement has a way that could be written")
    elif target is not None and first is not None:
        write_file(target, first.way.encode())
    elif first is not None and not first.holds and not as_json:
        echo(f"\n{first.way}".rstrip())
