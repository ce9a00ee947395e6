"""The debug adapter, asked by a client that checks every message in both directions against the protocol."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import GOOD, ROOT, environment
from dap_client import Client, check, connected

from fsm.dap import REQUESTS
from fsm.dap.wire import MAX_MESSAGE

ASSAULT = str(ROOT / "scenarios" / "relentless-assault.turn.yaml")


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of an adapter in this process, which ends when the client disconnects."""
    client, thread = connected()
    yield client
    client.send("disconnect")
    while client.next() is not None:
        pass
    thread.join(10)
    assert not thread.is_alive()


def test_the_client_finds_what_is_no_message_of_the_protocol() -> None:
    import jsonschema  # type: ignore[import-untyped]

    good = {"seq": 1, "type": "event", "event": "stopped", "body": {"reason": "step", "threadId": 1}}
    check(good)
    with pytest.raises(jsonschema.ValidationError):
        check(good | {"body": {"reason": "step", "threadId": "1"}})


def test_a_scenario_of_the_package_is_launched_by_its_number(client: Client) -> None:
    client.launch("12/2", 6)
    client.stopped()
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    path = ROOT / "scenarios" / "12-extra-phases" / "02-two-assaults-in-one-main-phase.turn.yaml"
    assert frames[0]["source"]["path"] == str(path)


def test_a_scenario_is_stepped_through_both_ways(client: Client) -> None:
    client.launch(ASSAULT, 6, edition="cr2026")
    assert client.stopped()["reason"] == "entry"
    client.ask("continue", threadId=1)
    assert client.stopped()["reason"] == "breakpoint"
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert [frame["name"].split("  ")[0] for frame in frames] == [
        "precombat main phase",
        "turn 1, Ann",
        "Relentless Assault in the first main phase",
    ]
    assert (frames[0]["line"], frames[0]["source"]["path"]) == (6, ASSAULT)
    before = client.scope("State")
    for motion in ("stepIn", "stepIn", "stepIn"):
        client.ask(motion, threadId=1)
        client.stopped()
    assert client.scope("State") != before
    for _ in range(3):
        client.ask("stepBack", threadId=1)
        client.stopped()
    assert client.scope("State") == before
    client.ask("stepOut", threadId=1)
    client.stopped()
    assert client.here()[0].startswith("combat phase")
    client.ask("next", threadId=1)
    client.stopped()
    assert client.here()[0].startswith("postcombat main phase")
    for _ in ("it resolves", "it is cast"):
        client.ask("reverseContinue", threadId=1)
        assert client.stopped()["reason"] == "breakpoint"
    client.ask("reverseContinue", threadId=1)
    assert client.stopped() == {
        "reason": "entry", "threadId": 1, "allThreadsStopped": True, "text": "start of recording",
        "description": "The game begins; Ann takes the first turn",
    }  # fmt: skip


def test_the_end_of_the_run_is_a_stop_and_the_next_continue_ends_it(client: Client) -> None:
    client.launch(ASSAULT)
    client.stopped()
    client.ask("continue", threadId=1)
    assert client.stopped()["text"] == "end of run"
    client.ask("stepBack", threadId=1)
    client.stopped()
    client.ask("continue", threadId=1)
    assert client.stopped()["text"] == "end of run"
    client.ask("continue", threadId=1)
    assert client.event("terminated") == {}
    assert client.event("exited") == {"exitCode": 0}


