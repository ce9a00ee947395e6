"""What a player may see of a game: its state with everything else hidden.

A library is face down for everybody, and a hand for all but its player (cr2006 217.2b and 217.3c, later 400.2, 401.2,
402.3). What lies in the other zones lies there for all to see, but for what is face down in exile (217.7b, 406.3).
"""

from __future__ import annotations

from functools import lru_cache

from ...cards.card import Card
from ...edition import obeys
from .decision import ArrangeCards, ChooseBottom, ChooseDiscards, ChooseOption, Decision
from .piles.blocks import Run
from .piles.pile import HIDDEN, UNKNOWN, CardId, Pile, face_down
from .revealed import is_open, shown
from .state import Permanent, Player, StackObject, State, replace


@obeys("face_down_library", "hidden_hand", "hidden_zones", "phased_out_seen")
def view(state: State, seat: int | None = None) -> State:
    """The state as one player may see it, or, without a player, as everybody may; what they may not see is unknown.

    Hidden cards can still be counted. Two states that differ only in what is hidden have equal views.

    >>> from fsm.game import Player, start_game
    >>> from fsm.game.state.piles.pile import pile_of
    >>> players = [Player(hand=pile_of(["Opt"])), Player(hand=pile_of(["Shock"]))]
    >>> state, _ = start_game("cr2026", ["Ann", "Bob"], players)
    >>> [tuple(player.hand) for player in view(state, 0).players]
    [(('Opt', 1),), (('a card', 1),)]
    """
    eyes, now = seats_seen(state, seat), state.this_turn
    covered = tuple(lies.card for lies in state.standing.covered if not {*lies.seats} & {*eyes})
    return replace(
        state,
        players=_players(state.players, eyes, covered, _open(state, eyes)),
        battlefield=_battlefield(state.battlefield, eyes),
        stack=_stack(state.stack, eyes),
        decision=_decision(state.decision, eyes),
        agenda=tuple(task for task in state.agenda if not task.private),
        this_turn=now if now.loop is None else replace(now, loop=None),
    )


@obeys("control_sees")
def seats_seen(state: State, seat: int | None) -> tuple[int, ...]:
    """The players whose hidden cards a player may see: their own, and those of a player whom they control now.

    What a player sees, who controls them sees too (cr2006 507.2, cr2011 711.4, cr2026 723.4).
    """
    if seat is None:
        return ()
    if state.ahead.controlled_by != seat:
        return (seat,)
    return tuple(other for other in range(len(state.players)) if other == seat or state.is_active(other))


FACE_DOWN = Card("a face-down creature", ("creature",), power=2, toughness=2)
"""What a face-down permanent is (504.1, later 707.2, 708.2)."""


CAST_FACE_DOWN = replace(FACE_DOWN, cost=3)
"""What is cast face down by morph (502.26a, later 702.34a, 702.37a)."""

DISGUISED = replace(CAST_FACE_DOWN, ward=2)
"""What is cast face down by disguise (702.168a)."""


def seen_as(permanent: Permanent) -> Card:
    """What everybody may know of a face-down permanent."""
    return replace(FACE_DOWN, ward=permanent.card.ward)


@obeys("face_down_seen")
def _stack(stack: tuple[StackObject, ...], eyes: tuple[int, ...]) -> tuple[StackObject, ...]:
    """The stack; only its controller may look at a spell that is face down."""
    if all(one.printed is None for one in stack):
        return stack
    return tuple(one if one.controller in eyes else replace(one, printed=None) for one in stack)


@obeys("face_down_seen")
def _battlefield(battlefield: tuple[Permanent, ...], eyes: tuple[int, ...]) -> tuple[Permanent, ...]:
    """The permanents; only its controller may look at one that is face down."""
    hidden = {p.id for p in battlefield if p.face_down and p.controller not in eyes}
    return tuple(replace(p, card=seen_as(p), printed=None) if p.id in hidden else p for p in battlefield)


def _open(state: State, eyes: tuple[int, ...]) -> frozenset[tuple[int, str]]:
    """What is shown to a player of hands, of the tops of libraries, and of what is outside the game, by its player."""
    found = {(seat, what) for seat in eyes for what in ("hand", "outside")}
    for seat, what, looks in shown(state):
        if (looks is None or {*looks} & {*eyes}) and (what == "hand" or is_open(state, seat)):
            found.add((seat, what))
    return frozenset(found)


@lru_cache(maxsize=1024)
def _players(
    players: tuple[Player, ...], eyes: tuple[int, ...], covered: tuple[CardId, ...], seen: frozenset[tuple[int, str]]
) -> tuple[Player, ...]:
    return tuple(
        _player(
            player,
            frozenset(what for other, what in seen if other == seat),
            tuple(c for c in covered if c.owner == seat),
        )
        for seat, player in enumerate(players)
    )


@lru_cache(maxsize=1024)
@obeys("drawn_waits", "face_down_piles", "face_up_exile")
def _player(player: Player, seen: frozenset[str], covered: tuple[CardId, ...]) -> Player:
    """A player with what may be seen of their zones; ``covered`` are the cards that lie face down for the viewer."""
    hand = _without(player.hand, "hand", covered) if "hand" in seen else _counted(player.hand)
    exile, library = _without(player.exile, "exile", covered), _counted(player.library)
    if "top" in seen and player.library:
        library = _under(player.library)
    outside, schemes = player.outside if "outside" in seen else _counted(player.outside), _counted(player.schemes)
    return replace(player, hand=hand, library=library, schemes=schemes, exile=exile, outside=outside)


def _without(pile: Pile, zone: str, covered: tuple[CardId, ...]) -> Pile:
    return face_down(pile, (card.number for card in covered if card.zone == zone)) if covered else pile


def _under(pile: Pile) -> Pile:
    """The top card of a pile, and unknown ones under it."""
    top, below = pile.runs[-1], pile.count - 1
    runs = (Run(UNKNOWN, below, 0),) if below else ()
    return Pile((*runs, Run(top.name, 1, top.first + top.count - 1, top.card)), pile.arrived, pile.count)


def _counted(pile: Pile) -> Pile:
    """As many unknown cards; how many ever came to the pile is known to all."""
    runs = (Run(UNKNOWN, pile.count, 0),) if pile.count else ()
    return Pile(runs, pile.arrived, pile.count)


def _decision(decision: Decision | None, eyes: tuple[int, ...]) -> Decision | None:
    """What is asked, without the names of cards that only the player who is asked may see."""
    own = decision is not None and decision.player in eyes
    if type(decision) is ChooseOption and (decision.out_of == "library" or (decision.out_of and not own)):
        return replace(decision, by=UNKNOWN)
    if decision is None or own:
        return decision
    if type(decision) is ChooseDiscards:
        return replace(decision, hand=(UNKNOWN,) * decision.count)
    if type(decision) is ChooseBottom:
        return replace(decision, hand=(UNKNOWN,) * len(decision.hand))
    if type(decision) is ArrangeCards and decision.zone in HIDDEN:
        return replace(decision, names=(UNKNOWN,) * len(decision.names))
    return decision
