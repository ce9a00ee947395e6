"""SCXML 1.0: the machine of a diagram as a document that any SCXML engine runs.

The guards of the machine are data that the events keep up: ``put_on_stack`` (a spell, an
ability, a trigger that waits), ``pass`` (one player passes), ``advance`` (the next thing
happens), ``no_attackers`` and ``second_damage`` (as the step of that name has it), ``end_turn``
and ``end_combat`` (what is resolving does so). A comment in the document lists the guards, and
when each of them holds. ``players`` is how many of them have to pass in succession.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ...turn import REWRITES, Transition
from ...turn.chart import TRIGGER
from ...turn.transition import OVER, SEPARATOR
from ..pictures.naming import element_id
from .chart import TOGETHER, ExportChart, ExportState, asked

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

_YES, _NO = "1 == 1", "1 == 0"
"""Truth as ECMAScript and Python write it alike."""

_RULES = [(rule.name, rule.when) for rule in REWRITES.values() if rule.when is not None]
_LATER = {when.guard.name: when.later.name for _, when in _RULES if when.later is not None}
_FLAGS = tuple(dict.fromkeys(when.guard.name for _, when in _RULES))
"""The guards that an event sets, or play that comes to a priority, until the step is left."""

_NOTHING = dict.fromkeys(_FLAGS, _NO)
_START = {"passed": "0", "stack": "0", **_GUARDS, **_NOTHING, **dict.fromkeys(_LATER.values(), _NO)}
_BY_RULES = [when for _, when in _RULES if when.maker == "rule"]
_EVENTS = {
    "pass": {"passed": "{0}passed + 1", **_GUARDS},
    "put_on_stack": {"stack": "{0}stack + 1", "passed": "0", **_GUARDS},
    **{when.guard.name: {when.guard.name: _YES} for when in _BY_RULES if when.state != "priority"},
}
_RESOLVING = {
    name: {**dict.fromkeys((guard, *([_LATER[guard]] if guard in _LATER else ())), _YES), "stack": "1", **_GUARDS}
    for guard, name in {when.guard.name: name for name, when in _RULES if when.maker == "effect"}.items()
}
"""What resolves and ends the turn or the combat is all that is left of the stack (724.1a)."""

_PRIORITY = {"passed": "0", **{when.guard.name: _YES for when in _BY_RULES if when.state == "priority"}, **_GUARDS}
_RESOLVED = {"stack": "{0}stack - 1", **_GUARDS}
_BY_STATE = {
    "priority": {"onentry": _PRIORITY},
    "resolving": {"onexit": _RESOLVED},
    "ending": {"onexit": _NOTHING},
}
"""What is done as play comes to a state of a step, or leaves it."""


def scxml(chart: ExportChart) -> str:
    """Write the machine as an SCXML document."""
    root = ET.Element("scxml", {"xmlns": NAMESPACE, "xmlns:turn": OWN, "version": "1.0", "datamodel": "ecmascript"})
    root.set("initial", _id(chart.states[0].path))
    data = {"players": str(PLAYERS)}
    # turns side by side have each a stack and passes of their own
    prefixes = [_prefix(turn) for turn in chart.states[0].children] if chart.together else [""]
    data |= {prefix + name: value.format(prefix) for prefix in prefixes for name, value in _START.items()}
    root.append(ET.Comment("".join(f"\n  {name}: {holds}" for name, holds in asked(chart).items()) + "\n"))
    model = ET.SubElement(root, "datamodel")
    for name, value in data.items():
        ET.SubElement(model, "data", {"id": name, "expr": value})
    for state in chart.states:
        _add(root, state, "")
    ET.indent(root)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{ET.tostring(root, encoding='unicode')}\n"


def _add(above: ET.Element, state: ExportState, prefix: str) -> None:
    tag = {"final": "final", "parallel": "parallel"}.get(state.kind, "state")
    facts = {f"turn:{name}": "true" if fact is True else str(fact) for name, fact in (state.facts or {}).items()}
    element = ET.SubElement(above, tag, {"id": _id(state.path), **facts})
    if state.kind == "compound":
        element.set("initial", _id(state.children[0].path))
    if state.is_turn:
        _assign(ET.SubElement(element, "onexit"), {"turn_ended": _NO}, prefix)
        _add_events(element, _EVENTS, prefix)
    if state.kind == "parallel":
        ET.SubElement(element, "transition", {"event": f"done.state.{_id(state.path)}", "target": OVER})
    if state.kind == "atomic":
        for moment, changes in _BY_STATE.get(state.name, {}).items():
            _assign(ET.SubElement(element, moment), changes, prefix)
    if state.kind == "atomic" and state.name == "resolving":
        _add_events(element, _RESOLVING, prefix)
    if state.kind == "atomic" and state.name == "ending":  # a step that is ending takes nothing more
        ET.SubElement(element, "transition", {"event": "put_on_stack"})
    for move in state.transitions:
        _add_move(element, move, prefix)
    for child in state.children:
        _add(element, child, _prefix(child) if state.kind == "parallel" else prefix)


def _prefix(turn: ExportState) -> str:
    return turn.name.replace("-", "_") + "_"


def _add_events(element: ET.Element, events: dict[str, dict[str, str]], prefix: str) -> None:
    for event, changes in events.items():
        _assign(ET.SubElement(element, "transition", {"event": event}), changes, prefix)


def _add_move(element: ET.Element, move: Transition, prefix: str) -> None:
    transition = ET.SubElement(element, "transition", {"event": TRIGGER, "target": _id(move.target)})
    if move.guards:
        conditions = (f"{prefix}{name}" if wanted else f"{prefix}{name} == false" for name, wanted in move.guards)
        transition.set("cond", " && ".join(conditions))


def _assign(element: ET.Element, changes: dict[str, str], prefix: str) -> None:
    for name, value in changes.items():
        ET.SubElement(element, "assign", {"location": prefix + name, "expr": value.format(prefix)})


def _id(path: str) -> str:
    """Write a path as an XML id, as in the SVG: ``turn.combat-1.declare_attackers.priority``.

    Regions are named without what they are in: ``done.state.together.before`` would be taken
    for ``done.state.together``, since the name of an event stands for all that begin like it.
    """
    return element_id(path.removeprefix(f"{TOGETHER}{SEPARATOR}"))
