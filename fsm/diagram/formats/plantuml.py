"""PlantUML: a picture as a state diagram, always in ASCII."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from ..drawing.theme import Theme
from ..model import Picture
from .outline import Arrow, Shape, outline

LONGEST = 80
"""How many letters of a line are shown; PlantUML makes a shape as wide as its text."""
NEW_LINE = r"\n"
_SPECIAL = re.compile(r"[^A-Za-z0-9 ,.]|\.(?=\.)")
"""What has a meaning in PlantUML, in its Creole or its preprocessor, or depends on how a file is read."""


def plantuml(picture: Picture, theme: Theme) -> str:
    """Write a picture as PlantUML text."""
    whole = outline(picture)
    title = shortened(picture.heading)
    return "\n".join(
        (
            "@startuml",
            f"title {_escaped(title)}",
            *([f"caption {_escaped(shortened(picture.caption))}"] if picture.caption else []),
            "hide empty description",
            *_skin(theme),
            *(line for shape in whole.inside for line in _shape(shape)),
            *(_arrow(arrow, "right") for arrow in whole.arrows),
            "@enduml",
            "",
        )
    )


def _skin(theme: Theme) -> Iterator[str]:
    looks = {
        "": ("card", "path", "ink"),
        "<<inserted>>": ("accent_card", "accent", "ink"),
        "<<future>>": ("dim_fill", "dim_line", "dim"),
        "<<skipped>>": ("ghost", "ghost_line", "ghost_ink"),
        "<<here>>": ("card", "path", "ink"),
    }
    yield f"skinparam backgroundColor {theme['paper']}"
    yield f"skinparam titleFontColor {theme['ink']}"
    yield "skinparam state {"
    yield f"  ArrowColor {theme['path']}"
    yield f"  ArrowFontColor {theme['ink']}"
    yield f"  StartColor {theme['path']}"
    yield f"  EndColor {theme['path']}"
    for name, (fill, line, ink) in looks.items():
        yield f"  BackgroundColor{name} {theme[fill]}"
        yield f"  BorderColor{name} {theme[line]}"
        yield f"  FontColor{name} {theme[ink]}"
        yield f"  AttributeFontColor{name} {theme[ink]}"
    yield "}"


def _shape(shape: Shape) -> Iterator[str]:
    look = f" <<{shape.looks[-1]}>>" if shape.looks else ""
    if not shape.inside:
        head, *rest = (part for line in shape.lines for part in textwrap.wrap(line, LONGEST))
        yield f'state "{_escaped(head)}" as {shape.name}{look}'
        yield from (f"{shape.name} : {_escaped(line)}" for line in rest)
        return
    yield f'state "{NEW_LINE.join(_escaped(shortened(line)) for line in shape.lines)}" as {shape.name}{look} {{'
    for inner in shape.inside:
        yield from (f"  {line}" for line in _shape(inner))
    yield from (f"  {_arrow(arrow, 'down')}" for arrow in shape.arrows)
    yield "}"


def _arrow(arrow: Arrow, direction: str) -> str:
    """Write an arrow: dashed if a guard opens it, dotted if none leads there, bold through what was inserted."""
    line = {"main": "[bold]" if arrow.accent else "", "guard": "[dashed]"}.get(arrow.kind, "[dotted]")
    text = f" : {_escaped(shortened(arrow.text))}" if arrow.text else ""
    return f"{arrow.source or '[*]'} -{direction}{line}-> {arrow.target or '[*]'}{text}"


def shortened(text: str) -> str:
    """Cut a text to what is shown of it, where PlantUML does not break lines."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _escaped(text: str) -> str:
    """Write a text so that nothing in it has a meaning: ``<U+003B>`` for all but ASCII letters and digits.

    >>> _escaped("Fire; !include")
    'Fire<U+003B> <U+0021>include'
    """
    return _SPECIAL.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
