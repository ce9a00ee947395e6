"""Contrast: every text on what it stands on, as the DOT renderer colours them, in both themes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from cases import joined
from drawing import DIAGRAMS

from fsm.diagram import THEMES
from fsm.diagram.drawing.dot import to_dot
from fsm.diagram.drawing.theme import ROLES, TOKENS
from fsm.diagram.layout.geometry import Layout, Rect
from fsm.edition import HUES

Pair = tuple[str, str]

ROLE_OF = {colour: role for role, colour in TOKENS.colours.items()}
TINTS = tuple(f"{hue}_tint" for hue in HUES)

SHOWN = [name for name in DIAGRAMS if "random" not in name]


TEXT_ON: dict[str, tuple[str, ...]] = {
    "ink": ("paper", "card", "ghost", "accent_card", "accent_pill", "lane_tint", *(f"{hue}_tint" for hue in HUES)),
    "muted": ("paper", "card", "accent_card", "ghost", "lane_tint", *(f"{hue}_tint" for hue in HUES)),
    "ghost_ink": ("ghost",),
    "accent": ("paper", "accent_card", "accent_pill", "lane_tint", *(f"{hue}_tint" for hue in HUES)),
    "dim": ("dim_fill", "card", "accent_card", "ghost", *(f"{hue}_tint" for hue in HUES)),
    "paper": ("path",),
    "path": ("card",),
    **{hue: (f"{hue}_tint",) for hue in HUES},
}
"""The roles of backgrounds for the text of each role; each pair has a contrast of at least 4.5 to 1."""


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _grounds(graph: Any) -> list[tuple[Rect, str]]:
    """The filled boxes of a drawing, those drawn first before those drawn on them."""
    found: list[tuple[Rect, str]] = []
    for cluster in graph.subgraphs():
        left, low, right, high = map(float, cluster.graph_attr["bb"].split(","))
        found.append((Rect(left, low, right - left, high - low), ROLE_OF[cluster.graph_attr["fillcolor"]]))
        found += _grounds(cluster)
    return found


def _place(node: Any) -> Rect:
    x, y = map(float, node.attr["pos"].split(","))
    width, height = 72 * float(node.attr["width"]), 72 * float(node.attr["height"])
    return Rect(x - width / 2, y - height / 2, width, height)


def _texts(layout: Layout) -> set[Pair]:
    """Which role's text stands on which role's ground in a drawing."""
    from pygraphviz import AGraph

    graph = AGraph(string=to_dot(layout, TOKENS))
    grounds = _grounds(graph)
    found: set[Pair] = set()
    for node in graph.nodes():
        label, rect = node.attr["label"] or "", _place(node)
        colours = re.findall(r'COLOR="(#\w+)"', label) or ([node.attr["fontcolor"]] if label else [])
        beneath = [role for ground, role in grounds if ground.overlaps(Rect(rect.cx, rect.cy, 0.1, 0.1))]
        own = ROLE_OF[node.attr["fillcolor"]] if "filled" in (node.attr["style"] or "") else ""
        found |= {(ROLE_OF[colour], own or (beneath or ["paper"])[-1]) for colour in colours}
    return found


@cache
def _all_texts() -> frozenset[Pair]:
    return frozenset(pair for name in SHOWN for pair in _texts(DIAGRAMS[name]().layout))


@pytest.mark.slow
def test_the_pairs_that_occur_are_those_that_the_theme_promises() -> None:
    promised = {(text, ground) for text, grounds in TEXT_ON.items() for ground in grounds}
    assert _all_texts() - promised == set()
    assert {text for text, _ in _all_texts()} == set(TEXT_ON)


@pytest.mark.parametrize("theme", THEMES)
def test_all_text_has_contrast(theme: str) -> None:
    """Of all pairs that are promised; the slow test above finds no others."""
    colours = THEMES[theme]
    assert set(colours.colours) == set(ROLES)
    promised = {(text, ground) for text, grounds in TEXT_ON.items() for ground in grounds}
    for text, ground in sorted(promised):
        assert _contrast(colours[text], colours[ground]) >= 4.5, (theme, text, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_all_lines_have_contrast(theme: str) -> None:
    colours = THEMES[theme]
    grounds = [colours[role] for role in (*TINTS, "paper", "ghost", "dim_fill")]
    for line in ("path", "guard", "accent", "ghost_line", "dim_line"):
        assert all(_contrast(colours[line], ground) >= 3 for ground in grounds), line


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_to_come_is_paler_than_what_is(theme: str) -> None:
    colours = THEMES[theme]
    paper = colours["paper"]
    assert _contrast(colours["dim"], paper) < _contrast(colours["muted"], paper) < _contrast(colours["ink"], paper)
    assert _contrast(colours["dim_line"], paper) < _contrast(colours["guard"], paper)


def told_without_colours(name: str) -> None:
    layout = DIAGRAMS[name]().layout
    tiles = [placed.tile for placed in layout.tiles]
    dot = to_dot(layout, THEMES["light"])
    past, future = [tile for tile in tiles if tile.past], [tile for tile in tiles if tile.future]
    assert not set(past) & set(future)
    if past:
        assert "✓" in dot
    if any(not tile.skipped for tile in future):
        assert "penwidth=0.8" in dot
    assert any("✓" in run.text for text in layout.texts for line in text.lines for run in line) == (
        " at turn" not in name
    )


MARKED = [name for name in SHOWN if " at " in name]


@joined(MARKED[::5])
def test_what_is_to_come_is_told_without_colours_too(name: str) -> None:
    told_without_colours(name)


@pytest.mark.slow
@joined(MARKED)
def test_what_is_to_come_is_told_without_colours_in_every_picture(name: str) -> None:
    told_without_colours(name)
