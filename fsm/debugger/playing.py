"""A game that is played by typing: how it begins, goes on, and begins anew with what a player has.

Each act is another run of the same game, which began without a script. The game goes on by default as far as the
session has recorded it, so that going on moves the cursor, and acting begins a run that differs from there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..edition import Edition
from ..errors import FsmError, InputError
from ..game import LIMITS, Limits, State, default_action
from ..game.state.piles.pile import UNKNOWN
from ..recording import Answer
from ..recording.text import ending
from ..scenario import parse_scenarios
from ..scenario.model import Setup
from ..scenario.running.moments import is_at
from ..scenario.writing.expected import with_expectations
from ..scenario.writing.script import as_scenario, scenario_text, written
from ..turn.graph import ROOT
from ..wording import event_sentence
from ..words import listed, meant, shown
from .options import is_choice
from .places import Place, begins_of, read_place, skips_of
from .session import Session
from .typed import offered, parse_card, split_names
from .whatif import in_script, next_answer

AHEAD = 1
"""How many turns after the current one a played game is recorded at least."""

FURTHEST = 100
"""How many turns one word goes on at most."""

ZONES = {"in hand": "hand", "in graveyard": "graveyard", "on top": "top"}


def new_game(edition: Edition, players: Sequence[str], limits: Limits = LIMITS) -> Session:
    """A session on a game without a script, before its first turn."""
    data = {"name": "a game", "edition": edition.id, "players": list(players), "until": f"T{1 + AHEAD}"}
    text = scenario_text(data)
    (scenario,) = parse_scenarios(text, "<game>")
    return Session(scenario, text, edition.id, limits)


def after_script(session: Session) -> Session:
    """The session where the next player decides after the last act of its script."""
    return asked(session, _next(session))


def resumed(session: Session) -> Session:
    """The session of a file where it leads: after its script, and in the place that ``until`` names."""
    first, until = _next(session), session.scenario.until
    later = enumerate(session.whole.answers[first:], first)
    there = (number for number, answer in later if until is not None and is_at(answer.before, until))
    return asked(session, next(there, first))


def _next(session: Session) -> int:
    """The number of the first answer after the last act of the script."""
    return max((number for number, answer in enumerate(session.whole.answers) if answer.path), default=-1) + 1


def asked(session: Session, number: int) -> Session:
    """The session where the player is asked who gives the answer with a number."""
    answers = session.whole.answers
    session.go(answers[number].seq - 1 if number < len(answers) else session.tape.last)
    return session


# Going on.


def go_on(session: Session) -> Session:
    """The player who decides passes, or does whatever a player does who is not told otherwise."""
    state, number = decided(session), next_answer(session.whole, session.at)
    said = written(state, default_action(state))
    if number < len(session.whole.answers) and _said(session, session.whole.answers[number]) != said:
        return asked(session.what_if(json.dumps(said)), number + 1)
    if number + 1 >= len(session.whole.answers):
        longer(session, state.turn + AHEAD + 1)
    return asked(session, number + 1)


def resolve(session: Session) -> Session:
    """All players pass until the top object of the stack has left it, or a player has to choose something."""
    stack = decided(session).stack
    if not stack:
        raise FsmError("the stack is empty; pass goes on, and to PLACE goes on to a place")
    session = go_on(session)
    while any(one.id == stack[-1].id for one in session.state.stack):
        if (state := session.waiting()) is None or is_choice(state):
            break
        session = go_on(session)
    return session


def left_out(session: Session, first: int) -> Iterator[str]:
    """Where, from a position to the cursor, a player might have chosen something, and a default was taken."""
    for answer in session.whole.answers:
        if first < answer.seq <= session.at and not answer.path and is_choice(answer.before):
            yield answer.before.address


def go_to(session: Session, text: str) -> Session:
    """Everybody passes until a place begins; ``FsmError`` if it does not come after this."""
    place = read_place(text, session.recording.edition, session.scenario.players)
    text, turn, first = shown("_".join(text.split()), 60), session.state.turn, session.at + 1
    if place.has(session.state):
        raise FsmError(f"you are in {text} already")
    last = turn + 2 * len(session.scenario.players) if place.address.turn is None else place.address.turn
    if last > turn + FURTHEST:
        raise FsmError(f"{text} is more than {FURTHEST} turns away; go there in several steps")
    while not (ahead := [at for at in begins_of(session.recording, place) if at >= first]):
        if session.whole.final.outcome is not None:
            raise FsmError(f"{text} does not come: {_over(session)}")
        if session.whole.final.turn > last:
            raise FsmError(f"{text} does not come after this{_skipped(session, place)}; schedule lists what comes")
        longer(session, session.whole.final.turn + 1)
    begins = min(ahead)
    turn, node = session.tape[begins].state.turn, session.tape[begins].event.node
    later = ((one.seq - 1, one.before) for one in session.whole.answers if one.seq > begins)
    there = (at for at, state in later if state.turn == turn and node in (state.at.stop, state.at.phase, ROOT))
    session.go(next(there, begins))
    return session


def _over(session: Session) -> str:
    """How the game ends, and before that who lost last."""
    lost = next((frame.event for frame in reversed(session.whole.frames) if frame.event.kind == "player.lose"), None)
    said = "" if lost is None else f"{event_sentence(lost)} at {lost.state.address} ({', '.join(lost.rules)}); "
    return said + " ".join(ending(session.whole))


def _skipped(session: Session, place: Place) -> str:
    """That a place is skipped, the next time or the last time, and by which rule; empty if it is not."""
    found = skips_of(session.recording, place)
    if not found:
        return ""
    event = session.tape[next((at for at in found if at > session.at), found[-1])].event
    return f": {event_sentence(event).removeprefix('- ')} at T{event.state.turn} ({', '.join(event.rules)})"


def longer(session: Session, turn: int) -> None:
    """Records the same game up to the end of a later turn."""
    deeds = [(one.before, one.action.player, in_script(session.scenario, one)) for one in session.whole.answers]
    name, until = session.scenario.name, {"until": f"T{turn}"}
    session.reread(as_scenario(session.scenario, name, session.edition, deeds, until))


# Who decides.


def decider(session: Session) -> str:
    """The player who decides next, or the active player."""
    state = session.waiting() or session.state
    return state.name(state.decision.player if state.decision else state.active)


def decided(session: Session) -> State:
    """The next state in which a player decides."""
    state = session.waiting()
    if state is None or state.decision is None:
        raise FsmError("the game is over; undo takes the last act back")
    return state


def _said(session: Session, answer: Answer) -> Any:
    return written(answer.before, answer.action)


# What a player has.

_HAVE = re.compile(r"(?P<cards>.*?)(?: (?P<zone>in hand|in graveyard|on top|tapped))?")
_COUNT = re.compile(r"(?:([1-9][0-9]?) )?(.*)")


def have(session: Session, text: str, player: str = "") -> Session:
    """The same game, in which a player began with more: permanents, known cards in a zone, or another life total."""
    who = player or decider(session)
    data = dict(session.scenario.document.data)
    given = data["players"]
    players = {
        name: dict((given.get(name) or {}) if isinstance(given, dict) else {}) for name in session.scenario.players
    }
    if match := _LIFE.fullmatch(text):
        players[who]["life"] = int(match[1])
    else:
        cards, place = had(session, text)
        zone = ZONES.get(place, "battlefield")
        if zone != "battlefield":
            known = [card for card in data.get("cards") or [] if card not in cards]
            data["cards"] = [*known, *{card["name"]: card for card in cards if isinstance(card, dict)}.values()]
            cards = [*map(_named, cards)]
        before = players[who].get(zone)
        if zone == "hand":
            players[who][zone] = _more(Setup().hand if before is None else before, cards)
        else:
            players[who][zone] = [*(before or []), *cards]
        if place == "tapped":
            players[who]["tapped"] = [*(players[who].get("tapped") or []), *map(_named, cards)]
    data["players"] = players
    return _again(session, scenario_text(data))


def _more(hand: int | Sequence[str], cards: Sequence[str]) -> list[str]:
    """A hand with these cards in it, each instead of an unknown one, as long as there is one."""
    held = [str(UNKNOWN)] * hand if isinstance(hand, int) else [*hand]
    for _ in range(min(len(cards), held.count(str(UNKNOWN)))):
        held.remove(str(UNKNOWN))
    return [*cards, *held]


_LIFE = re.compile(r"life (-?[0-9]{1,9})")


def had(session: Session, text: str) -> tuple[list[Any], str]:
    """The cards that a text means, and what it says of their place: ``tapped``, ``in hand``."""
    found = _HAVE.fullmatch(text)
    if found is None or not found["cards"]:
        raise FsmError("have what? Such as have Grizzly Bears, have 3 Forest, have Opt in hand, have life 5")
    names = offered(session, "have")
    zone = f" {found['zone']}"
    said = [one.removesuffix(zone) for one in split_names(found["cards"].replace(f"{zone},", ","), names)]
    if on := next((one for one in said if " on " in one and not meant(one, names)), None):
        raise FsmError(f"have puts cards onto the battlefield by themselves; cast {shown(on, 90)}")
    counted = [_COUNT.fullmatch(one) for one in said]
    cards = [card for one in counted if one for card in [parse_card(one[2], names)] * int(one[1] or 1)]
    return cards, found["zone"] or ""


def had_in_words(session: Session, text: str) -> str:
    """What a player has, as it was understood: ``Aurelia, the Warleader and 2 Forest in hand``."""
    if _LIFE.fullmatch(text):
        return text
    cards, place = had(session, text)
    counts = Counter(shown(_named(card)) for card in cards)
    return f"{listed(f'{count} {name}' if count > 1 else name for name, count in counts.items())} {place}".rstrip()


def _named(card: Any) -> str:
    return str(card["name"] if isinstance(card, dict) else card)


def _again(session: Session, text: str) -> Session:
    """Another game with the same script, where it stood; ``FsmError`` if it cannot begin, or the script not be done."""
    try:
        (scenario,) = parse_scenarios(text, session.scenario.file)
    except InputError as error:
        raise FsmError(error.message) from None
    other = Session(scenario, text, session.edition, session.limits)
    if other.error is not None:
        raise FsmError(f"then this could not have been done: {other.error.message}")
    place, turn = session.state.at, session.state.turn
    other.follow(session)
    after_script(other)
    later = (one.seq - 1 for one in other.whole.answers if (one.before.turn, one.before.at.stop) == (turn, place.stop))
    other.go(next((at for at in later if at >= other.at), other.at))
    return other


def played(session: Session, name: str, expect: bool = False) -> str:
    """A scenario file with what was done up to the cursor; it runs to the end of that step, and may expect it."""
    number = next_answer(session.whole, session.at)
    answers = session.whole.answers[:number]
    deeds = [(one.before, one.action.player, in_script(session.scenario, one)) for one in answers]
    until = {"until": session.state.address if session.state.turn else "T1"}
    text = as_scenario(session.scenario, name, session.edition, deeds, until)
    return with_expectations(text, "<game>")[0] if expect else text
