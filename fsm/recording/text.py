"""The play-by-play: a recording as text that can be read aloud, each line with its rule number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..game import Event, Scheduled, State, schedule
from ..game.state.who import several
from ..words import listed, shown
from .phrases import goes_to, place_name, said_skips, until_when
from .recording import Frame, Recording

WIDTH = 72
"""The column at which rule numbers stand."""

QUIET = ("priority.get", "priority.pass", "step.end", "phase.end", "turn.end", "skip.create")
"""Events that are told only if everything is asked for."""

DAMAGE = "combat damage"
"""The name of the object that combat damage is on the stack (2006)."""

_CODES = {"turn": "1", "inserted": "33", "skipped": "2", "rule": "2"}


def play_by_play(recording: Recording, everything: bool = False, colour: bool = False) -> Iterator[str]:
    """The lines of a play-by-play; ``everything`` tells of priority, passes and endings too."""
    edition = recording.edition
    title = recording.name or "a game"
    yield _paint(shown(title), "turn", colour)
    yield f"{edition.title} ({edition.id}) · {listed(shown(name) for name in recording.players)}"
    yield from (f"Simplified: {shown(card)}: {shown(note)}" for card, note in recording.simplified)
    for frame in recording:
        event = frame.event
        if event.kind in QUIET and not everything:
            continue
        if event.kind == "turn.begin":
            yield ""
        yield _told(frame, colour)
    yield ""
    yield from _ending(recording)


def told_schedule(state: State) -> Iterator[str]:
    """What is going to come, a line each: ``+`` an effect put it there, ``-`` one will remove it."""
    yield f"Still to come at {state.address}:"
    for coming in schedule(state):
        depth = {"turn": 1, "phase": 2, "step": 3}[coming.level]
        mark = "- " if coming.removed_by else "+ " if coming.by else ""
        team = listed(shown(state.name(seat)) for seat in state.team(coming.player))
        whose = f" of {team}" if coming.level == "turn" else ""
        put = f", put there by {shown(coming.by)}" if coming.by else ""
        gone = f", will be skipped: {shown(coming.removed_by)}" if coming.removed_by else ""
        yield f"{'  ' * depth}{mark}{coming.address}{whose}{put}{_turned(coming)}{_controlled(state, coming)}{gone}"


def _turned(coming: Scheduled) -> str:
    """By which effects a thing comes in reverse order, or a turn takes its phases so."""
    order = f", in reverse order: {shown(coming.reversed_by)}" if coming.reversed_by else ""
    return order + (f", its phases in reverse: {shown(coming.phases_reversed_by)}" if coming.phases_reversed_by else "")


def _controlled(state: State, coming: Scheduled) -> str:
    if coming.controller is None:
        return ""
    return f", controlled by {shown(state.name(coming.controller))}: {shown(coming.controlled_by)}"


def _told(frame: Frame, colour: bool) -> str:
    event = frame.event
    text = "  " * _depth(event) + tell(event)
    style = "turn" if event.kind == "turn.begin" else _mark_of(event)
    rules = ", ".join(event.rules)
    padded = text + " " * max(2, WIDTH - len(text)) if rules else text
    return _paint(padded, style, colour) + _paint(rules, "rule", colour)


def _mark_of(event: Event) -> str:
    node = event.state.graph.nodes[event.node]
    if event.kind.endswith(".skip"):
        return "skipped"
    inserted = event.kind.endswith(".insert") or node.inserted or (event.kind == "turn.begin" and event.get("extra"))
    return "inserted" if inserted else ""


def _depth(event: Event) -> int:
    level = {"turn": 0, "phase": 1, "step": 2}
    kind, _, _ = event.kind.partition(".")
    if kind == "game":
        return 0
    if kind in level:
        if event.kind.endswith((".insert", ".skip")):
            return 3 if event.kind.endswith(".insert") else level[kind]
        return level[kind]
    inside = event.state.graph.nodes[event.node].level
    return 2 if inside == "phase" else 3


def _paint(text: str, style: str, colour: bool) -> str:
    return f"\033[{_CODES[style]}m{text}\033[0m" if colour and style and text else text


def _ending(recording: Recording) -> Iterator[str]:
    outcome = recording.final.outcome
    if outcome is None:
        return
    rules = ", ".join(outcome.rules)
    if outcome.winner is None:
        yield f"The game is a draw: {outcome.why} ({rules})."
    else:
        state = recording.final
        winners = [shown(state.name(seat)) for seat in state.team(outcome.winner)]
        yield f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}: {outcome.why} ({rules})."


def tell(event: Event) -> str:
    """One event as a sentence, in the words of its edition."""
    teller = _TELLERS.get(event.kind)
    return teller(event) if teller else event.kind


def _who(event: Event) -> str:
    return shown(event.state.name(event.player)) if event.player is not None else ""


def _side(event: Event) -> str:
    """The team an event speaks of by its names, or its player."""
    team = event.get("team")
    return listed(map(shown, team)) if team else _who(event)


def _does(event: Event, one: str, many: str) -> str:
    """Who does something, a player or a team, and the verb that goes with that."""
    return f"{_side(event)} {many if event.get('team') else one}"


def _what(event: Event, key: str = "name") -> str:
    return shown(str(event.get(key, "")))


def _why_removed(event: Event) -> str:
    return f": its condition does not hold ({_what(event, 'unless')})" if event.get("unless") else ""


def _node_name(event: Event) -> str:
    """The edition's name of a phase or step, with the mark of an inserted one and which one it is."""
    node = event.state.graph.nodes[event.node]
    by = f", inserted: {shown(node.inserted.by) or 'by the rules'}" if node.inserted else ""
    return f"{'+ ' if node.inserted else ''}{_numbered_name(event)}{by}"


