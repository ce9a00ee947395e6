"""The texts of the command ``h``: the usage of each command, and what it does."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

_TEXTS: dict[str, Any] = tomllib.loads((files("fsm.debugger") / "help.toml").read_text(encoding="utf-8"))

GROUPS: dict[str, dict[str, str]] = _TEXTS["groups"]
"""The commands in groups: the arguments of each, and what it does."""

HELP = {name: text for group in GROUPS.values() for name, text in group.items()}

INSTEAD: dict[str, str] = _TEXTS["instead"]
"""Commands of pdb and gdb that are not here: what to type instead."""


def usage(name: str) -> str:
    """How a command is written, and what it does."""
    text = HELP[name]
    return f"{name}{text}" if text.startswith(":") else f"{name} {text}"
