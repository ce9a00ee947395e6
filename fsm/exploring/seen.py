"""What an exploration found, as one player sees it, or as everybody does: no script, and nothing that is hidden."""

from __future__ import annotations

from msgspec.structs import replace

from ..recording import play_by_play
from ..scenario import parse_scenarios, run_scenario
from .explored import Explored, Finding


def found_by(explored: Explored, viewer: str) -> Explored:
    """What was found, without what the file says, and with each way as the events that a player sees.

    ``viewer`` is a player's name, or ``nobody``; ``InputError`` if nobody has it.
    """
    return replace(explored, findings=tuple(_seen(finding, viewer) for finding in explored.findings))


def _seen(finding: Finding, viewer: str) -> Finding:
    if not finding.way:
        return replace(finding, says=finding.kind)
    (scenario,) = parse_scenarios(finding.way, finding.file)
    events = play_by_play(run_scenario(scenario).seen_by(viewer))
    return replace(finding, says=finding.kind, way="\n".join((*events, "")))
