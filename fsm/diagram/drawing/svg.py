"""The SVG renderer: adapts what Graphviz drew for web pages: both themes, tooltips, joined texts.

Graphviz draws in the colours of ``theme.TOKENS``, one for each role. Each colour becomes a
class; the attributes keep the light theme as the fallback.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Final
from xml.etree import ElementTree as ET

from .labels import GUARD
from .theme import FONTS, TOKENS, Theme

SVG: Final = "http://www.w3.org/2000/svg"
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_BARE: Final = ((f' xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"', ""), (" xlink:title=", " title="))
"""Removed before reading: without namespaces, reading and writing take half the time."""

_PLACE: Final[tuple[str, ...]] = ("x", "y", "text-anchor")

_PAIR: Final = re.compile(r"(-?[\d.]+),(-?[\d.]+)")

_ROLE_OF: Final = {colour: role for role, colour in TOKENS.colours.items()}


def finish(
    drawn: bytes, title: str, description: str, themes: tuple[Theme, ...], factor: float = 0.0, *, page: bool = False
) -> str:
    """Adapt the SVG of a picture that was drawn in the colours of ``TOKENS``, by default without a fixed size.

    It has the first of ``themes``, and the second, if there is one, for readers who prefer dark pages.
    ``page``: its background fills the view box, which Graphviz rounds up.
    """
    text = drawn.decode()
    for wrapped, bare in _BARE:
        text = text.replace(wrapped, bare)
    root = ET.fromstring(text)  # noqa: S314 -- written by Graphviz a moment ago
    for group in root.iter("g"):
        _unwrap_link(group)
        _merge_lines(group)
        _centre(group)
    used: set[tuple[str, str]] = set()
    for element in root.iter():
        _use_classes(element, used, themes[0].colours)
    _head(root, title, description, _css(used, themes))
    if factor:
        *_, width, height = (float(part) for part in root.get("viewBox", "0 0 0 0").split())
        root.set("width", f"{width * factor:g}")
        root.set("height", f"{height * factor:g}")
    if page:
        _fill(root)
    written: list[str] = []
    _write(root, written)
    return "".join((*written, "\n"))


def image(svg: str, alternative: str, width: float) -> str:
    """An SVG as an image of a page, with an alternative text; it is as wide as its points, if it has no size."""
    size = f"width:100%;max-width:{width:.0f}pt" if width else "max-width:100%"
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alternative)}" style="{size}" src="data:image/svg+xml;base64,{data}">'


def _write(element: ET.Element, written: list[str]) -> None:
    """Write an element and its children; ElementTree's own writer handles namespaces, and is slower."""
    attributes = "".join([f' {name}="{_escaped(value)}"' for name, value in element.attrib.items()])
    text, tail = element.text, element.tail
    if text or len(element):
        written.append(f"<{element.tag}{attributes}>{_escaped(text or '')}")
        for child in element:
            _write(child, written)
        written.append(f"</{element.tag}>")
    else:
        written.append(f"<{element.tag}{attributes} />")
    if tail:
        written.append(_escaped(tail))


@lru_cache(maxsize=1 << 13)
def _escaped(text: str) -> str:
    return escape(text)


def _fill(root: ET.Element) -> None:
    """Let the background, the first polygon, reach beyond the view box on each side."""
    *_, width, height = (float(part) for part in root.get("viewBox", "0 0 0 0").split())
    ground = next(root.iter("polygon"))
    corners = ((-1.0, 1.0), (-1.0, -height - 1), (width + 1, -height - 1), (width + 1, 1.0), (-1.0, 1.0))
    ground.set("points", " ".join(f"{x:g},{y:g}" for x, y in corners))


