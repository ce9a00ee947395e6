"""SCXML 1.0: the machine of a diagram as a document that any SCXML engine runs.

The guards of the machine are data that the events keep up: ``put_on_stack`` (a spell, an
ability, a trigger that waits), ``pass`` (one player passes) and ``advance`` (the next thing
happens). ``players`` is how many of them have to pass in succession.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ...turn.machine import OVER, SEPARATOR, TRIGGER
from ..naming import element_id
from .chart import TOGETHER

if TYPE_CHECKING:
    from .chart import Chart, Move, State
    from .facts import Facts

NAMESPACE = "http://www.w3.org/2005/07/scxml"
OWN = "urn:turn-structure:1.0"
"""The namespace of what we say of a state beyond SCXML: its name, its rule, who inserted it."""

PLAYERS = 2

_GUARDS = {
    "all_passed": "{0}passed >= players",
    "stack_empty": "{0}stack == 0",
    "needs_priority": "{0}stack > 0",
}
"""What each guard says of the data; ``{0}`` is the turn's own prefix. Python reads this ECMAScript alike."""

_START = {"passed": "0", "stack": "0", **_GUARDS}
_EVENTS = {
    "pass": {"passed": "{0}passed + 1", **_GUARDS},
    "put_on_stack": {"stack": "{0}stack + 1", "passed": "0", **_GUARDS},
}
_PRIORITY = {"passed": "0", **_GUARDS}
_RESOLVED = {"stack": "{0}stack - 1", **_GUARDS}


def scxml(chart: Chart) -> str:
    """Write the machine as an SCXML document."""
    root = ET.Element("scxml", {"xmlns": NAMESPACE, "xmlns:turn": OWN, "version": "1.0", "datamodel": "ecmascript"})
    root.set("initial", _id(chart.states[0].path))
    data = {"players": str(PLAYERS)}
    # turns side by side have each a stack and passes of their own
    prefixes = [_prefix(turn) for turn in chart.states[0].children] if chart.together else [""]
    data |= {prefix + name: value.format(prefix) for prefix in prefixes for name, value in _START.items()}
    model = ET.SubElement(root, "datamodel")
    for name, value in data.items():
        ET.SubElement(model, "data", {"id": name, "expr": value})
    for state in chart.states:
        _add(root, state, "")
    ET.indent(root)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{ET.tostring(root, encoding='unicode')}\n"


def _add(above: ET.Element, state: State, prefix: str) -> None:
    tag = {"final": "final", "parallel": "parallel"}.get(state.kind, "state")
    element = ET.SubElement(above, tag, {"id": _id(state.path), **_attributes(state.facts or {})})
    if state.kind == "compound":
        element.set("initial", _id(state.children[0].path))
    if state.is_turn:
        for event, changes in _EVENTS.items():
            _assign(ET.SubElement(element, "transition", {"event": event}), changes, prefix)
    if state.kind == "parallel":
        ET.SubElement(element, "transition", {"event": f"done.state.{_id(state.path)}", "target": OVER})
    if state.kind == "atomic" and state.name == "priority":
        _assign(ET.SubElement(element, "onentry"), _PRIORITY, prefix)
    if state.kind == "atomic" and state.name == "resolving":
        _assign(ET.SubElement(element, "onexit"), _RESOLVED, prefix)
    if state.kind == "atomic" and state.name == "ending":  # a step that is ending takes nothing more
        ET.SubElement(element, "transition", {"event": "put_on_stack"})
    for move in state.moves:
        _add_move(element, move, prefix)
    for child in state.children:
        _add(element, child, _prefix(child) if state.kind == "parallel" else prefix)


def _prefix(turn: State) -> str:
    return turn.name.replace("-", "_") + "_"


def _add_move(element: ET.Element, move: Move, prefix: str) -> None:
    transition = ET.SubElement(element, "transition", {"event": TRIGGER, "target": _id(move.target)})
    if move.guards:
        conditions = (f"{prefix}{name}" if wanted else f"{prefix}{name} == false" for name, wanted in move.guards)
        transition.set("cond", " && ".join(conditions))


def _assign(element: ET.Element, changes: dict[str, str], prefix: str) -> None:
    for name, value in changes.items():
        ET.SubElement(element, "assign", {"location": prefix + name, "expr": value.format(prefix)})


def _attributes(facts: Facts) -> dict[str, str]:
    return {f"turn:{name}": "true" if fact is True else str(fact) for name, fact in facts.items()}


def _id(path: str) -> str:
    """Write a path as an XML id, as in the SVG: ``turn.combat-1.declare_attackers.priority``.

    Regions are named without what they are in: ``done.state.together.before`` would be taken
    for ``done.state.together``, since the name of an event stands for all that begin like it.
    """
    return element_id(path.removeprefix(f"{TOGETHER}{SEPARATOR}"))
