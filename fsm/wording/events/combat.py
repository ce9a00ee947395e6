"""Events of combat: who attacks, who blocks, and how combat damage is assigned."""

from __future__ import annotations

from ...game.state.event import Event
from ...game.state.players.who import several
from ...words import listed, shown
from ..parts import does, names, side, what, who
from .kind import TEAM, Field, count, kind, maybe, one_of, texts

NAME = "the name of the creature"
OBJECT = count("the number of the creature: no other object of the game has it")
OF_CREATURE: dict[str, Field | str] = {"player": "its controller", "name": NAME, "object": OBJECT}


def _attack(event: Event) -> str:
    bands = event.get("bands")
    together = f"; {listed(bands)} in {'a band' if len(bands) == 1 else 'bands'}" if bands else ""
    return _attackers(event) + together


def _attackers(event: Event) -> str:
    attackers, whom = event.get("attackers"), event.get("defenders")
    if not attackers and event.get("declared"):
        return does(event, "attacks", "attack") + " with no creature: what was declared as an attacker is gone"
    if not attackers:
        return does(event, "does not attack", "do not attack")
    attacks = does(event, "attacks", "attack")
    if not whom:
        return f"{attacks} with {names(event, 'attackers')}"
    parties = {name: [a for a, b in zip(attackers, whom, strict=True) if b == name] for name in whom}
    against = (f"{shown(name)} with {listed(map(shown, party))}" for name, party in parties.items())
    return f"{attacks} {listed(against)}"


def _put(event: Event) -> str:
    if event.get("attacked"):
        return f"{what(event)} attacks {what(event, 'attacked')} without having been declared"
    return f"{what(event)} enters attacking" + (f" {what(event, 'whom')}" if event.get("whom") else "")


def _block(event: Event) -> str:
    if event.get("blocks"):
        return names(event, "blocks")
    return f"No creature of {side(event)} blocks" if several(event.state) and who(event) else "No creature blocks"


def _order(event: Event) -> str:
    whose = what(event, "blocker" if event.get("blocker") else "attacker")
    return f"{whose}'s damage goes to {names(event, 'order')}, in this order"


COMBAT = (
    kind(
        "combat.defender",
        "a defending player is chosen",
        lambda e: does(e, "is the defending player", "are the defending team"),
        player="who is attacked in this combat",
        team=TEAM,
    ),
    kind(
        "combat.attack",
        "attackers are declared",
        _attack,
        lambda e: f"{who(e)} attacks: {names(e, 'attackers', ', ')}" if e.get("attackers") else "",
        player="the active player",
        attackers=texts("the names of the attackers"),
        declared=maybe(count("how many creatures were declared, if some of them are gone and do not attack")),
        defenders=maybe(texts("the names of what they attack, one for each, if that is not one player")),
        bands=maybe(texts("the creatures of each band, a text for each")),
        team=TEAM,
    ),
    kind(
        "combat.put",
        "a creature attacks that was not declared as an attacker: it enters attacking, or an effect says so",
        _put,
        _put,
        **OF_CREATURE,
        whom=maybe("the name of the player it attacks, if several may be attacked"),
        attacked=maybe("the name of what it attacks, if it was on the battlefield before"),
    ),
    kind(
        "combat.anew",
        "what a creature attacks is chosen anew",
        "{name} attacks {attacked} now",
        player="who chooses",
        name=NAME,
        object=OBJECT,
        attacked="the name of what it attacks now",
    ),
    kind(
        "combat.block",
        "blockers are declared",
        _block,
        lambda e: names(e, "blocks", "; "),
        player=maybe("the defending player; nobody if none may block"),
        blocks=texts("who blocks what, a text for each blocker"),
        team=TEAM,
    ),
    kind(
        "combat.add",
        "a creature blocks that was not declared as a blocker",
        "{name} blocks {attacker}",
        **OF_CREATURE,
        attacker="the name of the attacker that it blocks",
    ),
    kind(
        "combat.order",
        "a damage assignment order is announced",
        _order,
        player="who announces it",
        attacker=maybe("the name of the attacker whose damage it is"),
        blocker=maybe("the name of the blocker whose damage it is, if it is not an attacker's"),
        order=texts("the names of the creatures, in that order"),
    ),
    kind(
        "combat.assign",
        "combat damage is assigned",
        lambda e: f"Combat damage is assigned: {names(e, 'damage')}",
        player="who assigns it",
        damage=texts("how much from what to what, a text for each"),
    ),
    kind(
        "combat.remove",
        "a creature, or a permanent that is attacked, is removed from combat",
        lambda e: f"{what(e)} is {'no longer ' + e.get('lost') if e.get('lost') else 'removed from combat'}",
        name="the name of the permanent",
        object=count("the number of the permanent: no other object of the game has it"),
        lost=maybe(one_of("what it is no longer, if not both or if it was only attacked", "blocking", "attacked")),
    ),
)
"""The kinds of events of this module."""
