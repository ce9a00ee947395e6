"""What stands at the side of each page of the site: its parts, then the documents by who reads them."""

from __future__ import annotations

from collections.abc import Iterator

from ..library import readers
from .addresses import document_address

PARTS = (
    ("Home", ""),
    ("Play", "play/"),
    ("Scenarios", "scenarios/"),
    ("Arguments", "arguments/"),
    ("Rules", "rules/"),
    ("History", "history/"),
    ("Cards", "cards/"),
    ("Gallery", "gallery/"),
    ("Engines", "engines/"),
    ("Glossary", "glossary/"),
)
"""The parts of the site, with their addresses."""

REFERENCE = ("Python, each name", "python/")
"""The reference of Python, beside the document about it."""

Entries = tuple[tuple[str, str], ...]


def _groups() -> Iterator[tuple[str, Entries]]:
    yield "", PARTS
    seen = {address for _, address in PARTS}
    for who, these in readers().items():
        named = ((name.replace("_", " ").capitalize(), document_address(name)) for name in these)
        entries = [entry for entry in named if entry[1] not in seen]
        if "PYTHON" in these:
            entries.insert(1, REFERENCE)
        if entries:
            yield who, tuple(entries)


NAVIGATION: tuple[tuple[str, Entries], ...] = tuple(_groups())
"""Groups of entries, each with its title and its address."""
