"""What may be said to ``whatif`` at a stop: the legal actions with numbers, and the cards that could be cast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from ..errors import CardError
from ..game import UNKNOWN, Card, Cast, PlayLand, State, catalogue, find_card, why_not
from ..game.decisions.table import DECISION_KINDS
from ..game.effects.cards import PLACES
from ..game.priority.casting import castings
from ..game.state.decision import ChooseKept, ChooseOption, ChoosePayment, ChooseSkip
from ..game.state.piles.pile import names
from ..scenario.running.actions import VERB_OF
from ..words import shown
from .session import Session
from .values import in_yaml

EXAMPLES = {
    "cast": "cast NAME, cast NAME on TARGET, or cast NAME face down",
    "play": "play NAME",
    "activate": "activate NAME",
    "attack": "attack NAME, NAME",
    "block": "block ATTACKER with BLOCKER",
    "discard": "discard NAME, NAME",
    "order": "order NAME, NAME",
    "assign": "{assign: {NAME: AMOUNT}}",
    "choose": "choose NAME",
    "keep_tapped": "keep_tapped NAME, NAME",
    "suspend": "suspend NAME",
    "companion": "companion NAME",
    "end": "end NAME",
}
"""How each action is said that says more than its verb."""

CHOICES = (ChooseOption, ChoosePayment, ChooseSkip, ChooseKept)
"""The decisions for which play stops: a player may well do something else than the default."""

FEW = 8
"""So many names of cards are listed at most, if they are not asked for."""


def legal_lines(session: Session, verb: str = "", word: str = "whatif ") -> Iterator[str]:
    """The legal actions of the player who decides next, by default all, with the numbers that ``word`` takes."""
    state = session.waiting()
    if state is None or state.decision is None:
        yield "no player has a decision after this: the game is over"
        return
    if verb and verb not in _verbs(state):
        yield _not_here(session, state, verb, word)
        return
    said = f", as does {word}{EXAMPLES[verb]}" if verb else ""
    yield f"{_who(session, state)}; {word}NUMBER does one of these{said}:"
    for number, option in enumerate(session.legal(), 1):
        if not verb or verb in (option, *option):
            yield f"{number:>4}  {in_yaml(option)}"
    if state.priority is not None and verb in ("", "cast", "play"):
        yield from _hand(session, state, word, whole=bool(verb))


def _who(session: Session, state: State) -> str:
    """Who decides what, and where; also whether that is after the end of the script."""
    assert state.decision is not None  # noqa: S101  # legal_lines has looked
    what = "has priority" if state.priority is not None else f"decides {state.decision.about}"
    here = f"{shown(state.name(state.decision.player))} {what} at {state.address}"
    if not session.ahead():
        return f"The script ends here; then {here}"
    return here if state.decision == session.state.decision else f"{here}, next"


def _verbs(state: State) -> tuple[str, ...]:
    """The verbs of the actions that answer a state's decision."""
    decision = state.decision
    return () if decision is None else tuple(VERB_OF[action] for action in DECISION_KINDS[type(decision)].actions)


def is_choice(state: State | None) -> bool:
    """Whether somebody is asked what an effect does, whether to pay, what skips this, or what stays.

    Where a card goes in a library changes no turn, and is left to the default.
    """
    decision = None if state is None else state.decision
    return isinstance(decision, CHOICES) and not (isinstance(decision, ChooseOption) and decision.options == PLACES)


def _not_here(session: Session, state: State, verb: str, word: str) -> str:
    """That an action cannot be taken here, and where it can be taken later."""
    here = f"{_who(session, state)}: {word}{verb} is no answer to that, and legal lists what is"
    ahead, told = session.ahead(), session.frame.event.kind == {"choose": "choice"}.get(verb)
    done = session.whole.answers[: len(session.whole.answers) - len(ahead)]
    given = next((answer for answer in reversed(done) if verb in _verbs(answer.before)), None)
    later = next((answer for answer in ahead if verb in _verbs(answer.before)), None)
    if given is not None and (told or later is None):
        return f"{here}; the last such answer was given at {given.before.address}: j {given.seq} goes there"
    if later is None:
        return f"{here}; nor is it one at any place after this"
    return f"{here}; it is one at {later.before.address}: j {later.seq} goes there"


def _hand(session: Session, state: State, word: str, whole: bool) -> Iterator[str]:
    """The known cards of the hand that cannot be played now, and what an unknown one could become."""
    assert state.decision is not None  # noqa: S101  # legal_lines has looked
    seat = state.decision.player
    hand = state.players[seat].hand
    for name in dict.fromkeys(names(hand)):
        with suppress(CardError):
            if why := why_not_played(state, seat, find_card(name, state.game.cards)):
                yield f"      not now: {shown(why if why.startswith(name) else f'{name}, since {why}')}"
    if not any(name is UNKNOWN for name, _ in hand):
        return
    yield f"      an unknown card of the hand can become any card: {word}cast NAME"
    own = scenario_cards(session)
    others = {name: card for name, card in catalogue().items() if name not in own}
    for title, cards in (("of this scenario", own), ("of the catalogue", others)):
        now = sorted(card.name for card in cards.values() if why_not_played(state, seat, card) is None)
        told = "; ".join(map(shown, now)) if whole or len(now) <= FEW else f"{len(now)} cards; {word}cast lists them"
        if cards:
            yield f"      {title}, what can be played now: {told or 'nothing'}"


def scenario_cards(session: Session) -> dict[str, Card]:
    """The cards of a scenario by name; none for a viewer, who has not been told of all of them."""
    if session.viewer:
        return {}
    acts = [act for entry in session.scenario.script for _, act, _ in entry.acts]
    said = [cast(object, part) for act in acts for part in (act.cast, act.play)]
    return session.whole.final.game.cards | {card.name: card for card in said if isinstance(card, Card)}


def why_not_played(state: State, seat: int, card: Card) -> str | None:
    """Why a card of the hand cannot be cast or played now; None if it can be."""
    if "land" in card.type:
        refusal = why_not(state, PlayLand(seat, card))
    elif castings(state, seat, card):
        return None
    else:
        refusal = why_not(state, Cast(seat, card))
    return None if refusal is None else str(refusal)
