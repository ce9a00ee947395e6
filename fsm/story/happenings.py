"""What is told of combat, cards, mana, life and durations: events that belong together in one clause."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..game import Event
from ..game.state.players.who import several
from ..wording import event_sentence
from ..wording.events.parts import what, who
from ..wording.events.stack import pays
from ..wording.places import numbered_place
from ..words import amount, in_words, listed, shown
from .sentences import Piece, Sentence, counted, joined, plural, sentence
from .teller import Teller, about, clause

NOBODY = "nobody blocks"

_MAKING = ("mana.add", "mana.activate", "priority.get")


def attack(teller: Teller) -> Iterator[Sentence]:
    """Who attacks; that nobody does is ordinary."""
    event = teller.events[teller.at]
    teller.at += 1
    yield Sentence((about(event, clause(event)),), ordinary=not event.get("attackers") and not event.get("declared"))


def damage(teller: Teller) -> list[Piece]:
    """Damage that is dealt together: sources of one name in one clause, and two that damage each other."""
    rest = teller.run(("damage",))
    told: list[Piece] = []
    while rest:
        same = next(list(group) for _, group in groupby(rest, _dealt))
        if len(rest) > 1 and _dealt(rest[1]) == (rest[0].get("to"), None, rest[0].get("name"), rest[0].get("amount")):
            same, both = rest[:2], counted(what(event) for event in rest[:2])
            told.append(Piece(f"{both} deal {rest[0].get('amount')} damage to each other", rest[0].rules))
        elif len(same) == 1:
            told.append(Piece(clause(rest[0]), rest[0].rules))
        else:
            dealt = clause(same[-1]).removeprefix(what(same[-1])).replace(" damage to ", " damage each to ", 1)
            told.append(Piece(f"{counted(map(what, same))} {plural(dealt.strip())}", rest[0].rules))
        rest = rest[len(same) :]
    return told


def _dealt(event: Event) -> tuple[object, ...]:
    """What deals damage, to whom or to what, and how much."""
    return event.get("name"), event.player, event.get("to"), event.get("amount")


def damaged(teller: Teller) -> Iterator[Sentence]:
    """Damage that is dealt by itself: combat damage, with the counters that it removes."""
    pieces: list[Piece] = []
    while teller.at < len(teller.events) and (tell_ := _DAMAGE.get(teller.events[teller.at].kind)):
        pieces += tell_(teller)
    yield Sentence(joined(pieces))


def untaps(teller: Teller) -> list[Piece]:
    """Permanents that untap together, in one clause."""
    events = teller.run(("permanent.untap",))
    verb = "untaps" if len(events) == 1 else "untap"
    return [Piece(f"{counted(what(event) for event in events)} {verb}", events[0].rules)]


def untapped(teller: Teller) -> Iterator[Sentence]:
    """What untaps in an untap step is ordinary."""
    yield Sentence(tuple(untaps(teller)), ordinary=teller.scene.kind == "untap")


def draws(teller: Teller) -> list[Piece]:
    """Cards that one player draws in a row."""
    events = teller.run(("card.draw",), lambda event: (event.player, _is_empty(event)))
    if len(events) == 1 or _is_empty(events[0]):
        return [about(event, clause(event)) for event in events]
    hidden = all(event.get("card") == "a card" for event in events)
    cards = amount(len(events), "card") if hidden else counted(what(event, "card") for event in events)
    return [about(events[0], f"{who(events[0])} draws {cards}")]


def _is_empty(event: Event) -> bool:
    """Whether there was no card to draw."""
    return str(event.get("card")).startswith("none:")


def drawn(teller: Teller) -> Iterator[Sentence]:
    """The card of a draw step is ordinary."""
    empty = _is_empty(teller.events[teller.at])
    yield Sentence(joined(draws(teller)), ordinary=teller.scene.kind == "draw" and not empty)


def discarded(teller: Teller) -> Iterator[Sentence]:
    """The discard of a cleanup step is ordinary, unless the script names the card."""
    events = teller.run(("card.discard",), lambda event: event.player)
    hidden = all(event.get("card") == "a card" for event in events)
    named = amount(len(events), "card") if hidden else counted(what(event, "card") for event in events)
    cleanup = teller.scene.kind == "cleanup"
    why = " down to the maximum hand size" if cleanup else ""
    said = about(events[0], f"{who(events[0])} discards {named}{why}")
    yield Sentence((said,), ordinary=cleanup and hidden)


def moved(teller: Teller) -> Iterator[Sentence]:
    """A card that was cast or discarded goes to its graveyard without a word."""
    if teller.events[teller.at].get("to") == "graveyard":
        teller.at += 1
    else:
        yield Sentence((teller.alike(),))


def mana_lost(teller: Teller) -> Iterator[Sentence]:
    """Mana that is lost, with what ended; in older editions life is lost with it."""
    event = teller.events[teller.at]
    ends = (one for one in reversed(teller.events[: teller.at]) if one.kind in ("step.end", "phase.end"))
    ended = next((numbered_place(one.state.graph, one.node) for one in ends), teller.scene.place)
    teller.at += 1
    lost, many = in_words(event.get("amount")), event.get("amount")
    if event.kind == "mana.burn":
        told = f"mana burns as {ended} ends: {who(event)} loses {lost} mana and {lost} life (life {event.get('life')})"
    else:
        told = f"as {ended} ends, {lost} unused mana of {who(event)} {'is' if many == 1 else 'are'} lost, and no life"
    yield Sentence((Piece(told, event.rules),), free=True)


def mana(teller: Teller) -> list[Piece]:
    """The mana that a player makes in a row."""
    start = teller.at
    player = teller.events[start].player
    made = []
    while teller.at < len(teller.events):
        event = teller.events[teller.at]
        tapped = event.kind == "permanent.tap" and teller.is_cost()
        if not tapped and (event.kind not in _MAKING or event.player != player):
            break
        made += [event] if event.kind == "mana.add" else []
        teller.at += 1
    total = in_words(sum(int(event.get("amount")) for event in made))
    return [about(made[0], f"{who(made[0])} adds {total} mana")]


def life(teller: Teller) -> list[Piece]:
    """A life total that changes, and what it is then."""
    event = teller.events[teller.at]
    teller.at += 1
    change = int(event.get("amount"))
    verb = "gains" if change > 0 else "loses"
    return [about(event, f"{who(event)} {verb} {abs(change):,} life (life {event.get('life')})")]


def counters(teller: Teller) -> list[Piece]:
    """Counters that a permanent or a player gets or loses, and how many they have then."""
    event = teller.events[teller.at]
    teller.at += 1
    change, left = int(event.get("amount")), in_words(int(event.get("left")))
    whose, kind = (who(event), f"{what(event)} ") if event.kind == "player.counters" else (what(event), "")
    some = f"{in_words(abs(change))} {kind}counter{'s' * (abs(change) != 1)}"
    told = f"gets {some} ({left} now)" if change > 0 else f"loses {some} ({'none' if left == 'no' else left} left)"
    return [about(event, f"{whose} {told}")]


def choice(teller: Teller) -> list[Piece]:
    """What a player chooses, and for what, unless that was just said."""
    event = teller.events[teller.at]
    teller.at += 1
    of = "" if what(event) == teller.by else f" for {what(event)}"
    does = pays(event) if event.get("price") else f'chooses "{what(event, "option")}"'
    return [about(event, f"{who(event)} {does}{of}")]


_DAMAGE = {"damage": damage, "permanent.counters": counters}


def end_effects(teller: Teller) -> list[Piece]:
    """Effects whose durations are over, in one clause."""
    events = teller.run(("effect.end",))
    names = counted(dict.fromkeys(what(event) for event in events))
    told = f"the effect of {names} ends" if len(events) == 1 else f"the effects of {names} end"
    return [Piece(told, events[0].rules)]


def replaced(teller: Teller) -> list[Piece]:
    """A replaced move: where the object goes, and because of what."""
    events = teller.run(("move.replace",), what)
    rules = tuple(number for event in events for number in event.rules)
    because = f" instead, because of {counted(what(event, 'by') for event in events)}"
    following = teller.events[teller.at : teller.at + 1]
    if following and what(events[0]) in (what(following[0]), what(following[0], "card")):
        teller.at += 1
        return [Piece(clause(following[0]) + because, (*rules, *following[0].rules))]
    moves = clause(events[-1]).removeprefix(f"{what(events[-1], 'by')}: ").removesuffix(" instead")
    return [Piece(moves + because, rules)]


def defended(teller: Teller) -> Iterator[Sentence]:
    """Who blocks what."""
    event = teller.events[teller.at]
    teller.at += 1
    nobody = not event.get("blocks") and not several(event.state)
    yield sentence(NOBODY if nobody else clause(event), event.rules)


def assigned(teller: Teller) -> Iterator[Sentence]:
    """The assignment of damage is told only where it goes on the stack; otherwise the damage tells it."""
    event = teller.events[teller.at]
    teller.at += 1
    following = teller.events[teller.at] if teller.at < len(teller.events) else None
    if following is not None and following.kind == "stack.push":
        damage = [shown(str(one)) for one in event.get("damage")]
        yield sentence(f"combat damage is assigned: {listed(damage)}", event.rules)


def phased(teller: Teller) -> Iterator[Sentence]:
    """Permanents that phase in or out together."""
    events = teller.run(("permanent.phase",), lambda event: event.get("out"))
    which = "out" if events[0].get("out") else "in"
    verb = "phases" if len(events) == 1 else "phase"
    yield sentence(f"{counted(what(event) for event in events)} {verb} {which}", events[0].rules)


def begin_effects(teller: Teller) -> list[Piece]:
    """Effects that last equally long, in one clause."""
    events = teller.run(("effect.begin",), lambda event: (event.get("name"), event.get("until"), event.player))
    until = event_sentence(events[0]).rpartition(" lasts ")[2]
    on = [what(event, "on") for event in events if event.get("on") not in ("", None, event.get("name"))]
    affected = f" on {counted(on)}" if on else ""
    effects, lasts = ("effect", "lasts") if len(events) == 1 else ("effects", "last")
    return [Piece(f"the {effects} of {what(events[0])}{affected} {lasts} {until}", events[0].rules)]
