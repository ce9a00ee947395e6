"""The names that can be typed: of cards, players, places, editions, rules; and where each sort of them belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...document import part_of
from ...edition import days, edition_ids, kinds_in_use, load_edition, meant, other_names, played_ids
from ...game import catalogue
from ...turn.address import addresses_like
from ...wording import card_kind
from .cursor import Spot

Names = Iterator[tuple[str, str]]
"""Names, each with a few words about it."""

Source = Callable[[Spot, str], Names]
"""The names of a sort, for a spot and what is typed there."""


def _cards(fits: Callable[[tuple[str, ...]], bool] = lambda _: True) -> Callable[[Spot, str], Names]:
    """The cards of the text, then those of the catalogue."""

    def named(spot: Spot, _: str) -> Names:
        own = part_of(spot.data, ("cards",))
        for card in own if isinstance(own, list) else ():
            if isinstance(card, dict) and isinstance(card.get("name"), str):
                yield card["name"], "a card of this text"
        known = sorted(catalogue().values(), key=lambda card: card.name)
        yield from ((card.name, card_kind(card)) for card in known if fits(card.type))

    return named


def _players(spot: Spot, _: str) -> Names:
    players = part_of(spot.data, ("players",))
    for name in players if isinstance(players, list | dict) else ():
        yield str(name), "a player"


def _places(_: Spot, typed: str) -> Names:
    yield from ((place, "") for place in addresses_like(typed, kinds_in_use()))


def _turns(_: Spot, __: str) -> Names:
    yield from ((f"T{n}", "") for n in range(1, 6))


def _editions(_: Spot, __: str) -> Names:
    yield from ((id, load_edition(id).title) for id in reversed(edition_ids()))
    yield from ((name, id) for name, id in other_names().items() if id in played_ids())
    yield from ((days()[id], id) for id in reversed(played_ids()) if id not in edition_ids())


def _rules(spot: Spot, __: str) -> Names:
    """The rules of the editions of the text, of a range of them those of the newest."""
    said = part_of(spot.data, ("edition",))
    ids = [meant(str(one), "")[-1] for one in (said if isinstance(said, list) else [said])]
    for edition in dict.fromkeys(id for id in ids if id in played_ids()) or edition_ids()[-1:]:
        yield from ((number, rule.says) for number, rule in load_edition(edition).rules.items())


_SPELLS, _LANDS, _ANY = _cards(lambda kinds: "land" not in kinds), _cards(lambda kinds: "land" in kinds), _cards()

KEYS: Mapping[str, tuple[Source, ...]] = {
    **dict.fromkeys(("entry", "condition", "sees", "a state"), (_players,)),
    **dict.fromkeys(("loyalty", "types", "status", "attached", "counters", "assign", "block", "attack"), (_ANY,)),
    **dict.fromkeys(("expect_in", "rules", "conclusion", "skip", "xfail"), (_editions,)),
    "steps": (_turns,),
    "state": (_places,),
}
"""The names that are keys: of a definition of the schema, or of the value of a key."""

_OF_CARDS = (
    "activate", "attack", "block", "discard", "order", "keep_tapped", "mana", "pay", "bands", "optional", "hand",
    "library", "top", "graveyard", "battlefield", "tapped", "deck", "outside", "command", "schemes", "exile", "ante",
    "phased_out", "attacking", "blocking", "stack", "responding_to", "name", "by", "after", "end", "card", "in_order",
    "any_order", "companion",
)  # fmt: skip
_OF_PLAYERS = (
    "first", "turns", "teams", "winner", "active", "priority", "extra_turns", "defending", "monarch", "initiative",
    "controlled_by", "player", "controller",
)  # fmt: skip

VALUES: Mapping[str, tuple[Source, ...]] = {
    **dict.fromkeys(("cast", "suspend"), (_SPELLS,)),
    "play": (_LANDS,),
    **dict.fromkeys(("target", "choose"), (_players, _ANY)),
    **dict.fromkeys(_OF_CARDS, (_ANY,)),
    **dict.fromkeys(_OF_PLAYERS, (_players,)),
    **dict.fromkeys(("at", "until", "never"), (_places,)),
    **dict.fromkeys(("rules", "rule", "refused"), (_rules,)),
    "edition": (_editions,),
}
"""The names that are values, by the last key that leads to them."""

SORTS: Mapping[Source, str] = {_players: "variable", _places: "constant", _turns: "constant", _rules: "keyword"}
"""The sort of a name, as an editor marks it; all others are classes."""
