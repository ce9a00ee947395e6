"""The reference of Python: the public names of the package, by room, for Sphinx to document."""

from __future__ import annotations

import inspect
from collections import defaultdict
from importlib import import_module
from typing import Any

PACKAGE = __name__.partition(".")[0]

ROOMS = {
    "turn": "Turns",
    "edition": "Editions",
    "game": "Games",
    "cards": "Cards",
    "scenario": "Scenarios",
    "recording": "Recordings and traces",
    "diagram": "Pictures",
    "errors": "Errors",
}
"""The rooms that have public names, with what the reference calls them."""


def reference_text() -> str:
    """The reference as Markdown."""
    face = import_module(PACKAGE)
    by_room: dict[str, list[str]] = defaultdict(list)
    for name in sorted(face.__all__, key=str.lower):
        by_room[_room(getattr(face, name))].append(name)
    lines = [
        "# Python, each name",
        "",
        f"All that `import {PACKAGE}` gives. [In Python](site:docs/python/) is the document to read first.",
    ]
    for room in sorted(by_room, key=list(ROOMS).index):
        lines += ["", f"## {ROOMS[room]}", "", "```{eval-rst}", f".. currentmodule:: {PACKAGE}", ""]
        for name in by_room[room]:
            lines += [*_directive(name, getattr(face, name)), ""]
        lines += ["```"]
    return "\n".join([*lines, ""])


def _room(value: Any) -> str:
    return str(value.__module__).split(".")[1]


def _is_error(value: type) -> bool:
    return issubclass(value, Exception)


def _directive(name: str, value: Any) -> list[str]:
    if inspect.isclass(value):
        return [f".. autoclass:: {name}", "   :members:", *(["   :show-inheritance:"] if _is_error(value) else [])]
    return [f".. autofunction:: {name}" if callable(value) else f".. autodata:: {name}"]
