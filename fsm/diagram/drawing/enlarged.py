"""A picture for bitmaps and PDF, written larger: Graphviz puts letters on whole units, so larger letters are even.

What Graphviz draws in a fixed size is written out as commands, behind the texts: frames, dashes and arrows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

LARGER = 8
"""How much larger than its layout a picture is written; it is drawn so much smaller."""

CORNER, HANDLE = 12.0, 0.45
"""The radius of the corners of a frame, at most a third of its side; and how near its handles are to the corner."""
DASHES = {"dashed": (5.0, 2.0), "dotted": (2.0, 5.0)}
"""The length of a dash, and of the room after it, much as in an SVG."""
TIP, HALF, MITRE = 7.0, 2.45, 1.0
"""The length of an arrow's tip, half its width, and by how many widths of its line its corner is longer."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SCALED = r"(?:bb|pos|pad|width|height|fontsize|penwidth|arrowsize)="
_WORD = re.compile(
    rf'(?P<scaled>\b{_SCALED}(?:"[^"]*"|[\d.]+))|(?P<label><(?:[^<>]|<[^<>]*>)*>)|(?P<text>"(?:[^"\\]|\\.)*")'
)
_CELL = re.compile(r'\b(?:WIDTH|HEIGHT|POINT-SIZE)="[\d.]+"')
_TAG = re.compile(r"<[^<>]*>")
_VALUE = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s\]]+)')


def enlarged(dot: str) -> str:
    """The same picture, ``LARGER`` times as large, with its frames in the background."""
    drawn: list[str] = []
    head, *rest = [_line(line, drawn) for line in _WORD.sub(_larger, dot).split("\n")]
    return "\n".join([head, f"\t_background={_quoted(drawn)}", f"\tnode [penwidth={LARGER}]", *filter(None, rest)])


def _quoted(drawn: list[str]) -> str:
    """Commands as one text in quotes, in pieces: Graphviz reads at most 16,384 bytes between two quotes."""
    return " + ".join(f'"{piece}"' for commands in drawn for piece in re.findall(r"[^\n]{1,8000}", commands)) or '""'


def _larger(word: re.Match[str]) -> str:
    """Scale the numbers of an attribute, or of the cells and letters of a label; other texts stay as they are."""
    if word["scaled"]:
        return _times(word["scaled"])
    return _TAG.sub(lambda tag: _CELL.sub(lambda cell: _times(cell[0]), tag[0]), word[0]) if word["label"] else word[0]


def _times(text: str) -> str:
    return _NUMBER.sub(lambda number: f"{float(number[0]) * LARGER:.2f}", text)


def _line(line: str, drawn: list[str]) -> str:
    """A line without what is ``drawn`` by commands: the frame of a node or a cluster, or all of an edge."""
    plain = re.sub(r"label=<(?:[^<>]|<[^<>]*>)*>", "", line)
    values = {name: value.strip('"') for name, value in _VALUE.findall(plain)}
    style = values.get("style", "")
    if "rounded" in style:
        drawn += _frame(values, "dashed" in style)
        return re.sub(r'style="[^"]*"', "peripheries=0 style=invis" if "bb" in values else "shape=none", line)
    if values.get("pos", "").startswith("e,"):
        drawn += _arrow(values, style)
        return ""
    if values.get("dir") == "none":
        drawn += _ribbon(values)
        return ""
    return line


Corner = tuple[float, float]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _frame(values: dict[str, str], dashed: bool) -> Iterator[str]:
    """A rounded frame as drawing commands: filled, and with a line around it."""
    left, low, right, high = _corners(values)
    radius = min(CORNER * LARGER, (right - left) / 3, (high - low) / 3)
    around = _rounded(left, low, right, high, radius)
    pen = float(values.get("penwidth", LARGER))
    fill, line = values["fillcolor"], values["color"]
    yield _pen(fill if dashed else line, fill, pen) + _curve("b", around)
    if dashed:
        yield _pen(line, fill, pen) + _dashed(around, "dashed")


