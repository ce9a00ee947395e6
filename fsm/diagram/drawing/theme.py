"""Themes as data: one colour for each role, light and dark (hues after Okabe and Ito)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...words import nearest
from ..errors import DiagramError

FONTS = "Inter,Helvetica,Arial,DejaVu Sans,sans-serif"


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A name and the colour of each role, as ``#rrggbb``."""

    name: str
    colours: Mapping[str, str]

    def __getitem__(self, role: str) -> str:
        return self.colours[role]


_LIGHT = {
    "paper": "#ffffff",
    "ink": "#111a22",
    "muted": "#52606d",
    "path": "#3e4c59",
    "guard": "#52606d",
    "card": "#ffffff",
    "ghost": "#f3f4f6",
    "ghost_line": "#6b7785",
    "ghost_ink": "#56626e",
    "accent": "#8a5a00",
    "accent_card": "#fff1c4",
    "accent_pill": "#fff6d9",
    "beginning": "#0064a3",
    "beginning_tint": "#e8f1fa",
    "main": "#00745a",
    "main_tint": "#e6f4ef",
    "combat": "#ad4300",
    "combat_tint": "#fdf0e6",
    "ending": "#86407a",
    "ending_tint": "#f7edf5",
    "other": "#4b5563",
    "other_tint": "#f0f1f3",
    "dim": "#5f6a76",
    "dim_line": "#7f8a95",
    "dim_fill": "#fafbfc",
    "lane": "#dfe3e8",
    "lane_tint": "#f6f7f9",
}

_DARK = {
    "paper": "#0f141a",
    "ink": "#f2f5f8",
    "muted": "#a9b4c0",
    "path": "#a9b8c6",
    "guard": "#a3b0bd",
    "card": "#1b242d",
    "ghost": "#161b21",
    "ghost_line": "#7b8794",
    "ghost_ink": "#a2adb8",
    "accent": "#f0bc4a",
    "accent_card": "#3a2e10",
    "accent_pill": "#2c220a",
    "beginning": "#69b8ee",
    "beginning_tint": "#102330",
    "main": "#38cda1",
    "main_tint": "#0e2620",
    "combat": "#ff9a5c",
    "combat_tint": "#2d1b10",
    "ending": "#e0a2d2",
    "ending_tint": "#281b26",
    "other": "#b4bdc7",
    "other_tint": "#1a2027",
    "dim": "#909ca8",
    "dim_line": "#66727e",
    "dim_fill": "#12181f",
    "lane": "#2b343d",
    "lane_tint": "#141b21",
}

_PRINT = {
    role: "#ffffff" if role.endswith(("_tint", "card", "fill", "_pill")) or role in ("paper", "ghost") else "#000000"
    for role in _LIGHT
} | {
    "muted": "#333333",
    "guard": "#000000",
    "accent_card": "#e4e4e4",
    "ghost_line": "#6b6b6b",
    "ghost_ink": "#555555",
    "dim": "#666666",
    "dim_line": "#8a8a8a",
    "lane": "#bbbbbb",
    "lane_tint": "#f4f4f4",
}
"""Black on white, for printers without colour and with little ink; all is told by lines and words too."""

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"light": Theme("light", _LIGHT), "dark": Theme("dark", _DARK), "print": Theme("print", _PRINT)}
)

ROLES = tuple(_LIGHT)

TOKENS = Theme("tokens", {role: f"#0101{number:02x}" for number, role in enumerate(ROLES, 16)})
"""A theme with a different colour for each role, so that the colours of a drawn SVG tell the roles."""


def find_theme(name: str) -> Theme:
    """The theme with a name, ``auto`` is the light one; ``DiagramError`` lists the known names."""
    if name == "auto":
        return THEMES["light"]
    if name not in THEMES:
        raise DiagramError(f"there is no theme {name!r}{nearest(name, THEMES)}; there are: {', '.join(THEMES)}")
    return THEMES[name]
