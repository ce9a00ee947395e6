"""A game that is played by typing: each act is another run of the same game, which began without a script.

An act is done as soon as it can be; until then everybody passes. The game goes on by default as far as the session has
recorded it, so that going on moves the cursor, and acting begins a run that differs from there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..edition import Edition
from ..errors import FsmError, IllegalAction, InputError
from ..game import LIMITS, Limits, State, catalogue, default_action
from ..recording import Answer
from ..scenario import parse_scenarios
from ..scenario.model import Act, ActRef, CardRef
from ..scenario.running.actions import asks, option_names, own_permanents
from ..scenario.running.moments import is_at
from ..scenario.writing.expected import with_expectations
from ..scenario.writing.script import as_scenario, scenario_text, written
from ..shape import ShapeError, read
from ..turn.graph import ROOT
from ..wording import event_sentence
from ..words import listed, meant, nearest, shown
from .options import scenario_cards
from .places import Place, begins_of, read_place, skips_of
from .session import Session
from .whatif import flow_yaml, in_script, next_answer, parse_deed

AHEAD = 1
"""How many turns after the current one a played game is recorded at least."""

FURTHEST = 100
"""How many turns one word goes on at most."""

FREE = ("cast", "play", "activate", "suspend", "end", "pass", "concede")
"""The verbs of the player who decides now; all others answer what the game asks somebody."""

ZONES = {"in hand": "hand", "in graveyard": "graveyard", "on top": "top"}


def new_game(edition: Edition, players: Sequence[str], limits: Limits = LIMITS) -> Session:
    """A session on a game without a script, before its first turn."""
    data = {"name": "a game", "edition": edition.id, "players": list(players), "until": f"T{1 + AHEAD}"}
    text = scenario_text(data)
    (scenario,) = parse_scenarios(text, "<game>")
    return Session(scenario, text, edition.id, limits)


def after_script(session: Session) -> Session:
    """The session where the next player decides after the last act of its script."""
    return _asked(session, _next(session))


def resumed(session: Session) -> Session:
    """The session of a file where it leads: after its script, and in the place that ``until`` names."""
    first, until = _next(session), session.scenario.until
    later = enumerate(session.whole.answers[first:], first)
    there = (number for number, answer in later if until is not None and is_at(answer.before, until))
    return _asked(session, next(there, first))


def _next(session: Session) -> int:
    """The number of the first answer after the last act of the script."""
    return max((number for number, answer in enumerate(session.whole.answers) if answer.path), default=-1) + 1


def _asked(session: Session, number: int) -> Session:
    """The session where the player is asked who gives the answer with a number."""
    answers = session.whole.answers
    session.go(answers[number].seq - 1 if number < len(answers) else session.tape.last)
    return session


# Going on.


def go_on(session: Session) -> Session:
    """The player who decides passes, or does whatever a player does who is not told otherwise."""
    state, number = _decided(session), next_answer(session.whole, session.at)
    said = written(state, default_action(state))
    if number < len(session.whole.answers) and _said(session, session.whole.answers[number]) != said:
        return _asked(session.what_if(json.dumps(said)), number + 1)
    if number + 1 >= len(session.whole.answers):
        longer(session, state.turn + AHEAD + 1)
    return _asked(session, number + 1)


def resolve(session: Session) -> Session:
    """All players pass until the top object of the stack has left it, or another player is asked for something."""
    stack = _decided(session).stack
    if not stack:
        raise FsmError("the stack is empty; pass goes on, and to PLACE goes on to a place")
    while any(one.id == stack[-1].id for one in session.state.stack) and session.waiting() is not None:
        session = go_on(session)
    return session


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
        if session.whole.final.turn > last or session.whole.final.outcome is not None:
            raise FsmError(f"{text} does not come after this{_skipped(session, place)}; schedule lists what comes")
        longer(session, session.whole.final.turn + 1)
    begins = min(ahead)
    turn, node = session.tape[begins].state.turn, session.tape[begins].event.node
    later = ((one.seq - 1, one.before) for one in session.whole.answers if one.seq > begins)
    there = (at for at, state in later if state.turn == turn and node in (state.at.stop, state.at.phase, ROOT))
    session.go(next(there, begins))
    return session


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


# Acting.


def act(session: Session, said: Any, player: str = "") -> Session:
    """The run in which a player does something as soon as they can in this turn, and the players pass until then.

    ``IllegalAction`` says why it cannot be done here, if it can be done nowhere later in the turn.
    """
    here, refused = session.at, None
    verb = next(iter(said)) if isinstance(said, dict) else str(said)
    for at in _moments(session, read(ActRef, said), verb, player):
        session.go(at)
        try:
            return _asked(session.what_if(json.dumps(said)), next_answer(session.whole, at) + 1)
        except (IllegalAction, InputError) as error:
            refused = refused or error
        finally:
            session.go(here)
    if refused is not None:
        raise refused
    asked, creatures = f"{player} is not" if player else "nobody is", ("attack", "block")
    none = not any(session.state.is_creature(permanent) for permanent in session.state.permanents())
    why = "; that takes a creature, such as have Grizzly Bears gives" if none and verb in creatures else ""
    raise FsmError(f"{asked} asked to {verb.replace('_', ' ')} before the end of this turn{why}")


def _moments(session: Session, what: Act, verb: str, player: str) -> Iterator[int]:
    """The positions from the cursor to the end of the turn after which a player is asked for such an act."""
    state, answers = _decided(session), session.whole.answers
    number = next_answer(session.whole, session.at)
    seat = session.state.game.seat(player) if player else None
    if seat is None and verb in FREE and state.decision is not None:
        seat = state.decision.player
    seen = set()
    for at, later in ((session.at, state), *((one.seq - 1, one.before) for one in answers[number + 1 :])):
        decision = later.decision
        if later.turn != state.turn or decision is None:
            return
        key = later.address, decision.player, tuple(one.id for one in later.stack), type(decision)
        if (seat is None or seat == decision.player) and key not in seen and (what.concede or asks(decision, what)):
            seen.add(key)
            yield at


def decider(session: Session) -> str:
    """The player who decides next, or the active player."""
    state = session.waiting() or session.state
    return state.name(state.decision.player if state.decision else state.active)


def _decided(session: Session) -> State:
    """The next state in which a player decides."""
    state = session.waiting()
    if state is None or state.decision is None:
        raise FsmError("the game is over; undo takes the last act back")
    return state


def _said(session: Session, answer: Answer) -> Any:
    return written(answer.before, answer.action)


# What is typed.


def typed_act(session: Session, verb: str, rest: str, player: str = "") -> Any:
    """The act that is typed as a verb and names, in any case, or parts of them that mean one thing.

    ``cast boomerang on bears``, ``attack bear, ox``, ``block bear with wall``; or as a script has it.
    """
    if verb == "pass" or (not rest and verb == "concede"):
        return verb
    names = offered(session, verb, player)
    if rest.startswith("{") and verb in ("cast", "play", "suspend"):
        return {verb: parse_card(rest, names)}
    if rest.startswith("{"):
        return parse_deed(json.dumps({verb: flow_yaml(rest)}), ())
    if rest.startswith((":", "[")) or verb not in _NAMED:
        return parse_deed(f"{verb} {rest}", ())
    if verb == "block":
        return {"block": _blocks(session, rest, player)}
    if verb == "attack" and " on " in rest and not meant(rest, names):
        attackers, _, whom = rest.rpartition(" on ")
        return {"attack": dict.fromkeys(_numbered(attackers, names), name_of(whom, _everything(session)))}
    if verb in ("cast", "play", "activate", "suspend"):
        what, on, whom = rest, "", ""
        if not meant(rest, names):
            what, on, whom = rest.rpartition(" on ")
        said = {verb: name_of(what or rest, names)}
        return said | ({"target": name_of(whom, _everything(session))} if on else {})
    if verb in ("choose", "end"):
        return {verb: name_of(rest, names)}
    return {verb: _numbered(rest, names)}


_NAMED = ("cast", "play", "activate", "suspend", "attack", "block", "choose", "end", "order", "discard", "keep_tapped")


def _blocks(session: Session, text: str, player: str) -> dict[str, str | list[str]]:
    blocks: dict[str, list[str]] = {}
    said: list[str] = []
    for pair in re.split(r",\s*(?=[^,]* with )", text) if text else ():
        attacker, with_, blockers = pair.partition(" with ")
        if not with_:
            raise FsmError(f"{shown(pair, 60)!r} names no blocker; write block Grizzly Bears with Hill Giant")
        names = offered(session, "attack", player)
        new = _numbered(", ".join((*said, blockers)), names)[len(said) :]
        said += new
        for blocker in new:
            blocks.setdefault(blocker, []).append(name_of(attacker, _everything(session)))
    return {blocker: many[0] if len(many) == 1 else many for blocker, many in blocks.items()}


def _numbered(text: str, names: Iterable[str]) -> list[str]:
    """The names in a text; one that comes again is the next of that name: ``Bear``, ``Bear#2``."""
    found: list[str] = []
    for one in _split(text, names := tuple(names)):
        name = name_of(one, names)
        times = sum(1 for other in found if other.partition("#")[0] == name)
        found.append(f"{name}#{times + 1}" if times else name)
    return found


