"""Values as text: on one line, over several lines, and as parts of a script."""

from __future__ import annotations

from typing import Any

import yaml

from ..words import shown

WIDEST = 100


class _Dumper(yaml.SafeDumper):
    """Writes whatever a state holds: plain data as YAML does, anything else as its text."""


_Dumper.add_multi_representer(object, lambda dumper, value: dumper.represent_str(str(value)))


def in_yaml(said: Any) -> str:
    """A part of a script as YAML, on one line."""
    text = yaml.dump(said, None, _Dumper, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...").strip()


def value(found: Any, most: int = WIDEST) -> str:
    """A value on one line, cut if it is too long."""
    text = found if isinstance(found, str) else repr(found)
    return shown(text, most)


def pretty(found: Any) -> str:
    """A value over several lines, as YAML."""
    if not isinstance(found, dict | list) or not found:
        return value(found, 10_000)
    text = yaml.dump(found, None, _Dumper, allow_unicode=True, width=WIDEST, sort_keys=False, default_flow_style=None)
    return text.rstrip("\n")
