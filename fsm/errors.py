"""The errors this package raises: one small tree, all of them ``ValueError``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from types import NoneType
from typing import Any, TypeVar, cast

from .words import nearest, shown

F = TypeVar("F", bound=Callable[..., Any])
Kinds = type | tuple[type, ...]

LONGEST = 2_000
"""How many characters of a message are shown: the rest of it is text of a user."""


MOST_TOLD = 20
"""How many errors of a file are told at once."""


class FsmError(ValueError):
    """Base class of all input errors; the message says what is wrong and how to fix it.

    >>> from fsm import parse_turn
    >>> try:
    ...     parse_turn("U Up X")
    ... except FsmError as error:
    ...     print(error)
    column 6: 'X' is not a step; steps are U Up D BC DA DB CD EC E CL, and a main phase stands alone
    """


class ArgumentError(FsmError, TypeError):
    """An argument of another type than a function takes; also a ``TypeError``, as Python's own functions raise."""


class UnknownName(FsmError, KeyError):
    """A name that is looked up, and that there is not; also a ``KeyError``. The message is made when it is read."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        super().__init__(what, name)
        self.what, self.name, self.known = what, name, known

    def __reduce__(self) -> tuple[Any, ...]:
        return UnknownName, (self.what, self.name, tuple(self.known))

    def __str__(self) -> str:
        if not isinstance(self.name, str):
            return f"found {found(self.name)}, expected the name of a {self.what}"
        known = tuple(self.known)
        told = ", ".join(known[:MOST_TOLD])
        return f"there is no {self.what} {shown(self.name, 60)!r}{nearest(self.name, known)}; there are: {told}"


TEXT: tuple[Kinds, str] = (str, "a text")
NUMBER: tuple[Kinds, str] = (int, "a whole number")
MAYBE_TEXT: tuple[Kinds, str] = ((str, NoneType), "a text, or None")


def expect_type(value: object, kind: Kinds, what: str, argument: str = "") -> None:
    """``ArgumentError`` if a value that a program gives is of another type: what was found, and what was expected."""
    if not isinstance(value, kind):
        named = f"{argument}: " if argument else ""
        raise ArgumentError(f"{named}found {found(value)}, expected {what}")


def found(value: object) -> str:
    """A value as messages tell what was found: ``3 (int)``."""
    try:
        told = repr(value)
    except Exception:  # the value is of any type
        told = "a value that cannot be told"
    return f"{shown(told, 60)} ({type(value).__name__})"


def takes(**expected: tuple[Kinds, str]) -> Callable[[F], F]:
    """Checks the arguments of a function before it is called: each by name, with its types and what they are.

    Not for functions that play calls, since a check takes a microsecond.

    >>> @takes(text=TEXT)
    ... def long(text): return len(text)
    >>> long(3)
    Traceback (most recent call last):
    fsm.errors.ArgumentError: text: found 3 (int), expected a text
    """

    def decorate(function: F) -> F:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]

        @wraps(function)
        def checked(*arguments: Any, **named: Any) -> Any:
            for name, value in (*zip(names, arguments, strict=False), *named.items()):
                if name in expected:
                    expect_type(value, *expected[name], name)
            return function(*arguments, **named)

        return cast("F", checked)

    return decorate


class UnknownEdition(FsmError):
    """No edition has that name."""


class AddressError(FsmError):
    """A text that is not an address, or one that names a place which cannot exist.

    >>> from fsm import parse_address
    >>> parse_address("T1.upkep")
    Traceback (most recent call last):
    fsm.errors.AddressError: 'upkep' in 'T1.upkep' is not a phase or step (did you mean "upkeep"?)
    """


class NotationError(FsmError):
    """A text that is not the notation of a turn or of a game."""


class RewriteError(FsmError):
    """A rewrite whose anchor or parts do not fit the turn.

    >>> from fsm import base_turn, skip
    >>> skip(base_turn("cr2026"), "combat#2", "False Peace")
    Traceback (most recent call last):
    fsm.errors.RewriteError: there is no combat#2 in this turn
    """


class MachineError(FsmError):
    """A machine that cannot be built: its parts name states or guards that do not exist."""


class CardError(FsmError):
    """A card that is malformed or unknown.

    >>> from fsm import find_card
    >>> find_card("Time Wlak")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    fsm.errors.CardError: unknown card 'Time Wlak' (did you mean "Time Walk"?); define it ...
    """


class IllegalAction(FsmError):
    """An action that is illegal now; the state is unchanged. ``rules`` are the numbers of the rules that forbid it.

    >>> from fsm import PlayLand, catalogue, start_game, step
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"])
    >>> try:
    ...     step(state, PlayLand(0, catalogue()["Forest"]))
    ... except IllegalAction as error:
    ...     print(error.rules)
    ('116.2a', '505.6b')
    """

    def __init__(self, message: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.rules = rules


class SetupError(FsmError):
    """A game that cannot begin: too few players, a seat that does not exist, a negative number.

    >>> from fsm import start_game
    >>> start_game("cr2026", ["Ann"])
    Traceback (most recent call last):
    fsm.errors.SetupError: found 1 player, expected two to 8
    """


class LimitReached(FsmError):
    """A game that exceeds a documented limit; ``by``, ``effect`` and ``object`` name the cause: card, effect, id.

    >>> from fsm import find_card, start_game
    >>> start_game("cr2026", ["Ann", "Bob"], battlefield=[(0, find_card("Grizzly Bears"))] * 3_000)
    Traceback (most recent call last):
    fsm.errors.LimitReached: more than 2,000 permanents at one time, by the battlefield at first
    """

    def __init__(self, what: str, by: str = "", effect: str = "", object: int = 0, can_be_raised: bool = False) -> None:
        super().__init__(what)
        self.what, self.by, self.effect, self.object = what, by, effect, object
        self.can_be_raised = can_be_raised

    def __str__(self) -> str:
        by = f"{self.by} ({self.effect})" if self.by and self.effect else self.by or self.effect
        return f"{self.what}, by {by}" if by else self.what


class WorkerLost(FsmError):
    """Processes or machines that share the work ended, or cannot be reached."""


class InputError(FsmError):
    """Unusable input, with its file, line and column (both from 1).

    >>> from fsm import parse_scenarios
    >>> parse_scenarios("players: [Ann]", "x.turn.yaml")
    Traceback (most recent call last):
    fsm.errors.InputError: x.turn.yaml:1:10: found 1 player, expected two to eight
    """

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message, self.file, self.line, self.column = message, file, line, column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return shown(f"{place}: {self.message}" if place else self.message, LONGEST)


class ScriptError(InputError):
    r"""An act of a script that cannot be done: its path in the file, and the events up to where it could have been.

    >>> from fsm import parse_scenarios, run_scenario
    >>> from fsm.errors import ScriptError
    >>> text = "players: [Ann, Bob]\nedition: cr2026\nscript: [{at: T1.upkeep, Ann: {play: Forest}}]"
    >>> try:
    ...     run_scenario(parse_scenarios(text)[0])
    ... except ScriptError as error:
    ...     print(error.path, error.event)
    ('script', 0, 'Ann') 8
    """

    def __init__(self, error: InputError, path: tuple[str | int, ...], event: int) -> None:
        super().__init__(error.message, error.file, error.line, error.column)
        self.path, self.event = path, event


class InputErrors(InputError):
    """Several errors of a file, sorted by their places; its own place and message are those of the first."""

    def __init__(self, errors: Iterable[InputError]) -> None:
        every = [inner for error in errors for inner in getattr(error, "errors", (error,))]
        once = {(error.line, error.column, error.message): error for error in every}
        self.errors = tuple(once[place] for place in sorted(once))
        first = self.errors[0]
        super().__init__(first.message, first.file, first.line, first.column)

    def __str__(self) -> str:
        told = [str(error) for error in self.errors[:MOST_TOLD]]
        more = len(self.errors) - MOST_TOLD
        return "\n".join([*told, f"{self.file}: and {more} more; fix these first"] if more > 0 else told)


def together(errors: Sequence[InputError]) -> InputError:
    """One error for several of a file, or for the only one."""
    return errors[0] if len(errors) == 1 else InputErrors(errors)


class UnplayedEdition(InputError):
    """A game is to begin under an edition that is known, but cannot be played here."""


class TraceError(InputError):
    """A trace that cannot be read."""


class EditionError(InputError):
    """An edition's file that cannot be read, or that contradicts itself.

    >>> from fsm import load_edition
    >>> load_edition("there-is-none.toml")
    Traceback (most recent call last):
    fsm.errors.EditionError: there-is-none.toml: cannot be read: no such file or directory
    """


class EditionErrors(InputErrors, EditionError):
    """Several errors of an edition's file."""
