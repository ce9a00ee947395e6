"""What a player can do at a place, what comes of it, and how the script says it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ...cardbook import find_cards
from ...debugger import Session, playing
from ...debugger.options import scenario_cards, why_not_played
from ...debugger.values import in_yaml
from ...debugger.whatif import first_difference, flow_yaml, parse_deed
from ...errors import AddressError, CardError, FsmError, InputError
from ...game import Card, PlayLand, State
from ...game.priority.casting import castings
from ...recording import RecordedTurn, Recording, recorded_turns
from ...scenario.model import ActRef
from ...scenario.running.actions import asks
from ...scenario.running.moments import is_at
from ...scenario.writing.editing import with_entry
from ...scenario.writing.script import written
from ...search import tokens
from ...shape import read
from ...turn import parse_address
from ...wording import card_kind, card_sentences, event_sentence
from ...words import shown
from .requests import FILE, Acts, Add, OfRun, WhatIf
from .runs import number_of, run_of, scenario_of
from .telling import told_of

Option = dict[str, str]

Moment = tuple[int, State]
"""The position of a session before a decision, and the state that waits for it."""

RESPONDING = "responding_to"


def _moments(session: Session, place: str, player: str | None) -> list[Moment]:
    """The different decisions at a place; ``FsmError`` if there is none of this player."""
    address, seen, found = parse_address(place, session.recording.edition.kinds), set(), []
    seat = session.state.game.seat(player) if player else None
    pending = (
        [(session.tape.last, state)] if (state := (session.whole.beyond or session.whole.frames)[-1].state) else []
    )
    for at, state in [*((one.seq - 1, one.before) for one in session.whole.answers), *pending]:
        decision = state.decision
        if decision is None or not is_at(state, address) or seat not in (None, decision.player):
            continue
        key = decision.player, type(decision), state.address, state.stack[-1].name if state.stack else None
        if key not in seen:
            seen.add(key)
            found.append((at, state))
    if not found:
        who = shown(player) if player else "nobody"
        raise FsmError(f"{who} {'is not' if player else 'is'} asked for anything at {place} in this run")
    return found


def _session(request: OfRun) -> Session:
    scenario, recording = run_of(request)
    return Session(scenario, request.text, recording.edition.id)


def acts(request: Acts) -> dict[str, Any]:
    """What can be said at a place: first what the words find, then what can be done with what is there."""
    session = _session(request)
    found: dict[str, Option] = {}
    for at, state in _moments(session, request.place, request.player):
        session.go(at)
        top = state.stack[-1].name if state.stack and state.priority is not None else None
        for said, detail in (*_named(session, state, request.words), *((act, "") for act in session.legal())):
            option = _option(said, detail, top, request.words)
            if option:
                found.setdefault(option["act"], option)
    return {"acts": sorted(found.values(), key=lambda option: option["label"].startswith("not now"))}


def _named(session: Session, state: State, words: str) -> Iterator[tuple[Any, str]]:
    """The acts with the cards that the words find; of a card that cannot be played now, why not."""
    if not tokens(words) or state.priority is None or state.decision is None:
        return
    seat = state.decision.player
    for card in _found(session, words):
        about = " ".join((f"{card_kind(card)}.", *card_sentences(card)))
        why = why_not_played(state, seat, card)
        land = "land" in card.type
        actions = [PlayLand(seat, card)] if land else castings(state, seat, card)
        for action in actions if why is None else ():
            yield written(state, action), about
        if why is not None:
            yield {"play" if land else "cast": card.name}, f"not now: {why}"


def _found(session: Session, words: str) -> list[Card]:
    own = [card for card in scenario_cards(session).values() if set(tokens(words)) <= set(tokens(card.name))]
    try:
        known = find_cards(words)
    except CardError:
        known = ()
    return list({card.name: card for card in (*known, *own)}.values())


def _option(said: Any, detail: str, top: str | None, words: str) -> Option | None:
    """An act to choose; None if words are given that are not about it."""
    label = _label(said)
    if not detail and not all(word in " ".join(tokens(label)) for word in tokens(words)):
        return None
    if top is not None and said != "pass":
        said = {**(said if isinstance(said, dict) else {said: True}), RESPONDING: top}
        label = f"in response to {top}: {label}"
    if detail.startswith("not now"):
        label = f"not now: {label}"
    act = in_yaml(said)
    return {"label": label, "act": act[1:-1] if act.startswith("{") else act, "detail": detail}


def _label(said: Any) -> str:
    """An act in a few words: cast Boomerang on Bob.

    >>> _label({"cast": "Boomerang", "target": "Bob"}), _label({"attack": ["Bear", "Ox"]}), _label("pass")
    ('cast Boomerang on Bob', 'attack Bear, Ox', 'pass')
    """
    if not isinstance(said, dict):
        return str(said)
    (verb, what), *more = said.items()
    rest = [f"on {value}" if key == "target" else f"{key} {_value(value)}" for key, value in more]
    return " ".join((verb.replace("_", " "), _value(what), *rest)).strip()


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} → {_value(part)}" for key, part in value.items()) or "nobody"
    return (", ".join(map(_value, value)) or "nobody") if isinstance(value, list) else str(value)


def add(request: Add) -> dict[str, Any]:
    """The text with another entry, after those of the places that come before it, or as the last one."""
    said, top = _said(request.act)
    head = {"at": request.place} | ({RESPONDING: top} if top is not None else {})
    number = number_of(request)
    script = scenario_of(request).script
    try:
        _, recording = run_of(request)
        begins = [(*recording.begins(entry.at), 0)[0] for entry in script]
        here = (*recording.begins(request.place), len(recording))[0]
    except AddressError:
        raise
    except FsmError:  # the script cannot be done as it is
        begins, here = [], 0
    after = next((n for n, at in enumerate(begins) if at > here), len(script))
    return {"text": with_entry(request.text, FILE, number, after, head | {request.player: said})}


def _said(text: str) -> tuple[Any, str | None]:
    """What a player does, and what they respond to, from one line of YAML."""
    said = flow_yaml(f"{{{text}}}" if ": " in text and not text.lstrip().startswith("{") else text)
    top = said.pop(RESPONDING, None) if isinstance(said, dict) else None
    return parse_deed(in_yaml(said) if isinstance(said, dict) else text, ()), top


def what_if(request: WhatIf) -> dict[str, Any]:
    """The run in which a player does something else at the first moment at a place where they can."""
    session, (said, top) = _session(request), _said(request.act)
    moments = _moments(session, request.place, request.player)
    turn = max(session.whole.final.turn, moments[-1][1].turn + 1)
    if session.whole.final.turn < turn and session.whole.final.outcome is None:
        playing.longer(session, turn)
        moments = _moments(session, request.place, request.player)
    refused: FsmError | None = None
    for at, state in moments:
        if state.decision is None or not asks(state.decision, read(ActRef, said)) or not _responds(state, top):
            continue
        session.go(at)
        try:
            other = session.what_if(in_yaml(said))
        except FsmError as error:
            refused = refused or error
            continue
        answer = told_of(other.scenario, other.whole, request.place, request.look)
        text = "\n".join(other.text) + "\n"
        return answer | {"text": text, "differs": list(_differences(session.whole, other.whole))}
    if isinstance(refused, InputError):
        raise FsmError(refused.message)
    raise refused or FsmError(f"{shown(request.player)} is not asked for that at {request.place} in this run")


def _responds(state: State, top: str | None) -> bool:
    return top is None or bool(state.stack and state.stack[-1].name == top)


def _differences(one: Recording, other: Recording) -> Iterator[str]:
    """The turns that differ, and the first event."""
    for old, new in zip_longest(recorded_turns(one), recorded_turns(other)):
        yield from _turns_differ(old, new)
    at = first_difference(one, other, len(other))
    if at < len(other):
        yield f"the first difference is at {other[at].address}: {event_sentence(other[at].event)}"


def _turns_differ(old: RecordedTurn | None, new: RecordedTurn | None) -> Iterator[str]:
    turn = new or old
    if turn is None or (old and new and _facts(old) == _facts(new)):
        return
    name = f"turn {turn.number}" if turn.number else "a skipped turn"
    if old is None:
        yield f"{name} of {shown(turn.player)} is new"
    elif new is None:
        yield f"{name} of {shown(turn.player)} does not come"
    elif old.player != new.player or old.number != new.number:
        yield f"{name} is {shown(new.player)}'s, not {shown(old.player)}'s"
    else:
        yield f"{name} goes {new.graph.notation()}, not {old.graph.notation()}"


def _facts(turn: RecordedTurn) -> tuple[Any, ...]:
    return turn.number, turn.player, turn.graph.notation()
