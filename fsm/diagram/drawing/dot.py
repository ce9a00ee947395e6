"""Writes DOT lines: ids and values are quoted if needed, attributes are sorted by name.

A picture repeats the same few hundred values, so quoted values are cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import hypot

from ..layout.geometry import MARGIN, Badge, Layout, Path, Pill, PlacedBox, PlacedTile, Point, Rect, Ribbon, Text
from ..layout.metrics import SMALL, TileLine
from ..model import END, START, Box, Tile
from .labels import badge_label, plain, text_label, tile_label
from .theme import FONTS, Theme

LONGEST = 2_000
"""The largest number of characters of a text that are written."""


_ID = re.compile(r"(?:[a-zA-Z_][a-zA-Z0-9_]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))\Z")
_KEYWORDS = ("node", "edge", "graph", "digraph", "subgraph", "strict")
_QUOTE = re.compile(r'((?:\\\\)*)\\?"')


@lru_cache(maxsize=1 << 16)
def quote(text: str) -> str:
    """Quote an id or a value, if needed, as the graphviz package does; HTML labels stay as they are."""
    if text.startswith("<") and text.endswith(">"):
        return text
    if _ID.match(text) and text.lower() not in _KEYWORDS:
        return text
    return f'"{_QUOTE.sub(_escaped, text)}"'


def _escaped(quote: re.Match[str]) -> str:
    return f'{quote[1]}\\"'


@lru_cache(maxsize=1 << 14)
def literal(text: str) -> str:
    """Escape a plain text so that Graphviz takes it literally: no entities, no escapes, no HTML.

    Long texts are cut, since Graphviz reads at most 16,384 bytes between quotes.
    """
    told = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return escape(told, quote=False).replace("\\", "\\\\")


def attributes(values: Mapping[str, str]) -> str:
    """Write attributes, sorted by name.

    >>> attributes({"width": "2", "id": "a b"})
    '[id="a b" width=2]'
    """
    return f"[{' '.join([f'{name}={quote(value)}' for name, value in sorted(values.items())])}]"


def node(id: str, label: str, values: Mapping[str, str]) -> str:
    """Write a node, its label before its attributes."""
    return f"{quote(id)} [label={quote(label)} {attributes(values)[1:]}"


RADIUS = 8.0
TIP = 7.0
"""The length of the arrow's tip; the line ends before it."""


@lru_cache(maxsize=1 << 13)
def spline(points: tuple[Point, ...], height: float) -> str:
    """Write the ``pos`` of an edge; y is inverted, since Graphviz measures from below."""
    tip = points[-1]
    shaft = (*points[:-1], _towards(tip, points[-2], TIP))
    corners = [p for piece in _pieces(shaft) for p in piece]
    return f"e,{_pair(tip, height)} {' '.join(_pair(p, height) for p in (shaft[0], *corners))}"


def _pieces(points: tuple[Point, ...]) -> list[tuple[Point, Point, Point]]:
    """Cubic pieces: a straight one between two corners, and an arc at each corner."""
    pieces: list[tuple[Point, Point, Point]] = []
    at = points[0]
    for corner, after in pairwise(points[1:]):
        radius = min(RADIUS, _distance(at, corner), _distance(corner, after) / 2)
        into, out = _towards(corner, at, radius), _towards(corner, after, radius)
        pieces += [(at, into, into), (_towards(into, corner, radius / 2), _towards(out, corner, radius / 2), out)]
        at = out
    return [*pieces, (at, points[-1], points[-1])]


def _towards(start: Point, goal: Point, by: float) -> Point:
    length = _distance(start, goal)
    if not length:
        return start
    return Point(start.x + (goal.x - start.x) * by / length, start.y + (goal.y - start.y) * by / length)


