"""A cursor over a recording: where it stands, the frames there, and the values of expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import FsmError
from ..game import State
from ..recording import Frame, Recording
from ..words import shown
from .breakpoints import Condition, Stopped
from .expressions import ExpressionError, compile_expression
from .questions import Names
from .tape import Level, Tape

LONGEST = 10_000
"""How many characters of a value are told."""


class Cursor:
    """A tape, the position on it, and the frame that was chosen there, so many frames further out."""

    tape: Tape
    at: int
    chosen: int

    @property
    def recording(self) -> Recording:
        """The recording that the cursor moves over."""
        return self.tape.recording

    def so_far(self) -> Recording:
        """The recording up to the cursor: what comes after it is not decided yet in a game that is played."""
        return Recording(self.recording.frames[: self.at + 1], "The game so far")

    @property
    def frame(self) -> Frame:
        """The event at the cursor."""
        return self.tape[self.at]

    @property
    def state(self) -> State:
        """The state after the event at the cursor."""
        return self.frame.state

    @property
    def levels(self) -> tuple[Level, ...]:
        """The frames at the cursor, the game first."""
        return self.tape.levels(self.at)

    @property
    def line(self) -> int:
        """The line of the script that caused the event at the cursor, or the last such line before it."""
        return self.tape.lines[self.at]

    def move(self, motion: Callable[[int], int], count: int = 1) -> Stopped:
        """Moves the cursor ``count`` times, or until it reaches an end."""
        before, edge = self.at, False
        for _ in range(count):
            at = motion(self.at)
            edge = at == self.at
            if edge:
                break
            self.at = at
        self.chosen = 0
        if self.at == before or edge:
            return self._edge()
        return Stopped("step")

    def _edge(self) -> Stopped:
        if self.at >= self.tape.last:
            return Stopped("end", "end of recording")
        return Stopped("start", "start of recording") if self.at == 0 else Stopped("step")

    def go(self, position: int) -> Stopped:
        """Moves the cursor to a position."""
        self.at, self.chosen = max(0, min(position, self.tape.last)), 0
        return Stopped("goto")

    @property
    def asked_at(self) -> int:
        """The position for questions: the cursor, or the beginning of the chosen outer frame."""
        return self.levels[-1 - self.chosen].began if self.chosen else self.at

    def choose(self, frames: int) -> Level:
        """Chooses a frame, so many further out (or in, if negative); ``FsmError`` if there is none."""
        chosen = self.chosen + frames
        if not 0 <= chosen < len(self.levels):
            raise FsmError("this is the outermost frame" if frames > 0 else "this is the innermost frame")
        self.chosen = chosen
        return self.levels[-1 - chosen]

    def names(self, at: int | None = None) -> Mapping[str, Any]:
        """The names of expressions at a stop, by default in the chosen frame."""
        return Names(self.tape, self.asked_at if at is None else at)

    def evaluate(self, text: str) -> Any:
        """The value of an expression at the cursor."""
        return self.compile(text)(self.names())

    def compile(self, text: str) -> Condition:
        """An expression as a function; ``ExpressionError`` if it cannot be read or uses an unknown name."""
        return compile_expression(text, self.names(0))

    def value_text(self, text: str) -> str:
        """The value of an expression as text, or the reason why it has none."""
        try:
            value = self.evaluate(text)
        except ExpressionError as error:
            return f"<{error}>"
        return shown(value if isinstance(value, str) else repr(value), LONGEST)
