"""How a picture is shown: its theme, its direction, the shape of its page, and its size."""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite, sqrt
from typing import TypeVar

import msgspec

from ..errors import expect_type, found
from ..words import nearest
from .errors import DiagramError

SHOWN_THEMES = ("auto", "light", "dark", "print")
"""``auto`` is light or dark as the reader's browser prefers; formats that cannot tell are light."""
DIRECTIONS = ("down", "right")
"""Play goes down, or to the right: the phases of a turn, and the parts of a rule."""
ASPECTS = {"16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1.0, "page": 1 / sqrt(2)}
"""The width of a page divided by its height, by name; ``page`` is a sheet of A4 or A3, upright."""

LEGIBLE = 12.0
"""The least size of text in pixels, where a width is given and no aspect."""
ARTICLE = 872
"""The width for which a picture is arranged if nothing is said: in a column of 800 pixels its least text has 11."""

Name = TypeVar("Name", bound=str)

WIDTHS = (16, 20_000)
SCALES = (0.1, 20.0)


class Look(msgspec.Struct, frozen=True):
    """How a picture is shown; what is left out is chosen by the picture and by the format.

    ``width`` is in pixels, ``scale`` a multiple of the size that the format has otherwise. ``DiagramError`` if
    there is no such theme, direction, aspect or size.
    """

    theme: str = "auto"
    direction: str = ""
    aspect: str = ""
    width: int = 0
    scale: float = 0.0

    def __post_init__(self) -> None:
        known("theme", self.theme, SHOWN_THEMES)
        if self.direction:
            known("direction", self.direction, DIRECTIONS)
        if self.aspect:
            known("aspect", self.aspect, ASPECTS)
        for name, size in (("width", self.width), ("scale", self.scale)):
            expect_type(size, (int, float), f"a number for the {name}")
            if size:
                check_size(name, size)
        if self.width and self.scale:
            raise DiagramError(f"the width {self.width} and the scale {self.scale:g} say the size twice: give one")

    def but(self, theme: str, direction: str, aspect: str, width: int, scale: float) -> Look:
        """The look with other choices; what is empty or 0 stays, and one size replaces the other."""
        size = (width, scale) if width or scale else (self.width, self.scale)
        return Look(theme or self.theme, direction or self.direction, aspect or self.aspect, *size)

    @property
    def sized(self) -> bool:
        """Whether a size is given."""
        return bool(self.width or self.scale)

    def factor(self, width: float, usual: float = 1.0) -> float:
        """By how much a picture of a width is magnified; ``usual`` if no size is given, or at scale 1."""
        return self.width / width if self.width else (self.scale or 1.0) * usual


def one_direction(direction: str) -> None:
    """``DiagramError`` if a direction is given to a picture that has only one."""
    if direction:
        raise DiagramError(f"this picture has one direction, and {direction} is given: leave it out")


def known(what: str, name: str, names: Collection[Name]) -> Name:
    """A name, if it is one of those that there are; ``DiagramError`` lists them."""
    if not isinstance(name, str):
        raise DiagramError(f"found {found(name)}, expected a {what}; there are: {', '.join(names)}")
    chosen = next((one for one in names if one == name), None)
    if chosen is None:
        near = "" if what == "aspect" and ":" in name else nearest(name, names)  # a ratio is near no other
        raise DiagramError(f"there is no {what} {name[:40]!r}{near}; there are: {', '.join(names)}")
    return chosen


def check_size(what: str, value: float) -> None:
    """``DiagramError`` if a width or a scale is out of range."""
    (low, high), unit = (WIDTHS, " pixels") if what == "width" else (SCALES, "")
    if not (isfinite(value) and low <= value <= high):
        raise DiagramError(f"the {what} {value:g} is out of range: give {low:g} to {high:g}{unit}")


USUAL = Look()
"""The look of a picture about which nothing is said."""
