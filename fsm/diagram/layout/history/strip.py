"""The history on a slide: time runs right, lanes lie one below the other, and the days that matter most have words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model import Moment, Picture, River, Span
from ..geometry import LINE, Badge, Layout, Part, Point, Rect, Ribbon, Text, joined
from ..metrics import SMALL, STEP, Line, Run, line_width, text_width, wrap
from ..page import close_head
from .bands import band_rows, beside_width, edition_rows, name_width, signs, year_lines, year_row
from .streams import (
    WHOLE,
    Axis,
    Course,
    Frame,
    Mark,
    badge,
    coloured,
    courses,
    lanes_of,
    line,
    marks,
    on_page,
    ribbons,
    sign_of,
    told,
)

MARGIN, BESIDE, POSTER = 16.0, 8.0, 22.0
MARK, APART = 14.0, 14.5
BEND = 34.0
CARD, CARD_GAP = 138.0, 14.0
BADGE = 17.0
LANE = (12.5, 28.0)
"""The least and the largest width of a lane."""
GOOD = 14.5
"""The width of lanes that is worth fewer words."""
SHARE = 0.78
"""The part of the river's height that lanes take; the rest is between them."""


def lay_out_strip(picture: Picture, river: River, width: float, height: float) -> Layout:
    """Place the history on a page of a width; the lanes and the words grow to fill a height, if it is given."""
    left = MARGIN + max(name_width(river), _names_width(river)) + BESIDE
    phases = max((text_width(one.text, STEP, bold=True) for one in river.phases), default=0.0) + BESIDE
    right = width - MARGIN - max(phases, beside_width(river))
    axis = Axis(((river.first, left), (river.last, right)))
    title, _ = close_head(picture, width, MARGIN, POSTER)
    rows = band_rows(river, axis, MARGIN, title[-1].rect.bottom + 5)
    great = _greatest(river, int((width - 2 * MARGIN + CARD_GAP) // (CARD + CARD_GAP)))
    letters = {moment.id: str(number) for number, moment in enumerate(great, 1)}
    heads = rows.bottom + 5
    near = heads + BADGE + 4
    below = MARK + 6 + LINE + 4 + edition_rows(river, axis, MARGIN, 0.0).bottom + 9
    lanes = lanes_of(river)
    most, lane = MOST[-1], LANE[0] + 3.0
    if height:
        tried = ((one, height - near - below - MARGIN - _cards(great, width, 0.0, one).bottom) for one in MOST)
        free = [(one, room * SHARE / lanes) for one, room in tried]
        most, lane = next((one for one in free if one[1] >= GOOD), free[-1])
        lane = min(LANE[1], max(LANE[0], lane))
    far = near + lane * lanes / SHARE
    shapes = {one.start for one in river.stretches}
    frame = Frame(axis, near, far, lane, min(BEND, (right - left) / 8))
    placed = courses(river, frame)
    whole = far + 6 + MARK / 2
    editions = edition_rows(river, axis, MARGIN, whole + MARK / 2 + 2 + LINE + 4)
    cards = _cards(great, width, editions.bottom + 9, most)
    bottom = max(cards.bottom + MARGIN, height)
    middles = {id: course.middle for id, course in placed.items()} | {WHOLE: whole}
    signed = tuple(_mark(mark, placed, letters) for mark in marks(river, axis, APART, middles))
    lines = [
        *year_lines(river, axis, near, whole + MARK / 2 + 2),
        line("line-whole", Point(left, whole), Point(right, whole), "lane", 1.4),
        *(_down(moment, axis, heads + BADGE, whole) for moment in great),
    ]
    part = joined([rows, editions, cards])
    texts = (
        *title,
        *signs(picture, title[0], width - MARGIN),
        *part.texts,
        *year_row(river, axis, whole + MARK / 2 + 2),
        *_names(placed, signed, len(shapes) > 1),
        *(_first(river, placed, left) if len(shapes) > 1 else ()),
        *_phases(river, placed, right),
        *_whole(whole),
    )
    badges = (*_heads(great, axis, heads), *signed, *part.badges)
    drawn = (*lines, *ribbons(river, frame, placed))
    return on_page(picture, Rect(0, 0, width, bottom), part.boxes, texts, badges, drawn)


def _names_width(river: River) -> float:
    """The room that the names of the first stretches take."""
    first = [one for one in river.stretches if one.start == river.first]
    return max((text_width(one.names[0].text, STEP, bold=True) for one in first), default=0.0)


def _greatest(river: River, most: int) -> tuple[Moment, ...]:
    """The days that matter most, in their order."""
    heaviest = sorted(river.moments, key=lambda one: -one.weight)[:most]
    return tuple(sorted(heaviest, key=lambda one: one.day))


def _heads(great: Sequence[Moment], axis: Axis, y: float) -> tuple[Badge, ...]:
    """The numbers of the days that matter most, above their lines."""
    places: list[float] = []
    for moment in great:
        x = axis.at(moment.day) - BADGE / 2
        places.append(max(x, places[-1] + BADGE + 3) if places else x)
    return tuple(
        badge(f"day-{moment.id}", Rect(x, y, BADGE, BADGE), str(number), "other", moment.when, great=True)
        for number, (moment, x) in enumerate(zip(great, places, strict=True), 1)
    )


def _down(moment: Moment, axis: Axis, top: float, bottom: float) -> Ribbon:
    x = axis.at(moment.day)
    return line(f"line-{moment.id}", Point(x, top), Point(x, bottom), "accent", 1.0)


def _mark(mark: Mark, placed: dict[str, Course], letters: dict[str, str]) -> Badge:
    hue = placed[mark.place].stretch.hue if mark.place else "other"
    rect = Rect(mark.at - MARK / 2, mark.across - MARK / 2, MARK, MARK)
    id = f"mark-{mark.moment.id}-{mark.place or 'turn'}"
    return badge(id, rect, sign_of(mark.changes), hue, told(mark), great=mark.moment.id in letters)


def _first(river: River, placed: dict[str, Course], left: float) -> Iterator[Text]:
    """The names of the first shape, left of the river, each beside its stream."""
    last = 0.0
    for one in river.stretches:
        if one.start == river.first:
            run = coloured(one.names[0].text, one.hue)
            y = max(placed[one.id].middle - LINE / 2, last)
            last = y + ROW
            yield Text(f"first-{one.id}", Rect(left - BESIDE + 3 - run.width, y, run.width, LINE), ((run,),))


ROW = 11.5
"""The least distance of the names left of the river."""


def _names(placed: dict[str, Course], badges: Sequence[Badge], several: bool) -> Iterator[Text]:
    """What each stretch is called, in it, where nothing is marked.

    Of ``several`` shapes, the first is named beside it, and those between it and the last only where they are new.
    """
    ends = [course.end for course in placed.values()]
    known = {one.stretch.kind for one in placed.values() if one.begin == min(each.begin for each in placed.values())}
    for id, course in placed.items():
        if course.width < THIN or (several and course.end < max(ends) and course.stretch.kind in known):
            continue
        for number, span in enumerate(course.stretch.names, 1):
            yield from _name(f"name-{id}-{number}", course, span, badges)


THIN = 11.0
"""A narrower stream has no room for its name."""


def _name(id: str, course: Course, span: Span, badges: Sequence[Badge]) -> Iterator[Text]:
    bold = course.width > 2 * LANE[1]
    size = STEP if bold else SMALL
    run = Run(span.text, size, "ink", bold=bold)
    whole = course.end - course.begin
    days = course.stretch.end - course.stretch.start
    start = course.begin + whole * (span.start - course.stretch.start) / days
    end = course.begin + whole * (span.end - course.stretch.start) / days
    taken = [one.rect for one in badges if abs(one.rect.cy - course.middle) < MARK]
    x = start + 5
    for rect in sorted((one for one in taken if one.right > x), key=lambda one: one.x):
        if rect.x >= x + run.width + 3:
            break
        x = rect.right + 3
    if x + run.width <= end:
        yield Text(id, Rect(x, course.middle - LINE / 2, run.width, LINE), ((run,),))


def _phases(river: River, placed: dict[str, Course], right: float) -> Iterator[Text]:
    """The phases of the last day, each right of its steps, with its rule."""
    for phase in river.phases:
        own = [one for one in placed.values() if one.stretch.phase == phase.tooltip and one.stretch.end >= river.last]
        if not own:
            continue
        lines: list[Line] = [(coloured(phase.text, own[0].stretch.hue, STEP),)]
        if len(own) > 1 and phase.rule:
            lines.append((Run(phase.rule),))
        middle = (own[0].middle + own[-1].middle) / 2
        wide = max(map(line_width, lines))
        place = Rect(right + BESIDE, middle - LINE * len(lines) / 2, wide, LINE * len(lines))
        yield Text(f"phase-{phase.tooltip}", place, tuple(lines))


def _whole(y: float) -> Iterator[Text]:
    run = coloured("The whole turn", "other", STEP)
    yield Text("whole", Rect(MARGIN, y - LINE / 2, run.width, LINE), ((run,),))


def _cards(great: Sequence[Moment], width: float, top: float, most: int) -> Part:
    """What changed on the days that matter most, each below its number."""
    if not great:
        return Part(top)
    count = len(great)
    each = (width - 2 * MARGIN - CARD_GAP * (count - 1)) / count
    badges: list[Badge] = []
    texts: list[Text] = []
    bottom = top
    for number, moment in enumerate(great, 1):
        x = MARGIN + (number - 1) * (each + CARD_GAP)
        badges.append(
            badge(f"card-{moment.id}", Rect(x, top, BADGE, BADGE), str(number), "other", moment.when, great=True)
        )
        head = Run(moment.when, STEP, "ink", bold=True)
        texts.append(Text(f"when-{moment.id}", Rect(x + BADGE + 6, top + 2, head.width, LINE), ((head,),)))
        y = top + BADGE + 3
        lines = _card(moment, each, most)
        texts.append(Text(f"says-{moment.id}", Rect(x, y, each, 13.0 * len(lines)), lines))
        bottom = max(bottom, texts[-1].rect.bottom)
    return Part(bottom, texts=tuple(texts), badges=tuple(badges))


MOST = range(18, 4, -1)
"""How many lines a card may have, with the set; one change is told whole, whatever room it takes."""


def _card(moment: Moment, width: float, most: int) -> tuple[Line, ...]:
    """The set, and as many changes as there is room for, none of them cut."""
    title = wrap((Run(moment.title, SMALL, "muted", bold=True),), width, 2) if moment.title else ()
    lines: list[Line] = list(title)
    for change in moment.changes:
        said = wrap((Run(change.says, SMALL, "ink"),), width, LONG)
        if len(lines) > len(title) and len(lines) + len(said) > most:
            break
        lines += said
    return tuple(lines)


LONG = 20
"""More lines than a change has on the narrowest card."""
