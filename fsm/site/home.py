"""The first page: what this is, a picture, and the ways in."""

from __future__ import annotations

from ..edition import edition_ids, load_edition
from ..files import packaged
from ..game import catalogue
from ..library import document, scenario_count
from ..words import listed
from .addresses import SITE, file_address
from .documents import picture

WIDE, NARROW = "diagrams/aurelia-article.svg", "diagrams/aurelia-phone.svg"


def _picture() -> str:
    """The picture of the read-me, in the shape for the window."""
    wide = picture(WIDE, "A turn in which Aurelia's attack adds a second combat phase")
    narrow = f'<source media="(max-width: 46em)" srcset="{SITE}{file_address(NARROW)}">'
    return wide.replace("<img", f"<picture>{narrow}<img").replace("</a>", "</picture></a>")


def home_text() -> str:
    """The first page as Markdown, with what the package has now."""
    years = sorted(load_edition(id).effective[:4] for id in edition_ids())
    said = {
        "editions": listed(years),
        "picture": _picture(),
        "arguments": str(document("ARGUMENTS")[1].count("\n## ")),
        "scenarios": str(scenario_count()),
        "cards": str(len(catalogue())),
    }
    text = packaged("site/home.md")
    for name, value in said.items():
        text = text.replace(f"{{{name}}}", value)
    return text
