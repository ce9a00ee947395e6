"""A session that reads lines: prompts, repeated motions, joined commands, completion; no bad line ends it."""

from __future__ import annotations

import cmd
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

from ..errors import FsmError, IllegalAction, InputError
from ..game import EVENT_KINDS
from ..words import nearest, shown
from .expressions import compile_expression
from .help import HELP
from .session import FILTERS, Session
from .session_text import SessionText

REPEATED = ("n", "s", "r", "c", "rn", "rs", "rc", "rr", "until", "l")
"""The motions that a blank line repeats."""

ALIASES = {
    "next": "n", "step": "s", "return": "r", "finish": "r", "cont": "c", "continue": "c", "break": "b", "tb": "tbreak",
    "clear": "cl", "delete": "cl", "where": "w", "bt": "w", "up": "u", "down": "d", "list": "l", "longlist": "ll",
    "print": "p", "jump": "j", "goto": "j", "unt": "until", "run": "restart", "quit": "q", "exit": "q", "EOF": "q",
    "help": "h", "?": "h", "reverse-next": "rn", "reverse-step": "rs", "reverse-continue": "rc",
    "reverse-finish": "rr", "future": "schedule", "what-if": "whatif", "changes": "changed",
}  # fmt: skip
"""Aliases from pdb, gdb and rr."""


class Lines(cmd.Cmd):
    """Reads lines of text and calls the method of each command."""

    def __init__(
        self, session: Session, *, stdin: IO[str] | None = None, stdout: IO[str] | None = None, colour: bool = False
    ) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        self.session, self.colour = session, colour
        self.displayed: dict[str, str] = {}
        self.queued = 0
        self.repeat, self.batch, self.asked_commands = "", not self.use_rawinput, 0
        self.collected: list[str] = []
        self.nested = 0

    @property
    def show(self) -> SessionText:
        """The texts of the session."""
        return SessionText(self.session, self.colour)

    @property
    def prompt(self) -> str:  # type: ignore[override]  # cmd has it as a plain attribute
        """The prompt."""
        if self.asked_commands:
            return "(com) "
        return "(fsm what if) " if self.session.before else "(fsm) "

    def first(self, lines: Sequence[str]) -> None:
        """Queues lines to run before the first line that is read."""
        self.cmdqueue, self.queued = [*lines], len(lines)

    def say(self, lines: Iterable[str] | str) -> None:
        """Writes lines."""
        for line in [lines] if isinstance(lines, str) else lines:
            self.stdout.write(f"{line}\n")

    # Lines.

    def preloop(self) -> None:
        """Prints where the session begins, and how the run ended."""
        self.say(self.show.result())
        self.say(self.show.stop())

    def precmd(self, line: str) -> str:
        """Prints a line that was not typed, so that a script's output shows its commands."""
        if self.queued:
            self.queued -= 1
            self.say(f"{self.prompt}{line}")
        elif self.batch:
            self.say("" if line == "EOF" else line)
        return line

    def onecmd(self, line: str) -> bool:
        """Runs one line: commands with ``;;`` between them; an error is reported on one line."""
        if self.asked_commands:
            return self._collect(line)
        return any(self._one(part.strip()) for part in line.split(";;"))

    def emptyline(self) -> bool:
        """Repeats the last motion."""
        return self._one(self.repeat) if self.repeat else False

    def default(self, line: str) -> None:
        """Reports an unknown command, with the nearest one."""
        word = line.split(maxsplit=1)[0]
        try:
            compile_expression(line)(self.session.names())
        except FsmError:
            hint = nearest(word, (*HELP, *ALIASES))
            self.say(f"*** {shown(word, 40)!r} is no command{hint}; h lists them")
        else:
            self.say(f"*** {shown(word, 40)!r} is no command; p {shown(line, 60)} prints its value")

    def _one(self, line: str) -> bool:
        if not line:
            return self.emptyline()
        word, _, rest = line.partition(" ")
        word = ALIASES.get(word, word)
        if word in REPEATED:
            self.repeat = word
        method: Callable[[str], bool | None] | None = getattr(self, f"do_{word}", None)
        try:
            if method is None:
                self.default(line)
                return False
            return bool(method(rest.strip()))
        except IllegalAction as error:
            self.say(f"*** this cannot be done: {error}")
        except InputError as error:
            self.say(f"*** {error}")
        except FsmError as error:
            self.say(f"*** {shown(str(error), 500)}")
        return False

    def _collect(self, line: str) -> bool:
        if line.strip() in ("end", "EOF"):
            self.session.breakpoints[self.asked_commands].commands = tuple(self.collected)
            self.asked_commands = 0
        else:
            self.collected.append(line.strip())
        return False

    def completenames(self, text: str, *_: Any) -> list[str]:
        """The commands that begin with a text."""
        return sorted(name for name in (*HELP, *ALIASES) if name.startswith(text))

    def completedefault(self, *typed: Any) -> list[str]:
        """Completions after a command: places for commands that take one, otherwise names of the state."""
        text, line = str(typed[0]), str(typed[1])
        word = line.split(maxsplit=1)[0]
        word = ALIASES.get(word, word)
        places: Sequence[str] = (*self.session.recording.edition.kinds.places, *EVENT_KINDS)
        offered = (
            places if word in ("b", "tbreak", "until", "j") else FILTERS if word == "catch" else self.session.names()
        )
        return sorted(name for name in offered if name.startswith(text))
