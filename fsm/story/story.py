"""The paragraphs of a recorded game, one for the opening hands and one for each turn, and the text that they make."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile

from ..recording import Attempt, RecordedTurn, Recording, recorded_turns
from ..wording.parts import numbered_place, side, who
from ..words import in_words, listed, ordinal, shown
from .changes import skipped_turn
from .narration import NOBODY, scene_sentences
from .narrator import Scene, scenes
from .outcome import in_the_end
from .sentences import Piece, Sentence, escaped, joined, paragraph, sentence


def opening_hands(recording: Recording) -> Iterator[Sentence]:
    """A sentence about the hands that players keep before the first turn, if one of them takes a mulligan."""
    taken: dict[str, int] = {}
    hands: dict[str, int] = {}
    rules: dict[str, tuple[str, ...]] = {}
    for frame in takewhile(lambda frame: frame.event.kind != "turn.begin", recording):
        event, amount = frame.event, frame.event.get("amount")
        if event.kind in ("hand.begin", "mulligan"):
            player = who(event)
            taken[player] = taken.get(player, -1) + 1
            hands[player], rules[player] = int(amount), (*rules.get(player, ()), *event.rules)
        elif event.kind == "hand.bottom":
            hands[who(event)] -= int(amount)
    if any(taken.values()):
        yield Sentence(joined([Piece(_kept(one, taken[one], hands[one]), rules[one]) for one in hands]))


def _kept(player: str, mulligans: int, cards: int) -> str:
    """One player's mulligans, and their hand.

    >>> _kept("Ann", 2, 5), _kept("Bob", 0, 7)
    ('Ann takes two mulligans and keeps five cards', 'Bob keeps seven cards')
    """
    takes = f"takes {in_words(mulligans)} mulligan{'s' * (mulligans != 1)} and " if mulligans else ""
    return f"{player} {takes}keeps {in_words(cards)} card{'s' * (cards != 1)}"


FAR = 3
"""From so many steps on in which nothing happens, it is said that nothing happened in them."""


def game_story(recording: Recording, number: int = 0, width: int = 0) -> Iterator[str]:
    """The text of a game: its name, who plays by which rules, a paragraph for each turn, and how it ends.

    Skipped turns are told too, and ordinary ones in a row together. ``number`` tells only the turn with that number.
    ``width`` wraps the paragraphs at so many characters; without it each is one line. All rule numbers are those of the
    events and the refusals. It is valid Markdown.
    """
    edition = recording.edition
    yield f"# {escaped(shown(recording.name or 'A game'))}"
    yield ""
    begins = recording[0].event
    first = Piece(f"{side(begins)} {'take' if begins.get('team') else 'takes'} the first turn", begins.rules)
    intro = Piece(f"{listed(map(shown, recording.players))} play by the {edition.title} ({edition.id}); ")
    notes = [escaped(f"{shown(card)} is simplified: {shown(note)}") for card, note in recording.simplified]
    yield from _wrapped(" ".join([paragraph([Sentence((intro, first))]), *notes]), width)
    opening = list(opening_hands(recording))
    if opening and not number:
        yield ""
        yield from _wrapped(f"**Before the first turn.** {paragraph(opening)}", width)
    turns = recorded_turns(recording)
    for text in _turn_stories(turns, list(recording.attempts), number):
        yield ""
        yield from _wrapped(text, width)
    if not number:
        yield ""
        yield from _wrapped(f"**In the end.** {paragraph(in_the_end(recording, turns))}", width)


class Told:
    """What a story has told so far.

    ``triggered`` are the abilities that have triggered, ``attempts`` the refused actions that are still to be told,
    ``said`` the sentences, ``extra`` who took turns by which effect, and ``usual`` the rules of what is ordinary.
    """

    def __init__(self, attempts: list[Attempt]) -> None:
        self.triggered, self.attempts, self.usual = set[object](), attempts, set[str]()
        self.said: Counter[str] = Counter()
        self.extra: dict[str, Counter[str]] = {}


def _turn_stories(turns: Sequence[RecordedTurn], attempts: list[Attempt], number: int) -> Iterator[str]:
    """The paragraphs of all turns, with those in a row that are as ordinary as one before made one; or of one turn."""
    told = Told(attempts)
    if number:
        stories = {turn.number: turn_story(turn, told, whole=True) for turn in turns}
        yield stories[number]
        return
    for is_told, group in groupby(((turn, turn_story(turn, told)) for turn in turns), lambda one: bool(one[1])):
        if is_told:
            yield from (text for _, text in group)
        else:
            yield _like_others([turn for turn, _ in group])


def _like_others(turns: list[RecordedTurn]) -> str:
    """Turns in a row in which nothing happens that was not told of earlier turns."""
    whose, first, last = escaped(", ".join(map(_whose, turns))), turns[0].number, turns[-1].number
    if first == last:
        return f"**Turn {first}, {whose}: an ordinary turn.**"
    return f"**Turns {first} {'and' if len(turns) == 2 else 'to'} {last}, {whose}: ordinary turns.**"


def turn_story(turn: RecordedTurn, told: Told, whole: bool = False) -> str:
    """A turn in one paragraph; empty if it is as ordinary as what is told, unless the ``whole`` turn is asked for."""
    if whole:
        told.usual.clear()
        told.said.clear()
    if not turn.number:
        return f"**A skipped turn.** {paragraph([Sentence((skipped_turn(turn.frames[0].event),))], told.said)}"
    sentences = [*_opening(turn, told), *_scene_stories(turn, told.triggered, told.attempts)]
    sentences = [one for one in sentences if not (one.ordinary and one.rules and one.rules <= told.usual)]
    told.usual.update(number for one in sentences if one.ordinary for number in one.rules)
    text = paragraph(_together(sentences), told.said)
    return f"**Turn {turn.number}, {escaped(_whose(turn))}.** {text}" if text else ""


def _whose(turn: RecordedTurn) -> str:
    return side(turn.frames[0].event)


def _opening(turn: RecordedTurn, told: Told) -> Iterator[Sentence]:
    """Why there is this turn, if it is an extra one."""
    event = turn.frames[0].event
    if turn.extra:
        whose = told.extra.setdefault(turn.by, Counter())
        whose[_whose(turn)] += 1
        which = f"{ordinal(many)} " if (many := whose[_whose(turn)]) > 1 else ""
        of = f" for {_whose(turn)}" if len(whose) > 1 else ""
        later = [extra for extra in event.state.rotation.pending if extra.number > turn.extra]
        when, order = ("later", "oldest") if later else ("earlier", "newest")
        first = f", which comes before the one that was added {when}, as the {order} comes first"
        first = first if event.state.rotation.pending else ""
        yield sentence(f"this is the {which}extra turn of {shown(turn.by)}{of}{first}", event.rules)


def _scene_stories(turn: RecordedTurn, triggered: set[object], attempts: list[Attempt]) -> list[Sentence]:
    """The sentences of the scenes of a turn, and about its rest."""
    sentences: list[Sentence] = []
    ordinary: list[Sentence] = []
    quiet, phase = 0, ""
    found = scenes(turn.frames)
    blocked: Sentence | None = None
    for scene in found:
        said = scene_sentences(scene, triggered, attempts)
        ordinary += [one for one in said if one.ordinary]
        strange = _strange(said)
        opened, phase = _begun(scene, phase), scene.graph.phase_of(scene.node) if scene.kind else phase
        if blocked and not (strange and scene.kind == "combat_damage"):
            sentences, blocked = [*sentences, blocked], None
        sentences += opened
        if not strange:
            quiet += 1
        elif blocked:
            first, *others = strange[0].pieces
            between = "; " if others else ", and "
            pieces = (*blocked.pieces, Piece(f"{between}{first.text}", first.rules), *others)
            sentences += [Sentence(pieces), *strange[1:]]
            blocked = None
        else:
            led = _led(scene, strange, quiet < FAR or bool(opened), bool(sentences))
            if scene.kind == "declare_blockers" and len(strange) == 1:
                blocked = led[0] if strange[0].pieces[0].text != NOBODY else strange[0]
            else:
                sentences += led
            quiet = 0
    sentences += [blocked] if blocked else []
    return [*sentences, *_rest(turn, found, sentences, ordinary)]


def _strange(said: list[Sentence]) -> list[Sentence]:
    """What is told of a scene: all of it, if anything in it is out of the ordinary."""
    if any(not one.ordinary and not one.free for one in said):
        return [one for one in said if not (one.ordinary and one.free)]
    return [one for one in said if not one.ordinary]


def _begun(scene: Scene, phase: str) -> list[Sentence]:
    """The sentence about an added phase or step that begins now."""
    graph = scene.graph
    for event in scene.began:
        node = graph.node(event.node)
        if node.inserted and node.inserted.by and event.node != phase:
            part, by = numbered_place(graph, event.node), shown(node.inserted.by)
            return [Sentence((Piece(f"now comes {part}, which {by} added", event.rules),), begins=(part, by))]
    return []


def _together(sentences: list[Sentence]) -> Iterator[Sentence]:
    """The sentences with those about added parts that begin one after the other made one."""
    for _, group in groupby(sentences, lambda one: one.begins[1]):
        alike = list(group)
        if len(alike) == 1 or not alike[0].begins[1]:
            yield from alike
        else:
            parts = listed(one.begins[0] for one in alike)
            rules = tuple(number for one in alike for number in one.pieces[0].rules)
            yield sentence(f"now come {parts}, which {alike[0].begins[1]} added", rules)


def _led(scene: Scene, said: list[Sentence], near: bool, begun: bool) -> list[Sentence]:
    """The sentences of a scene: the first one that names no place of its own begins with that of the scene."""
    at = next((at for at, one in enumerate(said) if not one.free), None)
    if not scene.kind or at is None:
        return said
    more = "nothing more" if begun else "nothing"
    lead = f"in {scene.place}, " if near or at else f"{more} happens until {scene.place}, where "
    head, *tail = said[at].pieces
    return [*said[:at], Sentence((Piece(lead + head.text, head.rules), *tail)), *said[at + 1 :]]


def _rest(
    turn: RecordedTurn, found: list[Scene], sentences: list[Sentence], ordinary: list[Sentence]
) -> list[Sentence]:
    """What remains to be said: that the turn is ordinary, or where play stops."""
    if not any(frame.event.kind == "turn.end" for frame in turn.frames):
        if turn.recording.final.outcome is not None or not found or not found[-1].kind:
            return []
        return [sentence(f"play stops in {found[-1].place}")]
    if sentences:
        return []
    pieces = [piece for one in ordinary for piece in one.pieces]
    usual = Sentence(joined(pieces, "an ordinary turn: "), ordinary=True)
    return [usual] if pieces else [sentence("nothing happens")]


def _wrapped(text: str, width: int) -> Iterable[str]:
    """The lines of a paragraph; a rule number is never cut."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) if width else [text]
