"""The page of Play, with an example whose answer is in it: it is seen before Python has come."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from ..diagram import THEMES
from ..edition import Edition, load_edition, played_ids
from ..history.lines import in_words
from ..library import Lesson, lessons
from ..webpage.page import colours, escaped, variables
from ..webpage.pictures import slim
from .desk import answer

SOURCE = Path(__file__).parents[2] / "web" / "play"
FIRST = "relentless-assault"
"""The scenario that the page opens with."""
EXAMPLES = (
    FIRST, "09/01", "09/20", "12/01", "12/10", "11/04", "13/01", "06/06", "02/01", "07/03", "08/05", "14/01", "20/01",
)  # fmt: skip
"""The scenarios that can be chosen on the page."""

SHAPES = {"wide": 780, "narrow": 400}
"""The widths, in pixels, of the picture that is seen before Python has come: beside the editor, and on a phone."""

_CAME_WITH = re.compile(r"\((.+)\)$")
_PLACE = re.compile(r"\{(examples|text|shown|picture|first|newest|day)\}")


def write_play(folder: Path) -> None:
    """Write the page and its style; the scripts are bundled from ``web/play``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page(), encoding="utf-8")
    (folder / "play.css").write_text(style(), encoding="utf-8")
    (folder / "theme.js").write_bytes((SOURCE / "theme.js").read_bytes())


def style() -> str:
    """The style: the roles of the pictures' themes, also for a picture in a theme of its own, then the page's rules."""
    own = "".join(f".drawn[data-theme={name}]{{{variables(theme.colours)}}}\n" for name, theme in THEMES.items())
    return f"{colours()}\n{own}{(SOURCE / 'play.css').read_text(encoding='utf-8')}"


def page() -> str:
    """The page as HTML."""
    known = {lesson.short: lesson for lesson in lessons()}
    first = known[FIRST]
    forms = {form: _asked(do="run", text=first.text, look={"width": width}) for form, width in SHAPES.items()}
    shown = forms["wide"]
    ids = played_ids()
    parts = {
        "examples": "".join(_option(known[short]) for short in EXAMPLES),
        "text": html.escape(first.text),
        "shown": html.escape(f"as the scenario says: {', '.join(shown['editions'])}"),
        "picture": "".join(f'<div class="drawn {form}">{_drawn(given)}</div>' for form, given in forms.items()),
        "newest": str(len(ids) - 1),
        "day": html.escape(_day(load_edition(shown["edition"]))[1]),
        "first": escaped(json.dumps(_kept(first, shown), ensure_ascii=False, separators=(",", ":"))),
    }
    return _PLACE.sub(lambda place: parts[place[1]], (SOURCE / "page.html").read_text(encoding="utf-8"))


def _asked(**request: Any) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(answer(json.dumps(request)))
    return given


def _kept(lesson: Lesson, given: dict[str, Any]) -> dict[str, Any]:
    """What the page knows without Python; its picture stands in it already."""
    picture = {"turn": given["picture"]["turn"]}
    return {
        "file": lesson.short,
        "text": lesson.text,
        "answer": {**given, "picture": picture},
        "editions": _asked(do="about")["editions"],
        "days": [_day(load_edition(id)) for id in played_ids()],
    }


def _day(edition: Edition) -> tuple[str, str, str]:
    """A stop of the slider of years: the id of an edition, its day with the set that it came with, and its title."""
    came_with = _CAME_WITH.search(edition.title)
    day = in_words(edition.effective)
    return edition.id, f"{day}, {came_with[1]}" if came_with else day, edition.title


def _option(lesson: Lesson) -> str:
    return f'<option value="{lesson.short}">{html.escape(lesson.titles[0])}</option>'


def _drawn(given: dict[str, Any]) -> str:
    """The picture of an answer as a part of the page, with what it says as its name."""
    svg = str(given["picture"]["svg"])
    said = [re.search(f"<{tag} id=[^>]*>(.*?)</{tag}>", svg, re.DOTALL) for tag in ("title", "desc")]
    name = ". ".join(part[1] for part in said if part)
    for part in filter(None, said):
        svg = svg.replace(part[0], "")
    return slim(svg).replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
