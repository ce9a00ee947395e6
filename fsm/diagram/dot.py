"""The DOT renderer: a layout as text for Graphviz, all positions fixed, the same bytes every time.

Draw it with ``neato -n2`` (or pygraphviz's ``nop2``), which keep what is placed.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .geometry import MARGIN, Layout, Path, Pill, PlacedBox, PlacedCard, Rect, Text
from .labels import card_label, text_label
from .metrics import SMALL
from .model import END, START
from .splines import spline
from .theme import FONTS, Theme

if TYPE_CHECKING:
    from .model import Box, Card


def to_dot(layout: Layout, theme: Theme) -> str:
    """Write the DOT text: nodes in their phases first, edges last, as Graphviz wants it."""
    from graphviz import Digraph

    graph = Digraph("turn", graph_attr=_graph(layout, theme), node_attr=_node(theme), edge_attr={"arrowsize": "0.7"})
    cards = {placed.card.id: placed for placed in layout.cards}
    framed = {box: frame.box.id for frame in layout.picture.frames for box in frame.inside}
    frames = {
        placed.box.id: Digraph(f"cluster_phase_{placed.box.id}", graph_attr=_box(placed, layout, theme))
        for placed in layout.frames
    }
    for placed in layout.boxes:
        inside = Digraph(f"cluster_{placed.box.id}", graph_attr=_box(placed, layout, theme))
        for card in placed.box.cards:
            _add_card(inside, cards[card.id], layout, theme)
        frames.get(framed.get(placed.box.id, ""), graph).subgraph(inside)
    for frame in frames.values():
        graph.subgraph(frame)
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
    line = "ghost_line" if box.skipped else "dim_line" if box.future else "accent" if box.accent else box.hue
    kind = "stop" if box.order else "phase"
    usual = f"{box.hue}_tint" if not box.order else "accent_card" if box.accent else "card"
    fill = "ghost" if box.skipped else "dim_fill" if box.future else usual
    corners = (rect.x, layout.height - rect.bottom, rect.right, layout.height - rect.y)
    return {
        "bb": ",".join(map(_number, corners)),
        "class": _classes(kind, extra=box.accent, skipped=box.skipped, **_times(box)),
        "color": theme[line],
        "fillcolor": theme[fill],
        "id": f"{kind}-{box.id}",
        "label": "",
        "penwidth": "2.4" if box.here else "0.8" if box.future else "2.4" if box.accent else "1.3",
        "style": f"rounded,filled{dashed}",
        "tooltip": _escaped(box.tooltip),
    }


def _add_card(graph: Any, placed: PlacedCard, layout: Layout, theme: Theme) -> None:
    card = placed.card
    future = card.future and not card.skipped
    line = "ghost_line" if card.skipped else "dim_line" if future else "accent" if card.accent else placed.hue
    kind = "state" if card.kind == "state" else "stop"
    usual = "accent_card" if card.accent else "card"
    if card.kind == "state":
        usual = "accent_pill" if card.accent else f"{placed.hue}_tint"
    fill = "ghost" if card.skipped else "dim_fill" if future else usual
    graph.node(
        card.id,
        label=card_label(placed, theme),
        id=f"{kind}-{card.id}",
        **{"class": _classes(kind, extra=card.accent, skipped=card.skipped, **_times(card))},
        color=theme[line],
        fillcolor=theme[fill],
        penwidth="2.6" if card.here else "0.8" if future else "1.7" if card.accent and not card.skipped else "1.3",
        style="rounded,filled,dashed" if card.skipped else "rounded,filled",
        tooltip=_escaped(card.tooltip),
        **_place(placed.rect, layout),
    )


def _times(part: Box | Card) -> dict[str, bool]:
    return {"here": part.here, "past": part.past, "future": part.future}


def _add_ends(graph: Any, layout: Layout, theme: Theme) -> None:
    if layout.start is None or layout.end is None:
        return
    colour = {"color": theme["path"], "fillcolor": theme["path"], "shape": "circle", "label": ""}
    future = any(path.edge.target == END and path.edge.future for path in layout.paths)
    last = colour | ({"color": theme["dim_line"], "fillcolor": theme["dim_line"]} if future else {})
    inner = Rect(layout.end.x + 3, layout.end.y + 3, layout.end.width - 6, layout.end.height - 6)
    graph.node(START, id=START, style="filled", tooltip="The turn begins", **colour, **_place(layout.start, layout))
    graph.node("ring", id="ring", style="", tooltip="The turn ends", **last, **_place(layout.end, layout))
    graph.node(END, id=END, style="filled", tooltip="The turn ends", **last, **_place(inner, layout))


def _add_text(graph: Any, text: Text, layout: Layout, theme: Theme) -> None:
    label = text_label(text.lines, text.rect, theme)
    tooltip = {"tooltip": _escaped(text.tooltip or " ")}
    graph.node(text.id, label=label, id=f"text-{text.id}", shape="none", **tooltip, **_place(text.rect, layout))


def _add_pill(graph: Any, pill: Pill, layout: Layout, theme: Theme) -> None:
    line = {"extra": "accent", "here": "path", "mark": "path"}[pill.tone]
    graph.node(
        pill.id,
        label=f"<<B>{escape(pill.text)}</B>>",
        id=pill.id,
        **{"class": f"pill {pill.tone}"},
        color=theme[line],
        fillcolor=theme[{"extra": "accent_pill", "here": "path", "mark": "card"}[pill.tone]],
        fontcolor=theme["paper" if pill.tone == "here" else line],
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
        **{"class": _classes(edge.kind, extra=edge.accent, future=edge.future)},
        color=theme["dim_line" if edge.future else "guard" if guard else "accent" if edge.accent else "path"],
        penwidth="0.8" if edge.future else "1.1" if guard else "1.9" if edge.accent else "1.4",
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
