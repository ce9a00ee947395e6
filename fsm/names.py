"""Checks the names that users choose: printable text on one line."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from . import shape
from .shape import Custom, Path, ShapeError, describe

MAX_NAME = 200

Name = Annotated[str, "name"]
"""A name chosen by a user: of a player, a card, an ability, an option, a scenario."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Printable characters that are invisible."""


def check_name(name: str, path: Path, on_key: bool = False) -> str:
    """Returns a name of 1 to 200 printable characters on one line; ``ShapeError`` for any other."""
    if name.isascii() and name.isprintable() and not name.isspace() and 1 <= len(name) <= MAX_NAME:
        return name  # nearly all are; all other checks take their time
    unprintable = next((c for c in name[: MAX_NAME + 1] if not c.isprintable()), "")
    if unprintable:
        found = f"the unprintable character {describe(unprintable)}"
        raise ShapeError(f"found {found} in the name {describe(name)}; leave it out", path, on_key)
    if not 1 <= len(name) <= MAX_NAME or not any(map(_is_seen, name)):
        raise ShapeError(f"found {describe(name)}, expected a name of 1 to {MAX_NAME} characters", path, on_key)
    return name


def _is_seen(character: str) -> bool:
    """Whether a printable character is visible on its own: no space, no accent, no invisible letter."""
    return unicodedata.category(character)[0] not in "ZM" and character not in _BLANK


shape.CUSTOM[Name] = Custom(
    lambda data, path: check_name(shape.read(str, data, path), path),
    lambda: {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
)
