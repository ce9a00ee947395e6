"""The life of a session: from the first greeting to its end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ..debugger import Session
from ..debugger.breakpoints import Stopped
from ..debugger.catching import FILTERS
from ..debugger.session_text import SessionText
from ..errors import MOST_TOLD, InputError, InputErrors
from ..game import LIMITS
from ..library import find_scenario
from ..recording.viewed import NOBODY
from ..words import shown
from .adapter import Adapter, request
from .arguments import Arguments, Refused

CAPABILITIES: dict[str, Any] = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsDataBreakpoints": True,
    "supportsEvaluateForHovers": True,
    "supportsStepBack": True,
    "supportsRestartFrame": True,
    "supportsRestartRequest": True,
    "supportsGotoTargetsRequest": True,
    "supportsCompletionsRequest": True,
    "supportsExceptionInfoRequest": True,
    "supportsExceptionFilterOptions": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsLoadedSourcesRequest": True,
    "supportsTerminateRequest": True,
    "exceptionBreakpointFilters": [
        {
            "filter": name,
            "label": says[0].upper() + says[1:],
            "default": name in ("failed", "refused"),
            "supportsCondition": True,
            "conditionDescription": "an expression, such as active == 'Bob'",
        }
        for name, says in FILTERS.items()
    ],
}


@request("initialize")
def initialize(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """What the adapter can do."""
    adapter.first_line = int(arguments.flag("linesStartAt1", True))
    adapter.first_column = int(arguments.flag("columnsStartAt1", True))
    return CAPABILITIES


@request("launch")
def launch(adapter: Adapter, arguments: Arguments) -> None:
    """Runs a scenario; the answer waits until the client has set its breakpoints."""
    program = arguments.text("program", "")
    if program in ("", "-"):
        raise Refused('launch needs "program": a scenario file (*.turn.yaml), or the name or number of a scenario')
    edition, which = arguments.text("edition", ""), arguments.name("scenario", "")
    viewer, limit = arguments.text("as", "") or adapter.viewer, arguments.whole("limit", 1, least=1)
    stop_on_entry, no_debug = arguments.flag("stopOnEntry", True), arguments.flag("noDebug")
    if adapter.viewer and viewer not in (adapter.viewer, NOBODY):
        raise Refused(f"this adapter was started with --as {shown(adapter.viewer)}, and shows what they see")
    if limit > 1000:
        raise Refused("limit is a number from 1 to 1000")
    try:
        adapter.current = Session.open(find_scenario(program), edition, which, LIMITS.times(limit), viewer)
    except InputError as error:
        tell_error(adapter, error)
        raise
    adapter.session.filters = dict.fromkeys(("failed", "refused"))
    adapter.stop_on_entry, adapter.no_debug = stop_on_entry and not no_debug, no_debug
    adapter.after.append(lambda: adapter.wire.event("initialized"))


@request("configurationDone")
def configuration_done(adapter: Adapter, _: Arguments) -> None:
    """The client is ready: the session begins."""
    session = adapter.session
    launched, adapter.launching = adapter.launching, None

    def begin() -> None:
        if launched is not None:
            adapter.wire.response(launched)
        for line in SessionText(session).result():
            adapter.output(f"{line}\n", "stderr")
        adapter.output(f"{session.scenario.name} ({session.edition}): {len(session.tape)} events\n")
        if adapter.no_debug:
            end(adapter)
        elif adapter.stop_on_entry:
            adapter.moved(Stopped("entry"))
        else:
            adapter.moved(session.run())

    adapter.after.append(begin)


@request("disconnect")
def disconnect(adapter: Adapter, _: Arguments) -> None:
    """Ends the adapter."""
    adapter.ended = True


@request("terminate")
def terminate(adapter: Adapter, _: Arguments) -> None:
    """Ends the session."""
    adapter.after.append(partial(end, adapter))


@request("restart")
def restart(adapter: Adapter, _: Arguments) -> None:
    """Reads the scenario's file again and runs it anew."""
    session = adapter.session
    try:
        session.restart()
    except InputError as error:
        tell_error(adapter, error)
        raise

    def begin() -> None:
        for breakpoint in session.breakpoints.values():
            adapter.wire.event("breakpoint", reason="changed", breakpoint=adapter.breakpoint_body(breakpoint))
        for line in SessionText(session).result():
            adapter.output(f"{line}\n", "stderr")
        adapter.moved(Stopped("entry"))

    adapter.after.append(begin)


def end(adapter: Adapter) -> None:
    """Tells the client that the session is over, and whether all held that the scenario expects."""
    session = adapter.current
    adapter.wire.event("terminated")
    adapter.wire.event("exited", exitCode=1 if session and (session.failures or session.error) else 0)


def tell_error(adapter: Adapter, error: InputError) -> None:
    """Writes all that is wrong with a file to the client's console, each with its place."""
    for one in error.errors[:MOST_TOLD] if isinstance(error, InputErrors) else (error,):
        where: dict[str, Any] = {}
        if one.file and one.line:
            where = {"source": {"name": Path(one.file).name, "path": str(Path(one.file).resolve())}}
            where |= {"line": adapter.line(one.line), "column": max(one.column, 1) - 1 + adapter.first_column}
        adapter.wire.event("output", category="stderr", output=f"{one}\n", **where)