def _head(root: ET.Element, title: str, description: str, css: str) -> None:
    """Give the root a role, a title, a description and the styles, and remove the fixed size."""
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.set("xmlns", SVG)
    root.set("role", "img")
    root.set("aria-labelledby", "diagram-title diagram-desc")
    root.set("font-family", FONTS.replace(",", ", "))
    parts = (("title", "diagram-title", title), ("desc", "diagram-desc", description), ("style", "", css))
    for place, (name, label, text) in enumerate(parts):
        element = ET.Element(name, {"id": label} if label else {})
        element.text = text
        element.tail = "\n"
        root.insert(place, element)


def _css(used: set[tuple[str, str]], themes: tuple[Theme, ...]) -> str:
    """A class for the colour of each role, in the first theme, and in the second for readers who prefer dark."""
    first, *second = (_rules(used, theme.colours) for theme in themes)
    # geometricPrecision: no hinting, which makes small text up to a twentieth wider than it was measured
    text = "text{white-space:pre;text-rendering:geometricPrecision}tspan{unicode-bidi:isolate}"
    other = "".join(f"@media (prefers-color-scheme:dark){{\n{rules}\n}}\n" for rules in second)
    return f"\n{text}\n{first}\n{other}"


def _rules(used: set[tuple[str, str]], colours: Mapping[str, str]) -> str:
    return "\n".join(f".{name[0]}-{role}{{{name}:{colours[role]}}}" for name, role in sorted(used))


def _use_classes(element: ET.Element, used: set[tuple[str, str]], colours: Mapping[str, str]) -> None:
    """Replace the colour of a role by its class, and by the colour of a theme in the attribute."""
    attributes = element.attrib
    for name in ("fill", "stroke"):
        role = _ROLE_OF.get(attributes.get(name, ""))
        if role:
            attributes[name] = colours[role]
            known, own = attributes.get("class"), f"{name[0]}-{role}"
            attributes["class"] = f"{known} {own}" if known else own
            used.add((name, role))
    if element.tag in ("text", "tspan"):
        attributes.pop("font-family", None)
        attributes.pop(_SPACE, None)


def _unwrap_link(group: ET.Element) -> None:
    """Replace the empty link in which Graphviz puts a tooltip, and the title with its own id, by one title."""
    if group.get("class", "").split(" ", 1)[0] not in ("graph", "node", "edge", "cluster"):
        return
    title = group.find("title")
    link = next(group.iter("a"), None)
    tooltip = "" if link is None else link.get("title", "").strip()
    if title is not None and tooltip:
        title.text = tooltip
    elif title is not None:
        group.remove(title)
    if link is not None and group.get("class", "").split(" ", 1)[0] != "graph":
        holder = next(child for child in group if child.tag == "g")
        place = list(group).index(holder)
        group.remove(holder)
        for offset, child in enumerate(link):
            group.insert(place + offset, child)


def _merge_lines(group: ET.Element) -> None:
    """Join the pieces of a line into one text, so that they are adjacent in every font.

    Only a piece that continues a line begins with a space.
    """
    whole: ET.Element | None = None
    for piece in list(group.findall("text")):
        piece.text = (piece.text or "").replace(GUARD, "")
        if whole is None or not piece.text.startswith((" ", "\u00a0")) or whole.get("y") != piece.get("y"):
            whole = _line_of(piece)
            group.insert(list(group).index(piece), whole)
        for name in _PLACE:
            piece.attrib.pop(name, None)
        group.remove(piece)
        whole.append(piece)
        piece.tag, piece.tail = "tspan", None


def _centre(group: ET.Element) -> None:
    """Centre the word of a pill or a chip in its frame, in every font."""
    frame = group.find("path")
    if frame is None or not {"pill", "chip"} & set(group.get("class", "").split()):
        return
    across = [float(x) for x, _ in _PAIR.findall(frame.get("d", ""))]
    for line in group.findall("text"):
        line.set("x", f"{(min(across) + max(across)) / 2:.2f}")
        line.set("text-anchor", "middle")


def _line_of(piece: ET.Element) -> ET.Element:
    """Make a text at the position of a piece."""
    line = ET.Element("text", {name: piece.attrib[name] for name in _PLACE if name in piece.attrib})
    line.tail = piece.tail
    return line
