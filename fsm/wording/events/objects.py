"""Events of cards, life, mana, permanents and titles, and of players who lose or leave."""

from __future__ import annotations

from ...game.state.event import Event
from ..parts import goes_to, term, what, who
from .kind import Field, count, flag, kind, maybe, one_of, texts

CARD = "the name of the card"
LIFE = count("that player's life total afterwards")
ZONE = "the zone it is put into"
UNSEEN = maybe("the zone it was in, if not all players see the cards there")
NAME = "the name of the permanent"
OBJECT = count("the number of the permanent: no other object of the game has it")
OF_PERMANENT: dict[str, Field | str] = {"player": "its controller", "name": NAME}
OF_OBJECT: dict[str, Field | str] = {**OF_PERMANENT, "object": OBJECT}


def _whose(event: Event) -> str:
    return f"{event.get('owner')}'s" if event.get("owner") else "the"


def _draws(event: Event) -> str:
    if str(event.get("card")).startswith("none:"):
        return f"{who(event)} cannot draw: the library is empty"
    return f"{who(event)} draws {what(event, 'card')}"


def _leaves(event: Event) -> str:
    leaves = term(event, "leaves the battlefield")
    return f"{what(event)} {leaves} and {goes_to(event.state.edition, str(event.get('to')), who(event))}"


def _moves(event: Event) -> str:
    down = " face down" if event.get("face_down") and event.get("to") == "exile" else ""
    return f"{what(event, 'card')} {goes_to(event.state.edition, str(event.get('to')), who(event))}{down}"


def _damaged(event: Event) -> str:
    return f"{who(event)} (life {event.get('life')})" if event.player is not None else what(event, "to")


CARDS = (
    kind(
        "card.draw",
        "a player draws a card",
        _draws,
        player="who draws",
        card="the name of the card; it begins with none: if the library is empty",
    ),
    kind(
        "card.reveal",
        "a hidden card is revealed to all players",
        lambda e: (
            f"{who(e)} reveals {what(e, 'card')}{' on top of the library' if e.get('out_of') == 'library' else ''}"
        ),
        "as sentence",
        player="its owner",
        card=CARD,
        out_of="the zone it is in: hand or library",
    ),
    kind(
        "card.discard",
        "a player discards a card",
        "{player} discards {card}",
        "as sentence",
        player="who discards it",
        card=CARD,
        moved=maybe(flag("whether the next event tells where it goes, as replacement effects on moves are in force")),
    ),
    kind(
        "card.move",
        "a card is put into another zone",
        _moves,
        player="its owner",
        card=CARD,
        to=ZONE,
        face_down=maybe(flag("whether it lies face down in exile, there or where it was")),
        out_of=maybe("the zone it was in, if an effect moves it that is not about permanents"),
    ),
    kind(
        "move.replace",
        "a replacement effect changes where an object goes",
        lambda e: f"{what(e, 'by')}: {what(e)} {goes_to(e.state.edition, str(e.get('to')), who(e))} instead",
        player="who decides about the object: its controller, or its owner if nobody controls it",
        name="the name of the object",
        by="the name of what has this effect",
        to=ZONE,
        out_of=UNSEEN,
    ),
    kind(
        "cards.arrange",
        "a player arranges cards that came to a graveyard or a library together",
        lambda e: f"{who(e)} arranges what came to {_whose(e)} {e.get('to')} together",
        player="who arranges them: their owner, unless an effect lets another player do it",
        to=ZONE,
        owner=maybe("their owner, if that is another player"),
        cards=maybe(texts("the names of the cards, the top one first; left out in a library")),
    ),
    kind(
        "land.play",
        "a player plays a land",
        "{player} plays {name}",
        "as sentence",
        player="who plays it",
        name="the name of the land",
    ),
)

LIFE_AND_MANA = (
    kind(
        "life.change",
        "a life total changes",
        "{player}'s life changes by {amount:+d} to {life}",
        "{player}: {amount:+d} life ({life})",
        player="whose life it is",
        amount=count("the change, which is negative for a loss"),
        life=LIFE,
        by="the name of what changes it",
    ),
    kind(
        "mana.activate",
        "a mana ability is activated",
        lambda e: f"{who(e)} {term(e, 'activates')} the mana ability of {what(e)}",
        player="who activates it",
        name=NAME,
        object=OBJECT,
    ),
    kind(
        "mana.add",
        "mana is added to a pool",
        "{player} adds {amount} mana",
        "{player}: +{amount} mana",
        player="whose pool it is",
        amount=count("how much mana"),
        source="the name of what makes it",
    ),
    kind("mana.pay", "mana is paid", "{player} pays {amount} mana", player="who pays", amount=count("how much mana")),
    kind(
        "mana.empty",
        "a mana pool empties",
        "{player}'s {amount} unused mana empties, no life is lost",
        "{player}: {amount} mana empties",
        player="whose pool it is",
        amount=count("how much mana is lost"),
    ),
    kind(
        "mana.burn",
        "unused mana is lost, and life with it",
        "Mana burn: {player} loses {amount} mana and {amount} life (life {life})",
        "{player}: {amount} mana burns (life {life})",
        player="whose pool it is",
        amount=count("how much mana, and how much life"),
        life=LIFE,
    ),
)