def _split(text: str, names: Iterable[str]) -> list[str]:
    """The names in a text with commas between them; a name may have a comma itself."""
    if text.startswith("{") or meant(text, names):
        return [text]
    return [part.strip() for part in text.split(",") if part.strip()]


def offered(session: Session, verb: str, player: str = "") -> tuple[str, ...]:
    """The names that may follow a verb here: cards, permanents of the player, or options."""
    state = session.waiting() or session.state
    own = scenario_cards(session)
    if verb in ("cast", "play", "suspend", "have"):
        return (*own, *(name for name in catalogue() if name not in own))
    if verb in ("attack", "block", "activate", "keep_tapped"):
        seats = [state.game.seat(player)] if player else range(len(state.players))
        return tuple(
            dict.fromkeys(p.card.name for seat in seats for p in map(state.permanent, own_permanents(state, seat)) if p)
        )
    if verb == "choose":
        return option_names(state)
    return ()


def _everything(session: Session) -> tuple[str, ...]:
    """The names that may be a target: players, permanents, and what is on the stack."""
    state = session.state
    permanents = (permanent.card.name for permanent in state.permanents())
    return tuple(dict.fromkeys((*state.game.names, *permanents, *(one.name for one in state.stack))))


def name_of(text: str, names: Iterable[str]) -> str:
    """The one name that a text means, perhaps with a number as in ``Bear#2``; the text itself, if it means none."""
    name, number, count = text.rpartition("#")
    if number and count.isdecimal():
        return f"{name_of(name, names)}#{count}"
    found = meant(text, names)
    if len(found) > 1:
        raise FsmError(f"{shown(text, 60)!r} may be {listed(found[:5], 'or')}; type more of it")
    return found[0] if found else text


