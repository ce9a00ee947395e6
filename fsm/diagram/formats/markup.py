"""The markup of ``transitions``, from which its ``HierarchicalMarkupMachine`` is built again.

Our names hold underscores, so the machine that reads it parts paths with slashes::

    class SlashState(NestedState):
        separator = "/"

    class SlashMachine(HierarchicalMarkupMachine):
        state_cls = SlashState

    machine = SlashMachine(markup=json.loads(text))
    machine.add_model(model)  # answers the guards that the name of the machine lists
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...turn.chart import TRIGGER
from .chart import asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .chart import ExportChart, ExportMove, ExportState


def markup(chart: ExportChart) -> str:
    """Write the machine as JSON; all transitions are at the root, with full paths."""
    whole = {
        "name": f"turns; a model answers {', '.join(asked(chart))}",
        "initial": chart.states[0].name,
        "auto_transitions": False,
        "send_event": False,
        "queued": False,
        "states": [_state(state) for state in chart.states],
        "transitions": [transition for state in chart.states for transition in _transitions(state)],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _state(state: ExportState) -> dict[str, Any]:
    described: dict[str, Any] = {"name": state.name}
    if state.kind == "final":
        described["final"] = True
    if state.kind == "parallel":
        described["parallel"] = [_state(child) for child in state.children]
    elif state.children:
        described["initial"] = state.children[0].name
        described["children"] = [_state(child) for child in state.children]
    return described


def _transitions(state: ExportState) -> Iterator[dict[str, Any]]:
    for move in state.moves:
        yield _transition(state.path, move)
    for child in state.children:
        yield from _transitions(child)


def _transition(source: str, move: ExportMove) -> dict[str, Any]:
    transition: dict[str, Any] = {"trigger": TRIGGER, "source": source, "dest": move.target}
    for name, answer in (("conditions", True), ("unless", False)):
        guards = [guard for guard, wanted in move.guards if wanted is answer]
        if guards:
            transition[name] = guards
    return transition
