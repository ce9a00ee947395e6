"""XState 5: the machine of a diagram as the configuration that ``createMachine`` and Stately take.

``meta.guards`` lists what its host has to answer, and when each of them holds. The guard of a
move is one or several of these, joined by ``_and_``, with ``not_`` before what must not hold::

    import { createActor, setup } from "xstate";
    const answers = { all_passed: true, stack_empty: true };
    const holds = (name) => () =>
      name.split("_and_").every((one) =>
        one.startsWith("not_") ? !answers[one.slice(4)] : Boolean(answers[one]));
    const guards = Object.fromEntries(config.meta.named.map((name) => [name, holds(name)]));
    const machine = setup({ guards }).createMachine(config);
    createActor(machine).start().send({ type: "advance" });
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...turn import Transition
from ...turn.chart import TRIGGER
from ...turn.transition import OVER, SEPARATOR
from ..model import Picture
from .chart import ExportChart, ExportState, Facts, asked


def xstate(chart: ExportChart, picture: Picture | None = None) -> str:
    """Write the machine as JSON; ``meta.differences`` are those of two editions, what matters most first."""
    states = {state.name: {"id": state.name, **_node(state)} for state in chart.states}
    meta: dict[str, Any] = {
        "guards": asked(chart),
        "named": sorted({_guard(move) for move in chart.transitions() if move.guards}),
    }
    if picture is not None and (picture.headline or picture.aside):
        meta["differences"] = list(_differences(picture))
    config = {"id": "turns", "initial": chart.states[0].name, "meta": meta, "states": states}
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def _differences(picture: Picture) -> Iterator[dict[str, Any]]:
    for rank, note in enumerate(picture.headline, 1):
        yield {
            "rank": rank,
            "what": note.lead.removeprefix(f"{note.letter} "),
            "says": note.text,
            "rule": note.rule,
        }
    yield from ({"what": note.lead, "says": note.text} for note in picture.aside)


def _node(state: ExportState) -> dict[str, Any]:
    node: dict[str, Any] = {}
    if state.kind in ("parallel", "final"):
        node["type"] = state.kind
    if state.facts:
        node |= _described(state.facts)
    if state.kind == "compound":
        node["initial"] = state.children[0].name
    if state.kind == "parallel":
        node["onDone"] = {"target": f"#{OVER}"}
    if state.children:
        node["states"] = {child.name: _node(child) for child in state.children}
    if state.transitions:
        moves = [_move(move) for move in state.transitions]
        node["on"] = {TRIGGER: moves if len(moves) > 1 else moves[0]}
    return node


def _described(facts: Facts) -> dict[str, Any]:
    """Say what a state is: in words, which Stately shows, by tags, and all of it as ``meta``."""
    inserted = f"inserted by {by}" if (by := facts.get("inserted_by")) else "inserted" if facts.get("inserted") else ""
    parts = (facts["label"], facts["rule"], inserted or facts.get("extra", ""))
    tags = {"tags": ["inserted"]} if inserted else {}
    return {"description": " · ".join(str(part) for part in parts if part), **tags, "meta": facts}


def _move(move: Transition) -> dict[str, str]:
    target = {"target": "#" + move.target.replace(SEPARATOR, ".")}
    return {**target, "guard": _guard(move)} if move.guards else target


def _guard(move: Transition) -> str:
    return "_and_".join(name if wanted else f"not_{name}" for name, wanted in move.guards)
