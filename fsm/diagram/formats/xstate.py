"""XState 5: the machine of a diagram as the configuration that ``createMachine`` and Stately take.

Guards are named, and given by whoever runs it::

    import { createActor, setup } from "xstate";
    const table = { passed: true, stack: 0 };
    const machine = setup({
      guards: {
        all_passed_and_stack_empty: () => table.passed && table.stack === 0,
        all_passed_and_not_stack_empty: () => table.passed && table.stack > 0,
        needs_priority: () => false,
      },
    }).createMachine(config);
    createActor(machine).start().send({ type: "advance" });
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...turn.machine import OVER, SEPARATOR, TRIGGER

if TYPE_CHECKING:
    from .chart import Chart, Move, State
    from .facts import Facts


def xstate(chart: Chart) -> str:
    """Write the machine as JSON."""
    states = {state.name: {"id": state.name, **_node(state)} for state in chart.states}
    config = {"id": "turns", "initial": chart.states[0].name, "states": states}
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def _node(state: State) -> dict[str, Any]:
    node: dict[str, Any] = {}
    if state.kind in ("parallel", "final"):
        node["type"] = state.kind
    if state.facts:
        node |= _told(state.facts)
    if state.kind == "compound":
        node["initial"] = state.children[0].name
    if state.kind == "parallel":
        node["onDone"] = {"target": f"#{OVER}"}
    if state.children:
        node["states"] = {child.name: _node(child) for child in state.children}
    if state.moves:
        moves = [_move(move) for move in state.moves]
        node["on"] = {TRIGGER: moves if len(moves) > 1 else moves[0]}
    return node


def _told(facts: Facts) -> dict[str, Any]:
    """Say what a state is: in words, which Stately shows, by tags, and all of it as ``meta``."""
    inserted = f"inserted by {by}" if (by := facts.get("inserted_by")) else "inserted" if facts.get("inserted") else ""
    parts = (facts["label"], facts["rule"], inserted or facts.get("extra", ""))
    tags = {"tags": ["inserted"]} if inserted else {}
    return {"description": " · ".join(str(part) for part in parts if part), **tags, "meta": facts}


def _move(move: Move) -> dict[str, str]:
    target = {"target": "#" + move.target.replace(SEPARATOR, ".")}
    names = [name if wanted else f"not_{name}" for name, wanted in move.guards]
    return {**target, "guard": "_and_".join(names)} if names else target
