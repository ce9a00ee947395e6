"""The first page: what this is, a picture, and the ways in."""

from __future__ import annotations

from ..edition import edition_ids, load_edition
from ..files import packaged
from ..game import catalogue
from ..library import document, lessons
from ..words import listed
from .documents import picture


def home_text() -> str:
    """The first page as Markdown, with what the package has now."""
    years = sorted(load_edition(id).effective[:4] for id in edition_ids())
    said = {
        "editions": listed(years),
        "picture": picture("diagrams/aurelia-article.svg", "Aurelia's attack adds a second combat phase"),
        "arguments": str(document("ARGUMENTS")[1].count("\n## ")),
        "scenarios": f"{sum(len(lesson.titles) for lesson in lessons())}",
        "cards": str(len(catalogue())),
    }
    text = packaged("site/home.md")
    for name, value in said.items():
        text = text.replace(f"{{{name}}}", value)
    return text
