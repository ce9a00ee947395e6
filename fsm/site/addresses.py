"""Where the site shows what: the address of each document, scenario, rule and card, from the top of the site.

In what is staged an address begins with ``site:``; the last step makes it relative to the page, so the site may lie
below any path.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from ..library import FOLDER, SUFFIX, Lesson, documents, lessons, place

SITE = "site:"
"""How an address begins that is written in a page, before the last step."""
NOT_FOUND = "404.html"
"""The page that a host shows where the site has none: hosts look for it under this name, at the top."""

_OF_ITS_OWN = {
    "ARGUMENTS": "arguments/",
    "CARDS": "cards/",
    "DOCUMENTS": "docs/",
    "ENGINES": "engines/",
    "GALLERY": "gallery/",
    "GLOSSARY": "glossary/",
    "SCENARIOS": "scenarios/",
}
_MOVED = {"diagrams/": "gallery/", "editors/": "docs/editors/"}
"""The folders of the checkout whose pictures the site shows, with where they lie there."""


def document_address(name: str) -> str:
    """The address of a document.

    >>> document_address("HOUSE_RULES"), document_address("ENGINES")
    ('docs/house-rules/', 'engines/')
    """
    return _OF_ITS_OWN.get(name) or f"docs/{slug(name)}/"


def scenario_address(lesson: Lesson) -> str:
    """The address of the page of a scenario file: by its number, or by its name if it has none."""
    return f"scenarios/{lesson.short}/"


def play_address(lesson: Lesson, number: int = 1, edition: str = "") -> str:
    """The address of Play with a scenario of a file, by its number there, and under an edition if one is named."""
    which = f"&w={number}" if number > 1 else ""
    return f"play/#v=1&f={lesson.short}{which}{f'&e={edition}' if edition else ''}"


def rules_address(edition: str, number: str = "") -> str:
    """The address of the rules of an edition, or of one of them.

    >>> rules_address("cr2026"), rules_address("cr2026", "500.8")
    ('rules/cr2026/', 'rules/cr2026/5/#500.8')
    """
    return f"rules/{edition}/{number[0]}/#{number}" if number else f"rules/{edition}/"


def card_address(name: str) -> str:
    """The address of a card of the catalogue.

    >>> card_address("Aurelia, the Warleader")
    'cards/aurelia-the-warleader/'
    """
    return f"cards/{slug(name)}/"


def file_address(path: str) -> str:
    """The address of a file of the checkout that the site has a copy of; empty if it has none.

    >>> file_address("diagrams/turn-cr2026.svg")
    'gallery/turn-cr2026.svg'
    """
    moved = (there + path.removeprefix(here) for here, there in _MOVED.items() if path.startswith(here))
    return next(moved, "") if path.endswith((".svg", ".png")) else ""


def slug(name: str) -> str:
    """A name as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


@cache
def project_address() -> str:
    """The address of the project, as ``pyproject.toml`` of the checkout says it; empty if it says none."""
    file = Path(__file__).parents[2] / "pyproject.toml"
    if not file.is_file():
        return ""
    hook = tomllib.loads(file.read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    return str(hook["address"]).rstrip("/")


def source_address(path: str, line: str = "") -> str:
    """The address of a file of the checkout at the address of the project; empty if the project has none."""
    found = f"{project_address()}/blob/main/{path}" if project_address() else ""
    return f"{found}#L{line}" if found and line else found


@cache
def _pages() -> dict[str, str]:
    """The pages that show files of the checkout, by the paths of these."""
    known = {path: document_address(name) for name, path in documents().items()}
    known |= {path.removesuffix("README.md").rstrip("/"): address for path, address in known.items()}
    return known | {f"{FOLDER}/{lesson.path}{SUFFIX}": scenario_address(lesson) for lesson in lessons()}


def shown_at(path: str) -> str:
    """Where a file or folder of the checkout is shown, as what stands in a link; empty if nowhere.

    >>> shown_at("docs/FORMAT.md"), shown_at("scenarios/12-extra-phases/10-aurelia.turn.yaml")
    ('site:docs/format/', 'site:scenarios/12/10/')
    """
    rules = re.fullmatch(r"diagrams/rules/(\w+)\.html", path)
    address = rules_address(rules[1]) if rules else _pages().get(path.rstrip("/"), "") or file_address(path)
    if address:
        return SITE + address
    return source_address(path) if place(path) else ""
