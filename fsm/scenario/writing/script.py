"""Writes the actions of players as the script of a scenario that reproduces them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ...edition import is_file
from ...files import relative
from ...game import State, default_action
from ...game.state.decision import Priority
from ...shape import read
from ..model import ActRef
from ..reading.reader import Scenario
from ..running.actions import asks
from .acts import written

Deed = tuple[State, int, Any]
"""A state with an open decision, the seat of the player who answered it, and the act of a script."""


def as_scenario(
    scenario: Scenario, name: str, edition: str, deeds: Sequence[Deed], more: Mapping[str, Any] | None = None
) -> str:
    """The text of a scenario with the actions of players as its script, without default actions.

    It begins like ``scenario``; ``more`` are its keys after the script.
    """
    data = {key: value for key, value in scenario.document.data.items() if key not in _RESULT}
    data["name"] = name[:200]
    data["edition"] = edition
    data["script"] = entries(deeds)
    data |= more or {}
    return scenario_text(data)


def as_file(scenario: Scenario, edition: str, folder: Path) -> str:
    """The text of a what-if run for a file in a folder: the path of an edition file is relative to it."""
    data = scenario.document.data
    if is_file(edition):
        path = Path(relative(edition, folder)).as_posix()
        data = data | {"edition": path if is_file(path) else f"./{path}"}
    return scenario_text(data)


def scenario_text(data: dict[str, Any]) -> str:
    """A scenario file from its data."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)


_RESULT = ("expect", "expect_in", "rules", "rulings", "about", "script", "until", "edition", "explore")
"""The keys of a scenario that do not belong to its setup."""


def entries(deeds: Sequence[Deed]) -> list[dict[str, Any]]:
    """The entries of a script: one for each place and each top object of the stack.

    Default actions are left out, unless the player's next action would then come too early.
    """
    kept: list[Deed] = []
    for state, seat, said in reversed(deeds):
        if said != written(state, default_action(state)) or (kept and _too_early(state, *kept[-1])):
            kept.append((state, seat, said))
    found: list[dict[str, Any]] = []
    for state, seat, said in reversed(kept):
        name, head = state.name(seat), _head(state)
        if found and list(found[-1])[-1] == name and all(found[-1].get(key) == head.get(key) for key in _HEAD):
            found[-1][name].append(said)
        else:
            found.append(head | {name: [said]})
    return found


_HEAD = ("at", "responding_to")


def _head(state: State) -> dict[str, Any]:
    top = state.stack[-1].name if state.stack and isinstance(state.decision, Priority) else None
    return {"at": state.address} | ({"responding_to": top} if top is not None else {})


def _too_early(state: State, later: State, seat: int, said: Any) -> bool:
    """Whether the script would perform a later action of a player in this state already."""
    if said == "concede":
        return state.address == later.address
    decision = state.decision
    if decision is None or decision.player != seat or _head(state) != _head(later):
        return False
    return asks(decision, read(ActRef, said))
