"""What a word means at a stop: a card and where it is, a word of the glossary, a rule, a kind of event."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards.card import catalogue_names, find_card
from ..errors import FsmError
from ..game import Card
from ..game.state.piles.pile import PILES
from ..recording.questions import is_of
from ..recording.view import player_view
from ..wording import EVENT_KINDS, card_kind, card_sentences, glossary
from ..words import meant, nearest, shown
from .breakpoints import named_cards
from .options import scenario_cards
from .session import Session
from .values import readable


def explain(session: Session, word: str) -> Iterator[str]:
    """What a word means: of the glossary, a phase or step, a kind of event, a rule by its number, or a card.

    ``FsmError`` if it is none of these.
    """
    edition, plain = session.recording.edition, word.casefold().replace("_", " ")
    place, number, known = plain.replace(" ", "_"), plain.removeprefix("cr "), glossary()
    spec = (edition.all_phases.get(place) or edition.step(place)) if edition.has(place) else None
    term = spec.name if spec and spec.name in known else plain
    if term in known:
        meaning = known[term]
        home, rule = (edition, edition.number(meaning.topic)) if edition.cite(meaning.topic) else meaning.rule()
        yield f"{term}: {meaning.says}"
        yield f"  {rule} of {home.id}: {home.line(rule)}"
        yield f"  scenario {meaning.scenario} shows it: fsm debug {meaning.scenario}"
    elif spec:
        yield f"{spec.name}: rule {spec.rule} of {edition.id}; doc {spec.rule} says what is in it"
    elif word in EVENT_KINDS:
        yield f"{word}: {EVENT_KINDS[word].meaning}"
    elif rules := [rule for rule in edition.rules if is_of(rule, number)]:
        yield from (f"{rule}: {edition.line(rule)}" for rule in rules)
    else:
        card = find_named(session, word)
        if card is None:
            hint = nearest(plain, (*known, *EVENT_KINDS, *edition.kinds.places)) or "; doc lists the words"
            raise FsmError(f"{shown(word, 60)!r} is not a word, step, rule, kind of event or card known here{hint}")
        yield from card_lines(session, card)


def find_named(session: Session, text: str) -> Card | None:
    """The card that a text means, one that this run has named or of the catalogue; None if it is none, or several.

    A permanent is what is there now, also if it is a token or has another name than a card.
    """
    known, permanents = session.recording.final.game.cards, session.state.permanents()
    own = {name: known[name] for name in named_cards(session.recording) if name in known} | scenario_cards(session)
    own |= {permanent.card.name: permanent.card for permanent in permanents if not permanent.face_down}
    named = meant(text, own) or meant(text, catalogue_names())
    return find_card(named[0], own) if len(named) == 1 else None


def card_lines(session: Session, card: Card) -> Iterator[str]:
    """A card: what it is and does, in our own words, and where cards of that name are now."""
    yield f"{shown(card.name)} · {card_kind(card)}"
    yield from (f"  {sentence}" for sentence in card_sentences(card))
    if card.note:
        yield f"  Note: {card.note}"
    state = session.state
    if any(thing.name == card.name for thing in state.stack):
        yield "  on the stack"
    for seat, name in enumerate(state.game.names):
        seen = player_view(state, seat)
        for label, facts in seen["battlefield"].items():
            if label.partition("#")[0] == card.name:
                yield f"  on the battlefield, {shown(name)}'s: {''.join(readable({label: facts}))}"
        yield from (f"  in {shown(name)}'s {pile}" for pile in PILES if card.name in seen[pile])
