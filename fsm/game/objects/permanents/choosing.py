"""What the controller of a permanent chooses as it enters: a color, a creature type, a name (cr2006 419.1b, 614.1c).

Its other abilities refer to that: in their kinds it is ``chosen``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import get_args

from ....cards.card import catalogue_types
from ....cards.terms import Color
from ....edition import obeys
from ...state.agenda import Choice, Task, push, task
from ...state.decision import ChooseOption
from ...state.event import Log, emit
from ...state.game import Game
from ...state.state import Permanent, State, replace, set_permanent


class AskWord(Task, frozen=True):
    """The controller of a permanent that has just entered is still to choose."""

    permanent: int


class WordChosen(Choice, frozen=True):
    """The controller of a permanent chooses one of these words for it."""

    permanent: int
    player: int
    words: tuple[str, ...]


def chooses_as_it_enters(state: State, new: tuple[Permanent, ...]) -> State:
    """The state in which the controller of permanents that have entered chooses next, if they say so."""
    for permanent in reversed(new):
        if any(static.chooses for static in permanent.card.static):
            state = push(state, AskWord(permanent.id))
    return state


@task(AskWord)
@obeys("enters_choice")
def _ask(state: State, _: Log, asks: AskWord) -> State:
    permanent = state.permanent(asks.permanent)
    if permanent is None or permanent.controller not in state.rotation.seats:
        return state
    what = next(static.chooses for static in permanent.card.static if static.chooses)
    words = _words(state.game, what)
    asked = ChooseOption(permanent.controller, permanent.card.name, words)
    return push(replace(state, decision=asked), WordChosen(permanent.id, permanent.controller, words))


@task(WordChosen)
@obeys("enters_choice", "choice")
def _chosen(state: State, log: Log, chosen: WordChosen) -> State:
    permanent = state.permanent(chosen.permanent)
    if permanent is None:
        return state
    word = chosen.words[chosen.option]
    emit(log, "choice", state, "enters_choice choice", chosen.player, name=permanent.card.name, option=word)
    return set_permanent(state, permanent.id, word=word)


@lru_cache(maxsize=16)
def _words(game: Game, what: str) -> tuple[str, ...]:
    """What may be chosen: colors; or the creature types, or the names, of the game's own cards and of the catalogue."""
    if what == "color":
        return get_args(Color)
    own = {name: (*card.type, *card.subtypes) for name, card in game.cards.items()}
    first, others = (_of(cards, what) for cards in (own, catalogue_types()))
    return (*sorted(first), *sorted(others - first))


def _of(cards: Mapping[str, tuple[str, ...]], what: str) -> frozenset[str]:
    """The creature types, or the names, of cards of which the types and subtypes are known."""
    if what == "creature type":
        of_creatures = (of for of in cards.values() if "creature" in of)
        return frozenset(one for of in of_creatures for one in of if one[0].isupper())
    return frozenset(name for name, of in cards.items() if what == "card name" or "land" not in of)
