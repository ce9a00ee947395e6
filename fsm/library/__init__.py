"""What comes with the package: its scenarios, found by name, number or title, and its documents."""

from .corpus import (
    SUFFIX,
    Lesson,
    corpus_folder,
    find_scenario,
    find_scenarios,
    lessons,
    matching,
    scenario_folder,
    shown_path,
)
from .documents import document, documents, told_document

__all__ = [
    "SUFFIX",
    "Lesson",
    "corpus_folder",
    "document",
    "documents",
    "find_scenario",
    "find_scenarios",
    "lessons",
    "matching",
    "scenario_folder",
    "shown_path",
    "told_document",
]