def _numbered_name(event: Event) -> str:
    """The edition's name of a phase or step, and which one of its kind it is."""
    plain, number = plain_name(event), event.state.graph.numbers[event.node][0]
    return plain[:1].upper() + plain[1:] + (f" #{number}" if number > 1 else "")


def plain_name(event: Event) -> str:
    """The edition's name of a phase or step, as it stands in a sentence."""
    graph = event.state.graph
    node = graph.nodes[event.node]
    spec = graph.edition.phase(node.kind) if node.level == "phase" else graph.edition.step(node.kind)
    return spec.name


def _turn_begins(event: Event) -> str:
    extra = f" + extra turn, by {_what(event, 'by')}" if event.get("extra") else ""
    return f"Turn {event.state.turn} · {_side(event)}{extra}"


def _skipped(event: Event) -> str:
    node = event.state.graph.nodes[event.node]
    by = event.get("by") or (node.skipped.by if node.skipped else "")
    added = f", inserted by {shown(node.inserted.by) or 'the rules'}," if node.inserted else ""
    return f"- {_numbered_name(event)}{added} is skipped" + (f": {shown(by)}" if by else "")


def _inserted(event: Event) -> str:
    by = _what(event, "by")
    return f"+ A further {plain_name(event)} is added" + (f", by {by}" if by else "")


def _priority(event: Event) -> str:
    return f"{_who(event)} gets priority"


def _lasting(event: Event) -> str:
    on = f" on {_what(event, 'on')}" if event.get("on") not in ("", None, event.get("name")) else ""
    return f"{_what(event)}{on} lasts {until_when(event.state.edition, str(event.get('until')), _who(event))}"


def _delayed(event: Event) -> str:
    """When a delayed ability will trigger: the next time, or each time; whose step, and in which turn."""
    place = place_name(event.state.edition, str(event.get("at")))
    whose = f"{_who(event)}'s " if event.get("whose") == "you" else ""
    which = f"each of {whose}{place}s" if event.get("each") and whose else f"{whose or 'the '}next {place}"
    which = f"each {place}" if event.get("each") and not whose else which
    turn = {"this": " of this turn", "next": " of the next turn"}.get(str(event.get("within")), "")
    return f"{_what(event)} will trigger at the beginning of {which}{turn}"


def _removed(event: Event) -> str:
    """An object leaves the stack: it is countered or has no target, or it is exiled as the turn or combat ends."""
    if event.get("to") != "exile":
        return f"{_object(event)} leaves the stack without resolving{_why_removed(event)}"
    exiled = f"is {_term(event, 'exiled')}"
    return f"{_object(event)} {exiled} {'while it resolves' if event.get('resolving') else 'without resolving'}"


