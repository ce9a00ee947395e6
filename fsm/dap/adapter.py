"""The adapter: requests of an editor become motions and questions of a debugging session.

One thread, the game; frames are what is being played, the innermost first: what resolves, step, phase, turn. One
bad request is refused with its reason and never ends the session. Each request is a function under ``@request``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..debugger import Breakpoint, Session
from ..debugger.breakpoints import Stopped
from ..errors import FsmError
from ..wording import event_sentence
from ..words import shown
from .arguments import Arguments, Refused
from .values import Values
from .wire import Wire, WireError

THREAD = 1
INNER = 8
"""A stop has fewer frames than that: a frame's id is its position times this, and its number from 1."""

Request = Callable[["Adapter", Arguments], "dict[str, Any] | None"]

REQUESTS: dict[str, Request] = {}
"""Every request by its name."""

_REASONS = {"watch": "data breakpoint", "caught": "exception", "slow": "pause", "end": "pause", "start": "entry"}
"""The protocol's words for why play stands still, where they are other words."""


def request(name: str) -> Callable[[Request], Request]:
    """Registers a function as what answers the request of that name."""

    def register(function: Request) -> Request:
        REQUESTS[name] = function
        return function

    return register


def request_named(name: Any) -> Request:
    """The request of that name; ``Refused`` if there is none."""
    if not isinstance(name, str) or name not in REQUESTS:
        raise Refused(f"there is no request {shown(str(name), 60)!r} here")
    return REQUESTS[name]


class Adapter:
    """One client and, once it has launched one, one session.

    ``viewer`` is the player as whom it shows what is launched; a launch can say so too, but not ask for more.
    ``after`` is what is sent after the response; ``made`` are the numbers of the breakpoints of each kind of request.
    """

    def __init__(self, wire: Wire, viewer: str = "") -> None:
        self.wire, self.viewer, self.values = wire, viewer, Values()
        self.current: Session | None = None
        self.launching: dict[str, Any] | None = None
        self.first_line = self.first_column = 1
        self.stop_on_entry, self.no_debug = True, False
        self.made: dict[str, list[int]] = {}
        self.stopped = Stopped("entry")
        self.ended = False
        self.after: list[Callable[[], None]] = []

    @property
    def session(self) -> Session:
        """The session; ``Refused`` if nothing has been launched."""
        if self.current is None:
            raise Refused("nothing has been launched; send launch with a program first")
        return self.current

    def serve(self) -> None:
        """Answers requests until the client disconnects or goes away."""
        while not self.ended:
            try:
                message = self.wire.read()
            except WireError as error:
                self.output(f"fsm: {error}\n", "stderr")
                continue
            if message is None:
                return
            if message.get("type") == "request":
                self.answer(message)
                self.follow()

    def answer(self, message: dict[str, Any]) -> None:
        """Answers one request; whatever it asks for, it is answered and the session goes on."""
        command, arguments = message.get("command"), message.get("arguments")
        self.after = []
        try:
            body = request_named(command)(self, Arguments(arguments))
        except FsmError as error:
            self.wire.refusal(message, shown(str(error), 1000), show=command in ("launch", "restart"))
        except Exception as error:  # the last line of defence: the session goes on
            self.wire.refusal(message, f"{command} failed unexpectedly: {shown(repr(error), 200)}")
        else:
            if command == "launch":
                self.launching = message
            else:
                self.wire.response(message, body)

    def follow(self) -> None:
        """Does what comes after a response; what goes wrong there is told in the console."""
        for step in self.after:
            try:
                step()
            except Exception as error:  # the session goes on, as above
                self.output(f"fsm: {shown(str(error) or repr(error), 1000)}\n", "stderr")

    def output(self, text: str, category: str = "console") -> None:
        """Writes to the client's console."""
        self.wire.event("output", category=category, output=text)

    def moved(self, stopped: Stopped) -> None:
        """Tells the client what log points said on the way, and why the cursor stands where it does now."""
        for text in stopped.told:
            self.output(f"{text}\n")
        self.values.clear()
        self.stopped = stopped
        reason = _REASONS.get(stopped.reason, stopped.reason)
        body: dict[str, Any] = {"reason": reason, "threadId": THREAD, "allThreadsStopped": True}
        body["description"] = shown(event_sentence(self.session.frame.event), 200)
        if stopped.text:
            body["text"] = "end of run" if stopped.reason == "end" else shown(stopped.text, 500)
        if stopped.numbers:
            body["hitBreakpointIds"] = list(stopped.numbers)
        self.wire.event("stopped", **body)

    def chain(self) -> list[Session]:
        """The sessions from the scenario itself to the what-if run that is open."""
        found = [self.session]
        while found[0].before is not None:
            found.insert(0, found[0].before)
        return found

    def sources(self) -> list[dict[str, Any]]:
        """The source of the open session: its file, or a number for the text of a what-if run.

        A player who looks on has none: the script tells what they do not see.
        """
        if self.session.viewer:
            return []
        chain = self.chain()
        if len(chain) > 1:
            return [{"name": "what if", "sourceReference": len(chain) - 1, "presentationHint": "emphasize"}]
        return [self.file()]

    def file(self) -> dict[str, Any]:
        """The source of the scenario itself."""
        path = Path(self.chain()[0].scenario.file)
        return {"name": path.name, "path": str(path.resolve())}

    def line(self, line: int) -> int:
        """A line of ours as the client counts, from 0 or from 1."""
        return line - 1 + self.first_line

    def position(self, arguments: Arguments) -> int:
        """The position that a frame's id means; the cursor, if there is none."""
        id = arguments.whole("frameId", 0)
        if not id:
            return self.session.at
        position = (id - 1) // INNER
        if not 0 <= position <= self.session.tape.last:
            raise Refused(f"there is no frame {id}")
        return position

    def breakpoint_body(self, breakpoint: Breakpoint) -> dict[str, Any]:
        """A breakpoint as the client is told of it."""
        found = breakpoint.found
        told: dict[str, Any] = {"id": breakpoint.number, "verified": breakpoint.enabled, "message": found.means}
        if breakpoint.lost:
            return told | {"verified": False, "message": shown(breakpoint.lost, 300), "reason": "failed"}
        there = bool(found.line) and not self.session.viewer
        return told | ({"line": self.line(found.line), "source": self.file()} if there else {})
