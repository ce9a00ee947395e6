"""Expectations from what happened: the turns, the steps that effects changed, and what the players have at the end."""

from __future__ import annotations

from typing import Any

import yaml

from ...errors import InputError
from ...game import State
from ...game.state.piles.pile import ENDLESS, Pile
from ...recording import Recording
from ...turn import TurnGraph
from ..judging.judge import judge
from ..reading.reader import Scenario, parse_scenarios
from ..running.runner import run_scenario
from .editing import HOW, WIDTH, end_of, parts_of

PILES = ("graveyard", "exile")


def what_happened(recording: Recording) -> dict[str, Any]:
    """The turns of a run, the steps of turns that effects changed, and who won or what the players have at the end.

    >>> from fsm import run_scenario
    >>> what_happened(run_scenario("relentless-assault"))["turns"]
    ['Ann']
    """
    changed = [turn for turn, graph in recording.graphs.items() if _is_changed(graph)]
    steps = {f"T{turn}": recording.graphs[turn].notation() for turn in changed}
    turns = [name for _, name in recording.turns]
    return {
        **({"turns": turns} if turns else {}),
        **({"steps": steps} if steps else {}),
        **_ending(recording),
    }


def _is_changed(graph: TurnGraph) -> bool:
    """Whether an effect inserted or skipped something."""
    return any(mark is not None and mark.by for node in graph.nodes.values() for mark in (node.inserted, node.skipped))


def _ending(recording: Recording) -> dict[str, Any]:
    final = recording.final
    if final.outcome is not None:
        winner = final.outcome.winner
        return {"winner": "nobody" if winner is None else final.name(winner)}
    first, last = recording.frames[0], recording.frames[-1]
    at = last.address if recording.turns else last.state.address  # before the first turn there is no step
    return {"state": {at: {"when": "ends", **_players(first.state, last.state)}}}


def _players(before: State, state: State) -> dict[str, Any]:
    """What the players have: their life, and the zones in which something is, or was when the game began."""
    return {name: _has(before, state, seat) for seat, name in enumerate(state.game.names)}


def _has(before: State, state: State, seat: int) -> dict[str, Any]:
    zones = {"battlefield": [sorted(p.card.name for p in at.permanents(seat)) for at in (before, state)]}
    zones |= {zone: [_names(getattr(at.players[seat], zone)) for at in (before, state)] for zone in PILES}
    return {"life": state.players[seat].life, **{zone: now for zone, (was, now) in zones.items() if was or now}}


def _names(pile: Pile) -> list[str]:
    """The names of the cards of a pile, the top one first."""
    return [str(name) for name, count in reversed(pile) for _ in range(min(count, ENDLESS))]


def with_expectations(text: str, file: str, number: int = 0, replace: bool = False) -> tuple[str, str]:
    """The text of a file in which a scenario of it, by its number from 0, expects what happens; and the new lines.

    All else in the file stays, comments too. ``InputError`` if the scenario expects something already, unless that is
    to be replaced, or if the file is written in a way in which nothing can be added.
    """
    scenario = parse_scenarios(text, file)[number]
    lines = text.splitlines(keepends=True)
    parts = parts_of(lines, scenario.document)
    old = [key for key in ("expect", "expect_in") if key in parts]
    if old and not replace:
        why = f"{old[0]}: says what is expected already; fsm test judges it, and --replace writes it anew"
        raise scenario.error(why, (old[0],), on_key=True)
    last = end_of(lines, scenario.document.line(("players",)))
    for part in sorted((parts[key] for key in old), key=lambda part: part.start, reverse=True):
        del lines[part.start : part.stop]
        last -= len(part)
    while not lines[last - 1].strip():
        last -= 1
    above, below = "".join(lines[:last]).rstrip("\n") + "\n", "".join(lines[last:])
    expected = _of_runs(above + below, scenario, number)
    added = yaml.safe_dump(expected, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=None)
    _check(above + added + below, scenario, number)
    return above + added + below, added


def _of_runs(text: str, scenario: Scenario, number: int) -> dict[str, Any]:
    """What is expected under all editions of a scenario, and what only under some."""
    bare = parse_scenarios(text, scenario.file)[number]
    found = {id: what_happened(run_scenario(bare, id)) for id in bare.editions}
    one, *others = found.values()
    shared = {key: value for key, value in one.items() if all(other.get(key) == value for other in others)}
    rest = {id: {key: value for key, value in of.items() if key not in shared} for id, of in found.items()}
    some = {id: own for id, own in rest.items() if own}
    return ({"expect": shared} if shared else {}) | ({"expect_in": some} if some else {})


def _check(text: str, scenario: Scenario, number: int) -> None:
    """``InputError`` if what is expected cannot stand there, or does not hold."""
    try:
        new = parse_scenarios(text, scenario.file)[number]
        failures = [str(failure) for id in new.editions for failure in judge(new, run_scenario(new, id))]
    except InputError:
        failures = [HOW]
    if failures:
        raise scenario.error(f"nothing can be added: {failures[0]}", ())
