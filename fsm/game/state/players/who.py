"""Groups of players: those that effects name, opponents, and players who may be attacked."""

from __future__ import annotations

from ....edition import obeys
from ..state import State


@obeys("team_draw_order")
def players_meant(
    state: State,
    who: str | tuple[str, ...],
    controller: int,
    target: int | None = None,
    chosen: int | None = None,
    chooser: int | None = None,
    defending: int | None = None,
    attacking: int | None = None,
) -> tuple[int, ...]:
    """The seats that an effect names, in turn order from the active player (cr2006 103.4, later 101.4)."""
    if who == "you":
        return (controller,) if controller in state.rotation.seats else ()
    order = state.apnap()
    if isinstance(who, tuple):
        others = (controller, target, chosen, chooser, defending, attacking)
        meant = {seat for one in who for seat in players_meant(state, one, *others)}
        return tuple(seat for seat in order if seat in meant)
    if who == "each":
        return order
    if who == "opponents":
        own = state.team(controller)
        return tuple(seat for seat in order if seat not in own)
    named = {"active": state.active, "target": target, "chosen": chosen, "chooser": chooser}
    named |= {"defending": defending, "attacking": attacking}
    seat = named[who] if who in named else state.game.seat(who)
    return (seat,) if seat in order else ()


@obeys("defender_left", "defender_of", "defending_each")
def defending_player(state: State, *creatures: int | None) -> int | None:
    """The player whom the first of these creatures that is in combat attacks, or attacked before it left combat.

    If none of them attacks, it is the one defending player of this combat; of several, nobody (308.1, later 508.5).
    """
    combat = state.combat
    if combat is None:
        return None
    attacked = {attacker.id: attacker.defender for attacker in (*combat.gone, *combat.attackers)}
    found = next((attacked[id] for id in creatures if id in attacked), None)
    if found is not None:
        return found
    whom = defenders(state)
    return whom[0] if len(whom) == 1 else None


@obeys("ignore_static")
def ignores(state: State, seat: int, permanent: int) -> bool:
    """Whether a player ignores the static abilities of a permanent for a time (cr2006 408.2j, later 115.2d, 116.2d)."""
    return any(effect.ignores == seat and effect.affects == permanent for effect in state.lasting)


@obeys("attacking_each")
def attacking_player(state: State, *creatures: int | None) -> int:
    """The player whose creature the first of these that blocks is blocking; otherwise the active player (805.10c)."""
    blocks = state.combat.blocks if state.combat is not None else ()
    for creature in creatures:
        blocked = (state.permanent(attacker) for blocker, attacker in blocks if blocker == creature)
        found = next((permanent for permanent in blocked if permanent is not None), None)
        if found is not None:
            return found.controller
    return state.active


def opponents(state: State) -> tuple[int, ...]:
    """The opponents of the active player, or of the active team, in turn order."""
    own = state.team(state.active)
    return tuple(seat for seat in state.apnap() if seat not in own)


@obeys("attack_several")
def several(state: State) -> bool:
    """Whether the attack multiple players option lets one combat attack several (cr2006 602, later 802)."""
    return state.game.options.attack == "multiple" and len(opponents(state)) > 1


def attack_nobody(state: State, seat: int | None) -> list[int]:
    """The creatures that attack a player who has left; none, if the game is over by that."""
    seats = state.rotation.seats
    if state.combat is None or len(state.team(seats[0])) == len(seats):
        return []
    return [a.id for a in state.combat.attackers if a.defender == seat and a.attacked is None]


@obeys("defending_players", "defending_team")
def defenders(state: State) -> tuple[int, ...]:
    """The players who may be attacked in this combat, in turn order from the active player.

    All opponents (602.2, 802.2), or the chosen one (306.3, 507.1): nobody, if that player has left since. Of
    a team that was chosen, each player (606.7a, 810.7a, 805.10a-b).
    """
    all_of_them = opponents(state)
    if several(state):
        return all_of_them
    chosen = state.combat.defender if state.combat is not None else None
    if chosen is None:
        chosen = all_of_them[0] if all_of_them else state.active
    return tuple(seat for seat in all_of_them if seat in state.team(chosen))
