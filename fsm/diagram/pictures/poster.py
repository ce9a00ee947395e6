"""The poster of a turn: what happens in each step, and beside it what holds in all of them."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ...edition import Edition
from ...turn import TurnGraph
from ..model import Box, Detail, Note, Picture, Tile
from .naming import clean, rule_note
from .notes import WORDS, has_stack
from .turn import turn_picture

Line = tuple[str, str]
"""A few words, and the topic of their rule."""


class Section(NamedTuple):
    """A part of the panel beside the turn: its name, and its lines; those whose rule an edition lacks are left out."""

    name: str
    lines: tuple[Line, ...]


PRIORITY = Section(
    "Priority",
    (
        ("the active player gets it first", "priority_active"),
        ("who acts gets it again", "priority_kept"),
        ("who passes hands it to the next player", "pass"),
        ("all pass: the top of the stack resolves", "all_pass_resolve"),
        ("then the active player gets it again", "priority_after_resolution"),
        ("all pass, empty stack: the step ends", "step_ends"),
    ),
)
BEFORE = Section(
    "Before anybody gets priority",
    (
        ("{state-based actions}, all at once", "state_based"),
        ("then triggers that wait go on the stack", "trigger_waits"),
        ("the active player’s first", "apnap"),
        ("again, until there is neither", "before_priority"),
    ),
)
BATCHES = Section(
    "Fast effects",
    (
        ("the active player may begin", "priority_active"),
        ("nobody answers: the newest comes first", "resolve"),
        ("nobody plays more: the phase ends", "step_ends"),
    ),
)
CHANGES = Section(
    "When effects change it",
    (
        ("extra turns come next, the {extra turns}", "extra_turn"),
        ("extra phases: after a phase, newest first", "extra_phase"),
        ("extra steps: after a step, newest first", "extra_step"),
        ("what is skipped is passed over", "skip"),
        ("two players: no draw in the first turn", "first_draw"),
    ),
)
LEAVING = {
    "mana_empties": "mana pools empty",
    "mana_burn": "mana that is left burns: 1 life each",
    "until_end_of": "effects that last until then are over",
    "zero_life": "whoever has no life left loses",
}
"""What happens as a step or phase ends, by its topic."""


NOT_FOR_TWO = ("scheme", "attractions", "choose_defender")
"""Actions that a game of two players with usual cards does not have."""


def poster_picture(
    graph: TurnGraph, title: str = "", subtitle: str = "", detail: Detail = "rules"
) -> tuple[Picture, tuple[Box, ...]]:
    """Make the picture of a turn of two players, with its rules, and the panels of what holds in all steps."""
    edition = graph.edition
    stacked = has_stack(edition)
    panels = {
        f"In each {'step' if stacked else 'phase'} with priority": (PRIORITY, BEFORE) if stacked else (BATCHES,),
        "In each turn": (*_leaving(edition), CHANGES),
    }
    boxes = tuple(_panel(edition, f"panel-{at}", name, panels[name], detail) for at, name in enumerate(panels, 1))
    return _for_two(turn_picture(graph, title, subtitle, detail=detail)), boxes


def _for_two(picture: Picture) -> Picture:
    """The picture without what games of two players do not have."""
    without = [WORDS[topic] for topic in NOT_FOR_TWO]

    def usual(tile: Tile) -> Tile:
        return replace(tile, does=tuple(note for note in tile.does if note.text not in without))

    boxes = tuple(replace(box, tiles=tuple(map(usual, box.tiles))) for box in picture.boxes)
    return replace(picture, boxes=boxes)


def _panel(edition: Edition, id: str, name: str, sections: tuple[Section, ...], detail: Detail) -> Box:
    tiles = tuple(_tile(edition, f"{id}.{number}", section, detail) for number, section in enumerate(sections, 1))
    return Box(id, name, "", "other", tiles, name, kind="panel")


def _leaving(edition: Edition) -> tuple[Section, ...]:
    """What happens as a step ends, and as a phase ends; once, if it is the same."""
    step, phase = (tuple((LEAVING.get(topic, ""), topic) for topic in topics) for topics in _left(edition))
    if not edition.kinds.steps:
        return (Section("As a phase ends", phase),)
    if step == phase:
        return (Section("As a step or phase ends", step),)
    return (Section("As a step ends", step), Section("As a phase ends", phase))


def _left(edition: Edition) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return edition.leaving_step, edition.leaving_phase


def _tile(edition: Edition, id: str, section: Section, detail: Detail) -> Tile:
    notes = [_line_note(edition, words, topic) for words, topic in section.lines if edition.cite(topic)]
    told = tuple(note if detail == "rules" else replace(note, rule="") for note in notes)
    return Tile(id, section.name, "", 0, section.name, kind="entry", does=told)


def _line_note(edition: Edition, words: str, topic: str) -> Note:
    said = {"state-based actions": edition.term("state-based actions")}
    said["extra turns"] = " ".join(edition.choices.get("extra_turns", ())).replace("_", " ")
    text = words or topic.replace("_", " ")
    for name, told in said.items():
        text = text.replace(f"{{{name}}}", told)
    return rule_note(edition, clean(text), topic)
