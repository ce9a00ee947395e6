"""The gallery: a page of pictures, and a page of the rules of each edition.

``python -m fsm.pages.gallery FOLDER [SCENARIOS]`` makes it from the pictures that ``exhibits`` lists.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ..edition import edition_ids, load_edition
from ..errors import FsmError
from ..files import write_file
from .exhibits import SECTIONS, exhibits
from .rules import rules_page

RULES = "rules"
"""The folder of the pages of rules."""


def page() -> str:
    """The page that shows the gallery, as Markdown."""
    lines = ["# Gallery", "", "`make diagrams` draws these from turn graphs and recordings. Do not edit them by hand."]
    for section in SECTIONS:
        lines += ["", f"## {section.heading}", "", section.line]
        for exhibit in section.exhibits:
            picture = f"![{exhibit.heading}]({exhibit.name}.svg)"
            lines += ["", f"### {exhibit.heading}", "", exhibit.line, "", picture]
    lines += [
        "",
        "## Rules",
        "",
        "The rules of each edition, with their code, their scenarios and their rewrites, as pages",
        "to open in a browser:",
        "",
    ]
    lines += [f"- [{load_edition(id).title}]({RULES}/{id}.html)" for id in edition_ids()]
    return "\n".join([*lines, ""])


def gallery(folder: str | Path, scenarios: str | Path) -> Iterator[Path]:
    """Writes the gallery into a folder, each picture as SVG and DOT; yields what is written."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for exhibit in exhibits():
        diagram = exhibit.make(Path(scenarios))
        for suffix in ("dot", "svg"):
            path = target / f"{exhibit.name}.{suffix}"
            diagram.save(path)
            yield path
    (target / RULES).mkdir(exist_ok=True)
    for id in edition_ids():
        path = target / RULES / f"{id}.html"
        write_file(path, rules_page(load_edition(id), Path(scenarios), path.parent).encode())
        yield path
    write_file(target / "README.md", page().encode())
    yield target / "README.md"


def main(arguments: list[str]) -> int:
    """Makes the gallery in the folder that is named, and tells of each file."""
    if not 1 <= len(arguments) <= 2:
        sys.stderr.write("usage: python -m fsm.pages.gallery FOLDER [SCENARIOS]\n")
        return 2
    folder, scenarios = (*arguments, "scenarios")[:2]
    count = 2 * len(exhibits()) + len(edition_ids()) + 1
    try:
        for number, path in enumerate(gallery(folder, scenarios), 1):
            sys.stdout.write(f"[{number:>{len(str(count))}}/{count}] {path}\n")
            sys.stdout.flush()
    except (FsmError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
