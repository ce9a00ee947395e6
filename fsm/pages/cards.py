"""The page of all cards by shape, ``docs/CARDS.md``, and the list of the cards that are left out.

``python -m fsm.pages.cards`` takes out of that list what has come into the catalogue, and renews the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from ..cardbook import LeftOut, all_left_out
from ..cardshapes import by_shape, shapes
from ..game import Card, catalogue
from ..library import FOLDER, SUFFIX, Lesson, lessons

LIST = Path(__file__).parents[1] / "cards" / "left_out.toml"
WIDE = 120


def cards_list() -> str:
    """All cards by what they change in the turn, each with a scenario, and those of the shape that are left out."""
    cards = sorted(catalogue().values(), key=lambda card: card.name)
    having = {**by_shape(), "no change of the turn itself": [card for card in cards if not shapes(card)]}
    lines = [f"The catalogue has {len(cards)} cards, and {len(all_left_out())} more are listed as left out."]
    for shape, those in having.items():
        left = [one for one in all_left_out() if one.shape == shape]
        if those or left:
            lines += ["", f"## {shape.capitalize()}", *([""] if those else []), *map(_card, those)]
            lines += ["", "Left out, and why:", "", *_left(left)] if left else []
    return "\n".join([*lines, ""])


def _card(card: Card) -> str:
    lesson = best_lesson(card.name, lessons())
    return f"- [{card.name}](../{FOLDER}/{lesson.path}{SUFFIX})" if lesson else f"- {card.name}"


def best_lesson(name: str, among: Iterable[Lesson]) -> Lesson | None:
    """The first scenario file that names a card, if there is one rather one that has it in a title."""
    naming = [lesson for lesson in among if name in lesson.text]
    return next((one for one in naming if any(name in title for title in one.titles)), naming[0] if naming else None)


def _left(left: Iterable[LeftOut]) -> Iterator[str]:
    for why, those in groupby(left, key=lambda one: one.why):
        yield f"- {why}: {' · '.join(one.name for one in those)}"


def renewed_list(text: str, known: Iterable[LeftOut], there: Mapping[str, Card]) -> str:
    """The list of cards that are left out, without those of the catalogue; its first comments stay."""
    lines = [line for line in text.splitlines() if line.startswith("#")]
    left = [one for one in known if one.name not in there]
    for shape, those in groupby(left, key=lambda one: one.shape):
        lines += ["", f"[{_quoted(shape)}]"]
        for why, named in groupby(those, key=lambda one: one.why):
            names = [_quoted(one.name) for one in named]
            line = f"{_quoted(why)} = [{', '.join(names)}]"
            lines += [line] if len(line) <= WIDE else [f"{_quoted(why)} = [", *(f"    {n}," for n in names), "]"]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    from .tables import renewed

    LIST.write_text(renewed_list(LIST.read_text(encoding="utf-8"), all_left_out(), catalogue()), encoding="utf-8")
    all_left_out.cache_clear()
    page = Path("docs/CARDS.md")
    page.write_text(renewed(page.read_text(encoding="utf-8"), page), encoding="utf-8")