def _distance(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _pair(point: Point, height: float) -> str:
    return f"{_rounded(point.x)},{_rounded(height - point.y)}"


def _rounded(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def to_dot(layout: Layout, theme: Theme) -> str:
    """Write the DOT text: nodes in their phases first, edges last, as Graphviz requires."""
    edge = attributes({"arrowsize": "0.7"})
    lines = [f"graph {_graph(layout, theme)}", f"node {_node(theme)}", f"edge {edge}"]
    if layout.page:
        lines.append(node("page", "", {**_place(layout.page, layout), "id": "page", "style": "invis"}))
    tiles = {placed.tile.id: placed for placed in layout.tiles}
    for placed in layout.boxes:
        lines += [f"subgraph {quote(f'cluster_{placed.box.id}')} {{", f"\tgraph {_box(placed, layout, theme)}"]
        lines += [*(f"\t{_tile(tiles[tile.id], layout, theme)}" for tile in placed.box.tiles), "}"]
    lines += [_ribbon(ribbon, layout, theme) for ribbon in layout.ribbons]
    lines += _ends(layout, theme)
    lines += [_text(text, layout, theme) for text in layout.texts]
    lines += [_badge(badge, layout, theme) for badge in layout.badges]
    lines += [_pill(pill, layout, theme) for pill in layout.pills]
    lines += [_path(path, layout, theme) for path in layout.paths]
    return "\n\t".join(("digraph turn {", *lines)) + "\n}\n"


def _graph(layout: Layout, theme: Theme) -> str:
    values = {
        "bb": f"0,0,{_number(layout.width)},{_number(layout.height)}",
        "bgcolor": theme["paper"],
        "fontname": FONTS,
        "id": "diagram",
        "label": "",
        "pad": _number(0 if layout.page else MARGIN / 72),
        "splines": "true",
    }
    # Graphviz puts half an inch around a PDF, if nobody says otherwise
    return attributes({**values, "margin": "0"} if layout.page else values)


def _node(theme: Theme) -> str:
    values = {
        "fixedsize": "true",
        "fontcolor": theme["ink"],
        "fontname": FONTS,
        "fontsize": f"{SMALL:g}",
        "margin": "0",
        "shape": "box",
    }
    return attributes(values)


def _box(placed: PlacedBox, layout: Layout, theme: Theme) -> str:
    box, rect = placed.box, placed.rect
    dashed = ",dashed" if box.skipped else ""
    line = "ghost_line" if box.skipped else "dim_line" if box.future else "accent" if box.accent else box.hue
    fill = "ghost" if box.skipped else "dim_fill" if box.future else f"{box.hue}_tint"
    corners = (rect.x, layout.height - rect.bottom, rect.right, layout.height - rect.y)
    values = {
        "bb": ",".join(map(_number, corners)),
        "class": _classes(box.kind, extra=box.accent, skipped=box.skipped, **_times(box)),
        "color": theme[line],
        "fillcolor": theme[fill],
        "id": box.id if box.kind == "lane" else f"{box.kind}-{box.id}",
        "label": "",
        "penwidth": "2.4" if box.here else "0.8" if box.future else "2.4" if box.accent else "1.3",
        "style": f"rounded,filled{dashed}",
        "tooltip": literal(box.tooltip),
    }
    return attributes(values)


def _tile(placed: PlacedTile, layout: Layout, theme: Theme) -> str:
    size = (placed.rect.width, placed.rect.height)
    label, before, after = _tile_look(placed.tile, placed.hue, placed.rows, size, theme)
    place = _place(placed.rect, layout)
    return f"{quote(placed.tile.id)} [{label} {before} pos={quote(place['pos'])} {after} width={place['width']}]"


@lru_cache(maxsize=1 << 12)
def _tile_look(
    tile: Tile, hue: str, rows: tuple[TileLine, ...], size: tuple[float, float], theme: Theme
) -> tuple[str, str, str]:
    """A tile without its position, written once: its label, and the attributes before and after ``pos``."""
    future = tile.future and not tile.skipped
    line = "ghost_line" if tile.skipped else "dim_line" if future else "accent" if tile.accent else hue
    kind = tile.kind if tile.kind in ("state", "turn") else "stop"
    before = {
        "class": _classes(kind, extra=tile.accent, skipped=tile.skipped, **_times(tile)),
        "color": theme[line],
        "fillcolor": theme["ghost" if tile.skipped else "dim_fill" if future else _ground(tile, hue)],
        "height": _number(size[1] / 72),
        "id": tile.id if kind == "turn" else f"{kind}-{tile.id}",
        "penwidth": "2.6" if tile.here else "0.8" if future else "1.7" if tile.accent and not tile.skipped else "1.3",
    }
    after = {
        "style": "rounded,filled,dashed" if tile.skipped else "rounded,filled",
        "tooltip": literal(tile.tooltip),
    }
    return f"label={tile_label(tile, rows, size, theme)}", attributes(before)[1:-1], attributes(after)[1:-1]


def _ground(tile: Tile, hue: str) -> str:
    """The role of the background of a tile that is neither skipped nor still to come."""
    if tile.kind == "state":
        return "accent_pill" if tile.accent else f"{hue}_tint"
    return "accent_card" if tile.accent else "card"


def _times(part: Box | Tile) -> dict[str, bool]:
    return {"here": part.here, "past": part.past, "future": part.future}


def _ends(layout: Layout, theme: Theme) -> Iterator[str]:
    if layout.start is None or layout.end is None:
        return
    picture = layout.picture
    future = any(path.edge.target == END and path.edge.future for path in layout.paths)
    line = "dim_line" if future else "path"
    inner = Rect(layout.end.x + 3, layout.end.y + 3, layout.end.width - 6, layout.end.height - 6)
    ends = [(START, layout.start, picture.begins, "path"), ("ring", layout.end, picture.ends, line)]
    if picture.over:
        ends.append((END, inner, picture.ends, line))
    for id, rect, meaning, role in ends:
        values = {
            "color": theme[role],
            "fillcolor": theme[role],
            "id": id,
            "shape": "circle",
            "style": "" if id == "ring" else "filled",
            "tooltip": literal(meaning),
        }
        yield node(id, "", {**values, **_place(rect, layout)})


def _text(text: Text, layout: Layout, theme: Theme) -> str:
    label = text_label(text.lines, text.rect.width, text.rect.height, theme)
    values = {"id": f"text-{text.id}", "shape": "none", "tooltip": literal(text.tooltip or " ")}
    return node(text.id, label, {**values, **_place(text.rect, layout)})


def _badge(badge: Badge, layout: Layout, theme: Theme) -> str:
    values = {
        "class": badge.classes,
        "color": theme[badge.line],
        "fillcolor": theme[badge.fill],
        "id": badge.id,
        "penwidth": f"{badge.pen:g}",
        "style": f"rounded,filled{',dashed' if badge.dashed else ''}",
        "tooltip": literal(badge.tooltip or " "),
    }
    return node(badge.id, badge_label(badge, theme) if badge.text else "", {**values, **_place(badge.rect, layout)})


_PILLS = {
    "extra": ("accent", "accent_pill", "accent"),
    "here": ("path", "path", "paper"),
    "mark": ("path", "card", "path"),
    "plain": ("path", "paper", "ink"),
}
"""The roles of a pill's line, background and text, by its tone."""


def _pill(pill: Pill, layout: Layout, theme: Theme) -> str:
    line, fill, ink = _PILLS[pill.tone]
    values = {
        "class": f"pill {pill.tone}",
        "color": theme[line],
        "fillcolor": theme[fill],
        "fontcolor": theme[ink],
        "id": pill.id,
        "style": "rounded,filled",
        "tooltip": literal(pill.tooltip or pill.text),
    }
    return node(pill.id, f"<<B>{plain(pill.text)}</B>>", {**values, **_place(pill.rect, layout)})


_EDGES = {
    "main": ("path", "1.4", "solid"),
    "guard": ("guard", "1.1", "dashed"),
    "created": ("accent", "1.8", "dotted"),
}
"""The role of an edge's colour, its width, and its style, by its kind."""


def _path(path: Path, layout: Layout, theme: Theme) -> str:
    edge = path.edge
    line, width, style = ("accent", "1.9", "solid") if edge.accent and edge.kind == "main" else _EDGES[edge.kind]
    values = {
        "class": _classes(edge.kind, extra=edge.accent, future=edge.future),
        "color": theme["dim_line" if edge.future else line],
        "id": edge.id,
        "penwidth": "0.8" if edge.future else width,
        "pos": spline(path.points, layout.height),
        "style": style,
        "tooltip": literal(edge.tooltip or " "),
    }
    target = "ring" if edge.target == END else edge.target
    return f"{quote(edge.source)} -> {quote(target)} {attributes(values)}"


def _ribbon(ribbon: Ribbon, layout: Layout, theme: Theme) -> str:
    """A ribbon as an edge without a tip, of the first node: Graphviz draws such edges before all other nodes."""
    values = {
        "class": ribbon.classes,
        "color": theme[ribbon.fill],
        "dir": "none",
        "id": ribbon.id,
        "penwidth": _rounded(ribbon.width),
        "pos": " ".join(_pair(point, layout.height) for point in ribbon.points),
        "tooltip": literal(ribbon.tooltip or " "),
    }
    return f"page -> page {attributes(values)}"


def _place(rect: Rect, layout: Layout) -> dict[str, str]:
    return {
        "pos": f"{_number(rect.cx)},{_number(layout.height - rect.cy)}",
        "width": _number(rect.width / 72),
        "height": _number(rect.height / 72),
    }


def _classes(*names: str, **more: bool) -> str:
    return " ".join((*names, *(name for name, wanted in more.items() if wanted)))


@lru_cache(maxsize=1 << 14)
def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def laid_out(dot: str) -> str:
    """The DOT text with fixed positions, which every layout program keeps."""
    head, brace, rest = dot.partition("{\n")
    return f"{head}{brace}  layout=nop2;\n{rest}"