# What a player has.

_HAVE = re.compile(r"(?P<cards>.*?)(?: (?P<zone>in hand|in graveyard|on top))?")
_COUNT = re.compile(r"(?:([1-9][0-9]?) )?(.*)")


def have(session: Session, text: str, player: str = "") -> Session:
    """The same game, in which a player began with more: permanents, known cards in a zone, or another life total."""
    match = re.fullmatch(r"life (-?[0-9]{1,9})", text)
    who = player or decider(session)
    data = dict(session.scenario.document.data)
    given = data["players"]
    players = {
        name: dict((given.get(name) or {}) if isinstance(given, dict) else {}) for name in session.scenario.players
    }
    if match:
        players[who]["life"] = int(match[1])
    else:
        found = _HAVE.fullmatch(text)
        if found is None or not found["cards"]:
            raise FsmError("have what? Such as have Grizzly Bears, have 3 Forest, have Opt in hand, have life 5")
        zone = ZONES.get(found["zone"] or "", "battlefield")
        names = offered(session, "have")
        counted = [_COUNT.fullmatch(one) for one in _split(found["cards"], names)]
        cards = [card for one in counted if one for card in [parse_card(one[2], names)] * int(one[1] or 1)]
        for card in cards if zone == "battlefield" else ():
            _check_alone(card)
        before = players[who].get(zone) or []
        players[who][zone] = [*(before if isinstance(before, list) else []), *cards]
    data["players"] = players
    return _again(session, scenario_text(data))


def parse_card(text: str, names: Iterable[str]) -> Any:
    """A card by its name, or a card of one's own as a script has it: ``{name: Ox, type: creature, power: 2}``."""
    if text.startswith("{"):
        data = flow_yaml(text)
        try:
            read(CardRef, data)
        except ShapeError as error:
            raise FsmError(f"{shown(text, 60)!r} is not a card: {error}") from None
        return data
    name = name_of(text, names := tuple(names))
    if name not in names:
        raise FsmError(f"unknown card {shown(text, 60)!r}{nearest(text, names)}; fsm cards lists the catalogue")
    return name


def _check_alone(name: Any) -> None:
    """``FsmError`` for an Aura, which is put onto the battlefield only attached to something (303.4)."""
    card = catalogue().get(name) if isinstance(name, str) else None
    if card is not None and "Aura" in card.subtypes:
        raise FsmError(f"{name} is an Aura, which has to be attached to something; write cast {name} on Ann")


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
