"""State-based actions: checked whenever a player would get priority, and performed at the same time.

cr2006 420 (state-based effects), cr2011 and cr2026 704.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...edition import obeys
from ..objects.abilities.forbidden import team_cannot
from ..objects.abilities.state_triggers import on_state, state_due
from ..objects.cards.arranging import came_together
from ..objects.cards.commanders import Gone, ask_return, gone_commanders, mortally_wounded, settle
from ..objects.cards.moving import cease
from ..objects.cards.replacing import Moving, ask_fates, fates_met, permanent_moving
from ..objects.permanents.changes import unattach
from ..objects.permanents.legends import all_kept, ask_kept, fallen_legends
from ..objects.permanents.loyalty import cancel_counters, is_siege, worn_out
from ..objects.permanents.moving import destroy, phased_out_ceases, send_away, shield_of, together
from ..objects.permanents.speed import start_engines, starting
from ..objects.permanents.variants import is_finished, spent_schemes, turn_face_down
from ..objects.players.mana import poisoned
from ..state.event import Log
from ..state.objects import place_of
from ..state.piles.pile import CardId
from ..state.players.teams import if_teams
from ..state.state import NO_DESIGNATIONS, Permanent, State, set_player
from .players import Loser, lose


def would_apply(state: State) -> bool:
    """Whether any state-based action would be performed now, or an ability would trigger on the state of the game."""
    players = state.players
    for seat in state.rotation.seats:
        player = players[seat]
        if player.overdrew or (player.life <= 0 and not team_cannot(state, seat, "lose")):
            return True
    if state.standing.strays or ((state.standing.counters or state.standing.wounds) and _poisoned(state)):
        return True
    if state.designations is not NO_DESIGNATIONS and spent_schemes(state):
        return True
    if state.battlefield and (_dying(state) or state.index.cancelling or state_due(state) or starting(state)):
        return True
    return state.game.options.commander and bool(gone_commanders(state))


@obeys("state_based_first", "phased_token", "state_based", "token_ceases", "lethal_damage")
def perform(state: State, log: Log, ask: bool = True) -> State:
    """Performs all state-based actions that apply, at the same time; first players may be asked where things go."""
    if not would_apply(state):
        return state
    state = on_state(state, log)
    dying = _dying(state) if state.battlefield else {}
    commanders = gone_commanders(state) if ask else ()
    if ask and (asked := _ask(state, dying, commanders)):
        return asked
    losers, starts = _losers(state), starting(state) if state.battlefield else ()
    spent, strays, there = spent_schemes(state), state.standing.strays, together(state)
    cards: list[CardId] = []
    state = settle(cancel_counters(state, log), log, commanders)
    for topic, ids in dying.items():
        for id in ids:
            if topic == "token_ceases":
                state = phased_out_ceases(state, log, id, "state_based token_ceases phased_token")
                continue
            if topic in LOOSE:
                state = unattach(state, log, id, f"state_based {topic}")
                continue
            if topic == "lethal_damage":
                state, card = destroy(state, log, id, "state_based lethal_damage", there)
            else:
                state, card = send_away(state, log, id, "graveyard", f"state_based {topic}", there=there)
            cards += () if card is None else (card,)
    for stray in strays:
        state = cease(state, log, stray)
    state = came_together(fates_met(all_kept(state)), cards)
    state = turn_face_down(state, log, spent)
    state = start_engines(state, log, starts)
    for seat in state.rotation.seats:
        state = set_player(state, seat, overdrew=False) if state.players[seat].overdrew else state
    return lose(state, log, losers) if losers else state


def _ask(state: State, dying: dict[str, list[int]], commanders: Sequence[Gone]) -> State | None:
    """Asks the next player on whom it depends where something goes, or what stays; None if all is clear."""
    if commanders and (asked := ask_return(state, commanders)):
        return asked
    return (ask_kept(state) or ask_fates(state, _would_die(state, dying))) if dying else None


def _would_die(state: State, dying: dict[str, list[int]]) -> Iterator[Moving]:
    for topic, ids in dying.items():
        for id in ids if topic not in LOOSE else ():
            permanent = state.permanent(id)
            if permanent is not None and (topic != "lethal_damage" or shield_of(state, id) is None):
                yield permanent_moving(state, permanent, "graveyard")


@obeys("team_poison", "team_zero_life", "state_based", "zero_life", "empty_library", "poison", "commander_damage")
def _losers(state: State) -> list[Loser]:
    """The players who lose, each by the first rule that says so: no life, no card to draw, poison, a commander."""
    players = [(seat, state.players[seat]) for seat in state.rotation.seats]
    of_life, of_poison = if_teams(state, "team_zero_life"), if_teams(state, "team_poison")
    found = [Loser(seat, "state_based zero_life" + of_life) for seat, player in players if player.life <= 0]
    found += [Loser(seat, "state_based empty_library") for seat, player in players if player.overdrew]
    if state.standing.counters:
        found += [Loser(seat, "state_based poison" + of_poison) for seat in poisoned(state)]
    if state.standing.wounds:
        found += [Loser(seat, "state_based commander_damage") for seat in mortally_wounded(state)]
    losers = {loser.seat: loser for loser in reversed(found) if not team_cannot(state, loser.seat, "lose")}
    return list(losers.values())[::-1]


def _poisoned(state: State) -> bool:
    """Whether somebody loses by poison, or by the damage of a commander."""
    return not all(team_cannot(state, seat, "lose") for seat in (*poisoned(state), *mortally_wounded(state)))


def _dying(state: State) -> dict[str, list[int]]:
    """The permanents that go to the graveyard or cease to exist, by the first topic that applies, in rules order.

    Creatures without toughness or with lethal damage, planeswalkers and battles without counters, what does not stay
    together, Sagas, Auras; and phased-out tokens, if the edition says so (217.8d, 704.5d).
    """
    found: dict[str, list[int]] = {}
    for permanent in _mortal(state):
        topic = _why_dying(state, permanent)
        if topic:
            found.setdefault(topic, []).append(permanent.id)
    for topic, fallen in fallen_legends(state).items():
        known = {id for ids in found.values() for id in ids}
        found[topic] = [id for id in dict.fromkeys(fallen) if id not in known]
    return {topic: found[topic] for topic in ORDER if topic in found} if found else found


def _mortal(state: State) -> Sequence[Permanent]:
    """The permanents that may die: by what they are, or by what effects that last have made of them."""
    mortal, there = state.index.mortal, state.battlefield
    changed = [effect.affects for effect in state.lasting if effect.toughness < 0 or effect.types is not None]
    if not changed:
        return mortal
    ids = {p.id for p in mortal} | {id for id in changed if id is not None}
    places = (place_of(there, id) for id in sorted(ids))
    return [there[at] for at in places if at is not None]


ORDER = (
    "zero_toughness", "lethal_damage", "no_loyalty", "planeswalker_rule", "legend_rule", "world_rule", "saga_done",
    "siege_done", "no_defense", "aura_falls", "unattached", "attached_wrongly", "token_ceases",
)  # fmt: skip
BEARS = {"Equipment": "creature", "Fortification": "land"}
"""What may be attached although it is no Aura, and the type of what it may be attached to."""
LOOSE = ("unattached", "attached_wrongly")
"""Why something only comes off what it is attached to, and stays where it is."""


@obeys("token_ceases", "zero_toughness", "lethal_damage", "no_defense", "siege_done", "no_loyalty", "saga_done")
def _why_dying(state: State, permanent: Permanent) -> str:
    if permanent.phased_out:
        ceases = permanent.token and state.game.edition.choices["phased_out_tokens"] == ("cease",)
        return "token_ceases" if ceases else ""
    if state.is_creature(permanent):
        toughness = state.toughness(permanent)
        if toughness <= 0:
            return "zero_toughness"
        if permanent.damage >= toughness:
            return "lethal_damage"
    if worn_out(state, permanent):
        of_battle = "siege_done" if is_siege(state, permanent) else "no_defense"
        return of_battle if "battle" in state.types(permanent) else "no_loyalty"
    if permanent.attached is not None and (topic := _why_loose(state, permanent, permanent.attached)):
        return topic
    return "saga_done" if is_finished(state, permanent) else ""


@obeys("attached_wrongly", "aura_falls", "unattached")
def _why_loose(state: State, permanent: Permanent, host: int) -> str:
    """Why something is attached no more: an Aura falls if its host is gone, anything else only comes off.

    So does Equipment from what is no creature any more, a Fortification from what is no land, and what becomes a
    creature itself; what is neither of them does so at once (cr2006 420.5d, 420.5k, 420.5m; later 704.5m, 704.5n,
    704.5p, 704.5q).
    """
    at, types = place_of(state.battlefield, host), state.types(permanent)
    if "enchantment" in types:
        return "aura_falls" if at is None else ""
    bears = [BEARS[kind] for kind in state.subtypes(permanent) if kind in BEARS]
    if "creature" in types or not bears:
        return "attached_wrongly"
    return "" if at is not None and set(bears) & set(state.types(state.battlefield[at])) else "unattached"