def test_breakpoints_of_every_kind(client: Client) -> None:
    client.launch(ASSAULT, stopOnEntry=True)
    client.stopped()
    lines = client.ask(
        "setBreakpoints",
        source={"path": ASSAULT},
        breakpoints=[{"line": 5, "logMessage": "{active} at {at}"}, {"line": 9}],
    )["breakpoints"]
    assert [(b["verified"], b.get("line")) for b in lines] == [(True, 6), (False, None)]
    named = client.ask(
        "setFunctionBreakpoints",
        breakpoints=[
            {"name": "T1.combat"},
            {"name": "500.8", "hitCondition": "2"},
            {"name": "upkep"},
            {"name": "priority.get", "condition": "priority == 'Bob' and step == 'end'"},
            {"name": "upkeep", "condition": "nobody"},
        ],
    )["breakpoints"]
    assert [b["verified"] for b in named] == [True, True, False, True, False]
    assert 'did you mean "upkeep"' in named[2]["message"]
    client.ask("continue", threadId=1)
    said = [client.event("output")["output"] for _ in range(2)]
    assert client.stopped()["hitBreakpointIds"] == [named[1]["id"]], "the second time the rule is met"
    assert "Ann at T1.precombat_main\n" in said
    client.ask("continue", threadId=1)
    assert client.stopped()["hitBreakpointIds"] == [named[0]["id"]]
    client.ask("continue", threadId=1)
    assert client.stopped()["hitBreakpointIds"] == [named[3]["id"]]
    assert client.ask("evaluate", expression="priority", context="watch")["result"] == "Bob"


def test_data_breakpoints_and_filters(client: Client) -> None:
    client.launch(ASSAULT)
    client.stopped()
    frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]["id"]
    players = next(s for s in client.ask("scopes", frameId=frame)["scopes"] if s["name"] == "Players")
    ann = client.ask("variables", variablesReference=players["variablesReference"])["variables"][0]
    info = client.ask("dataBreakpointInfo", name="hand", variablesReference=ann["variablesReference"])
    assert info["dataId"] == "Ann.hand"
    assert client.ask("dataBreakpointInfo", name="nothing")["dataId"] is None
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": "Ann.hand"}])
    client.ask("continue", threadId=1)
    assert client.stopped()["reason"] == "data breakpoint"
    client.ask("setDataBreakpoints", breakpoints=[])
    client.ask("setExceptionBreakpoints", filters=["inserted"])
    client.ask("continue", threadId=1)
    stopped = client.stopped()
    assert (stopped["reason"], stopped["text"]) == ("exception", "a turn, phase or step is inserted")
    caught = client.ask("exceptionInfo", threadId=1)
    assert caught["exceptionId"] == "rule 500.8"
    first, event, rule, *_ = caught["description"].splitlines()
    assert (first, event[:26]) == ("a turn, phase or step is inserted", "+ A further combat phase i")
    assert rule.split()[0] == "500.8"


def test_a_filter_stops_only_where_its_condition_holds(client: Client) -> None:
    (turn, *_) = client.ask("initialize", adapterID="x")["exceptionBreakpointFilters"]
    assert turn["supportsCondition"]
    client.launch(ASSAULT)
    client.stopped()
    options = [
        {"filterId": "inserted", "condition": "phase == 'postcombat_main'"},
        {"filterId": "turn", "condition": "nobody"},
        {"filterId": "flies"},
    ]
    found = client.ask("setExceptionBreakpoints", filters=[], filterOptions=options)["breakpoints"]
    assert [b["verified"] for b in found] == [True, False, False]
    assert "there is no nobody here" in found[1]["message"]
    client.ask(
        "setExceptionBreakpoints", filters=["failed"], filterOptions=[{"filterId": "turn", "condition": "turn > 9"}]
    )
    client.ask("continue", threadId=1)
    assert client.stopped()["text"] == "end of run", "no turn of this run is later than the ninth"
    client.ask(
        "setExceptionBreakpoints", filters=[], filterOptions=[{"filterId": "turn", "condition": "active == 'Ann'"}]
    )
    client.ask("reverseContinue", threadId=1)
    assert client.stopped()["text"] == "a turn begins"


