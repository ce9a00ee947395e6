"""What happened in a scene, in sentences: by the kinds of its events, those that belong together in one clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby

from ..game import Event
from ..game.state.players.who import several
from ..recording import Attempt
from ..wording import event_sentence
from ..wording.parts import asked_about, numbered_place, what, who
from ..wording.sentences import pays, spared, untap_together
from ..words import amount, counted, in_words, listed, shown
from . import stack
from .changes import added, extra_turns, skipped
from .narrator import Narrator, Scene, about, clause
from .sentences import Piece, Sentence, joined, plural, sentence

NOBODY = "nobody blocks"

_MAKING = ("mana.add", "mana.activate", "priority.get")


def attack(narrator: Narrator) -> Iterator[Sentence]:
    """Who attacks; that nobody does is ordinary."""
    event = narrator.take()
    yield Sentence((about(event, clause(event)),), ordinary=not event.get("attackers") and not event.get("declared"))


def damage(narrator: Narrator) -> list[Piece]:
    """Damage that is dealt together: sources of one name in one clause, and two that damage each other."""
    rest = narrator.run(("damage",))
    pieces: list[Piece] = []
    while rest:
        same = next(list(group) for _, group in groupby(rest, _dealt))
        if len(rest) > 1 and _dealt(rest[1]) == (rest[0].get("to"), None, rest[0].get("name"), rest[0].get("amount")):
            same, both = rest[:2], counted(what(event) for event in rest[:2])
            pieces.append(Piece(f"{both} deal {rest[0].get('amount')} damage to each other", rest[0].rules))
        elif len(same) == 1:
            pieces.append(Piece(clause(rest[0]), rest[0].rules))
        else:
            dealt = clause(same[-1]).removeprefix(what(same[-1])).replace(" damage to ", " damage each to ", 1)
            pieces.append(Piece(f"{counted(map(what, same))} {plural(dealt.strip())}", rest[0].rules))
        rest = rest[len(same) :]
    return pieces


def _dealt(event: Event) -> tuple[object, ...]:
    """What deals damage, to whom or to what, and how much."""
    return event.get("name"), event.player, event.get("to"), event.get("amount")


def damaged(narrator: Narrator) -> Iterator[Sentence]:
    """Damage that is dealt by itself: combat damage, with the counters that it removes."""
    pieces: list[Piece] = []
    while (event := narrator.here) is not None and event.kind in _DAMAGE:
        pieces += _DAMAGE[event.kind](narrator)
    yield Sentence(joined(pieces))


def untaps(narrator: Narrator) -> list[Piece]:
    """Permanents that untap together, in one clause."""
    events = narrator.run(("permanent.untap",))
    return [Piece(untap_together(events), events[0].rules)]


def untapped(narrator: Narrator) -> Iterator[Sentence]:
    """What untaps in an untap step is ordinary."""
    yield Sentence(tuple(untaps(narrator)), ordinary=narrator.scene.kind == "untap")


def draws(narrator: Narrator) -> list[Piece]:
    """Cards that one player draws in a row."""
    events = narrator.run(("card.draw",), lambda event: (event.player, _is_empty(event)))
    if len(events) == 1 or _is_empty(events[0]):
        return [about(event, clause(event)) for event in events]
    hidden = all(event.get("card") == "a card" for event in events)
    cards = amount(len(events), "card") if hidden else counted(what(event, "card") for event in events)
    return [about(events[0], f"{who(events[0])} draws {cards}")]


def _is_empty(event: Event) -> bool:
    """Whether there was no card to draw."""
    return str(event.get("card")).startswith("none:")


def drawn(narrator: Narrator) -> Iterator[Sentence]:
    """The card of a draw step is ordinary."""
    empty = _is_empty(narrator.events[narrator.at])
    yield Sentence(joined(draws(narrator)), ordinary=narrator.scene.kind == "draw" and not empty)


def discarded(narrator: Narrator) -> Iterator[Sentence]:
    """The discard of a cleanup step is ordinary, unless the script names the card."""
    events = narrator.run(("card.discard",), lambda event: event.player)
    hidden = all(event.get("card") == "a card" for event in events)
    named = amount(len(events), "card") if hidden else counted(what(event, "card") for event in events)
    cleanup = narrator.scene.kind == "cleanup"
    why = " down to the maximum hand size" if cleanup else ""
    said = about(events[0], f"{who(events[0])} discards {named}{why}")
    yield Sentence((said,), ordinary=cleanup and hidden)


def moved(narrator: Narrator) -> Iterator[Sentence]:
    """A card that was cast or discarded goes to its graveyard without a word."""
    if narrator.events[narrator.at].get("to") == "graveyard":
        narrator.at += 1
    else:
        yield Sentence((narrator.alike(),))


def mana_lost(narrator: Narrator) -> Iterator[Sentence]:
    """Mana that is lost, with what ended; in older editions life is lost with it."""
    event = narrator.events[narrator.at]
    ends = (one for one in reversed(narrator.events[: narrator.at]) if one.kind in ("step.end", "phase.end"))
    ended = next((numbered_place(one.state.graph, one.node) for one in ends), narrator.scene.place)
    narrator.at += 1
    lost, many = in_words(event.get("amount")), event.get("amount")
    if event.kind == "mana.burn":
        text = f"mana burns as {ended} ends: {who(event)} loses {lost} mana and {lost} life (life {event.get('life')})"
    else:
        text = f"as {ended} ends, {lost} unused mana of {who(event)} {'is' if many == 1 else 'are'} lost, and no life"
    yield Sentence((Piece(text, event.rules),), free=True)


def mana(narrator: Narrator) -> list[Piece]:
    """The mana that a player makes in a row."""
    player = narrator.events[narrator.at].player
    made = []
    while (event := narrator.here) is not None:
        tapped = event.kind == "permanent.tap" and narrator.is_cost()
        if not tapped and (event.kind not in _MAKING or event.player != player):
            break
        made += [event] if event.kind == "mana.add" else []
        narrator.at += 1
    totals = Counter[str]()
    for event in made:
        totals[event.get("name", "")] += int(event.get("amount"))
    total = listed(f"{in_words(many)} mana{f' ({of})' if of else ''}" for of, many in totals.items())
    return [about(made[0], f"{who(made[0])} adds {total}")]


def life(narrator: Narrator) -> list[Piece]:
    """A life total that changes, and what it is then."""
    event = narrator.take()
    change = int(event.get("amount"))
    verb = "gains" if change > 0 else "loses"
    return [about(event, f"{who(event)} {verb} {abs(change):,} life (life {event.get('life')}){spared(event)}")]


def counters(narrator: Narrator) -> list[Piece]:
    """Counters that a permanent or a player gets or loses, and how many they have then."""
    event = narrator.take()
    change, left = int(event.get("amount")), in_words(int(event.get("left")))
    whose, kind = (who(event), f"{what(event)} ") if event.kind == "player.counters" else (what(event), _of(event))
    some = f"{in_words(abs(change))} {kind}counter{'s' * (abs(change) != 1)}"
    text = f"gets {some} ({left} now)" if change > 0 else f"loses {some} ({'none' if left == 'no' else left} left)"
    return [about(event, f"{whose} {text}")]


def _of(event: Event) -> str:
    return f"{what(event, 'of')} " if event.get("of") else ""


def choice(narrator: Narrator) -> list[Piece]:
    """What a player chooses, and for what, unless that was just said."""
    event = narrator.take()
    of = "" if what(event) == narrator.by else f" for {asked_about(event)}"
    does = pays(event) if event.get("price") else f'chooses "{what(event, "option")}"'
    return [about(event, f"{who(event)} {does}{of}")]


_DAMAGE = {"damage": damage, "permanent.counters": counters}


def end_effects(narrator: Narrator) -> list[Piece]:
    """Effects whose durations are over, in one clause."""
    events = narrator.run(("effect.end",))
    names = counted(dict.fromkeys(what(event) for event in events))
    text = f"the effect of {names} ends" if len(events) == 1 else f"the effects of {names} end"
    return [Piece(text, events[0].rules)]


def replaced(narrator: Narrator) -> list[Piece]:
    """A replaced move: where the object goes, and because of what."""
    events = narrator.run(("move.replace",), what)
    rules = tuple(number for event in events for number in event.rules)
    because = f" instead, because of {counted(what(event, 'by') for event in events)}"
    following = narrator.here
    if following is not None and what(events[0]) in (what(following), what(following, "card")):
        narrator.at += 1
        return [Piece(clause(following) + because, (*rules, *following.rules))]
    moves = clause(events[-1]).removeprefix(f"{what(events[-1], 'by')}: ").removesuffix(" instead")
    return [Piece(moves + because, rules)]


def defended(narrator: Narrator) -> Iterator[Sentence]:
    """Who blocks what."""
    event = narrator.take()
    nobody = not event.get("blocks") and not several(event.state)
    yield sentence(NOBODY if nobody else clause(event), event.rules)


def assigned(narrator: Narrator) -> Iterator[Sentence]:
    """The assignment of damage is told only where it goes on the stack; otherwise the damage tells it."""
    event = narrator.take()
    following = narrator.here
    if following is not None and following.kind == "stack.push":
        damage = [shown(str(one)) for one in event.get("damage")]
        yield sentence(f"combat damage is assigned: {listed(damage)}", event.rules)


def phased(narrator: Narrator) -> Iterator[Sentence]:
    """Permanents that phase in or out together."""
    events = narrator.run(("permanent.phase",), lambda event: event.get("out"))
    which = "out" if events[0].get("out") else "in"
    verb = "phases" if len(events) == 1 else "phase"
    yield sentence(f"{counted(what(event) for event in events)} {verb} {which}", events[0].rules)


def begin_effects(narrator: Narrator) -> list[Piece]:
    """Effects that last equally long, in one clause."""
    events = narrator.run(("effect.begin",), lambda event: (event.get("name"), event.get("until"), event.player))
    until = event_sentence(events[0]).rpartition(" lasts ")[2]
    on = [what(event, "on") for event in events if event.get("on") not in ("", None, event.get("name"))]
    affected = f" on {counted(on)}" if on else ""
    effects, lasts = ("effect", "lasts") if len(events) == 1 else ("effects", "last")
    return [Piece(f"the {effects} of {what(events[0])}{affected} {lasts} {until}", events[0].rules)]


def scene_sentences(scene: Scene, triggered: set[object], attempts: list[Attempt]) -> list[Sentence]:
    """The sentences of a scene; the abilities that trigger in it are added, the attempts in it are taken out."""
    return list(Narrator(scene, triggered, attempts, GROUPS, EFFECTS).sentences())


def _each(clauses: Callable[[Narrator], list[Piece]]) -> Callable[[Narrator], Iterator[Sentence]]:
    """Tells each clause as a sentence of its own."""
    return lambda narrator: (Sentence((piece,)) for piece in clauses(narrator))


def _skipped(narrator: Narrator) -> Iterator[Sentence]:
    ordinary = not narrator.events[narrator.at].get("by")
    for piece in skipped(narrator):
        yield Sentence((piece,), ordinary, free=True)


GROUPS: dict[str, Callable[[Narrator], Iterator[Sentence]]] = {
    "stack.push": stack.pushed,
    "stack.resolve": stack.resolves,
    "trigger": stack.triggers,
    "combat.attack": attack,
    "combat.block": defended,
    "combat.assign": assigned,
    "damage": damaged,
    "permanent.untap": untapped,
    "permanent.phase": phased,
    "permanent.leave": stack.leaves,
    "card.draw": drawn,
    "card.discard": discarded,
    "card.move": moved,
    "mana.empty": mana_lost,
    "mana.burn": mana_lost,
    "phase.insert": _each(added),
    "step.insert": _each(added),
    "turn.insert": _each(extra_turns),
    "phase.skip": _skipped,
    "step.skip": _skipped,
}
"""How events are told that happen by themselves, by their kind; others are told as if an effect caused them."""

EFFECTS: dict[str, Callable[[Narrator], list[Piece]]] = {
    "damage": damage,
    "permanent.untap": untaps,
    "card.draw": draws,
    "effect.begin": begin_effects,
    "effect.end": end_effects,
    "move.replace": replaced,
    "life.change": life,
    "permanent.counters": counters,
    "player.counters": counters,
    "choice": choice,
    "mana.add": mana,
    "stack.remove": stack.removed,
    "phase.insert": added,
    "step.insert": added,
    "turn.insert": extra_turns,
    "phase.skip": skipped,
    "step.skip": skipped,
}
"""How events are told that an effect causes as it resolves, by their kind; others are told one by one."""
