"""The wire: messages of the Debug Adapter Protocol on a pair of streams, read with limits and never trusted."""

from __future__ import annotations

import json
from typing import IO, Any

MAX_MESSAGE = 16 * 1024 * 1024
MAX_HEADER = 8 * 1024
MOST_HEADERS = 32
CHUNK = 64 * 1024


class WireError(ValueError):
    """Bytes that are no message; what could be read after them goes on."""


class Wire:
    """Two streams of bytes: requests come in by one, responses and events go out by the other."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._reader, self._writer, self._seq = reader, writer, 0

    def read(self) -> dict[str, Any] | None:
        """The next message; None at the end of the stream; ``WireError`` if what came is none."""
        length = self._length()
        if length is None:
            return None
        if length > MAX_MESSAGE:
            self._pass_over(length)
            raise WireError(f"a message of {length:,} bytes was not read; at most {MAX_MESSAGE:,} are")
        body = self._exactly(length)
        if body is None:
            return None
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise WireError(f"a message that is not JSON: {str(error)[:100]}") from None
        if not isinstance(message, dict):
            raise WireError("a message that is not an object")
        return message

    def _length(self) -> int | None:
        """The length of the next message, from its headers; None at the end of the stream."""
        length: int | None = None
        for _ in range(MOST_HEADERS):
            line = self._reader.readline(MAX_HEADER)
            if not line:
                return None
            text = line.decode("ascii", "replace").strip()
            if not text and length is not None:
                return length
            name, colon, value = text.partition(":")
            if colon and name.strip().lower() == "content-length":
                if not value.strip().isdecimal() or len(value.strip()) > 15:
                    raise WireError(f"{text[:60]!r} is not the length of a message")
                length = int(value)
        raise WireError("headers without Content-Length; a message begins with Content-Length: N and an empty line")

    def _exactly(self, length: int) -> bytes | None:
        parts, left = [], length
        while left:
            part = self._reader.read(min(left, CHUNK))
            if not part:
                return None
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _pass_over(self, length: int) -> None:
        while length > 0:
            part = self._reader.read(min(length, CHUNK))
            if not part:
                return
            length -= len(part)

    def event(self, name: str, **body: Any) -> None:
        """Sends an event."""
        self._send({"type": "event", "event": name} | ({"body": body} if body else {}))

    def response(self, request: dict[str, Any], body: dict[str, Any] | None = None) -> None:
        """Answers a request."""
        self._send(self._answer(request, success=True) | ({"body": body} if body is not None else {}))

    def refusal(self, request: dict[str, Any], why: str, show: bool = False) -> None:
        """Answers a request that cannot be done, with the reason; ``show`` it to the user."""
        error = {"id": 1, "format": why.replace("{", "(").replace("}", ")"), "showUser": show}
        self._send(self._answer(request, success=False) | {"message": why, "body": {"error": error}})

    def _answer(self, request: dict[str, Any], *, success: bool) -> dict[str, Any]:
        seq, command = request.get("seq"), request.get("command")
        return {
            "type": "response",
            "request_seq": seq if isinstance(seq, int) else 0,
            "success": success,
            "command": command if isinstance(command, str) else "",
        }

    def _send(self, message: dict[str, Any]) -> None:
        self._seq += 1
        body = json.dumps({"seq": self._seq} | message, ensure_ascii=True, default=str).encode()
        self._writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._writer.flush()
