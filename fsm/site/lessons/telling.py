"""A run of a scenario as HTML: its story, its turns in notation, what the players do, and what other editions say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from html import escape

from ...edition import Edition, edition_ids, every_edition_id, load_edition
from ...history.lines import are_named, spans
from ...recording import RecordedTurn, Recording, recorded_turns
from ...story import game_story
from ...wording import event_sentence
from ...words import listed
from ..addresses import SITE, rules_address

ACTS = ("stack.push", "combat.attack", "combat.block", "land.play", "mana.activate", "player.leave", "player.lose")
"""The kinds of events that tell best what a line of a script does, the best first."""
MOST_TURNS = 8
"""How many turns are listed; the others unfold."""

_CITED = re.compile(r"(?<!\\)\[([^\]\\]+)\]")
_STRONG = re.compile(r"^\*\*(.+?)\*\*")
_PLAIN = re.compile(r"\\(\W)")
_WHY = re.compile(r" What decides it: .*")


def years(ids: Iterable[str]) -> str:
    """What editions are called: their years, or the days on which they counted if some are called by their day.

    >>> years(["cr2026", "cr2006"]), years(["cr2026", "cr2003-07-01", "cr2003-03-15"])
    ('2026 and 2006', '2026-09-25 .. today and 2003-03-15 .. 2003-09-30')
    """
    named = [*ids]
    if are_named(named):
        return listed([year(load_edition(id)) for id in named])
    return listed([*spans(named)])


def year(edition: Edition) -> str:
    """What an edition is called: its year or its day, or its title if it is not one of the package."""
    if edition.id in every_edition_id() and edition.id not in edition_ids():
        return edition.effective
    return edition.effective[:4] or edition.title


def rule_link(edition: Edition, number: str) -> str:
    """The number of a rule, with its statement, as a link to the index if that has it."""
    says = edition.line(number)
    if not says or edition.id not in edition_ids():
        return escape(number)
    return f'<a href="{SITE}{rules_address(edition.id, number)}" title="{escape(says)}">{escape(number)}</a>'


@lru_cache(16)
def paragraphs(recording: Recording) -> tuple[str, ...]:
    """The paragraphs of the story of a run, as Markdown, without its title."""
    _, *lines = game_story(recording)
    return tuple(filter(None, lines))


def told(paragraph: str, edition: Edition) -> str:
    r"""A paragraph of a story as HTML, with a link for each rule.

    >>> from fsm.edition import load_edition
    >>> told(r"**Turn 1, Ann.** She \*acts\*.", load_edition("cr2026"))
    '<p><strong>Turn 1, Ann.</strong> She *acts*.</p>'
    """

    def cited(found: re.Match[str]) -> str:
        links = ", ".join(rule_link(edition, number) for number in found[1].split(", "))
        return f'<span class="cite">[{links}]</span>'

    text = _STRONG.sub(r"<strong>\1</strong>", _CITED.sub(cited, escape(paragraph, quote=False)))
    plain = _PLAIN.sub(r"\1", text)
    return f"<p>{plain}</p>"


def story(recording: Recording) -> str:
    """The story of a run as HTML."""
    return "".join(told(one, recording.edition) for one in paragraphs(recording))


def course(recording: Recording) -> tuple[str, ...]:
    """How a run goes, without words and numbers that each edition has of its own: its turns, and how it ends."""
    *_, end = paragraphs(recording)
    plain = _CITED.sub("", _WHY.sub("", end))
    return (*(f"{turn.player} {_notation(turn)}" for turn in recorded_turns(recording)), plain)


def groups(runs: Mapping[str, Recording]) -> list[list[Recording]]:
    """The runs that go alike under several editions, together; those of the newest first."""
    found: dict[tuple[str, ...], list[Recording]] = {}
    for recording in runs.values():
        found.setdefault(course(recording), []).append(recording)
    return list(found.values())


def turns(recording: Recording, without: Iterable[str] = ()) -> str:
    """The turns of a run in notation, as a list; not those of ``without``, which are alike under another edition."""
    known = set(without)
    items = [_turn(turn) for turn in recorded_turns(recording) if _line(turn) not in known]
    more = items[MOST_TURNS:]
    rest = f"<details><summary>{len(more)} more</summary><ul>{''.join(more)}</ul></details>" if more else ""
    return (f'<ul class="turns">{"".join(items[:MOST_TURNS])}</ul>' + rest) if items else ""


def lines(recording: Recording) -> Iterator[str]:
    """The turns of a run, each as what tells it from the same turn under another edition."""
    return map(_line, recorded_turns(recording))


def _line(turn: RecordedTurn) -> str:
    return f"{turn.number} {turn.player} {_notation(turn)}"


@cache
def _shown(text: str) -> str:
    return escape(text)


def _turn(turn: RecordedTurn) -> str:
    name = f"T{turn.number}" if turn.number else "–"
    by = f"skipped: {turn.skipped}" if not turn.number else f"extra turn of {turn.by}" if turn.by else ""
    note = f' <span class="by">{_shown(by)}</span>' if by else ""
    return f"<li><b>{name}</b> {_shown(turn.player)}{note} <code>{_shown(_notation(turn))}</code></li>"


def _notation(turn: RecordedTurn) -> str:
    return turn.graph.notation() if turn.number else ""


def acts(recording: Recording) -> Iterator[tuple[str, str]]:
    """What the players do: for each line of the script that does something its place, and what happens there."""
    by_line: dict[int, list[tuple[str, str, str]]] = {}
    for frame in recording:
        if frame.line:
            found = by_line.setdefault(frame.line, [])
            found.append((frame.event.kind, frame.address, event_sentence(frame.event)))
    for events in by_line.values():
        kind = next((kind for kind in ACTS if any(event[0] == kind for event in events)), events[0][0])
        address = next(event[1] for event in events if event[0] == kind)
        said = dict.fromkeys(event[2] for event in events if event[0] == kind)
        yield address, "; ".join(said)
