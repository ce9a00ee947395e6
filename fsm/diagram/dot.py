"""The DOT renderer: a layout as text for Graphviz, all positions fixed, the same bytes every time.

Draw it with ``neato -n2`` (or pygraphviz's ``nop2``), which keep what is placed.
"""

from __future__ import annotations

from html import escape
from typing import Any

from .geometry import MARGIN, Layout, Path, Pill, PlacedBox, PlacedCard, Rect, Text
from .labels import card_label, text_label
from .metrics import SMALL
from .model import END, START
from .splines import spline
from .theme import FONTS, Theme


def to_dot(layout: Layout, theme: Theme) -> str:
    """Write the DOT text: nodes in their phases first, edges last, as Graphviz wants it."""
    from graphviz import Digraph

    graph = Digraph("turn", graph_attr=_graph(layout, theme), node_attr=_node(theme), edge_attr={"arrowsize": "0.7"})
    cards = {placed.card.id: placed for placed in layout.cards}
    for placed in layout.boxes:
        inside = Digraph(f"cluster_{placed.box.id}", graph_attr=_box(placed, layout, theme))
        for card in placed.box.cards:
            _add_card(inside, cards[card.id], layout, theme)
        graph.subgraph(inside)
    _add_ends(graph, layout, theme)
    for text in layout.texts:
        _add_text(graph, text, layout, theme)
    for pill in layout.pills:
        _add_pill(graph, pill, layout, theme)
    for path in layout.paths:
        _add_path(graph, path, layout, theme)
    return str(graph.source)


def _graph(layout: Layout, theme: Theme) -> dict[str, str]:
    return {
        "bb": f"0,0,{_number(layout.width)},{_number(layout.height)}",
        "bgcolor": theme["paper"],
        "fontname": FONTS,
        "id": "diagram",
        "label": "",
        "pad": _number(MARGIN / 72),
        "splines": "true",
    }


def _node(theme: Theme) -> dict[str, str]:
    return {
        "fixedsize": "true",
        "fontcolor": theme["ink"],
        "fontname": FONTS,
        "fontsize": f"{SMALL:g}",
        "margin": "0",
        "shape": "box",
    }


def _box(placed: PlacedBox, layout: Layout, theme: Theme) -> dict[str, str]:
    box, rect = placed.box, placed.rect
    dashed = ",dashed" if box.skipped else ""
    line = "ghost_line" if box.skipped else "accent" if box.accent else box.hue
    corners = (rect.x, layout.height - rect.bottom, rect.right, layout.height - rect.y)
    return {
        "bb": ",".join(map(_number, corners)),
        "class": _classes("phase", extra=box.accent, skipped=box.skipped, here=box.here),
        "color": theme[line],
        "fillcolor": theme["ghost" if box.skipped else f"{box.hue}_tint"],
        "id": f"phase-{box.id}",
        "label": "",
        "penwidth": "2.4" if box.accent or box.here else "1.3",
        "style": f"rounded,filled{dashed}",
        "tooltip": _escaped(box.tooltip),
    }


def _add_card(graph: Any, placed: PlacedCard, layout: Layout, theme: Theme) -> None:
    card = placed.card
    line = "ghost_line" if card.skipped else "accent" if card.accent else placed.hue
    fill = "ghost" if card.skipped else "accent_card" if card.accent else "card"
    graph.node(
        card.id,
        label=card_label(placed, theme),
        id=f"stop-{card.id}",
        **{"class": _classes("stop", extra=card.accent, skipped=card.skipped, here=card.here)},
        color=theme[line],
        fillcolor=theme[fill],
        penwidth="2.6" if card.here else "1.7" if card.accent and not card.skipped else "1.3",
        style="rounded,filled,dashed" if card.skipped else "rounded,filled",
        tooltip=_escaped(card.tooltip),
        **_place(placed.rect, layout),
    )


def _add_ends(graph: Any, layout: Layout, theme: Theme) -> None:
    colour = {"color": theme["path"], "fillcolor": theme["path"], "shape": "circle", "label": ""}
    inner = Rect(layout.end.x + 3, layout.end.y + 3, layout.end.width - 6, layout.end.height - 6)
    graph.node(START, id=START, style="filled", tooltip="The turn begins", **colour, **_place(layout.start, layout))
    graph.node("ring", id="ring", style="", tooltip="The turn ends", **colour, **_place(layout.end, layout))
    graph.node(END, id=END, style="filled", tooltip="The turn ends", **colour, **_place(inner, layout))


def _add_text(graph: Any, text: Text, layout: Layout, theme: Theme) -> None:
    label = text_label(text.lines, text.rect, theme)
    tooltip = {"tooltip": _escaped(text.tooltip or " ")}
    graph.node(text.id, label=label, id=f"text-{text.id}", shape="none", **tooltip, **_place(text.rect, layout))


def _add_pill(graph: Any, pill: Pill, layout: Layout, theme: Theme) -> None:
    extra = pill.tone == "extra"
    graph.node(
        pill.id,
        label=f"<<B>{escape(pill.text)}</B>>",
        id=pill.id,
        **{"class": f"pill {pill.tone}"},
        color=theme["accent" if extra else "path"],
        fillcolor=theme["accent_pill" if extra else "path"],
        fontcolor=theme["accent" if extra else "paper"],
        style="rounded,filled",
        tooltip=_escaped(pill.text),
        **_place(pill.rect, layout),
    )


def _add_path(graph: Any, path: Path, layout: Layout, theme: Theme) -> None:
    edge = path.edge
    guard = edge.kind == "guard"
    graph.edge(
        edge.source,
        "ring" if edge.target == END else edge.target,
        id=edge.id,
        **{"class": _classes(edge.kind, extra=edge.accent)},
        color=theme["guard" if guard else "accent" if edge.accent else "path"],
        penwidth="1.1" if guard else "1.9" if edge.accent else "1.4",
        pos=spline(path.points, layout.height),
        style="dashed" if guard else "solid",
        tooltip=_escaped(edge.tooltip or " "),
    )


def _place(rect: Rect, layout: Layout) -> dict[str, str]:
    return {
        "pos": f"{_number(rect.cx)},{_number(layout.height - rect.cy)}",
        "width": _number(rect.width / 72),
        "height": _number(rect.height / 72),
    }


def _classes(*names: str, **more: bool) -> str:
    return " ".join((*names, *(name for name, wanted in more.items() if wanted)))


def _escaped(text: str) -> str:
    """Escape a text so that Graphviz takes it literally: no entities, no escapes of its own, no HTML."""
    from graphviz import escape as literal

    return str(literal(escape(text, quote=False)))


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
