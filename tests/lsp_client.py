"""A client of language servers, as editors are: it opens a text, and asks what can be written at a place."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


class Client:
    """A running server, which is told about one file and its schema."""

    def __init__(self, to: IO[bytes], back: IO[bytes], schema: str) -> None:
        self.to, self.back, self.schema, self.sent = to, back, schema, 0
        self.problems: list[str] = []
        self.ask(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {"workspace": {"configuration": True}}}
        )
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": self._settings()})

    def _settings(self) -> dict[str, Any]:
        return {"yaml": {"schemas": {self.schema: "*.turn.yaml"}, "completion": True, "hover": True, "validate": True}}

    def open(self, text: str, uri: str = "file:///x.turn.yaml") -> None:
        """Opens a text and waits for its problems."""
        self.uri = uri
        opened = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": opened})
        while True:
            message = self._read()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.problems = [one["message"] for one in message["params"]["diagnostics"]]
                return

    def at(self, method: str, line: int, character: int) -> Any:
        """The answer to a question about a place, both numbers from 0."""
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": self.uri}, "position": position})

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request."""
        self.sent += 1
        self._write({"id": self.sent, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self.sent and "method" not in message:
                return message.get("result")

    def tell(self, method: str, params: Any) -> None:
        """Sends a notification."""
        self._write({"method": method, "params": params})

    def _write(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.to.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.to.flush()

    def _read(self) -> dict[str, Any]:
        """The next message; what the server asks is answered."""
        length = 0
        while line := self.back.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self.back.read(length))
        if "id" in message and "method" in message:
            many = message["params"].get("items", ()) if isinstance(message.get("params"), dict) else ()
            found = [self._settings().get(item.get("section"), {}) for item in many]
            self._write({"id": message["id"], "result": found if many else None})
        return message


@contextmanager
def language_server(command: list[str], schema: Path) -> Iterator[Client]:
    """A client of a server that runs until the end of the block."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield Client(server.stdin, server.stdout, schema.as_uri())
        finally:
            server.kill()
