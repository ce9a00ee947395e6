"""Whatever a client of the debug adapter sends in any field of any request is answered, and the session goes on."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from cases import case, joined
from dap_client import check

import fsm.dap  # noqa: F401  # it registers all requests
from fsm.dap import REQUESTS, Adapter, Wire

ASSAULT = str(Path(__file__).parents[2] / "scenarios" / "relentless-assault.turn.yaml")
SECONDS = 20
"""How long an answer may take; it takes a small part of that."""

FIELDS: dict[str, dict[str, Any]] = {
    "initialize": {"adapterID": "x", "linesStartAt1": True, "columnsStartAt1": True},
    "launch": {
        "program": ASSAULT, "edition": "cr2006", "scenario": 1, "as": "Bob", "limit": 1, "stopOnEntry": True,
        "noDebug": False,
    },
    "configurationDone": {}, "threads": {}, "loadedSources": {}, "terminate": {}, "disconnect": {}, "restart": {},
    **{command: {"threadId": 1} for command in ("next", "stepIn", "stepOut", "stepBack", "continue", "pause")},
    **{command: {"threadId": 1} for command in ("reverseContinue", "exceptionInfo")},
    "gotoTargets": {"source": {"path": ASSAULT}, "line": 6, "column": 1},
    "goto": {"threadId": 1, "targetId": 20},
    "restartFrame": {"frameId": 9},
    "stackTrace": {"threadId": 1, "startFrame": 0, "levels": 2},
    "scopes": {"frameId": 9},
    "variables": {"variablesReference": 2, "start": 0, "count": 1},
    "evaluate": {"expression": "Ann.life", "frameId": 9, "context": "repl"},
    "completions": {"text": "p An", "column": 5, "frameId": 9},
    "source": {"source": {"path": ASSAULT, "sourceReference": 0}, "sourceReference": 0},
    "fsm/diagram": {"frameId": 9},
    "breakpointLocations": {"source": {"path": ASSAULT}, "line": 1, "endLine": 9},
    "setBreakpoints": {
        "source": {"path": ASSAULT},
        "breakpoints": [{"line": 6, "condition": "turn", "hitCondition": "1", "logMessage": "{turn}"}],
    },
    "setFunctionBreakpoints": {
        "breakpoints": [{"name": "upkeep", "condition": "turn", "hitCondition": "% 2", "logMessage": "{turn}"}]
    },
    "setExceptionBreakpoints": {"filters": ["turn"], "filterOptions": [{"filterId": "turn", "condition": "turn"}]},
    "dataBreakpointInfo": {"variablesReference": 1, "name": "turn"},
    "setDataBreakpoints": {"breakpoints": [{"dataId": "Ann.life", "condition": "turn"}]},
}  # fmt: skip
"""Every request with all of its fields, as an editor would send it."""

ODD: tuple[Any, ...] = (
    float("inf"), float("-inf"), float("nan"), 1e300, 10**40, -(10**40), 2**63, -1, 0, 999, 1.5, 2.0, True, False, None,
    "", " ", "x", "1", "-1", "\0", "\ud800", "\x1b[31m", "a" * 5_000, "[" * 500, "../..", "/", "/dev/null/x",
    "C:\\x.turn.yaml", "restart;;" * 20, "T1.upkeep", [], {}, [[]], [{}], [None], [1], {"": 1},
    [{"line": 1}] * 3, [0] * 2_000,
)  # fmt: skip
"""Values that no client should send."""


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside of arguments."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, part in inside for found in places(part, (*path, key)))]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The arguments with another value at a path."""
    if not path:
        return value
    key, *rest = path
    if isinstance(data, dict):
        return data | {key: changed(data[key], tuple(rest), value)}
    return [changed(part, tuple(rest), value) if at == key else part for at, part in enumerate(data)]


