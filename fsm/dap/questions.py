"""Questions: frames, variables, expressions, and why play stands where it does."""

from __future__ import annotations

import io
from typing import Any

from ..debugger.breakpoints import Stopped
from ..debugger.catching import FILTERS
from ..debugger.lines import ALIASES, HELP
from ..debugger.questions import why
from ..debugger.session_text import SessionText
from ..debugger.terminal import Terminal
from ..recording import schedule_lines
from ..words import shown
from .adapter import INNER, THREAD, Adapter, request
from .arguments import Arguments, Refused
from .values import as_text

OF_EVENT = ("seq", "at", "kind", "rules", "line", "event")
"""The names that are about the event of a stop, not about the state after it."""


@request("threads")
def threads(adapter: Adapter, _: Arguments) -> dict[str, Any]:
    """The one thread: a game has one order of events."""
    return {"threads": [{"id": THREAD, "name": "turn structure"}]}


@request("stackTrace")
def stack_trace(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The frames, the innermost first."""
    session = adapter.session
    frames = []
    sources = adapter.sources()
    where = {"source": sources[0]} if sources else {}
    for number, level in enumerate(reversed(session.levels)):
        position = session.at if not number else level.began
        line, column = (adapter.line(session.tape.lines[position]), adapter.first_column) if where else (0, 0)
        frames.append(
            {
                "id": position * INNER + number + 1,
                "name": shown(f"{level.name}  {level.address}".strip(), 200),
                "line": line,
                "column": column,
                "canRestart": True,
                **where,
            }
        )
    start, count = arguments.whole("startFrame", 0), arguments.whole("levels", 0)
    return {"stackFrames": frames[start : start + count] if count else frames[start:], "totalFrames": len(frames)}


@request("scopes")
def scopes(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """What can be seen at a frame: the state, players, what is to come, what changed, why, and the event."""
    session, position = adapter.session, adapter.position(arguments)
    names = session.names(position)
    players = names["players"]
    changed = {
        change.path: f"{as_text(change.before)} -> {as_text(change.after)}" for change in session.changed(position)
    }
    state = {name: names[name] for name in names if name not in players and name not in ("players", *OF_EVENT)}
    held = {
        "State": state,
        "Players": players,
        "Still to come": to_come(adapter, position),
        "Changed here": changed,
        "Why": reasons(adapter, position),
        "Event": {name: names[name] for name in OF_EVENT},
    }
    return {
        "scopes": [
            {
                "name": name,
                "variablesReference": adapter.values.number("", values),
                "expensive": False,
                "namedVariables": len(values),
            }
            | ({"presentationHint": "locals"} if name == "State" else {})
            for name, values in held.items()
        ]
    }


@request("variables")
def variables(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """One level of a tree of values."""
    number = arguments.whole("variablesReference")
    try:
        found = adapter.values.variables(number)
    except KeyError:
        raise Refused(f"there are no variables {number} any more; ask for scopes again") from None
    start, count = arguments.whole("start", 0), arguments.whole("count", 0)
    return {"variables": found[start : start + count] if count else found[start:]}


@request("evaluate")
def evaluate(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The value of an expression; in the console also the terminal's commands."""
    text = arguments.text("expression")
    word = text.strip().partition(" ")[0]
    if arguments.text("context", "") == "repl" and ALIASES.get(word, word) in HELP:
        return command(adapter, text)
    session, position = adapter.session, adapter.position(arguments)
    value = session.compile(text)(session.names(position))
    return {"result": as_text(value), "variablesReference": adapter.values.number(text.strip(), value)}


@request("completions")
def completions(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """What may be typed next."""
    text = arguments.short("text", "")[: max(arguments.whole("column", 1) - adapter.first_column, 0)]
    start = len(text) - len(text.split(" ")[-1].split("(")[-1])
    terminal = Terminal(adapter.session, stdin=io.StringIO(), stdout=io.StringIO())
    word = text[start:]
    found = [*(terminal.completenames(word) if not start else ()), *terminal.completedefault(word, text or " p")]
    return {"targets": [{"label": label, "start": start, "length": len(word)} for label in dict.fromkeys(found)][:200]}


@request("exceptionInfo")
def exception_info(adapter: Adapter, _: Arguments) -> dict[str, Any]:
    """What was caught, by which rule, and what was expected, or else why it happened."""
    session, caught = adapter.session, adapter.stopped.text
    event, rules = session.frame.event, session.frame.event.rules
    wrong = any(FILTERS[name] in caught for name in ("failed", "refused"))
    lines = list(SessionText(session).result() if wrong else SessionText(session).why())
    here = (attempt for attempt in session.recording.attempts if max(attempt.event - 1, 0) == session.at)
    attempts = [attempt.said for attempt in here if attempt.said]
    message = "\n".join([*attempts, *lines])[:2000]
    return {
        "exceptionId": f"rule {rules[0]}" if rules else event.kind,
        "description": "\n".join(filter(None, (shown(caught, 500), message))),
        "breakMode": "always",
        "details": {"message": message},
    }


@request("source")
def source(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The text of a what-if run."""
    number = arguments.part("source").whole("sourceReference", 0) or arguments.whole("sourceReference", 0)
    chain = adapter.chain()
    if number >= len(chain) or adapter.session.viewer:
        raise Refused(f"there is no source {number!r}")
    return {"content": chain[number].as_text(), "mimeType": "text/yaml"}


@request("loadedSources")
def loaded_sources(adapter: Adapter, _: Arguments) -> dict[str, Any]:
    """The scenario that is debugged."""
    return {"sources": adapter.sources()}


@request("fsm/diagram")
def diagram(adapter: Adapter, arguments: Arguments) -> dict[str, Any]:
    """The picture of this turn with this place lit, as SVG; a request of our own."""
    session, position = adapter.session, adapter.position(arguments)
    return {"svg": session.diagram(position).svg(), "turn": session.tape[position].state.turn}


def to_come(adapter: Adapter, position: int) -> dict[str, str]:
    """What is still to come, in order."""
    lines = list(schedule_lines(adapter.session.tape[position].state))[1:]
    return {f"{number:>2}": line.strip() for number, line in enumerate(lines, 1)}


def reasons(adapter: Adapter, position: int) -> dict[str, str]:
    """The event in words, what each of its rules says, and what put its place there."""
    reason = why(adapter.session.tape, position)
    facts = {f"{number:>2}": fact for number, fact in enumerate(reason.facts, 1)}
    return {"event": reason.event} | dict(reason.rules) | facts


def command(adapter: Adapter, text: str) -> dict[str, Any]:
    """One of the terminal's commands, in the editor's console."""
    word = text.strip().partition(" ")[0]
    if ALIASES.get(word, word) in ("q", "commands"):
        raise Refused(f"{word} is for the terminal; use the editor's buttons")
    before, at, said = adapter.session, adapter.session.at, io.StringIO()
    terminal = Terminal(before, stdin=io.StringIO(), stdout=said)
    terminal.onecmd(text)
    adapter.current = terminal.session
    if adapter.session is not before or adapter.session.at != at:
        adapter.after.append(lambda: adapter.moved(Stopped("goto")))
    return {"result": said.getvalue().rstrip("\n"), "variablesReference": 0}
