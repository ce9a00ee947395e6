"""A session that reads lines: prompts, repeated motions, joined commands, completion; no bad line ends it."""

from __future__ import annotations

import cmd
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import IO, Any

from ..edition import played_ids
from ..errors import FsmError, IllegalAction, InputError
from ..files import packaged_data
from ..scenario.model import VERBS
from ..wording import EVENT_KINDS
from ..words import COLOURS, LINES, nearest, safe, shown
from .catching import FILTERS
from .expressions import compile_expression
from .session import Session
from .session_text import SessionText

MOST_COUNT = 100_000

REPEATED = ("n", "s", "r", "c", "rn", "rs", "rc", "rr", "until", "l")
"""The motions that a blank line repeats."""

ALIASES = {
    "next": "n", "step": "s", "return": "r", "finish": "r", "cont": "c", "continue": "c", "break": "b", "tb": "tbreak",
    "clear": "cl", "delete": "cl", "where": "w", "bt": "w", "up": "u", "down": "d", "list": "l", "longlist": "ll",
    "print": "p", "!": "p", "jump": "j", "goto": "j", "unt": "until", "advance": "until", "run": "restart",
    "quit": "q", "exit": "q", "EOF": "q", "help": "h", "?": "h", "reverse-next": "rn", "reverse-step": "rs",
    "reverse-finish": "rr", "reverse-continue": "rc", "future": "schedule", "what-if": "whatif", "changes": "changed",
    "draw": "diagram", "has": "have",
}  # fmt: skip
"""Aliases from pdb, gdb and rr."""


_TEXTS: dict[str, Any] = packaged_data("debugger/help.toml")

GROUPS: dict[str, dict[str, str]] = _TEXTS["groups"]
"""The commands in groups: the arguments of each, and what it does."""

HELP = {name: text for group in GROUPS.values() for name, text in group.items()}

PHRASES: dict[str, str] = _TEXTS["phrases"]
"""What players say in a game, and what it means."""

OWN: list[str] = [f"  {line}" for line in _TEXTS["own"]["cards"]]
"""Cards of one's own, as they are typed."""

INSTEAD: dict[str, str] = _TEXTS["instead"]
"""Commands of pdb and gdb that are not here: what to type instead."""