PERMANENTS = (
    kind(
        "permanent.enter",
        "a permanent enters the battlefield",
        lambda e: f"{what(e)} {term(e, 'enters the battlefield')}",
        **OF_OBJECT,
    ),
    kind("permanent.leave", "a permanent leaves the battlefield", _leaves, **OF_OBJECT, to=ZONE),
    kind("permanent.cease", "a token that phased out ceases to exist", "{name} ceases to exist", **OF_OBJECT),
    kind(
        "token.cease",
        "a token that has left the battlefield ceases to exist",
        "{name} ceases to exist",
        player="its owner",
        name="the name of the token",
        out_of="the zone it was in",
    ),
    kind("permanent.tap", "a permanent becomes tapped", "{name} becomes tapped", **OF_OBJECT),
    kind("permanent.untap", "a permanent becomes untapped", "{name} untaps", **OF_OBJECT),
    kind(
        "permanent.stay",
        "a player leaves a permanent tapped",
        "{player} leaves {name} tapped",
        player="who leaves it tapped",
        name=NAME,
        object=OBJECT,
    ),
    kind("permanent.face_up", "a permanent is turned face up", "{name} is turned face up", **OF_PERMANENT),
    kind(
        "permanent.attach",
        "a permanent is attached to another one",
        "{name} is attached to {to}",
        **OF_PERMANENT,
        to="the name of the permanent that it is attached to",
    ),
    kind(
        "permanent.unattach",
        "a permanent is attached to nothing any more, and stays",
        "{name} becomes unattached",
        **OF_PERMANENT,
    ),
    kind(
        "permanent.control",
        "the controller of a permanent changes",
        "{player} gains control of {name}",
        player="its new controller",
        name=NAME,
        object=OBJECT,
    ),
    kind("permanent.regenerate", "a permanent regenerates", "{name} regenerates", **OF_OBJECT),
    kind("permanent.exert", "a creature is exerted as it attacks", "{name} is exerted", **OF_OBJECT),
    kind(
        "permanent.phase",
        "a permanent phases in or out",
        lambda e: f"{what(e)} phases {'out' if e.get('out') else 'in'}",
        **OF_PERMANENT,
        out=flag("whether it phases out"),
    ),
    kind(
        "permanent.wear_off",
        "damage is removed from a permanent",
        "{damage} damage is removed from {name}",
        name=NAME,
        damage=count("how much damage"),
    ),
    kind(
        "permanent.counters",
        "counters are put on a permanent or removed from it",
        "{name}'s counters change by {amount:+d} to {left}",
        **OF_PERMANENT,
        amount=count("the change, which is negative if counters are removed"),
        left=count("how many it has afterwards"),
    ),
    kind(
        "permanent.lore",
        "a lore counter is put on a Saga",
        "{name} gets lore counter {amount}",
        **OF_PERMANENT,
        amount=count("how many it has afterwards"),
    ),
    kind(
        "damage.prevent",
        "damage is prevented",
        lambda e: f"{what(e, 'by')} prevents {e.get('amount')} damage from {what(e)} to {who(e) or what(e, 'to')}",
        player=maybe("the player it would be dealt to"),
        name="the name of its source",
        amount=count("how much of it"),
        by="the name of what prevents it",
        to=maybe("the name of the permanent it would be dealt to, unless that is a player"),
    ),
    kind(
        "damage",
        "damage is dealt",
        lambda e: f"{what(e)} deals {e.get('amount')} damage to {_damaged(e)}",
        lambda e: f"{what(e)}: {e.get('amount')} damage to {_damaged(e)}",
        player=maybe("the player it is dealt to"),
        name="the name of its source",
        amount=count("how much damage"),
        life=maybe(LIFE),
        to=maybe("the name of the permanent it is dealt to, unless that is a player"),
    ),
)

PLAYERS = (
    kind(
        "daytime.change",
        "it becomes day or night",
        "It becomes {name}",
        "as sentence",
        name=one_of("what it becomes", "day", "night"),
    ),
    kind(
        "scheme.motion",
        "a scheme is set in motion",
        "{player} sets {name} in motion",
        "as sentence",
        player="the archenemy",
        name="the name of the scheme",
    ),
    kind(
        "title.take",
        "a player takes a title: becomes the monarch, or takes the initiative",
        "{player} {verb} {name}",
        "as sentence",
        player="who takes it",
        name=one_of("the title", "the monarch", "the initiative"),
        verb=one_of("the verb that goes with the title", "becomes", "takes"),
    ),
    kind(
        "die.roll",
        "a player rolls a die to visit their Attractions",
        "{player} rolls {amount} to visit Attractions",
        "as sentence",
        player="who rolls",
        amount=count("the number that the die shows"),
    ),
    kind(
        "player.counters",
        "a player gets counters or loses some",
        "{player}'s {name} counters change by {amount:+d} to {left}",
        player="whose they are",
        name=one_of("their kind", "poison", "rad"),
        amount=count("the change, which is negative if they are taken away"),
        left=count("how many the player has afterwards"),
        by="the name of what changes them",
    ),
    kind(
        "player.venture",
        "a player ventures into a dungeon",
        "{player} ventures into a dungeon",
        "as sentence",
        player="who ventures",
        by="the name of what makes that player venture",
    ),
    kind("player.lose", "a player loses the game", "{player} loses the game", "as sentence", player="who loses"),
    kind("player.leave", "a player leaves the game", "{player} leaves the game", "as sentence", player="who leaves"),
)
