"""The DOT renderer: a layout as text for Graphviz, all positions fixed, the same bytes every time.

Draw it with ``neato -n2`` (or pygraphviz's ``nop2``), which keep what is placed.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from .geometry import CARD_HEIGHT, MARGIN, Layout, Path, Pill, PlacedBox, PlacedCard, Rect, Text
from .labels import card_label, text_label
from .metrics import SMALL
from .model import END, START, Card
from .splines import spline
from .theme import FONTS, Theme
from .writing import attributes, literal, node, quote


def to_dot(layout: Layout, theme: Theme) -> str:
    """Write the DOT text: nodes in their phases first, edges last, as Graphviz wants it."""
    edge = attributes({"arrowsize": "0.7"})
    lines = [f"\tgraph {_graph(layout, theme)}", f"\tnode {_node(theme)}", f"\tedge {edge}"]
    cards = {placed.card.id: placed for placed in layout.cards}
    for placed in layout.boxes:
        lines.append(f"\tsubgraph {quote(f'cluster_{placed.box.id}')} {{")
        lines.append(f"\t\tgraph {_box(placed, layout, theme)}")
        lines += [f"\t\t{_card(cards[card.id], layout, theme)}" for card in placed.box.cards]
        lines.append("\t}")
    lines += [f"\t{line}" for line in _ends(layout, theme)]
    lines += [f"\t{_text(text, layout, theme)}" for text in layout.texts]
    lines += [f"\t{_pill(pill, layout, theme)}" for pill in layout.pills]
    lines += [f"\t{_path(path, layout, theme)}" for path in layout.paths]
    return "\n".join(("digraph turn {", *lines, "}", ""))


def _graph(layout: Layout, theme: Theme) -> str:
    values = {
        "bb": f"0,0,{_number(layout.width)},{_number(layout.height)}",
        "bgcolor": theme["paper"],
        "fontname": FONTS,
        "id": "diagram",
        "label": "",
        "pad": _number(MARGIN / 72),
        "splines": "true",
    }
    return attributes(values)


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
    line = "ghost_line" if box.skipped else "accent" if box.accent else box.hue
    corners = (rect.x, layout.height - rect.bottom, rect.right, layout.height - rect.y)
    values = {
        "bb": ",".join(map(_number, corners)),
        "class": _classes("phase", extra=box.accent, skipped=box.skipped, here=box.here),
        "color": theme[line],
        "fillcolor": theme["ghost" if box.skipped else f"{box.hue}_tint"],
        "id": f"phase-{box.id}",
        "label": "",
        "penwidth": "2.4" if box.accent or box.here else "1.3",
        "style": f"rounded,filled{dashed}",
        "tooltip": literal(box.tooltip),
    }
    return attributes(values)


def _card(placed: PlacedCard, layout: Layout, theme: Theme) -> str:
    label, before, after = _card_look(placed.card, placed.hue, theme)
    place = _place(placed.rect, layout)
    return f"{quote(placed.card.id)} [{label} {before} pos={quote(place['pos'])} {after} width={place['width']}]"


@lru_cache(maxsize=1 << 12)
def _card_look(card: Card, hue: str, theme: Theme) -> tuple[str, str, str]:
    """All that a card is but its place, written once: its label, what comes before its place, and what after."""
    line = "ghost_line" if card.skipped else "accent" if card.accent else hue
    fill = "ghost" if card.skipped else "accent_card" if card.accent else "card"
    before = {
        "class": _classes("stop", extra=card.accent, skipped=card.skipped, here=card.here),
        "color": theme[line],
        "fillcolor": theme[fill],
        "height": _number(CARD_HEIGHT / 72),
        "id": f"stop-{card.id}",
        "penwidth": "2.6" if card.here else "1.7" if card.accent and not card.skipped else "1.3",
    }
    after = {
        "style": "rounded,filled,dashed" if card.skipped else "rounded,filled",
        "tooltip": literal(card.tooltip),
    }
    return f"label={card_label(card, theme)}", attributes(before)[1:-1], attributes(after)[1:-1]


def _ends(layout: Layout, theme: Theme) -> tuple[str, ...]:
    inner = Rect(layout.end.x + 3, layout.end.y + 3, layout.end.width - 6, layout.end.height - 6)
    ends = ((START, layout.start, "begins"), ("ring", layout.end, "ends"), (END, inner, "ends"))
    return tuple(
        node(
            id,
            "",
            {
                **_place(rect, layout),
                "color": theme["path"],
                "fillcolor": theme["path"],
                "id": id,
                "shape": "circle",
                "style": "" if id == "ring" else "filled",
                "tooltip": f"The turn {word}",
            },
        )
        for id, rect, word in ends
    )


def _text(text: Text, layout: Layout, theme: Theme) -> str:
    label = text_label(text.lines, text.rect.width, text.rect.height, theme)
    values = {"id": f"text-{text.id}", "shape": "none", "tooltip": literal(text.tooltip or " ")}
    return node(text.id, label, {**values, **_place(text.rect, layout)})


def _pill(pill: Pill, layout: Layout, theme: Theme) -> str:
    extra = pill.tone == "extra"
    values = {
        "class": f"pill {pill.tone}",
        "color": theme["accent" if extra else "path"],
        "fillcolor": theme["accent_pill" if extra else "path"],
        "fontcolor": theme["accent" if extra else "paper"],
        "id": pill.id,
        "style": "rounded,filled",
        "tooltip": literal(pill.text),
    }
    return node(pill.id, f"<<B>{escape(pill.text)}</B>>", {**values, **_place(pill.rect, layout)})


def _path(path: Path, layout: Layout, theme: Theme) -> str:
    edge = path.edge
    guard = edge.kind == "guard"
    values = {
        "class": _classes(edge.kind, extra=edge.accent),
        "color": theme["guard" if guard else "accent" if edge.accent else "path"],
        "id": edge.id,
        "penwidth": "1.1" if guard else "1.9" if edge.accent else "1.4",
        "pos": spline(path.points, layout.height),
        "style": "dashed" if guard else "solid",
        "tooltip": literal(edge.tooltip or " "),
    }
    target = "ring" if edge.target == END else edge.target
    return f"{quote(edge.source)} -> {quote(target)} {attributes(values)}"


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