class Session:
    """An adapter without streams: each request is answered at once."""

    def __init__(self, **launch: Any) -> None:
        self.said = io.BytesIO()
        self.adapter = Adapter(Wire(io.BytesIO(), self.said))
        if launch:
            for command, arguments in (("initialize", {}), ("launch", launch), ("configurationDone", {})):
                self.ask(command, arguments)

    def ask(self, command: Any, arguments: Any) -> list[dict[str, Any]]:
        """What is sent after a request: messages of the protocol, among them one response."""
        start, started = self.said.tell(), monotonic()
        body = json.dumps({"seq": 7, "type": "request", "command": command, "arguments": arguments}).encode()
        self.adapter.wire = Wire(io.BytesIO(b"Content-Length: %d\r\n\r\n%s" % (len(body), body)), self.said)
        self.adapter.serve()
        assert monotonic() - started < SECONDS
        self.said.seek(start)
        found = []
        while header := self.said.readline():
            self.said.readline()
            found.append(json.loads(self.said.read(int(header.split(b":")[1]))))
        for message in found:
            assert "unexpectedly" not in message.get("message", ""), message
            check(message, command if message["type"] == "response" and isinstance(command, str) else "")
        self.adapter.ended = False
        return found


def odd_requests(random: Random, count: int) -> None:
    """Any requests with any values in any fields, one after the other in one session."""
    session = Session(program=ASSAULT)
    for _ in range(count):
        command = random.choice(sorted(FIELDS))
        arguments: Any = FIELDS[command]
        for _ in range(random.randrange(3)):
            arguments = changed(arguments, random.choice(places(arguments)), random.choice(ODD))
        with case((command, arguments)):
            answers = session.ask(command, arguments)
            assert command in ("launch", "configurationDone") or len(responses(answers)) == 1


def responses(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "response"]


def test_every_request_is_here() -> None:
    assert FIELDS.keys() == REQUESTS.keys()


@joined(sorted(FIELDS))
def test_any_value_in_any_field_is_answered(command: str) -> None:
    any_values(command, ODD[::16])


@pytest.mark.slow
@joined(sorted(FIELDS))
def test_every_value_in_any_field_is_answered(command: str) -> None:
    any_values(command, ODD)


def any_values(command: str, values: tuple[Any, ...]) -> None:
    """A request that is not as it should be is refused, or does what it can."""
    good = FIELDS[command]
    for path in places(good):
        for value in values:
            session = Session(program=ASSAULT) if command in ("launch", "terminate", "disconnect") else shared(command)
            with case((path, value)):
                answers = session.ask(command, changed(good, path, value))
                assert len(responses(answers)) <= 1


def shared(command: str, known: dict[str, Session] = {}) -> Session:  # noqa: B006  # one for each request
    return known.setdefault(command, Session(program=ASSAULT))


@pytest.mark.parametrize("command", [None, 1, [], {}, "fly", "", "\ud800", "__init__"])
def test_a_request_of_no_name_is_refused(command: Any) -> None:
    (answer,) = Session().ask(command, {})
    assert (answer["success"], "there is no request" in answer["message"]) == (False, True)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e300, -1, "x", 1.5, True, [], {}])
def test_a_number_of_another_kind_is_refused_with_its_place(value: Any) -> None:
    session = Session(program=ASSAULT)
    for command, arguments, place in (
        ("stackTrace", {"startFrame": value}, "startFrame"),
        ("variables", {"variablesReference": value}, "variablesReference"),
        ("goto", {"targetId": value}, "targetId"),
        ("gotoTargets", {"line": value}, "line"),
        ("setBreakpoints", {"source": {"path": ASSAULT}, "breakpoints": [{"line": value}]}, "breakpoints[0].line"),
    ):
        (answer,) = session.ask(command, arguments)
        assert not answer["success"]
        assert answer["message"].startswith(f"{place}: found ")
        assert answer["message"].endswith("expected a whole number from 0")


def test_any_odd_requests_are_answered() -> None:
    for seed in range(3):
        with case(f"seed {seed}"):
            odd_requests(Random(seed), 60)  # noqa: S311  # any requests, the same each time


@pytest.mark.slow
@joined(range(3, 300))
def test_many_odd_requests_are_answered(seed: int) -> None:
    odd_requests(Random(seed), 60)  # noqa: S311  # any requests, the same each time
