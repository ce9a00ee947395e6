"""Where to stop: breakpoints of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..debugger.breakpoints import HIT
from ..errors import FsmError
from ..words import shown
from .adapter import Adapter, Arguments, Refused, request


def listed(given: Any) -> Sequence[dict[str, Any]]:
    """A list of mappings; ``Refused`` if it is something else."""
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(item, dict) for item in given) or len(given) > 1000:
        raise Refused("expected a list of breakpoints, at most 1,000")
    return given


@request("setBreakpoints")
def set_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Breakpoints at lines of the scenario."""
    path = (arguments.get("source") or {}).get("path")
    asked = listed(arguments.get("breakpoints"))
    file = adapter.chain()[0].scenario.file
    if not isinstance(path, str) or Path(path).resolve() != Path(file).resolve():
        why = {"verified": False, "message": "this is not the scenario that is debugged", "reason": "failed"}
        return {"breakpoints": [why for _ in asked]}
    renew(adapter, "lines")
    places = [str(int(said["line"]) + 1 - adapter.first_line) for said in asked]
    found = [stop_at(adapter, "lines", place, said) for place, said in zip(places, asked, strict=True)]
    return {"breakpoints": found}


@request("setFunctionBreakpoints")
def set_function_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Breakpoints at steps, addresses, rules, kinds of events and cards."""
    asked = listed(arguments.get("breakpoints"))
    renew(adapter, "functions")
    return {"breakpoints": [stop_at(adapter, "functions", str(said["name"]), said) for said in asked]}


@request("setExceptionBreakpoints")
def set_exception_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """What else play is to stop at."""
    options = listed(arguments.get("filterOptions"))
    asked = [(str(name), "") for name in arguments.get("filters") or []]
    asked += [(str(option.get("filterId")), str(option.get("condition") or "")) for option in options]
    adapter.session.filters = {}
    return {"breakpoints": [caught(adapter, name, condition) for name, condition in asked]}


def caught(adapter: Adapter, name: str, condition: str) -> dict[str, Any]:
    """Whether a filter is set: not verified, with the reason, if it or its condition is unknown."""
    try:
        adapter.session.catch(name, condition)
    except FsmError as error:
        return {"verified": False, "message": shown(str(error), 300), "reason": "failed"}
    return {"verified": True}


@request("dataBreakpointInfo")
def data_breakpoint_info(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """How a variable can be watched."""
    name, number = str(arguments["name"]), int(arguments.get("variablesReference") or 0)
    text = adapter.values.parent(number, name) if number else name
    try:
        adapter.session.compile(text or name)(adapter.session.names())
    except FsmError as error:
        return {"dataId": None, "description": shown(str(error), 200)}
    return {"dataId": text, "description": f"{text} changes", "accessTypes": ["write"]}


@request("setDataBreakpoints")
def set_data_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Stops whenever a value changes."""
    asked = listed(arguments.get("breakpoints"))
    renew(adapter, "data")
    found = []
    for said in asked:
        try:
            made = adapter.session.watch(str(said["dataId"]))
        except FsmError as error:
            found.append({"verified": False, "message": shown(str(error), 300)})
            continue
        adapter.made["data"].append(made.number)
        found.append({"id": made.number, "verified": True})
    return {"breakpoints": found}


@request("breakpointLocations")
def breakpoint_locations(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The lines from which anything came."""
    first = int(arguments["line"]) + 1 - adapter.first_line
    last = int(arguments.get("endLine") or arguments["line"]) + 1 - adapter.first_line
    lines = sorted({frame.line for frame in adapter.session.recording if first <= frame.line <= last})
    return {"breakpoints": [{"line": adapter.line(line)} for line in lines]}


def renew(adapter: Adapter, category: str) -> None:
    """Removes the breakpoints of an earlier request of the same kind: each replaces them all."""
    for number in adapter.made.pop(category, []):
        for session in adapter.chain():
            if number in session.breakpoints or number in session.watches:
                session.remove(number)
    adapter.made[category] = []


def stop_at(adapter: Adapter, category: str, place: str, said: dict[str, Any]) -> dict[str, Any]:
    """A breakpoint as the client asks for it; not verified, with the reason, if nothing can stop there."""
    try:
        hits = str(said.get("hitCondition") or "")
        if hits and not HIT.match(hits):
            raise Refused(f"{shown(hits, 40)!r} is not a count; write 3, >= 3 or % 3")
        session = adapter.chain()[0] if category == "lines" else adapter.session
        made = session.stop_at(place, str(said.get("condition") or ""))
    except FsmError as error:
        return {"verified": False, "message": shown(str(error), 300), "reason": "failed"}
    made.hit_condition, made.log = hits, str(said.get("logMessage") or "")
    adapter.made[category].append(made.number)
    return adapter.told(made)
