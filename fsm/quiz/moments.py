"""Questions about the stack, priority, combat damage, and mana that is left."""

from __future__ import annotations

from collections.abc import Iterator

from ..edition import Edition, edition_ids, load_edition
from ..recording import Recording
from ..words import listed, shown
from .question import Choice, Question, question


def stack_questions(recording: Recording) -> Iterator[Question]:
    """Which of several objects on the stack resolves, if all players pass."""
    for at, frame in enumerate(recording):
        event, before = frame.event, recording[at - 1].state
        names = [shown(item.name) for item in reversed(before.stack)]
        if event.kind != "stack.resolve" or len(names) < 2 or names[0] in names[1:]:
            continue
        rules = (*event.rules, *frame.state.edition.cite("stack_order"))
        right = Choice(names[0], "it was put on the stack last", rules)
        wrong = [Choice(one, "it lies below what was put on the stack after it", rules) for one in reversed(names[1:])]
        wrong.append(
            Choice("all of them, the oldest first", "one object resolves, and then players get priority", rules)
        )
        yield from question(recording, at, "All players pass now. What resolves?", right, wrong)


def priority_questions(recording: Recording) -> Iterator[Question]:
    """Who gets priority after something has resolved."""
    resolved, last = False, None
    for at, frame in enumerate(recording):
        event = frame.event
        if event.kind == "stack.resolve":
            resolved, last = True, event.player
        if event.kind != "priority.get" or event.player is None or not resolved:
            continue
        resolved = False
        state = frame.state
        right = Choice(shown(state.name(event.player)), "the active player gets it after each resolution", event.rules)
        wrong = [
            Choice(shown(name), "the active player gets it first, whoever acted before", event.rules)
            for seat, name in enumerate(recording.players)
            if seat != event.player and not state.players[seat].left
        ][:2]
        nobody = "nobody: the next object resolves at once" if state.stack else "nobody: the next step begins"
        wrong.append(Choice(nobody, "players get priority again after each resolution", event.rules))
        told = event.player != last
        yield from question(recording, at, "It has resolved. Who gets priority?", right, wrong, told)


AT_ONCE, STACKED = "it is dealt at once", "it goes on the stack, and players may respond before it is dealt"
OPEN = "players get priority before it is dealt, but it does not use the stack"


def damage_questions(recording: Recording) -> Iterator[Question]:
    """What happens to combat damage that has been assigned: editions differ."""
    for at, frame in enumerate(recording.frames[:-1]):
        following = recording[at + 1].event
        if frame.event.kind != "combat.assign" or following.kind not in ("damage", "stack.push"):
            continue
        stacked = following.kind == "stack.push"
        others = [id for id in edition_ids() if bool(load_edition(id).cite("damage_on_stack")) != stacked]
        elsewhere = f"that is so by the rules of {listed(others)}"
        right = Choice(STACKED if stacked else AT_ONCE, "so says the rule", following.rules)
        wrong = [
            Choice(AT_ONCE if stacked else STACKED, elsewhere, following.rules),
            Choice(OPEN, "it is that way in no edition", following.rules),
        ]
        asks = "Combat damage has been assigned. What happens to it?"
        yield from question(recording, at + 1, asks, right, wrong)


STAYS, EMPTIES = "it stays in the pool", "it is lost, and nothing else happens"


def mana_questions(recording: Recording) -> Iterator[Question]:
    """What happens to mana that is left as a step or phase ends."""
    for at, frame in enumerate(recording):
        if not frame.event.kind.endswith(".end") or recording[at - 1].event.kind.endswith(".end"):
            continue
        before = recording[at - 1].state
        for seat, player in enumerate(before.players):
            if player.mana:
                yield from _mana_question(recording, at, seat, player.mana)


def _mana_question(recording: Recording, at: int, seat: int, amount: int) -> Iterator[Question]:
    edition, who = recording.edition, shown(recording.players[seat])
    burns = f"it is lost, and {who} loses {amount} life"
    lost, rules = STAYS, edition.cite("mana_kept")
    for frame in recording.frames[at:]:
        event = frame.event
        if event.kind.endswith(".begin"):
            break
        if event.kind in ("mana.burn", "mana.empty") and event.player == seat:
            if event.get("amount") != amount:
                return
            lost, rules = (burns if event.kind == "mana.burn" else EMPTIES), event.rules
    else:
        return
    if not rules or (lost == EMPTIES and edition.cite("mana_burn")):
        return  # an effect keeps it, or somebody else controls the player
    whys = {STAYS: _stays(lost), EMPTIES: _empties(lost), burns: _burns(edition)}
    right = Choice(lost, "so says the rule", rules)
    wrong = [Choice(text, why, rules) for text, why in whys.items() if text != lost]
    asks = f"Play goes on to what comes next. What happens to the {amount} unused mana of {who}?"
    yield from question(recording, at, asks, right, wrong)


def _stays(lost: str) -> str:
    return "nothing keeps it there" if lost == EMPTIES else "the phase ends, and takes it"


def _empties(lost: str) -> str:
    return "it is not lost yet" if lost == STAYS else "in this edition mana that is lost burns"


def _burns(edition: Edition) -> str:
    burning = [id for id in edition_ids() if load_edition(id).cite("mana_burn")]
    if edition.cite("mana_burn"):
        return "mana burns only as a phase ends"
    return f"that is so by the rules of {listed(burning)}"
