"""The SVG renderer: what Graphviz drew, made fit for pages: both themes, tooltips, text that flows.

The picture comes drawn in the colours of ``theme.TOKENS``, one for each role, so that each
can be replaced by a class; the light theme stays as the fallback in the attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from .labels import GUARD
from .theme import FONTS, THEMES, TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "http://www.w3.org/1999/xlink"
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"

_PLACE: Final[tuple[str, ...]] = ("x", "y", "text-anchor")

_ROLE_OF: Final = {colour: role for role, colour in TOKENS.colours.items()}


def finish(drawn: bytes, title: str, description: str) -> str:
    """Finish the SVG of a picture that was drawn in the token colours."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(drawn)  # noqa: S314 -- written by Graphviz a moment ago
    for group in root.iter(_tag("g")):
        _unwrap_link(group)
        _merge_lines(group)
    used = {use for element in root.iter() for use in _use_classes(element)}
    _head(root, title, description, used)
    return ET.tostring(root, encoding="unicode") + "\n"


def _tag(name: str) -> str:
    return f"{{{SVG}}}{name}"


def _head(root: ET.Element, title: str, description: str, used: set[tuple[str, str]]) -> None:
    """Fit the root for readers of all kinds: a role, a title, a description, the styles, and no fixed size."""
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.set("role", "img")
    root.set("aria-labelledby", "diagram-title diagram-desc")
    root.set("font-family", FONTS.replace(",", ", "))
    parts = (("title", "diagram-title", title), ("desc", "diagram-desc", description), ("style", "", _css(used)))
    for place, (name, label, text) in enumerate(parts):
        element = ET.Element(_tag(name), {"id": label} if label else {})
        element.text = text
        element.tail = "\n"
        root.insert(place, element)


def _css(used: set[tuple[str, str]]) -> str:
    """Each role's colour as a class, for light and for dark."""
    light, dark = (_rules(used, THEMES[name].colours) for name in ("light", "dark"))
    text = "text{white-space:pre}tspan{unicode-bidi:isolate}"
    return f"\n{text}\n{light}\n@media (prefers-color-scheme:dark){{\n{dark}\n}}\n"


def _rules(used: set[tuple[str, str]], colours: Mapping[str, str]) -> str:
    return "\n".join(f".{name[0]}-{role}{{{name}:{colours[role]}}}" for name, role in sorted(used))


def _use_classes(element: ET.Element) -> Iterator[tuple[str, str]]:
    """Put a class where a colour of a role is, and the light theme's colour into the attribute."""
    for name in ("fill", "stroke"):
        role = _ROLE_OF.get(element.get(name, ""))
        if role:
            element.set(name, THEMES["light"][role])
            element.set("class", f"{element.get('class', '')} {name[0]}-{role}".strip())
            yield name, role
    if element.tag in (_tag("text"), _tag("tspan")):
        for name in ("font-family", _SPACE):
            element.attrib.pop(name, None)


def _unwrap_link(group: ET.Element) -> None:
    """Graphviz tells tooltips by links that lead nowhere, and titles by its own ids: one title says it."""
    if group.get("class", "").split(" ", 1)[0] not in ("graph", "node", "edge", "cluster"):
        return
    title = group.find(_tag("title"))
    link = next(group.iter(_tag("a")), None)
    tooltip = "" if link is None else link.get(f"{{{XLINK}}}title", "").strip()
    if title is not None and tooltip:
        title.text = tooltip
    elif title is not None:
        group.remove(title)
    if link is not None and group.get("class", "").split(" ", 1)[0] != "graph":
        holder = next(child for child in group if child.tag == _tag("g"))
        place = list(group).index(holder)
        group.remove(holder)
        for offset, child in enumerate(link):
            group.insert(place + offset, child)


def _merge_lines(group: ET.Element) -> None:
    """Make one text of the pieces of a line: so they follow each other, whatever the font.

    A piece that goes on with a line begins with a space, and nothing else does.
    """
    whole: ET.Element | None = None
    for piece in list(group.findall(_tag("text"))):
        piece.text = (piece.text or "").replace(GUARD, "")
        if whole is None or not piece.text.startswith((" ", "\u00a0")) or whole.get("y") != piece.get("y"):
            whole = _line_of(piece)
            group.insert(list(group).index(piece), whole)
        for name in _PLACE:
            piece.attrib.pop(name, None)
        group.remove(piece)
        whole.append(piece)
        piece.tag, piece.tail = _tag("tspan"), None


def _line_of(piece: ET.Element) -> ET.Element:
    """Make a text that stands where a piece does."""
    line = ET.Element(_tag("text"), {name: piece.attrib[name] for name in _PLACE if name in piece.attrib})
    line.tail = piece.tail
    return line
