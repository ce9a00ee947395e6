"""Numbers that note what is asked of them.

Most actions only add to life totals, hands and graveyards or take from them: a spell resolves, its card goes to the
graveyard, somebody gains life. So what an action does is learned once, with noted numbers and piles that nobody looks
into (``unread``), and holds for all numbers that answer the same questions in the same way. ``Asked`` says that more
was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn, Protocol

LOW, HIGH = -(1 << 62), 1 << 62
"""Lower and higher than every number of a game."""


class Asked(Exception):
    """What happens depends on what was set apart, in a way that no range of numbers tells."""


class Asking(Protocol):
    """What knows the numbers, and keeps the origins that were asked; it tells nothing of ``secret`` ones."""

    numbers: Sequence[int]
    secret: bool
    asked: list[Origin]


class Origin:
    """Where noted numbers come from, and the range of values for which all answers so far are the same.

    One that nobody keeps tells only how its numbers compare with each other.
    """

    __slots__ = ("asking", "high", "low", "place")

    def __init__(self, asking: Asking | None = None, place: int = 0) -> None:
        self.asking, self.place, self.low, self.high = asking, place, LOW, HIGH

    def is_at_most(self, number: int) -> bool:
        """Whether the value is at most a number; the range becomes as narrow as the answer makes it."""
        if self.asking is None or self.asking.secret:
            raise Asked
        if self.low == LOW and self.high == HIGH:
            self.asking.asked.append(self)
        if self.asking.numbers[self.place] <= number:
            self.high = min(self.high, number)
            return True
        self.low = max(self.low, number + 1)
        return False


class Noted(int):
    """The value of an origin and something more; what it is compared with narrows the range of the origin.

    What it is as an ``int`` says nothing. Its use as an index is not noticed; the engine compares and adds numbers.
    """

    origin: Origin
    more: int

    @classmethod
    def of(cls, origin: Origin, more: int = 0) -> Noted:
        """So much more than the origin."""
        made = int.__new__(cls)
        made.origin, made.more = origin, more
        return made

    def __add__(self, other: int) -> Noted:
        if isinstance(other, Noted):
            raise Asked
        return Noted.of(self.origin, self.more + other)

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        if isinstance(other, Noted):
            return self.more - self._also(other)
        return Noted.of(self.origin, self.more - other)

    def __le__(self, other: int) -> bool:
        if isinstance(other, Noted):
            return self.more <= self._also(other)
        return self.origin.is_at_most(other - self.more)

    def _also(self, other: Noted) -> int:
        """How much more another number of the same origin is."""
        if other.origin is not self.origin:
            raise Asked
        return other.more

    def __lt__(self, other: int) -> bool:
        return self <= other - 1

    def __ge__(self, other: int) -> bool:
        return not self <= other - 1

    def __gt__(self, other: int) -> bool:
        return not self <= other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and self <= other and not self <= other - 1

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self) -> int:
        raise Asked


def _refused(*_: object) -> NoReturn:
    raise Asked


def refuse(kind: type, names: Iterable[str]) -> None:
    """Lets these methods of a class raise ``Asked``."""
    for name in names:
        setattr(kind, name, _refused)


ARITHMETIC = ["mul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor"]

refuse(Noted, (f"__{name}__" for name in ("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil", "rsub")))
refuse(Noted, (f"__{side}{name}__" for name in ARITHMETIC for side in ("", "r")))
refuse(Noted, (f"__{name}__" for name in ("int", "index", "float", "str", "repr", "format", "reduce_ex")))
