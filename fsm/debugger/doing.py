"""What players do in a game that is typed: as soon as it can be done, until when everybody passes; or why not here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from ..errors import FsmError, IllegalAction, InputError
from ..game import Refusal, State, find_card, why_not
from ..game.state.decision import ChooseDefender, ChoosePayment
from ..scenario.model import Act, ActRef
from ..scenario.running.actions import action_of, asks, why_unasked
from ..shape import read
from ..wording import event_sentence
from ..wording.parts import place_name
from ..words import shown
from .playing import asked, decided
from .session import Session
from .whatif import next_answer, waiting

PAYS = {"choose": "yes"}
"""The answer of a player who pays for an effect."""
MOST_MANA = 100
"""How many mana abilities are activated at most for one payment."""

FREE = ("cast", "play", "activate", "suspend", "companion", "end", "pass", "concede")
"""The verbs of the player who decides now; all others answer what the game asks somebody."""

STEPS = {"attack": "declare_attackers", "block": "declare_blockers"}
"""The step of what is declared in a step of its own."""


def act(session: Session, said: Any, player: str = "", chosen: bool = False) -> Session:
    """The run in which a player does something as soon as they can in this turn, and the players pass until then.

    Whom an attack names is chosen as the defending player before, if the active player has that choice (``chosen``: it
    has been made). ``IllegalAction`` says why it cannot be done here, if it can be done nowhere later in the turn.
    """
    refused = None
    for at in _moments(session, read(ActRef, said), verb_of(said), player):
        try:
            return _done(session, at, said)
        except (IllegalAction, InputError) as error:
            refused = refused or error
    defended = None if chosen else _with_defender(session, said, player)
    if defended is not None:
        return act(defended, said, player, chosen=True)
    if refused is not None:
        raise refused
    raise _never_asked(session, said, player)


def pay(session: Session) -> Session:
    """The run in which the player who is asked to pay does so, and activates mana abilities as long as they have to."""
    for _ in range(MOST_MANA):
        state = session.waiting()
        decision = None if state is None else state.decision
        if state is None or not isinstance(decision, ChoosePayment):
            raise FsmError("nobody is asked to pay here; resolve goes on until somebody is")
        legal = session.legal()
        if PAYS in legal:
            return act(session, PAYS)
        mana = next((one for one in legal if isinstance(one, dict) and "activate" in one), None)
        if mana is None:
            raise FsmError(f"{shown(state.name(decision.player))} cannot pay {decision.price}")
        session = act(session, mana)
    raise FsmError(f"{MOST_MANA} mana abilities are not enough to pay for this")


def verb_of(said: Any) -> str:
    """The verb of an act, as a script has it."""
    return str(next(iter(said))) if isinstance(said, dict) else str(said)


def _done(session: Session, at: int, said: Any) -> Session:
    """The run in which the player who decides after a position does something."""
    here = session.at
    session.go(at)
    try:
        return asked(session.what_if(json.dumps(said)), next_answer(session.whole, at) + 1)
    finally:
        session.go(here)


def _with_defender(session: Session, said: Any, player: str) -> Session | None:
    """The run in which the one player whom an attack names is the defending player; None if nobody chooses that."""
    attack = said.get("attack") if isinstance(said, dict) else None
    whom = set(attack.values()) if isinstance(attack, dict) else set()
    if len(whom) != 1 or not whom <= set(session.scenario.players):
        return None
    choose = {"choose": whom.pop()}
    moments = _moments(session, read(ActRef, choose), "choose", player)
    asking = ((at, waiting(session.whole, at)) for at in moments)
    at = next((at for at, state in asking if state and isinstance(state.decision, ChooseDefender)), None)
    with suppress(IllegalAction, InputError):  # then why they cannot be attacked is said
        return None if at is None else _done(session, at, choose)
    return None


def _never_asked(session: Session, said: Any, player: str) -> FsmError:
    """That a player is not asked for such an act before the end of the turn, and if there is a reason, the reason."""
    what, verb, turn = read(ActRef, said), verb_of(said), decided(session).turn
    some = any(session.state.is_creature(permanent) for permanent in session.state.permanents())
    ahead = (one.before for one in session.ahead() if one.before.turn == turn)
    state = next((state for state in ahead if state.at.node.kind == STEPS.get(verb)), None)
    if some and state is not None:
        other = state.active if verb == "attack" else state.next_seat(state.active)
        return why_unasked(state, state.game.seat(player) if player else other, what).error()
    why = "; that takes a creature, such as have Grizzly Bears gives" if verb in STEPS and not some else ""
    asked_ = f"{player} is not" if player else "nobody is"
    return FsmError(f"{asked_} asked to {verb.replace('_', ' ')} before the end of this turn{why}")


def _moments(session: Session, what: Act, verb: str, player: str) -> Iterator[int]:
    """The positions from the cursor to the end of the turn after which a player is asked for such an act."""
    state, answers = decided(session), session.whole.answers
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


# Here, or not.


def why_not_here(session: Session, said: Any, player: str = "") -> Refusal | None:
    """Why a player cannot do something where play stands; None if they can."""
    state, here, what = decided(session), session.state, read(ActRef, said)
    decision = state.decision
    assert decision is not None  # noqa: S101  # somebody decides
    if (state.turn, state.at.stop) != (here.turn, here.at.stop):
        place = here.at.node
        rules = here.edition.without_priority(place.kind) if place.level == "step" else ()
        return Refusal(f"nobody has priority in the {place_name(here.graph, here.at.stop)}", rules)
    seat = state.game.seat(player) if player else decision.player
    if what.concede:
        return None
    if verb_of(said) in STEPS and not asks(decision, what):
        return why_unasked(state, seat, what)
    if seat != decision.player or not asks(decision, what):
        does = "has priority" if state.priority is not None else f"decides {decision.about}"
        return Refusal(f"{state.name(decision.player)} {does} at {state.address}", state.edition.cite("pass"))
    try:
        return why_not(state, action_of(state, seat, _with_cards(state, what)))
    except IllegalAction as error:
        return Refusal(str(error), error.rules)


def _with_cards(state: State, what: Act) -> Act:
    """An act with the cards that it names; ``CardError`` if there is none of a name."""
    named = {verb: getattr(what, verb) for verb in ("cast", "play", "suspend")}
    found = {verb: find_card(name, state.game.cards) for verb, name in named.items() if isinstance(name, str)}
    return replace(what, **found) if found else what


def reason(refusal: Refusal) -> str:
    """A refusal with all its rules: ``Opt costs 1 and Ann has 0 mana [601.2f]``."""
    return f"{refusal.why} [{', '.join(refusal.rules)}]" if refusal.rules else refusal.why


def act_now(session: Session, said: Any, player: str = "") -> Session:
    """The run in which a player does something where play stands; ``IllegalAction`` says why they cannot."""
    refusal = why_not_here(session, said, player)
    if refusal is not None:
        raise IllegalAction(f"not now: {reason(refusal)}", refusal.rules)
    return act(session, said, player)


def waited(session: Session, said: Any, player: str, done: Session) -> str:
    """Why what has been done could not be done where play stood, and until when it waited; empty if it did not wait."""
    place = _where_done(done)
    if verb_of(said) not in FREE or place == session.state.address:
        return ""
    refusal = why_not_here(session, said, player)
    return f"not here: {reason(refusal)}; waits until {place}" if refusal else ""


def _where_done(done: Session) -> str:
    """Where the last act before the cursor was done."""
    return done.whole.answers[next_answer(done.whole, done.at) - 1].before.address


def can(session: Session, said: Any, player: str = "") -> str:
    """Whether a player can do something where play stands, by which rule; and if not, where they can in this turn."""
    refusal = why_not_here(session, said, player)
    try:
        done = act(session, said, player)
    except FsmError as error:
        return f"no: {reason(refusal) if refusal else error}; nor later in this turn"
    if refusal is not None:
        place = _where_done(done)
        later = "when they are asked there" if place == session.state.address else f"at {place}"
        return f"no: {reason(refusal)}; but {later}"
    answer = done.whole.answers[next_answer(done.whole, done.at) - 1]
    event = next((frame.event for frame in done.whole.frames[answer.seq :]), None)
    does = f": {event_sentence(event)} [{', '.join(event.rules)}]" if event is not None else ""
    return f"yes, at {shown(answer.before.address)}{does}"
