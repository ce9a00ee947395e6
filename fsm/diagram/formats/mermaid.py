"""Mermaid: a picture as a ``stateDiagram-v2``, which GitHub draws in Markdown.

All nodes stand in their composites first, all arrows between composites last: Mermaid puts a
node into the composite that first names it. Inserted and skipped are told by text and class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...edition import HUES
from ..drawing.theme import Theme
from ..model import Picture
from ..telling import told
from .outline import Arrow, Shape, outline

AROUND = "_around"
NOTES = "__notes"
WIDEST = 60
"""How many letters the title of a composite has at most, if it has notes: Mermaid does not break it."""
MOST_IN_A_ROW = 8
"""How many states stand side by side; GitHub shows a wider picture too small to read."""
MOST_WIDTH, LETTER, STATE = 1400, 9, 90
"""How wide a row of states may be, in pixels, as Mermaid draws it; the width of a letter, and of what is around it."""
_SPECIAL = re.compile(r"[^\w ·,/.…]|_|\.(?!\w)|(?<=direction)\s", re.IGNORECASE)
"""What has a meaning in Mermaid, in its Markdown or in HTML, or may get one; "direction TB" has one in texts, too."""


def mermaid(picture: Picture, theme: Theme) -> str:
    """Write a picture as Mermaid text."""
    whole = outline(picture)
    phases = any(shape.inside for shape in whole.inside)
    down = picture.level in ("phase", "step") and phases and bool(whole.arrows)
    title = picture.heading
    return "\n".join(
        (
            "---",
            f'title: "{_quoted(title)}"',
            "---",
            "stateDiagram-v2",
            f"accTitle: {_escaped(title)}",
            f"accDescr: {_escaped(told(picture))}",
            f"direction {_direction(whole, down, picture.level == 'history')}",
            *_look_lines(theme),
            *(line for shape in whole.inside for line in _shape(shape, down)),
            *map(_arrow, whole.arrows),
            *(line for shape in whole.inside for line in _looks(shape)),
            "",
        )
    )


def _direction(whole: Shape, down: bool, history: bool) -> str:
    """Side by side, which is across the direction where no arrow joins; phases and many states one below the other.

    In a history of the turn many states stand side by side, and few in a row: it goes to the right.
    """
    if down or not whole.arrows:
        return "TB"
    if history:
        return "LR"
    return "TB" if len(whole.inside) > MOST_IN_A_ROW and not any(shape.inside for shape in whole.inside) else "LR"


def _inside(shape: Shape, down: bool) -> str:
    """The direction of what is inside: to the right where the whole goes down, if the row is not too wide."""
    joined = {end for arrow in shape.arrows for end in (arrow.source, arrow.target)}
    states = [max(map(len, inner.lines)) for inner in shape.inside if inner.name in joined and inner.lines]
    letters = sum(states) + sum(len(arrow.text) for arrow in shape.arrows)
    return "LR" if down and letters * LETTER + (len(states) + 1) * STATE <= MOST_WIDTH else "TB"


def _shape(shape: Shape, down: bool) -> Iterator[str]:
    if not shape.inside:
        yield _state(shape.name, shape.lines)
        return
    # a second line would lie on what is inside
    title, notes = _title(shape)
    yield f'state "{_escaped(title)}" as {shape.name} {{'
    yield f"    direction {_inside(shape, down)}"
    if notes:
        yield f"    {_state(shape.name + NOTES, notes)}"
    for inner in shape.inside:
        yield from (f"    {line}" for line in _shape(inner, down))
    yield from (f"    {_arrow(arrow)}" for arrow in shape.arrows)
    yield "}"


def _title(shape: Shape) -> tuple[str, tuple[str, ...]]:
    """The title of a composite, and the notes that are too long for it: they stand inside, in a state of their own."""
    title = " · ".join(shape.lines)
    if len(title) <= WIDEST:
        return title, ()
    return shape.lines[0], shape.lines[1:]


def _state(name: str, lines: tuple[str, ...]) -> str:
    return f'state "{"<br/>".join(map(_escaped, lines))}" as {name}'


def _arrow(arrow: Arrow) -> str:
    text = f" : {_escaped(arrow.text)}" if arrow.text else ""
    return f"{arrow.source or '[*]'} --> {arrow.target or '[*]'}{text}"


def _look_lines(theme: Theme) -> Iterator[str]:
    """Define the classes of states, and those of what is around states: by what happened to them, and by phase.

    The second are borders only: its title and its arrows stand on grounds that the reader's theme gives.
    """
    looks = {
        "inserted": ("accent_card", "accent", "ink", "2px"),
        "future": ("dim_fill", "dim_line", "dim", "1px"),
        "skipped": ("ghost", "ghost_line", "ghost_ink", "1px,stroke-dasharray:5 4"),
        "here": ("card", "path", "ink", "3px"),
        "notes": ("paper", "paper", "muted", "1px"),
    }
    for name, (fill, line, ink, width) in looks.items():
        border = f"stroke:{theme[line]},stroke-width:{width}"
        yield f"classDef {name} fill:{theme[fill]},color:{theme[ink]},{border}"
        yield f"classDef {name}{AROUND} {border}"
    for hue in HUES:
        border = f"stroke:{theme[hue]},stroke-width:2px"
        yield f"classDef {hue} fill:{theme[f'{hue}_tint']},color:{theme['ink']},{border}"
        yield f"classDef {hue}{AROUND} {border}"


def _looks(shape: Shape) -> Iterator[str]:
    looks = shape.looks or ((shape.hue,) if shape.hue in HUES else ())
    yield from (f"class {shape.name} {look}{AROUND if shape.inside else ''}" for look in looks)
    if shape.inside and _title(shape)[1]:
        yield f"class {shape.name}{NOTES} notes"
    for inner in shape.inside:
        yield from _looks(inner)


def _quoted(title: str) -> str:
    r"""Write a title as YAML does between quotation marks; Mermaid's own codes are not read there.

    It is cleaned as HTML but shown as text, so what HTML would take is put in other letters.

    >>> _quoted("Fire & Ice: <b>")
    'Fire ＆ Ice\\U0000003a ‹b›'
    """
    shown = title.translate(str.maketrans("&<>", "＆‹›"))
    return re.sub(r"[^\w ·,/.…＆‹›]", lambda found: f"\\U{ord(found[0]):08x}", shown)


def _escaped(text: str) -> str:
    """Write a text so that nothing in it has a meaning: Mermaid's own codes, ``#59;``, for all but letters and digits.

    >>> _escaped("Fire; 1.5 --> <b>")
    'Fire#59; 1.5 #45;#45;#62; #60;b#62;'
    """
    return _SPECIAL.sub(lambda found: f"#{ord(found[0])};", text)
