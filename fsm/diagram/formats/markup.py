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
from typing import Any

from ...turn.chart import as_transition
from .chart import ExportChart, ExportState, asked


def markup(chart: ExportChart) -> str:
    """Write the machine as JSON; all transitions are at the root, with full paths."""
    whole = {
        "name": f"turns; a model answers {', '.join(asked(chart))}",
        "initial": chart.states[0].name,
        "auto_transitions": False,
        "send_event": False,
        "queued": False,
        "states": [_state(state) for state in chart.states],
        "transitions": list(map(as_transition, chart.transitions())),
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