def test_a_failed_expectation_is_an_exception(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    file.write_text(GOOD.replace("turns: [Ann]", "turns: [Bob]"))
    client.launch(str(file))
    assert "turn 1 differs" in client.event("output")["output"]
    client.stopped()
    client.ask("continue", threadId=1)
    assert client.stopped()["text"] == "an expectation fails: line 3: turn 1 differs"
    assert "expected  Bob" in client.ask("exceptionInfo", threadId=1)["details"]["message"]


def test_what_can_be_seen_and_asked(client: Client) -> None:
    client.launch(ASSAULT, 6, stopOnEntry=False)
    client.stopped()
    assert client.scope("State")["step"] == "nothing"
    assert client.scope("Players").keys() == {"Ann", "Bob"}
    assert any("combat" in line for line in client.scope("Still to come").values())
    assert "players.Ann.hand" in client.scope("Changed here")
    assert "seq" not in client.scope("State")
    assert client.scope("Event")["kind"] == "stack.push"
    assert client.scope("Why")["event"] == "Ann casts Relentless Assault"
    assert client.ask("evaluate", expression="Ann.life", context="hover")["result"] == "20"
    assert client.ask("evaluate", expression="stack")["result"] == "Relentless Assault"
    assert client.ask("evaluate", expression="why", context="repl")["result"].startswith("Ann casts")
    assert "has no" in client.refused("evaluate", expression="turn.x")
    assert "did you mean" in client.refused("evaluate", expression="Ann.lif")
    labels = [t["label"] for t in client.ask("completions", text="st", column=3)["targets"]]
    assert "stack" in labels
    assert client.ask("loadedSources")["sources"][0]["path"] == ASSAULT
    lines = client.ask("breakpointLocations", source={"path": ASSAULT}, line=1, endLine=10)["breakpoints"]
    assert lines == [{"line": 6}]
    picture = client.ask("fsm/diagram")
    assert picture["svg"].lstrip().startswith("<")


def test_goto_restart_frame_and_restart(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "x.turn.yaml"
    file.write_text(Path(ASSAULT).read_text())
    client.launch(str(file), 6, stopOnEntry=False)
    client.stopped()
    targets = client.ask("gotoTargets", source={"path": str(file)}, line=6)["targets"]
    assert len(targets) > 3
    client.ask("goto", threadId=1, targetId=targets[-1]["id"])
    assert client.stopped()["reason"] == "goto"
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    client.ask("restartFrame", frameId=frames[1]["id"])
    client.stopped()
    assert "no event comes from line 1" in client.refused("gotoTargets", source={"path": str(file)}, line=1)
    file.write_text(f"# a line more\n{Path(ASSAULT).read_text()}")
    client.ask("restart")
    assert client.event("breakpoint")["breakpoint"]["line"] == 7
    assert client.stopped()["reason"] == "entry"
    file.write_text(GOOD)
    client.ask("restart")
    lost = client.event("breakpoint")["breakpoint"]
    assert (lost["verified"], lost["message"]) == (False, "line 6, or one after it: this never comes up in this run")
    client.stopped()
    client.ask("continue", threadId=1)
    assert client.stopped()["text"] == "end of run", "what is not there any more stops nothing"
    file.write_text("players: [Ann]\n")
    assert ":1:10: " in client.refused("restart")
    assert client.event("output")["line"] == 1


def test_a_what_if_run_in_the_console(client: Client) -> None:
    client.launch(ASSAULT)
    client.stopped()
    client.ask("evaluate", expression="j T1.precombat_main", context="repl")
    client.stopped()
    said = client.ask("evaluate", expression="whatif cast Time Walk", context="repl")["result"]
    assert "casts Time Walk" in said
    client.stopped()
    source = client.ask("stackTrace", threadId=1)["stackFrames"][0]["source"]
    text = client.ask("source", source=source, sourceReference=source["sourceReference"])["content"]
    assert "cast: Time Walk" in text
    (line,) = client.ask("setBreakpoints", source={"path": ASSAULT}, breakpoints=[{"line": 6}])["breakpoints"]
    assert (line["verified"], line["line"], line["source"]["path"]) == (True, 6, ASSAULT), "of the scenario itself"
    client.ask("evaluate", expression="back", context="repl")
    client.stopped()
    assert client.ask("stackTrace", threadId=1)["stackFrames"][0]["source"]["path"] == ASSAULT


def test_lines_from_zero(client: Client) -> None:
    client.ask("initialize", adapterID="x", linesStartAt1=False, columnsStartAt1=False)
    number = client.send("launch", program=ASSAULT, stopOnEntry=False)
    client.event("initialized")
    found = client.ask("setBreakpoints", source={"path": ASSAULT}, breakpoints=[{"line": 5}])["breakpoints"]
    assert found[0]["line"] == 5
    client.ask("configurationDone")
    client.response(number)
    client.stopped()
    assert client.ask("stackTrace", threadId=1)["stackFrames"][0]["line"] == 5


def test_no_request_ends_the_session(client: Client) -> None:
    for name in sorted(REQUESTS):
        if name not in ("initialize", "disconnect", "terminate", "configurationDone", "threads", "evaluate"):
            client.response(client.send(name, checked=False))
    client.refused("evaluate", checked=False)
    assert "nothing has been launched" in client.refused("next", threadId=1)
    client.ask("initialize", adapterID="x")
    assert "cannot be read" in client.refused("launch", program="missing.turn.yaml")
    assert "scenarios have this word: type fsm scenarios extra" in client.refused("launch", program="extra")
    assert "program" in client.refused("launch")
    client.launch(ASSAULT)
    client.stopped()
    odd: list[object] = [None, "x", -1, 10**30, [], {}, [1], {"a": 1}, True, 1.5]
    for name in sorted(set(REQUESTS) - {"initialize", "disconnect", "terminate", "launch", "configurationDone"}):
        for value in odd:
            keys = ("threadId", "frameId", "variablesReference", "line", "expression", "breakpoints", "source", "text")
            client.response(client.send(name, checked=False, **dict.fromkeys(keys, value)))
    assert "no request 'fly'" in client.refused("fly", checked=False)
    client.ask("threads")


def test_what_is_no_message_is_told_and_passed_over(client: Client) -> None:
    client.ask("initialize", adapterID="x")
    client.raw(b"Content-Length: 5\r\n\r\n{{{{{")
    assert "not JSON" in client.event("output")["output"]
    client.raw(b"Content-Length: 2\r\n\r\n[]")
    assert "not an object" in client.event("output")["output"]
    client.raw(b"Content-Length: none\r\n\r\n")
    assert "not the length" in client.event("output")["output"]
    size = MAX_MESSAGE + 100
    client.raw(b"Content-Length: %d\r\n\r\n" % size)
    for _ in range(size // 2**20):
        client.raw(b" " * 2**20)
    client.raw(b" " * (size % 2**20))
    assert "was not read; at most" in client.event("output")["output"]
    deep = json.dumps({"seq": 1, "type": "request", "command": "initialize", "arguments": 1}).encode()
    client.raw(b"Content-Length: %d\r\n\r\n" % len(deep) + deep)
    client.ask("threads")


def program(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "fsm", "dap", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip


def test_on_standard_streams_nothing_else_is_on_the_wire_and_a_client_that_goes_ends_it() -> None:
    with program() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        client = Client(process.stdout, process.stdin)
        client.launch(ASSAULT)
        client.stopped()
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_on_a_port_one_client_is_served_and_a_second_is_told() -> None:
    with program("--port", "0") as process:
        assert process.stderr is not None
        said = process.stderr.readline().decode()
        host, _, port = said.split()[-1].partition(":")
        assert host == "127.0.0.1"
        with socket.create_connection((host, int(port))) as one, socket.create_connection((host, int(port))) as two:
            client = Client(one.makefile("rb"), one.makefile("wb"))
            client.launch(ASSAULT)
            client.stopped()
            other = Client(two.makefile("rb"), two.makefile("wb"))
            assert "another client" in other.event("output")["output"]
            other.event("terminated")
            assert other.next() is None
        process.terminate()
        process.wait(20)
