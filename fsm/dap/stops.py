"""Where to stop: breakpoints of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..debugger.breakpoints import HIT
from ..errors import FsmError
from ..words import shown
from .adapter import Adapter, request
from .arguments import Arguments, Refused


@request("setBreakpoints")
def set_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Breakpoints at lines of the scenario."""
    asked = [(line_of(adapter, said), Wanted(said)) for said in arguments.parts("breakpoints")]
    if not is_same(arguments.part("source").text("path", ""), adapter.chain()[0].scenario.file):
        why = {"verified": False, "message": "this is not the scenario that is debugged", "reason": "failed"}
        return {"breakpoints": [why for _ in asked]}
    renew(adapter, "lines")
    return {"breakpoints": [stop_at(adapter, "lines", str(line), wanted) for line, wanted in asked]}


@request("setFunctionBreakpoints")
def set_function_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Breakpoints at steps, addresses, rules, kinds of events and cards."""
    asked = [(said.short("name"), Wanted(said)) for said in arguments.parts("breakpoints")]
    renew(adapter, "functions")
    return {"breakpoints": [stop_at(adapter, "functions", name, wanted) for name, wanted in asked]}


@request("setExceptionBreakpoints")
def set_exception_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """What else play is to stop at."""
    options = arguments.parts("filterOptions")
    asked = [(name, "") for name in arguments.texts("filters")]
    asked += [(option.text("filterId"), option.text("condition", "")) for option in options]
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
    name, number = arguments.text("name"), arguments.whole("variablesReference", 0)
    text = adapter.values.parent(number, name) if number else name
    try:
        adapter.session.compile(text or name)(adapter.session.names())
    except FsmError as error:
        return {"dataId": None, "description": shown(str(error), 200)}
    return {"dataId": text, "description": f"{text} changes", "accessTypes": ["write"]}


@request("setDataBreakpoints")
def set_data_breakpoints(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """Stops whenever a value changes."""
    asked = [said.text("dataId") for said in arguments.parts("breakpoints")]
    renew(adapter, "data")
    found = []
    for text in asked:
        try:
            made = adapter.session.watch(text)
        except FsmError as error:
            found.append({"verified": False, "message": shown(str(error), 300)})
            continue
        adapter.made["data"].append(made.number)
        found.append({"id": made.number, "verified": True})
    return {"breakpoints": found}


@request("breakpointLocations")
def breakpoint_locations(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The lines from which anything came."""
    first = line_of(adapter, arguments)
    last = max(arguments.whole("endLine", 0) + 1 - adapter.first_line, first)
    lines = sorted({frame.line for frame in adapter.session.recording if first <= frame.line <= last})
    return {"breakpoints": [{"line": adapter.line(line)} for line in lines]}


def renew(adapter: Adapter, category: str) -> None:
    """Removes the breakpoints of an earlier request of the same kind: each replaces them all."""
    for number in adapter.made.pop(category, []):
        for session in adapter.chain():
            if number in session.breakpoints or number in session.watches:
                session.remove(number)
    adapter.made[category] = []


class Wanted:
    """When a breakpoint is to stop, or what it is to say instead."""

    def __init__(self, said: Arguments) -> None:
        self.hits, self.condition = said.short("hitCondition", "").strip(), said.text("condition", "")
        self.log = said.short("logMessage", "")


def line_of(adapter: Adapter, said: Arguments) -> int:
    """A line as we count, from 1."""
    return said.whole("line") + 1 - adapter.first_line


def is_same(path: str, file: str) -> bool:
    """Whether two paths name one file, also on a system on which upper and lower case are the same."""
    try:
        return bool(path) and (Path(path).resolve() == Path(file).resolve() or Path(path).samefile(file))
    except (OSError, ValueError, RuntimeError):
        return False


def stop_at(adapter: Adapter, category: str, place: str, wanted: Wanted) -> dict[str, Any]:
    """A breakpoint as the client asks for it; not verified, with the reason, if nothing can stop there."""
    try:
        if wanted.hits and not HIT.match(wanted.hits):
            raise Refused(f"{shown(wanted.hits, 40)!r} is not a count; write 3, >= 3 or % 3")
        session = adapter.chain()[0] if category == "lines" else adapter.session
        made = session.stop_at(place, wanted.condition)
    except FsmError as error:
        return {"verified": False, "message": shown(str(error), 300), "reason": "failed"}
    made.hit_condition, made.log = wanted.hits, wanted.log
    adapter.made[category].append(made.number)
    return adapter.breakpoint_body(made)