def _leaves(event: Event) -> str:
    leaves = _term(event, "leaves the battlefield")
    return f"{_what(event)} {leaves} and {goes_to(event.state.edition, str(event.get('to')), _who(event))}"


def _object(event: Event) -> str:
    """An object of the stack by its name; combat damage has none, and stands first in a sentence."""
    return "Combat damage" if event.get("name") == DAMAGE else _what(event)


def _pushed(event: Event) -> str:
    if event.get("name") == DAMAGE:
        return f"{_object(event)} is put on the stack"
    return f"{_who(event)} puts {_what(event)} on the stack"


def _draws(event: Event) -> str:
    if str(event.get("card")).startswith("none:"):
        return f"{_who(event)} cannot draw: the library is empty"
    return f"{_who(event)} draws {_what(event, 'card')}"


def _damage(event: Event) -> str:
    to = f"{_who(event)} (life {event.get('life')})" if event.player is not None else _what(event, "to")
    return f"{_what(event)} deals {event.get('amount')} damage to {to}"


def _attack(event: Event) -> str:
    attackers, whom = event.get("attackers"), event.get("defenders")
    if not attackers:
        return _does(event, "does not attack", "do not attack")
    does = _does(event, "attacks", "attack")
    if not whom:
        return f"{does} with {listed(map(shown, attackers))}"
    parties = {name: [a for a, b in zip(attackers, whom, strict=True) if b == name] for name in whom}
    against = (f"{shown(name)} with {listed(map(shown, party))}" for name, party in parties.items())
    return f"{does} {listed(against)}"


def _block(event: Event) -> str:
    blocks = event.get("blocks")
    if blocks:
        return listed(map(shown, blocks))
    return f"No creature of {_side(event)} blocks" if several(event.state) and _who(event) else "No creature blocks"


def _controllable(event: Event) -> str:
    """What is controlled: the turn, or a phase by the edition's name."""
    phase = event.get("what")
    return event.state.edition.phase(phase).name if phase else "turn"


def _term(event: Event, word: str) -> str:
    return event.state.edition.term(word)


