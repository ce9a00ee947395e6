"""Themes as data: one colour for each role, light and dark (hues after Okabe and Ito)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from ...files import packaged_data
from ..look import known

FONTS = "Inter,Helvetica,Arial,DejaVu Sans,sans-serif"


class Theme(msgspec.Struct, frozen=True, eq=False):
    """A name and the colour of each role, as ``#rrggbb``."""

    name: str
    colours: Mapping[str, str]

    def __getitem__(self, role: str) -> str:
        return self.colours[role]


_COLOURS: dict[str, dict[str, str]] = packaged_data("diagram/drawing/themes.toml")
"""The colours of ``light`` and ``dark`` by role, and where ``print`` is not black on white."""

_PRINT = {
    role: "#ffffff"
    if role.endswith(("_tint", "_stream", "card", "fill", "_pill")) or role in ("paper", "ghost")
    else "#000000"
    for role in _COLOURS["light"]
} | _COLOURS["print"]
"""Black on white, for printers without colour and with little ink; all is told by lines and words too."""

THEMES: Mapping[str, Theme] = MappingProxyType(
    {name: Theme(name, colours) for name, colours in (_COLOURS | {"print": _PRINT}).items()}
)

ROLES = tuple(_COLOURS["light"])

TOKENS = Theme("tokens", {role: f"#0101{number:02x}" for number, role in enumerate(ROLES, 16)})
"""A theme with a different colour for each role, so that the colours of a drawn SVG tell the roles."""


def find_theme(name: str) -> Theme:
    """The theme with a name, ``auto`` is the light one; ``DiagramError`` lists the known names."""
    return THEMES["light" if name == "auto" else known("theme", name, THEMES)]
