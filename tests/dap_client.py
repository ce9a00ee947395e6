"""A client of the debug adapter, for tests: every message in both directions is checked against the protocol."""

from __future__ import annotations

import importlib.util
import io
import json
import queue
import threading
from functools import cache
from pathlib import Path
from typing import IO, Any

import jsonschema  # type: ignore[import-untyped]

SCHEMA = "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
OWN = ("fsm/diagram",)
"""Requests that the protocol does not know."""


@cache
def protocol() -> dict[str, Any]:
    """The protocol's JSON Schema, as the debugpy wheel ships it."""
    found = importlib.util.find_spec("debugpy")
    assert found is not None
    assert found.origin is not None
    schema: dict[str, Any] = json.loads((Path(found.origin).parent / SCHEMA).read_text(encoding="utf-8"))
    return schema


@cache
def validator(name: str) -> jsonschema.protocols.Validator:
    schema = protocol()
    return jsonschema.Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": schema["definitions"]})


def check(message: dict[str, Any], command: str = "") -> None:
    """Whether a message is one of the protocol: of its own definition, if there is one."""
    kind = message["type"]
    name = command or message.get("command") or message.get("event") or ""
    if name in OWN:
        return
    own = f"{name[0].upper()}{name[1:]}{kind.capitalize()}" if name else ""
    if kind == "response" and not message["success"]:
        own = "ErrorResponse"
    assert own in protocol()["definitions"] or kind == "request", f"the protocol has no {own}"
    if own in protocol()["definitions"]:
        validator(own).validate(message)


class Client:
    """Speaks to an adapter on a pair of streams; answers and events are read as they come."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.writer, self.seq = writer, 0
        self.events: list[dict[str, Any]] = []
        self.asked: dict[int, str] = {}
        self.messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, args=(reader,), daemon=True).start()

    def _read(self, reader: IO[bytes]) -> None:
        while True:
            line = reader.readline()
            if not line:
                break
            assert line.startswith(b"Content-Length: "), f"not on the wire: {line!r}"
            length = int(line.split(b":")[1])
            assert reader.readline() == b"\r\n"
            self.messages.put(json.loads(reader.read(length)))
        self.messages.put(None)

    def raw(self, data: bytes) -> None:
        self.writer.write(data)
        self.writer.flush()

    def send(self, command: str, checked: bool = True, **arguments: Any) -> int:
        """Sends a request and gives its number."""
        self.seq += 1
        message: dict[str, Any] = {"seq": self.seq, "type": "request", "command": command}
        if arguments or command not in ("configurationDone", "threads", "loadedSources"):
            message["arguments"] = arguments
        if checked:
            check(message)
        self.asked[self.seq] = command
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self.seq

    def next(self) -> dict[str, Any] | None:
        message = self.messages.get(timeout=30)
        if message is not None:
            check(message, self.asked.get(message.get("request_seq", 0), "") if message["type"] == "response" else "")
        return message

    def response(self, number: int) -> dict[str, Any]:
        """The response to a request; events before it are kept."""
        while True:
            message = self.next()
            assert message is not None, "the adapter ended"
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            self.events.append(message)

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """The body of the answer to a request that is granted."""
        answer = self.response(self.send(command, **arguments))
        assert answer["success"], answer
        body: dict[str, Any] = answer.get("body", {})
        return body

    def refused(self, command: str, checked: bool = True, **arguments: Any) -> str:
        """Why a request is refused."""
        answer = self.response(self.send(command, checked, **arguments))
        assert not answer["success"], answer
        message: str = answer["message"]
        return message

    def event(self, name: str) -> dict[str, Any]:
        """The body of the next event of a kind."""
        while True:
            for at, message in enumerate(self.events):
                if message.get("event") == name:
                    del self.events[: at + 1]
                    body: dict[str, Any] = message.get("body", {})
                    return body
            message_ = self.next()
            assert message_ is not None, f"the adapter ended before {name}"
            self.events.append(message_)

    def launch(self, program: str, *lines: int, **more: Any) -> dict[str, Any]:
        """Greets, launches, sets breakpoints at lines, and waits for the first stop."""
        capabilities = self.ask("initialize", adapterID="turn-structure", linesStartAt1=True, columnsStartAt1=True)
        number = self.send("launch", program=program, **more)
        self.event("initialized")
        if lines:
            self.ask("setBreakpoints", source={"path": program}, breakpoints=[{"line": line} for line in lines])
        self.ask("configurationDone")
        assert self.response(number)["success"]
        return capabilities

    def stopped(self) -> dict[str, Any]:
        return self.event("stopped")

    def here(self) -> list[str]:
        """The names of the frames, the innermost first."""
        return [frame["name"] for frame in self.ask("stackTrace", threadId=1)["stackFrames"]]

    def scope(self, name: str) -> dict[str, str]:
        """The variables of a scope of the innermost frame."""
        frame = self.ask("stackTrace", threadId=1)["stackFrames"][0]["id"]
        scopes = {s["name"]: s["variablesReference"] for s in self.ask("scopes", frameId=frame)["scopes"]}
        number = scopes[name]
        found = self.ask("variables", variablesReference=number)["variables"] if number else []
        return {variable["name"]: variable["value"] for variable in found}


class Pipe(io.RawIOBase):
    """One direction of a connection inside a process."""

    def __init__(self) -> None:
        self.parts: queue.Queue[bytes] = queue.Queue()
        self.rest = b""

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.parts.put(bytes(data))
        return len(data)

    def end(self) -> None:
        self.parts.put(b"")

    def readinto(self, buffer: Any) -> int:
        if not self.rest:
            self.rest = self.parts.get()
        part, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def connected(viewer: str = "") -> tuple[Client, threading.Thread]:
    """A client and an adapter that serves it as a player sees it, in this process."""
    from fsm.dap.server import serve

    there, back = Pipe(), Pipe()

    def run() -> None:
        serve(io.BufferedReader(there), back, viewer)  # type: ignore[arg-type]
        back.end()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return Client(io.BufferedReader(back), there), thread  # type: ignore[arg-type]