_TELLERS: dict[str, Callable[[Event], str]] = {
    "game.begin": lambda e: f"The game begins; {_does(e, 'takes', 'take')} the first turn",
    "game.end": lambda e: "The game ends: " + (_does(e, "wins", "win") if e.player is not None else "a draw"),
    "game.restart": lambda e: f"The game is restarted, by {_what(e, 'by')}; {_does(e, 'takes', 'take')} the first turn",
    "turn.begin": _turn_begins,
    "turn.end": lambda e: f"Turn {e.state.turn} ends",
    "turn.insert": lambda e: f"+ {_side(e)} will take an extra turn after this one, by {_what(e, 'by')}",
    "turn.skip": lambda e: f"- {_side(e)}'s turn is skipped: {_what(e, 'by')}",
    "turn.reverse": lambda e: f"The phases of this turn come in reverse order, by {_what(e, 'by')}",
    "phase.begin": _node_name,
    "phase.end": lambda e: f"The {plain_name(e)} ends",
    "phase.insert": _inserted,
    "phase.skip": _skipped,
    "step.begin": _node_name,
    "step.end": lambda e: f"The {plain_name(e)} ends",
    "step.insert": _inserted,
    "step.skip": _skipped,
    "order.reverse": lambda e: f"The turn order is reversed, by {_what(e, 'by')}",
    "control.create": lambda e: (
        f"{_what(e, 'controller')} will control {_who(e)}'s next {_controllable(e)}, by {_what(e, 'by')}"
    ),
    "control.begin": lambda e: (
        f"{_what(e, 'controller')} controls this {_controllable(e)} of {_side(e)}, by {_what(e, 'by')}"
    ),
    "skip.create": lambda e: (
        f"{_who(e)} is to skip {said_skips(e.state.edition, e.get('what'), e.get('count'))}, by {_what(e, 'by')}"
    ),
    "priority.get": _priority,
    "priority.pass": lambda e: f"{_who(e)} passes",
    "stack.push": _pushed,
    "stack.copy": lambda e: f"{_who(e)} puts a copy of {_what(e)} on the stack",
    "stack.resolve": lambda e: f"{_object(e)} resolves",
    "stack.remove": _removed,
    "trigger": lambda e: f"{_what(e)} triggers",
    "trigger.not": lambda e: f"{_what(e)} does not trigger: its condition does not hold ({_what(e, 'unless')})",
    "trigger.delayed": _delayed,
    "trigger.lost": lambda e: f"{_what(e)} had triggered and ceases to exist",
    "effect.begin": _lasting,
    "effect.end": lambda e: f"{_what(e)} ends",
    "effect.nothing": lambda e: f"{_what(e)} does nothing" + (f": {_what(e, 'why')}" if e.get("why") else ""),
    "choice": lambda e: f"{_who(e)} chooses for {_what(e)}: {_what(e, 'option')}",
    "card.draw": _draws,
    "card.discard": lambda e: f"{_who(e)} discards {_what(e, 'card')}",
    "card.move": lambda e: f"{_what(e, 'card')} {goes_to(e.state.edition, str(e.get('to')), _who(e))}",
    "land.play": lambda e: f"{_who(e)} plays {_what(e)}",
    "life.change": lambda e: f"{_who(e)}'s life changes by {e.get('amount'):+d} to {e.get('life')}",
    "mana.activate": lambda e: f"{_who(e)} {_term(e, 'activates')} the mana ability of {_what(e)}",
    "mana.add": lambda e: f"{_who(e)} adds {e.get('amount')} mana",
    "mana.pay": lambda e: f"{_who(e)} pays {e.get('amount')} mana",
    "mana.empty": lambda e: f"{_who(e)}'s {e.get('amount')} unused mana empties, no life is lost",
    "mana.burn": lambda e: (
        f"Mana burn: {_who(e)} loses {e.get('amount')} mana and {e.get('amount')} life (life {e.get('life')})"
    ),
    "permanent.enter": lambda e: f"{_what(e)} {_term(e, 'enters the battlefield')}",
    "permanent.leave": _leaves,
    "permanent.cease": lambda e: f"{_what(e)} ceases to exist",
    "permanent.tap": lambda e: f"{_what(e)} becomes tapped",
    "permanent.untap": lambda e: f"{_what(e)} untaps",
    "permanent.stay": lambda e: f"{_who(e)} leaves {_what(e)} tapped",
    "permanent.phase": lambda e: f"{_what(e)} phases {'out' if e.get('out') else 'in'}",
    "permanent.wear_off": lambda e: f"{e.get('damage')} damage is removed from {_what(e)}",
    "damage": _damage,
    "combat.defender": lambda e: _does(e, "is the defending player", "are the defending team"),
    "combat.attack": _attack,
    "combat.put": lambda e: f"{_what(e)} enters attacking" + (f" {_what(e, 'whom')}" if e.get("whom") else ""),
    "combat.block": _block,
    "combat.order": lambda e: (
        f"{_what(e, 'attacker')}'s damage goes to {listed(map(shown, e.get('order')))}, in this order"
    ),
    "combat.assign": lambda e: f"Combat damage is assigned: {listed(map(shown, e.get('damage')))}",
    "combat.remove": lambda e: f"{_what(e)} is removed from combat",
    "permanent.lore": lambda e: f"{_what(e)} gets lore counter {e.get('amount')}",
    "permanent.face_up": lambda e: f"{_what(e)} is turned face up",
    "permanent.attach": lambda e: f"{_what(e)} is attached to {_what(e, 'to')}",
    "permanent.exert": lambda e: f"{_what(e)} is exerted",
    "permanent.counters": lambda e: f"{_what(e)}'s counters change by {e.get('amount'):+d} to {e.get('left')}",
    "daytime.change": lambda e: f"It becomes {_what(e)}",
    "scheme.motion": lambda e: f"{_who(e)} sets {_what(e)} in motion",
    "title.take": lambda e: f"{_who(e)} {_what(e, 'verb')} {_what(e)}",
    "player.venture": lambda e: f"{_who(e)} ventures into a dungeon",
    "player.lose": lambda e: f"{_who(e)} loses the game",
    "player.leave": lambda e: f"{_who(e)} leaves the game",
}


def untold() -> set[str]:
    """Kinds of events that have no sentence; there are none."""
    from ..game import KINDS

    return set(KINDS) - set(_TELLERS)