def _ribbon(values: dict[str, str]) -> Iterator[str]:
    """A line of any width as a drawing command, so that it lies behind the frames that are drawn after it."""
    numbers, colour = _numbers(values["pos"]), values["color"]
    yield _pen(colour, colour, float(values["penwidth"])) + _curve(
        "B", list(zip(numbers[::2], numbers[1::2], strict=True))
    )


def _arrow(values: dict[str, str], style: str) -> Iterator[str]:
    """An edge as drawing commands: its line, and its tip."""
    numbers, pen, colour = _numbers(values["pos"]), float(values["penwidth"]), values["color"]
    (x, y), *line = list(zip(numbers[::2], numbers[1::2], strict=True))
    yield _pen(colour, colour, pen) + (_dashed(line, style) if style in DASHES else _curve("B", line))
    before = line[-1]
    length = hypot(x - before[0], y - before[1]) or 1.0
    across, along = (x - before[0]) / length, (y - before[1]) / length
    back, wide = TIP * LARGER - pen / 2, HALF * LARGER
    base = x - across * back, y - along * back
    tip = x - across * MITRE * pen, y - along * MITRE * pen
    sides = [(base[0] - along * side, base[1] + across * side) for side in (wide, -wide)]
    yield _curve("P", [tip, *sides])


def _corners(values: dict[str, str]) -> tuple[float, ...]:
    if "bb" in values:
        return tuple(_numbers(values["bb"]))
    (x, y), width, height = _numbers(values["pos"]), float(values["width"]) * 36, float(values["height"]) * 36
    return x - width, y - height, x + width, y + height


def _rounded(left: float, low: float, right: float, high: float, radius: float) -> list[Corner]:
    """A closed curve around a rectangle: a straight piece and a corner on each side."""
    near = radius * HANDLE
    return [
        *((left, low + radius), (left, low + near), (left + near, low), (left + radius, low)),
        *((left + radius, low), (right - radius, low), (right - radius, low)),
        *((right - near, low), (right, low + near), (right, low + radius)),
        *((right, low + radius), (right, high - radius), (right, high - radius)),
        *((right, high - near), (right - near, high), (right - radius, high)),
        *((right - radius, high), (left + radius, high), (left + radius, high)),
        *((left + near, high), (left, high - near), (left, high - radius)),
        *((left, high - radius), (left, low + radius), (left, low + radius)),
    ]


def _pen(line: str, fill: str, width: float) -> str:
    size = f"setlinewidth({width:.2f})"
    return f"c {len(line)} -{line} C {len(fill)} -{fill} S {len(size)} -{size} "


def _curve(command: str, points: list[Corner]) -> str:
    return f"{command} {len(points)} {' '.join(f'{x:.1f} {y:.1f}' for x, y in points)} "


def _dashed(curve: list[Corner], style: str) -> str:
    return "".join(_curve("B", [a, a, b, b]) for a, b in _cut(_sampled(curve), *DASHES[style]))


SAMPLES, TINY = 8, 1e-6


def _sampled(points: list[Corner]) -> list[Corner]:
    """The points of a curve of cubic pieces, close together."""
    found = [points[0]]
    for at in range(0, len(points) - 1, 3):
        a, b, c, d = points[at : at + 4]
        for n in range(1, SAMPLES + 1):
            t = n / SAMPLES
            s, u, v, w = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append((s * a[0] + u * b[0] + v * c[0] + w * d[0], s * a[1] + u * b[1] + v * c[1] + w * d[1]))
    return found


def _cut(line: list[Corner], dash: float, gap: float) -> Iterator[tuple[Corner, Corner]]:
    """The straight pieces of the dashes along a line."""
    drawn, left = True, dash * LARGER
    for start, end in pairwise(line):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while done < length:
            until = min(length, done + left)
            if drawn:
                yield _between(start, end, done / length), _between(start, end, until / length)
            left -= until - done
            done = until
            if left < TINY:
                drawn, left = not drawn, (gap if drawn else dash) * LARGER


def _between(one: Corner, other: Corner, part: float) -> Corner:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