class Lines(cmd.Cmd):
    """Reads lines of text and calls the method of each command."""

    def __init__(
        self, session: Session, *, stdin: IO[str] | None = None, stdout: IO[str] | None = None, colour: bool = False,
        playing: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        self.session, self.colour, self.playing = session, colour, playing
        self.displayed: dict[str, str] = {}
        self.failed = False
        self.typed, self.done = "", list[tuple[Session, int, str]]()
        self.queued = 0
        self.repeat, self.batch, self.asked_commands = "", not self.use_rawinput, 0
        self.collected: list[str] = []
        self.nested, self.ran, self.listed, self.begun = 0, 0, 0, False

    @property
    def show(self) -> SessionText:
        """The texts of the session."""
        return SessionText(self.session, self.colour)

    @property
    def prompt(self) -> str:  # type: ignore[override]  # cmd has it as a plain attribute
        """The prompt."""
        if self.asked_commands:
            return "(com) "
        if self.playing:
            return f"({self.show.who()} {self.session.tape.address(self.session.at)}) "
        return "(fsm what if) " if self.session.before else "(fsm) "

    @property
    def word(self) -> str:
        """What is typed before an action."""
        return "" if self.playing else "whatif "

    def first(self, lines: Sequence[str]) -> None:
        """Queues lines to run before the first line that is read."""
        self.cmdqueue, self.queued = [*lines], len(lines)

    @property
    def width(self) -> int:
        """How many letters a line of the terminal has; 0 if it is none."""
        return get_terminal_size().columns if self.stdout.isatty() else 0

    def say(self, lines: Iterable[str] | str) -> None:
        """Writes lines, safe for a terminal, and broken between words at its width."""
        width = self.width
        for text in [lines] if isinstance(lines, str) else lines:
            for line in text.split("\n"):
                self.stdout.write(f"{safe(broken(line, width), COLOURS if self.colour else LINES)}\n")

    # Lines.

    def cmdloop(self, intro: Any = None) -> None:
        """Reads lines until one ends the session; at a prompt, Ctrl-C gives a new one."""
        while True:
            try:
                super().cmdloop(intro)
            except KeyboardInterrupt:
                if self.batch:
                    raise
                self.begun, self.asked_commands = True, 0
                self.say("\n[interrupted; q ends the session]")
            else:
                return

    def preloop(self) -> None:
        """Prints where the session begins, and how the run ended."""
        if not self.begun:
            self.greet()

    def greet(self) -> None:
        """Prints how the run ended, and where the session stands."""
        self.say(self.show.result())
        if self.session.more and not self.session.which:
            self.say(f"[1 of {self.session.more + 1} scenarios of this file; --scenario NAME or NUMBER is another one]")
        if not self.batch:
            self.say(f"[{len(self.session.tape)} events; h lists the commands]")
        self.say(self.show.stop())

    def precmd(self, line: str) -> str:
        """Prints a line that was not typed, so that a script's output shows its commands."""
        if self.queued:
            self.queued -= 1
            self.say(f"{self.prompt}{line}")
        elif self.batch or line == "EOF":
            self.say("" if line == "EOF" else line)
        return line

    def onecmd(self, line: str) -> bool:
        """Runs one line: commands with ``;;`` between them; an error is reported on one line."""
        if self.asked_commands:
            return self._collect(line)
        said = _COMMENT.sub("", line)
        return (bool(said) or not line) and any(self._one(part.strip()) for part in said.split(";;"))

    def emptyline(self) -> bool:
        """Repeats the last motion."""
        return self._one(self.repeat) if self.repeat else False

    def default(self, line: str) -> None:
        """``FsmError`` for an unknown command, with the nearest one."""
        word = line.split(maxsplit=1)[0]
        try:
            compile_expression(line)(self.session.names())
        except FsmError:
            hint = f"; {INSTEAD[word]}" if word in INSTEAD else f"{nearest(word, (*HELP, *ALIASES))}; h lists them"
            said = self.typed if word in PHRASES.values() else word
            raise FsmError(f"{shown(said, 40)!r} is not a command{hint}") from None
        raise FsmError(f"{shown(word, 40)!r} is not a command; p {shown(line, 60)} prints its value")

    def _one(self, line: str) -> bool:
        if not line:
            return self.emptyline()
        self.typed = line
        if line[0] in "!?":
            line = f"{line[0]} {line[1:]}"
        line = self.understood(line)
        word, _, rest = line.partition(" ")
        if word in REPEATED:
            self.repeat = word
        method: Callable[[str], bool | None] | None = getattr(self, f"do_{word}", None)
        try:
            if word in GROUPS["Play"]:
                self.check_acting()
            check_alone(word, rest.strip())
            if method is None:
                self.default(line)
                return False
            return bool(method(rest.strip()))
        except IllegalAction as error:
            self.say(f"*** this cannot be done: {error}")
        except InputError as error:
            self.say(f"*** {error.message if error.file.startswith('<') else error}")
        except FsmError as error:
            self.say(f"*** {shown(str(error), 500)}")
        return self.refused()

    def understood(self, line: str) -> str:
        """A line that begins with the name of the command that its first word means, in any case."""
        word, space, rest = line.partition(" ")
        known = word if word in ALIASES or word in HELP else word.casefold()
        return ALIASES.get(known, known if known in HELP else word) + space + rest

    def refused(self) -> bool:
        """What follows a line that could not be done: whether the session ends."""
        return False

    def check_acting(self) -> None:
        """``FsmError`` for who looks on: a game that goes on as others act would tell what they do not see."""
        if self.session.viewer:
            raise FsmError("who looks on does not act in the game; whatif ACTION tries what they could do")

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
        """Completions after a command: places, filters, commands, actions, or names of the state and what they have."""
        text, line = str(typed[0]), str(typed[1])
        word = line.strip().partition(" ")[0]
        word = ALIASES.get(word, word)
        offered: Iterable[str] = ()
        if word in ("b", "tbreak", "until", "j", "to"):
            begun = line.rpartition(" ")[2]
            before = begun[: begun.rfind(".") + 1]
            places = [f"{before}{place}" for place in self.session.recording.edition.kinds.places]
            known = places if word == "to" else [*EVENT_KINDS, *places]
            return sorted(name[len(begun) - len(text) :] for name in known if name.startswith(begun))
        if word == "edition":
            offered = played_ids()
        elif word in _OFFERED:
            offered = _OFFERED[word]
        elif word in ("p", "pp", "display", "undisplay", "watch", "condition") or word not in HELP:
            offered = self._names(text.rpartition(".")[0])
        return sorted(name for name in offered if name.startswith(text))

    def _names(self, head: str) -> Iterable[str]:
        """The names of the state; or, after ``Ann.``, of what Ann has."""
        if not head:
            return self.session.names()
        try:
            held = self.session.evaluate(head)
        except FsmError:
            return ()
        return [f"{head}.{key}" for key in held] if isinstance(held, Mapping) else ()


_OFFERED = {"catch": (*FILTERS,), "h": (*HELP, *ALIASES), "whatif": (*VERBS, "pass", "concede")}
"""What the arguments of some commands can be."""


def check_alone(word: str, rest: str) -> None:
    """``FsmError`` if something follows a command that takes nothing."""
    if rest and HELP.get(word, "").startswith(":"):
        raise FsmError(f"{word} takes nothing more; leave {shown(rest, 60)!r} out")


def usage(name: str) -> str:
    """How a command is written, and what it does."""
    text = HELP[name]
    return f"{name}{text}" if text.startswith(":") else f"{name} {text}"


_COMMENT = re.compile(r"(?:\A|\s+)#(?:\s.*)?\Z")
"""What follows a ``#`` that stands by itself."""

_COLOUR = re.compile("\033\\[[0-9]*m")


def broken(line: str, width: int) -> str:
    r"""A line in parts of at most ``width`` letters, broken between words, the later parts set in; 0: as it is.

    >>> broken("   1  cast Time Walk now", 16)
    '   1  cast Time\n      Walk now'
    """

    def length(text: str) -> int:
        return len(_COLOUR.sub("", text))

    if not width or length(line) <= width:
        return line
    blanks = len(line) - len(line.lstrip())
    parts, indent = [""], " " * min(blanks + 3, width // 2)
    for word in re.findall(r" *[^ ]+", line):
        if parts[-1].strip() and length(parts[-1] + word) > width:
            parts.append(indent + word.lstrip())
        else:
            parts[-1] += word
    return "\n".join(parts)


def count_of(text: str, least: int = 1) -> int:
    """A count of motions; ``FsmError`` if it is none."""
    if not text:
        return 1
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= MOST_COUNT:
        raise FsmError(f"{shown(text, 40)!r} is not a count; write a number from {least} to {MOST_COUNT:,}")
    return int(text)


def numbers_in(text: str) -> list[int]:
    """The numbers in a text; ``FsmError`` if there is anything else."""
    words = text.split()
    wrong = next((word for word in words if not word.isdecimal() or len(word) > 9), None)
    if wrong is not None:
        raise FsmError(f"{shown(wrong, 40)!r} is not a number")
    return [int(word) for word in words]
